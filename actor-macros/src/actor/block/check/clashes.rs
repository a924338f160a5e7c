//! Names that two methods of a block would share.

use crate::actor::block::attributes::Attributes;
use crate::actor::block::model::{Block, Hook, HookKind, Verdict};
use crate::actor::block::types::last_segment;
use crate::diag::Errors;
use crate::names;
use crate::show::show;
use quote::ToTokens as _;
use syn::Ident;

pub(crate) fn check(block: &mut Block, errors: &mut Errors) {
    let msg = names::msg(block.head.name());
    hooks(&mut block.hooks, &msg, errors);
    handlers(block, &msg, errors);
}

/// Two hooks on one signal or event.
fn hooks(hooks: &mut [Hook], msg: &Ident, errors: &mut Errors) {
    for i in 0..hooks.len() {
        let (before, rest) = hooks.split_at_mut(i);
        let hook = &mut rest[0];
        let Some(name) = last_segment(&hook.on).map(|segment| segment.ident.clone()) else {
            continue;
        };
        let clash = before.iter().find(|other| {
            last_segment(&other.on).is_some_and(|segment| segment.ident == name)
                && !other.method.attributes.exclude(&hook.method.attributes)
        });
        let Some(other) = clash else {
            continue;
        };
        let on = show(&hook.on);
        if other.on.to_token_stream().to_string() == hook.on.to_token_stream().to_string()
            || hook.kind != HookKind::Event
        {
            errors.at(
                &hook.on,
                format!("`{on}` is handled twice"),
                format!(
                    "keep `{}`, and call `{}` in it",
                    other.method.name(),
                    hook.method.name()
                ),
            );
        } else {
            let variant = names::event_variant(&name);
            errors.at(
                &hook.on,
                format!(
                    "`{on}` and `{}` would both be the message `{msg}::{variant}`",
                    show(&other.on)
                ),
                format!("give one of them another name: `use {on} as …;` or `type … = {on};`"),
            );
        }
        hook.method.verdict = Verdict::Dropped;
    }
}

/// Two handlers of one name, or of names that make one variant.
fn handlers(block: &mut Block, msg: &Ident, errors: &mut Errors) {
    for i in 0..block.handlers.len() {
        let (before, rest) = block.handlers.split_at_mut(i);
        let method = &rest[0].method;
        let name = method.name();
        let variant = names::variant(name);
        let clashes = |attributes: &Attributes| !attributes.exclude(&method.attributes);
        let other = before.iter().find(|other| {
            names::variant(other.method.name()) == variant && clashes(&other.method.attributes)
        });
        let event = block.hooks.iter().find(|hook| {
            hook.kind == HookKind::Event
                && last_segment(&hook.on)
                    .is_some_and(|segment| names::event_variant(&segment.ident) == variant)
                && clashes(&hook.method.attributes)
        });
        let other = match (other, event) {
            // Two methods of one name: rustc shows both.
            (Some(other), _) if other.method.name() == name => {
                rest[0].method.verdict = Verdict::Dropped;
                continue;
            }
            (Some(other), _) => format!("`{}`", other.method.name()),
            (None, Some(event)) => format!("the event `{}`", show(&event.on)),
            (None, None) => continue,
        };
        errors.at(
            name,
            format!("`{name}` and {other} would both be the message `{msg}::{variant}`"),
            format!("give `{name}` another name"),
        );
        rest[0].method.spoil();
    }
}
