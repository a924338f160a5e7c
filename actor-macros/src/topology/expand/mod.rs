//! What is generated: a type for the topology, one for each node, and how they are built.
//!
//! Everything that the runtime provides is named as `#p::…`: `actor_core::__private::topology`.

mod access;
mod checks;
mod definition;
mod tools;
mod types;

use self::checks::resumed;
use self::tools::{markers, tools};
use self::types::{one, whole};
use super::ast::{Actor, Head, Node, Topology};
use super::model::text;
use crate::names;
use actor_topology::{RESERVED_KEYS, type_name};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

/// What the functions below need to know.
struct Expansion<'a> {
    topology: &'a Topology,
    head: &'a Head,
    krate: TokenStream,
    p: TokenStream,
    /// If not, everything is there, so that its uses are no further mistakes, and does nothing.
    valid: bool,
}

/// ```text
/// pub Shop;
/// node edge = "edge";
/// actor gate: Gate on edge;
/// ↓
/// pub struct Shop(p::Running);
/// pub struct ShopEdge(p::Running);
/// const _: () = {
///     impl Shop { pub fn local() -> … pub fn edge() -> … pub fn gate(&self) -> GateHandle … }
///     impl p::Hosted for Shop { … }
///     …
/// };
/// ```
pub(crate) fn expand(topology: &Topology, valid: bool) -> TokenStream {
    // Without a name there is nothing that could be used.
    let Some(head) = &topology.head else {
        return TokenStream::new();
    };
    let krate = names::krate(topology.krate.as_ref());
    let it = Expansion {
        topology,
        head,
        p: quote!(#krate::__private::topology),
        krate,
        valid,
    };
    let whole = whole(&it);
    let nodes = it.nodes().map(|node| one(&it, node));
    let tools = tools(&it);
    let markers = valid.then(|| markers(&it));
    let resumed = valid.then(|| resumed(&it));
    quote! {
        #whole
        #(#nodes)*
        #tools
        #markers
        #resumed
    }
}

impl<'a> Expansion<'a> {
    /// The nodes and actors whose names are still free. About the others something has been said.
    fn nodes(&self) -> impl Iterator<Item = &'a Node> + use<'a> {
        let nodes = &self.topology.nodes;
        nodes.iter().enumerate().filter_map(move |(i, node)| {
            let types = |node: &Node| type_name("", &text(&node.key));
            let taken = nodes[..i].iter().any(|other| types(other) == types(node));
            (!taken && !reserved(&node.key)).then_some(node)
        })
    }

    fn actors(&self) -> impl Iterator<Item = &'a Actor> + use<'a> {
        let Topology { nodes, actors, .. } = self.topology;
        actors.iter().enumerate().filter_map(move |(i, actor)| {
            let key = &actor.key;
            let taken = actors[..i].iter().any(|other| other.key == *key)
                || nodes.iter().any(|node| node.key == *key);
            (!taken && !reserved(key)).then_some(actor)
        })
    }

    /// The name of a node's type: a suffix behind the user's name, at the node.
    fn type_of(&self, node: &Node) -> Ident {
        let name = type_name(&text(&self.head.name), &text(&node.key));
        Ident::new(&name, names::ours(node.key.span()))
    }

    fn tools_type(&self) -> Ident {
        format_ident!(
            "{}Tools",
            text(&self.head.name),
            span = self.head.name.span()
        )
    }

    /// `body`, or what takes its place in a topology that does not compile.
    fn body(&self, body: TokenStream) -> TokenStream {
        if self.valid {
            body
        } else {
            quote!(__invalid())
        }
    }

    /// The type of what `Shop::local()` and `Shop::edge()` give: a host that may need tools first.
    fn host(&self, hosted: &Ident, needs_tools: bool) -> TokenStream {
        let p = &self.p;
        if needs_tools {
            let tools = self.tools_type();
            quote!(#p::NeedsTools<#tools, #hosted>)
        } else {
            quote!(#p::Hosting<#hosted>)
        }
    }
}

fn reserved(key: &Ident) -> bool {
    RESERVED_KEYS.contains(&text(key).as_str())
}

/// The documentation that is written, or `otherwise`.
fn docs(written: &TokenStream, otherwise: &str) -> TokenStream {
    if written.is_empty() {
        quote!(#[doc = #otherwise])
    } else {
        written.clone()
    }
}
