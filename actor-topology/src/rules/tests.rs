//! Each rule, by a topology that breaks exactly it, and one next to it that does not.

use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::finding::{Lint, Rule};
use crate::model::{
    Actor, Edge, Gateway, Group, Id, Intensity, Node, Policy, PolicyKind, Setting, Strategy, Tool,
};
use crate::testing::shop;

type Change = fn(&mut Model);

struct Case {
    rule: Rule,
    /// Breaks the rule.
    broken: Change,
    place: Place,
    /// Nearly does.
    near: Change,
}

const fn case(rule: Rule, broken: Change, place: Place, near: Change) -> Case {
    Case {
        rule,
        broken,
        place,
        near,
    }
}

fn secs(secs: u64) -> Setting<Duration> {
    Setting::Known(Duration::from_secs(secs))
}

fn policy(kind: PolicyKind, change: impl FnOnce(&mut Policy)) -> Option<Policy> {
    let mut policy = Policy::new(kind);
    change(&mut policy);
    Some(policy)
}

/// A node with one actor, whose key is that of the node with `-er`.
fn node(model: &mut Model, key: &str, address: &str) {
    model.nodes.push(Node::new(key, address));
    model.actors.push(Actor::new(format!("{key}er"), "A", key));
}

fn literal(id: &str) -> Id {
    Id::Literal(id.into())
}

fn scope(scope: &str) -> Option<Gateway> {
    let scope = Some(scope.into());
    Some(Gateway { scope })
}

