//! A topology made at run time is refused for what `topology!` refuses, all at once and in the same words.

use super::*;
use actor_core::topology::TopologyBuilder;

/// The codes of the rules that are broken, in order.
fn broken(builder: TopologyBuilder) -> Vec<&'static str> {
    match builder.build() {
        Ok(_) => Vec::new(),
        Err(error) => error.findings.iter().map(|it| it.rule.code()).collect(),
    }
}

/// Nothing is wrong with it.
fn sound() -> TopologyBuilder {
    Topology::builder("Shop")
        .node("edge", "edge-1")
        .node("core", "core-1")
        .client_node("desk", "desk")
        .actor("gate", "edge", Audit::default, |it| it)
        .actor("ledger", "core", Ledger::default, |it| it)
        .actor("audit", "core", Audit::default, |it| it)
        .instances(
            "session",
            "edge",
            String::clone,
            |user| Session::new(user.clone()),
            |it| it,
        )
        .group("books", "core", Strategy::RestForOne, ["ledger", "audit"])
        .subscribe::<Ledger, Audit, Posted>("ledger", "audit")
}

fn ledger(
    key: &str,
    node: &str,
    options: impl FnOnce(ActorBuilder<Ledger>) -> ActorBuilder<Ledger>,
) -> TopologyBuilder {
    sound().actor(key, node, Ledger::default, options)
}

#[test]
fn what_is_right_is_built() {
    let topology = sound().build().expect("it is in order");
    assert_eq!(topology.name(), "Shop");
    assert!(sound().findings().is_empty());
}

#[test]
fn names() {
    assert_eq!(broken(ledger("gate", "edge", |it| it.id("other"))), ["N31"]);
    assert_eq!(broken(ledger("stop", "edge", |it| it)), ["N31"]);
}

#[test]
fn nodes() {
    assert_eq!(broken(Topology::builder("Shop")), ["N32"]);
    assert_eq!(broken(ledger("late", "desk", |it| it)), ["N32"]);
    for (address, code) in [("", "V6"), ("a/b", "V6"), ("core-1", "N2"), ("local", "N3")] {
        let builder = sound()
            .node("back", address)
            .actor("late", "back", Ledger::default, |it| it);
        assert_eq!(broken(builder), [code], "{address}");
    }
}

#[test]
fn actors() {
    assert_eq!(broken(ledger("late", "kore", |it| it)), ["V1"]);
    for (id, code) in [
        ("", "V3"),
        ("guardian", "V4"),
        ("a/b", "V5"),
        ("gate", "N1"),
    ] {
        assert_eq!(
            broken(ledger("late", "edge", |it| it.id(id))),
            [code],
            "{id}"
        );
    }
}

#[test]
fn policies() {
    let policies = [
        (Restart::DEFAULT.within(Duration::ZERO), "N29"),
        (Restart::DEFAULT.cap(S / 2), "V26"),
        (Restart::DEFAULT.max(6), "N12"),
    ];
    for (policy, code) in policies {
        assert_eq!(
            broken(ledger("late", "core", |it| it.supervision(policy))),
            [code]
        );
    }
    let resuming = ledger("late", "core", |it| it.supervision(Directive::Resume));
    assert_eq!(broken(resuming), ["N33"]);
    let ruled = Policy::new(Directive::Resume).on::<Panic>(Restart::DEFAULT);
    assert!(broken(ledger("late", "core", |it| it.supervision(ruled))).is_empty());
    let bounded = ledger("late", "core", |it| it.supervision(Restart::DEFAULT.max(2)));
    assert_eq!(
        broken(bounded.group("none", "core", Strategy::Escalate, ["late"])),
        ["N10"]
    );
}

#[test]
fn groups() {
    let group = |node: &str, children: &[&'static str]| {
        let children = children.iter().copied();
        broken(sound().group("late", node, Strategy::OneForAll, children))
    };
    assert_eq!(group("kore", &["gate"]), ["V7"]);
    assert_eq!(group("edge", &["gate", "gata"]), ["V8"]);
    assert_eq!(group("edge", &["gate", "books"]), ["V8"]);
    assert_eq!(group("core", &["gate", "gate"])[..1], ["V9"]);
    assert_eq!(group("edge", &["gate", "session"]), ["V21"]);
    assert_eq!(group("edge", &["gate", "gate"]), ["N5"]);
    assert_eq!(group("core", &["ledger", "audit"])[..1], ["N6"]);
    assert_eq!(group("edge", &[]), ["N7"]);
    let never = Group::new(Strategy::OneForOne).intensity(1, Duration::ZERO);
    assert_eq!(
        broken(sound().group("late", "edge", never, ["gate"])),
        ["N29"]
    );
}

#[test]
fn edges() {
    let edge = |from: &str, to: &str| broken(sound().subscribe::<Ledger, Audit, Posted>(from, to));
    assert_eq!(edge("legder", "gate"), ["V11"]);
    assert_eq!(edge("ledger", "gata"), ["V11"]);
    assert_eq!(edge("ledger", "session"), ["V23"]);
    assert_eq!(edge("gate", "gate")[..1], ["N15"]);
    assert_eq!(edge("ledger", "audit"), ["N17"]);
    assert!(broken(sound().subscribe::<Ledger, Audit, Closed>("ledger", "audit")).is_empty());
    assert!(broken(sound().subscribe_all_across::<Ledger, Audit>("ledger", "gate")).is_empty());
}

