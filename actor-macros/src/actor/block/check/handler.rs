//! One handler.

use super::{method, sendable};
use crate::actor::block::model::{Handler, Method, Role, Style, Verdict};
use crate::actor::block::signature::returns_nothing;
use crate::actor::block::types::{
    Borrow, arguments, borrows, last_segment, owned, peel, refused_by_rustc,
};
use crate::diag::Errors;
use crate::show::show;
use syn::ext::IdentExt as _;
use syn::{GenericArgument, Ident, PathArguments, Type, TypeImplTrait, TypeParamBound};

/// Methods that the handle has already, and whose meaning every caller relies on.
const TAKEN: [&str; 3] = ["clone", "deref", "from"];

pub(crate) fn check(handler: &mut Handler, actor: &Ident, errors: &mut Errors) {
    method::check(&mut handler.method, "handler", actor, errors);
    name(&mut handler.method, errors);
    parts(&mut handler.method, errors);
    reply(handler, errors);
    behaviors(handler, errors);
}

fn name(method: &mut Method, errors: &mut Errors) {
    let name = method.name().clone();
    let text = name.unraw().to_string();
    if TAKEN.contains(&text.as_str()) {
        method.verdict = Verdict::Dropped;
        errors.at(
            &name,
            format!("a handler cannot be called `{text}`: a handle has `{text}` already"),
            "give it another name",
        );
    } else if reserved(&name, "handler", errors) {
        method.spoil();
    }
}

/// Fields of a message are not hygienic, so generated ones have names of their own.
fn reserved(name: &Ident, what: &str, errors: &mut Errors) -> bool {
    let text = name.to_string();
    let reserved = text.starts_with("__");
    if reserved {
        let better = text.trim_start_matches('_');
        errors.at(
            name,
            format!("the name of this {what} starts with `__`, which is kept for generated code"),
            format!("write `{better}`"),
        );
    }
    reserved
}

/// The arguments that make up the message.
fn parts(method: &mut Method, errors: &mut Errors) {
    let mut verdict = method.verdict;
    let mut names: Vec<&Ident> = Vec::new();
    let mut delegated = false;
    for parameter in &method.parameters {
        match &parameter.role {
            Role::Context => continue,
            Role::Reply { .. } if delegated => {
                verdict = verdict.max(Verdict::Broken);
                errors.at(
                    &parameter.ty,
                    "a message is answered once",
                    "remove this `ReplyTo`",
                );
            }
            Role::Reply { .. } => delegated = true,
            Role::Part => {}
        }
        verdict = verdict.max(method::owned_part(parameter, errors));
        if let Some(pattern) = &parameter.unnamed {
            verdict = verdict.max(Verdict::Broken);
            let ty = show(&parameter.ty);
            let pattern_text = show(pattern);
            let help = if pattern_text == "_" {
                format!("write `_name: {ty}`, with a name for the field")
            } else {
                format!(
                    "write `name: {ty}`, and inside of the handler `let {pattern_text} = name;`"
                )
            };
            errors.at(
                pattern,
                "this argument has no name, and it is a field of the message",
                help,
            );
        } else if reserved(&parameter.name, "argument", errors) {
            verdict = verdict.max(Verdict::Broken);
        }
        // rustc reports the second one.
        if names.contains(&&parameter.name) {
            verdict = verdict.max(Verdict::Broken);
        }
        names.push(&parameter.name);
    }
    method.verdict = verdict;
}

fn reply(handler: &mut Handler, errors: &mut Errors) {
    let method = &mut handler.method;
    let delegated = method.delegate().is_some();
    if delegated && let Some((word, _)) = &handler.style {
        errors.at(
            word,
            format!(
                "`{}` answers through its `ReplyTo`, not with what it returns",
                method.name()
            ),
            "remove this option",
        );
    }
    let Some(ty) = method.output().cloned() else {
        if !delegated && let Some((word, Style::Flat)) = &handler.style {
            errors.at(
                word,
                format!(
                    "`{}` returns nothing that could be a `Result`",
                    method.name()
                ),
                "remove this option, or return a `Result`",
            );
        }
        return;
    };
    let reported = if let Some(future) = future(&ty) {
        let name = method.name();
        errors.at(
            &ty,
            "a handler returns its reply, not a future of it",
            format!("write `async fn {name}(…) -> {future}`"),
        );
        true
    } else if let Type::Never(never) = peel(&ty) {
        errors.at(
            never,
            "a handler has to return: its actor handles nothing else meanwhile",
            "remove the return type; `ctx.spawn(…)` runs something on the side",
        );
        true
    } else if delegated && !returns_nothing(method) {
        errors.at(
            &ty,
            format!(
                "`{}` answers through its `ReplyTo`, so nobody receives what it returns",
                method.name()
            ),
            "return nothing or a `Result<(), Fault>`, or remove the `ReplyTo`",
        );
        true
    } else {
        borrowed(&ty, errors) || sendable::check(&ty, errors)
    };
    if reported || refused_by_rustc(&ty) {
        method.spoil();
    }
}