const CASES: &[Case] = &[
    case(
        Rule::DuplicateKey,
        |m| m.tools.push(Tool::new("route_plan", "dyn Clock")),
        Place::Tool(1),
        |m| {
            m.tools.push(Tool::new("route", "dyn Route"));
            m.actors[0].tools = vec!["route".into()];
        },
    ),
    case(
        Rule::DuplicateKey,
        |m| m.groups[0].key = "gate".into(),
        Place::Group(0),
        |m| m.groups[0].key = "gates".into(),
    ),
    case(
        Rule::ReservedKey,
        |m| m.groups[0].key = "stop".into(),
        Place::Group(0),
        |m| m.groups[0].key = "stopped".into(),
    ),
    case(
        Rule::DuplicateNodeType,
        |m| {
            node(m, "a_b", "a-b");
            node(m, "a__b", "ab");
        },
        Place::Node(4),
        |m| {
            node(m, "a_b", "a-b");
            node(m, "a_b_", "ab_");
            m.nodes[4].key = "ab".into();
            m.actors[6].node = "ab".into();
        },
    ),
    case(
        Rule::NoNode,
        |m| *m = Model::new("Shop"),
        Place::Topology,
        |m| {
            *m = Model::new("Shop");
            node(m, "main", "main");
        },
    ),
    case(
        Rule::ActorOnClient,
        |m| m.actors[4].node = "desk".into(),
        Place::ActorNode(4),
        |m| {
            m.actors[4].node = "desk".into();
            m.nodes[2].client = false;
        },
    ),
    case(
        Rule::UnusedNode,
        |m| m.nodes[2].client = false,
        Place::Node(2),
        |m| {
            m.nodes[2].client = false;
            m.nodes[2].allowed = vec![Lint::UnusedNode];
        },
    ),
    case(
        Rule::AddressSyntax,
        |m| m.nodes[2].address = Some("a/b".into()),
        Place::NodeAddress(2),
        |m| m.nodes[2].address = Some("a-b".into()),
    ),
    case(
        Rule::AddressSyntax,
        |m| m.nodes[1].address = Some(String::new()),
        Place::NodeAddress(1),
        |m| m.nodes[1].address = None,
    ),
    case(
        Rule::SharedAddress,
        |m| m.nodes[1].address = Some("edge".into()),
        Place::NodeAddress(1),
        |m| {
            m.nodes[0].address = None;
            m.nodes[1].address = None;
        },
    ),
    case(
        Rule::PrivateAddress,
        |m| m.nodes[1].address = Some("local".into()),
        Place::NodeAddress(1),
        |m| {
            *m = Model::new("Shop");
            node(m, "main", "local");
        },
    ),
    case(
        Rule::UnknownTool,
        |m| m.actors[1].tools = vec!["rout_plan".into()],
        Place::ActorTool(1, 0),
        |m| m.actors[1].tools = vec!["route_plan".into()],
    ),
    case(
        Rule::RepeatedTool,
        |m| m.actors[4].tools.push("route_plan".into()),
        Place::ActorTool(4, 1),
        |m| m.actors[3].tools.push("route_plan".into()),
    ),
    case(
        Rule::SharedToolType,
        |m| {
            m.tools.push(Tool::new("detour", "dyn RoutePlan"));
            m.actors[0].tools = vec!["detour".into()];
        },
        Place::Tool(1),
        |m| {
            m.tools.push(Tool::new("detour", "dyn Detour"));
            m.actors[0].tools = vec!["detour".into()];
        },
    ),
    case(
        Rule::UnusedTool,
        |m| m.tools.push(Tool::new("clock", "dyn Clock")),
        Place::Tool(1),
        |m| {
            m.tools.push(Tool::new("clock", "dyn Clock"));
            m.tools[1].allowed = vec![Lint::UnusedTool];
        },
    ),
    case(
        Rule::UnknownActorNode,
        |m| m.actors[0].node = "egde".into(),
        Place::ActorNode(0),
        |m| {
            m.groups.clear();
            m.actors[0].node = "core".into();
        },
    ),
    case(
        Rule::EmptyId,
        |m| m.actors[2].id = literal(""),
        Place::ActorId(2),
        |m| m.actors[2].id = literal("0"),
    ),
    case(
        Rule::GuardianId,
        |m| m.actors[2].id = literal("guardian"),
        Place::ActorId(2),
        |m| m.actors[2].id = literal("guardians"),
    ),
    case(
        Rule::GuardianId,
        |m| m.actors.push(Actor::new("guardian", "A", "core")),
        Place::ActorId(5),
        |m| {
            m.actors.push(Actor::new("guardian", "A", "core"));
            m.actors[5].id = literal("guard");
        },
    ),
    case(
        Rule::IdSyntax,
        |m| m.actors[2].id = literal("callback/a"),
        Place::ActorId(2),
        |m| m.actors[2].id = literal("callback.a"),
    ),
    case(
        Rule::IdSyntax,
        |m| m.actors.push(Actor::new("_a", "A", "core")),
        Place::ActorId(5),
        |m| m.actors.push(Actor::new("a_", "A", "core")),
    ),
    case(
        Rule::ReservedId,
        |m| m.actors[2].id = literal("ActorCoreEvents"),
        Place::ActorId(2),
        |m| m.actors[2].id = literal("actorcoreevents"),
    ),
    case(
        Rule::SharedId,
        |m| m.actors[2].id = literal("ledger"),
        Place::ActorId(2),
        |m| m.actors[2].id = literal("gate"), // on another node
    ),
    case(
        Rule::IdIgnoresParams,
        |m| m.actors[3].id = literal("run"),
        Place::ActorId(3),
        |m| m.actors[0].id = literal("run"),
    ),
    case(
        Rule::IdIgnoresParams,
        |m| m.actors[3].id = Id::Key,
        Place::ActorId(3),
        |m| m.actors[0].id = Id::Const,
    ),
    case(
        Rule::IdIgnoresParams,
        |m| {
            m.actors[3].id = Id::Computed {
                mentions_params: false,
            }
        },
        Place::ActorId(3),
        |m| {
            m.actors[0].id = Id::Computed {
                mentions_params: false,
            }
        },
    ),
    case(
        Rule::IdleBounds,
        |m| m.actors[0].policy = policy(PolicyKind::Stop, |p| p.max = Setting::Known(3)),
        Place::PolicyMax(0),
        |m| m.actors[0].policy = policy(PolicyKind::Stop, |_| {}),
    ),
    case(
        Rule::IdleBounds,
        |m| m.actors[0].policy = policy(PolicyKind::Resume, |p| p.within = secs(3)),
        Place::PolicyWithin(0),
        |m| m.actors[0].policy = policy(PolicyKind::Resume, |_| {}),
    ),
    case(
        Rule::ZeroWithin,
        |m| m.actors[0].policy = policy(PolicyKind::Restart, |p| p.within = secs(0)),
        Place::PolicyWithin(0),
        |m| m.actors[0].policy = policy(PolicyKind::Restart, |p| p.within = secs(6)),
    ),
    case(
        Rule::ZeroWithin,
        |m| {
            m.groups[0].intensity = Some(Intensity {
                within: secs(0),
                ..Intensity::default()
            });
        },
        Place::GroupWithin(0),
        |m| {
            m.groups[0].intensity = Some(Intensity {
                within: secs(1),
                ..Intensity::default()
            });
        },
    ),
    case(
        Rule::CapBelowBackoff,
        |m| {
            m.actors[0].policy = policy(PolicyKind::Restart, |p| {
                (p.backoff, p.cap) = (secs(3), secs(2));
            });
        },
        Place::PolicyCap(0),
        |m| {
            m.actors[0].policy = policy(PolicyKind::Restart, |p| {
                (p.backoff, p.cap) = (secs(2), secs(2));
            });
        },
    ),
    case(
        Rule::JitterAboveAll,
        |m| m.actors[0].policy = policy(PolicyKind::Restart, |p| p.jitter = Setting::Known(101)),
        Place::PolicyJitter(0),
        |m| m.actors[0].policy = policy(PolicyKind::Restart, |p| p.jitter = Setting::Known(100)),
    ),
    case(
        Rule::UnreachableBound,
        |m| m.actors[0].policy = policy(PolicyKind::Restart, |p| p.max = Setting::Known(6)),
        Place::PolicyMax(0),
        |m| m.actors[0].policy = policy(PolicyKind::Restart, |p| p.max = Setting::Known(5)),
    ),
    case(
        Rule::UnreachableBound,
        |m| m.actors[0].policy = policy(PolicyKind::Restart, |p| p.backoff = secs(20)),
        Place::PolicyBackoff(0),
        |m| {
            m.actors[0].policy = policy(PolicyKind::Restart, |p| {
                p.backoff = secs(20);
                p.within = Setting::Unknown;
            });
        },
    ),
    case(
        Rule::ZeroRestarts,
        |m| m.actors[0].policy = policy(PolicyKind::Restart, |p| p.max = Setting::Known(0)),
        Place::PolicyMax(0),
        |m| {
            m.actors[0].policy = policy(PolicyKind::Restart, |p| p.max = Setting::Known(0));
            m.actors[0].allowed = vec![Lint::ZeroRestarts];
        },
    ),
    case(
        Rule::OverruledBounds,
        |m| {
            m.groups[0].strategy = Strategy::Escalate;
            m.actors[1].policy = policy(PolicyKind::Restart, |p| p.max = Setting::Known(1));
        },
        Place::PolicyMax(1),
        |m| m.groups[0].strategy = Strategy::Escalate,
    ),
    case(
        Rule::EscalateToNobody,
        |m| m.actors[4].policy = policy(PolicyKind::Escalate, |_| {}),
        Place::ActorPolicy(4),
        |m| m.actors[1].policy = policy(PolicyKind::Escalate, |_| {}),
    ),
    case(
        Rule::EscalateToNobody,
        |m| m.actors[0].policy = policy(PolicyKind::Escalate, |_| {}),
        Place::ActorPolicy(0),
        |m| {
            m.actors[0].policy = policy(PolicyKind::Escalate, |_| {});
            m.actors[0].allowed = vec![Lint::EscalateToNobody];
        },
    ),
    case(
        Rule::UnknownGroupNode,
        |m| m.groups[0].node = "gone".into(),
        Place::GroupNode(0),
        |_| {},
    ),
    case(
        Rule::UnknownChild,
        |m| m.groups[0].children[0] = "ledge".into(),
        Place::GroupChild(0, 0),
        |m| m.groups[0].children.swap(0, 1),
    ),
    case(
        Rule::NestedGroup,
        |m| m.groups[0].children.push("front".into()),
        Place::GroupChild(0, 2),
        |_| {},
    ),
    case(
        Rule::ChildElsewhere,
        |m| m.groups[0].children.push("porter".into()),
        Place::GroupChild(0, 2),
        |m| m.groups[1].children.push("porter".into()),
    ),
    case(
        Rule::ParameterisedChild,
        |m| m.groups[1].strategy = Strategy::OneForAll,
        Place::GroupChild(1, 1),
        |m| {
            m.groups[1].strategy = Strategy::OneForAll;
            m.groups[1].children[1] = "porter".into();
        },
    ),
    case(
        Rule::ParameterisedChild,
        |m| m.groups[1].strategy = Strategy::Escalate,
        Place::GroupChild(1, 1),
        |m| m.groups[1].strategy = Strategy::OneForOne,
    ),
    case(
        Rule::SkippedChild,
        |m| m.groups[1].allowed.clear(),
        Place::GroupChild(1, 1),
        |m| {
            m.groups[1].allowed.clear();
            m.groups[1].children.pop();
        },
    ),
    case(
        Rule::OnlyParameterisedChildren,
        |m| {
            m.groups[1].allowed.clear();
            m.groups[1].children.remove(0);
        },
        Place::Group(1),
        |m| {
            m.groups[1].allowed = vec![Lint::OnlyParameterisedChildren];
            m.groups[1].children.remove(0);
        },
    ),
    case(
        Rule::RepeatedChild,
        |m| m.groups[0].children.push("ledger".into()),
        Place::GroupChild(0, 2),
        |_| {},
    ),
    case(
        Rule::TwoGroups,
        |m| {
            m.groups.push(Group::new(
                "more",
                "edge",
                Strategy::OneForAll,
                ["porter", "gate"],
            ));
        },
        Place::GroupChild(2, 1),
        |m| {
            m.groups
                .push(Group::new("more", "edge", Strategy::OneForOne, ["porter"]));
        },
    ),
    case(
        Rule::NoChildren,
        |m| m.groups[0].children.clear(),
        Place::GroupChildren(0),
        |_| {},
    ),
    case(
        Rule::SingleChild,
        |m| m.groups[0].children.truncate(1),
        Place::GroupStrategy(0),
        |m| {
            m.groups[0].children.truncate(1);
            m.groups[0].strategy = Strategy::Escalate;
        },
    ),
    case(
        Rule::UnknownEnd,
        |m| m.edges.push(Edge::new("ghost", ["gate"], [""; 0])),
        Place::EdgeFrom(2),
        |m| m.edges.push(Edge::new("porter", ["gate"], [""; 0])),
    ),
    case(
        Rule::UnknownEnd,
        |m| m.edges[0].to[1] = "gates".into(),
        Place::EdgeTo(0, 1),
        |m| m.edges[0].to[1] = "porter".into(),
    ),
    case(
        Rule::ParameterisedEnd,
        |m| m.edges[1].from = "session".into(),
        Place::EdgeFrom(1),
        |m| m.edges[1].from = "porter".into(),
    ),
    case(
        Rule::ParameterisedEnd,
        |m| m.edges[1].to = vec!["session".into()],
        Place::EdgeTo(1, 0),
        |m| m.edges[1].to = vec!["porter".into()],
    ),
    case(
        Rule::SelfEdge,
        |m| m.edges[1].to.push("audit".into()),
        Place::EdgeTo(1, 1),
        |m| m.edges[1].to.push("porter".into()),
    ),
    case(
        Rule::RepeatedEdge,
        |m| {
            m.edges
                .push(Edge::new("ledger", ["porter", "audit"], ["Opened"]));
        },
        Place::EdgeTo(2, 1),
        |m| m.edges.push(Edge::new("gate", ["audit"], ["Opened"])),
    ),
    case(
        Rule::NoSubscriber,
        |m| m.edges[0].to.clear(),
        Place::EdgeTargets(0),
        |_| {},
    ),
    case(
        Rule::RepeatedSubscriber,
        |m| m.edges[0].to.push("audit".into()),
        Place::EdgeTo(0, 2),
        |m| m.edges[0].to.push("porter".into()),
    ),
    case(
        Rule::RepeatedEvent,
        |m| m.edges[0].events.push("Posted".into()),
        Place::EdgeEvent(0, 2),
        |m| m.edges[0].events.push("Opened".into()),
    ),
    case(
        Rule::SharedScope,
        |m| m.actors[1].gateway = scope("gate"),
        Place::Gateway(1),
        |m| m.actors[1].gateway = Some(Gateway::default()),
    ),
    case(
        Rule::DefaultScope,
        |m| m.actors[3].gateway = Some(Gateway::default()),
        Place::Gateway(3),
        |m| m.actors[3].gateway = scope("session"),
    ),
];

