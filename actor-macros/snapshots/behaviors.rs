struct Door;
///A handle to a running [`Door`](type@Door): a method for every message it handles.
struct DoorHandle(::actor_core::Handle<Door>);
const _: () = {
    #[automatically_derived]
    impl ::core::clone::Clone for DoorHandle {
        fn clone(&self) -> Self {
            Self(::core::clone::Clone::clone(&self.0))
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for DoorHandle {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            let handle: &::actor_core::Handle<Door> = &self.0;
            ::core::fmt::Debug::fmt(handle, formatter)
        }
    }
    /// Handles are equal if they name the same actor.
    #[automatically_derived]
    impl ::core::cmp::PartialEq for DoorHandle {
        fn eq(&self, other: &Self) -> ::core::primitive::bool {
            let handle: &::actor_core::Handle<Door> = &self.0;
            ::core::cmp::PartialEq::eq(handle, &other.0)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::Eq for DoorHandle {}
    #[automatically_derived]
    impl ::core::hash::Hash for DoorHandle {
        fn hash<__H: ::core::hash::Hasher>(&self, state: &mut __H) {
            let handle: &::actor_core::Handle<Door> = &self.0;
            ::core::hash::Hash::hash(handle, state)
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<::actor_core::Handle<Door>> for DoorHandle {
        fn from(handle: ::actor_core::Handle<Door>) -> Self {
            Self(handle)
        }
    }
    #[automatically_derived]
    impl ::core::ops::Deref for DoorHandle {
        type Target = ::actor_core::Handle<Door>;
        fn deref(&self) -> &::actor_core::Handle<Door> {
            &self.0
        }
    }
};
///The messages of [`Door`](type@Door).
type DoorMsg = <Door as ::actor_core::Actor>::Msg;
///How [`Door`](type@Door) behaves.
#[derive(
    ::core::clone::Clone,
    ::core::marker::Copy,
    ::core::fmt::Debug,
    ::core::cmp::PartialEq,
    ::core::cmp::Eq,
    ::core::hash::Hash,
)]
enum DoorBehavior {
    ///It is `Loading`.
    Loading,
    ///It is `Open`.
    Open,
}
const _: () = {
    #[automatically_derived]
    impl ::actor_core::Behavior for DoorBehavior {
        const INITIAL: Self = Self::Loading;
        const ALL: &'static [Self] = &[Self::Loading, Self::Open];
        fn name(self) -> &'static ::core::primitive::str {
            match self {
                Self::Loading => "Loading",
                Self::Open => "Open",
            }
        }
    }
};
const _: () = {
    #[automatically_derived]
    impl ::actor_core::Declared for Door {
        const TYPE_NAME: &'static ::core::primitive::str = "Door";
        const OPTIONS: &'static ::actor_core::ActorOptions = &::actor_core::ActorOptions {
            mailbox: ::actor_core::Mailbox::DEFAULT,
            supervision: ::core::option::Option::None,
            passivation: ::core::option::Option::None,
            stash: ::core::option::Option::Some(10),
            resume_after_panic: false,
        };
        type Behavior = DoorBehavior;
    }
    #[automatically_derived]
    impl ::actor_core::__private::HasBehaviors for Door {}
    #[automatically_derived]
    impl<__L> ::actor_core::__private::topology::ToolsFrom<__L> for Door {}
};
impl Door {
    #[allow(
        clippy::large_types_passed_by_value,
        clippy::needless_pass_by_value,
        clippy::missing_const_for_fn,
        clippy::needless_pass_by_ref_mut
    )]
    #[cfg(unix)]
    #[deprecated]
    fn pass(&mut self, reply: ReplyTo<u64, Shut>) {}
}
#[allow(
    clippy::shadow_reuse,
    clippy::too_many_arguments,
    clippy::type_complexity,
    clippy::used_underscore_binding
)]
const _: () = {
    const __CHECKED: ::core::primitive::bool = {
        ::actor_core::__private::require_behaviors::<Door>();
        true
    };
    type __Checked<__T> = <__T as ::actor_core::__private::Checked<{ __CHECKED }>>::Type;
    const __SENDABLE: ::core::primitive::bool = {
        #[cfg(unix)] ::actor_core::__private::require_reply_part::<u64>();
        #[cfg(unix)] ::actor_core::__private::require_reply_part::<Shut>();
        true
    };
    type __Sendable<__T> = <__T as ::actor_core::__private::Checked<
        { __SENDABLE },
    >>::Type;
    ///The messages of `Door`.
    pub enum DoorMsg {
        #[cfg(unix)]
        Pass { #[doc(hidden)] reply: ::actor_core::ReplyTo<u64, Shut> },
    }
    impl DoorMsg {
        #[cfg(unix)]
        ///The message of [`DoorHandle::pass`], told: nobody waits for its reply.
        #[deprecated]
        #[must_use]
        fn pass() -> Self {
            Self::Pass {
                reply: ::actor_core::ReplyTo::none(),
            }
        }
    }
    #[automatically_derived]
    impl ::actor_core::Message for DoorMsg {
        fn name(&self) -> &'static ::core::primitive::str {
            match *self {
                #[cfg(unix)]
                DoorMsg::Pass { .. } => "pass",
            }
        }
    }
    impl DoorHandle {
        ///The message `pass`.
        #[cfg(unix)]
        #[deprecated]
        fn pass(&self) -> ::actor_core::Call<'_, Door, (), u64, Shut> {
            __Sendable::<
                ::actor_core::Call<'_, Door, (), u64, Shut>,
            >::__new(
                ::core::ops::Deref::deref(self),
                (),
                |(), reply| DoorMsg::Pass { reply: reply },
            )
        }
    }
    type __Behavior = __Checked<<Door as ::actor_core::Declared>::Behavior>;
    #[automatically_derived]
    impl ::actor_core::__private::Sends<DoorMsg> for Door {
        type Sent = __Sendable<DoorMsg>;
    }
    #[automatically_derived]
    impl ::actor_core::Actor for Door {
        type Msg = DoorMsg;
        #[cfg(doc)]
        type Handle = DoorHandle;
        #[cfg(not(doc))]
        type Handle = DoorHandle
        where
            for<'r> <Self as ::actor_core::__private::Sends<
                Self::Msg,
            >>::Sent: ::core::marker::Send;
        #[allow(deprecated)]
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
                #[cfg(unix)]
                DoorMsg::Pass { reply } => {
                    match ctx.behavior() {
                        <__Behavior>::Open => {
                            if !ctx.__begin("pass", &reply) {
                                return ::core::result::Result::Ok(());
                            }
                            ::actor_core::__private::hook_outcome(
                                Self::pass(self, reply),
                            )
                        }
                        <__Behavior>::Loading => {
                            ctx.__stash(DoorMsg::Pass { reply });
                            ::core::result::Result::Ok(())
                        }
                        _ => {
                            ctx.__unhandled("pass", reply);
                            ::core::result::Result::Ok(())
                        }
                    }
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
