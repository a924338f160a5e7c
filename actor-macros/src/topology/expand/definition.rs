//! The topology as data, by the builder that programs use, too.

use super::super::ast::{Actor, Attributes, Edge, Group, Node, Text, Tool};
use super::super::model::text;
use super::Expansion;
use super::checks::checked;
use crate::names;
use crate::settings::rules;
use actor_topology::Strategy;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Ident, Type};

/// The topology, by the builder that programs use, too.
pub(super) fn definition(it: &Expansion) -> TokenStream {
    let Expansion {
        head,
        p,
        topology: ast,
        ..
    } = it;
    let name = text(&head.name);
    let topology = names::local("topology");
    let contract = ast
        .contract
        .as_ref()
        .map(|version| quote!(let #topology = #topology.contract(#version);));
    let nodes = ast
        .nodes
        .iter()
        .map(|node| declared(&topology, &node.attributes, &node_call(node)));
    let tools = ast.tools.iter().map(
        |Tool {
             attributes,
             key,
             ty,
         }| {
            let key = text(key);
            declared(&topology, attributes, &quote!(tool::<#ty>(#key)))
        },
    );
    let actors = ast
        .actors
        .iter()
        .map(|actor| declared(&topology, &actor.attributes, &actor_call(it, actor)));
    let groups = ast
        .groups
        .iter()
        .map(|group| declared(&topology, &group.attributes, &group_call(it, group)));
    let edges = ast.edges.iter().flat_map(|edge| {
        edge_calls(it, edge)
            .into_iter()
            .map(|call| declared(&topology, &edge.attributes, &call))
    });
    let edges: Vec<_> = edges.collect();
    quote! {
        let #topology = #p::Topology::builder(#name);
        #contract
        #(#nodes)*
        #(#tools)*
        #(#actors)*
        #(#groups)*
        #(#edges)*
        #p::declared(#topology.build())
    }
}

/// `#[cfg(…)] let topology = topology.call;`
fn declared(topology: &Ident, attributes: &Attributes, call: &TokenStream) -> TokenStream {
    let cfgs = &attributes.cfgs;
    quote!(#(#cfgs)* let #topology = #topology.#call;)
}

/// `node edge = "edge-1";` → `node("edge", "edge-1")`
fn node_call(node: &Node) -> TokenStream {
    let key = text(&node.key);
    let function = format_ident!("{}", if node.client { "client_node" } else { "node" });
    let address = match &node.address {
        Text::Literal(address) => address.to_token_stream(),
        Text::Constant(path) => path.to_token_stream(),
    };
    quote!(#function(#key, #address))
}

/// ```text
/// actor gate: Gate on edge { init = Gate::new(); mailbox = 256; }
/// ↓
/// actor::<Gate>("gate", "edge", || -> Gate { Gate::new() }, |actor| actor.mailbox(Mailbox::bounded(256)))
///
/// actor session(user: UserId): Session on edge { id = format!("session-{user}"); init = Session::new(user); }
/// ↓
/// instances::<Session, (UserId,)>(
///     "session",
///     "edge",
///     |(user,): &(UserId,)| -> String { String::from(format!("session-{user}")) },
///     |params: &(UserId,)| -> Session { let (user,) = Clone::clone(params); Session::new(user) },
///     |actor| actor,
/// )
/// ```
/// The type is written behind the arrow, so that an `init` of another type is an error about `init`.
fn actor_call(it: &Expansion, actor: &Actor) -> TokenStream {
    let Actor {
        key,
        params,
        ty,
        node,
        properties,
        ..
    } = actor;
    let (key, node) = (text(key), text(node));
    let init = match &properties.init {
        Some(init) => init.to_token_stream(),
        None => quote_spanned!(ty.span()=> <#ty as ::core::default::Default>::default()),
    };
    let options = options(it, actor);
    let checked = checked(it, ty);
    if params.is_empty() {
        let call = Ident::new("actor", ty.span());
        return quote!(#call::<#checked>(#key, #node, || -> #ty { #init }, #options));
    }
    let (names, types): (Vec<_>, Vec<_>) = params.iter().map(|it| (&it.name, &it.ty)).unzip();
    let params = names::local("params");
    let call = Ident::new("instances", ty.span());
    let id = properties.id.as_ref().map(|id| {
        quote_spanned!(id.span().resolved_at(Span::mixed_site())=> ::std::string::String::from(#id))
    });
    quote! {
        #call::<#checked, (#(#types,)*)>(
            #key,
            #node,
            // Not every parameter has to occur in either.
            #[allow(unused_variables)]
            |(#(#names,)*): &(#(#types,)*)| -> ::std::string::String { #id },
            |#params: &(#(#types,)*)| -> #ty {
                #[allow(unused_variables)]
                let (#(#names,)*) = ::core::clone::Clone::clone(#params);
                #init
            },
            #options
        )
    }
}

/// ```text
/// |actor| {
///     use p::{ViaNode as _, ViaRemote as _};
///     p::Reach::<Gate>(PhantomData).reach(actor).id("…").mailbox(…)
/// }
/// ```
///
/// Where there is but one node, nothing comes from others.
fn options(it: &Expansion, actor: &Actor) -> TokenStream {
    let ty = &actor.ty;
    let krate = &it.krate;
    let properties = &actor.properties;
    let instances = !actor.params.is_empty();
    let id = properties
        .id
        .as_ref()
        .filter(|_| !instances)
        .map(|id| quote!(.id(#id)));
    let mailbox = properties.mailbox.as_ref().map(|mailbox| {
        let mailbox = mailbox.expand(krate);
        quote!(.mailbox(#mailbox))
    });
    let rules = properties.rules.as_ref().map(|rules| {
        let rules = rules::expand(rules, krate);
        quote!(const { #rules })
    });
    // What is not said here stays as the type has it.
    let supervision = match (&properties.supervision, rules) {
        (Some(directive), Some(rules)) => {
            let policy = directive.expand_policy(&rules, krate);
            Some(quote!(.supervision(#policy)))
        }
        (Some(directive), None) => {
            let policy = directive.expand_policy(&quote!(&[]), krate);
            Some(quote!(.__directive(#policy)))
        }
        (None, Some(rules)) => Some(quote!(.__rules(#rules))),
        (None, None) => None,
    };
    let passivation = properties.passivation.as_ref().map(|passivation| {
        let passivation = passivation.expand(krate);
        quote!(.passivation(#passivation))
    });
    let tools = (!properties.tools.is_empty()).then(|| {
        let tools = properties.tools.iter().map(text);
        quote!(.tools([#(#tools),*]))
    });
    let gateway = properties.gateway.as_ref().map(|gateway| {
        let scope = gateway
            .scope
            .as_ref()
            .map_or_else(|| text(&actor.key), syn::LitStr::value);
        quote!(.gateway(#scope))
    });
    let actor = names::local("actor");
    let said = quote!(#id #mailbox #supervision #passivation #tools #gateway);
    if instances || it.topology.nodes.len() < 2 {
        return quote!(|#actor| #actor #said);
    }
    let (p, checked) = (&it.p, checked(it, ty));
    quote! {
        |#actor| {
            use #p::{ViaNode as _, ViaRemote as _};
            #p::Reach::<#checked>(::core::marker::PhantomData).reach(#actor)#said
        }
    }
}

/// `supervisor books on core = rest_for_one [ledger];` →
/// `group("books", "core", Group::new(Strategy::RestForOne), ["ledger"])`
fn group_call(it: &Expansion, group: &Group) -> TokenStream {
    let p = &it.p;
    let (key, node) = (text(&group.key), text(&group.node));
    let strategy = format_ident!(
        "{}",
        match group.strategy {
            Strategy::OneForOne => "OneForOne",
            Strategy::OneForAll => "OneForAll",
            Strategy::RestForOne => "RestForOne",
            Strategy::Escalate => "Escalate",
        }
    );
    let intensity = group.intensity.as_ref().map(|intensity| {
        let (max, within) = (&intensity.max, intensity.within.expand());
        quote!(.intensity(#max, #within))
    });
    let children = group.children.iter().map(text);
    quote! {
        group(#key, #node, #p::Group::new(#p::Strategy::#strategy)#intensity, [#(#children),*])
    }
}

/// `subscribe ledger -> audit on [Posted];` → `subscribe::<Ledger, Audit, Posted>("ledger", "audit")`, or
/// `subscribe_across`, if they are on different nodes.
///
/// The bounds of `subscribe` are the checks: that `Ledger` emits is about the event, that `Audit` handles it is about
/// the subscriber. So the first type is at the event, where rustc then shows the error, and the second at its name.
fn edge_calls(it: &Expansion, edge: &Edge) -> Vec<TokenStream> {
    let ty = |key: &Ident| -> Option<&Type> {
        let actor = it.topology.actors.iter().find(|actor| actor.key == *key);
        actor.map(|actor| &actor.ty)
    };
    let node = |key: &Ident| -> Option<&Ident> {
        let actor = it.topology.actors.iter().find(|actor| actor.key == *key);
        actor.map(|actor| &actor.node)
    };
    let mut calls = Vec::new();
    let Some(publisher) = ty(&edge.from) else {
        return calls;
    };
    let from = text(&edge.from);
    for subscriber in &edge.to {
        let Some(taker) = ty(subscriber) else {
            continue;
        };
        let taker = names::at(&taker.to_token_stream(), subscriber.span());
        let to = text(subscriber);
        let [call_all, call_one] = if node(&edge.from) == node(subscriber) {
            ["subscribe_all", "subscribe"]
        } else {
            ["subscribe_all_across", "subscribe_across"]
        };
        if edge.events.is_empty() {
            let publisher = names::at(&publisher.to_token_stream(), edge.from.span());
            let call = Ident::new(call_all, edge.from.span());
            calls.push(quote!(#call::<#publisher, #taker>(#from, #to)));
        }
        for event in &edge.events {
            let publisher = names::at(&publisher.to_token_stream(), event.span());
            let call = Ident::new(call_one, event.span());
            calls.push(quote!(#call::<#publisher, #taker, #event>(#from, #to)));
        }
    }
    calls
}
