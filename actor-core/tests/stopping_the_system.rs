//! The end of a whole system: asked for, asked for again, from inside, against an actor that will not end, and when
//! its runtime goes away.

mod common;

use std::future::pending;
use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::{Probe, Recorder, hold, settle};
use actor_core::{EventKind, StopError, StopReason};
use tokio::runtime::{Builder, Runtime};
use tokio::time::Instant;

use common::{Gate, Log, Plain, Subject, SubjectHandle, begin, inside, soon, spawn_child};

async fn subject(system: &ActorSystem, name: &str, log: &Log) -> SubjectHandle {
    soon(system.spawn(name, Subject::new(log)))
        .await
        .expect("starts")
}

fn stopping(system: &ActorSystem) -> tokio::task::JoinHandle<Result<(), StopError>> {
    let system = system.clone();
    tokio::spawn(async move { system.stop().await })
}

// === In order ===

#[tokio::test(start_paused = true)]
async fn a_stop_ends_every_actor_in_order_whatever_its_state() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let parent = subject(&system, "p", &log).await;
    spawn_child(&parent, "kid", Subject::new(&log)).await;
    let held = system
        .spawn("held", Subject::silent())
        .supervision(Directive::Suspend);
    let held = soon(held).await.expect("starts");
    let waits = subject(&system, "waits", &Log::new()).await;
    for actor in [&held, &waits] {
        let _ = soon(actor.fail(Fault::msg("no"))).await;
        assert!(actor.is_suspended());
    }
    parent.say("accepted").try_tell().expect("it runs");
    soon(system.stop()).await.expect("stops");
    let ended = ["p pre_start", "p post_start", "kid pre_start"];
    assert_eq!(log.take()[..3], ended);
    let stopped = recorder
        .all()
        .iter()
        .filter(|event| event.kind.name() == "ActorStopped");
    assert_eq!(stopped.count(), 4);
    assert!(system.actors().is_empty());
}

#[tokio::test(start_paused = true)]
async fn what_actors_had_accepted_is_handled() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = subject(&system, "a", &log).await;
    let held = hold(&actor).await;
    for text in ["1", "2", "3"] {
        actor.say(text).try_tell().expect("it runs");
    }
    log.take();
    let stop = stopping(&system);
    settle().await;
    held.release();
    soon(stop).await.expect("no panic").expect("stops");
    assert_eq!(log.take(), ["a 1", "a 2", "a 3", "a post_stop"]);
}

