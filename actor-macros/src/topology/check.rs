//! What is wrong with a topology: what the rules find, and what depends on how it is written.

use super::ast::{Attributes, Topology};
use super::constants::no_text;
use super::lints::Warning;
use super::{model, places};
use crate::diag::Errors;
use crate::settings::rules;
use actor_topology::{Finding, Place, Rule, Severity};
use syn::Ident;
use syn::spanned::Spanned as _;

/// Reports everything that is wrong, and gives back what may be.
pub(crate) fn check(topology: &Topology, errors: &mut Errors) -> Vec<Warning> {
    values(topology, errors);
    conditions(topology, errors);
    let mut warnings = Vec::new();
    for finding in actor_topology::check(&model::model(topology)) {
        if echo(topology, &finding) {
            continue;
        }
        let words = places::words(topology, finding.place);
        match finding.severity() {
            Severity::Error => {
                let Finding { message, help, .. } = &finding;
                errors.at(&words, format!("{message} ({})", finding.rule.code()), help);
                for (place, text) in &finding.also {
                    errors.note(places::words(topology, *place), text);
                }
            }
            // What is not there because it could not be read must not be said to be missing.
            Severity::Lint(_) if topology.broken.any => {}
            Severity::Lint(lint) => warnings.push(Warning {
                name: lint.name(),
                span: words.span(),
                text: format!(
                    "{} ({}); {}",
                    finding.message,
                    finding.rule.code(),
                    finding.help
                ),
            }),
        }
    }
    warnings
}

/// Values that mean nothing wherever they are written.
fn values(topology: &Topology, errors: &mut Errors) {
    for actor in &topology.actors {
        let properties = &actor.properties;
        if let Some(id) = &properties.id
            && actor.params.is_empty()
            && no_text(id)
        {
            errors.at(
                id,
                "the id of an actor without parameters is a constant text",
                format!("write it in quotes, as in `id = \"{0}\";`", actor.key),
            );
        }
        if let Some(mailbox) = &properties.mailbox {
            mailbox.check(errors);
        }
        if let Some(passivation) = &properties.passivation {
            passivation.check(errors);
        }
        if let Some(directive) = &properties.supervision {
            directive.idle(errors);
        }
        if let Some(list) = &properties.rules {
            rules::check(list, errors);
        }
    }
}

/// Whether `finding` is about something that could not be read, which has been reported.
fn echo(topology: &Topology, finding: &Finding) -> bool {
    let broken = &topology.broken;
    match finding.rule {
        Rule::UnknownActorNode
        | Rule::UnknownGroupNode
        | Rule::UnknownChild
        | Rule::UnknownEnd
        | Rule::UnknownTool => {
            let word = places::words(topology, finding.place).to_string();
            broken.names.iter().any(|name| *name == word)
        }
        Rule::NoNode => broken.any,
        Rule::NoChildren | Rule::NoSubscriber => match finding.place {
            Place::GroupChildren(i) => !topology.groups[i].list.stream().is_empty(),
            Place::EdgeTargets(i) => {
                let list = topology.edges[i].list.as_ref();
                list.is_some_and(|list| !list.stream().is_empty())
            }
            _ => false,
        },
        Rule::IdIgnoresParams => match finding.place {
            Place::ActorId(i) => topology.actors[i]
                .properties
                .broken
                .iter()
                .any(|it| it == "id"),
            _ => false,
        },
        _ => false,
    }
}

/// `#[cfg]` on what others refer to: whether they refer to anything would depend on what is decided later.
fn conditions(topology: &Topology, errors: &mut Errors) {
    let nodes = topology
        .nodes
        .iter()
        .map(|it| ("node", &it.key, &it.attributes));
    let tools = topology
        .tools
        .iter()
        .map(|it| ("tool", &it.key, &it.attributes));
    let actors = topology
        .actors
        .iter()
        .map(|it| ("actor", &it.key, &it.attributes));
    for (kind, key, Attributes { cfgs, .. }) in nodes.chain(tools).chain(actors) {
        let (Some(cfg), Some(user)) = (cfgs.first(), user(topology, kind, key)) else {
            continue;
        };
        errors.at(
            cfg.path(),
            format!("{kind} `{key}` cannot depend on `cfg`, since {user} refers to it"),
            format!(
                "a topology is checked before `cfg` is decided: declare `{key}` in any case, or in two topologies"
            ),
        );
    }
}

/// Who refers to a declaration.
fn user(topology: &Topology, kind: &str, key: &Ident) -> Option<String> {
    let actors = topology.actors.iter();
    let groups = topology.groups.iter();
    match kind {
        "node" => actors
            .filter(|actor| actor.node == *key)
            .map(|actor| format!("actor `{}`", actor.key))
            .chain(
                groups
                    .filter(|group| group.node == *key)
                    .map(|group| format!("supervisor `{}`", group.key)),
            )
            .next(),
        "tool" => actors
            .filter(|actor| actor.properties.tools.contains(key))
            .map(|actor| format!("actor `{}`", actor.key))
            .next(),
        _ => groups
            .filter(|group| group.children.contains(key))
            .map(|group| format!("supervisor `{}`", group.key))
            .chain(
                (topology.edges.iter())
                    .filter(|edge| edge.from == *key || edge.to.contains(key))
                    .map(|edge| format!("the edge from `{}`", edge.from)),
            )
            .next(),
    }
}
