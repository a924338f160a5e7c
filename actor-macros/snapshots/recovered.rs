impl Till {
    #[allow(
        clippy::large_types_passed_by_value,
        clippy::needless_pass_by_value,
        clippy::missing_const_for_fn,
        clippy::needless_pass_by_ref_mut
    )]
    pub fn note(text: &str, (a, b): (u8, u8)) -> &str {}
    #[allow(clippy::missing_const_for_fn, clippy::needless_pass_by_ref_mut)]
    fn sold(&mut self) {}
    #[allow(clippy::missing_const_for_fn, clippy::needless_pass_by_ref_mut)]
    fn total(&self) -> u64 {}
}
#[allow(
    clippy::shadow_reuse,
    clippy::too_many_arguments,
    clippy::type_complexity,
    clippy::used_underscore_binding
)]
const _: () = {
    const __SENDABLE: ::core::primitive::bool = {
        ::actor_core::__private::require_reply_part::<u64>();
        true
    };
    type __Sendable<__T> = <__T as ::actor_core::__private::Checked<
        { __SENDABLE },
    >>::Type;
    ///The messages of `Till`.
    pub enum TillMsg {
        Total { #[doc(hidden)] __reply: ::actor_core::ReplyTo<u64> },
    }
    impl TillMsg {
        ///The message of [`TillHandle::note`], told: nobody waits for its reply.
        pub fn note(_: &str, _: (u8, u8)) -> Self {
            ::core::unreachable!()
        }
        ///The message of [`TillHandle::total`], told: nobody waits for its reply.
        #[must_use]
        fn total() -> Self {
            Self::Total {
                __reply: ::actor_core::ReplyTo::none(),
            }
        }
    }
    #[automatically_derived]
    impl ::actor_core::Message for TillMsg {
        fn name(&self) -> &'static ::core::primitive::str {
            match *self {
                TillMsg::Total { .. } => "total",
            }
        }
    }
    impl TillHandle {
        ///The message `note`.
        pub fn note(
            &self,
            _: &str,
            _: (u8, u8),
        ) -> ::actor_core::Call<'_, Till, (), String> {
            ::core::unreachable!()
        }
        ///The message `total`.
        fn total(&self) -> ::actor_core::Call<'_, Till, (), u64> {
            __Sendable::<
                ::actor_core::Call<'_, Till, (), u64>,
            >::__new(
                ::core::ops::Deref::deref(self),
                (),
                |(), reply| TillMsg::Total { __reply: reply },
            )
        }
    }
    #[automatically_derived]
    impl ::actor_core::Subscriber<Sold> for Till {
        fn __event(event: Sold) -> <Self as ::actor_core::Actor>::Msg {
            ::core::unreachable!()
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
                TillMsg::Total { __reply } => {
                    if !ctx.__begin("total", &__reply) {
                        return ::core::result::Result::Ok(());
                    }
                    let __out = Self::total(self);
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
::core::compile_error! {
    "the handler `note` has no `self`\nhelp: add `&mut self` as its first argument, or `&self` if it only reads"
}
::core::compile_error! {
    "a message cannot borrow: it outlives the call that sends it\nhelp: write `String`"
}
::core::compile_error! {
    "this argument has no name, and it is a field of the message\nhelp: write `name: (u8, u8)`, and inside of the handler `let (a, b) = name;`"
}
::core::compile_error! {
    "a reply cannot borrow from the actor: it is sent to whoever asked\nhelp: return `String`"
}
::core::compile_error! {
    "`sold` does not take the `Sold` it is on\nhelp: add an argument for it, as in `event: Sold`"
}
