//! Addresses and ids given by constants: what they amount to is not in sight, so rustc checks them when it evaluates
//! them. The messages are literals, since constants cannot format; they name the declarations instead of the values.

use super::ast::{Actor, Text, Topology};
use super::model::text;
use crate::names;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, Lit};

pub(crate) fn expand(topology: &Topology) -> TokenStream {
    let krate = names::krate(topology.krate.as_ref());
    let mut checks = TokenStream::new();
    nodes(topology, &krate, &mut checks);
    ids(topology, &krate, &mut checks);
    checks
}

/// V6, N2, and N3.
fn nodes(topology: &Topology, krate: &TokenStream, checks: &mut TokenStream) {
    let constant = |text: &Text| matches!(text, Text::Constant(_));
    for (i, node) in topology.nodes.iter().enumerate() {
        let (key, address) = (text(&node.key), &node.address);
        let earlier = topology.nodes[..i].iter().filter(|it| it.key != node.key);
        for other in earlier {
            if constant(address) || constant(&other.address) {
                let first = &other.address;
                let message = format!(
                    "nodes `{}` and `{key}` have the same address\nhelp: give one of them another address",
                    text(&other.key)
                );
                check(
                    address,
                    &quote!(same(#first, #address)),
                    &message,
                    krate,
                    checks,
                );
            }
        }
        if !constant(address) {
            continue;
        }
        let message = format!(
            "the address of node `{key}` is not one\nhelp: it consists of ASCII letters, digits, `-`, and `_`, and begins with a letter or digit"
        );
        check(
            address,
            &quote!(not_an_address(#address)),
            &message,
            krate,
            checks,
        );
        if topology.nodes.len() > 1 {
            let message = format!(
                "the address of node `{key}` is \"local\", which is private to a process\nhelp: give it a name that the other nodes can reach it by"
            );
            check(
                address,
                &quote!(same(#address, "local")),
                &message,
                krate,
                checks,
            );
        }
    }
}

/// N1, V3, V4, and N4.
fn ids(topology: &Topology, krate: &TokenStream, checks: &mut TokenStream) {
    for (i, actor) in topology.actors.iter().enumerate() {
        let Some((id, constant)) = id(actor) else {
            continue;
        };
        let key = text(&actor.key);
        for other in &topology.actors[..i] {
            let same_node = other.node == actor.node && other.key != actor.key;
            if let Some((first, other_constant)) = self::id(other)
                && same_node
                && (constant || other_constant)
            {
                let message = format!(
                    "actors `{}` and `{key}` have the same id on node `{}`\nhelp: give one of them another id, or place it on another node",
                    text(&other.key),
                    text(&actor.node)
                );
                check(&id, &quote!(same(#first, #id)), &message, krate, checks);
            }
        }
        if constant {
            let message = format!(
                "the id of actor `{key}` is not one, or is reserved\nhelp: it consists of ASCII letters, digits, `-`, `_`, and `.`, and begins with a letter or digit; `guardian` and what begins with `ActorCore` are the runtime's"
            );
            check(&id, &quote!(not_an_id(#id)), &message, krate, checks);
        }
    }
}

/// The id of an actor that is there once, at its place, and whether it is a constant.
fn id(actor: &Actor) -> Option<(TokenStream, bool)> {
    if !actor.params.is_empty() {
        return None;
    }
    Some(match &actor.properties.id {
        // What is no text has been said to be none.
        Some(id) if no_text(id) => return None,
        Some(id) => (id.to_token_stream(), !matches!(id, Expr::Lit(_))),
        None => {
            let key = text(&actor.key);
            (quote_spanned!(actor.key.span()=> #key), false)
        }
    })
}

/// Whether an id is plainly no constant text: `7`, `format!("a")`.
pub(crate) fn no_text(id: &Expr) -> bool {
    match id {
        Expr::Lit(id) => !matches!(id.lit, Lit::Str(_)),
        Expr::Macro(id) => id
            .mac
            .path
            .segments
            .last()
            .is_some_and(|it| it.ident == "format"),
        _ => false,
    }
}

/// `const _: () = if rules::same(A, B) { panic!("…") };`, where the user's words are.
fn check(
    place: &impl ToTokens,
    wrong: &TokenStream,
    message: &str,
    krate: &TokenStream,
    checks: &mut TokenStream,
) {
    let span = place.span();
    checks.extend(quote_spanned! {span=>
        const _: () = if #krate::__private::rules::#wrong {
            ::core::panic!(#message)
        };
    });
}
