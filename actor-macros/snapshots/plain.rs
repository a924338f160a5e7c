/// A till.
pub struct Till {
    total: u64,
}
///A handle to a running [`Till`](type@Till): a method for every message it handles.
pub struct TillHandle(::actor_core::Handle<Till>);
const _: () = {
    #[automatically_derived]
    impl ::core::clone::Clone for TillHandle {
        fn clone(&self) -> Self {
            Self(::core::clone::Clone::clone(&self.0))
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for TillHandle {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            let handle: &::actor_core::Handle<Till> = &self.0;
            ::core::fmt::Debug::fmt(handle, formatter)
        }
    }
    /// Handles are equal if they name the same actor.
    #[automatically_derived]
    impl ::core::cmp::PartialEq for TillHandle {
        fn eq(&self, other: &Self) -> ::core::primitive::bool {
            let handle: &::actor_core::Handle<Till> = &self.0;
            ::core::cmp::PartialEq::eq(handle, &other.0)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::Eq for TillHandle {}
    #[automatically_derived]
    impl ::core::hash::Hash for TillHandle {
        fn hash<__H: ::core::hash::Hasher>(&self, state: &mut __H) {
            let handle: &::actor_core::Handle<Till> = &self.0;
            ::core::hash::Hash::hash(handle, state)
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<::actor_core::Handle<Till>> for TillHandle {
        fn from(handle: ::actor_core::Handle<Till>) -> Self {
            Self(handle)
        }
    }
    #[automatically_derived]
    impl ::core::ops::Deref for TillHandle {
        type Target = ::actor_core::Handle<Till>;
        fn deref(&self) -> &::actor_core::Handle<Till> {
            &self.0
        }
    }
};
///The messages of [`Till`](type@Till).
pub type TillMsg = <Till as ::actor_core::Actor>::Msg;
const _: () = {
    #[automatically_derived]
    impl ::actor_core::Declared for Till {
        const TYPE_NAME: &'static ::core::primitive::str = "Till";
        const OPTIONS: &'static ::actor_core::ActorOptions = &::actor_core::ActorOptions {
            mailbox: ::actor_core::Mailbox::bounded(256),
            supervision: ::core::option::Option::None,
            passivation: ::core::option::Option::None,
            stash: ::core::option::Option::None,
            resume_after_panic: false,
        };
        type Behavior = ();
    }
    #[automatically_derived]
    impl<__L> ::actor_core::__private::topology::ToolsFrom<__L> for Till {}
};
impl Till {
    ///The handler of [`TillHandle::add`].
    #[allow(
        clippy::missing_errors_doc,
        clippy::missing_panics_doc,
        clippy::large_types_passed_by_value,
        clippy::needless_pass_by_value,
        clippy::missing_const_for_fn,
        clippy::needless_pass_by_ref_mut
    )]
    pub fn add(&mut self, amount: u64) -> u64 {
        self.total += amount;
        self.total
    }
    fn helper() {}
}
#[allow(
    clippy::shadow_reuse,
    clippy::too_many_arguments,
    clippy::type_complexity,
    clippy::used_underscore_binding
)]
const _: () = {
    const __SENDABLE: ::core::primitive::bool = {
        ::actor_core::__private::require_message_part::<u64>();
        ::actor_core::__private::require_reply_part::<u64>();
        true
    };
    type __Sendable<__T> = <__T as ::actor_core::__private::Checked<
        { __SENDABLE },
    >>::Type;
    ///The messages of `Till`.
    #[derive(Debug)]
    pub enum TillMsg {
        Add { amount: u64, #[doc(hidden)] __reply: ::actor_core::ReplyTo<u64> },
    }
    impl TillMsg {
        ///The message of [`TillHandle::add`], told: nobody waits for its reply.
        #[must_use]
        pub fn add(amount: u64) -> Self {
            Self::Add {
                amount,
                __reply: ::actor_core::ReplyTo::none(),
            }
        }
    }
    #[automatically_derived]
    impl ::actor_core::Message for TillMsg {
        fn name(&self) -> &'static ::core::primitive::str {
            match *self {
                TillMsg::Add { .. } => "add",
            }
        }
    }
    impl TillHandle {
        /// Adds up.
        pub fn add(&self, amount: u64) -> ::actor_core::Call<'_, Till, (u64,), u64> {
            __Sendable::<
                ::actor_core::Call<'_, Till, (u64,), u64>,
            >::__new(
                ::core::ops::Deref::deref(self),
                (amount,),
                |(amount,), reply| TillMsg::Add {
                    amount,
                    __reply: reply,
                },
            )
        }
    }
    #[automatically_derived]
    impl ::actor_core::__private::Sends<TillMsg> for Till {
        type Sent = __Sendable<TillMsg>;
    }
    #[automatically_derived]
    impl ::actor_core::Actor for Till {
        type Msg = TillMsg;
        #[cfg(doc)]
        type Handle = TillHandle;
        #[cfg(not(doc))]
        type Handle = TillHandle
        where
            for<'r> <Self as ::actor_core::__private::Sends<
                Self::Msg,
            >>::Sent: ::core::marker::Send;
        async fn __dispatch(
            &mut self,
            ctx: &mut ::actor_core::Context<Self>,
            msg: Self::Msg,
        ) -> ::actor_core::__private::Outcome
        where
            for<'r> Self: ::actor_core::Declared,
            for<'r> Self: ::core::marker::Send,
            for<'r> <Self as ::actor_core::__private::Sends<
                Self::Msg,
            >>::Sent: ::core::marker::Send,
        {
            match msg {
                TillMsg::Add { amount, __reply } => {
                    if !ctx.__begin("add", &__reply) {
                        return ::core::result::Result::Ok(());
                    }
                    let __out = Self::add(self, amount);
                    ::actor_core::__private::reply_plain(__reply, __out)
                }
            }
        }
        fn __launch(
            launcher: &::actor_core::__private::Launcher<'_>,
            driver: ::actor_core::__private::Driver<Self>,
        )
        where
            for<'r> Self: ::actor_core::Declared,
            for<'r> Self: ::core::marker::Send,
            for<'r> <Self as ::actor_core::__private::Sends<
                Self::Msg,
            >>::Sent: ::core::marker::Send,
        {
            launcher.launch(driver.run());
        }
    }
};
