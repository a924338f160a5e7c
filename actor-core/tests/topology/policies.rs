//! What a topology says of an actor's failures is what is done about them.

use super::*;
use actor_core::{Exhausted, StopReason};

topology! {
    Policies;
    node main = "main";

    actor plain: Ledger on main;
    actor stopping: Ledger on main { supervision = stop; }
    actor going_on: Tough on main { supervision = resume; }
    actor held: Ledger on main { supervision = suspend; }
    actor once: Ledger on main { supervision = restart(max = 1, within = 60s, backoff = 0s); }
    actor windowed: Ledger on main { supervision = restart(max = 1, within = 5s, backoff = 0s); }
    actor doubling: Ledger on main { supervision = restart(max = 3, within = 60s, backoff = 2s); }
    actor capped: Ledger on main { supervision = restart(max = 3, within = 60s, backoff = 2s, cap = 3s); }
    actor suspended: Ledger on main {
        supervision = restart(max = 1, within = 60s, backoff = 0s, on_exhausted = suspend);
    }
    actor in_place: Ledger on main { supervision = restart(backoff = 0s, mode = in_place); }
    actor keeping: Ledger on main { supervision = restart(backoff = 0s, mailbox = keep); }
    actor stubborn: Stubborn on main;
    actor overruled: Stubborn on main { supervision = stop; }
    #[allow(escalate_to_nobody)]
    actor escalating: Ledger on main { supervision = escalate; }
    actor careful: Careful on main;
    actor directed: Careful on main { supervision = suspend; }
    actor ruled: Careful on main {
        on_error(Torn = stop, Panic = restart(backoff = 0s));
    }
    actor both: Careful on main {
        supervision = suspend;
        on_error(Torn = resume);
    }
}

#[derive(Debug)]
struct Torn;

#[derive(Debug)]
struct Wet;

impl std::fmt::Display for Torn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("torn")
    }
}

impl std::fmt::Display for Wet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("wet")
    }
}

impl std::error::Error for Torn {}
impl std::error::Error for Wet {}

/// An actor whose type has a directive and a rule.
#[actor(supervision = stop, on_error(Wet = resume))]
#[derive(Default)]
struct Careful;

#[actor]
impl Careful {
    #[handler]
    fn tear(&mut self) -> Result<(), Fault> {
        Err(Fault::from(Torn))
    }

    #[handler]
    fn wet(&mut self) -> Result<(), Fault> {
        Err(Fault::from(Wet))
    }

    #[handler]
    fn panic(&mut self) {
        panic!("boom");
    }
}

/// An actor that can go on after a panic as well.
#[actor(resume_after_panic)]
#[derive(Default)]
struct Tough {
    failures: u64,
}

#[actor]
impl Tough {
    #[handler]
    fn fail(&mut self) -> Result<(), Fault> {
        self.failures += 1;
        Err(Fault::msg("no"))
    }

    #[handler]
    fn failures(&self) -> u64 {
        self.failures
    }
}

/// An actor whose type says itself what is done about its failures.
#[actor(supervision = resume, resume_after_panic)]
#[derive(Default)]
struct Stubborn;

#[actor]
impl Stubborn {
    #[handler]
    fn fail(&mut self) -> Result<(), Fault> {
        Err(Fault::msg("no"))
    }
}

async fn policies() -> (Policies, Recorder) {
    let policies = soon(Policies::local().start()).await.expect("starts");
    let recorder = Recorder::new(policies.system("main").expect("it is hosted"));
    (policies, recorder)
}

macro_rules! fail_with {
    ($call:expr) => {
        assert!(matches!(soon($call).await, Err(AskError::Failed { .. })));
        settle().await;
    };
}

macro_rules! fail {
    ($actor:expr) => {
        fail_with!($actor.fail())
    };
}

/// How it ended.
fn reason(recorder: &mut Recorder) -> Option<StopReason> {
    let mut reasons = recorder.all().iter().filter_map(|event| match event.kind {
        EventKind::ActorStopped { reason, .. } => Some(reason),
        _ => None,
    });
    reasons.next_back()
}

