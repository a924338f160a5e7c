//! What becomes of an actor that fails: its policy decides, within its bounds, and everybody concerned is told.

mod common;

use std::num::ParseIntError;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::{Recorder, hold, settle};
use actor_core::{EscalationReason, EventKind, Exhausted, StopReason};
use tokio::time::{Instant, sleep};

use common::{
    Gate, Log, Plain, Subject, SubjectHandle, SubjectMsg, begin, in_real_time, inside, soon,
    spawn_child,
};

const S: Duration = Duration::from_secs(1);

async fn subject(system: &ActorSystem, log: &Log, policy: impl Into<Policy>) -> SubjectHandle {
    let spawn = system.spawn("a", Subject::new(log)).supervision(policy);
    soon(spawn).await.expect("starts")
}

async fn fail(actor: &SubjectHandle) {
    let failed = soon(actor.fail(Fault::msg("no"))).await;
    assert!(matches!(failed, Err(AskError::Failed { .. })), "{failed:?}");
    settle().await;
}

/// A value whose `PostStart` fails each time, so that it crashes as soon as it runs.
fn crashing() -> Subject {
    Subject::silent().on_post_start(|_| Box::pin(async { Err(Fault::msg("again")) }))
}

/// What happened to an actor, and at which second.
fn timeline(recorder: &mut Recorder, actor: &ActorRef) -> Vec<(u64, &'static str)> {
    let events = recorder.all();
    let start = events.first().expect("it has started").at;
    let events = events.iter().filter(|event| event.path == *actor.path());
    events
        .map(|event| {
            let at = event.at.duration_since(start).expect("time goes on");
            (at.as_secs(), event.kind.name())
        })
        .collect()
}

fn at_seconds(timeline: &[(u64, &'static str)], wanted: &str) -> Vec<u64> {
    let wanted = timeline.iter().filter(|(_, name)| *name == wanted);
    wanted.map(|(at, _)| *at).collect()
}

fn stop_reason(recorder: &mut Recorder, actor: &ActorRef) -> Option<StopReason> {
    let mut events = recorder
        .all()
        .iter()
        .filter(|event| event.path == *actor.path());
    events.find_map(|event| match event.kind {
        EventKind::ActorStopped { reason, .. } => Some(reason),
        _ => None,
    })
}

// === Each directive ===

/// Only the message that failed is lost.
#[tokio::test(start_paused = true)]
async fn resume_goes_on_with_the_next_message() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, &log, Directive::Resume).await;
    let held = hold(&actor).await;
    actor.fail(Fault::msg("no")).try_tell().expect("it runs");
    actor.say("next").try_tell().expect("it runs");
    log.take();
    held.release();
    settle().await;
    assert!(actor.is_running());
    assert_eq!(log.take(), ["a next"]);
    assert_eq!(
        recorder.names_of(actor.path()),
        ["ActorStarted", "ActorResumed"]
    );
    let resumed = recorder.all().iter().find_map(|event| match &event.kind {
        EventKind::ActorResumed { fault } => Some(fault.to_string()),
        _ => None,
    });
    assert_eq!(resumed.as_deref(), Some("no"));
}

/// As the failing handler left it, half a change included.
#[tokio::test(start_paused = true)]
async fn resume_keeps_the_state_as_it_is() {
    #[actor(supervision = resume, on_error(Panic = stop))]
    struct Till {
        total: u64,
    }

    #[actor]
    impl Till {
        #[handler]
        fn add(&mut self, amount: u64) -> Result<u64, Fault> {
            self.total += amount;
            if amount == 13 {
                return Err(Fault::msg("unlucky"));
            }
            Ok(self.total)
        }
    }

    let system = ActorSystem::new("test");
    let till = soon(system.spawn("a", Till { total: 0 }))
        .await
        .expect("starts");
    let failed = soon(till.add(13)).await;
    assert!(matches!(failed, Err(AskError::Failed { .. })));
    assert_eq!(soon(till.add(1)).await.expect("it goes on"), 14);
}

/// The default: held at once, and after a second started again on the same value with what was queued.
#[tokio::test(start_paused = true)]
async fn restart_tears_down_waits_and_starts_again() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let value = Subject::new(&log);
    let alive = value.alive();
    let actor = soon(system.spawn("a", value)).await.expect("starts");
    spawn_child(&actor, "kid", Subject::new(&log)).await;
    settle().await;
    let held = hold(&actor).await;
    actor.fail(Fault::msg("no")).try_tell().expect("it runs");
    actor.say("queued").try_tell().expect("it runs");
    log.take();
    held.release();
    sleep(Duration::from_millis(990)).await;
    assert!(actor.is_suspended() && log.take().is_empty());
    sleep(Duration::from_millis(20)).await;
    assert_eq!(
        log.take(),
        ["kid post_stop", "a pre_start", "a post_start", "a queued"]
    );
    assert_eq!(alive.strong_count(), 1, "the same value");
    assert_eq!(
        recorder.names_of(actor.path()),
        ["ActorStarted", "ActorSuspended", "ActorRestarted"]
    );
}

