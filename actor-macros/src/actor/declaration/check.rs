//! What is wrong with a declaration that parses.

use super::model::{Declaration, Options, Rule};
use crate::diag::Errors;
use crate::settings::directive::Directive;
use crate::settings::number::zero;
use actor_topology::PolicyKind;
use quote::ToTokens;
use syn::{Generics, Ident, Type};

/// Reports what cannot work, and takes out what would make rustc repeat it.
pub(crate) fn check(declaration: &mut Declaration, errors: &mut Errors) {
    lifetimes(&declaration.generics, errors);
    zeros(&declaration.options, errors);
    restarts(&declaration.options, errors);
    resumes(&declaration.options, errors);
    escalations(&declaration.options, errors);
    rules(&mut declaration.options, errors);
    emits(&mut declaration.options, errors);
    tools(&mut declaration.options, errors);
    behaviors(&mut declaration.options, errors);
}

/// An actor outlives the scope it is made in.
fn lifetimes(generics: &Generics, errors: &mut Errors) {
    for parameter in generics.lifetimes() {
        let lifetime = &parameter.lifetime;
        errors.at(
            lifetime,
            format!("an actor cannot borrow for `{lifetime}`: it lives in a task of its own"),
            "own the value, as in `String` for `&str`, or share it with an `Arc`",
        );
    }
}

/// Sizes and times of zero that are written out. Constants are found when the actor starts.
fn zeros(options: &Options, errors: &mut Errors) {
    if let Some(mailbox) = &options.mailbox {
        mailbox.check(errors);
    }
    if let Some(stash) = &options.stash
        && zero(stash)
    {
        errors.at(
            stash,
            "a stash of size 0 keeps no message",
            "write at least `1`, or leave `stash` out",
        );
    }
    if let Some(passivation) = &options.passivation {
        passivation.check(errors);
    }
}

/// Settings of `restart(…)` that contradict themselves.
fn restarts(options: &Options, errors: &mut Errors) {
    for directive in directives(options) {
        directive.check(errors);
    }
}

/// The state of an actor that has panicked may be broken: going on with it must be asked for.
fn resumes(options: &Options, errors: &mut Errors) {
    if options.resume_after_panic {
        return;
    }
    let panic = options.rules.iter().find(|rule| is_panic(&rule.error));
    if let Some(rule) = panic
        && rule.directive.kind == PolicyKind::Resume
    {
        errors.at(
            &rule.directive.word,
            "a panic may leave the actor half-changed, so it cannot simply be resumed",
            "write `Panic = restart`, or add `resume_after_panic` to accept that",
        );
    }
    if let Some(directive) = &options.supervision
        && directive.kind == PolicyKind::Resume
        && panic.is_none()
    {
        errors.at(
            &directive.word,
            "`resume` would also resume after a panic, which may leave the actor half-changed",
            "add `on_error(Panic = restart)`, or `resume_after_panic` to accept that",
        );
    }
}

/// An actor has one set of bounds for all of its escalations.
fn escalations(options: &Options, errors: &mut Errors) {
    for Rule { directive, .. } in &options.rules {
        if directive.kind == PolicyKind::Escalate
            && let Some(setting) = directive.settings.first()
        {
            let name = &setting.name;
            errors.at(
                name,
                format!(
                    "`{name}` has no meaning for one error: all escalations are counted together"
                ),
                "write `escalate` alone, and the settings in `supervision = escalate(…)`",
            );
        }
    }
}

/// The first rule for an error wins: a second one is a mistake.
fn rules(options: &mut Options, errors: &mut Errors) {
    let mut seen = Vec::new();
    options.rules.retain(|rule| {
        first(&mut seen, &rule.error, || {
            errors.at(
                &rule.error,
                "this error already has a directive",
                "keep one of the two: the first that matches wins",
            );
        })
    });
}

/// Left in, a second one would be two implementations of `Emits`.
fn emits(options: &mut Options, errors: &mut Errors) {
    let mut seen = Vec::new();
    options.emits.retain(|event| {
        first(&mut seen, event, || {
            errors.at(event, "this event is listed twice", "keep one of the two");
        })
    });
}

/// Left in, a second one would be two implementations of `Uses`.
fn tools(options: &mut Options, errors: &mut Errors) {
    let mut seen = Vec::new();
    options.tools.retain(|tool| {
        first(&mut seen, tool, || {
            errors.at(tool, "this tool is listed twice", "keep one of the two");
        })
    });
}

/// Left in, a second one would be two variants of one name.
fn behaviors(options: &mut Options, errors: &mut Errors) {
    let mut seen = Vec::new();
    options.behaviors.retain(|behavior| {
        let name = &behavior.name;
        first(&mut seen, name, || {
            errors.at(
                name,
                format!("the behavior `{name}` is listed twice"),
                "keep one of the two",
            );
        })
    });
}

/// Whether `tokens` are new among those `seen`; `again` otherwise.
fn first(seen: &mut Vec<String>, tokens: &impl ToTokens, again: impl FnOnce()) -> bool {
    let text = tokens.to_token_stream().to_string();
    if seen.contains(&text) {
        again();
        return false;
    }
    seen.push(text);
    true
}

/// Every directive of the options.
fn directives(options: &Options) -> impl Iterator<Item = &Directive> {
    let rules = options.rules.iter().map(|rule| &rule.directive);
    options.supervision.iter().chain(rules)
}

/// `Panic`, however it is qualified.
pub(crate) fn is_panic(error: &Type) -> bool {
    last_segment(error).is_some_and(|name| name == "Panic")
}

fn last_segment(ty: &Type) -> Option<&Ident> {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|segment| &segment.ident),
        _ => None,
    }
}
