//! What is wrong with a declaration that parses.

use super::model::{
    Declaration, Directive, DirectiveKind, Mailbox, Options, Passivation, SettingValue,
};
use crate::actor::duration::Duration;
use crate::diag::Errors;
use quote::ToTokens;
use syn::{Expr, ExprLit, Generics, Ident, Lit, LitInt, Type};

/// Reports what cannot work, and takes out what would make rustc repeat it.
pub(crate) fn check(declaration: &mut Declaration, errors: &mut Errors) {
    lifetimes(&declaration.generics, errors);
    zeros(&declaration.options, errors);
    restarts(&declaration.options, errors);
    resumes(&declaration.options, errors);
    rules(&mut declaration.options, errors);
    emits(&mut declaration.options, errors);
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
    if let Some(Mailbox::Bounded { capacity, .. }) = &options.mailbox
        && zero(capacity)
    {
        errors.at(
            capacity,
            "a mailbox of size 0 accepts no message",
            "write at least `1`, or leave `mailbox` out for the default",
        );
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
    match &options.passivation {
        Some(Passivation::After(after)) => {
            if let Some(after) = after.zero() {
                errors.at(
                    after,
                    "an actor that is passivated after no time at all never runs",
                    "write a longer time, or `passivate(never)`",
                );
            }
        }
        Some(Passivation::Messages(messages)) if zero(messages) => errors.at(
            messages,
            "an actor that is passivated after 0 messages never runs",
            "write at least `1`, or `passivate(never)`",
        ),
        _ => {}
    }
}

/// Settings of `restart(…)` that contradict themselves.
fn restarts(options: &Options, errors: &mut Errors) {
    for directive in directives(options) {
        let DirectiveKind::Restart(settings) = &directive.kind else {
            continue;
        };
        let duration = |wanted: &str| {
            settings.iter().find_map(|setting| match &setting.value {
                SettingValue::Duration(duration) if setting.name == wanted => Some(duration),
                _ => None,
            })
        };
        if let Some(within) = duration("within").and_then(Duration::zero) {
            errors.at(
                within,
                "no restart falls within no time at all, so `max` would mean nothing",
                "write a longer time, as in `within = 60s`",
            );
        }
        if let (
            Some(Duration::Literal { millis: base, .. }),
            Some(Duration::Literal {
                millis: cap,
                written,
            }),
        ) = (duration("backoff"), duration("cap"))
            && cap < base
        {
            errors.at(
                written,
                "the longest back-off is shorter than the first",
                "make `cap` at least as long as `backoff`",
            );
        }
        let jitter = settings.iter().find_map(|setting| match &setting.value {
            SettingValue::Number(jitter) if setting.name == "jitter" => Some(jitter),
            _ => None,
        });
        if let Some(jitter) = jitter
            && literal(jitter).is_some_and(|n| n > 100)
        {
            errors.at(
                jitter,
                "`jitter` is a share of the back-off, in percent",
                "write a number from `0` to `100`",
            );
        }
    }
}

/// The state of an actor that has panicked may be broken: going on with it must be asked for.
fn resumes(options: &Options, errors: &mut Errors) {
    if options.resume_after_panic {
        return;
    }
    let panic = options.rules.iter().find(|rule| is_panic(&rule.error));
    if let Some(rule) = panic
        && matches!(rule.directive.kind, DirectiveKind::Resume)
    {
        errors.at(
            &rule.directive.word,
            "a panic may leave the actor half-changed, so it cannot simply be resumed",
            "write `Panic = restart`, or add `resume_after_panic` to accept that",
        );
    }
    if let Some(directive) = &options.supervision
        && matches!(directive.kind, DirectiveKind::Resume)
        && panic.is_none()
    {
        errors.at(
            &directive.word,
            "`resume` would also resume after a panic, which may leave the actor half-changed",
            "add `on_error(Panic = restart)`, or `resume_after_panic` to accept that",
        );
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

fn zero(expression: &Expr) -> bool {
    literal(expression) == Some(0)
}

/// The number that is written out.
fn literal(expression: &Expr) -> Option<u64> {
    match expression {
        Expr::Lit(ExprLit {
            lit: Lit::Int(number),
            ..
        }) => LitInt::base10_parse(number).ok(),
        Expr::Group(group) => literal(&group.expr),
        _ => None,
    }
}
