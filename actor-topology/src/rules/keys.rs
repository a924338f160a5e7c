//! The names of declarations. All are in one namespace: they become functions, fields and types around one type.

use crate::finding::{Findings, Place, Rule, report};
use crate::model::Model;
use crate::names::type_name;
use crate::similar::all_of;

/// The names that every topology has functions of, so that no declaration can have them.
pub const RESERVED_KEYS: [&str; 11] = [
    "clone",
    "definition",
    "diagram",
    "drop",
    "local",
    "new",
    "of",
    "start",
    "stop",
    "system",
    "tools",
];

pub(super) fn check(model: &Model, findings: &mut Findings) {
    let keys = keys(model);
    for (at, &(kind, key, place)) in keys.iter().enumerate() {
        if RESERVED_KEYS.contains(&key) {
            report(
                findings,
                Rule::ReservedKey,
                place,
                format!("`{key}` cannot be the name of {}", with_article(kind)),
                format!(
                    "these names are kept for the generated types: {}",
                    all_of(&RESERVED_KEYS)
                ),
            );
        }
        let Some(&(other, _, first)) = keys[..at].iter().find(|(_, other, _)| *other == key) else {
            continue;
        };
        let (message, companion) = if other == kind {
            (
                format!("{kind} `{key}` is declared more than once"),
                format!("{kind} `{key}` is declared here first"),
            )
        } else {
            (
                format!("`{key}` is the name of {} as well", with_article(other)),
                format!("`{key}` is declared here as {}", with_article(other)),
            )
        };
        report(
            findings,
            Rule::DuplicateKey,
            place,
            message,
            "give one of them another name: nodes, tools, actors, and supervisors share their names",
        )
        .also(first, companion);
    }
    types(model, findings);
}

/// `a_b` and `a__b` are two names, but of one type.
fn types(model: &Model, findings: &mut Findings) {
    let name = &model.name;
    for (at, node) in model.nodes.iter().enumerate() {
        let generated = type_name(name, &node.key);
        let other = model.nodes[..at]
            .iter()
            .position(|other| other.key != node.key && type_name(name, &other.key) == generated);
        if let Some(first) = other {
            report(
                findings,
                Rule::DuplicateNodeType,
                Place::Node(at),
                format!(
                    "nodes `{}` and `{}` would both be the type `{generated}`",
                    model.nodes[first].key, node.key
                ),
                "give one of them another name",
            )
            .also(
                Place::Node(first),
                format!("the type `{generated}` is that of this node"),
            );
        } else if !model.tools.is_empty() && generated == type_name(name, "tools") {
            report(
                findings,
                Rule::DuplicateNodeType,
                Place::Node(at),
                format!(
                    "node `{}` would be the type `{generated}`, which holds the tools",
                    node.key
                ),
                "give it another name",
            );
        }
    }
}

/// Every declaration: what it is, its name, and where that is.
fn keys(model: &Model) -> Vec<(&'static str, &str, Place)> {
    let nodes = model.nodes.iter().map(|node| node.key.as_str());
    let tools = model.tools.iter().map(|tool| tool.key.as_str());
    let actors = model.actors.iter().map(|actor| actor.key.as_str());
    let groups = model.groups.iter().map(|group| group.key.as_str());
    (nodes.enumerate())
        .map(|(i, key)| ("node", key, Place::Node(i)))
        .chain((tools.enumerate()).map(|(i, key)| ("tool", key, Place::Tool(i))))
        .chain((actors.enumerate()).map(|(i, key)| ("actor", key, Place::Actor(i))))
        .chain((groups.enumerate()).map(|(i, key)| ("supervisor", key, Place::Group(i))))
        .collect()
}

fn with_article(kind: &str) -> String {
    let article = if kind.starts_with('a') { "an" } else { "a" };
    format!("{article} {kind}")
}
