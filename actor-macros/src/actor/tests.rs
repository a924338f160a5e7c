//! Whole expansions.

use crate::testing::{bare, damaged, headlines, mistakes, snapshot};
use proc_macro2::TokenStream;
use quote::quote;

/// An expansion in which nothing is wrong.
fn actor(options: TokenStream, item: TokenStream) -> TokenStream {
    let expanded = super::expand(options, item);
    assert_eq!(mistakes(&expanded), [""; 0]);
    expanded
}

#[test]
fn plain() {
    let mut expanded = actor(
        quote!(mailbox = 256),
        quote! {
            /// A till.
            pub struct Till {
                total: u64,
            }
        },
    );
    expanded.extend(actor(
        quote!(msg(derive(Debug))),
        quote! {
            impl Till {
                /// Adds up.
                #[handler]
                pub fn add(&mut self, amount: u64) -> u64 {
                    self.total += amount;
                    self.total
                }

                fn helper() {}
            }
        },
    ));
    snapshot("plain", expanded);
}

#[test]
fn generic() {
    let mut expanded = actor(
        quote!(),
        quote!(
            pub(crate) struct Cache<K: Hash, const N: usize = 4>(HashMap<K, [u8; N]>)
            where
                K: Eq;
        ),
    );
    expanded.extend(actor(
        quote!(crate = my::actors),
        quote! {
            impl<K: Hash + Send + 'static, const N: usize> cache::Cache<K, N>
            where
                K: Eq,
            {
                #[handler]
                async fn merge(&mut self, other: Box<Self>, ctx: &mut Context<Self>) -> io::Result<[u8; N]> {}
            }
        },
    ));
    snapshot("generic", expanded);
}

#[test]
fn behaviors() {
    let mut expanded = actor(
        quote!(behaviors(Loading, Open), stash = 10),
        quote! { struct Door; },
    );
    expanded.extend(actor(
        quote!(),
        quote! {
            impl Door {
                #[cfg(unix)]
                #[deprecated]
                #[handler(in(Open), stash_in(Loading))]
                fn pass(&mut self, reply: ReplyTo<u64, Shut>) {}
            }
        },
    ));
    snapshot("behaviors", expanded);
}

#[test]
fn hooks() {
    let expanded = actor(
        quote!(),
        quote! {
            impl Log {
                #[on(PreStart)]
                async fn start(&mut self) -> Result<(), Fault> {}

                #[cfg(unix)]
                #[on(Terminated)]
                fn gone(&mut self, gone: Terminated) {}

                #[on(shop::Sold)]
                fn sold(&mut self, ctx: &mut Context<Self>, _: shop::Sold) {}
            }
        },
    );
    snapshot("hooks", expanded);
}

#[test]
fn replies() {
    let expanded = actor(
        quote!(),
        quote! {
            impl Oracle {
                #[handler]
                fn result(&self) -> Result<u8, Unknown> {}

                #[handler]
                fn fault(&self) -> Result<u8, Fault> {}

                #[handler]
                fn both(&self) -> Result<Result<u8, Unknown>, Fault> {}

                #[handler(reply = plain)]
                fn plain(&self) -> Result<u8, Unknown> {}
            }
        },
    );
    snapshot("replies", expanded);
}

/// A handler that cannot work keeps what others use of it.
#[test]
fn recovered() {
    let expanded = super::expand(
        quote!(),
        quote! {
            impl Till {
                #[handler]
                pub fn note(text: &str, (a, b): (u8, u8)) -> &str {}

                #[on(Sold)]
                fn sold(&mut self) {}

                #[handler]
                fn total(&self) -> u64 {}
            }
        },
    );
    assert_eq!(
        headlines(&expanded),
        [
            "the handler `note` has no `self`",
            "a message cannot borrow: it outlives the call that sends it",
            "this argument has no name, and it is a field of the message",
            "a reply cannot borrow from the actor: it is sent to whoever asked",
            "`sold` does not take the `Sold` it is on",
        ]
    );
    snapshot("recovered", expanded);
}

