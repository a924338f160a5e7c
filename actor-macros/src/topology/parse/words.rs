//! The parts that declarations are made of.

use crate::diag;
use crate::settings::options::{peeked, separated};
use proc_macro2::{Delimiter, Group, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Ident, Token};

use crate::diag::Errors;

/// What should stand here and does not. Where nothing follows, it is `after` that is pointed at.
pub(super) fn expected(
    input: ParseStream,
    after: Option<&dyn ToTokens>,
    what: &str,
    help: &str,
) -> syn::Error {
    match (peeked(input), after) {
        (None, Some(after)) => {
            diag::error(after.to_token_stream(), format!("expected {what}"), help)
        }
        (Some(TokenTree::Ident(found)), _) => {
            diag::error(&found, format!("expected {what}, found `{found}`"), help)
        }
        (token, _) => diag::error(token, format!("expected {what}"), help),
    }
}

/// A name that is declared here. `what` it is the name of: "a node".
pub(super) fn name(input: ParseStream, what: &str) -> syn::Result<Ident> {
    if input.peek(Ident) {
        return input.parse();
    }
    match input.fork().call(Ident::parse_any) {
        Ok(word) if word != "_" => Err(diag::error(
            &word,
            format!("`{word}` is a word of the language, so it cannot be the name of {what}"),
            format!("choose another name, or write `r#{word}`"),
        )),
        _ => Err(expected(
            input,
            None,
            &format!("the name of {what}"),
            "write a name, as for a function: `front_desk`",
        )),
    }
}

/// `on edge`. `example`: "actor gate: Gate on edge;".
pub(super) fn on_node(input: ParseStream, after: &Ident, example: &str) -> syn::Result<Ident> {
    let on = input.fork().call(Ident::parse_any);
    if !on.is_ok_and(|on| on == "on") {
        let help = format!("write the node it is on, as in `{example}`");
        return Err(expected(input, Some(after), "`on` and a node", &help));
    }
    let on = input.call(Ident::parse_any)?;
    input.parse().map_err(|_| {
        let help = format!("write the name of a node, as in `{example}`");
        expected(input, Some(&on), "the name of a node after `on`", &help)
    })
}

/// `[a, b]`: the list itself, and the names in it that could be read.
pub(super) fn names(
    input: ParseStream,
    after: &Ident,
    what: &str,
    errors: &mut Errors,
) -> syn::Result<(Group, Vec<Ident>)> {
    let list = list(
        input,
        after,
        &format!("{what}s in `[…]`"),
        &format!("[{what}, …]"),
    )?;
    let mut found = Vec::new();
    separated(list.stream(), errors, |input, _| {
        if !input.peek(Ident) {
            let help = format!("write the names of {what}s, with commas between them");
            return Err(expected(
                input,
                None,
                &format!("the name of an {what}"),
                &help,
            ));
        }
        found.push(input.parse()?);
        Ok(())
    });
    Ok((list, found))
}

/// `[…]`
pub(super) fn list(
    input: ParseStream,
    after: &Ident,
    what: &str,
    example: &str,
) -> syn::Result<Group> {
    match input.fork().parse::<TokenTree>() {
        Ok(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => {
            input.parse::<TokenTree>()?;
            Ok(group)
        }
        Ok(TokenTree::Ident(single)) if single != "on" => {
            let help = format!("write `[{single}]`");
            Err(expected(input, Some(after), what, &help))
        }
        _ => {
            let help = format!("write `{example}`");
            Err(expected(input, Some(after), what, &help))
        }
    }
}

/// Reads a semicolon, or says that there is none.
pub(super) fn semicolon(input: ParseStream, after: &Ident, what: &str) -> Option<syn::Error> {
    if input.parse::<Option<Token![;]>>().ok().flatten().is_some() {
        return None;
    }
    let help = format!("put a `;` behind {what}");
    Some(expected(input, Some(after), "`;`", &help))
}
