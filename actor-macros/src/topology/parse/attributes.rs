//! What stands above declarations: documentation, `#[cfg]`, and lints that are accepted.

use crate::diag::{self, Errors};
use crate::settings::options::separated;
use crate::topology::ast::Attributes;
use actor_topology::Lint;
use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Attribute, Ident, Meta};

/// Above the name of the topology, there is only documentation.
pub(super) fn of_head(input: ParseStream, errors: &mut Errors) -> syn::Result<TokenStream> {
    let mut docs = TokenStream::new();
    for attribute in input.call(Attribute::parse_outer)? {
        if attribute.path().is_ident("doc") {
            attribute.to_tokens(&mut docs);
        } else {
            errors.at(
                attribute.path(),
                "only documentation can stand above the name of a topology",
                "put the attribute above what it is about, or the topology into a module that has it",
            );
        }
    }
    Ok(docs)
}

pub(super) fn of_declaration(input: ParseStream, errors: &mut Errors) -> syn::Result<Attributes> {
    let mut found = Attributes::default();
    for attribute in input.call(Attribute::parse_outer)? {
        let path = attribute.path();
        if path.is_ident("doc") {
            attribute.to_tokens(&mut found.docs);
        } else if path.is_ident("cfg") {
            found.cfgs.push(attribute);
        } else if path.is_ident("allow") {
            match &attribute.meta {
                Meta::List(list) => allow(list.tokens.clone(), &mut found.allowed, errors),
                _ => errors.at(
                    path,
                    "`allow` needs the name of a lint",
                    "write `#[allow(unused_node)]`",
                ),
            }
        } else {
            errors.at(
                path,
                "this attribute means nothing on a declaration of a topology",
                "remove it: there are documentation, `#[cfg(…)]`, and `#[allow(…)]`",
            );
        }
    }
    Ok(found)
}

/// `unused_node, zero_restarts`
fn allow(list: TokenStream, allowed: &mut Vec<Lint>, errors: &mut Errors) {
    let known: Vec<_> = Lint::ALL.iter().map(|lint| lint.name()).collect();
    separated(list, errors, |input, _| {
        let name = input.call(Ident::parse_any)?;
        match Lint::from_name(&name.to_string()) {
            Some(lint) => allowed.push(lint),
            None => return Err(diag::unknown(&name, "lint of topologies", "a lint", &known)),
        }
        Ok(())
    });
}
