impl Log {
    #[allow(clippy::missing_const_for_fn, clippy::needless_pass_by_ref_mut)]
    async fn start(&mut self) -> Result<(), Fault> {}
    #[allow(
        clippy::large_types_passed_by_value,
        clippy::needless_pass_by_value,
        clippy::missing_const_for_fn,
        clippy::needless_pass_by_ref_mut
    )]
    #[cfg(unix)]
    fn gone(&mut self, gone: Terminated) {}
    #[allow(
        clippy::large_types_passed_by_value,
        clippy::needless_pass_by_value,
        clippy::missing_const_for_fn,
        clippy::needless_pass_by_ref_mut
    )]
    fn sold(&mut self, ctx: &mut Context<Self>, _: shop::Sold) {}
}
#[allow(
    clippy::shadow_reuse,
    clippy::too_many_arguments,
    clippy::type_complexity,
    clippy::used_underscore_binding
)]
const _: () = {
    const __SENDABLE: ::core::primitive::bool = {
        ::actor_core::__private::require_message_part::<shop::Sold>();
        true
    };
    type __Sendable<__T> = <__T as ::actor_core::__private::Checked<
        { __SENDABLE },
    >>::Type;
    ///The messages of `Log`.
    pub enum LogMsg {
        OnSold { event: shop::Sold },
    }
    impl LogMsg {}
    #[automatically_derived]
    impl ::actor_core::Message for LogMsg {
        fn name(&self) -> &'static ::core::primitive::str {
            match *self {
                LogMsg::OnSold { .. } => "Sold",
            }
        }
    }
    impl LogHandle {}
    #[automatically_derived]
    impl ::actor_core::Subscriber<shop::Sold> for Log {
        fn __event(event: shop::Sold) -> <Self as ::actor_core::Actor>::Msg {
            LogMsg::OnSold { event: event }
        }
    }
    #[automatically_derived]
    impl ::actor_core::__private::Sends<LogMsg> for Log {
        type Sent = __Sendable<LogMsg>;
    }
    #[automatically_derived]
    impl ::actor_core::Actor for Log {
        type Msg = LogMsg;
        #[cfg(doc)]
        type Handle = LogHandle;
        #[cfg(not(doc))]
        type Handle = LogHandle
        where
            for<'r> <Self as ::actor_core::__private::Sends<
                Self::Msg,
            >>::Sent: ::core::marker::Send;
        const HOOKS: ::actor_core::__private::Hooks = ::actor_core::__private::Hooks {
            pre_start: true,
            post_start: false,
            post_stop: false,
            terminated: {
                let handled = false;
                #[cfg(unix)]
                let handled = true;
                handled
            },
            panic_signal: false,
        };
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
                LogMsg::OnSold { event: __event } => {
                    ctx.__begin_event("Sold");
                    ::actor_core::__private::hook_outcome(Self::sold(self, ctx, __event))
                }
            }
        }
        async fn __signal(
            &mut self,
            ctx: &mut ::actor_core::Context<Self>,
            signal: ::actor_core::__private::Signal,
        ) -> ::actor_core::__private::Outcome
        where
            for<'r> Self: ::actor_core::Declared,
            for<'r> Self: ::core::marker::Send,
            for<'r> <Self as ::actor_core::__private::Sends<
                Self::Msg,
            >>::Sent: ::core::marker::Send,
        {
            match signal {
                ::actor_core::__private::Signal::PreStart => {
                    let __out = ::actor_core::__private::require_send(Self::start(self))
                        .await;
                    ::actor_core::__private::hook_outcome(__out)
                }
                #[cfg(unix)]
                ::actor_core::__private::Signal::Terminated(__event) => {
                    ::actor_core::__private::hook_outcome(Self::gone(self, __event))
                }
                _ => ::core::result::Result::Ok(()),
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