#[tokio::test(start_paused = true)]
async fn a_restart_of_an_actor_from_a_factory_makes_a_new_value() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let (made, values) = (Arc::new(AtomicU32::new(0)), log.clone());
    let count = Arc::clone(&made);
    let spawn = system.spawn_with("a", move || {
        count.fetch_add(1, Ordering::Relaxed);
        Subject::new(&values)
    });
    let actor = soon(spawn).await.expect("starts");
    let held = hold(&actor).await;
    actor.boom("no").try_tell().expect("it runs");
    actor.say("queued").try_tell().expect("it runs");
    log.take();
    held.release();
    sleep(2 * S).await;
    assert_eq!(made.load(Ordering::Relaxed), 2);
    assert_eq!(log.take(), ["a pre_start", "a post_start", "a queued"]);
}

/// It was suspended, so what was queued is not handled.
#[tokio::test(start_paused = true)]
async fn stop_ends_the_actor() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, &log, Directive::Stop).await;
    let held = hold(&actor).await;
    actor.fail(Fault::msg("no")).try_tell().expect("it runs");
    actor.say("queued").try_tell().expect("it runs");
    log.take();
    held.release();
    soon(actor.ended()).await.expect("ends");
    assert_eq!(log.take(), ["a post_stop"]);
    assert_eq!(
        recorder
            .lost(actor.path())
            .get(&actor_core::DeadLetterReason::Stopped),
        Some(&1)
    );
    assert_eq!(
        recorder.names_of(actor.path()),
        [
            "ActorStarted",
            "ActorSuspended",
            "ActorStopping",
            "ActorStopped"
        ]
    );
    assert_eq!(
        stop_reason(&mut recorder, &actor),
        Some(StopReason::SupervisionStop)
    );
}

#[tokio::test(start_paused = true)]
async fn suspend_holds_the_actor_until_somebody_decides() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, &log, Directive::Suspend).await;
    fail(&actor).await;
    sleep(3600 * S).await;
    assert!(actor.is_suspended());
    assert_eq!(
        recorder.names_of(actor.path()),
        ["ActorStarted", "ActorSuspended"]
    );
}

// === Who decides ===

#[tokio::test(start_paused = true)]
async fn the_default_is_three_restarts_within_thirty_seconds() {
    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let actor = soon(system.spawn("a", crashing())).await.expect("starts");
    sleep(100 * S).await;
    assert_eq!(
        timeline(&mut recorder, &actor),
        [
            (0, "ActorStarted"),
            (0, "ActorSuspended"),
            (1, "ActorRestarted"),
            (1, "ActorSuspended"),
            (3, "ActorRestarted"),
            (3, "ActorSuspended"),
            (7, "ActorRestarted"),
            (7, "ActorSuspended"),
            (7, "ActorStopping"),
            (7, "ActorStopped"),
        ]
    );
    assert_eq!(
        stop_reason(&mut recorder, &actor),
        Some(StopReason::MaxRestartsExceeded)
    );
    assert_eq!(actor.restart_count(), 3);
}

#[tokio::test(start_paused = true)]
async fn the_default_can_be_changed_for_a_system() {
    let builder = ActorSystem::builder("test").supervision(Directive::Stop);
    let system = builder.build().expect("valid");
    let mut recorder = Recorder::new(&system);
    let actor = soon(system.spawn("a", Subject::silent()))
        .await
        .expect("starts");
    fail(&actor).await;
    assert_eq!(
        stop_reason(&mut recorder, &actor),
        Some(StopReason::SupervisionStop)
    );
}

#[actor(supervision = suspend)]
struct Declared;

#[actor]
impl Declared {
    #[handler]
    fn fail(&self) -> Result<(), Fault> {
        Err(Fault::msg("no"))
    }
}

#[tokio::test(start_paused = true)]
async fn what_an_actor_declares_goes_before_the_default_and_what_a_spawn_says_before_both() {
    let builder = ActorSystem::builder("test").supervision(Directive::Resume);
    let system = builder.build().expect("valid");
    let declared = soon(system.spawn("declared", Declared))
        .await
        .expect("starts");
    let _ = soon(declared.fail()).await;
    settle().await;
    assert!(declared.is_suspended());
    let spawn = system
        .spawn("spawned", Declared)
        .supervision(Directive::Stop);
    let spawned = soon(spawn).await.expect("starts");
    let _ = soon(spawned.fail()).await;
    soon(spawned.ended()).await.expect("ends");
}

#[tokio::test(start_paused = true)]
async fn rules_by_the_type_of_the_error_go_first_and_in_order() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let policy = Policy::new(Directive::Stop)
        .on::<ParseIntError>(Directive::Resume)
        .on::<std::fmt::Error>(Directive::Suspend)
        .on::<std::fmt::Error>(Directive::Resume)
        .on::<Panic>(Directive::Suspend);
    let actor = subject(&system, &log, policy).await;
    let parse = "x".parse::<u8>().expect_err("no number");
    let _ = soon(actor.fail(parse.into())).await;
    settle().await;
    assert!(actor.is_running(), "the first rule");
    let _ = soon(actor.fail(std::fmt::Error.into())).await;
    settle().await;
    assert!(actor.is_suspended(), "the second, not the third");
    assert!(soon(actor.reinstate()).await);
    let _ = soon(actor.boom("no")).await;
    settle().await;
    assert!(actor.is_suspended(), "a panic is matched by `Panic`");
    assert!(soon(actor.reinstate()).await);
    fail(&actor).await;
    soon(actor.ended())
        .await
        .expect("what no rule matches gets the policy's own directive");
}

