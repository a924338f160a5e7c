//! The methods of the handle.

use super::{Reply, Scope, first_span, parts, reply_field};
use crate::actor::block::model::{Handler, Method, Verdict};
use crate::names;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::ext::IdentExt as _;

/// ```text
/// /// Adds up.
/// #[handler]
/// pub fn add(&mut self, amount: u64) -> u64
/// ↓
/// impl TillHandle {
///     /// Adds up.
///     pub fn add(&self, amount: u64) -> Call<'_, Till, (u64,), u64> { … }
/// }
/// ```
pub(super) fn expand(scope: &Scope<'_>) -> TokenStream {
    let Scope {
        block,
        handle,
        impl_generics,
        where_clause,
        ..
    } = scope;
    let methods = block
        .handlers
        .iter()
        .filter(|handler| handler.method.verdict != Verdict::Dropped)
        .map(|handler| match handler.method.verdict {
            Verdict::Sound => sound(handler, scope),
            _ => broken(handler, scope),
        });
    quote! {
        impl #impl_generics #handle #where_clause {
            #(#methods)*
        }
    }
}

fn sound(handler: &Handler, scope: &Scope<'_>) -> TokenStream {
    let msg = &scope.msg;
    let method = &handler.method;
    let name = method.name();
    let (vis, fn_token, method_name) = head(method);
    let attributes = attributes(handler);
    let (fields, types) = parts(method, scope);
    let arguments = quote!((#(#types,)*));
    let output = call(method, &arguments, &Reply::of(handler, scope), scope);
    let (variant, field) = (names::variant(name), reply_field(method));
    let local = names::local("reply");
    // The closure captures nothing, so that `Call` can hold it as a function and need not box it.
    quote! {
        #attributes
        #vis #fn_token #method_name(&self, #(#fields: #types),*) -> #output {
            __Sendable::<#output>::__new(
                ::core::ops::Deref::deref(self),
                (#(#fields,)*),
                |(#(#fields,)*), #local| #msg::#variant { #(#fields,)* #field: #local },
            )
        }
    }
}

/// `Call<'_, Till, (u64,), u64>`, at the return type: a reply that cannot be one is reported there.
fn call(method: &Method, arguments: &TokenStream, reply: &Reply, scope: &Scope<'_>) -> TokenStream {
    let span = end(method);
    let krate = names::at(&scope.krate, span);
    // Where it is in front of the block: that it is unknown is then the same error there and here.
    let actor = &scope.actor;
    let reply = reply.arguments();
    quote_spanned!(span=> #krate::Call<'_, #actor, #arguments, #reply>)
}

/// The return type, or what stands in for it.
pub(super) fn end(method: &Method) -> Span {
    match method.output() {
        Some(ty) => first_span(ty),
        None => method.name().span(),
    }
}

/// `pub fn add`, where the handler is: a caller who cannot see the method is shown the handler.
pub(super) fn head(method: &Method) -> (TokenStream, TokenStream, Ident) {
    let ours = |tokens: TokenStream| -> TokenStream {
        let at = |mut token: TokenTree| {
            token.set_span(names::ours(token.span()));
            token
        };
        tokens.into_iter().map(at).collect()
    };
    let mut name = method.name().clone();
    name.set_span(names::ours(name.span()));
    let fn_token = method.signature.fn_token.to_token_stream();
    (ours(method.vis.to_token_stream()), ours(fn_token), name)
}

/// A handler that cannot work, so that only the mistake in it is an error, and not every call of it.
fn broken(handler: &Handler, scope: &Scope<'_>) -> TokenStream {
    let method = &handler.method;
    let (vis, fn_token, name) = head(method);
    let attributes = attributes(handler);
    let generics = &method.signature.generics;
    let where_clause = scope.ty(&generics.where_clause);
    let (_, types) = parts(method, scope);
    let output = call(method, &quote!(()), &Reply::guess(handler, scope), scope);
    quote! {
        #attributes
        #vis #fn_token #name #generics (&self, #(_: #types),*) -> #output #where_clause {
            ::core::unreachable!()
        }
    }
}

fn attributes(handler: &Handler) -> TokenStream {
    let attributes = &handler.method.attributes;
    let (cfgs, forwarded) = (&attributes.cfgs, &attributes.forwarded);
    let docs = if attributes.docs.is_empty() {
        let docs = format!("The message `{}`.", handler.method.name().unraw());
        quote!(#[doc = #docs])
    } else {
        attributes.docs.to_token_stream()
    };
    quote!(#docs #cfgs #forwarded)
}
