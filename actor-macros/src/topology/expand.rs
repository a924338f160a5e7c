//! What is generated: a type for the topology, one for each node, and how they are built.
//!
//! Everything that the runtime provides is named in this file, as `#p::…`: `actor_core::__private::topology`.

use super::ast::{Actor, Attributes, Edge, Group, Head, Node, Text, Tool, Topology};
use super::model::text;
use crate::names;
use crate::settings::rules;
use crate::show::show;
use actor_topology::{PolicyKind, RESERVED_KEYS, Strategy, type_name};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Ident, Type};

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

/// The type of the topology, whose actors are all in this process.
fn whole(it: &Expansion) -> TokenStream {
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
fn one(it: &Expansion, node: &Node) -> TokenStream {
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

/// ```text
/// actor gate: Gate on edge;             →  pub fn gate(&self) -> <Gate as Actor>::Handle { … }
/// actor session(user: UserId): Session  →  pub fn session(&self, user: UserId) -> impl Future<Output = Result<…>> + Send
/// ```
fn accessor(it: &Expansion, actor: &Actor) -> TokenStream {
    let Expansion { head, krate, .. } = it;
    let vis = &head.vis;
    let Actor {
        attributes,
        key,
        params,
        ty,
        ..
    } = actor;
    let Attributes {
        docs: written,
        cfgs,
        ..
    } = attributes;
    let name = text(key);
    let at = ty.span();
    let krate_at_type = names::at(krate, at);
    let handle = quote_spanned!(at=> <#ty as #krate_at_type::Actor>::Handle);
    if params.is_empty() {
        let docs = docs(written, &format!("The actor `{name}`."));
        let body = it.body(quote!(self.0.actor::<#ty>(#name)));
        return quote!(#docs #(#cfgs)* #vis fn #key(&self) -> #handle { #body });
    }
    let docs = docs(
        written,
        &format!(
            "The instance of `{name}` for these parameters, which is spawned if it does not run."
        ),
    );
    let (names, types): (Vec<_>, Vec<_>) = params.iter().map(|it| (&it.name, &it.ty)).unzip();
    let body = if it.valid {
        quote!(self.0.instance::<#ty, (#(#types,)*)>(#name, (#(#names,)*)))
    } else {
        quote!(async { __invalid() })
    };
    // In a topology that does not compile they are not used.
    let allow = (!it.valid).then(|| quote!(#[allow(unused_variables)]));
    quote! {
        #docs
        #(#cfgs)*
        #allow
        #vis fn #key(&self, #(#names: #types),*)
            -> impl ::core::future::Future<Output = ::core::result::Result<#handle, #krate::SpawnError>>
                + ::core::marker::Send
        {
            #body
        }
    }
}

/// The handle of an actor of another node, for those on this one.
///
/// ```text
/// pub fn ledger(&self) -> <Ledger as Actor>::Handle where for<'r> Ledger: Remote { … }
/// ```
///
/// Not every actor is sent to from other nodes, so whether it can be is asked where it is: the clause is deferred to whoever
/// calls this.
fn accessor_elsewhere(it: &Expansion, actor: &Actor, here: &Node) -> TokenStream {
    let Expansion { head, krate, p, .. } = it;
    let vis = &head.vis;
    let Actor {
        attributes,
        key,
        ty,
        node,
        ..
    } = actor;
    let name = text(key);
    let at = ty.span();
    let (krate, p) = (names::at(krate, at), names::at(p, at));
    let handle = quote_spanned!(at=> <#ty as #krate::Actor>::Handle);
    let deferred = syn::Lifetime::new("'r", names::ours(at));
    let docs = docs(
        &attributes.docs,
        &format!("The actor `{name}`, on the node `{}`.", text(node)),
    );
    let (cfgs, here) = (&attributes.cfgs, text(&here.key));
    let body = it.body(quote!(#p::elsewhere::<#ty>(&self.0, #here, #name)));
    quote! {
        #docs
        #(#cfgs)*
        #vis fn #key(&self) -> #handle
        where
            for<#deferred> #ty: #p::Remote,
        {
            #body
        }
    }
}

/// `pub struct ShopTools { pub route_plan: Arc<dyn RoutePlan> }`, so that rustc lists those that are missing.
fn tools(it: &Expansion) -> Option<TokenStream> {
    let Expansion { head, p, .. } = it;
    let tools = &it.topology.tools;
    if tools.is_empty() {
        return None;
    }
    let (vis, name) = (&head.vis, it.tools_type());
    let types: Vec<_> = tools
        .iter()
        .enumerate()
        .filter(|(i, tool)| tools[..*i].iter().all(|other| other.key != tool.key))
        .map(|(_, tool)| tool)
        .collect();
    let fields = types.iter().map(
        |Tool {
             attributes,
             key,
             ty,
         }| {
            let docs = docs(&attributes.docs, &format!("The tool `{}`.", text(key)));
            let cfgs = &attributes.cfgs;
            quote!(#docs #(#cfgs)* #vis #key: ::std::sync::Arc<#ty>)
        },
    );
    let supply = types.iter().map(
        |Tool {
             attributes,
             key,
             ty,
         }| {
            let cfgs = &attributes.cfgs;
            quote!(#(#cfgs)* tools.add::<#ty>(self.#key);)
        },
    );
    let docs = format!(
        "What a host of [`{}`] supplies to its actors.",
        text(&head.name)
    );
    let implementation = it.valid.then(|| {
        quote! {
            const _: () = {
                #[automatically_derived]
                impl #p::ToolSet for #name {
                    fn supply(self, tools: &mut #p::Tools) {
                        #(#supply)*
                    }
                }
            };
        }
    });
    Some(quote! {
        #[doc = #docs]
        #[allow(missing_debug_implementations)]
        #vis struct #name {
            #(#fields,)*
        }

        #implementation
    })
}

/// That the tools an actor's type uses are those it is given here.
///
/// ```text
/// const _: () = {
///     struct Given;
///     impl p::Has<dyn RoutePlan> for Given {}
///     p::require_tools::<Porter, Given>();
/// };
/// ```
fn markers(it: &Expansion) -> TokenStream {
    let p = &it.p;
    let tools = &it.topology.tools;
    let given = |key: &Ident| {
        tools
            .iter()
            .find(|tool| tool.key == *key)
            .map(|tool| &tool.ty)
    };
    let each = it.topology.actors.iter().map(|actor| {
        let (cfgs, ty) = (&actor.attributes.cfgs, &actor.ty);
        let listed = actor.properties.tools.iter().filter_map(given);
        let p_at_type = names::at(p, ty.span());
        let checked = checked(it, ty);
        let required = quote_spanned!(ty.span()=> #p_at_type::require_tools::<#checked, Given>());
        quote! {
            #(#cfgs)*
            const _: () = {
                struct Given;
                #(impl #p::Has<#listed> for Given {})*
                #required
            };
        }
    });
    each.collect()
}

/// That an actor which is to resume has said that it can, after a panic as well. Where an actor is defined that can be
/// read in its attribute; here only rustc knows its type.
///
/// ```text
/// actor gate: Gate on edge { supervision = resume; }
/// ↓
/// const _: () = if !p::resumes_after_panic::<Gate>() { panic!("…") };
/// ```
fn resumed(it: &Expansion) -> TokenStream {
    let each = it.topology.actors.iter().filter_map(|actor| {
        let properties = &actor.properties;
        let of_panics = properties.rules.as_deref().and_then(rules::of_panics);
        let directive = of_panics.or(properties.supervision.as_ref())?;
        if directive.kind != PolicyKind::Resume {
            return None;
        }
        let at = directive.word.span();
        let (cfgs, p) = (&actor.attributes.cfgs, names::at(&it.p, at));
        let (checked, ty) = (checked(it, &actor.ty), show(&actor.ty));
        let message = if of_panics.is_some() {
            format!(
                "a panic may leave `{ty}` half-changed, so it cannot simply be resumed (N33)\n\
                 help: write `Panic = restart`, or `#[actor(resume_after_panic)]` where `{ty}` is defined"
            )
        } else {
            format!(
                "`resume` would also resume after a panic, which may leave `{ty}` half-changed (N33)\n\
                 help: write `on_error(Panic = restart);` as well, or `#[actor(resume_after_panic)]` where `{ty}` is defined"
            )
        };
        Some(quote_spanned! {at=>
            #(#cfgs)*
            const _: () = if !#p::resumes_after_panic::<#checked>() {
                ::core::panic!(#message)
            };
        })
    });
    each.collect()
}

/// The topology, by the builder that programs use, too.
fn definition(it: &Expansion) -> TokenStream {
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

/// `Gate`, if it is an actor.
///
/// If it is none, the function that gives its handle is an error. The constant is the same error once more, and rustc
/// shows equal ones once; what depends on it names no type, and is none. The bare type would be one more error.
fn checked(it: &Expansion, ty: &Type) -> TokenStream {
    let krate = names::at(&it.krate, ty.span());
    quote_spanned! {ty.span()=>
        <#ty as #krate::__private::Checked<{
            let _: ::core::option::Option<<#ty as #krate::Actor>::Handle> = ::core::option::Option::None;
            true
        }>>::Type
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