/// A stop is no failure.
#[tokio::test(start_paused = true)]
async fn an_actor_that_was_told_to_stop_is_not_restarted() {
    let system = ActorSystem::new("test");
    for order in [ActorRef::shutdown, ActorRef::stop_now, ActorRef::kill] {
        let actor = soon(system.spawn("a", Subject::silent()))
            .await
            .expect("starts");
        soon(order(&actor)).await.expect("ends");
        sleep(60 * S).await;
        assert_eq!(actor.restart_count(), 0);
        assert!(system.actors().is_empty());
    }
}

// === Bounds ===

#[tokio::test(start_paused = true)]
async fn five_restarts_within_a_minute_come_at_1_3_7_15_and_31_seconds() {
    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let policy = Restart::DEFAULT.max(5).within(60 * S);
    let actor = soon(system.spawn("a", crashing()).supervision(policy))
        .await
        .expect("starts");
    sleep(100 * S).await;
    let timeline = timeline(&mut recorder, &actor);
    assert_eq!(at_seconds(&timeline, "ActorRestarted"), [1, 3, 7, 15, 31]);
    assert_eq!(at_seconds(&timeline, "ActorStopped"), [31]);
}

#[tokio::test(start_paused = true)]
async fn a_bound_of_zero_makes_the_first_failure_the_last() {
    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, &Log::new(), Restart::DEFAULT.max(0)).await;
    fail(&actor).await;
    soon(actor.ended()).await.expect("ends");
    assert_eq!(actor.restart_count(), 0);
    assert_eq!(
        stop_reason(&mut recorder, &actor),
        Some(StopReason::MaxRestartsExceeded)
    );
}

#[tokio::test(start_paused = true)]
async fn when_the_restarts_are_used_up_the_actor_may_be_held_instead() {
    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let policy = Restart::DEFAULT.max(1).on_exhausted(Exhausted::Suspend);
    let actor = subject(&system, &Log::new(), policy).await;
    fail(&actor).await;
    sleep(2 * S).await;
    fail(&actor).await;
    sleep(100 * S).await;
    assert!(actor.is_suspended());
    assert_eq!(
        recorder.names_of(actor.path()),
        [
            "ActorStarted",
            "ActorSuspended",
            "ActorRestarted",
            "ActorSuspended"
        ]
    );
    soon(actor.restart())
        .await
        .expect("by hand it still is possible");
}

/// Failures that lie apart by more than the window never add up.
#[tokio::test(start_paused = true)]
async fn only_restarts_within_the_window_count() {
    let system = ActorSystem::new("test");
    let policy = Restart::DEFAULT
        .max(1)
        .within(10 * S)
        .backoff(Duration::ZERO);
    let actor = subject(&system, &Log::new(), policy).await;
    for round in 1..=10 {
        fail(&actor).await;
        assert_eq!(actor.restart_count(), round);
        sleep(11 * S).await;
    }
    fail(&actor).await;
    sleep(5 * S).await;
    fail(&actor).await;
    soon(actor.ended())
        .await
        .expect("the second within ten seconds");
}

/// It slides: what counts is any span of that length, not one that begins with the first failure.
#[tokio::test(start_paused = true)]
async fn the_window_slides() {
    let system = ActorSystem::new("test");
    let policy = Restart::DEFAULT
        .max(2)
        .within(10 * S)
        .backoff(Duration::ZERO);
    let actor = subject(&system, &Log::new(), policy).await;
    for _ in 0..10 {
        fail(&actor).await;
        sleep(6 * S).await;
    }
    assert_eq!(actor.restart_count(), 10, "never three within ten seconds");
    fail(&actor).await;
    fail(&actor).await;
    soon(actor.ended()).await.expect("now there are");
}

/// One failure each 200 ms is as many as a limit for 300 ms lets through, if it is one.
#[tokio::test(start_paused = true)]
async fn a_small_window_is_exact_too() {
    let system = ActorSystem::new("test");
    let window = Duration::from_millis(300);
    let policy = Restart::DEFAULT
        .max(3)
        .within(window)
        .backoff(Duration::ZERO);
    let actor = subject(&system, &Log::new(), policy).await;
    for _ in 0..20 {
        fail(&actor).await;
        sleep(Duration::from_millis(200)).await;
    }
    assert!(actor.is_running());
}

/// A window without failure ends the row of failures, and the wait is the first again.
#[tokio::test(start_paused = true)]
async fn after_a_window_of_peace_the_wait_is_the_first_again() {
    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let policy = Restart::DEFAULT.max(10).within(30 * S);
    let actor = subject(&system, &Log::new(), policy).await;
    let mut attempts = Vec::new();
    for pause in [0, 0, 31, 0] {
        sleep(pause * S).await;
        let before = Instant::now();
        fail(&actor).await;
        let restarted = recorder.wait_for(|event| event.kind.name() == "ActorRestarted");
        let restarted = tokio::time::timeout(100 * S, restarted)
            .await
            .expect("in time");
        let EventKind::ActorRestarted { attempt, .. } = restarted.kind else {
            unreachable!("by its name");
        };
        attempts.push((attempt, before.elapsed().as_secs()));
    }
    assert_eq!(attempts, [(1, 1), (2, 2), (1, 1), (2, 2)]);
}

