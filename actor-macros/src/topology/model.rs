//! The declarations as data, for the rules to read.

use super::ast::{self, Text, Topology};
use crate::settings::number::literal;
use crate::show::show;
use actor_topology::{Actor, Edge, Gateway, Group, Id, Intensity, Model, Node, Setting, Tool};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::{Expr, ExprLit, Ident, Lit};

pub(crate) fn model(topology: &Topology) -> Model {
    let name = topology.head.as_ref().map(|head| text(&head.name));
    Model {
        name: name.unwrap_or_default(),
        contract: topology.contract.as_ref().map(syn::LitStr::value),
        nodes: topology.nodes.iter().map(node).collect(),
        tools: topology.tools.iter().map(tool).collect(),
        actors: topology.actors.iter().map(actor).collect(),
        groups: topology.groups.iter().map(group).collect(),
        edges: topology.edges.iter().map(edge).collect(),
    }
}

/// `r#type` → "type"
pub(crate) fn text(name: &Ident) -> String {
    name.unraw().to_string()
}

fn node(node: &ast::Node) -> Node {
    Node {
        key: text(&node.key),
        address: match &node.address {
            Text::Literal(address) => Some(address.value()),
            Text::Constant(_) => None,
        },
        client: node.client,
        allowed: node.attributes.allowed.clone(),
    }
}

fn tool(tool: &ast::Tool) -> Tool {
    Tool {
        key: text(&tool.key),
        type_name: show(&tool.ty),
        allowed: tool.attributes.allowed.clone(),
    }
}

fn actor(actor: &ast::Actor) -> Actor {
    let properties = &actor.properties;
    let gateway = properties.gateway.as_ref().map(|gateway| Gateway {
        scope: gateway.scope.as_ref().map(syn::LitStr::value),
    });
    let supervision = properties.supervision.as_ref();
    Actor {
        key: text(&actor.key),
        type_name: show(&actor.ty),
        node: text(&actor.node),
        params: actor.params.iter().map(|param| text(&param.name)).collect(),
        id: id(actor),
        policy: supervision.map(crate::settings::directive::Directive::policy),
        tools: properties.tools.iter().map(text).collect(),
        gateway,
        allowed: actor.attributes.allowed.clone(),
    }
}

fn id(actor: &ast::Actor) -> Id {
    match &actor.properties.id {
        None => Id::Key,
        Some(Expr::Lit(ExprLit {
            lit: Lit::Str(id), ..
        })) => Id::Literal(id.value()),
        // The id of an actor that is there once is a constant, whatever it looks like.
        Some(_) if actor.params.is_empty() => Id::Const,
        Some(expression) => Id::Computed {
            mentions_params: mentions(&expression.to_token_stream(), &actor.params),
        },
    }
}

/// Whether a parameter occurs in `tokens`: by itself, or inside of a text, as in `format!("{user}")`.
fn mentions(tokens: &TokenStream, params: &[ast::Param]) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(word) => params.iter().any(|param| param.name == word),
        TokenTree::Group(group) => mentions(&group.stream(), params),
        TokenTree::Literal(literal) => {
            let literal = literal.to_string();
            let inside = |param: &ast::Param| literal.contains(&format!("{{{}", text(&param.name)));
            params.iter().any(inside)
        }
        TokenTree::Punct(_) => false,
    })
}

fn group(group: &ast::Group) -> Group {
    let intensity = group.intensity.as_ref().map(|intensity| Intensity {
        max: match literal(&intensity.max).map(u32::try_from) {
            Some(Ok(max)) => Setting::Known(max),
            _ => Setting::Unknown,
        },
        within: intensity.within.known(),
    });
    Group {
        key: text(&group.key),
        node: text(&group.node),
        strategy: group.strategy,
        children: group.children.iter().map(text).collect(),
        intensity,
        allowed: group.attributes.allowed.clone(),
    }
}

fn edge(edge: &ast::Edge) -> Edge {
    Edge {
        from: text(&edge.from),
        to: edge.to.iter().map(text).collect(),
        events: edge.events.iter().map(show).collect(),
    }
}
