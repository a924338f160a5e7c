//! `topology!`
//!
//! `parse/` reads the declarations, and goes on behind those that it cannot read; `model.rs` makes of them the data that
//! `actor-topology` checks, and `places.rs` says where its findings are; `check.rs` adds what depends on how something
//! is written; `constants.rs` leaves to rustc what constants amount to; `expand.rs` generates.

mod ast;
mod check;
mod constants;
mod expand;
mod lints;
mod model;
mod parse;
mod places;

use crate::diag::Errors;
use proc_macro2::TokenStream;
use quote::quote;

/// `pub Shop; node edge = "edge"; …` → `Shop`, `ShopEdge`, and all mistakes.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let mut errors = Errors::new();
    let ast = parse::parse(input, &mut errors);
    let lints = check::check(&ast, &mut errors);
    let valid = errors.is_empty();
    let generated = expand::expand(&ast, valid);
    let constants = constants::expand(&ast);
    let lints = lints::expand(&lints);
    let errors = errors.into_tokens();
    quote!(#generated #constants #lints #errors)
}

#[cfg(test)]
mod tests;