#[tokio::test(start_paused = true)]
async fn the_wait_can_be_capped() {
    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let policy = Restart::DEFAULT.max(6).within(600 * S).cap(3 * S);
    let actor = soon(system.spawn("a", crashing()).supervision(policy))
        .await
        .expect("starts");
    sleep(100 * S).await;
    let timeline = timeline(&mut recorder, &actor);
    assert_eq!(
        at_seconds(&timeline, "ActorRestarted"),
        [1, 3, 6, 9, 12, 15]
    );
}

#[tokio::test(start_paused = true)]
async fn the_wait_can_begin_with_anything_and_be_left_out() {
    let system = ActorSystem::new("test");
    for (base, expected) in [(Duration::ZERO, [0, 0, 0]), (5 * S, [5, 15, 35])] {
        let mut recorder = Recorder::new(&system);
        let policy = Restart::DEFAULT.within(600 * S).backoff(base);
        let actor = soon(system.spawn("a", crashing()).supervision(policy))
            .await
            .expect("starts");
        tokio::time::timeout(600 * S, actor.ended())
            .await
            .expect("in time")
            .expect("ends");
        let timeline = timeline(&mut recorder, &actor);
        assert_eq!(at_seconds(&timeline, "ActorRestarted"), expected);
    }
}

/// So that actors which failed together do not all come back together.
#[tokio::test(start_paused = true)]
async fn jitter_shortens_each_wait_and_by_no_more_than_it_says() {
    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let policy = Policy::new(Restart::DEFAULT.max(1).backoff(100 * S).jitter(50));
    for n in 0..30 {
        let spawn = system
            .spawn(format!("a-{n}"), crashing())
            .supervision(policy.clone());
        soon(spawn).await.expect("starts");
    }
    sleep(200 * S).await;
    let start = recorder.all()[0].at;
    let mut waits: Vec<_> = recorder
        .all()
        .iter()
        .filter(|event| event.kind.name() == "ActorRestarted")
        .map(|event| event.at.duration_since(start).expect("time goes on"))
        .collect();
    waits.sort();
    assert_eq!(waits.len(), 30);
    assert!(waits[0] >= 50 * S && waits[29] <= 101 * S, "{waits:?}");
    assert!(waits[29] - waits[0] > 5 * S, "{waits:?}");
}

/// A wait beyond what the clock can tell is one for ever, and not a panic.
#[tokio::test(start_paused = true)]
async fn the_longest_wait_is_a_wait_and_can_be_cut_short() {
    let system = ActorSystem::new("test");
    let actor = subject(
        &system,
        &Log::new(),
        Restart::DEFAULT.backoff(Duration::MAX),
    )
    .await;
    fail(&actor).await;
    assert!(actor.is_suspended());
    soon(actor.restart()).await.expect("by hand");
    assert!(actor.is_running());
}

#[tokio::test(start_paused = true)]
async fn a_thousand_crashes_lose_no_message_and_no_order() {
    let (system, handled) = (ActorSystem::new("test"), Log::new());
    let policy = Restart::DEFAULT.max(u32::MAX).backoff(Duration::ZERO);
    let actor = subject(&system, &handled, policy).await;
    let held = hold(&actor).await;
    let texts = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    for round in 0..500 {
        actor.say(texts[round % 10]).try_tell().expect("it runs");
        actor.boom("no").try_tell().expect("it runs");
    }
    handled.take();
    held.release();
    settle().await;
    let said = handled.take().into_iter().filter(|what| what.len() == 3);
    let expected = (0..500).map(|round| format!("a {}", texts[round % 10]));
    assert!(said.eq(expected));
    assert_eq!((actor.restart_count(), system.dead_letters()), (500, 0));
}

// === pre_start failing in a supervised restart ===

/// Each is one more failure: it waits longer, and spends the budget.
#[tokio::test(start_paused = true)]
async fn a_pre_start_that_fails_is_tried_again_within_the_budget() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let value = Subject::new(&log).failing_pre_start(&[2]);
    let actor = soon(system.spawn("a", value)).await.expect("starts");
    fail(&actor).await;
    log.take();
    sleep(100 * S).await;
    assert_eq!(
        timeline(&mut recorder, &actor),
        [
            (0, "ActorStarted"),
            (0, "ActorSuspended"),
            (1, "ActorRestartFailed"),
            (3, "ActorRestarted"),
        ]
    );
    assert_eq!(log.take(), ["a pre_start", "a pre_start", "a post_start"]);
    assert_eq!(actor.restart_count(), 1);
}

/// Of the restarts that failed.
fn attempts(recorder: &mut Recorder) -> Vec<u32> {
    let events = recorder.all().iter();
    let attempts = events.filter_map(|event| match event.kind {
        EventKind::ActorRestartFailed { attempt, .. } => Some(attempt),
        _ => None,
    });
    attempts.collect()
}

#[tokio::test(start_paused = true)]
async fn a_pre_start_that_keeps_failing_uses_the_budget_up() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let value = Subject::new(&log).failing_pre_start(&[2, 3, 4, 5]);
    let actor = soon(system.spawn("a", value)).await.expect("starts");
    fail(&actor).await;
    log.take();
    sleep(100 * S).await;
    let timeline = timeline(&mut recorder, &actor);
    assert_eq!(at_seconds(&timeline, "ActorRestartFailed"), [1, 3, 7]);
    assert_eq!(attempts(&mut recorder), [1, 2, 3]);
    assert_eq!(at_seconds(&timeline, "ActorStopped"), [7]);
    assert_eq!(
        stop_reason(&mut recorder, &actor),
        Some(StopReason::MaxRestartsExceeded)
    );
    assert_eq!(
        log.take(),
        ["a pre_start", "a pre_start", "a pre_start"],
        "no `post_stop`"
    );
    assert_eq!(actor.restart_count(), 0);
}