/// Replies that cannot be sent to another task.
fn borrowed(ty: &Type, errors: &mut Errors) -> bool {
    let borrows = borrows(ty);
    for borrow in &borrows {
        match borrow {
            Borrow::Reference(reference) => errors.at(
                reference,
                "a reply cannot borrow from the actor: it is sent to whoever asked",
                format!("return `{}`", show(owned(reference))),
            ),
            Borrow::Lifetime(lifetime) => errors.at(
                lifetime,
                format!("a reply cannot borrow for `{lifetime}`: it is sent to whoever asked"),
                "return an owned type",
            ),
            Borrow::Opaque(opaque) => errors.at(
                opaque,
                format!(
                    "`{}` is not one type, and whoever asks needs to know it",
                    show(opaque)
                ),
                format!(
                    "return the type, or `Box<dyn {} + Send>`",
                    show(&opaque.bounds)
                ),
            ),
        }
    }
    !borrows.is_empty()
}

/// The `T` of `impl Future<Output = T>`.
fn future(ty: &Type) -> Option<String> {
    let Type::ImplTrait(TypeImplTrait { bounds, .. }) = peel(ty) else {
        return None;
    };
    bounds.iter().find_map(|bound| {
        let TypeParamBound::Trait(bound) = bound else {
            return None;
        };
        let segment = bound.path.segments.last()?;
        let PathArguments::AngleBracketed(angles) = &segment.arguments else {
            return None;
        };
        angles.args.iter().find_map(|argument| match argument {
            GenericArgument::AssocType(output)
                if segment.ident == "Future" && output.ident == "Output" =>
            {
                Some(show(&output.ty))
            }
            _ => None,
        })
    })
}

/// `in(…)` and `stash_in(…)`. Whether the behaviors exist, rustc says.
fn behaviors(handler: &mut Handler, errors: &mut Errors) {
    let mut seen: Vec<Ident> = Vec::new();
    handler.accepted.retain(|behavior| {
        let again = seen.contains(behavior);
        if again {
            errors.at(
                behavior,
                format!("`{behavior}` is listed twice"),
                "keep one of the two",
            );
        }
        seen.push(behavior.clone());
        !again
    });
    let accepted = handler.accepted.clone();
    handler.stashed.retain(|behavior| {
        let again = seen.contains(behavior);
        if accepted.contains(behavior) {
            errors.at(
                behavior,
                format!("in `{behavior}` the message is accepted, so it cannot wait there"),
                format!("remove `{behavior}` from `in` or from `stash_in`"),
            );
        } else if again {
            errors.at(
                behavior,
                format!("`{behavior}` is listed twice"),
                "keep one of the two",
            );
        }
        seen.push(behavior.clone());
        !again
    });
}

/// The reply that a broken handler most likely means, so that its callers need not be errors too.
pub(crate) fn meant(ty: &Type) -> Option<Type> {
    match peel(ty) {
        Type::Reference(reference) => syn::parse2(owned(reference)).ok(),
        Type::ImplTrait(_) => future(ty).and_then(|output| syn::parse_str(&output).ok()),
        Type::Path(_) => last_segment(ty)
            .map(arguments)
            .and_then(|arguments| arguments.into_iter().find(|ty| can_be_sent(ty)).cloned()),
        _ => None,
    }
}

/// Whether nothing is known against replying with `ty`.
pub(crate) fn can_be_sent(ty: &Type) -> bool {
    borrows(ty).is_empty()
        && !refused_by_rustc(ty)
        && !matches!(peel(ty), Type::Never(_))
        && !sendable::check(ty, &mut Errors::new())
}
