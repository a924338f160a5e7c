//! What every message has to fulfil, checked where the user wrote it.

use super::request::first_behavior;
use super::{Reply, Scope, first_span};
use crate::actor::block::model::{Returns, Verdict};
use crate::names::at;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

/// ```text
/// const __CHECKED: bool = { require_behaviors::<Till>(); true };
/// type __Checked<T> = <T as Checked<{ __CHECKED }>>::Type;
/// type __OkOf<T> = OkOf<__Checked<T>>;  of a result
/// type __ErrOf<T> = ErrOf<__Checked<T>>;
///
/// const __SENDABLE: bool = {
///     require_message_part::<u64>();    at the type of the argument
///     require_reply_part::<Receipt>();  at the type of the reply
///     true
/// };
/// type __Sendable<T> = <T as Checked<{ __SENDABLE }>>::Type;
///
/// fn __checks<T>() { require_message_part::<T>(); }
/// ```
///
/// If a constant has no value, the alias below it is no type, about which rustc has nothing to say: one mistake is one
/// error. There are two of them since the fields of messages are `__Checked<…>` and cannot be `__Sendable<…>`: whether
/// an argument is `Send` may depend on the message itself, as for a handle of the same actor, and a type that depends
/// on a constant that depends on the type is a cycle.
///
/// A constant knows no parameters. What depends on them is checked in a function, after which rustc goes on.
pub(super) fn expand(scope: &Scope<'_>) -> TokenStream {
    let Scope {
        private,
        impl_generics,
        where_clause,
        ..
    } = scope;
    let (names, messages) = (names(scope), messages(scope));
    let checked = |constant: &str, alias: &str, checks: &TokenStream| {
        let (constant, alias) = (
            Ident::new(constant, Span::call_site()),
            Ident::new(alias, Span::call_site()),
        );
        quote! {
            const #constant: ::core::primitive::bool = {
                #checks
                true
            };
            type #alias<__T> = <__T as #private::Checked<{ #constant }>>::Type;
        }
    };
    // Without a behavior and without a `Result` by another name, nothing asks for this.
    let names_checked =
        (!names.fixed.is_empty()).then(|| checked("__CHECKED", "__Checked", &names.fixed));
    let results = results(scope).then(|| {
        quote! {
            type __OkOf<__T> = #private::OkOf<__Checked<__T>>;
            type __ErrOf<__T> = #private::ErrOf<__Checked<__T>>;
        }
    });
    let sendable = checked("__SENDABLE", "__Sendable", &messages.fixed);
    let shared = shared(scope);
    let shared = (!shared.is_empty()).then(|| checked("__SHARED", "__Shared", &shared));
    let open = [names.open, messages.open];
    let open = open.iter().any(|open| !open.is_empty()).then(|| {
        quote! {
            fn __checks #impl_generics () #where_clause {
                #(#open)*
            }
        }
    });
    quote!(#names_checked #results #sendable #shared #open)
}

/// Checks that depend on no parameter of the actor, and others.
#[derive(Default)]
struct Checks {
    fixed: TokenStream,
    open: TokenStream,
}

impl Checks {
    /// `require::<ty>();`, all of it where the type is.
    fn require(&mut self, cfgs: &TokenStream, require: &str, ty: &TokenStream, scope: &Scope<'_>) {
        let span = first_span(ty);
        let private = at(&scope.private, span);
        let require = Ident::new(require, span);
        let checks = if scope.is_open(ty) {
            &mut self.open
        } else {
            &mut self.fixed
        };
        checks.extend(quote_spanned!(span=> #cfgs #private::#require::<#ty>();));
    }
}

/// Whether something is called a `Result` by the name of an alias, as `io::Result<u64>` is.
fn results(scope: &Scope<'_>) -> bool {
    scope.sound_handlers().any(
        |handler| matches!(&handler.returns, Returns::Alias(ty) if !scope.is_open(&scope.ty(ty))),
    )
}

/// What has to be what it is called, a `Result` or a behavior.
fn names(scope: &Scope<'_>) -> Checks {
    let mut checks = Checks::default();
    if let Some(behavior) = first_behavior(scope) {
        let actor = at(&scope.actor, behavior.span());
        checks.require(&TokenStream::new(), "require_behaviors", &actor, scope);
    }
    for handler in scope.sound_handlers() {
        let cfgs = &handler.method.attributes.cfgs;
        if let Returns::Alias(ty) = &handler.returns {
            checks.require(cfgs, "require_result", &scope.ty(ty), scope);
        }
    }
    checks
}

/// What the actor has to be where a future shares it.
fn shared(scope: &Scope<'_>) -> TokenStream {
    let handlers = scope.sound_handlers().map(|handler| &handler.method);
    let hooks = scope.block.hooks.iter().map(|hook| &hook.method);
    handlers
        .chain(hooks)
        .filter(|method| method.verdict == Verdict::Sound && scope.shares(method))
        .map(|method| {
            let receiver = method.signature.receiver();
            let span = receiver.map_or_else(Span::call_site, |it| it.self_token.span);
            let (private, actor) = (at(&scope.private, span), at(&scope.actor, span));
            let cfgs = &method.attributes.cfgs;
            quote_spanned!(span=> #cfgs #private::require_shared::<#actor>();)
        })
        .collect()
}

/// What the arguments and replies have to be.
fn messages(scope: &Scope<'_>) -> Checks {
    let mut checks = Checks::default();
    for handler in scope.sound_handlers() {
        let cfgs = &handler.method.attributes.cfgs;
        for part in handler.method.parts() {
            checks.require(cfgs, "require_message_part", &scope.ty(&part.ty), scope);
        }
        if handler.method.output().is_some() || handler.method.delegate().is_some() {
            let Reply { value, error } = Reply::of(handler, scope);
            for ty in [Some(value), error].into_iter().flatten() {
                checks.require(cfgs, "require_reply_part", &ty, scope);
            }
        }
    }
    for hook in scope.sound_events() {
        let cfgs = &hook.method.attributes.cfgs;
        checks.require(cfgs, "require_message_part", &scope.ty(&hook.on), scope);
    }
    checks
}
