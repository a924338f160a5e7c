//! What both notations show, in the order in which they show it.

use crate::model::{Actor, Group, Id, Model, Node};

/// What is inside of a node.
pub(super) struct Inside<'a> {
    pub(super) node: &'a Node,
    /// Each with its children.
    pub(super) groups: Vec<(&'a Group, Vec<&'a Actor>)>,
    /// Those in no group.
    pub(super) alone: Vec<&'a Actor>,
}

/// The nodes, with what is inside of them.
pub(super) fn nodes(model: &Model) -> impl Iterator<Item = Inside<'_>> {
    model.nodes.iter().map(|node| {
        let here = || model.actors.iter().filter(|actor| actor.node == node.key);
        let is_in = |actor: &Actor, group: &Group| {
            let first = model.group_of(&actor.key);
            first.is_some_and(|it| it.key == group.key && it.node == node.key)
        };
        let on_node = |group: &&Group| group.node == node.key;
        let groups = model.groups.iter().filter(on_node).map(|group| {
            let mut children: Vec<_> = here().filter(|actor| is_in(actor, group)).collect();
            // A picture of what `rest_for_one` means needs the order of the list.
            children.sort_by_key(|actor| group.children.iter().position(|it| *it == actor.key));
            (group, children)
        });
        let groups: Vec<_> = groups.collect();
        let grouped = |actor: &&Actor| {
            let in_one =
                |(_, children): &(_, Vec<&Actor>)| children.iter().any(|it| it.key == actor.key);
            groups.iter().any(in_one)
        };
        let alone = here().filter(|actor| !grouped(actor)).collect();
        Inside {
            node,
            groups,
            alone,
        }
    })
}

/// The lines on an actor: its name, its type, and what is special about it.
pub(super) fn actor(actor: &Actor) -> Vec<String> {
    let name = if actor.is_parameterised() {
        format!("{}({})", actor.key, actor.params.join(", "))
    } else {
        actor.key.clone()
    };
    let mut lines = vec![name, actor.type_name.clone()];
    if let Id::Literal(id) = &actor.id {
        lines.push(format!("id {id}"));
    }
    if let Some(gateway) = &actor.gateway {
        let scope = gateway.scope.as_deref().unwrap_or(&actor.key);
        lines.push(format!("gateway {scope}"));
    }
    lines
}

/// The line on a node.
pub(super) fn node(node: &Node) -> String {
    let kind = if node.client { "client " } else { "" };
    match &node.address {
        Some(address) if *address != node.key => format!("{kind}{} ({address})", node.key),
        _ => format!("{kind}{}", node.key),
    }
}

/// The line on a group.
pub(super) fn group(group: &Group) -> String {
    format!("{}: {}", group.key, group.strategy)
}

/// The arrows: publisher, subscriber, and the events, if not all.
pub(super) fn arrows(model: &Model) -> impl Iterator<Item = (&str, &str, String)> {
    model.edges.iter().flat_map(|edge| {
        let events: Vec<_> = edge.events.iter().map(|it| without_paths(it)).collect();
        let events = events.join(", ");
        (edge.to.iter()).map(move |to| (edge.from.as_str(), to.as_str(), events.clone()))
    })
}

/// `shop::Sold<shop::Till>` → `Sold<Till>`
fn without_paths(ty: &str) -> String {
    let in_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let mut short = String::new();
    for word in ty.split_inclusive(|c| !in_path(c)) {
        short.push_str(word.rsplit("::").next().unwrap_or(word));
    }
    short
}

#[test]
fn types_are_shown_by_their_names_alone() {
    for (ty, short) in [
        ("Sold", "Sold"),
        ("shop::Sold", "Sold"),
        (
            "a::Sold<b::c::Till, alloc::vec::Vec<u8>>",
            "Sold<Till, Vec<u8>>",
        ),
        ("(a::B, [c::D; 2])", "(B, [D; 2])"),
    ] {
        assert_eq!(without_paths(ty), short);
    }
}

/// The dashed lines: an actor, and a tool it uses.
pub(super) fn uses(model: &Model) -> impl Iterator<Item = (&str, &str)> {
    (model.actors.iter())
        .flat_map(|actor| (actor.tools.iter()).map(|tool| (actor.key.as_str(), tool.as_str())))
}
