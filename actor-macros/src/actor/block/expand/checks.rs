//! What every message has to fulfil, checked where the user wrote it.

use super::request::first_behavior;
use super::{Reply, Scope, first_span};
use crate::actor::names;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

/// ```text
/// const __CHECKED: bool = { require_behaviors::<Till>(); true };
/// type __Checked<T> = <T as Checked<{ __CHECKED }>>::Type;
/// fn __checks<…>() {
///     require_argument::<u64>();      at the type of the argument
///     require_reply::<Receipt>();     at the type of the reply
/// }
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
    let behaviors = first_behavior(scope).map(|behavior| {
        let span = behavior.span();
        let (private, actor) = (names::at(private, span), names::at(&scope.actor, span));
        quote_spanned!(span=> #private::require_behaviors::<#actor>();)
    });
    // A constant cannot depend on parameters.
    let fixed = scope.type_generics.is_empty();
    let (constant, open) = if fixed {
        (&behaviors, &None)
    } else {
        (&None, &behaviors)
    };
    let constant = behaviors.as_ref().map(|_| {
        quote! {
            const __CHECKED: ::core::primitive::bool = {
                #constant
                true
            };
            type __Checked<__T> = <__T as #private::Checked<{ __CHECKED }>>::Type;
        }
    });
    let messages = requirements(scope);
    quote! {
        #constant

        #[allow(dead_code)]
        fn __checks #impl_generics () #where_clause {
            #open
            #messages
        }
    }
}

/// What the arguments and replies have to be.
fn requirements(scope: &Scope<'_>) -> TokenStream {
    let mut checks = TokenStream::new();
    let mut require = |cfgs: &TokenStream, require: &str, ty: &TokenStream| {
        let span = first_span(ty);
        let private = names::at(&scope.private, span);
        let require = Ident::new(require, span);
        checks.extend(quote_spanned!(span=> #cfgs #private::#require::<#ty>();));
    };
    for handler in scope.sound_handlers() {
        let cfgs = &handler.method.attributes.cfgs;
        for part in handler.method.parts() {
            require(cfgs, "require_argument", &scope.ty(&part.ty));
        }
        if handler.method.output().is_some() {
            let Reply { value, error } = Reply::of(handler, scope);
            for ty in [Some(value), error].into_iter().flatten() {
                require(cfgs, "require_reply", &ty);
            }
        }
    }
    for hook in scope.sound_events() {
        let cfgs = &hook.method.attributes.cfgs;
        require(cfgs, "require_argument", &scope.ty(&hook.on));
    }
    checks
}