/// Names that mean something else where a user has shadowed them.
#[test]
fn nothing_is_taken_from_the_prelude() {
    const NAMES: [&str; 44] = [
        "AsRef",
        "Box",
        "Clone",
        "Copy",
        "Debug",
        "Default",
        "Deref",
        "Drop",
        "Duration",
        "Eq",
        "Err",
        "Fn",
        "FnMut",
        "FnOnce",
        "From",
        "Future",
        "Hash",
        "Infallible",
        "Into",
        "Iterator",
        "None",
        "Ok",
        "Option",
        "PartialEq",
        "PhantomData",
        "Result",
        "Send",
        "Some",
        "String",
        "Sync",
        "Vec",
        "actor_core",
        "alloc",
        "bool",
        "core",
        "format",
        "panic",
        "std",
        "str",
        "u8",
        "unreachable",
        "usize",
        "vec",
        "drop",
    ];
    let mut expanded = actor(
        quote!(
            mailbox = bounded(3, reject),
            supervision = restart(max = 3, within = 60s, on_exhausted = stop),
            on_error(Panic = stop),
            passivate(after = 5m),
            stash = 5,
            emits(Sold),
            behaviors(Open, Closed)
        ),
        quote!(
            pub struct Shop<T>(T);
        ),
    );
    expanded.extend(actor(
        quote!(),
        quote! {
            impl<T> Shop<T> where T: Wares + 'static + ::core::marker::Send {
                #[handler(in(Open), stash_in(Closed))]
                async fn sell(&mut self, ctx: &mut Context<Self>, wares: T) -> Money {}

                #[handler]
                fn try_sell(&mut self, wares: T) -> outcome::Result<Money, Trouble> {}

                #[handler]
                fn order(&mut self, reply: ReplyTo<Money>) {}

                #[on(PreStart)]
                fn open(&mut self) {}

                #[on(Sold)]
                fn sold(&mut self, sold: Sold) {}
            }
        },
    ));
    assert_eq!(bare(&expanded, &NAMES), [""; 0]);
}

#[test]
fn other_items_are_given_back() {
    for item in [
        quote! { fn till() -> u64 { 3 } },
        quote! { pub(crate) const unsafe fn till() {} },
        quote! { pub trait Till {} },
        quote! { mod till {} },
        quote! { union Till { total: u64 } },
    ] {
        let text = item.to_string();
        let expanded = super::expand(quote!(), item);
        assert!(expanded.to_string().starts_with(&text), "{expanded}");
        assert_eq!(headlines(&expanded).len(), 1, "{expanded}");
    }
    let expanded = super::expand(
        quote!(),
        quote!(
            const fn till() {}
        ),
    );
    assert_eq!(headlines(&expanded), ["a `fn` cannot be an actor"]);
}

#[test]
fn what_is_half_typed_is_left_to_rustc() {
    for item in [
        quote!(struct),
        quote!(pub),
        quote!(impl Till),
        quote!(struct Till<),
    ] {
        let text = item.to_string();
        let expanded = super::expand(quote!(), item);
        assert_eq!(expanded.to_string(), text);
    }
}

/// As while somebody types. What is no item any more is given back as it is, for rustc to say so.
#[test]
fn damage_anywhere_is_no_panic() {
    let items = [
        quote! {
            #[derive(Default)]
            pub struct Till<T: Wares, const N: usize> where T: Clone { total: [T; N] }
        },
        quote! {
            impl<T: Wares, const N: usize> Till<T, N> where T: Clone {
                #[on(PreStart)]
                async fn open(&mut self, ctx: &mut Context<Self>) -> Result<(), Fault> { Ok(()) }

                #[handler(in(Open), stash_in(Closed))]
                pub async fn sell(&mut self, wares: Vec<T>, r#type: u8) -> Result<u64, Trouble> { Ok(1) }

                #[handler]
                fn later(&mut self, reply: ReplyTo<u64>) {}

                #[on(Sold)]
                fn sold(&mut self, sold: Sold) {}
            }
        },
    ];
    let options = [
        quote! {
            mailbox = bounded(3, reject),
            supervision = restart(max = 3, within = 60s),
            on_error(Panic = stop),
            emits(Sold),
            behaviors(Open, Closed)
        },
        quote!(remote, msg(derive(Debug))),
    ];
    for (options, item) in options.into_iter().zip(items) {
        for damaged in damaged(&item) {
            super::expand(options.clone(), damaged);
        }
        for damaged in damaged(&options) {
            super::expand(damaged, item.clone());
        }
    }
}