fn found(change: Change) -> Vec<Finding> {
    let mut model = shop();
    change(&mut model);
    check(&model)
}

#[test]
fn the_shop_is_as_it_should_be() {
    assert_eq!(found(|_| {}), []);
}

#[test]
fn each_rule_is_broken_alone_and_not_by_what_is_next_to_it() {
    for case in CASES {
        let broken: Vec<_> = found(case.broken)
            .iter()
            .map(|finding| (finding.rule, finding.place))
            .collect();
        assert_eq!(broken, [(case.rule, case.place)]);
        assert_eq!(found(case.near), [], "next to {:?}", case.rule);
    }
}

#[test]
fn each_rule_has_a_case() {
    // These have theirs where the builder is tested.
    let of_builder = [
        Rule::EndType,
        Rule::EventCannotCross,
        Rule::ResumeAfterPanic,
    ];
    for rule in Rule::ALL.iter().filter(|it| !of_builder.contains(it)) {
        assert!(CASES.iter().any(|case| case.rule == *rule), "{rule:?}");
    }
}

#[test]
fn messages_keep_to_the_style() {
    for case in CASES {
        for Finding {
            message,
            help,
            also,
            ..
        } in found(case.broken)
        {
            for text in [&message, &help]
                .into_iter()
                .chain(also.iter().map(|(_, text)| text))
            {
                assert!(!text.ends_with('.') && !text.contains('\n'), "{text}");
                assert!(!text.starts_with(char::is_uppercase), "{text}");
            }
        }
    }
}

