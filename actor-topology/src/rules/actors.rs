//! Actors: where they are, and what they are called there.

use crate::finding::{Findings, Place, Rule, report};
use crate::model::{Actor, Id, Model};
use crate::names::{GUARDIAN, NameError, check_actor_name};
use crate::similar;

pub(super) fn check(model: &Model, findings: &mut Findings) {
    let nodes: Vec<_> = model.nodes.iter().map(|node| node.key.as_str()).collect();
    for (i, actor) in model.actors.iter().enumerate() {
        let (key, node) = (&actor.key, &actor.node);
        if !nodes.contains(&node.as_str()) {
            let declaration = format!("node {node} = \"{node}\";");
            report(
                findings,
                Rule::UnknownActorNode,
                Place::ActorNode(i),
                format!("actor `{key}` is placed on the unknown node `{node}`"),
                similar::help("node", node, &nodes, &declaration),
            );
        }
        if actor.is_parameterised() {
            instances(actor, i, findings);
        } else {
            id(actor, i, findings);
            shared(model, actor, i, findings);
        }
    }
}

/// The id of an actor that is there once.
fn id(actor: &Actor, at: usize, findings: &mut Findings) {
    let Some(id) = actor.known_id() else {
        return;
    };
    let place = Place::ActorId(at);
    let key = &actor.key;
    if id == GUARDIAN {
        report(
            findings,
            Rule::GuardianId,
            place,
            format!("the id \"{GUARDIAN}\" is reserved"),
            "it means what all actors of a node descend from: write another id",
        );
        return;
    }
    let Err(error) = check_actor_name(id) else {
        return;
    };
    let written = matches!(actor.id, Id::Literal(_));
    let (rule, message) = match error {
        NameError::Empty => (Rule::EmptyId, format!("the id of actor `{key}` is empty")),
        NameError::Reserved => (
            Rule::ReservedId,
            format!("the id \"{id}\" is reserved: {error}"),
        ),
        NameError::Character(c) => (Rule::IdSyntax, format!("an id cannot contain {c:?}")),
        NameError::Start(c) => (Rule::IdSyntax, format!("an id cannot begin with {c:?}")),
        _ => (Rule::IdSyntax, format!("this cannot be an id: {error}")),
    };
    let help = match (written, error) {
        (false, _) => format!(
            "the id of `{key}` is its name unless another is given, as in `id = \"{}\";`",
            key.trim_start_matches('_')
        ),
        (true, NameError::Reserved) => String::from("write another id"),
        (true, NameError::Empty) => {
            format!("write one, as in `id = \"{key}\";`, or leave `id` out")
        }
        _ => String::from(
            "write ASCII letters, digits, `-`, `_`, and `.`, beginning with a letter or digit",
        ),
    };
    report(findings, rule, place, message, help);
}

/// Whether another actor of the node has the id already.
fn shared(model: &Model, actor: &Actor, at: usize, findings: &mut Findings) {
    let Some(id) = actor.known_id() else {
        return;
    };
    let same = |other: &Actor| {
        // An equal key has been said to be declared twice.
        other.node == actor.node
            && other.key != actor.key
            && !other.is_parameterised()
            && other.known_id() == Some(id)
    };
    let Some(first) = model.actors[..at].iter().position(same) else {
        return;
    };
    let other = &model.actors[first].key;
    report(
        findings,
        Rule::SharedId,
        Place::ActorId(at),
        format!(
            "actors `{other}` and `{}` have the same id \"{id}\" on node `{}`",
            actor.key, actor.node
        ),
        "give one of them another id, or place it on another node",
    )
    .also(
        Place::ActorId(first),
        format!("\"{id}\" is the id of `{other}`"),
    );
}

/// The id of actors that are told apart by their parameters.
fn instances(actor: &Actor, at: usize, findings: &mut Findings) {
    let (key, param) = (&actor.key, &actor.params[0]);
    let message = match &actor.id {
        Id::Computed {
            mentions_params: true,
        } => return,
        Id::Key => {
            format!("actor `{key}` has parameters, but its instances have no id of their own")
        }
        Id::Literal(id) => format!("all instances of `{key}` would share the id \"{id}\""),
        Id::Const | Id::Computed { .. } => {
            format!("all instances of `{key}` would share one id: no parameter occurs in it")
        }
    };
    report(
        findings,
        Rule::IdIgnoresParams,
        Place::ActorId(at),
        message,
        format!("derive it from `{param}`, as in `id = format!(\"{key}-{{{param}}}\");`"),
    );
}
