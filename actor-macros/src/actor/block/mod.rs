//! `#[actor]` on an `impl` block: the messages of the actor, and what is done with each.

mod args;
mod attributes;
mod check;
mod expand;
mod header;
mod model;
mod parse;
mod segment;
mod signature;
mod types;

use crate::diag::Errors;
use parse::Parsed;
use proc_macro2::TokenStream;
use quote::quote;

/// `#[actor(options)] impl Till { … }` → the block without our attributes, the messages, and the methods of `TillHandle`.
pub(crate) fn expand(options: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::new();
    let options = args::actor(options, &mut errors);
    let expanded = match parse::parse(item, options, &mut errors) {
        Parsed::Item(item) => item,
        Parsed::Block(mut block) => {
            check::check(&mut block, &mut errors);
            expand::expand(&block)
        }
    };
    let errors = errors.into_tokens();
    quote!(#expanded #errors)
}

#[cfg(test)]
mod tests;
