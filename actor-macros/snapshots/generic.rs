pub(crate) struct Cache<K: Hash, const N: usize = 4>(
    HashMap<K, [u8; N]>,
)
where
    K: Eq;
///A handle to a running [`Cache`](type@Cache): a method for every message it handles.
#[allow(clippy::redundant_pub_crate)]
pub(crate) struct CacheHandle<K: Hash, const N: usize = 4>(
    ::actor_core::Handle<Cache<K, N>>,
)
where
    K: Eq,
    Cache<K, N>: ::actor_core::Actor;
const _: () = {
    #[automatically_derived]
    impl<K: Hash, const N: usize> ::core::clone::Clone for CacheHandle<K, N>
    where
        K: Eq,
        Cache<K, N>: ::actor_core::Actor,
    {
        fn clone(&self) -> Self {
            Self(::core::clone::Clone::clone(&self.0))
        }
    }
    #[automatically_derived]
    impl<K: Hash, const N: usize> ::core::fmt::Debug for CacheHandle<K, N>
    where
        K: Eq,
        Cache<K, N>: ::actor_core::Actor,
    {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            let handle: &::actor_core::Handle<Cache<K, N>> = &self.0;
            ::core::fmt::Debug::fmt(handle, formatter)
        }
    }
    /// Handles are equal if they name the same actor.
    #[automatically_derived]
    impl<K: Hash, const N: usize> ::core::cmp::PartialEq for CacheHandle<K, N>
    where
        K: Eq,
        Cache<K, N>: ::actor_core::Actor,
    {
        fn eq(&self, other: &Self) -> ::core::primitive::bool {
            let handle: &::actor_core::Handle<Cache<K, N>> = &self.0;
            ::core::cmp::PartialEq::eq(handle, &other.0)
        }
    }
    #[automatically_derived]
    impl<K: Hash, const N: usize> ::core::cmp::Eq for CacheHandle<K, N>
    where
        K: Eq,
        Cache<K, N>: ::actor_core::Actor,
    {}
    #[automatically_derived]
    impl<K: Hash, const N: usize> ::core::hash::Hash for CacheHandle<K, N>
    where
        K: Eq,
        Cache<K, N>: ::actor_core::Actor,
    {
        fn hash<__H: ::core::hash::Hasher>(&self, state: &mut __H) {
            let handle: &::actor_core::Handle<Cache<K, N>> = &self.0;
            ::core::hash::Hash::hash(handle, state)
        }
    }
    #[automatically_derived]
    impl<
        K: Hash,
        const N: usize,
    > ::core::convert::From<::actor_core::Handle<Cache<K, N>>> for CacheHandle<K, N>
    where
        K: Eq,
        Cache<K, N>: ::actor_core::Actor,
    {
        fn from(handle: ::actor_core::Handle<Cache<K, N>>) -> Self {
            Self(handle)
        }
    }
    #[automatically_derived]
    impl<K: Hash, const N: usize> ::core::ops::Deref for CacheHandle<K, N>
    where
        K: Eq,
        Cache<K, N>: ::actor_core::Actor,
    {
        type Target = ::actor_core::Handle<Cache<K, N>>;
        fn deref(&self) -> &::actor_core::Handle<Cache<K, N>> {
            &self.0
        }
    }
};
///The messages of [`Cache`](type@Cache).
#[allow(dead_code)]
#[allow(clippy::redundant_pub_crate)]
pub(crate) type CacheMsg<K, const N: usize = 4> = <Cache<
    K,
    N,