#[test]
fn every_lint_names_itself() {
    for case in CASES {
        if let Some(lint) = case.rule.lint() {
            let help = &found(case.broken)[0].help;
            assert!(
                help.contains(&format!("#[allow({})]", lint.name())),
                "{help}"
            );
            assert_eq!(Lint::from_name(lint.name()), Some(lint));
        }
    }
}

#[test]
fn several_mistakes_are_all_found() {
    let all = found(|m| {
        m.nodes[1].address = Some("edge".into());
        m.actors[2].id = literal("");
        m.groups[0].children.push("ghost".into());
        m.edges[0].from = "ghost".into();
    });
    let codes: Vec<_> = all.iter().map(|finding| finding.rule.code()).collect();
    assert_eq!(codes, ["N2", "V3", "V8", "V11"]);
}

#[test]
fn one_mistake_is_not_said_as_another() {
    let only = |change: Change| {
        let codes = found(change).into_iter().map(|it| it.rule.code());
        codes.collect::<Vec<_>>()
    };
    // The node that was meant is not unused.
    assert_eq!(
        only(|m| {
            *m = Model::new("Shop");
            node(m, "edge", "edge");
            m.actors[0].node = "egde".into();
        }),
        ["V1"]
    );
    // An actor on no node is not elsewhere.
    assert_eq!(only(|m| m.actors[1].node = "cor".into()), ["V1"]);
    // Of two actors of one name, the ids are the same for that reason.
    assert_eq!(
        only(|m| m.actors.push(Actor::new("gate", "A", "edge"))),
        ["N31"]
    );
}

