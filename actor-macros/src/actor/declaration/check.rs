//! What is wrong with a declaration that parses.

use super::model::{Declaration, Options};
use crate::diag::Errors;
use crate::settings::number::zero;
use crate::settings::rules;
use actor_topology::PolicyKind;
use quote::ToTokens;
use syn::Generics;

/// Reports what cannot work, and takes out what would make rustc repeat it.
pub(crate) fn check(declaration: &mut Declaration, errors: &mut Errors) {
    lifetimes(&declaration.generics, errors);
    zeros(&declaration.options, errors);
    failures(&declaration.options, errors);
    resumes(&declaration.options, errors);
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

/// What is said about failures, and contradicts itself.
fn failures(options: &Options, errors: &mut Errors) {
    if let Some(directive) = &options.supervision {
        directive.check(errors);
    }
    rules::check(&options.rules, errors);
}

/// The state of an actor that has panicked may be broken: going on with it must be asked for.
fn resumes(options: &Options, errors: &mut Errors) {
    if options.resume_after_panic {
        return;
    }
    let panic = rules::of_panics(&options.rules);
    if let Some(directive) = panic
        && directive.kind == PolicyKind::Resume
    {
        errors.at(
            &directive.word,
            "a panic may leave the actor half-changed, so it cannot simply be resumed (N33)",
            "write `Panic = restart`, or add `resume_after_panic` to accept that",
        );
    }
    if let Some(directive) = &options.supervision
        && directive.kind == PolicyKind::Resume
        && panic.is_none()
    {
        errors.at(
            &directive.word,
            "`resume` would also resume after a panic, which may leave the actor half-changed (N33)",
            "add `on_error(Panic = restart)`, or `resume_after_panic` to accept that",
        );
    }
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