> as ::actor_core::Actor>::Msg;
const _: () = {
    #[automatically_derived]
    impl<K: Hash, const N: usize> ::actor_core::Declared for Cache<K, N>
    where
        K: Eq,
    {
        const TYPE_NAME: &'static ::core::primitive::str = "Cache";
        const OPTIONS: &'static ::actor_core::ActorOptions = &::actor_core::ActorOptions {
            mailbox: ::actor_core::Mailbox::DEFAULT,
            supervision: ::core::option::Option::None,
            passivation: ::core::option::Option::None,
            stash: ::core::option::Option::None,
            resume_after_panic: false,
        };
        type Behavior = ();
    }
    #[automatically_derived]
    impl<K: Hash, const N: usize, __L> ::actor_core::__private::topology::ToolsFrom<__L>
    for Cache<K, N>
    where
        K: Eq,
    {}
};
impl<K: Hash + Send + 'static, const N: usize> cache::Cache<K, N>
where
    K: Eq,
{
    #[allow(
        clippy::large_types_passed_by_value,
        clippy::needless_pass_by_value,
        clippy::missing_const_for_fn,
        clippy::needless_pass_by_ref_mut
    )]
    async fn merge(
        &mut self,
        other: Box<Self>,
        ctx: &mut Context<Self>,
    ) -> io::Result<[u8; N]> {}
}
#[allow(
    clippy::shadow_reuse,
    clippy::too_many_arguments,
    clippy::type_complexity,
    clippy::used_underscore_binding
)]
const _: () = {
    const __SENDABLE: ::core::primitive::bool = { true };
    type __Sendable<__T> = <__T as my::actors::__private::Checked<{ __SENDABLE }>>::Type;
    fn __checks<K: Hash + Send + 'static, const N: usize>()
    where
        K: Eq,
    {
        my::actors::__private::require_result::<io::Result<[u8; N]>>();
        my::actors::__private::require_message_part::<Box<cache::Cache<K, N>>>();
        my::actors::__private::require_reply_part::<
            my::actors::__private::OkOf<io::Result<[u8; N]>>,
        >();
        my::actors::__private::require_reply_part::<
            my::actors::__private::ErrOf<io::Result<[u8; N]>>,
        >();
    }
    ///The messages of `Cache`.
    pub enum CacheMsg<K: Hash + Send + 'static, const N: usize>
    where
        K: Eq,
    {
        Merge {
            other: Box<cache::Cache<K, N>>,
            #[doc(hidden)]
            __reply: my::actors::ReplyTo<
                my::actors::__private::OkOf<io::Result<[u8; N]>>,
                my::actors::__private::ErrOf<io::Result<[u8; N]>>,
            >,
        },
        #[doc(hidden)]
        __Phantom {
            never: ::core::convert::Infallible,
            phantom: ::core::marker::PhantomData<fn() -> (K,)>,
        },
    }
    impl<K: Hash + Send + 'static, const N: usize> CacheMsg<K, N>
    where
        K: Eq,
    {
        ///The message of [`cache::CacheHandle::merge`], told: nobody waits for its reply.
        #[must_use]
        fn merge(other: Box<cache::Cache<K, N>>) -> Self {
            Self::Merge {
                other,
                __reply: my::actors::ReplyTo::none(),
            }
        }
    }
    #[automatically_derived]
    impl<K: Hash + Send + 'static, const N: usize> my::actors::Message for CacheMsg<K, N>
    where
        K: Eq,
    {
        fn name(&self) -> &'static ::core::primitive::str {
            match *self {
                CacheMsg::Merge { .. } => "merge",
                CacheMsg::__Phantom { never: never, .. } => match never {}
            }
        }
    }
    impl<K: Hash + Send + 'static, const N: usize> cache::CacheHandle<K, N>
    where
        K: Eq,
    {
        ///The message `merge`.
        fn merge(
            &self,
            other: Box<cache::Cache<K, N>>,
        ) -> my::actors::Call<
            '_,
            cache::Cache<K, N>,
            (Box<cache::Cache<K, N>>,),
            my::actors::__private::OkOf<io::Result<[u8; N]>>,
            my::actors::__private::ErrOf<io::Result<[u8; N]>>,
        > {
            __Sendable::<
                my::actors::Call<
                    '_,
                    cache::Cache<K, N>,
                    (Box<cache::Cache<K, N>>,),
                    my::actors::__private::OkOf<io::Result<[u8; N]>>,
                    my::actors::__private::ErrOf<io::Result<[u8; N]>>,
                >,
            >::__new(
                ::core::ops::Deref::deref(self),
                (other,),
                |(other,), reply| CacheMsg::Merge {
                    other,
                    __reply: reply,
                },
            )
        }
    }
    #[automatically_derived]
    impl<
        K: Hash + Send + 'static,
        const N: usize,
    > my::actors::__private::Sends<CacheMsg<K, N>> for cache::Cache<K, N>
    where
        K: Eq,
    {
        type Sent = __Sendable<CacheMsg<K, N>>;
    }
    #[automatically_derived]
    impl<K: Hash + Send + 'static, const N: usize> my::actors::Actor
    for cache::Cache<K, N>
    where
        K: Eq,
    {
        type Msg = CacheMsg<K, N>;
        #[cfg(doc)]
        type Handle = cache::CacheHandle<K, N>;
        #[cfg(not(doc))]
        type Handle = cache::CacheHandle<K, N>
        where
            for<'r> <Self as my::actors::__private::Sends<
                Self::Msg,
            >>::Sent: ::core::marker::Send;
        async fn __dispatch(
            &mut self,
            ctx: &mut my::actors::Context<Self>,
            msg: Self::Msg,
        ) -> my::actors::__private::Outcome
        where
            for<'r> Self: ::core::marker::Send,
            for<'r> <Self as my::actors::__private::Sends<
                Self::Msg,
            >>::Sent: ::core::marker::Send,
        {
            match msg {
                CacheMsg::Merge { other, __reply } => {
                    if !ctx.__begin("merge", &__reply) {
                        return ::core::result::Result::Ok(());
                    }
                    let __out: io::Result<[u8; N]> = my::actors::__private::require_send(
                            Self::merge(self, other, ctx),
                        )
                        .await;
                    my::actors::__private::reply_result(
                        ctx,
                        __reply,
                        __out,
                        |error| {
                            use my::actors::__private::{
                                ViaDebug as _, ViaDisplay as _, ViaNothing as _,
                            };
                            (&&&my::actors::__private::Described(error)).describe()
                        },
                    )
                }
                CacheMsg::__Phantom { never: never, .. } => match never {}
            }
        }
        fn __launch(
            launcher: &my::actors::__private::Launcher<'_>,
            driver: my::actors::__private::Driver<Self>,
        )
        where
            for<'r> Self: ::core::marker::Send,
            for<'r> <Self as my::actors::__private::Sends<
                Self::Msg,
            >>::Sent: ::core::marker::Send,
        {
            launcher.launch(driver.run());
        }
    }
};
