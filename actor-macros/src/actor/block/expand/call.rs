//! The call of the user's method, and what becomes of its value.

use super::{Scope, first_span};
use crate::actor::block::model::{Method, Role};
use crate::names::{self, local};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

/// `Self::pay(self, ctx, amount)`, or `require_send(Self::pay(self, ctx, amount)).await`, at the `async` of the method.
pub(super) fn call(method: &Method, parts: &[&Ident], scope: &Scope<'_>) -> TokenStream {
    let name = method.name();
    let asyncness = method.signature.asyncness.as_ref();
    let span = asyncness.map_or_else(|| name.span(), |asyncness| asyncness.span);
    let this = located(&local("self"), span);
    // An error about the call is about the whole of it, and the name elsewhere would make it two.
    let name = located(name, span);
    let mut parts = parts.iter();
    let arguments = method
        .parameters
        .iter()
        .filter_map(|parameter| match &parameter.role {
            Role::Context => Some(located(&local("ctx"), first_span(&parameter.ty))),
            Role::Reply { .. } => Some(parameter.name.clone()),
            Role::Part => parts.next().map(|part| (*part).clone()),
        });
    let call = quote_spanned!(span=> Self::#name(#this, #(#arguments),*));
    if asyncness.is_none() {
        return call;
    }
    // Without this, a future that is not `Send` is reported where all of them are run.
    let private = names::at(&scope.private, span);
    if scope.shares(method) {
        return quote_spanned!(span=> __Shared::<#private::Futures>::require_send(#call).await);
    }
    quote_spanned!(span=> #private::require_send(#call).await)
}

/// `let __out = out; hook_outcome(__out)`, at the return type: it is checked there.
pub(super) fn outcome(method: &Method, out: &TokenStream, scope: &Scope<'_>) -> TokenStream {
    let (local, span) = out_of(method);
    let private = names::at(&scope.private, span);
    if method.output().is_none() {
        return quote_spanned!(span=> #private::hook_outcome(#out));
    }
    // Only the local is there. As a whole it would be a statement of the user's to lints, and a strange one.
    let outcome = quote_spanned!(span=> #private::hook_outcome(#local));
    quote!(let #local = #out; #outcome)
}

/// The local that holds what a method returned, and its return type, where errors about that are to be.
pub(super) fn out_of(method: &Method) -> (Ident, Span) {
    let span = match method.output() {
        Some(ty) => first_span(ty),
        None => method.name().span(),
    };
    (user_local("__out", span), span)
}

/// A local of ours as if the user had written it: for errors in which the macro has no part. Names with `__` are ours.
pub(super) fn user_local(name: &str, span: Span) -> Ident {
    Ident::new(name, span)
}

/// An identifier shown elsewhere, but still the same one.
fn located(ident: &Ident, span: Span) -> Ident {
    let mut ident = ident.clone();
    ident.set_span(ident.span().located_at(span));
    ident
}
