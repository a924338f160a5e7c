//! What handlers and hooks have in common: they are ordinary methods, called with what was sent.

use super::sendable;
use crate::actor::block::model::{Method, Parameter, Role, Verdict};
use crate::actor::block::types::{
    self, Borrow, arguments, borrows, is_called, last_segment, owned, peel,
};
use crate::diag::Errors;
use crate::show::show;
use quote::ToTokens as _;
use syn::{GenericParam, Ident, Receiver, ReceiverKind, Safety, Type};

/// `what` is "handler" or "hook".
pub(crate) fn check(method: &mut Method, what: &str, actor: &Ident, errors: &mut Errors) {
    let reported = [
        qualifiers(method, what, errors),
        receiver(method, what, errors),
        parameters(method, what, actor, errors),
    ];
    if reported.contains(&true) {
        method.spoil();
    }
}

fn qualifiers(method: &Method, what: &str, errors: &mut Errors) -> bool {
    let signature = &method.signature;
    let mut reported = false;
    if let Safety::Unsafe(token) = &signature.safety {
        reported = true;
        errors.at(
            token,
            format!("a {what} cannot be `unsafe`: whoever sends a message cannot promise anything"),
            "remove `unsafe`, and check inside what the method needs",
        );
    }
    if let Some(abi) = &signature.abi {
        reported = true;
        errors.at(
            abi,
            format!("a {what} is called by its actor only, so it needs no ABI"),
            "remove it",
        );
    }
    let generic = signature
        .generics
        .params
        .iter()
        .any(|parameter| !matches!(parameter, GenericParam::Lifetime(_)));
    if generic {
        reported = true;
        errors.at(
            &signature.generics,
            format!("a {what} cannot be generic: a message has one type, whoever sends it"),
            "use a concrete type here, or put the parameter on the actor",
        );
    } else if let Some(clause) = &signature.generics.where_clause {
        reported = true;
        errors.at(
            clause,
            format!("a {what} cannot have bounds of its own: its actor handles every message"),
            "move the `where` clause to the `impl` block",
        );
    }
    // `...` is an error of rustc's.
    reported || signature.variadic.is_some()
}

fn receiver(method: &Method, what: &str, errors: &mut Errors) -> bool {
    let name = method.name();
    match method.signature.receiver() {
        None => errors.at(
            name,
            format!("the {what} `{name}` has no `self`"),
            "add `&mut self` as its first argument, or `&self` if it only reads",
        ),
        Some(Receiver {
            kind: ReceiverKind::Reference(..),
            ..
        }) => return false,
        Some(Receiver {
            kind: ReceiverKind::Typed(_, ty),
            ..
        }) if matches!(peel(ty), Type::Reference(reference) if is_called(&reference.elem, "Self")) =>
        {
            return false;
        }
        Some(receiver) => errors.at(
            receiver,
            format!("a {what} cannot take its actor by value: the actor goes on"),
            "write `&mut self`, or `&self` if it only reads",
        ),
    }
    true
}

/// What holds for any argument.
fn parameters(method: &Method, what: &str, actor: &Ident, errors: &mut Errors) -> bool {
    let mut reported = false;
    let mut context = false;
    for parameter in &method.parameters {
        if let Some(cfg) = parameter.cfgs.first() {
            reported = true;
            errors.at(
                cfg,
                format!("an argument of a {what} cannot be conditional"),
                format!("put `#[cfg(…)]` on the whole {what}, and write one for each case"),
            );
        }
        if !matches!(parameter.role, Role::Context) {
            continue;
        }
        let ty = &parameter.ty;
        let Type::Reference(reference) = peel(ty) else {
            reported = true;
            errors.at(
                ty,
                format!("a {what} borrows its context"),
                format!("write `&mut {}`", show(ty)),
            );
            continue;
        };
        if let Some(of) = context_of(&reference.elem)
            && of != "Self"
            && of != actor
        {
            reported = true;
            errors.at(
                &reference.elem,
                format!("this is the context of `{of}`, and the {what} is one of `{actor}`"),
                "write `&mut Context<Self>`",
            );
        } else if context {
            reported = true;
            errors.at(
                ty,
                format!("a {what} has one context"),
                "remove this argument",
            );
        }
        context = true;
    }
    reported
}

/// `Till` of `Context<Till>`
fn context_of(ty: &Type) -> Option<&Ident> {
    let argument = arguments(last_segment(ty)?).first().copied()?;
    last_segment(argument).map(|segment| &segment.ident)
}

/// Whether the value of `parameter` can be part of a message.
pub(crate) fn owned_part(parameter: &Parameter, errors: &mut Errors) -> Verdict {
    let mut verdict = Verdict::Sound;
    for borrow in borrows(&parameter.ty) {
        verdict = Verdict::Broken;
        match borrow {
            Borrow::Reference(reference) => errors.at(
                reference,
                "a message cannot borrow: it outlives the call that sends it",
                format!("write `{}`", show(owned(reference))),
            ),
            Borrow::Lifetime(lifetime) => errors.at(
                lifetime,
                format!(
                    "a message cannot borrow for `{lifetime}`: it outlives the call that sends it"
                ),
                "use an owned type, or `'static`",
            ),
            Borrow::Opaque(opaque) => {
                let bounds = &opaque.bounds;
                errors.at(
                    opaque,
                    format!("`{}` is not one type, and a message has one", show(opaque)),
                    format!(
                        "write the type, or `Box<dyn {} + Send>`",
                        show(bounds.to_token_stream())
                    ),
                );
            }
        }
    }
    if verdict == Verdict::Sound
        && (types::refused_by_rustc(&parameter.ty) || sendable::check(&parameter.ty, errors))
    {
        verdict = Verdict::Broken;
    }
    verdict
}
