//! What the actor does with the message of a handler.

use super::call::{call, out_of, outcome};
use super::{Scope, reply_field};
use crate::actor::block::model::{Handler, Returns};
use crate::actor::generics;
use crate::names::{self, local};
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt as _;

/// ```text
/// TillMsg::Add { amount, __reply } => {
///     if !ctx.__begin("add", &__reply) {
///         return Ok(());
///     }
///     let __out = Self::add(self, amount);
///     reply_plain(__reply, __out)
/// }
/// ```
pub(super) fn arm(handler: &Handler, scope: &Scope<'_>) -> TokenStream {
    let msg = &scope.msg;
    let (ctx, ok) = (local("ctx"), quote!(::core::result::Result::Ok(())));
    let method = &handler.method;
    let cfgs = &method.attributes.cfgs;
    let name = method.name().unraw().to_string();
    let variant = names::variant(method.name());
    let fields: Vec<_> = method.parts().map(|part| &part.name).collect();
    let reply = reply_field(method);
    let out = call(method, &fields, scope);
    let replied = replied(handler, &out, scope);
    let run = quote! {
        if !#ctx.__begin(#name, &#reply) {
            return #ok;
        }
        #replied
    };
    let pattern = quote!(#msg::#variant { #(#fields,)* #reply });
    if handler.accepted.is_empty() && handler.stashed.is_empty() {
        return quote!(#cfgs #pattern => { #run });
    }

    // `in(Idle), stash_in(Loading)` → match ctx.behavior() { Idle => run, Loading => stash, _ => unhandled }
    let stash = (!handler.stashed.is_empty()).then(|| {
        let behaviors = behaviors(&handler.stashed, scope);
        quote! {
            #behaviors => {
                #ctx.__stash(#pattern);
                #ok
            }
        }
    });
    let arms = if handler.accepted.is_empty() {
        quote!(#stash _ => { #run })
    } else {
        let behaviors = behaviors(&handler.accepted, scope);
        // The two lists may name every behavior there is.
        quote! {
            #behaviors => { #run }
            #stash
            _ => {
                #ctx.__unhandled(#name, #reply);
                #ok
            }
        }
    };
    quote!(#cfgs #pattern => match #ctx.behavior() { #arms },)
}

/// `<__Behavior>::Open | <__Behavior>::Closed`, each at the user's word for it.
fn behaviors(behaviors: &[Ident], scope: &Scope<'_>) -> TokenStream {
    let patterns = behaviors.iter().map(|behavior| {
        let span = behavior.span();
        let generics = names::at(&scope.type_generics, span);
        quote_spanned!(span=> <__Behavior #generics>::#behavior)
    });
    quote!(#(#patterns)|*)
}

/// `type __Behavior = <Till as Declared>::Behavior;`, if a handler asks for one.
///
/// By this name and not as `TillBehavior`: for an actor without behaviors, rustc would say that there is no such type,
/// and nobody has written that. `__Checked` makes it silent, and the checks have said what is missing.
pub(super) fn behavior(scope: &Scope<'_>) -> Option<TokenStream> {
    first_behavior(scope)?;
    let Scope { actor, krate, .. } = scope;
    let parameters = generics::without_bounds(&scope.block.head.generics);
    let behavior = scope.checked(quote!(<#actor as #krate::Declared>::Behavior));
    Some(quote!(type __Behavior #parameters = #behavior;))
}

/// The first behavior that a handler asks for.
pub(super) fn first_behavior<'a>(scope: &Scope<'a>) -> Option<&'a Ident> {
    scope
        .sound_handlers()
        .flat_map(|handler| handler.accepted.iter().chain(&handler.stashed))
        .next()
}

/// `let __out = out; reply_plain(__reply, __out)`, or what its type asks for.
fn replied(handler: &Handler, out: &TokenStream, scope: &Scope<'_>) -> TokenStream {
    let method = &handler.method;
    if method.delegate().is_some() {
        return outcome(method, out, scope);
    }
    let (ctx, error, reply) = (local("ctx"), local("error"), reply_field(method));
    let (local, span) = out_of(method);
    let private = &scope.private;
    let at = names::at(private, span);
    // The most telling of `Display`, `Debug`, and nothing that the error has.
    let describe = quote! {
        |#error| {
            use #private::{ViaDebug as _, ViaDisplay as _, ViaNothing as _};
            (&&&#private::Described(#error)).describe()
        }
    };
    let replied = match &handler.returns {
        Returns::Plain(_) => quote_spanned!(span=> #at::reply_plain(#reply, #local)),
        Returns::Fault(_) => quote_spanned!(span=> #at::reply_fault(#reply, #local)),
        Returns::Result { .. } | Returns::Alias(_) => {
            quote_spanned!(span=> #at::reply_result(#ctx, #reply, #local, #describe))
        }
        Returns::FaultResult { .. } => {
            quote_spanned!(span=> #at::reply_fault_result(#ctx, #reply, #local, #describe))
        }
    };
    let alias = match &handler.returns {
        Returns::Alias(ty) => {
            let ty = scope.checked(ty);
            Some(quote!(: #ty))
        }
        _ => None,
    };
    quote! {
        let #local #alias = #out;
        #replied
    }
}
