//! One method with `#[on(…)]`.

use super::method;
use crate::actor::block::model::{Hook, HookKind, Role, Signal};
use crate::actor::block::types::{last_segment, peel};
use crate::diag::{self, Errors};
use crate::show::show;
use syn::{Ident, Type};

pub(crate) fn check(hook: &mut Hook, actor: &Ident, errors: &mut Errors) {
    method::check(&mut hook.method, "hook", actor, errors);
    let reported = [value(hook, errors), reply(hook, errors)];
    if reported.contains(&true) {
        hook.method.spoil();
    }
}

/// The value it is called with.
fn value(hook: &Hook, errors: &mut Errors) -> bool {
    let on = show(&hook.on);
    let name = hook.method.name();
    let expected = match hook.kind {
        HookKind::Signal(signal) => signal.carries_a_value(),
        HookKind::Event => true,
    };
    let mut parts = hook.method.parts();
    let Some(part) = parts.next() else {
        if !expected {
            return false;
        }
        let signal = last_segment(&hook.on)
            .filter(|_| hook.kind == HookKind::Event)
            .and_then(|segment| {
                diag::similar(&segment.ident.to_string(), &Signal::ALL.map(Signal::name))
            });
        match signal {
            Some(signal) => errors.at(
                &hook.on,
                format!("there is no signal `{on}`"),
                format!("a signal with a similar name exists: `{signal}`"),
            ),
            None => errors.at(
                name,
                format!("`{name}` does not take the `{on}` it is on"),
                instead(hook, &on),
            ),
        }
        return true;
    };
    if !expected {
        errors.at(
            &part.ty,
            format!("`{on}` comes with no value"),
            "remove this argument; `ctx: &mut Context<Self>` is the only one it can have",
        );
        return true;
    }
    if let Type::Reference(reference) = peel(&part.ty) {
        errors.at(
            reference,
            format!("a hook is given its `{on}`, it does not borrow it"),
            format!("write `{on}`"),
        );
        return true;
    }
    if let Some(more) = parts.next() {
        errors.at(
            &more.ty,
            format!("a hook takes the `{on}` it is on, and no more"),
            "remove this argument",
        );
        return true;
    }
    false
}

/// What to write for `#[on(Start)] fn open(&mut self)`: an argument, or the signal that has none.
fn instead(hook: &Hook, on: &str) -> String {
    let argument = format!("add an argument for it, as in `event: {on}`");
    let lower = on.to_lowercase();
    if hook.kind != HookKind::Event || !(lower.contains("start") || lower.contains("stop")) {
        return argument;
    }
    let silent = Signal::ALL.into_iter().filter(|it| !it.carries_a_value());
    let signals: Vec<_> = silent.map(Signal::name).collect();
    format!(
        "{argument}; if a signal is meant, write {}",
        diag::one_of(&signals)
    )
}

fn reply(hook: &Hook, errors: &mut Errors) -> bool {
    let mut reported = false;
    for parameter in &hook.method.parameters {
        if let Role::Reply { .. } = parameter.role {
            reported = true;
            errors.at(
                &parameter.ty,
                format!("nobody waits for an answer to `{}`", show(&hook.on)),
                "remove this argument",
            );
        }
    }
    reported
}
