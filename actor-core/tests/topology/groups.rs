//! The members of a declared group are stopped and started together, in the order in which the group lists them.

use super::*;

topology! {
    Groups;
    node main = "main";

    // Declared in another order than they are listed in.
    actor c: Ledger on main { supervision = restart(max = 1, within = 60s, backoff = 0s); }
    actor b: Ledger on main { supervision = restart(max = 2, within = 60s, backoff = 0s); }
    actor a: Ledger on main { supervision = restart(max = 1, within = 60s, backoff = 0s); }
    supervisor all on main = one_for_all [a, b, c];

    actor d: Ledger on main;
    actor e: Ledger on main { supervision = restart(backoff = 2s); }
    actor f: Ledger on main;
    supervisor rest on main = rest_for_one [d, e, f];

    actor g: Ledger on main { supervision = restart(backoff = 0s); }
    actor h: Ledger on main;
    supervisor each on main = [g, h];

    actor i: Ledger on main;
    actor j: Ledger on main;
    supervisor none on main = escalate [i, j];

    actor k: Ledger on main { supervision = restart(max = 100, within = 60s, backoff = 0s); }
    actor l: Ledger on main { supervision = restart(max = 100, within = 60s, backoff = 0s); }
    supervisor intense on main = one_for_all(intensity(max = 2, within = 10s)) [k, l];

    actor m: Ledger on main { supervision = escalate(max = 1, within = 60s, backoff = 0s); }
    actor n: Ledger on main;
    supervisor above on main = one_for_all [m, n];
}

async fn groups() -> (Groups, Recorder) {
    let groups = soon(Groups::local().start()).await.expect("starts");
    settle().await;
    let recorder = Recorder::new(groups.system("main").expect("it is hosted"));
    (groups, recorder)
}

macro_rules! fail {
    ($actor:expr) => {
        assert!(matches!(
            soon($actor.fail()).await,
            Err(AskError::Failed { .. })
        ));
        settle().await;
    };
}

const ORDER: [&str; 4] = [
    "ActorStopped",
    "ActorRestarted",
    "ActorEscalated",
    "FailureCovered",
];

#[tokio::test(start_paused = true)]
async fn one_for_all_stops_the_last_of_its_list_first_and_starts_the_first_first() {
    let (groups, mut recorder) = groups().await;
    fail!(groups.b());
    assert_eq!(
        events(&mut recorder, &ORDER),
        [
            "c ActorStopped supervisor-group-restart",
            "b ActorStopped supervisor-group-restart",
            "a ActorStopped supervisor-group-restart",
            "a ActorRestarted all",
            "b ActorRestarted all",
            "c ActorRestarted all",
        ]
    );
    assert_eq!(soon(groups.a().post(1)).await.expect("answers"), 1);
    assert_eq!(soon(groups.b().post(1)).await.expect("answers"), 1);
}

#[tokio::test(start_paused = true)]
async fn rest_for_one_leaves_those_before_alone_and_waits_as_the_one_that_failed_would() {
    let (groups, mut recorder) = groups().await;
    fail!(groups.e());
    tokio::time::sleep(2 * S - S / 10).await;
    assert!(events(&mut recorder, &ORDER).is_empty());
    tokio::time::sleep(S / 5).await;
    settle().await;
    assert_eq!(
        events(&mut recorder, &ORDER),
        [
            "f ActorStopped supervisor-group-restart",
            "e ActorStopped supervisor-group-restart",
            "e ActorRestarted rest",
            "f ActorRestarted rest",
        ]
    );
    assert_eq!(groups.d().restart_count(), 0);
}

#[tokio::test(start_paused = true)]
async fn one_for_one_is_what_a_group_without_a_strategy_is() {
    let (groups, mut recorder) = groups().await;
    fail!(groups.g());
    assert_eq!(
        events(&mut recorder, &ORDER),
        ["g ActorStopped supervisor-restart", "g ActorRestarted"]
    );
}

#[tokio::test(start_paused = true)]
async fn escalate_stops_them_all_and_says_so_once() {
    let (groups, mut recorder) = groups().await;
    fail!(groups.i());
    assert_eq!(
        events(&mut recorder, &ORDER),
        [
            "j ActorStopped supervisor-escalated",
            "i ActorStopped supervisor-escalated",
            "i ActorEscalated supervisor-escalated none",
        ]
    );
    assert!(groups.a().is_running(), "other groups go on");
}

#[tokio::test(start_paused = true)]
async fn only_the_budget_of_the_one_that_fails_counts() {
    let (groups, mut recorder) = groups().await;
    fail!(groups.b());
    fail!(groups.b());
    assert!(
        groups.c().is_running(),
        "it has restarted twice on account of `b`"
    );
    fail!(groups.c());
    assert!(groups.c().is_running(), "that was its own first");
    fail!(groups.c());
    let end = events(&mut recorder, &ORDER);
    assert_eq!(
        end[end.len() - 4..],
        [
            "c ActorStopped max-restarts-exceeded",
            "b ActorStopped supervisor-max-restarts-exceeded",
            "a ActorStopped supervisor-max-restarts-exceeded",
            "c ActorEscalated max-restarts-exceeded all",
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn the_intensity_of_a_group_bounds_the_restarts_of_all_together() {
    let (groups, mut recorder) = groups().await;
    fail!(groups.k());
    fail!(groups.l());
    assert!(groups.k().is_running());
    fail!(groups.k());
    let end = events(&mut recorder, &ORDER);
    assert_eq!(
        end.last().map(String::as_str),
        Some("k ActorEscalated intensity-exceeded intense")
    );
    assert!(!groups.l().is_running());
}

#[tokio::test(start_paused = true)]
async fn who_escalates_restarts_its_group_within_bounds_of_its_own() {
    let (groups, mut recorder) = groups().await;
    fail!(groups.m());
    assert_eq!(
        (groups.m().restart_count(), groups.n().restart_count()),
        (1, 1)
    );
    fail!(groups.m());
    assert!(!groups.n().is_running());
    let end = events(&mut recorder, &ORDER);
    assert_eq!(
        end.last().map(String::as_str),
        Some("m ActorEscalated max-restarts-exceeded above")
    );
}

#[tokio::test(start_paused = true)]
async fn by_the_builder() {
    let topology = Topology::builder("Groups")
        .node("main", "main")
        .actor("a", "main", Ledger::default, |it| it)
        .actor("b", "main", Ledger::default, |it| {
            it.supervision(Restart::DEFAULT.backoff(Duration::ZERO).max(100))
        })
        .group(
            "both",
            "main",
            Group::new(Strategy::OneForAll).intensity(1, 10 * S),
            ["b", "a"],
        )
        .build()
        .expect("it is in order");
    let groups = soon(topology.local().start()).await.expect("starts");
    let mut recorder = Recorder::new(groups.system());
    fail!(groups.actor::<Ledger>("b"));
    let order = events(&mut recorder, &["ActorRestarted"]);
    assert_eq!(order, ["b ActorRestarted both", "a ActorRestarted both"]);
    fail!(groups.actor::<Ledger>("b"));
    assert!(!groups.actor::<Ledger>("a").is_running());
}
