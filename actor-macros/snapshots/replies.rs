impl Oracle {
    #[allow(clippy::missing_const_for_fn, clippy::needless_pass_by_ref_mut)]
    fn result(&self) -> Result<u8, Unknown> {}
    #[allow(clippy::missing_const_for_fn, clippy::needless_pass_by_ref_mut)]
    fn fault(&self) -> Result<u8, Fault> {}
    #[allow(clippy::missing_const_for_fn, clippy::needless_pass_by_ref_mut)]
    fn both(&self) -> Result<Result<u8, Unknown>, Fault> {}
    #[allow(clippy::missing_const_for_fn, clippy::needless_pass_by_ref_mut)]
    fn plain(&self) -> Result<u8, Unknown> {}
}
#[allow(
    clippy::shadow_reuse,
    clippy::too_many_arguments,
    clippy::type_complexity,
    clippy::used_underscore_binding
)]
const _: () = {
    const __SENDABLE: ::core::primitive::bool = {
        ::actor_core::__private::require_reply_part::<u8>();
        ::actor_core::__private::require_reply_part::<Unknown>();
        ::actor_core::__private::require_reply_part::<u8>();
        ::actor_core::__private::require_reply_part::<u8>();
        ::actor_core::__private::require_reply_part::<Unknown>();
        ::actor_core::__private::require_reply_part::<Result<u8, Unknown>>();
        true
    };
    type __Sendable<__T> = <__T as ::actor_core::__private::Checked<
        { __SENDABLE },
    >>::Type;
    ///The messages of `Oracle`.
    pub enum OracleMsg {
        Result { #[doc(hidden)] __reply: ::actor_core::ReplyTo<u8, Unknown> },
        Fault { #[doc(hidden)] __reply: ::actor_core::ReplyTo<u8> },
        Both { #[doc(hidden)] __reply: ::actor_core::ReplyTo<u8, Unknown> },
        Plain { #[doc(hidden)] __reply: ::actor_core::ReplyTo<Result<u8, Unknown>> },
    }
    impl OracleMsg {
        ///The message of [`OracleHandle::result`], told: nobody waits for its reply.
        #[must_use]
        fn result() -> Self {
            Self::Result {
                __reply: ::actor_core::ReplyTo::none(),
            }
        }
        ///The message of [`OracleHandle::fault`], told: nobody waits for its reply.
        #[must_use]
        fn fault() -> Self {
            Self::Fault {
                __reply: ::actor_core::ReplyTo::none(),
            }
        }
        ///The message of [`OracleHandle::both`], told: nobody waits for its reply.
        #[must_use]
        fn both() -> Self {
            Self::Both {
                __reply: ::actor_core::ReplyTo::none(),
            }
        }
        ///The message of [`OracleHandle::plain`], told: nobody waits for its reply.
        #[must_use]
        fn plain() -> Self {
            Self::Plain {
                __reply: ::actor_core::ReplyTo::none(),
            }
        }
    }
    #[automatically_derived]
    impl ::actor_core::Message for OracleMsg {
        fn name(&self) -> &'static ::core::primitive::str {
            match *self {
                OracleMsg::Result { .. } => "result",
                OracleMsg::Fault { .. } => "fault",
                OracleMsg::Both { .. } => "both",
                OracleMsg::Plain { .. } => "plain",
            }
        }
    }
    impl OracleHandle {
        ///The message `result`.
        fn result(&self) -> ::actor_core::Call<'_, Oracle, (), u8, Unknown> {
            __Sendable::<
                ::actor_core::Call<'_, Oracle, (), u8, Unknown>,
            >::__new(
                ::core::ops::Deref::deref(self),
                (),
                |(), reply| OracleMsg::Result {
                    __reply: reply,
                },
            )
        }
        ///The message `fault`.
        fn fault(&self) -> ::actor_core::Call<'_, Oracle, (), u8> {
            __Sendable::<
                ::actor_core::Call<'_, Oracle, (), u8>,
            >::__new(
                ::core::ops::Deref::deref(self),
                (),
                |(), reply| OracleMsg::Fault { __reply: reply },
            )
        }
        ///The message `both`.
        fn both(&self) -> ::actor_core::Call<'_, Oracle, (), u8, Unknown> {
            __Sendable::<
                ::actor_core::Call<'_, Oracle, (), u8, Unknown>,
            >::__new(
                ::core::ops::Deref::deref(self),
                (),
                |(), reply| OracleMsg::Both { __reply: reply },
            )
        }
        ///The message `plain`.
        fn plain(&self) -> ::actor_core::Call<'_, Oracle, (), Result<u8, Unknown>> {
            __Sendable::<
                ::actor_core::Call<'_, Oracle, (), Result<u8, Unknown>>,
            >::__new(
                ::core::ops::Deref::deref(self),
                (),
                |(), reply| OracleMsg::Plain { __reply: reply },
            )
        }
    }
    #[automatically_derived]
    impl ::actor_core::__private::Sends<OracleMsg> for Oracle {
        type Sent = __Sendable<OracleMsg>;
    }
    #[automatically_derived]
    impl ::actor_core::Actor for Oracle {
        type Msg = OracleMsg;
        #[cfg(doc)]
        type Handle = OracleHandle;
        #[cfg(not(doc))]
        type Handle = OracleHandle
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
                OracleMsg::Result { __reply } => {
                    if !ctx.__begin("result", &__reply) {
                        return ::core::result::Result::Ok(());
                    }
                    let __out = Self::result(self);
                    ::actor_core::__private::reply_result(
                        ctx,
                        __reply,
                        __out,
                        |error| {
                            use ::actor_core::__private::{
                                ViaDebug as _, ViaDisplay as _, ViaNothing as _,
                            };
                            (&&&::actor_core::__private::Described(error)).describe()
                        },
                    )
                }
                OracleMsg::Fault { __reply } => {
                    if !ctx.__begin("fault", &__reply) {
                        return ::core::result::Result::Ok(());
                    }
                    let __out = Self::fault(self);
                    ::actor_core::__private::reply_fault(__reply, __out)
                }
                OracleMsg::Both { __reply } => {
                    if !ctx.__begin("both", &__reply) {
                        return ::core::result::Result::Ok(());
                    }
                    let __out = Self::both(self);
                    ::actor_core::__private::reply_fault_result(
                        ctx,
                        __reply,
                        __out,
                        |error| {
                            use ::actor_core::__private::{
                                ViaDebug as _, ViaDisplay as _, ViaNothing as _,
                            };
                            (&&&::actor_core::__private::Described(error)).describe()
                        },
                    )
                }
                OracleMsg::Plain { __reply } => {
                    if !ctx.__begin("plain", &__reply) {
                        return ::core::result::Result::Ok(());
                    }
                    let __out = Self::plain(self);
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