#[tokio::test(start_paused = true)]
async fn without_any_it_is_made_anew_after_a_second() {
    let (all, mut recorder) = policies().await;
    let actor = all.plain();
    fail!(actor);
    assert!(actor.is_suspended());
    tokio::time::sleep(S).await;
    settle().await;
    assert_eq!(
        soon(actor.post(1)).await.expect("answers"),
        1,
        "init was evaluated again"
    );
    let told = [
        "ActorSuspended",
        "ActorStopping",
        "ActorStopped",
        "ActorStarted",
        "ActorRestarted",
    ];
    assert_eq!(
        events(&mut recorder, &told),
        [
            "plain ActorSuspended",
            "plain ActorStopping",
            "plain ActorStopped supervisor-restart",
            "plain ActorStarted",
            "plain ActorRestarted",
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn without_any_messages_that_wait_are_discarded() {
    let (all, mut recorder) = policies().await;
    for (actor, discarded) in [(all.plain(), 1), (all.keeping(), 1)] {
        let held = hold(&actor).await;
        actor.fail().try_tell().expect("it runs");
        actor.post(1).try_tell().expect("it runs");
        held.release();
        settle().await;
        tokio::time::sleep(2 * S).await;
        settle().await;
        assert_eq!(actor.restart_count(), 1);
        assert_eq!(
            recorder.count(DeadLetterReason::Discarded),
            discarded,
            "{actor:?}"
        );
    }
    assert_eq!(soon(all.keeping().post(1)).await.expect("answers"), 2);
}

#[tokio::test(start_paused = true)]
async fn what_is_not_said_of_a_policy_is_as_the_type_has_it() {
    let (all, _) = policies().await;

    // The directive and the rules of the type.
    fail_with!(all.careful().wet());
    assert!(all.careful().is_running(), "its type has it resumed");
    fail_with!(all.careful().tear());
    assert!(!all.careful().is_running(), "its type has it stopped");

    // A directive of its own, and the rules of the type.
    fail_with!(all.directed().wet());
    assert!(all.directed().is_running());
    fail_with!(all.directed().tear());
    assert!(all.directed().is_suspended());

    // Rules of its own, and the directive of the type.
    fail_with!(all.ruled().panic());
    assert_eq!(all.ruled().restart_count(), 1);
    fail_with!(all.ruled().wet());
    assert!(
        !all.ruled().is_running(),
        "the rule of the type is replaced"
    );

    // Both of its own.
    fail_with!(all.both().tear());
    assert!(all.both().is_running());
    fail_with!(all.both().wet());
    assert!(all.both().is_suspended());
}

#[tokio::test(start_paused = true)]
async fn stop() {
    let (all, mut recorder) = policies().await;
    fail!(all.stopping());
    assert_eq!(reason(&mut recorder), Some(StopReason::SupervisionStop));
}

#[tokio::test(start_paused = true)]
async fn resume() {
    let (all, _) = policies().await;
    fail!(all.going_on());
    assert_eq!(
        soon(all.going_on().failures()).await.expect("answers"),
        1,
        "its state stays"
    );
}

#[tokio::test(start_paused = true)]
async fn suspend() {
    let (all, _) = policies().await;
    fail!(all.held());
    tokio::time::sleep(60 * S).await;
    assert!(all.held().is_suspended());
    soon(all.held().restart()).await.expect("restarts");
    assert_eq!(soon(all.held().post(1)).await.expect("answers"), 1);
}

#[tokio::test(start_paused = true)]
async fn escalate_to_nobody() {
    let (all, mut recorder) = policies().await;
    fail!(all.escalating());
    assert!(!all.escalating().is_running());
    assert_eq!(
        events(&mut recorder, &["ActorEscalated"]),
        ["escalating ActorEscalated supervision-escalate -"]
    );
}

#[tokio::test(start_paused = true)]
async fn the_number_of_restarts() {
    let (all, mut recorder) = policies().await;
    fail!(all.once());
    assert!(all.once().is_running());
    fail!(all.once());
    assert_eq!(reason(&mut recorder), Some(StopReason::MaxRestartsExceeded));
}

#[tokio::test(start_paused = true)]
async fn the_window() {
    let (all, mut recorder) = policies().await;
    fail!(all.windowed());
    tokio::time::sleep(5 * S + S / 10).await;
    fail!(all.windowed());
    assert!(
        all.windowed().is_running(),
        "the first restart is out of the window"
    );
    tokio::time::sleep(4 * S).await;
    fail!(all.windowed());
    assert_eq!(reason(&mut recorder), Some(StopReason::MaxRestartsExceeded));
}

#[tokio::test(start_paused = true)]
async fn the_back_off_and_its_cap() {
    let (all, _) = policies().await;
    for (actor, waits) in [(all.doubling(), [2, 4]), (all.capped(), [2, 3])] {
        for wait in waits {
            fail!(actor);
            tokio::time::sleep(wait * S - S / 10).await;
            assert!(actor.is_suspended(), "{actor:?} waits {wait} s");
            tokio::time::sleep(S / 5).await;
            settle().await;
            assert!(actor.is_running(), "{actor:?} waited {wait} s");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_comes_after_the_last_restart() {
    let (all, _) = policies().await;
    fail!(all.suspended());
    fail!(all.suspended());
    assert!(all.suspended().is_suspended());
}

#[tokio::test(start_paused = true)]
async fn a_restart_in_place() {
    let (all, mut recorder) = policies().await;
    fail!(all.in_place());
    assert_eq!(all.in_place().restart_count(), 1);
    assert_eq!(
        events(&mut recorder, &["ActorStopped", "ActorRestarted"]),
        ["in_place ActorRestarted"]
    );
}

#[tokio::test(start_paused = true)]
async fn the_type_decides_where_the_topology_says_nothing_and_only_there() {
    let (all, mut recorder) = policies().await;
    fail!(all.stubborn());
    assert!(all.stubborn().is_running());
    assert_eq!(all.stubborn().restart_count(), 0);
    fail!(all.overruled());
    assert_eq!(reason(&mut recorder), Some(StopReason::SupervisionStop));
}

/// The same words as values.
#[tokio::test(start_paused = true)]
async fn by_the_builder() {
    let restart = Restart::DEFAULT
        .backoff(Duration::ZERO)
        .max(1)
        .on_exhausted(Exhausted::Suspend);
    let keeping = restart.mode(RestartMode::InPlace).mailbox(Queued::Discard);
    let topology = Topology::builder("Policies")
        .node("main", "main")
        .actor("held", "main", Ledger::default, |it| {
            it.supervision(restart)
        })
        .actor("discarding", "main", Ledger::default, |it| {
            it.supervision(keeping)
        })
        .build()
        .expect("it is in order");
    let all = soon(topology.local().start()).await.expect("starts");
    let mut recorder = Recorder::new(all.system());
    let held = all.actor::<Ledger>("held");
    fail!(held);
    fail!(held);
    assert!(held.is_suspended());
    let actor = all.actor::<Ledger>("discarding");
    let hold = hold(&actor).await;
    actor.fail().try_tell().expect("it runs");
    actor.post(1).try_tell().expect("it runs");
    hold.release();
    settle().await;
    assert_eq!(recorder.count(DeadLetterReason::Discarded), 1);
}
