//! Nodes and their addresses.

use crate::finding::{Findings, Place, Rule, report};
use crate::model::Model;
use crate::names::{NameError, check_system_name};

use super::first_like;

/// The address that every process has for itself.
const PRIVATE: &str = "local";

pub(super) fn check(model: &Model, findings: &mut Findings) {
    if model.nodes.is_empty() {
        report(
            findings,
            Rule::NoNode,
            Place::Topology,
            format!("topology `{}` has no node", model.name),
            "declare one: `node main = \"main\";`",
        );
    }
    addresses(model, findings);
    let all_placed = all_placed(model);
    for (i, node) in model.nodes.iter().enumerate() {
        let key = &node.key;
        let owned = model.actors.iter().position(|actor| actor.node == *key);
        match (node.client, owned) {
            (true, Some(owned)) => {
                report(
                    findings,
                    Rule::ActorOnClient,
                    Place::ActorNode(owned),
                    format!(
                        "actor `{}` is placed on `{key}`, which is a client and owns no actors",
                        model.actors[owned].key
                    ),
                    format!("place it on another node, or declare `node {key}` without `client`"),
                )
                .also(Place::Node(i), format!("`{key}` is declared a client here"));
            }
            (false, None) if all_placed => {
                report(
                    findings,
                    Rule::UnusedNode,
                    Place::Node(i),
                    format!("node `{key}` has no actors"),
                    format!(
                        "if that is meant, write `client node {key}`, or put `#[allow(unused_node)]` above it"
                    ),
                );
            }
            _ => {}
        }
    }
}

fn addresses(model: &Model, findings: &mut Findings) {
    let addresses: Vec<_> = model.nodes.iter().map(|node| &node.address).collect();
    for (i, node) in model.nodes.iter().enumerate() {
        let Some(address) = &node.address else {
            continue;
        };
        let place = Place::NodeAddress(i);
        if let Err(error) = check_system_name(address) {
            let message = match error {
                NameError::Empty => format!("the address of node `{}` is empty", node.key),
                NameError::Character(c) => format!("a node's address cannot contain {c:?}"),
                NameError::Start(c) => format!("a node's address cannot begin with {c:?}"),
                _ => format!("`{address}` cannot be a node's address: {error}"),
            };
            let help =
                "write ASCII letters, digits, `-`, and `_`, beginning with a letter or digit";
            report(findings, Rule::AddressSyntax, place, message, help);
            continue;
        }
        if let Some(first) = first_like(&addresses, i) {
            let other = &model.nodes[first].key;
            report(
                findings,
                Rule::SharedAddress,
                place,
                format!(
                    "nodes `{other}` and `{}` have the same address \"{address}\"",
                    node.key
                ),
                "give one of them another address",
            )
            .also(
                Place::NodeAddress(first),
                format!("\"{address}\" is the address of `{other}` here"),
            );
        }
        if address == PRIVATE && model.nodes.len() > 1 {
            report(
                findings,
                Rule::PrivateAddress,
                place,
                "the address \"local\" is private to a process, so the other nodes could not reach it",
                format!(
                    "give it a name of its own, as in `node {0} = \"{0}\";`",
                    node.key
                ),
            );
        }
    }
}

/// Whether everything is on nodes that there are. A misspelt node must not make the one that was meant unused.
fn all_placed(model: &Model) -> bool {
    let actors = model.actors.iter().map(|actor| &actor.node);
    let groups = model.groups.iter().map(|group| &group.node);
    actors.chain(groups).all(|node| model.node(node).is_some())
}
