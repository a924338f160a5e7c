//! What is accepted, refused, and recovered from on the block of an actor.

use super::expand;
use crate::testing::{headlines, mistakes};
use proc_macro2::TokenStream;
use quote::quote;

fn block(items: &TokenStream) -> TokenStream {
    expand(quote!(), quote!(impl Till { #items }))
}

#[test]
fn accepts() {
    let cases = [
        quote!(
            #[handler]
            fn a(&self) {}
        ),
        quote!(
            #[handler]
            const fn a(&self) -> u8 {
                3
            }
        ),
        quote!(
            #[handler]
            async fn a(self: &mut Self, mut b: Vec<u8>, ctx: &Context<Self>) {}
        ),
        quote!(
            #[handler]
            fn a<'a>(&'a mut self, ctx: &'a mut Context<Till>) {}
        ),
        quote!(
            #[handler]
            fn a(&self, ctx: &'static str, f: fn(&u8) -> &u8, b: Box<dyn Fn(&u8) + Send>) {}
        ),
        quote!(
            #[handler]
            fn a(&self, own: Context, of: my::Context<u8>) {}
        ),
        quote!(
            #[handler]
            fn a(&self, ref b: u8, (c): u8) {}
        ),
        quote!(
            #[actor_core::handler]
            fn a(&self) {}
        ),
        quote!(
            #[handler()]
            fn a(&self) {}
        ),
        quote!(
            #[handler(in(A, B), stash_in(C))]
            fn a(&self) {}
        ),
        quote!(
            #[handler]
            fn a(&self, reply: ReplyTo<u8>) -> Result<(), Fault> {}
        ),
        quote!(
            #[handler]
            fn a(&self, reply: actor_core::ReplyTo<u8, E>) -> () {}
        ),
        quote!(
            #[on(PreStart)]
            fn a(&self) {}
        ),
        quote!(
            #[on(PreStart)]
            async fn a(&mut self, ctx: &mut Context<Self>) -> Result<(), E> {}
        ),
        quote!(
            #[on(Terminated)]
            fn a(&mut self, _: Terminated) {}
        ),
        quote!(
            #[on(a::B<C>)]
            fn a(&mut self, (x, y): a::B<C>) {}
        ),
        quote!(
            #[cfg(a)]
            #[handler]
            fn a(&self) {}
            #[cfg(b)]
            #[handler]
            fn a(&self) {}
        ),
        quote!(
            #[cfg(a)]
            #[on(B)]
            fn a(&self, b: B) {}
            #[cfg(b)]
            #[on(B)]
            fn a(&self, b: B) {}
        ),
        quote!(
            fn helper() {},
            const N: usize = 3;,
            #[allow(x)]
            mac! {}
        ),
    ];
    for items in cases {
        assert_eq!(headlines(&block(&items)), [""; 0], "{items}");
    }
}

#[test]
fn refuses_what_cannot_work() {
    let cases = [
        (
            quote!(
                #[handler]
                fn a() {}
            ),
            "the handler `a` has no `self`",
        ),
        (
            quote!(
                #[handler]
                fn a(self) {}
            ),
            "a handler cannot take its actor by value: the actor goes on",
        ),
        (
            quote!(
                #[handler]
                fn a(self: Arc<Self>) {}
            ),
            "a handler cannot take its actor by value: the actor goes on",
        ),
        (
            quote!(
                #[handler]
                fn a(self: &mut Other) {}
            ),
            "a handler cannot take its actor by value: the actor goes on",
        ),
        (
            quote!(
                #[handler]
                fn a<T>(&self) {}
            ),
            "a handler cannot be generic: a message has one type, whoever sends it",
        ),
        (
            quote!(
                #[handler]
                fn a<const N: usize>(&self) {}
            ),
            "a handler cannot be generic: a message has one type, whoever sends it",
        ),
        (
            quote!(
                #[handler]
                fn a(&self)
                where
                    T: Copy,
                {
                }
            ),
            "a handler cannot have bounds of its own: its actor handles every message",
        ),
        (
            quote!(
                #[handler]
                fn a(&self, b: &mut u8) {}
            ),
            "a message cannot borrow: it outlives the call that sends it",
        ),
        (
            quote!(
                #[handler]
                fn a(&self, b: Ref<'_, u8>) {}
            ),
            "a message cannot borrow for `'_`: it outlives the call that sends it",
        ),
        (
            quote!(
                #[handler]
                fn a(&self, b: Vec<impl Copy>) {}
            ),
            "`impl Copy` is not one type, and a message has one",
        ),
        (
            quote!(
                #[handler]
                fn a(&self, b: Option<Rc<u8>>) {}
            ),
            "`Rc<u8>` is not `Send`, and a message goes to another thread",
        ),
        (
            quote!(
                #[handler]
                fn a(&self, _: u8) {}
            ),
            "this argument has no name, and it is a field of the message",
        ),
        (
            quote!(
                #[handler]
                fn a(&self, b @ C(d): C) {}
            ),
            "this argument has no name, and it is a field of the message",
        ),
        (
            quote!(
                #[handler]
                fn a(&self, __b: u8) {}
            ),
            "the name of this argument starts with `__`, which is kept for generated code",
        ),
        (
            quote!(
                #[handler]
                fn a(&self, #[cfg(x)] b: u8) {}
            ),
            "an argument of a handler cannot be conditional",
        ),
        (
            quote!(
                #[handler]
                fn a(&self, c: Context<Self>) {}
            ),
            "a handler borrows its context",
        ),
        (
            quote!(
                #[handler]
                fn a(&self, c: &Context<Other>) {}
            ),
            "this is the context of `Other`, and the handler is one of `Till`",
        ),
        (
            quote!(
                #[handler]
                fn a(&self, b: ReplyTo<u8>, c: ReplyTo<u8>) {}
            ),
            "a message is answered once",
        ),
        (
            quote!(
                #[handler]
                fn a(&self, b: ReplyTo<u8>) -> u8 {}
            ),
            "`a` answers through its `ReplyTo`, so nobody receives what it returns",
        ),
        (
            quote!(
                #[handler]
                fn a(&self) -> impl Future<Output = u8> {}
            ),
            "a handler returns its reply, not a future of it",
        ),
        (
            quote!(
                #[handler]
                fn a(&self) -> Box<dyn Error> {}
            ),
            "`dyn Error` is not `Send`, and a message goes to another thread",
        ),
        (
            quote!(
                #[handler]
                fn deref(&self) {}
            ),
            "a handler cannot be called `deref`: a handle has `deref` already",
        ),
        (
            quote!(
                #[handler(x)]
                fn a(&self) {}
            ),
            "unknown `handler` option `x`",
        ),
        (
            quote!(
                #[handler(in())]
                fn a(&self) {}
            ),
            "`in` is empty",
        ),
        (
            quote!(
                #[handler(in(A), in(B))]
                fn a(&self) {}
            ),
            "`in` is given twice",
        ),
        (
            quote!(
                #[handler(stash_in(A, A))]
                fn a(&self) {}
            ),
            "`A` is listed twice",
        ),
        (
            quote!(
                #[handler = 3]
                fn a(&self) {}
            ),
            "`#[handler]` takes its options in parentheses",
        ),
        (
            quote!(
                #[handlr]
                fn a(&self) {}
            ),
            "cannot find attribute `handlr`",
        ),
        (
            quote!(
                #[handler]
                type A = u8;
            ),
            "`#[handler]` belongs on a method",
        ),
        (
            quote!(
                #[on(&A)]
                fn a(&self) {}
            ),
            "`&A` cannot be an event",
        ),
        (
            quote!(
                #[on(PreStart)]
                fn a(&self, b: u8) {}
            ),
            "`PreStart` comes with no value",
        ),
        (
            quote!(
                #[on(PreStart)]
                fn a(&self) {}
                #[on(PreStart)]
                fn b(&self) {}
            ),
            "`PreStart` is handled twice",
        ),
        (
            quote!(
                #[on(A)]
                fn a(&self, b: A, c: A) {}
            ),
            "a hook takes the `A` it is on, and no more",
        ),
        (
            quote!(
                #[on(A)]
                fn a(&self, b: &A) {}
            ),
            "a hook is given its `A`, it does not borrow it",
        ),
        (
            quote!(
                #[on(A)]
                unsafe fn a(&self, b: A) {}
            ),
            "a hook cannot be `unsafe`: whoever sends a message cannot promise anything",
        ),
        (
            quote!(
                #[on(PostStp)]
                fn a(&self) {}
            ),
            "there is no signal `PostStp`",
        ),
        (
            quote!(
                #[on(A)]
                fn a(&self, b: A) {}
                #[handler]
                fn on_a(&self) {}
            ),
            "`on_a` and the event `A` would both be the message `TillMsg::OnA`",
        ),
    ];
    for (items, expected) in cases {
        assert_eq!(headlines(&block(&items)), [expected], "{items}");
    }
}

#[test]
fn leaves_to_rustc_what_it_says_better() {
    let cases = [
        quote!(
            #[handler]
            fn a(&self) {}
            #[handler]
            fn a(&self) {}
        ),
        quote!(
            #[handler]
            fn a(&self, b: u8, b: u8) {}
        ),
        quote!(
            #[handler]
            fn a(&self, b: str, c: [u8], d: dyn Copy, e: _) {}
        ),
        quote!(
            #[handler]
            fn a(&self) -> str {}
        ),
        quote!(#[handler] fn a(&self)),
        quote!(#[handler] fn a(&self, b) {}),
        quote!(#[handler] fn a(b: u8, &self) {}),
        quote!(#[handler] fn a(&self) -> { }),
        quote!(#[handler] fn),
        quote!(fn a(&self) { let x = ; }),
        quote!(nonsense),
        quote!(#[derive] #[=] fn a(&self) {}),
    ];
    for items in cases {
        assert_eq!(mistakes(&block(&items)), [""; 0], "{items}");
    }
}

#[test]
fn a_mistake_in_one_handler_is_none_in_another() {
    let expanded = block(&quote! {
        #[handler]
        fn bad(&self, text: &str) -> u8 {}

        #[handler]
        fn half(&self, b) -> u8 {}

        #[handler]
        fn good(&self, n: u8) -> u8 {}
    })
    .to_string();
    assert!(
        expanded.contains("fn bad (& self , _ : & str) -> :: actor_core :: Call"),
        "{expanded}"
    );
    assert!(expanded.contains("Good { n : u8 ,"), "{expanded}");
    assert!(!expanded.contains("Bad {"), "{expanded}");
}

#[test]
fn a_block_that_is_none_keeps_its_methods() {
    for (head, expected) in [
        (
            quote!(impl Draw for Till),
            "the messages of an actor cannot be in an implementation of `Draw`",
        ),
        (quote!(impl [u8]), "`[u8]` cannot be an actor"),
        (
            quote!(impl<T> <T as Owner>::Till),
            "`<T as Owner>::Till` cannot be an actor",
        ),
    ] {
        let expanded = expand(quote!(), quote!(#head { #[handler] fn a(&self) {} }));
        assert_eq!(headlines(&expanded), [expected]);
        let text = expanded.to_string();
        assert!(
            text.contains("fn a (& self) { }") && !text.contains("handler]"),
            "{text}"
        );
    }
}

#[test]
fn parameters_have_the_bounds_of_an_actor() {
    let cases = [
        (
            quote!(impl<T> Till<T>),
            "`T` has to be `Send + 'static`: an actor lives in a task of its own",
        ),
        (
            quote!(impl<T: Clone + Send> Till<T>),
            "`T` has to be `'static`: an actor lives in a task of its own",
        ),
        (
            quote!(impl<T> Till<T> where T: Hash + 'static),
            "`T` has to be `Send`: an actor lives in a task of its own",
        ),
    ];
    for (head, expected) in cases {
        let expanded = expand(quote!(), quote!(#head { }));
        assert_eq!(headlines(&expanded), [expected], "{head}");
    }
    for head in [
        quote!(impl<T: Mine> Till<T>),
        quote!(impl<T: Clone + Mine> Till<T>),
        quote!(impl<T: Send + 'static> Till<T>),
        quote!(impl<T: 'static> Till<T> where T: Send),
        quote!(impl<const N: usize> Till<N>),
    ] {
        let expanded = expand(quote!(), quote!(#head { }));
        assert_eq!(headlines(&expanded), [""; 0], "{head}");
    }
}