/// There is nothing to resume.
#[tokio::test(start_paused = true)]
async fn a_pre_start_that_fails_is_tried_again_also_where_its_error_would_be_resumed() {
    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let mut visit = 0;
    let value = Subject::silent().on_pre_start(move |_| {
        visit += 1;
        let text = if visit == 2 { "x" } else { "1" };
        Box::pin(async move { Ok(text.parse::<u8>().map(drop)?) })
    });
    let policy = Policy::default().on::<std::num::ParseIntError>(Directive::Resume);
    let actor = soon(system.spawn("a", value).supervision(policy)).await;
    let actor = actor.expect("starts");
    fail(&actor).await;
    sleep(100 * S).await;
    assert_eq!(
        timeline(&mut recorder, &actor),
        [
            (0, "ActorStarted"),
            (0, "ActorSuspended"),
            (1, "ActorRestartFailed"),
            (3, "ActorRestarted"),
        ]
    );
}

/// A restart that succeeded after tries that failed has cost as much as all of them.
#[tokio::test(start_paused = true)]
async fn tries_that_failed_still_count_after_one_that_succeeded() {
    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let value = Subject::silent().failing_pre_start(&[2, 3]);
    let actor = soon(system.spawn("a", value)).await.expect("starts");
    fail(&actor).await;
    sleep(8 * S).await;
    assert!(actor.is_running(), "after tries at 1, 3 and 7 seconds");
    fail(&actor).await;
    soon(actor.ended()).await.expect("the fourth");
    assert_eq!(
        stop_reason(&mut recorder, &actor),
        Some(StopReason::MaxRestartsExceeded)
    );
}

// === What fails, and how ===

/// Whatever it is thrown with, it is a failure like any other, and nobody else's.
#[tokio::test(start_paused = true)]
async fn a_panic_with_any_payload_is_a_failure() {
    struct Bomb;

    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("the payload's own destructor");
        }
    }

    let payloads: [(fn(), &str); 5] = [
        (|| panic!("a literal"), "panicked: a literal"),
        (|| panic!("number {}", 7), "panicked: number 7"),
        (
            || std::panic::panic_any(7_u8),
            "panicked: a panic that carries no text",
        ),
        (
            || std::panic::panic_any(Bomb),
            "panicked: a panic that carries no text",
        ),
        (|| std::panic::panic_any(Fault::msg("carried")), "carried"),
    ];
    let system = ActorSystem::new("test");
    let other = soon(system.spawn("b", Subject::silent()))
        .await
        .expect("starts");
    for (throw, text) in payloads {
        let mut recorder = Recorder::new(&system);
        let actor = subject(&system, &Log::new(), Directive::Suspend).await;
        drop(begin(&actor, move |_| {
            Box::pin(async move {
                tokio::task::yield_now().await;
                throw();
            })
        }));
        let suspended = recorder
            .wait_for(|event| event.kind.name() == "ActorSuspended")
            .await;
        let EventKind::ActorSuspended { fault } = suspended.kind else {
            unreachable!("by its name");
        };
        assert_eq!(fault.to_string(), text);
        soon(actor.kill()).await.expect("ends");
        soon(other.say("unharmed")).await.expect("answered");
    }
}