#[test]
fn events_between_nodes() {
    let stays = sound().subscribe::<Ledger, Audit, Posted>("ledger", "gate");
    let error = stays.build().expect_err("it does not cross");
    assert_eq!(
        error.to_string(),
        "events `topology::Posted` go from node `core` to node `edge`, and cannot cross (N20)\n\
         help: say `subscribe_across`, for which the events are serde's `Serialize` and `Deserialize`"
    );
    let crosses = sound().subscribe_across::<Ledger, Audit, Posted>("ledger", "gate");
    assert!(broken(crosses).is_empty());
    // Within a node it does no harm.
    let within = sound().subscribe_across::<Ledger, Audit, Closed>("ledger", "audit");
    assert!(broken(within).is_empty());
}

/// Of another module, and so another type.
mod other {
    #[derive(Clone, serde::Serialize, serde::Deserialize)]
    pub(super) struct Posted;
}

type Another = other::Posted;

#[actor(emits(Posted, Another))]
#[derive(Default)]
struct Twice;

#[actor]
impl Twice {}

#[actor]
#[derive(Default)]
struct Both;

#[actor]
impl Both {
    #[on(Posted)]
    fn one(&mut self, _: Posted) {}

    #[on(Another)]
    fn another(&mut self, _: Another) {}
}

#[test]
fn events_of_one_name_between_nodes() {
    let broken = |second: &str| {
        let topology = Topology::builder("Twice")
            .node("a", "a")
            .node("b", "b")
            .actor("twice", "a", Twice::default, |it| it)
            .actor("both", "b", Both::default, |it| it)
            .actor("too", "b", Both::default, |it| it)
            .subscribe_across::<Twice, Both, Posted>("twice", "both")
            .subscribe_across::<Twice, Both, Another>("twice", second);
        broken(topology)
    };
    assert_eq!(broken("both"), ["N20"]);
    assert!(broken("too").is_empty());
}

/// The types in a call are those of the actors it names.
#[test]
fn types() {
    let right = sound().subscribe_across::<Ledger, Audit, Posted>("ledger", "gate");
    assert!(broken(right).is_empty());
    let wrong = sound().subscribe::<Ledger, Audit, Posted>("gate", "ledger");
    let error = wrong.build().expect_err("it is the wrong way round");
    let text = "actor `gate` is no `Ledger` (V11)\nhelp: write its type, `Audit`\n\
                actor `ledger` is no `Audit` (V11)\nhelp: write its type, `Ledger`";
    assert_eq!(error.to_string(), text);
}

#[test]
fn tools() {
    trait Plan: Send + Sync {}
    let uses = |keys: &[&'static str]| {
        let keys = keys.iter().copied();
        broken(ledger("late", "edge", |it| it.tools(keys)).tool::<dyn Plan>("plan"))
    };
    assert!(uses(&["plan"]).is_empty());
    assert_eq!(uses(&["plan", "plna"]), ["V2"]);
    assert_eq!(uses(&["plan", "plan"]), ["N24"]);
    let twice = ledger("late", "edge", |it| it.tools(["plan", "other"]));
    let twice = twice.tool::<dyn Plan>("plan").tool::<dyn Plan>("other");
    assert_eq!(broken(twice), ["N24"]);
}

#[test]
fn gateways() {
    let exposed = ledger("late", "edge", |it| it.gateway("door"));
    let twice = exposed.actor("last", "edge", Ledger::default, |it| it.gateway("door"));
    assert_eq!(broken(twice), ["N21"]);
}

#[test]
fn all_at_once() {
    let builder = ledger("gate", "kore", |it| {
        it.id("").supervision(Restart::DEFAULT.max(6))
    })
    .group("late", "kore", Strategy::OneForAll, ["gata"])
    .subscribe::<Ledger, Audit, Posted>("legder", "gata");
    let error = builder.build().expect_err("all of it is wrong");
    let mut codes: Vec<_> = error.findings.iter().map(|it| it.rule.code()).collect();
    codes.sort_unstable();
    assert_eq!(codes, ["N12", "N31", "V1", "V11", "V11", "V3", "V7", "V8"]);
    let text = error.to_string();
    for part in [
        "supervisor `late` lists the unknown actor `gata` (V8)",
        "help: an actor with a similar name exists: `gate`",
    ] {
        assert!(text.contains(part), "{part} is not in:\n{text}");
    }
}

/// What the macro warns of does not hinder, and can be asked for.
#[test]
fn what_may_be_meant() {
    let builder = sound().node("attic", "attic");
    let findings = builder.findings();
    let codes: Vec<_> = findings.iter().map(|it| it.rule.code()).collect();
    assert_eq!(codes, ["N26"]);
    assert!(builder.build().is_ok());
}

#[test]
fn it_has_the_picture_that_the_same_declarations_have() {
    let built = Topology::builder("Shop")
        .contract("1.4.0")
        .node("edge", "edge-1")
        .node("core", "core-1")
        .client_node("desk", "desk")
        .actor("ledger", "core", Ledger::default, |it| {
            it.supervision(Restart::DEFAULT)
        })
        .actor("audit", "core", Audit::default, |it| it.id("the-audit"))
        .actor("gate", "edge", Audit::default, |it| it)
        .instances(
            "session",
            "edge",
            String::clone,
            |user| Session::new(user.clone()),
            |it| it,
        )
        .group("books", "core", Strategy::RestForOne, ["ledger", "audit"])
        .subscribe::<Ledger, Audit, Posted>("ledger", "audit")
        .build()
        .expect("it is in order");
    assert_eq!(built.contract(), Some("1.4.0"));
    let nodes = |picture: String| -> Vec<String> {
        let lines = picture
            .lines()
            .map(str::trim)
            .filter(|it| it.contains("edge") || it.contains("books"));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(
        nodes(built.diagram().mermaid().to_string()),
        nodes(Shop::diagram().mermaid().to_string())
    );
}
