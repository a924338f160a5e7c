//! What every message has to fulfil, checked where the user wrote it.

use super::request::first_behavior;
use super::{Reply, Scope, first_span};
use crate::actor::block::model::Returns;
use crate::names::at;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

/// ```text
/// const __CHECKED: bool = { require_behaviors::<Till>(); true };
/// type __Checked<T> = <T as Checked<{ __CHECKED }>>::Type;
/// fn __checks<…>(
///     _: Argument<u64>,     at the type of the argument
///     _: Reply<Receipt>,    at the type of the reply
/// ) {}
/// ```
///
/// If the constant has no value, `__Checked<…>` is no type, about which rustc has nothing to say: one mistake about
/// behaviors is one error. The types of messages are not checked in there. Whether an argument is `Send` may depend on
/// the message itself, as for a handle of the same actor, and a type that depends on a constant that depends on the
/// type is a cycle.
pub(super) fn expand(scope: &Scope<'_>) -> TokenStream {
    let Scope {
        private,
        impl_generics,
        where_clause,
        ..
    } = scope;
    let (fixed, open) = names(scope);
    let constant = (!fixed.is_empty()).then(|| {
        quote! {
            const __CHECKED: ::core::primitive::bool = {
                #fixed
                true
            };
            type __Checked<__T> = <__T as #private::Checked<{ __CHECKED }>>::Type;
        }
    });
    let messages = messages(scope);
    quote! {
        #constant

        fn __checks #impl_generics (#messages) #where_clause {
            #open
        }
    }
}

/// What has to be what it is called, a `Result` or a behavior: as checks that depend on no parameter, and others.
fn names(scope: &Scope<'_>) -> (TokenStream, TokenStream) {
    let (mut fixed, mut open) = (TokenStream::new(), TokenStream::new());
    let mut require = |cfgs: &TokenStream, require: &str, ty: &TokenStream, span: Span| {
        let private = at(&scope.private, span);
        let require = Ident::new(require, span);
        let checks = if scope.is_open(ty) {
            &mut open
        } else {
            &mut fixed
        };
        checks.extend(quote_spanned!(span=> #cfgs #private::#require::<#ty>();));
    };
    if let Some(behavior) = first_behavior(scope) {
        let span = behavior.span();
        let actor = at(&scope.actor, span);
        require(&TokenStream::new(), "require_behaviors", &actor, span);
    }
    for handler in scope.sound_handlers() {
        let cfgs = &handler.method.attributes.cfgs;
        if let Returns::Alias(ty) = &handler.returns {
            require(cfgs, "require_result", &scope.ty(ty), first_span(ty));
        }
    }
    (fixed, open)
}

/// What the arguments and replies have to be.
fn messages(scope: &Scope<'_>) -> TokenStream {
    let mut checks = TokenStream::new();
    let mut require = |cfgs: &TokenStream, part: &str, ty: &TokenStream| {
        let span = first_span(ty);
        let private = at(&scope.private, span);
        let part = Ident::new(part, span);
        checks.extend(quote_spanned!(span=> #cfgs _: #private::#part<#ty>,));
    };
    for handler in scope.sound_handlers() {
        let cfgs = &handler.method.attributes.cfgs;
        for part in handler.method.parts() {
            require(cfgs, "Argument", &scope.ty(&part.ty));
        }
        if handler.method.output().is_some() {
            let Reply { value, error } = Reply::checked(handler, scope);
            for ty in [Some(value), error].into_iter().flatten() {
                require(cfgs, "Reply", &ty);
            }
        }
    }
    for hook in scope.sound_events() {
        let cfgs = &hook.method.attributes.cfgs;
        require(cfgs, "Argument", &scope.ty(&hook.on));
    }
    checks
}
