//! Groups of actors that are restarted together.

use std::time::Duration;

use crate::finding::{Findings, Place, Rule, report};
use crate::model::{Actor, Group, Model, Strategy};
use crate::similar;

use super::first_like;

pub(super) fn check(model: &Model, findings: &mut Findings) {
    for (i, group) in model.groups.iter().enumerate() {
        placed(model, group, i, findings);
        for j in 0..group.children.len() {
            child(model, (i, j), findings);
        }
        whole(model, group, i, findings);
    }
}

fn placed(model: &Model, group: &Group, at: usize, findings: &mut Findings) {
    let (key, node) = (&group.key, &group.node);
    if model.node(node).is_none() {
        let nodes: Vec<_> = model.nodes.iter().map(|node| node.key.as_str()).collect();
        let declaration = format!("node {node} = \"{node}\";");
        report(
            findings,
            Rule::UnknownGroupNode,
            Place::GroupNode(at),
            format!("supervisor `{key}` is placed on the unknown node `{node}`"),
            similar::help("node", node, &nodes, &declaration),
        );
    }
}

/// One child, as it stands in the list.
fn child(model: &Model, (i, j): (usize, usize), findings: &mut Findings) {
    let group = &model.groups[i];
    let (key, child, place) = (&group.key, &group.children[j], Place::GroupChild(i, j));
    if first_like(&group.children, j).is_some() {
        report(
            findings,
            Rule::RepeatedChild,
            place,
            format!("`{child}` is listed twice in supervisor `{key}`"),
            "remove one of the two",
        );
        return;
    }
    let Some(actor) = model.actor(child) else {
        unknown(model, (i, j), findings);
        return;
    };
    if let Some((first, other)) = listed_before(model, (i, j)) {
        let other_key = &model.groups[first].key;
        report(
            findings,
            Rule::TwoGroups,
            place,
            format!("actor `{child}` already belongs to supervisor `{other_key}`"),
            "an actor is in one group at most: remove it from one of the two",
        )
        .also(
            Place::GroupChild(first, other),
            format!("actor `{child}` is in supervisor `{other_key}` here"),
        );
    }
    let both_known = model.node(&group.node).is_some() && model.node(&actor.node).is_some();
    if both_known && actor.node != group.node {
        report(
            findings,
            Rule::ChildElsewhere,
            place,
            format!(
                "`{child}` is placed on node `{}`, but its supervisor `{key}` is on `{}`",
                actor.node, group.node
            ),
            format!(
                "move `{child}` to `{}`, or give `{}` a supervisor of its own",
                group.node, actor.node
            ),
        );
    }
    if actor.is_parameterised() {
        on_demand(group, child, place, findings);
    }
}

/// A child whose instances are spawned on demand.
fn on_demand(group: &Group, child: &str, place: Place, findings: &mut Findings) {
    let strategy = group.strategy;
    if strategy == Strategy::OneForOne {
        report(
            findings,
            Rule::SkippedChild,
            place,
            format!(
                "`{child}` has parameters, so `{}` does not supervise its instances: each has its own policy alone",
                group.key
            ),
            "remove it, or put `#[allow(parameterised_child)]` above the supervisor",
        );
    } else {
        report(
            findings,
            Rule::ParameterisedChild,
            place,
            format!(
                "`{child}` has parameters: its instances are spawned on demand, so a group that is `{strategy}` cannot know whom its failure concerns"
            ),
            "remove it, or make the group `one_for_one`",
        );
    }
}

fn unknown(model: &Model, (i, j): (usize, usize), findings: &mut Findings) {
    let (group, place) = (&model.groups[i], Place::GroupChild(i, j));
    let (key, child) = (&group.key, &group.children[j]);
    if model.groups.iter().any(|other| other.key == *child) {
        report(
            findings,
            Rule::NestedGroup,
            place,
            format!("`{child}` is a supervisor, and supervisors cannot be nested"),
            format!("list the actors of `{child}` in `{key}` instead"),
        );
        return;
    }
    let actors: Vec<_> = model.actors.iter().map(|it| it.key.as_str()).collect();
    let declaration = format!("actor {child}: Type on {};", group.node);
    report(
        findings,
        Rule::UnknownChild,
        place,
        format!("supervisor `{key}` lists the unknown actor `{child}`"),
        similar::help("actor", child, &actors, &declaration),
    );
}

/// Where in an earlier group the child is listed too.
fn listed_before(model: &Model, (i, j): (usize, usize)) -> Option<(usize, usize)> {
    let child = &model.groups[i].children[j];
    let at = |group: &Group| group.children.iter().position(|other| other == child);
    (model.groups[..i].iter().enumerate())
        .find_map(|(first, group)| at(group).map(|other| (first, other)))
}

/// What is wrong with all of the children together, or with none.
fn whole(model: &Model, group: &Group, at: usize, findings: &mut Findings) {
    let (key, strategy) = (&group.key, group.strategy);
    let within = group.intensity.and_then(|bounds| bounds.within.known());
    if within == Some(Duration::ZERO) {
        report(
            findings,
            Rule::ZeroWithin,
            Place::GroupWithin(at),
            "no restart falls within no time at all, so `max` would mean nothing",
            "write a longer time, as in `within = 60s`",
        );
    }
    if group.children.is_empty() {
        report(
            findings,
            Rule::NoChildren,
            Place::GroupChildren(at),
            format!("supervisor `{key}` has no children"),
            "list the actors it supervises, or remove it",
        );
        return;
    }
    let on_demand = |child: &String| model.actor(child).is_some_and(Actor::is_parameterised);
    let as_one = matches!(strategy, Strategy::OneForAll | Strategy::RestForOne);
    if strategy == Strategy::OneForOne && group.children.iter().all(on_demand) {
        // Not once more for each of them.
        findings.retain(|it| {
            !(it.rule == Rule::SkippedChild
                && matches!(it.place, Place::GroupChild(i, _) if i == at))
        });
        report(
            findings,
            Rule::OnlyParameterisedChildren,
            Place::Group(at),
            format!("supervisor `{key}` supervises nobody: all of its children have parameters"),
            "remove it, or put `#[allow(only_parameterised_children)]` above it",
        );
    } else if let ([_], true) = (group.children.as_slice(), as_one) {
        report(
            findings,
            Rule::SingleChild,
            Place::GroupStrategy(at),
            format!("`{strategy}` is the same as `one_for_one` for a group of one"),
            "write `one_for_one`, or put `#[allow(single_child_group)]` above the supervisor",
        );
    }
}
