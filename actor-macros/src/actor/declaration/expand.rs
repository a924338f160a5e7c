//! What `#[actor]` on a struct or an enum adds to it.

use super::model::{Behavior, Declaration, Options};
use crate::actor::generics::{self, erase_lifetimes};
use crate::names;
use crate::settings::rules;
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::{Visibility, parse_quote_spanned};

/// Everything but the type itself:
///
/// ```text
/// pub struct TillHandle(Handle<Till>);
/// pub type TillMsg = <Till as Actor>::Msg;
/// pub enum TillBehavior { … }                   if it has behaviors
/// const _: () = { impl Declared for Till { … } … };
/// ```
pub(crate) fn expand(declaration: &Declaration) -> TokenStream {
    let krate = names::krate(declaration.options.krate.as_ref());
    let handle = handle(declaration, &krate);
    let msg = msg(declaration, &krate);
    let behavior = behavior(declaration, &krate);
    let declared = declared(declaration, &krate);
    quote!(#handle #msg #behavior #declared)
}

/// A lint of clippy that is about how visible the actor is. Said of the actor, it need not be said of what goes with it.
fn allowed(vis: &Visibility) -> Option<TokenStream> {
    matches!(vis, Visibility::Restricted(_)).then(|| quote!(#[allow(clippy::redundant_pub_crate)]))
}

/// ```text
/// struct Till<T> where T: Clone { … }
/// ↓
/// pub struct TillHandle<T>(Handle<Till<T>>) where T: Clone, Till<T>: Actor;
/// ```
/// Every token is at the name of the actor: if the `impl` block is missing, the errors about it are one.
fn handle(declaration: &Declaration, krate: &TokenStream) -> TokenStream {
    let Declaration {
        cfgs, vis, name, ..
    } = declaration;
    let span = name.span();
    let krate = names::at(krate, span);
    let handle = names::handle(name);
    let docs = format!(
        "A handle to a running [`{0}`](type@{0}): a method for every message it handles.",
        name.unraw()
    );

    let mut generics = declaration.generics.clone();
    erase_lifetimes(&mut generics);
    let actor = actor(declaration);
    // The bounds that make it an actor are on its `impl` block, which is not in sight. Without parameters there are
    // none, and the clause would only repeat the error about a missing block.
    if !generics.params.is_empty() {
        generics
            .make_where_clause()
            .predicates
            .push(parse_quote_spanned!(span=> #actor: #krate::Actor));
    }
    let (impl_generics, handle_generics, where_clause) = generics.split_for_impl();
    let defaults = generics.to_token_stream();
    let allowed = allowed(vis);
    let inner = quote_spanned!(span=> #krate::Handle<#actor>);

    quote_spanned! {span=>
        #(#cfgs)*
        #[doc = #docs]
        #allowed
        #vis struct #handle #defaults (#inner) #where_clause;

        #(#cfgs)*
        const _: () = {
            #[automatically_derived]
            impl #impl_generics ::core::clone::Clone for #handle #handle_generics #where_clause {
                fn clone(&self) -> Self {
                    Self(::core::clone::Clone::clone(&self.0))
                }
            }

            #[automatically_derived]
            impl #impl_generics ::core::fmt::Debug for #handle #handle_generics #where_clause {
                fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    // Naming the type makes an actor without a block the same error here as above, and so none.
                    let handle: &#inner = &self.0;
                    ::core::fmt::Debug::fmt(handle, formatter)
                }
            }

            /// Handles are equal if they name the same actor.
            #[automatically_derived]
            impl #impl_generics ::core::cmp::PartialEq for #handle #handle_generics #where_clause {
                fn eq(&self, other: &Self) -> ::core::primitive::bool {
                    let handle: &#inner = &self.0;
                    ::core::cmp::PartialEq::eq(handle, &other.0)
                }
            }

            #[automatically_derived]
            impl #impl_generics ::core::cmp::Eq for #handle #handle_generics #where_clause {}

            #[automatically_derived]
            impl #impl_generics ::core::hash::Hash for #handle #handle_generics #where_clause {
                fn hash<__H: ::core::hash::Hasher>(&self, state: &mut __H) {
                    let handle: &#inner = &self.0;
                    ::core::hash::Hash::hash(handle, state)
                }
            }

            #[automatically_derived]
            impl #impl_generics ::core::convert::From<#inner> for #handle #handle_generics #where_clause {
                fn from(handle: #inner) -> Self {
                    Self(handle)
                }
            }

            #[automatically_derived]
            impl #impl_generics ::core::ops::Deref for #handle #handle_generics #where_clause {
                type Target = #inner;

                fn deref(&self) -> &#inner {
                    &self.0
                }
            }
        };
    }
}

