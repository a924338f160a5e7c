//! The head of a struct or an enum. What it holds is none of our business, so it is not parsed.

use super::model::{Declaration, Options};
use proc_macro2::{TokenStream, TokenTree};
use syn::parse::{ParseStream, Parser as _};
use syn::{Attribute, Generics, Ident, Token, Visibility, token};

/// `None` if it is half-typed: rustc has said so, with the item it has been given back.
pub(crate) fn parse(item: TokenStream, options: Options) -> Option<Declaration> {
    let head = |input: ParseStream| {
        let cfgs = input
            .call(Attribute::parse_outer)?
            .into_iter()
            .filter(|attribute| attribute.path().is_ident("cfg"))
            .collect();
        let vis: Visibility = input.parse()?;
        if input.peek(Token![struct]) {
            input.parse::<Token![struct]>()?;
        } else {
            input.parse::<Token![enum]>()?;
        }
        let name: Ident = input.parse()?;
        let mut generics: Generics = input.parse()?;
        // A tuple struct has its where clause behind its fields.
        if input.peek(token::Paren) {
            input.parse::<TokenTree>()?;
        }
        generics.where_clause = input.parse()?;
        while !input.is_empty() {
            input.parse::<TokenTree>()?;
        }
        Ok(Declaration {
            cfgs,
            vis,
            name,
            generics,
            options,
        })
    };
    head.parse2(item).ok()
}
