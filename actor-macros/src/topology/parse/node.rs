//! Nodes and tools.

use super::words::{expected, name};
use crate::settings::options::peeked;
use crate::topology::ast::{Attributes, Node, Text, Tool, Topology};
use proc_macro2::TokenTree;
use syn::parse::ParseStream;
use syn::{Ident, LitStr, Path, Token, Type};

/// `browser = "browser"`, behind `node` or `client node`.
pub(super) fn node(
    input: ParseStream,
    word: &Ident,
    attributes: Attributes,
    topology: &mut Topology,
) -> syn::Result<()> {
    let key = name(input, "a node")?;
    let address = address(input, &key).inspect_err(|_| topology.broken.names.push(key.clone()))?;
    topology.nodes.push(Node {
        attributes,
        client: word == "client",
        key,
        address,
    });
    Ok(())
}

/// `= "address"` or `= ADDRESS`
fn address(input: ParseStream, key: &Ident) -> syn::Result<Text> {
    let help = format!("write `node {key} = \"{key}\";`");
    if input.parse::<Option<Token![=]>>()?.is_none() {
        return Err(expected(
            input,
            Some(key),
            "`=` and the address of the node",
            &help,
        ));
    }
    if input.peek(LitStr) {
        return Ok(Text::Literal(input.parse()?));
    }
    match peeked(input) {
        Some(TokenTree::Ident(_) | TokenTree::Punct(_)) if input.fork().parse::<Path>().is_ok() => {
            Ok(Text::Constant(input.parse()?))
        }
        _ => {
            let what = "the address of the node: a text, or the path of a constant";
            Err(expected(input, Some(key), what, &help))
        }
    }
}

/// `route_plan: dyn RoutePlan`, behind `tool`.
pub(super) fn tool(
    input: ParseStream,
    attributes: Attributes,
    topology: &mut Topology,
) -> syn::Result<()> {
    let key = name(input, "a tool")?;
    let ty = ty(input, &key).inspect_err(|_| topology.broken.names.push(key.clone()))?;
    topology.tools.push(Tool {
        attributes,
        key,
        ty,
    });
    Ok(())
}

/// `: dyn RoutePlan`
fn ty(input: ParseStream, key: &Ident) -> syn::Result<Type> {
    let help = format!("write `tool {key}: dyn Trait;`");
    if input.parse::<Option<Token![:]>>()?.is_none() {
        return Err(expected(
            input,
            Some(key),
            "`:` and the type of the tool",
            &help,
        ));
    }
    match input.fork().parse::<Type>() {
        Ok(_) => input.parse(),
        Err(_) => Err(expected(input, Some(key), "the type of the tool", &help)),
    }
}
