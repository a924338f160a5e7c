//! What is done about failures, where that contradicts itself or what is around it.

use crate::bounds::{Bounds, written};
use crate::finding::{Findings, Place, Rule, report};
use crate::model::{Actor, Model, Policy, PolicyKind, Setting, Strategy};
use std::time::Duration;

/// A setting of a policy that cannot be meant, by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradiction {
    /// What it breaks.
    pub rule: Rule,
    /// The name of the setting: `within`.
    pub setting: &'static str,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub help: String,
}

/// The settings of a policy that contradict each other or themselves, wherever the policy is written.
#[must_use]
pub fn contradictions(policy: &Policy) -> Vec<Contradiction> {
    let mut found = Vec::new();
    let mut add = |rule, setting, message: &str, help: &str| {
        found.push(Contradiction {
            rule,
            setting,
            message: message.into(),
            help: help.into(),
        });
    };
    if policy.within.known() == Some(Duration::ZERO) {
        add(
            Rule::ZeroWithin,
            "within",
            "no restart falls within no time at all, so `max` would mean nothing",
            "write a longer time, as in `within = 60s`",
        );
    }
    if let (Some(base), Some(cap)) = (policy.backoff.known(), policy.cap.known())
        && cap < base
    {
        add(
            Rule::CapBelowBackoff,
            "cap",
            "the longest back-off is shorter than the first",
            "make `cap` at least as long as `backoff`",
        );
    }
    if policy.jitter.known().is_some_and(|share| share > 100) {
        add(
            Rule::JitterAboveAll,
            "jitter",
            "`jitter` is a share of the back-off, in percent",
            "write a number from `0` to `100`",
        );
    }
    found
}

pub(super) fn check(model: &Model, findings: &mut Findings) {
    for (i, actor) in model.actors.iter().enumerate() {
        let Some(policy) = &actor.policy else {
            continue;
        };
        if idle_bounds(policy, i, findings) {
            continue;
        }
        let contradictions = contradictions(policy);
        if contradictions.is_empty() {
            unreachable(actor, policy, i, findings);
        }
        for contradiction in contradictions {
            let place = place(contradiction.setting, i);
            report(
                findings,
                contradiction.rule,
                place,
                contradiction.message,
                contradiction.help,
            );
        }
        if policy.kind == PolicyKind::Restart && policy.max == Setting::Known(0) {
            report(
                findings,
                Rule::ZeroRestarts,
                Place::PolicyMax(i),
                format!("no restart of actor `{}` ever takes place", actor.key),
                "write `supervision = stop;`, or put `#[allow(zero_restarts)]` above the actor",
            );
        }
        around(model, actor, policy, i, findings);
    }
}

/// The settings that are given, in the order in which the first is pointed at.
fn given(policy: &Policy) -> impl Iterator<Item = &'static str> {
    let given = [
        ("max", policy.max.is_given()),
        ("within", policy.within.is_given()),
        ("backoff", policy.backoff.is_given()),
        ("cap", policy.cap.is_given()),
        ("jitter", policy.jitter.is_given()),
    ];
    given
        .into_iter()
        .filter_map(|(name, given)| given.then_some(name))
}

fn place(setting: &str, at: usize) -> Place {
    match setting {
        "max" => Place::PolicyMax(at),
        "within" => Place::PolicyWithin(at),
        "backoff" => Place::PolicyBackoff(at),
        "cap" => Place::PolicyCap(at),
        _ => Place::PolicyJitter(at),
    }
}

/// Bounds of restarts where there are none.
fn idle_bounds(policy: &Policy, at: usize, findings: &mut Findings) -> bool {
    let mut found = false;
    for setting in given(policy) {
        if let Some((message, help)) = idle(policy.kind, setting) {
            found = true;
            report(
                findings,
                Rule::IdleBounds,
                place(setting, at),
                message,
                help,
            );
        }
    }
    found
}

/// What is wrong with a setting of restarts, and how to mend it, if there are no restarts to set it for.
#[must_use]
pub fn idle(kind: PolicyKind, setting: &str) -> Option<(String, String)> {
    let why = match kind {
        PolicyKind::Restart | PolicyKind::Escalate => return None,
        PolicyKind::Stop => "which never restarts",
        PolicyKind::Resume => "which goes on without a restart",
        PolicyKind::Suspend => "which leaves the restart to others",
    };
    let kind = kind.word();
    Some((
        format!("`{setting}` has no meaning for `{kind}`, {why}"),
        format!("write `{kind}` alone, or `restart` for `{kind}`"),
    ))
}

/// Bounds that an actor which keeps failing never reaches, since its waits outgrow the window.
fn unreachable(actor: &Actor, policy: &Policy, at: usize, findings: &mut Findings) {
    let Some(bounds) = Bounds::of(policy) else {
        return;
    };
    let Err(found) = bounds.reachable() else {
        return;
    };
    let Some(setting) = given(policy).next() else {
        return;
    };
    let (max, within) = (bounds.max, written(bounds.within));
    // Nobody needs to know how long exactly.
    let takes = if found.takes > Duration::from_secs(365 * 86_400) {
        String::from("more than a year")
    } else {
        written(found.takes)
    };
    let longer = if found.takes == Duration::MAX {
        String::new()
    } else {
        format!(", or `within = {}`", written(found.takes))
    };
    report(
        findings,
        Rule::UnreachableBound,
        place(setting, at),
        format!(
            "actor `{}` can never use up {max} restarts within {within}: between the first and the last of them lie at least {takes} of back-off",
            actor.key
        ),
        format!("write `max = {}`{longer}", found.fits.max(1)),
    );
}

/// What the actor's group makes of its policy.
fn around(model: &Model, actor: &Actor, policy: &Policy, at: usize, findings: &mut Findings) {
    let key = &actor.key;
    let group = model.group_of(key);
    match (policy.kind, group) {
        (PolicyKind::Restart, Some(group)) if group.strategy == Strategy::Escalate => {
            if let Some(setting) = given(policy).next() {
                report(
                    findings,
                    Rule::OverruledBounds,
                    place(setting, at),
                    format!(
                        "actor `{key}` is never restarted: the first failure in `{}`, whose strategy is `escalate`, ends the group",
                        group.key
                    ),
                    format!(
                        "leave the bounds out, or give `{}` another strategy",
                        group.key
                    ),
                );
            }
        }
        (PolicyKind::Escalate, group)
            if group.is_none_or(|group| group.strategy == Strategy::OneForOne) =>
        {
            let message = match group {
                Some(group) => format!(
                    "actor `{key}` escalates to `{}`, which restarts nobody else and so stops it",
                    group.key
                ),
                None => format!("actor `{key}` escalates to nobody, and so stops"),
            };
            report(
                findings,
                Rule::EscalateToNobody,
                Place::ActorPolicy(at),
                message,
                "put it into a group that is `one_for_all` or `rest_for_one`, write `supervision = stop;`, or put `#[allow(escalate_to_nobody)]` above the actor",
            );
        }
        _ => {}
    }
}
