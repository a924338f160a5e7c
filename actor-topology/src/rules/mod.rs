//! The rules, by what they are about. Each reads the model and says what breaks it; none depends on another.

mod actors;
mod edges;
mod gateway;
mod groups;
mod keys;
mod nodes;
mod policies;
mod tools;

use crate::finding::{Finding, Findings, Place, Severity};
use crate::model::Model;

pub use keys::RESERVED_KEYS;
pub use policies::{Contradiction, contradictions, idle};

/// Everything that is wrong with `model`, but for the lints accepted in it. Errors come first.
///
/// ```
/// use actor_topology::{Actor, Model, Node, check};
///
/// let mut model = Model::new("Shop");
/// model.nodes.push(Node::new("edge", "edge"));
/// model.actors.push(Actor::new("gate", "Gate", "egde"));
/// let findings = check(&model);
/// assert_eq!(findings[0].message, "actor `gate` is placed on the unknown node `egde`");
/// assert_eq!(findings[0].help, "a node with a similar name exists: `edge`");
/// ```
#[must_use]
pub fn check(model: &Model) -> Vec<Finding> {
    let mut findings = Findings::new();
    keys::check(model, &mut findings);
    nodes::check(model, &mut findings);
    tools::check(model, &mut findings);
    actors::check(model, &mut findings);
    policies::check(model, &mut findings);
    groups::check(model, &mut findings);
    edges::check(model, &mut findings);
    gateway::check(model, &mut findings);
    findings.retain(|finding| !accepted(model, finding));
    findings.sort_by_key(|finding| finding.rule.lint().is_some());
    findings
}

/// Whether `finding` is a lint that its declaration accepts.
fn accepted(model: &Model, finding: &Finding) -> bool {
    let Severity::Lint(lint) = finding.severity() else {
        return false;
    };
    let allowed = match finding.place {
        Place::Node(i) => &model.nodes[i].allowed,
        Place::Tool(i) => &model.tools[i].allowed,
        Place::ActorPolicy(i) | Place::PolicyMax(i) => &model.actors[i].allowed,
        Place::Group(i) | Place::GroupStrategy(i) | Place::GroupChild(i, _) => {
            &model.groups[i].allowed
        }
        _ => return false,
    };
    allowed.contains(&lint)
}

/// Where the first value equal to `values[at]` is, if that is not it.
fn first_like<T: PartialEq>(values: &[T], at: usize) -> Option<usize> {
    values[..at].iter().position(|value| *value == values[at])
}

#[cfg(test)]
mod tests;
