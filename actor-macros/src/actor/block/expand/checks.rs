//! What every message has to fulfil, checked where the user wrote it.

use super::request::first_behavior;
use super::{Reply, Scope, first_span};
use crate::actor::names;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::GenericParam;

/// ```text
/// const __CHECKED: bool = {
///     require_argument::<u64>();      at the type of the argument
///     require_reply::<Receipt>();     at the type of the reply
///     true
/// };
/// type __Checked<T> = <T as Checked<{ __CHECKED }>>::Type;
/// ```
///
/// An argument that is not `Send` is an error in there. The constant has no value then, and `__Checked<TillMsg>` is no
/// type, about which rustc has nothing to say: without it the same mistake is an error in the implementation of
/// `Message`, in that of `Actor`, in the handle, and in the driver.
pub(super) fn expand(scope: &Scope<'_>) -> TokenStream {
    let Scope {
        private,
        impl_generics,
        where_clause,
        ..
    } = scope;
    let (fixed, open) = requirements(scope);
    // A constant cannot depend on parameters.
    let open = (!open.is_empty()).then(|| {
        quote! {
            #[allow(dead_code)]
            fn __checks #impl_generics () #where_clause {
                #open
            }
        }
    });
    quote! {
        const __CHECKED: ::core::primitive::bool = {
            #fixed
            true
        };
        type __Checked<__T> = <__T as #private::Checked<{ __CHECKED }>>::Type;

        #open
    }
}

/// The checks that mention no parameter of the actor, and those that do.
fn requirements(scope: &Scope<'_>) -> (TokenStream, TokenStream) {
    let (mut fixed, mut open) = (TokenStream::new(), TokenStream::new());
    let parameters: Vec<&Ident> = scope
        .block
        .head
        .generics
        .params
        .iter()
        .filter_map(|parameter| match parameter {
            GenericParam::Type(parameter) => Some(&parameter.ident),
            GenericParam::Const(parameter) => Some(&parameter.ident),
            GenericParam::Lifetime(_) => None,
        })
        .collect();
    let mut require = |cfgs: &TokenStream, require: &str, ty: &TokenStream| {
        let span = first_span(ty);
        let private = names::at(&scope.private, span);
        let require = Ident::new(require, span);
        let check = quote_spanned!(span=> #private::#require::<#ty>(););
        let checks = if mentions(ty, &parameters) {
            &mut open
        } else {
            &mut fixed
        };
        checks.extend(quote!(#cfgs #check));
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
    if let Some(behavior) = first_behavior(scope) {
        let actor = names::at(&scope.actor, behavior.span());
        require(&TokenStream::new(), "require_behaviors", &actor);
    }
    for hook in scope.sound_events() {
        let cfgs = &hook.method.attributes.cfgs;
        require(cfgs, "require_argument", &scope.ty(&hook.on));
    }
    (fixed, open)
}

fn mentions(tokens: &TokenStream, names: &[&Ident]) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => names.contains(&&ident),
        TokenTree::Group(group) => mentions(&group.stream(), names),
        _ => false,
    })
}
