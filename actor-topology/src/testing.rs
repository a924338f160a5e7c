//! A topology in which nothing is wrong, for tests to break.

use crate::finding::Lint;
use crate::model::{
    Actor, Edge, Gateway, Group, Id, Model, Node, Policy, PolicyKind, Strategy, Tool,
};

/// Two nodes and a client, and something of everything.
///
/// The positions: nodes `edge` 0, `core` 1, `desk` 2; actors `gate` 0, `ledger` 1, `audit` 2, `session` 3, `porter` 4.
pub(crate) fn shop() -> Model {
    let mut model = Model::new("Shop");
    model.nodes = vec![
        Node::new("edge", "edge"),
        Node::new("core", "core-1"),
        Node::new("desk", "desk"),
    ];
    model.nodes[2].client = true;
    model.tools = vec![Tool::new("route_plan", "dyn RoutePlan")];
    model.actors = vec![
        Actor::new("gate", "Gate", "edge"),
        Actor::new("ledger", "Ledger", "core"),
        Actor::new("audit", "Audit", "core"),
        Actor::new("session", "Session", "edge"),
        Actor::new("porter", "Porter", "edge"),
    ];
    model.actors[0].gateway = Some(Gateway::default());
    model.actors[1].policy = Some(Policy::new(PolicyKind::Restart));
    model.actors[2].id = Id::Literal("the-audit".into());
    model.actors[3].params = vec!["user".into()];
    model.actors[3].id = Id::Computed {
        mentions_params: true,
    };
    model.actors[4].tools = vec!["route_plan".into()];
    model.groups = vec![
        Group::new("books", "core", Strategy::RestForOne, ["ledger", "audit"]),
        Group::new("front", "edge", Strategy::OneForOne, ["gate", "session"]),
    ];
    model.groups[1].allowed = vec![Lint::ParameterisedChild];
    model.edges = vec![
        Edge::new("ledger", ["audit", "gate"], ["Posted", "Closed"]),
        Edge::new("audit", ["ledger"], [""; 0]),
    ];
    model
}
