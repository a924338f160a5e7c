//! The macros of `actor-core`: [`macro@actor`], [`macro@handler`], [`macro@on`], and [`topology!`].
//!
//! Depend on `actor-core`, which re-exports them and documents them there: the code they generate names its items.
//!
//! The entry points below only convert token streams. Everything else works on [`proc_macro2`] tokens, so that it
//! can be unit tested: `actor/` and `topology/` read their input into a model, check the model, and expand it.

mod actor;
mod diag;
mod names;
mod orphan;
mod settings;
mod show;
mod topology;

#[cfg(test)]
mod testing;

use proc_macro::TokenStream;

/// Makes a struct or an enum an actor, and the methods of its `impl` block the messages it handles.
#[proc_macro_attribute]
pub fn actor(options: TokenStream, item: TokenStream) -> TokenStream {
    actor::expand(options.into(), item.into()).into()
}

/// Marks a method of an `#[actor] impl` block as the handler of a message.
#[proc_macro_attribute]
pub fn handler(_: TokenStream, item: TokenStream) -> TokenStream {
    orphan::expand("handler", &item.into()).into()
}

/// Marks a method of an `#[actor] impl` block as the handler of a signal or of an event.
#[proc_macro_attribute]
pub fn on(_: TokenStream, item: TokenStream) -> TokenStream {
    orphan::expand("on", &item.into()).into()
}

/// Declares which actors there are, where they run, who is restarted with whom, and whose events go to whom.
#[proc_macro]
pub fn topology(input: TokenStream) -> TokenStream {
    topology::expand(input.into()).into()
}
