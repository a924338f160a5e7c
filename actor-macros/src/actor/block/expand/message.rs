//! The enum of the messages.

use super::handle::{end, head};
use super::{Reply, Scope, first_span, parts, reply_field};
use crate::actor::block::model::{Handler, Verdict};
use crate::actor::block::types::last_segment;
use crate::actor::generics;
use crate::names;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt as _;

/// ```text
/// #[handler] fn add(&mut self, amount: u64) -> u64
/// #[on(PriceChanged)] fn reprice(&mut self, event: PriceChanged)
/// ↓
/// pub enum TillMsg {
///     Add { amount: u64, __reply: ReplyTo<u64> },
///     OnPriceChanged { event: PriceChanged },
/// }
/// impl TillMsg { pub fn add(amount: u64) -> Self { … } }
/// impl Message for TillMsg { … }
/// ```
pub(super) fn expand(scope: &Scope<'_>) -> TokenStream {
    let Scope {
        block,
        krate,
        msg,
        impl_generics,
        type_generics,
        where_clause,
        ..
    } = scope;
    let derives = &block.options.derives;
    let derives = (!derives.is_empty()).then(|| quote!(#[derive(#(#derives),*)]));
    let docs = format!("The messages of `{}`.", block.head.name().unraw());
    let requests = scope
        .sound_handlers()
        .map(|handler| request(handler, scope));
    let events = scope.sound_events().map(|hook| {
        let (variant, cfgs) = (event_variant(hook), &hook.method.attributes.cfgs);
        let event = scope.ty(&hook.on);
        // At the type: an error about what is derived is about that.
        let field = Ident::new("event", names::ours(first_span(&hook.on)));
        quote! {
            #cfgs
            #variant { #field: #event },
        }
    });
    let phantom = phantom(scope);
    let constructors = block
        .handlers
        .iter()
        .filter(|handler| handler.method.verdict != Verdict::Dropped)
        .map(|handler| constructor(handler, scope));
    let names = names_of(scope);
    quote! {
        #[doc = #docs]
        #derives
        pub enum #msg #impl_generics #where_clause {
            #(#requests)*
            #(#events)*
            #phantom
        }

        impl #impl_generics #msg #type_generics #where_clause {
            #(#constructors)*
        }

        #[automatically_derived]
        impl #impl_generics #krate::Message for #msg #type_generics #where_clause {
            fn name(&self) -> &'static ::core::primitive::str {
                #names
            }
        }
    }
}

/// `Add { amount: u64, __reply: ReplyTo<u64> },`
fn request(handler: &Handler, scope: &Scope<'_>) -> TokenStream {
    let krate = &scope.krate;
    let method = &handler.method;
    let cfgs = &method.attributes.cfgs;
    let variant = names::variant(method.name());
    let (fields, types) = parts(method, scope);
    // A private type in a message is reported in the handler.
    let fields = fields.into_iter().map(ours);
    let reply = ours(&reply_field(method));
    let arguments = Reply::of(handler, scope).arguments();
    quote! {
        #cfgs
        #variant {
            #(#fields: #types,)*
            #[doc(hidden)]
            #reply: #krate::ReplyTo<#arguments>,
        },
    }
}

fn ours(name: &Ident) -> Ident {
    let mut name = name.clone();
    name.set_span(names::ours(name.span()));
    name
}

/// `OnPriceChanged`
pub(super) fn event_variant(hook: &super::Hook) -> Ident {
    let segment = last_segment(&hook.on).expect("an event is read as a path");
    names::event_variant(&segment.ident)
}

/// A variant that cannot exist and uses every type parameter, which messages need not do.
fn phantom(scope: &Scope<'_>) -> Option<TokenStream> {
    let parameters = generics::type_parameters(&scope.block.head.generics)?;
    Some(quote! {
        #[doc(hidden)]
        __Phantom {
            never: ::core::convert::Infallible,
            // A pointer to a function is `Send` whatever it returns.
            phantom: ::core::marker::PhantomData<fn() -> (#parameters)>,
        },
    })
}

/// `__Phantom { never, .. } => match never {},` where the type of `never` is matched.
pub(super) fn phantom_arm(scope: &Scope<'_>) -> Option<TokenStream> {
    generics::type_parameters(&scope.block.head.generics)?;
    let (msg, never) = (&scope.msg, names::local("never"));
    Some(quote!(#msg::__Phantom { never: #never, .. } => match #never {},))
}

/// `pub fn add(amount: u64) -> Self { Self::Add { amount, __reply: ReplyTo::none() } }`
fn constructor(handler: &Handler, scope: &Scope<'_>) -> TokenStream {
    let krate = &scope.krate;
    let method = &handler.method;
    let (cfgs, forwarded) = (&method.attributes.cfgs, &method.attributes.forwarded);
    let name = method.name();
    let (vis, fn_token, method_name) = head(method);
    // At the end of the handler, to go with its head.
    let this = quote_spanned!(names::ours(end(method))=> Self);
    let docs = format!(
        "The message of {}, told: nobody waits for its reply.",
        scope.link(name)
    );
    let generics = &method.signature.generics;
    let where_clause = scope.ty(&generics.where_clause);
    let (fields, types) = parts(method, scope);
    if method.verdict == Verdict::Broken {
        return quote! {
            #cfgs
            #[doc = #docs]
            #vis #fn_token #method_name #generics (#(_: #types),*) -> #this #where_clause {
                ::core::unreachable!()
            }
        };
    }
    let (variant, reply) = (names::variant(name), reply_field(method));
    quote! {
        #cfgs
        #[doc = #docs]
        #forwarded
        #[must_use]
        #vis #fn_token #method_name(#(#fields: #types),*) -> #this {
            Self::#variant {
                #(#fields,)*
                #reply: #krate::ReplyTo::none(),
            }
        }
    }
}

/// `match self { Self::Add { .. } => "add", … }`
fn names_of(scope: &Scope<'_>) -> TokenStream {
    let msg = &scope.msg;
    let requests = scope.sound_handlers().map(|handler| {
        let method = &handler.method;
        let (cfgs, variant) = (&method.attributes.cfgs, names::variant(method.name()));
        let name = method.name().unraw().to_string();
        quote!(#cfgs #msg::#variant { .. } => #name,)
    });
    let events = scope.sound_events().map(|hook| {
        let (cfgs, variant) = (&hook.method.attributes.cfgs, event_variant(hook));
        let name = event_name(hook);
        quote!(#cfgs #msg::#variant { .. } => #name,)
    });
    let phantom = phantom_arm(scope);
    // By value: a reference to an enum without variants would still have to be matched.
    quote! {
        match *self {
            #(#requests)*
            #(#events)*
            #phantom
        }
    }
}

/// `PriceChanged`, as it is called in logs.
pub(super) fn event_name(hook: &super::Hook) -> String {
    let segment = last_segment(&hook.on).expect("an event is read as a path");
    segment.ident.unraw().to_string()
}