#[tokio::test(start_paused = true)]
async fn a_system_without_actors_stops_at_once() {
    let system = ActorSystem::new("test");
    assert!(!system.is_stopping());
    let began = Instant::now();
    system.stop().await.expect("stops");
    assert!(system.is_stopping());
    assert_eq!(began.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn a_stopping_system_spawns_nothing_more() {
    let (system, gate) = (ActorSystem::new("test"), Gate::new());
    let slow = soon(system.spawn("a", Subject::silent().post_stop_at(&gate)));
    slow.await.expect("starts");
    let stop = stopping(&system);
    gate.reached().await;
    let late = soon(system.spawn("b", Plain::default())).await;
    assert!(matches!(late, Err(SpawnError::SystemStopped { .. })));
    gate.open();
    soon(stop).await.expect("no panic").expect("stops");
}

#[tokio::test(start_paused = true)]
async fn the_events_of_a_stop_can_be_read_to_their_end() {
    let system = ActorSystem::new("test");
    let mut events = system.events().subscribe();
    subject(&system, "a", &Log::new()).await;
    soon(system.stop()).await.expect("stops");
    let mut names = Vec::new();
    while let Some(event) = soon(events.recv()).await {
        names.push(event.kind.name());
    }
    assert_eq!(
        names,
        [
            "ActorStarted",
            "SystemStopping",
            "ActorStopping",
            "ActorStopped",
            "SystemStopped",
        ]
    );
    assert!(soon(system.events().subscribe().recv()).await.is_none());
}

#[tokio::test(start_paused = true)]
async fn the_timers_of_a_stopped_system_do_not_fire() {
    let system = ActorSystem::new("test");
    let actor = subject(&system, "a", &Log::new()).await;
    let timer = actor.say("later").every(Duration::from_secs(1));
    assert!(timer.is_active());
    soon(system.stop()).await.expect("stops");
    tokio::time::sleep(Duration::from_secs(10)).await;
    assert!(!timer.is_active());
    assert_eq!(system.dead_letters(), 0);
}

// === Again ===

#[tokio::test(start_paused = true)]
async fn a_second_stop_joins_the_first_and_a_later_one_is_done_at_once() {
    let (system, gate) = (ActorSystem::new("test"), Gate::new());
    let slow = soon(system.spawn("a", Subject::silent().post_stop_at(&gate)));
    slow.await.expect("starts");
    let (first, second) = (stopping(&system), stopping(&system));
    gate.reached().await;
    settle().await;
    assert!(!first.is_finished() && !second.is_finished());
    gate.open();
    soon(first).await.expect("no panic").expect("stops");
    soon(second).await.expect("no panic").expect("stops");
    soon(system.stop()).await.expect("nothing to do");
}

#[tokio::test(start_paused = true)]
async fn a_stop_goes_on_when_nobody_waits_for_it() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = subject(&system, "a", &log).await;
    let stop = stopping(&system);
    settle().await;
    stop.abort();
    soon(actor.ended()).await.expect("ends");
}

// === From inside ===

#[tokio::test(start_paused = true)]
async fn a_handler_cannot_wait_for_the_end_of_its_system_but_it_comes() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = subject(&system, "a", &log).await;
    let other = subject(&system, "b", &log).await;
    let stopped = inside(&actor, |ctx| {
        let system = ctx.system().clone();
        Box::pin(async move { system.stop().await })
    });
    assert!(matches!(stopped.await, Err(StopError::FromInside { path }) if path == "test/a"));
    soon(actor.ended()).await.expect("ends");
    soon(other.ended()).await.expect("ends");
    soon(system.stop()).await.expect("has stopped");
}

#[tokio::test(start_paused = true)]
async fn a_handler_can_request_the_end_of_its_system() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = subject(&system, "a", &log).await;
    inside(&actor, |ctx| {
        ctx.system().request_stop();
        Box::pin(async {})
    })
    .await;
    assert!(system.is_stopping());
    soon(actor.ended()).await.expect("ends");
}

// === Against what will not end ===

#[tokio::test(start_paused = true)]
async fn what_has_not_ended_in_time_is_killed_and_named() {
    let system = ActorSystem::builder("test").shutdown_timeout(Duration::from_secs(10));
    let (system, log) = (system.build().expect("valid"), Log::new());
    let (stuck, other) = (
        subject(&system, "stuck", &log).await,
        subject(&system, "b", &log).await,
    );
    let also = subject(&system, "also", &log).await;
    let kid = spawn_child(&also, "kid", Subject::new(&log)).await;
    for actor in [&stuck, &kid] {
        drop(begin(actor, |_| Box::pin(pending::<()>())));
    }
    let began = Instant::now();
    let error = system.stop().await.expect_err("two will not end");
    assert_eq!(began.elapsed(), Duration::from_secs(10));
    let StopError::Abandoned { after, actors } = &error else {
        panic!("{error:?}");
    };
    assert_eq!(*after, Duration::from_secs(10));
    assert_eq!(format!("{actors:?}"), "[test/also, test/stuck]");
    assert!(!other.is_running());
    soon(stuck.ended()).await.expect("it was killed");
    soon(also.ended()).await.expect("it was killed");
}

#[tokio::test(start_paused = true)]
async fn after_a_stop_that_gave_actors_up_another_has_the_same_result_at_once() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let stuck = subject(&system, "stuck", &log).await;
    drop(begin(&stuck, |_| Box::pin(pending::<()>())));
    let first = system.stop().await.expect_err("it will not end");
    let began = Instant::now();
    assert_eq!(system.stop().await, Err(first.clone()));
    // Its end, by the kill, changes nothing of what is told.
    soon(stuck.ended()).await.expect("it was killed");
    assert_eq!(system.stop().await, Err(first));
    assert_eq!(began.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn a_stop_waits_for_three_minutes_where_nothing_else_is_said() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let stuck = subject(&system, "stuck", &log).await;
    drop(begin(&stuck, |_| Box::pin(pending::<()>())));
    let began = Instant::now();
    system.stop().await.expect_err("it will not end");
    assert_eq!(began.elapsed(), Duration::from_secs(180));
}

