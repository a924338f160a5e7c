//! `#[actor]` on a struct or an enum: the names of the actor, and its options.

mod args;
mod check;
mod expand;
mod model;
mod parse;

use crate::diag::Errors;
use proc_macro2::TokenStream;
use quote::quote;

/// `#[actor(options)] struct Till { … }` → the struct, `TillHandle`, `TillMsg`, `TillBehavior`, and what the options say.
pub(crate) fn expand(options: TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::new();
    let options = args::parse(options, &mut errors);
    let generated = parse::parse(item.clone(), options).map(|mut declaration| {
        check::check(&mut declaration, &mut errors);
        expand::expand(&declaration)
    });
    let errors = errors.into_tokens();
    quote!(#item #generated #errors)
}

#[cfg(test)]
mod tests;
