//! The types: of the topology, and of each node.

use super::super::ast::{Actor, Head, Node};
use super::super::model::text;
use super::access::{accessor, accessor_elsewhere};
use super::definition::definition;
use super::{Expansion, docs};
use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

/// The type of the topology, whose actors are all in this process.
pub(super) fn whole(it: &Expansion) -> TokenStream {
    let Expansion { head, krate, p, .. } = it;
    let Head { vis, name, .. } = head;
    let uses_tools = !it.topology.tools.is_empty();
    let local_type = it.host(name, uses_tools);
    let local = it.body(quote!(<#local_type>::new()));
    let hosts = it.nodes().map(|node| {
        let Node {
            attributes, key, ..
        } = node;
        let on_node = |actor: &&Actor| actor.node == *key;
        let mut here = it.topology.actors.iter().filter(on_node);
        let host = it.host(
            &it.type_of(node),
            here.any(|actor| !actor.properties.tools.is_empty()),
        );
        let docs = docs(
            &attributes.docs,
            &format!("Hosts the node `{}` in this process.", text(key)),
        );
        let cfgs = &attributes.cfgs;
        let body = it.body(quote!(<#host>::new()));
        quote!(#docs #(#cfgs)* #vis fn #key() -> #host { #body })
    });
    let diagram = it.body(quote!(<Self as #p::Hosted>::definition().diagram()));
    let definition = it.body(quote!(<Self as #p::Hosted>::definition()));
    let system = it.body(quote!(self.0.system_of(node)));
    let contents = quote! {
        /// Hosts all nodes in this process.
        #vis fn local() -> #local_type { #local }

        #(#hosts)*

        /// Its picture.
        #vis fn diagram() -> #p::Diagram { #diagram }

        /// What is declared.
        #vis fn definition() -> #p::Topology { #definition }

        /// The system of a node.
        #vis fn system(&self, node: &::core::primitive::str) -> ::core::option::Option<&#krate::ActorSystem> {
            #system
        }
    };
    let docs = docs(
        &head.docs,
        &format!("The topology `{}`, all of it in this process.", text(name)),
    );
    let actors: TokenStream = it.actors().map(|actor| accessor(it, actor)).collect();
    hosted(it, name, None, &docs, &[], &actors, &contents)
}

/// The type of one node.
pub(super) fn one(it: &Expansion, node: &Node) -> TokenStream {
    let Expansion { head, krate, .. } = it;
    let vis = &head.vis;
    let system = it.body(quote!(self.0.system()));
    let contents = quote! {
        /// The system of the node.
        #vis fn system(&self) -> &#krate::ActorSystem { #system }
    };
    let docs = format!(
        "The node `{}` of [`{}`], in this process.",
        text(&node.key),
        text(&head.name)
    );
    let actors = it.actors().filter_map(|actor| {
        if actor.node == node.key {
            Some(accessor(it, actor))
        } else {
            // Instances are spawned by their own node alone.
            (actor.params.is_empty()).then(|| accessor_elsewhere(it, actor, node))
        }
    });
    let actors: TokenStream = actors.collect();
    let cfgs = &node.attributes.cfgs;
    hosted(
        it,
        &it.type_of(node),
        Some(node),
        &quote!(#[doc = #docs]),
        cfgs,
        &actors,
        &contents,
    )
}

/// A type of which there is one while its nodes run.
fn hosted(
    it: &Expansion,
    name: &Ident,
    node: Option<&Node>,
    docs: &TokenStream,
    cfgs: &[syn::Attribute],
    accessors: &TokenStream,
    contents: &TokenStream,
) -> TokenStream {
    let Expansion { head, krate, p, .. } = it;
    let vis = &head.vis;
    let of = it.body(quote!(#p::Running::of::<Self>(system).map(Self)));
    let stop = it.body(quote!(self.0.stop().await));
    let invalid = (!it.valid).then(|| {
        quote! {
            fn __invalid<T>() -> T {
                ::core::panic!("this topology does not compile")
            }
        }
    });
    let implementation = it.valid.then(|| {
        let whole = &head.name;
        let definition = match node {
            None => definition(it),
            Some(_) => quote!(<#whole as #p::Hosted>::definition()),
        };
        let node = match node {
            None => quote!(::core::option::Option::None),
            Some(node) => {
                let key = text(&node.key);
                quote!(::core::option::Option::Some(#key))
            }
        };
        quote! {
            #[automatically_derived]
            impl #p::Hosted for #name {
                type Whole = #whole;
                const NODE: ::core::option::Option<&'static ::core::primitive::str> = #node;

                fn definition() -> #p::Topology { #definition }

                fn running(running: #p::Running) -> Self { Self(running) }
            }
        }
    });
    let shown = name.to_string();
    quote! {
        #docs
        #(#cfgs)*
        #vis struct #name(#p::Running);

        #(#cfgs)*
        #[allow(clippy::too_many_arguments, clippy::type_complexity, clippy::used_underscore_binding)]
        const _: () = {
            #invalid

            #[allow(dead_code, clippy::missing_errors_doc, clippy::missing_panics_doc, clippy::must_use_candidate)]
            impl #name {
                #contents

                #accessors

                /// What of it runs in `system`, if any does.
                #vis fn of(system: &#krate::ActorSystem) -> ::core::option::Option<Self> { #of }

                /// Stops its nodes, the last first, and of each all actors at once. It can be started again then.
                #vis async fn stop(&self) -> ::core::result::Result<(), #krate::StopError> { #stop }
            }

            #[automatically_derived]
            impl ::core::clone::Clone for #name {
                fn clone(&self) -> Self {
                    Self(::core::clone::Clone::clone(&self.0))
                }
            }

            #[automatically_derived]
            impl ::core::fmt::Debug for #name {
                fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    formatter.debug_tuple(#shown).field(&self.0).finish()
                }
            }

            #implementation
        };
    }
}