#[tokio::test(start_paused = true)]
async fn a_failing_post_start_is_a_failure_like_any_other() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let (at, mut first) = (gate.clone(), true);
    let value = Subject::new(&log).on_post_start(move |_| {
        let (at, fails) = (at.clone(), std::mem::take(&mut first));
        Box::pin(async move {
            if fails {
                at.wait().await;
                return Err(Fault::msg("no"));
            }
            Ok(())
        })
    });
    let actor = soon(system.spawn("a", value))
        .await
        .expect("the spawn itself succeeds");
    gate.reached().await;
    actor.say("queued").try_tell().expect("it runs");
    gate.open();
    settle().await;
    assert!(actor.is_suspended());
    sleep(2 * S).await;
    assert_eq!(
        log.take(),
        [
            "a pre_start",
            "a post_start",
            "a pre_start",
            "a post_start",
            "a queued"
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn a_failure_in_the_handling_of_a_signal_is_a_failure_like_any_other() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let value = Subject::new(&log).on_terminated(|_, _| Box::pin(async { panic!("no") }));
    let watcher = soon(system.spawn("w", value).supervision(Directive::Suspend)).await;
    let watcher = watcher.expect("starts");
    let target = soon(system.spawn("t", Plain::default()))
        .await
        .expect("starts");
    let gone = target.actor_ref().clone();
    inside(&watcher, move |ctx| {
        Box::pin(async move { ctx.watch(&gone) })
    })
    .await;
    soon(target.shutdown()).await.expect("stops");
    settle().await;
    assert!(watcher.is_suspended());
}

/// Half a change may have been made, and only the actor can know that it matters not.
#[tokio::test(start_paused = true)]
async fn a_panic_is_resumed_only_if_the_actor_allows_it() {
    #[actor(supervision = resume, resume_after_panic)]
    struct Allows;

    #[actor]
    impl Allows {
        #[handler]
        fn boom(&self) {
            panic!("no");
        }
    }

    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let allows = soon(system.spawn("allows", Allows)).await.expect("starts");
    let _ = soon(allows.boom()).await;
    settle().await;
    assert!(allows.is_running());
    assert_eq!(
        recorder.names_of(allows.path()),
        ["ActorStarted", "ActorResumed"]
    );
    let forbids = subject(&system, &Log::new(), Directive::Resume).await;
    let _ = soon(forbids.boom("no")).await;
    sleep(2 * S).await;
    assert_eq!(
        recorder.names_of(forbids.path()),
        ["ActorStarted", "ActorSuspended", "ActorRestarted"],
        "the default bounds instead"
    );
}

/// The reply carries it. Only a fault is the supervisor's business.
#[tokio::test(start_paused = true)]
async fn an_error_of_the_users_own_is_an_answer_and_no_failure() {
    #[actor(supervision = stop)]
    struct Till;

    #[actor]
    impl Till {
        #[handler]
        fn pay(&self, amount: u64) -> Result<u64, String> {
            Err(format!("{amount} is too much"))
        }
    }

    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let till = soon(system.spawn("a", Till)).await.expect("starts");
    let asked = soon(till.pay(5)).await;
    assert!(matches!(asked, Err(AskError::Handler(error)) if error == "5 is too much"));
    till.pay(6).try_tell().expect("it runs");
    settle().await;
    assert!(till.is_running());
    let unheard = recorder.all().iter().find_map(|event| match &event.kind {
        EventKind::HandlerError { error, .. } => Some(error.clone()),
        _ => None,
    });
    assert_eq!(unheard.as_deref(), Some("6 is too much"));
}

#[tokio::test(start_paused = true)]
async fn a_failure_is_nobodys_but_the_actors_own() {
    let system = ActorSystem::new("test");
    let parent = soon(system.spawn("p", Subject::silent()))
        .await
        .expect("starts");
    let kid = spawn_child(&parent, "kid", Subject::silent()).await;
    let sibling = spawn_child(&parent, "sibling", Subject::silent()).await;
    fail(&kid).await;
    assert!(kid.is_suspended());
    soon(parent.say("hello")).await.expect("answered");
    soon(sibling.say("hello")).await.expect("answered");
    assert_eq!(parent.restart_count() + sibling.restart_count(), 0);
}

// === Who asked ===

#[tokio::test(start_paused = true)]
async fn the_asker_of_the_message_that_failed_is_told_with_what() {
    let system = ActorSystem::new("test");
    for directive in [Directive::Suspend, Directive::Stop, Directive::Resume] {
        let actor = subject(&system, &Log::new(), directive).await;
        let parse = "x".parse::<u8>().expect_err("no number");
        let began = Instant::now();
        let failed = soon(actor.fail(parse.into())).await.expect_err("it failed");
        assert_eq!(began.elapsed(), Duration::ZERO, "and at once");
        let AskError::Failed { path, fault } = failed else {
            panic!("{failed:?}");
        };
        assert_eq!(path, "test/a");
        assert!(fault.is::<ParseIntError>());
        soon(actor.kill()).await.expect("ends");
    }
    let actor = subject(&system, &Log::new(), Directive::Suspend).await;
    let failed = soon(actor.boom("oh")).await.expect_err("it panicked");
    let AskError::Failed { fault, .. } = failed else {
        panic!("{failed:?}");
    };
    assert_eq!(
        fault.downcast_ref::<Panic>().expect("a panic").message(),
        "oh"
    );
}

/// Not by running into its timeout.
#[tokio::test(start_paused = true)]
async fn who_asks_during_a_failure_is_answered_at_once() {
    let system = ActorSystem::new("test");
    let actor = subject(&system, &Log::new(), Restart::DEFAULT.backoff(100 * S)).await;
    fail(&actor).await;
    let began = Instant::now();
    let asked = actor
        .say("asked")
        .no_timeout()
        .await
        .expect_err("it is held");
    assert!(matches!(&asked, AskError::Suspended { .. }) && asked.never_ran());
    let told = actor.say("told").tell().await.expect_err("it is held");
    assert!(matches!(
        told.into_message(),
        SubjectMsg::Say { text: "told", .. }
    ));
    assert_eq!(began.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn asks_queued_at_the_failure_are_answered_by_the_next_incarnation() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = subject(&system, &log, Restart::DEFAULT).await;
    let held = hold(&actor).await;
    actor.boom("no").try_tell().expect("it runs");
    let asks: Vec<_> = (0..99)
        .map(|_| {
            let actor = actor.clone();
            tokio::spawn(async move { actor.say("asked").no_timeout().await })
        })
        .collect();
    settle().await;
    held.release();
    for (n, ask) in (1..).zip(asks) {
        assert_eq!(soon(ask).await.expect("no panic").expect("answered"), n);
    }
    assert_eq!(actor.restart_count(), 1);
}

/// And those queued at a failure that is the last are told, at once, that they never ran.
#[tokio::test(start_paused = true)]
async fn asks_queued_when_the_budget_is_used_up_are_discarded() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let policy = Restart::DEFAULT.max(1).backoff(Duration::ZERO);
    let actor = subject(&system, &log, policy).await;
    let held = hold(&actor).await;
    actor.boom("first").try_tell().expect("it runs");
    actor.boom("second").try_tell().expect("it runs");
    let asks: Vec<_> = (0..10)
        .map(|_| {
            let actor = actor.clone();
            tokio::spawn(async move { actor.say("asked").no_timeout().await })
        })
        .collect();
    settle().await;
    held.release();
    for ask in asks {
        let asked = soon(ask)
            .await
            .expect("no panic")
            .expect_err("it never ran");
        assert!(matches!(asked, AskError::Discarded { .. }), "{asked:?}");
    }
    assert_eq!(
        recorder
            .lost(actor.path())
            .get(&actor_core::DeadLetterReason::Stopped),
        Some(&10)
    );
}

// === Escalation ===

/// A parent whose children escalate, and what it does about it.
async fn family(
    system: &ActorSystem,
    log: &Log,
    verdict: fn(ActorRef) -> common::Running<'static, Result<(), Fault>>,
) -> (SubjectHandle, SubjectHandle) {
    let value = Subject::new(log).on_panic_signal(move |_, failed| verdict(failed.child().clone()));
    let parent = soon(system.spawn("p", value)).await.expect("starts");
    let kid = Subject::new(log);
    let kid = inside(&parent, move |ctx| {
        let kid = ctx.spawn_child("kid", kid).supervision(Directive::Escalate);
        Box::pin(async move { kid.await.expect("starts") })
    });
    let kid = kid.await;
    settle().await;
    log.take();
    (parent, kid)
}

#[tokio::test(start_paused = true)]
async fn an_escalated_failure_reaches_the_parent_and_the_child_waits_suspended() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let (parent, kid) = family(&system, &log, |_| Box::pin(async { Ok(()) })).await;
    fail(&kid).await;
    assert_eq!(log.take(), ["p panic_signal kid: no"]);
    sleep(3600 * S).await;
    assert!(kid.is_suspended() && parent.is_running());
    assert_eq!(
        recorder.names_of(kid.path()),
        ["ActorStarted", "ActorChildCreated", "ActorSuspended"]
    );
    assert_eq!(
        parent.restart_count(),
        0,
        "an escalation is no failure of the parent"
    );
}

