//! Reads declarations, one after another. What cannot be read is one mistake, and the next declaration is read.

mod actor;
mod attributes;
mod edge;
mod group;
mod node;
mod words;

use super::ast::{Head, Topology};
use crate::diag::{self, Errors};
use crate::settings::options::{krate, peeked};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Attribute, Ident, LitStr, Token, Visibility};
use words::{expected, semicolon};

/// What a declaration begins with.
const DECLARATIONS: [&str; 8] = [
    "node",
    "client",
    "tool",
    "actor",
    "supervisor",
    "subscribe",
    "contract",
    "crate",
];

/// Reads everything that can be understood, and reports the rest.
pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Topology {
    let mut topology = Topology::default();
    let all = |input: ParseStream| {
        match head(input, errors) {
            Ok(head) => topology.head = Some(head),
            Err(error) => {
                errors.push(error);
                topology.broken.any = true;
            }
        }
        while !input.is_empty() {
            if let Err(error) = declaration(input, &mut topology, errors) {
                errors.push(error);
                topology.broken.any = true;
                skip(input);
            }
        }
        Ok(())
    };
    if let Err(error) = all.parse2(tokens) {
        errors.push(error);
        topology.broken.any = true;
    }
    topology
}

/// `pub Shop;`
fn head(input: ParseStream, errors: &mut Errors) -> syn::Result<Head> {
    const HELP: &str = "write `pub Shop;` first: the name of the type that is generated";
    let ahead = input.fork();
    ahead.call(Attribute::parse_outer)?;
    ahead.parse::<Visibility>()?;
    let begins = |word: Ident| DECLARATIONS.iter().any(|known| word == known);
    let missing = match ahead.call(Ident::parse_any) {
        // A topology could be called `node`.
        Ok(word) => !ahead.peek(Token![;]) && begins(word),
        Err(_) => true,
    };
    if missing {
        let place = peeked(input);
        if !peeked(input).is_some_and(|token| matches!(token, TokenTree::Ident(_))) {
            skip(input);
        }
        return Err(diag::error(place, "a topology begins with its name", HELP));
    }
    let docs = attributes::of_head(input, errors)?;
    let vis = input.parse()?;
    let name = words::name(input, "the topology")?;
    if let Some(message) = semicolon(input, &name, "the name of the topology") {
        errors.push(message);
        if !at_declaration(input) {
            skip(input);
        }
    }
    Ok(Head { docs, vis, name })
}

/// One declaration, with its attributes and the semicolon behind it.
fn declaration(
    input: ParseStream,
    topology: &mut Topology,
    errors: &mut Errors,
) -> syn::Result<()> {
    let attributes = attributes::of_declaration(input, errors)?;
    if !input.peek(Ident::peek_any) {
        if input.peek(Token![;]) {
            let semicolon = input.parse::<Token![;]>()?;
            errors.at(semicolon, "this `;` ends nothing", "remove it");
            return Ok(());
        }
        return Err(expected(
            input,
            None,
            "a declaration",
            &format!("write {}", diag::one_of(&DECLARATIONS)),
        ));
    }
    let word = input.call(Ident::parse_any)?;
    match word.to_string().as_str() {
        "client" => {
            let node = input.call(Ident::parse_any).ok();
            if node.is_none_or(|node| node != "node") {
                return Err(diag::error(
                    &word,
                    "`client` says something about a node",
                    "write `client node browser = \"browser\";`",
                ));
            }
            node::node(input, &word, attributes, topology)?;
        }
        "node" => node::node(input, &word, attributes, topology)?,
        "tool" => node::tool(input, attributes, topology)?,
        "actor" => return actor::actor(input, &word, attributes, topology, errors),
        "supervisor" => group::group(input, attributes, topology, errors)?,
        "subscribe" => edge::edge(input, &word, attributes, topology, errors)?,
        "contract" => {
            let version = input.parse::<LitStr>().map_err(|_| {
                let help = "write `contract \"1.0.0\";`";
                expected(input, Some(&word), "the version in quotes", help)
            })?;
            if topology.contract.is_some() {
                errors.at(&word, "`contract` is given twice", "keep one of the two");
            }
            topology.contract = Some(version);
        }
        "crate" => topology.krate = Some(krate(&word, input)?),
        _ => {
            return Err(diag::unknown(
                &word,
                "declaration",
                "a declaration",
                &DECLARATIONS,
            ));
        }
    }
    end(input, &word, errors);
    Ok(())
}

/// The semicolon behind a declaration. If it is only that which is missing, the next declaration is read.
fn end(input: ParseStream, word: &Ident, errors: &mut Errors) {
    if let Some(error) = semicolon(input, word, "a declaration") {
        errors.push(error);
        if !at_declaration(input) {
            skip(input);
        }
    }
}

/// Whether a declaration begins here.
fn at_declaration(input: ParseStream) -> bool {
    match input.fork().call(Ident::parse_any) {
        Ok(word) => DECLARATIONS.iter().any(|known| word == known),
        Err(_) => input.peek(Token![#]),
    }
}

/// Skips what is left of a declaration: up to a semicolon or behind braces.
fn skip(input: ParseStream) {
    while !input.is_empty() {
        match input.parse::<TokenTree>() {
            Ok(TokenTree::Punct(punct)) if punct.as_char() == ';' => return,
            Ok(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => return,
            Ok(_) => {}
            Err(_) => return,
        }
    }
}