/// `pub type TillMsg<T> = <Till<T> as Actor>::Msg;`
///
/// The block owns the enum, but does not know how visible the actor is. Through the alias the enum can be named, and
/// its variants too, which `<Till as Actor>::Msg::Add` could not.
fn msg(declaration: &Declaration, krate: &TokenStream) -> TokenStream {
    let Declaration {
        cfgs, vis, name, ..
    } = declaration;
    let span = name.span();
    let krate = names::at(krate, span);
    let (mut msg, actor) = (names::msg(name), actor(declaration));
    // Not every actor's messages are named.
    msg.set_span(names::ours(span));
    let parameters = generics::without_bounds(&declaration.generics);
    // With parameters, its span does not keep the lint away.
    let allow = (!declaration.generics.params.is_empty()).then(|| quote!(#[allow(dead_code)]));
    let docs = format!("The messages of [`{0}`](type@{0}).", name.unraw());
    let allowed = allowed(vis);
    quote_spanned! {span=>
        #(#cfgs)*
        #[doc = #docs]
        #allow
        #allowed
        #vis type #msg #parameters = <#actor as #krate::Actor>::Msg;
    }
}

/// ```text
/// behaviors(Loading, Idle)
/// ↓
/// pub enum TillBehavior { Loading, Idle }
/// const _: () = { impl Behavior for TillBehavior { const INITIAL: Self = Self::Loading; … } };
/// ```
/// The enum is at the word `behaviors`: where a behavior is unknown, rustc also shows where they are listed.
fn behavior(declaration: &Declaration, krate: &TokenStream) -> Option<TokenStream> {
    let Declaration {
        cfgs,
        vis,
        name,
        options,
        ..
    } = declaration;
    let initial = &options.behaviors.first()?.name;
    let behavior = names::behavior(name);
    let list = options.behaviors_word.as_ref()?.span();
    let list = names::ours(list);
    let docs = format!("How [`{0}`](type@{0}) behaves.", name.unraw());
    let allowed = allowed(vis);
    let variants = options.behaviors.iter().map(|Behavior { docs, name }| {
        let generated = docs.is_empty().then(|| {
            let text = format!("It is `{}`.", name.unraw());
            quote!(#[doc = #text])
        });
        quote!(#(#docs)* #generated #name)
    });
    let names: Vec<_> = options
        .behaviors
        .iter()
        .map(|behavior| &behavior.name)
        .collect();
    let texts = options
        .behaviors
        .iter()
        .map(|behavior| behavior.name.unraw().to_string());
    let vis = names::at(&vis.to_token_stream(), list);
    let head = quote_spanned!(list=> #vis enum);
    let variants = quote_spanned!(list=> { #(#variants,)* });
    Some(quote! {
        #(#cfgs)*
        #[doc = #docs]
        #[derive(
            ::core::clone::Clone,
            ::core::marker::Copy,
            ::core::fmt::Debug,
            ::core::cmp::PartialEq,
            ::core::cmp::Eq,
            ::core::hash::Hash,
        )]
        #allowed
        #head #behavior #variants

        #(#cfgs)*
        const _: () = {
            #[automatically_derived]
            impl #krate::Behavior for #behavior {
                const INITIAL: Self = Self::#initial;
                const ALL: &'static [Self] = &[#(Self::#names),*];

                fn name(self) -> &'static ::core::primitive::str {
                    match self {
                        #(Self::#names => #texts,)*
                    }
                }
            }
        };
    })
}

/// `const _: () = { impl Declared for Till { … } impl Emits<PriceChanged> for Till {} };`
fn declared(declaration: &Declaration, krate: &TokenStream) -> TokenStream {
    let Declaration {
        cfgs,
        name,
        options,
        ..
    } = declaration;
    let mut generics = declaration.generics.clone();
    erase_lifetimes(&mut generics);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let actor = actor(declaration);
    let type_name = name.unraw().to_string();
    let behavior = if options.behaviors.is_empty() {
        quote!(())
    } else {
        names::behavior(name).to_token_stream()
    };
    let has_behaviors = (!options.behaviors.is_empty()).then(|| {
        quote! {
            #[automatically_derived]
            impl #impl_generics #krate::__private::HasBehaviors for #actor #where_clause {}
        }
    });
    let literal = literal(options, krate);
    let in_topologies = in_topologies(declaration, krate);
    let emits = options.emits.iter().map(|event| {
        quote! {
            #[automatically_derived]
            impl #impl_generics #krate::Emits<#event> for #actor #where_clause {}
        }
    });
    quote! {
        #(#cfgs)*
        const _: () = {
            #[automatically_derived]
            impl #impl_generics #krate::Declared for #actor #where_clause {
                const TYPE_NAME: &'static ::core::primitive::str = #type_name;
                const OPTIONS: &'static #krate::ActorOptions = &#literal;
                type Behavior = #behavior;
            }

            #has_behaviors

            #(#emits)*

            #in_topologies
        };
    }
}

/// What a topology asks about an actor: whether it lists the tools the actor uses, and who can take all of its events.
///
/// ```text
/// emits(Posted, Closed), tools(dyn Clock)
/// ↓
/// impl Uses<dyn Clock> for Till {}
/// impl<L: Has<dyn Clock>> ToolsFrom<L> for Till {}
/// impl<S: Subscriber<Posted> + Subscriber<Closed>> EmitsAllTo<S> for Till where for<'r> Posted: Clone + …, … {
///     fn edges(edges: &mut impl Edges<Self, S>) { edges.edge::<Posted>(); edges.edge::<Closed>(); }
/// }
/// impl<S: …> EmitsAllAcross<S> for Till where for<'r> Posted: Crosses, for<'r> Closed: Crosses { … }
/// ```
fn in_topologies(declaration: &Declaration, krate: &TokenStream) -> TokenStream {
    let Options { emits, tools, .. } = &declaration.options;
    let p = quote!(#krate::__private::topology);
    let actor = actor(declaration);
    let mut generics = declaration.generics.clone();
    erase_lifetimes(&mut generics);
    let (own_generics, _, own_clause) = generics.split_for_impl();
    // One parameter more, with a bound for each of `bounds`.
    let with = |name: &syn::Ident, bounds: Vec<TokenStream>| {
        let mut generics = generics.clone();
        generics.params.push(syn::parse_quote!(#name));
        for bound in bounds {
            let predicate = syn::parse_quote!(#name: #bound);
            generics.make_where_clause().predicates.push(predicate);
        }
        generics
    };
    let list = names::local("__L");
    let given = with(
        &list,
        tools.iter().map(|tool| quote!(#p::Has<#tool>)).collect(),
    );
    let (list_generics, _, list_clause) = given.split_for_impl();
    let to_all = (!emits.is_empty()).then(|| {
        let taker = names::local("__S");
        let takes = emits.iter().map(|event| quote!(#krate::Subscriber<#event>));
        let takers = with(&taker, takes.collect());
        let (taker_generics, ..) = takers.split_for_impl();
        // Deferred to who subscribes. An event that cannot be emitted is reported where it is, and not all need to cross.
        let deferred = |bounds: TokenStream| {
            let mut generics = takers.clone();
            for event in emits {
                let predicate = syn::parse_quote!(for<'r> #event: #bounds);
                generics.make_where_clause().predicates.push(predicate);
            }
            generics.where_clause
        };
        let taker_clause = deferred(quote!(
            ::core::clone::Clone + ::core::marker::Send + 'static
        ));
        let crossing_clause = deferred(quote!(::core::clone::Clone + #p::Crosses));
        quote! {
            #[automatically_derived]
            impl #taker_generics #p::EmitsAllTo<#taker> for #actor #taker_clause {
                fn edges(edges: &mut impl #p::Edges<Self, #taker>) {
                    #(#p::Edges::<Self, #taker>::edge::<#emits>(edges);)*
                }
            }

            #[automatically_derived]
            impl #taker_generics #p::EmitsAllAcross<#taker> for #actor #crossing_clause {
                fn edges(edges: &mut impl #p::EdgesAcross<Self, #taker>) {
                    #(#p::EdgesAcross::<Self, #taker>::edge::<#emits>(edges);)*
                }
            }
        }
    });
    quote! {
        #(
            #[automatically_derived]
            impl #own_generics #p::Uses<#tools> for #actor #own_clause {}
        )*

        #[automatically_derived]
        impl #list_generics #p::ToolsFrom<#list> for #actor #list_clause {}

        #to_all
    }
}

/// `mailbox = 256` → `ActorOptions { mailbox: Mailbox::bounded(256), supervision: None, … }`
///
/// A full literal: a constant that is changed field by field would need a destructor that const evaluation lacks.
fn literal(options: &Options, krate: &TokenStream) -> TokenStream {
    let mailbox = match &options.mailbox {
        None => quote!(#krate::Mailbox::DEFAULT),
        Some(mailbox) => mailbox.expand(krate),
    };
    let supervision = option(policy(options, krate));
    let passivation = option(options.passivation.as_ref().map(|it| it.expand(krate)));
    let stash = option(options.stash.as_ref().map(quote::ToTokens::to_token_stream));
    let resume_after_panic = options.resume_after_panic;
    quote! {
        #krate::ActorOptions {
            mailbox: #mailbox,
            supervision: #supervision,
            passivation: #passivation,
            stash: #stash,
            resume_after_panic: #resume_after_panic,
        }
    }
}

/// `supervision = stop, on_error(ParseError = resume)` →
/// `Policy::__declared(Directive::Stop, &[Rule::on::<ParseError>(Directive::Resume)])`
fn policy(options: &Options, krate: &TokenStream) -> Option<TokenStream> {
    if options.supervision.is_none() && options.rules.is_empty() {
        return None;
    }
    let rules = rules::expand(&options.rules, krate);
    Some(match &options.supervision {
        Some(supervision) => supervision.expand_policy(&rules, krate),
        None => {
            let restart = quote!(#krate::Directive::Restart(#krate::Restart::DEFAULT));
            quote!(#krate::Policy::__declared(#restart, #rules))
        }
    })
}

/// `Till<T, N>`, every token at the name.
fn actor(declaration: &Declaration) -> TokenStream {
    let arguments = generics::arguments(&declaration.generics, declaration.name.span());
    let name = &declaration.name;
    quote!(#name #arguments)
}

fn option(value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}