#[test]
fn a_finding_shows_its_code() {
    let finding = &found(|m| m.groups[0].children.clear())[0];
    assert_eq!(
        finding.to_string(),
        "supervisor `books` has no children (N7)\nhelp: list the actors it supervises, or remove it"
    );
}

proptest! {
    /// However many of everything there are, and whichever way round: what is right stays right.
    #[test]
    fn a_valid_topology_has_no_findings(
        sizes in prop::collection::vec((1_usize..5, 0_usize..4), 1..5),
        edges in prop::collection::vec((0_usize..50, 0_usize..50), 0..12),
    ) {
        let mut model = Model::new("Shop");
        for (n, &(actors, grouped)) in sizes.iter().enumerate() {
            let node = format!("n{n}");
            model.nodes.push(Node::new(&node, format!("address-{n}")));
            let keys: Vec<_> = (0..actors).map(|a| format!("a{n}_{a}")).collect();
            model.actors.extend(keys.iter().map(|key| Actor::new(key, "A", &node)));
            let children = &keys[..grouped.min(actors)];
            if children.len() > 1 {
                let strategy = Strategy::ALL[(n + grouped) % 4];
                model.groups.push(Group::new(format!("g{n}"), &node, strategy, children));
            }
        }
        let key = |at: usize| model.actors[at % model.actors.len()].key.clone();
        let mut ends: Vec<_> = edges.iter().map(|&(from, to)| (key(from), key(to))).collect();
        ends.sort();
        ends.dedup();
        ends.retain(|(from, to)| from != to);
        model.edges = ends.iter().map(|(from, to)| Edge::new(from, [to], ["E"])).collect();
        prop_assert_eq!(check(&model), []);
    }
}