// === When the runtime goes away ===

fn runtime() -> Runtime {
    Builder::new_multi_thread()
        .worker_threads(2)
        .enable_time()
        .build()
        .expect("a runtime")
}

/// What can be done without waiting is done: values dropped, names free, askers and waiters told.
#[test]
fn actors_end_with_their_runtime_and_nobody_waits_for_them_any_more() {
    let (lost, here) = (runtime(), runtime());
    let log = Log::new();
    let value = Subject::new(&log);
    let alive = value.alive();
    let (system, actor, kid, gate) = lost.block_on(async {
        let (system, gate) = (ActorSystem::new("test"), Gate::new());
        let actor = system.spawn("a", value).await.expect("starts");
        let kid = spawn_child(&actor, "kid", Subject::silent()).await;
        actor.stay(gate.clone()).try_tell().expect("it runs");
        gate.reached().await;
        (system, actor, kid, gate)
    });
    let mut recorder = Recorder::new(&system);
    let queued = here.spawn({
        let actor = actor.clone();
        async move { actor.say("queued").no_timeout().await }
    });
    let ended = here.spawn(actor.ended());
    while actor.queued() == 0 {
        std::thread::yield_now();
    }
    drop(lost);
    here.block_on(async {
        let queued = common::in_real_time(queued).await.expect("no panic");
        assert!(
            matches!(queued, Err(AskError::Discarded { .. })),
            "{queued:?}"
        );
        common::in_real_time(ended)
            .await
            .expect("no panic")
            .expect("ended");
        common::in_real_time(kid.ended()).await.expect("ended");
        common::in_real_time(actor.shutdown())
            .await
            .expect("nothing to do");
    });
    assert!(!actor.is_running() && !kid.is_running());
    assert_eq!(alive.strong_count(), 0);
    assert!(matches!(
        actor.say("late").try_tell(),
        Err(SendError::NotRunning { .. })
    ));
    assert!(system.actors().is_empty());
    let reasons = recorder.all().iter().filter_map(|event| match event.kind {
        EventKind::ActorStopped { reason, .. } => Some(reason),
        _ => None,
    });
    let reasons: Vec<_> = reasons.collect();
    assert_eq!(reasons, [StopReason::RuntimeGone; 2]);
    drop(gate);
}

#[test]
fn a_question_whose_handler_goes_away_with_its_runtime_is_answered_with_an_error() {
    let (lost, here) = (runtime(), runtime());
    let gate = Gate::new();
    let actor = lost.block_on(async {
        ActorSystem::new("test")
            .spawn("a", Subject::silent())
            .await
            .expect("starts")
    });
    let asked = here.spawn({
        let (actor, gate) = (actor.clone(), gate.clone());
        async move { actor.stay(gate).no_timeout().await }
    });
    here.block_on(gate.reached());
    drop(lost);
    let asked = here
        .block_on(common::in_real_time(asked))
        .expect("no panic");
    assert!(matches!(asked, Err(AskError::NoReply { .. })), "{asked:?}");
}

/// Two systems, each on its own runtime, may know each other's actors.
#[test]
fn a_watcher_on_another_runtime_is_told_of_ends_that_come_with_a_runtime() {
    let (lost, here) = (runtime(), runtime());
    let actor = lost.block_on(async {
        ActorSystem::new("lost")
            .spawn("a", Subject::silent())
            .await
            .expect("starts")
    });
    let mut probe = here.block_on(async {
        let probe = Probe::<u8>::new(&ActorSystem::new("here")).await;
        probe.watch(&actor).await;
        probe
    });
    drop(lost);
    let gone = here.block_on(probe.expect_terminated(&actor));
    assert_eq!(gone.reason(), StopReason::RuntimeGone);
}