#[tokio::test(start_paused = true)]
async fn the_parent_may_restart_reinstate_or_stop_the_child() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let restart = |kid: ActorRef| -> common::Running<'static, _> {
        Box::pin(async move { Ok(kid.restart().await?) })
    };
    let (parent, kid) = family(&system, &log, restart).await;
    fail(&kid).await;
    assert_eq!(
        log.take(),
        ["p panic_signal kid: no", "kid pre_start", "kid post_start"]
    );
    assert!(kid.is_running());
    soon(parent.shutdown()).await.expect("stops");

    let reinstate = |kid: ActorRef| -> common::Running<'static, _> {
        Box::pin(async move {
            assert!(kid.reinstate().await);
            Ok(())
        })
    };
    let (parent, kid) = family(&system, &log, reinstate).await;
    fail(&kid).await;
    assert_eq!(log.take(), ["p panic_signal kid: no"]);
    assert!(kid.is_running() && kid.restart_count() == 0);
    soon(parent.shutdown()).await.expect("stops");

    let stop = |kid: ActorRef| -> common::Running<'static, _> {
        Box::pin(async move { Ok(kid.shutdown().await?) })
    };
    let (parent, kid) = family(&system, &log, stop).await;
    fail(&kid).await;
    assert_eq!(log.take(), ["p panic_signal kid: no", "kid post_stop"]);
    assert!(parent.is_running() && !kid.is_running());
}

/// An actor that takes no such signals, with a child that escalates.
#[actor]
struct Unaware;

#[actor]
impl Unaware {
    #[handler]
    async fn adopt(
        &self,
        ctx: &mut Context<Self>,
        kid: Adopted,
    ) -> Result<SubjectHandle, SpawnError> {
        let kid = kid.0.into_inner().expect("nobody panics here");
        ctx.spawn_child("kid", kid)
            .supervision(Directive::Escalate)
            .await
    }
}

// Behind a lock only to be `Sync`.
struct Adopted(std::sync::Mutex<Subject>);

/// The failure goes past everybody, and is seen by whoever observes the system.
#[tokio::test(start_paused = true)]
async fn a_failure_that_nobody_takes_ends_the_actor() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let parent = soon(system.spawn("p", Unaware)).await.expect("starts");
    let kid = Adopted(std::sync::Mutex::new(Subject::new(&log)));
    let kid = soon(parent.adopt(kid)).await.expect("answered");
    let top = subject(&system, &Log::new(), Directive::Escalate).await;
    for actor in [&kid, &top] {
        fail(actor).await;
        soon(actor.ended()).await.expect("ends");
        let names = recorder.names_of(actor.path());
        assert!(
            names.ends_with(&[
                "ActorSuspended",
                "ActorEscalated",
                "ActorStopping",
                "ActorStopped"
            ]),
            "{names:?}"
        );
        assert_eq!(
            stop_reason(&mut recorder, actor),
            Some(StopReason::Escalated)
        );
    }
    assert!(parent.is_running());
    assert_eq!(
        log.take(),
        ["kid pre_start", "kid post_start", "kid post_stop"]
    );
    let reasons = recorder.all().iter().filter_map(|event| match &event.kind {
        EventKind::ActorEscalated { fault, reason, .. } => Some((fault.to_string(), *reason)),
        _ => None,
    });
    let expected = ("no".to_owned(), EscalationReason::SupervisionEscalate);
    assert!(reasons.eq([expected.clone(), expected]));
    assert!(
        soon(system.spawn("b", Plain::default())).await.is_ok(),
        "the system runs on"
    );
}

