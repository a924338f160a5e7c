//! Edges: whose events go to whom.

use crate::finding::{Findings, Place, Rule, report};
use crate::model::Model;
use crate::similar;

use super::first_like;

pub(super) fn check(model: &Model, findings: &mut Findings) {
    for (i, edge) in model.edges.iter().enumerate() {
        end(model, "publisher", &edge.from, Place::EdgeFrom(i), findings);
        if edge.to.is_empty() {
            report(
                findings,
                Rule::NoSubscriber,
                Place::EdgeTargets(i),
                format!("the events of `{}` go to nobody", edge.from),
                "list the actors that take them, or remove the line",
            );
        }
        for j in 0..edge.to.len() {
            subscriber(model, (i, j), findings);
        }
        for (j, event) in edge.events.iter().enumerate() {
            if first_like(&edge.events, j).is_some() {
                report(
                    findings,
                    Rule::RepeatedEvent,
                    Place::EdgeEvent(i, j),
                    format!("the event `{event}` is listed twice"),
                    "remove one of the two",
                );
            }
        }
    }
}

fn subscriber(model: &Model, (i, j): (usize, usize), findings: &mut Findings) {
    let (edge, place) = (&model.edges[i], Place::EdgeTo(i, j));
    let (from, to) = (&edge.from, &edge.to[j]);
    if first_like(&edge.to, j).is_some() {
        report(
            findings,
            Rule::RepeatedSubscriber,
            place,
            format!("the subscriber `{to}` is listed twice"),
            "remove one of the two",
        );
        return;
    }
    if from == to {
        report(
            findings,
            Rule::SelfEdge,
            place,
            format!("actor `{to}` would receive its own events"),
            "call the method instead, or send a message to `ctx.myself()`",
        );
        return;
    }
    end(model, "subscriber", to, place, findings);
    let same = |earlier: usize| {
        let other = &model.edges[earlier];
        (other.from == *from)
            .then(|| other.to.iter().position(|it| it == to))
            .flatten()
    };
    if let Some((first, at)) = (0..i).find_map(|earlier| same(earlier).map(|at| (earlier, at))) {
        report(
            findings,
            Rule::RepeatedEdge,
            place,
            format!("the edge `{from} -> {to}` is declared twice"),
            "merge the two, with the events of both in one list",
        )
        .also(
            Place::EdgeTo(first, at),
            format!("the edge `{from} -> {to}` is declared here first"),
        );
    }
}

/// One end of an edge.
fn end(model: &Model, role: &str, key: &str, place: Place, findings: &mut Findings) {
    match model.actor(key) {
        Some(actor) if actor.is_parameterised() => {
            report(
                findings,
                Rule::ParameterisedEnd,
                place,
                format!(
                    "`{key}` has parameters: its instances are spawned on demand, so no edge can name one as its {role}"
                ),
                "subscribe each instance when it runs, with `subscribe` of its handle",
            );
        }
        Some(_) => {}
        None => {
            let actors: Vec<_> = model.actors.iter().map(|it| it.key.as_str()).collect();
            let declaration = format!("actor {key}: Type on node;");
            report(
                findings,
                Rule::UnknownEnd,
                place,
                format!("unknown {role} `{key}`"),
                similar::help("actor", key, &actors, &declaration),
            );
        }
    }
}
