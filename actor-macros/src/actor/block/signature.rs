//! What the signature of a method says about its message.

use super::model::{Method, Parameter, Returns, Role, Style};
use super::types::{self, arguments, is_called, last_segment, peel};
use proc_macro2::Ident;
use quote::{ToTokens as _, format_ident};
use syn::{FnArg, Pat, PatType, Signature, Type, parse_quote};

/// `(&mut self, ctx: &mut Context<Self>, amount: u64)` → a context and a part
pub(crate) fn parameters(signature: &Signature) -> Vec<Parameter> {
    let typed = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(typed),
        FnArg::Receiver(_) => None,
    });
    typed
        .enumerate()
        .map(|(i, typed)| parameter(i, typed))
        .collect()
}

fn parameter(position: usize, PatType { attrs, pat, ty, .. }: &PatType) -> Parameter {
    let named = name(pat);
    Parameter {
        unnamed: named.is_none().then(|| pat.to_token_stream()),
        name: named.unwrap_or_else(|| format_ident!("argument_{position}")),
        cfgs: attrs
            .iter()
            .filter(|attribute| attribute.path().is_ident("cfg"))
            .cloned()
            .collect(),
        role: role(ty),
        ty: (**ty).clone(),
    }
}

/// `amount` and `mut amount`; not `_`, `(a, b)`, or `all @ (a, b)`.
fn name(pat: &Pat) -> Option<Ident> {
    match pat {
        Pat::Ident(pat) if pat.subpat.is_none() => Some(pat.ident.clone()),
        Pat::Paren(pat) => name(&pat.pat),
        _ => None,
    }
}

fn role(ty: &Type) -> Role {
    match peel(ty) {
        Type::Reference(reference) if is_called(&reference.elem, "Context") => Role::Context,
        // It cannot be borrowed, and callers still do not give it.
        Type::Reference(reference) if is_called(&reference.elem, "ReplyTo") => {
            role(&reference.elem)
        }
        ty => match last_segment(ty) {
            // By value only with its argument: the user may have a `Context` of their own to send.
            Some(segment) if segment.ident == "Context" && is_of_self(ty) => Role::Context,
            Some(segment) if segment.ident == "ReplyTo" => match arguments(segment)[..] {
                [value] => Role::Reply {
                    value: Box::new(value.clone()),
                    error: None,
                },
                [value, error] => Role::Reply {
                    value: Box::new(value.clone()),
                    error: Some(Box::new(error.clone())),
                },
                _ => Role::Part,
            },
            _ => Role::Part,
        },
    }
}

/// `Context<Self>`
fn is_of_self(ty: &Type) -> bool {
    last_segment(ty)
        .and_then(|segment| arguments(segment).first().copied())
        .is_some_and(|argument| is_called(argument, "Self"))
}

/// How the return type is a reply.
///
/// Decided by how it is spelt: what it is, only the type checker knows. `reply = …` is for where that goes wrong.
pub(crate) fn returns(method: &Method, style: Option<Style>) -> Returns {
    let Some(ty) = method.output() else {
        return Returns::Plain(parse_quote!(()));
    };
    if style == Some(Style::Plain) {
        return Returns::Plain(ty.clone());
    }
    let segment = match last_segment(ty) {
        Some(segment) if segment.ident == "Result" => segment,
        _ if style == Some(Style::Flat) => return Returns::Alias(ty.clone()),
        _ => return Returns::Plain(ty.clone()),
    };
    let [ok, error] = arguments(segment)[..] else {
        return Returns::Alias(ty.clone());
    };
    if !is_called(error, "Fault") {
        return Returns::Result {
            ok: ok.clone(),
            error: error.clone(),
        };
    }
    match last_segment(ok).map(|segment| (&segment.ident, arguments(segment))) {
        Some((name, inner)) if name == "Result" && inner.len() == 2 => Returns::FaultResult {
            ok: inner[0].clone(),
            error: inner[1].clone(),
        },
        _ => Returns::Fault(ok.clone()),
    }
}

/// Whether the return type is `()`, spelt or left out, or a `Result` of it.
pub(crate) fn returns_nothing(method: &Method) -> bool {
    let Some(ty) = method.output() else {
        return true;
    };
    is_unit(ty)
        || last_segment(ty).is_some_and(|segment| {
            segment.ident == "Result" && arguments(segment).first().is_none_or(|ok| is_unit(ok))
        })
}

fn is_unit(ty: &Type) -> bool {
    matches!(types::peel(ty), Type::Tuple(tuple) if tuple.elems.is_empty())
}