#[tokio::test(start_paused = true)]
async fn a_failure_escalated_to_a_parent_that_stops_ends_the_child() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let (parent, kid) = family(&system, &log, |_| Box::pin(async { Ok(()) })).await;
    let held = hold(&parent).await;
    let stop = parent.shutdown();
    fail(&kid).await;
    soon(kid.ended()).await.expect("ends");
    held.release();
    soon(stop).await.expect("stops");
    assert_eq!(log.take(), ["kid post_stop", "p post_stop"]);
}

/// This is how failures climb: the parent fails at its child's failure, and its own policy says what then.
#[tokio::test(start_paused = true)]
async fn a_parent_that_fails_at_the_signal_fails_by_its_own_policy() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let grandparent = soon(system.spawn("g", Subject::new(&log)))
        .await
        .expect("starts");
    let value = Subject::new(&log)
        .on_panic_signal(|_, _| Box::pin(async { Err(Fault::msg("too much for me")) }));
    let parent = inside(&grandparent, move |ctx| {
        let parent = ctx.spawn_child("p", value).supervision(Directive::Escalate);
        Box::pin(async move { parent.await.expect("starts") })
    })
    .await;
    let kid = inside(&parent, |ctx| {
        let kid = ctx
            .spawn_child("kid", Subject::silent())
            .supervision(Directive::Escalate);
        Box::pin(async move { kid.await.expect("starts") })
    })
    .await;
    settle().await;
    log.take();
    fail(&kid).await;
    assert_eq!(
        log.take(),
        [
            "p panic_signal kid: no",
            "g panic_signal p: too much for me"
        ]
    );
    assert!(kid.is_suspended() && parent.is_suspended() && grandparent.is_running());
    soon(parent.restart()).await.expect("restarts");
    assert!(
        !kid.is_suspended() && !kid.is_running(),
        "a restart stops the children"
    );
}

/// The parent's own stop does not wait for a verdict that never came.
#[tokio::test(start_paused = true)]
async fn a_child_without_a_verdict_ends_with_its_parent() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let (parent, kid) = family(&system, &log, |_| Box::pin(async { Ok(()) })).await;
    fail(&kid).await;
    log.take();
    soon(parent.shutdown()).await.expect("stops");
    assert!(!kid.is_suspended());
    assert_eq!(log.take(), ["kid post_stop", "p post_stop"]);
}

/// A signal that outlives the child it is about does no harm.
#[tokio::test(start_paused = true)]
async fn a_verdict_about_a_child_that_is_gone_is_an_error_and_nothing_else() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let restart = |kid: ActorRef| -> common::Running<'static, _> {
        Box::pin(async move {
            assert!(kid.restart().await.is_err());
            assert!(!kid.reinstate().await);
            Ok(())
        })
    };
    let (parent, kid) = family(&system, &log, restart).await;
    let held = hold(&parent).await;
    fail(&kid).await;
    soon(kid.kill()).await.expect("ends");
    held.release();
    settle().await;
    assert!(parent.is_running());
    assert_eq!(log.take(), ["p panic_signal kid: no"]);
}

// === On several threads ===

/// Every message ends in one of three ways, also while the actor it is for crashes all the time.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_message_gets_lost_between_senders_and_crashes() {
    #[actor]
    struct Shaky(Arc<AtomicU32>);

    #[actor]
    impl Shaky {
        #[handler]
        fn count(&self, crash: bool) {
            self.0.fetch_add(1, Ordering::Relaxed);
            assert!(!crash, "told to");
        }
    }

    let system = ActorSystem::new("test");
    let handled = Arc::new(AtomicU32::new(0));
    let policy = Restart::DEFAULT.max(u32::MAX).backoff(Duration::ZERO);
    let spawn = system
        .spawn("a", Shaky(Arc::clone(&handled)))
        .supervision(policy);
    let actor = spawn.await.expect("starts");
    let senders: Vec<_> = (0..4)
        .map(|sender| {
            let actor = actor.clone();
            tokio::spawn(async move {
                let mut accepted = 0;
                for n in 0..2000 {
                    match actor.count(n % 10 == sender).tell().await {
                        Ok(()) => accepted += 1,
                        Err(SendError::Suspended { .. }) => tokio::task::yield_now().await,
                        Err(error) => panic!("{error:?}"),
                    }
                }
                accepted
            })
        })
        .collect();
    let mut accepted = 0;
    for sender in senders {
        accepted += in_real_time(sender).await.expect("no panic");
    }
    // An actor that crashes on its last message drains nothing more, so it is let come to its end first.
    while actor.queued() > 0 || !actor.is_running() {
        tokio::task::yield_now().await;
    }
    in_real_time(actor.shutdown()).await.expect("stops");
    assert_eq!(handled.load(Ordering::Relaxed), accepted);
    assert!(actor.restart_count() > 0);
}