#[test]
fn nothing_can_be_spawned_on_a_runtime_that_is_gone() {
    let (lost, here) = (runtime(), runtime());
    let system = lost.block_on(async { ActorSystem::new("test") });
    drop(lost);
    here.block_on(async {
        let gone = |spawn: Result<_, SpawnError>, path: &str| match spawn {
            Err(SpawnError::RuntimeGone { path: of }) => assert_eq!(of, path),
            other => panic!("{other:?}"),
        };
        let spawn = common::in_real_time(system.spawn("a", Subject::silent())).await;
        gone(spawn.map(drop), "test/a");
        // An actor without a start to wait for is no other.
        let spawn = common::in_real_time(system.spawn("b", Plain::default())).await;
        gone(spawn.map(drop), "test/b");
        let spawn = common::in_real_time(system.get_or_spawn("b", Plain::default)).await;
        gone(spawn.map(drop), "test/b");
        assert!(system.actors().is_empty());
        common::in_real_time(system.stop())
            .await
            .expect("nothing to do");
    });
}

#[test]
fn a_start_that_goes_away_with_its_runtime_fails() {
    let (lost, here) = (runtime(), runtime());
    let gate = Gate::new();
    let system = lost.block_on(async { ActorSystem::new("test") });
    let spawn = here.spawn(
        system
            .spawn("a", Subject::silent().pre_start_at(&gate))
            .into_future(),
    );
    here.block_on(gate.reached());
    drop(lost);
    let spawn = here
        .block_on(common::in_real_time(spawn))
        .expect("no panic");
    assert!(
        matches!(spawn, Err(SpawnError::RuntimeGone { .. })),
        "{spawn:?}"
    );
}

/// Keeps the one reply it gets where its end does not reach it.
#[actor]
struct Clerk(std::sync::mpsc::Sender<ReplyTo<u32>>);

#[actor]
impl Clerk {
    #[handler]
    fn keep(&mut self, reply: ReplyTo<u32>) {
        let _ = self.0.send(reply);
    }

    #[handler]
    fn note(&mut self) {}
}

/// The clock of a runtime goes away with it, and no answer is to come.
#[test]
fn a_blocking_ask_whose_runtime_goes_away_ends_with_an_error() {
    for patience in [None, Some(Duration::from_secs(600))] {
        let lost = runtime();
        let (to, kept) = std::sync::mpsc::channel();
        let clerk = lost.block_on(async {
            let system = ActorSystem::builder("test").ask_timeout(Duration::from_secs(600));
            let system = system.build().expect("valid");
            system.spawn("clerk", Clerk(to)).await.expect("starts")
        });
        let asks = std::thread::spawn(move || match patience {
            Some(patience) => clerk.keep().timeout(patience).blocking(),
            None => clerk.keep().blocking(),
        });
        let reply = kept.recv().expect("it was asked");
        drop(lost);
        let asked = asks.join().expect("no panic");
        assert!(matches!(asked, Err(AskError::NoReply { .. })), "{asked:?}");
        drop(reply);
    }
}

#[test]
fn nothing_panics_where_there_is_no_runtime_any_more() {
    let lost = runtime();
    let (to, _kept) = std::sync::mpsc::channel();
    let clerk = lost.block_on(async {
        let system = ActorSystem::new("test");
        system.spawn("clerk", Clerk(to)).await.expect("starts")
    });
    let second = Duration::from_secs(1);
    // On a thread without a runtime the system's own is used.
    let timer = clerk.note().after(600 * second);
    assert!(timer.is_active());
    clerk.note().blocking().expect("answers");
    drop(lost);
    assert!(!timer.is_active());
    let timers = [clerk.note().after(second), clerk.note().every(second)];
    assert!(timers.iter().all(|timer| !timer.is_active()));
    let asked = [
        clerk.note().blocking(),
        clerk.note().timeout(second).blocking(),
        clerk.note().no_timeout().blocking(),
    ];
    for asked in asked {
        assert!(
            matches!(asked, Err(AskError::NotRunning { .. })),
            "{asked:?}"
        );
    }
}
