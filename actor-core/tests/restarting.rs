//! The restart asked for by hand: what is torn down, what is kept, and what happens when it goes wrong.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::{Recorder, hold, settle};
use actor_core::{DeadLetterReason, EventKind, RestartError};
use tokio::task::JoinHandle;

use common::{
    Gate, Log, Plain, Subject, SubjectBehavior, SubjectHandle, SubjectMsg, begin, in_real_time,
    inside, soon, spawn_child,
};

async fn subject(system: &ActorSystem, value: Subject) -> SubjectHandle {
    soon(system.spawn("a", value)).await.expect("starts")
}

async fn suspended(system: &ActorSystem, value: Subject) -> SubjectHandle {
    let spawn = system.spawn("a", value).supervision(Directive::Suspend);
    let actor = soon(spawn).await.expect("starts");
    let _ = soon(actor.fail(Fault::msg("no"))).await;
    assert!(actor.is_suspended());
    actor
}

fn restarting(actor: &ActorRef) -> JoinHandle<Result<(), RestartError>> {
    let actor = actor.clone();
    tokio::spawn(async move { actor.restart().await })
}

async fn watch(watcher: &SubjectHandle, target: &ActorRef) {
    let target = target.clone();
    inside(watcher, move |ctx| {
        Box::pin(async move { ctx.watch(&target) })
    })
    .await;
}

/// An actor with state of both kinds: one that `pre_start` rebuilds and one that it does not.
#[actor]
struct Till {
    opened: u32,
    total: u64,
}

#[actor]
impl Till {
    #[on(PreStart)]
    fn open(&mut self) {
        self.opened += 1;
        self.total = 0;
    }

    #[handler]
    fn add(&mut self, amount: u64) -> (u32, u64) {
        self.total += amount;
        (self.opened, self.total)
    }
}

// === What happens, in order ===

/// The message in hand ends, the children end, `post_stop`, `pre_start`, `PostStart`, and then what had waited.
#[tokio::test(start_paused = true)]
async fn a_restart_goes_through_its_steps_in_order() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, Subject::new(&log)).await;
    let kid = spawn_child(&actor, "kid", Subject::new(&log)).await;
    spawn_child(&kid, "grandkid", Subject::new(&log)).await;
    let gate = Gate::new();
    actor.stay(gate.clone()).try_tell().expect("it runs");
    for text in ["1", "2", "3"] {
        actor.say(text).try_tell().expect("it runs");
    }
    gate.reached().await;
    settle().await;
    log.take();
    let restart = restarting(&actor);
    settle().await;
    assert!(log.take().is_empty(), "the message in hand is not cut off");
    gate.open();
    soon(restart).await.expect("no panic").expect("restarts");
    settle().await;
    assert_eq!(
        log.take(),
        [
            "a goes on",
            "grandkid post_stop",
            "kid post_stop",
            "a post_stop",
            "a pre_start",
            "a post_start",
            "a 1",
            "a 2",
            "a 3",
        ]
    );
    assert_eq!(
        recorder.names_of(actor.path()),
        ["ActorStarted", "ActorRestarted"]
    );
}

#[tokio::test(start_paused = true)]
async fn the_value_is_kept_and_pre_start_rebuilds_what_it_rebuilds() {
    let system = ActorSystem::new("test");
    let actor = soon(system.spawn(
        "a",
        Till {
            opened: 0,
            total: 0,
        },
    ))
    .await
    .expect("starts");
    assert_eq!(soon(actor.add(5)).await.expect("answered"), (1, 5));
    soon(actor.restart()).await.expect("restarts");
    assert_eq!(soon(actor.add(7)).await.expect("answered"), (2, 7));
}

/// Another mode, for actors that can be made anew.
#[tokio::test(start_paused = true)]
async fn an_actor_from_a_factory_gets_a_new_value() {
    let system = ActorSystem::new("test");
    let spawn = system.spawn_with("a", || Till {
        opened: 10,
        total: 0,
    });
    let actor = soon(spawn).await.expect("starts");
    assert_eq!(soon(actor.add(5)).await.expect("answered"), (11, 5));
    let held = hold(&actor).await;
    actor.add(1).try_tell().expect("it runs");
    let restart = restarting(&actor);
    settle().await;
    held.release();
    soon(restart).await.expect("no panic").expect("restarts");
    assert_eq!(
        soon(actor.add(7)).await.expect("answered"),
        (11, 8),
        "the queue is kept"
    );
}

#[tokio::test(start_paused = true)]
async fn the_old_value_is_dropped_before_the_new_one_starts() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let values = Arc::new(std::sync::Mutex::new(Vec::new()));
    let seen = log.clone();
    let make = move || {
        let (seen, values) = (seen.clone(), Arc::clone(&values));
        let before = Arc::clone(&values);
        let value = Subject::silent().on_pre_start(move |_| {
            let values = before.lock().expect("nobody panics here");
            let alive = values
                .iter()
                .filter(|value: &&std::sync::Weak<()>| value.strong_count() > 0);
            seen.note(format!("alive: {}", alive.count()));
            Box::pin(async { Ok(()) })
        });
        values
            .lock()
            .expect("nobody panics here")
            .push(value.alive());
        value
    };
    let actor = soon(system.spawn_with("a", make)).await.expect("starts");
    soon(actor.restart()).await.expect("restarts");
    soon(actor.restart()).await.expect("restarts");
    assert_eq!(log.take(), ["alive: 1", "alive: 1", "alive: 1"]);
}

/// The new incarnation never starts while the old one still ends.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_thousand_restarts_never_overlap() {
    let system = ActorSystem::new("test");
    let (up, broken) = (
        Arc::new(AtomicBool::new(false)),
        Arc::new(AtomicU32::new(0)),
    );
    let (on_start, broken_start) = (Arc::clone(&up), Arc::clone(&broken));
    let (on_stop, broken_stop) = (Arc::clone(&up), Arc::clone(&broken));
    let value = Subject::silent()
        .on_pre_start(move |_| {
            let was_up = on_start.swap(true, Ordering::AcqRel);
            broken_start.fetch_add(u32::from(was_up), Ordering::Relaxed);
            Box::pin(async {
                tokio::task::yield_now().await;
                Ok(())
            })
        })
        .on_post_stop(move |_| {
            let (on_stop, broken_stop) = (Arc::clone(&on_stop), Arc::clone(&broken_stop));
            Box::pin(async move {
                tokio::task::yield_now().await;
                let was_up = on_stop.swap(false, Ordering::AcqRel);
                broken_stop.fetch_add(u32::from(!was_up), Ordering::Relaxed);
                Ok(())
            })
        });
    let actor = system.spawn("a", value).await.expect("starts");
    let mut done = 0;
    while done < 1000 {
        let restarts = [restarting(&actor), restarting(&actor)];
        for restart in restarts {
            match in_real_time(restart).await.expect("no panic") {
                Ok(()) => done += 1,
                Err(RestartError::NotRunning { .. }) => {}
                Err(error) => panic!("{error:?}"),
            }
        }
    }
    assert_eq!(broken.load(Ordering::Relaxed), 0);
    assert_eq!(actor.restart_count(), done);
    in_real_time(actor.shutdown()).await.expect("stops");
}

// === What is reset ===

#[tokio::test(start_paused = true)]
async fn behaviour_stash_and_counter_are_reset_and_stashed_messages_become_dead_letters() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, Subject::new(&log)).await;
    inside(&actor, |ctx| {
        Box::pin(async move {
            ctx.become_stacked(SubjectBehavior::Waiting);
            ctx.stash(SubjectMsg::say("stashed"))
                .expect("there is room");
        })
    })
    .await;
    let asked = tokio::spawn({
        let actor = actor.clone();
        async move { actor.later("waits").await }
    });
    settle().await;
    assert_eq!(actor.processed(), 1, "what waits was not handled");
    log.take();

    soon(actor.restart()).await.expect("restarts");
    let asked = soon(asked)
        .await
        .expect("no panic")
        .expect_err("it never ran");
    assert!(matches!(&asked, AskError::Discarded { .. }) && asked.never_ran());
    assert_eq!(recorder.count(DeadLetterReason::StashDisposed), 2);
    soon(actor.later("now"))
        .await
        .expect("the first behaviour accepts it");
    assert_eq!(soon(actor.say("count")).await.expect("answered"), 2);
    let (behavior, stashed) = inside(&actor, |ctx| {
        Box::pin(async move { (ctx.behavior(), ctx.stashed()) })
    })
    .await;
    assert_eq!((behavior, stashed), (SubjectBehavior::Usual, 0));
}

/// They are the old incarnation's.
#[tokio::test(start_paused = true)]
async fn tasks_and_timers_of_the_old_incarnation_end() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = subject(&system, Subject::new(&log)).await;
    let token = Arc::new(());
    let left = Arc::downgrade(&token);
    inside(&actor, move |ctx| {
        Box::pin(async move {
            ctx.myself().say("tick").every(Duration::from_secs(1));
            ctx.spawn(async move {
                let _token = token;
                std::future::pending::<()>().await;
            })
        })
    })
    .await
    .expect("it runs");
    soon(actor.restart()).await.expect("restarts");
    assert_eq!(left.strong_count(), 0);
    log.take();
    tokio::time::sleep(Duration::from_secs(10)).await;
    assert!(log.take().is_empty());
}

#[tokio::test(start_paused = true)]
async fn children_are_stopped_and_not_brought_back_but_post_start_can() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let kid_log = log.clone();
    let value = Subject::silent().on_post_start(move |ctx| {
        let kid = Subject::new(&kid_log);
        Box::pin(async move {
            ctx.spawn_child("kid", kid).await?;
            Ok(())
        })
    });
    let actor = subject(&system, value).await;
    spawn_child(&actor, "other", Subject::silent()).await;
    soon(actor.restart()).await.expect("restarts");
    settle().await;
    assert_eq!(
        log.take(),
        [
            "kid pre_start",
            "kid post_start",
            "kid post_stop",
            "kid pre_start",
            "kid post_start"
        ]
    );
    let kids = inside(&actor, |ctx| Box::pin(async move { ctx.children() })).await;
    assert_eq!(kids.len(), 1);
    assert_eq!(kids[0].path(), "test/a/kid");
}

/// It would be a child of neither incarnation.
#[tokio::test(start_paused = true)]
async fn no_child_can_be_spawned_between_the_incarnations() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let seen = log.clone();
    let value = Subject::silent().on_post_stop(move |ctx| {
        let seen = seen.clone();
        Box::pin(async move {
            let kid = ctx.spawn_child("kid", Plain::default()).await;
            seen.note(if kid.is_ok() { "spawned" } else { "refused" });
            Ok(())
        })
    });
    let actor = subject(&system, value).await;
    soon(actor.restart()).await.expect("restarts");
    assert_eq!(log.take(), ["refused"]);
    spawn_child(&actor, "kid", Subject::silent()).await;
}

// === What is kept ===

#[tokio::test(start_paused = true)]
async fn watchers_are_kept_and_not_told() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let watcher = soon(system.spawn("w", Subject::new(&log)))
        .await
        .expect("starts");
    let actor = subject(&system, Subject::silent()).await;
    watch(&watcher, &actor).await;
    log.take();
    for _ in 0..3 {
        soon(actor.restart()).await.expect("restarts");
    }
    settle().await;
    assert!(log.take().is_empty());
    soon(actor.shutdown()).await.expect("stops");
    settle().await;
    assert_eq!(log.take(), ["w terminated a"]);
}

#[tokio::test(start_paused = true)]
async fn a_handle_taken_before_reaches_the_incarnation_that_lives_now() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = subject(&system, Subject::new(&log)).await;
    let (old, recipient) = (actor.clone(), actor.recipient_of(SubjectMsg::say));
    let mut incarnations = vec![old.incarnation()];
    for round in 1..=5 {
        soon(actor.restart()).await.expect("restarts");
        assert_eq!(old.restart_count(), round);
        incarnations.push(old.incarnation());
    }
    assert!(incarnations.is_sorted_by(|a, b| a < b), "{incarnations:?}");
    let own = inside(&old, |ctx| {
        Box::pin(async move { (ctx.myself(), ctx.incarnation()) })
    });
    let own = own.await;
    assert_eq!((&*own.0, own.1), (&*old, old.incarnation()));
    recipient.try_tell("to the living").expect("it runs");
    soon(old.say("asked")).await.expect("answered");
    assert!(
        log.take()
            .ends_with(&["a to the living", "a asked"].map(str::to_owned))
    );
    soon(old.kill()).await.expect("ends");
    assert!(!actor.is_running());
}

#[tokio::test(start_paused = true)]
async fn a_restart_is_announced_with_its_counts_and_its_incarnation() {
    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, Subject::silent()).await;
    for round in 1..=2 {
        soon(actor.restart()).await.expect("restarts");
        let event = recorder
            .wait_for(|event| event.kind.name() == "ActorRestarted")
            .await;
        assert_eq!(event.incarnation, actor.incarnation());
        let EventKind::ActorRestarted {
            attempt,
            restart_count,
            ..
        } = event.kind
        else {
            unreachable!("by its name");
        };
        assert_eq!(
            (attempt, restart_count),
            (0, round),
            "0: nobody's but the caller's"
        );
    }
}

// === While it is under way ===

#[tokio::test(start_paused = true)]
async fn what_is_sent_meanwhile_is_given_back() {
    let (system, gate) = (ActorSystem::new("test"), Gate::new());
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, Subject::silent().post_stop_at(&gate)).await;
    let restart = restarting(&actor);
    gate.reached().await;
    assert!(!actor.is_running() && actor.is_suspended());
    let told = actor
        .say("told")
        .try_tell()
        .expect_err("it is between two incarnations");
    assert!(matches!(&told, SendError::Suspended { .. }));
    assert!(matches!(
        told.into_message(),
        SubjectMsg::Say { text: "told", .. }
    ));
    assert!(matches!(
        soon(actor.say("asked")).await,
        Err(AskError::Suspended { .. })
    ));
    assert_eq!(recorder.count(DeadLetterReason::Suspended), 2);
    gate.open();
    soon(restart).await.expect("no panic").expect("restarts");
    soon(actor.say("again")).await.expect("answered");
}

#[tokio::test(start_paused = true)]
async fn a_second_restart_meanwhile_is_refused() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let actor = subject(&system, Subject::new(&log).post_stop_at(&gate)).await;
    let first = restarting(&actor);
    gate.reached().await;
    let second = restarting(&actor);
    settle().await;
    gate.open();
    soon(first).await.expect("no panic").expect("restarts");
    let second = soon(second).await.expect("no panic");
    assert!(
        matches!(second, Err(RestartError::NotRunning { .. })),
        "{second:?}"
    );
    assert_eq!(actor.restart_count(), 1);
}

/// Nothing may run between `post_stop` and `pre_start`.
#[tokio::test(start_paused = true)]
async fn a_reinstatement_meanwhile_does_nothing() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let actor = subject(&system, Subject::new(&log).post_stop_at(&gate)).await;
    let held = hold(&actor).await;
    actor.say("queued").try_tell().expect("it runs");
    let restart = restarting(&actor);
    settle().await;
    held.release();
    gate.reached().await;
    assert!(!soon(actor.reinstate()).await);
    settle().await;
    log.take();
    gate.open();
    soon(restart).await.expect("no panic").expect("restarts");
    settle().await;
    assert_eq!(log.take(), ["a pre_start", "a post_start", "a queued"]);
}

#[tokio::test(start_paused = true)]
async fn a_stop_during_post_stop_gives_the_restart_up() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, Subject::new(&log).post_stop_at(&gate)).await;
    let restart = restarting(&actor);
    gate.reached().await;
    let stop = tokio::spawn(actor.shutdown());
    settle().await;
    gate.open();
    soon(stop).await.expect("no panic").expect("stops");
    let restart = soon(restart).await.expect("no panic");
    assert!(
        matches!(restart, Err(RestartError::NotRunning { .. })),
        "{restart:?}"
    );
    assert_eq!(
        log.take(),
        ["a pre_start", "a post_start", "a post_stop"],
        "once"
    );
    assert_eq!(
        recorder.names_of(actor.path()),
        ["ActorStarted", "ActorStopping", "ActorStopped"]
    );
}

/// The new incarnation has begun, so it is torn down in its turn.
#[tokio::test(start_paused = true)]
async fn a_stop_during_pre_start_lets_it_end_and_tears_down_what_it_made() {
    let system = ActorSystem::new("test");
    for fails in [false, true] {
        let (log, gate) = (Log::new(), Gate::new());
        let mut recorder = Recorder::new(&system);
        let (at, mut visit) = (gate.clone(), 0);
        let value = Subject::new(&log).on_pre_start(move |_| {
            visit += 1;
            let (at, again) = (at.clone(), visit > 1);
            Box::pin(async move {
                if again {
                    at.wait().await;
                }
                if again && fails {
                    Err(Fault::msg("no"))
                } else {
                    Ok(())
                }
            })
        });
        let actor = subject(&system, value).await;
        let restart = restarting(&actor);
        gate.reached().await;
        let stop = tokio::spawn(actor.shutdown());
        settle().await;
        assert!(!stop.is_finished(), "the hook is not cut off");
        gate.open();
        soon(stop).await.expect("no panic").expect("stops");
        soon(restart)
            .await
            .expect("no panic")
            .expect_err("the stop wins");
        let mut hooks = vec!["a pre_start", "a post_start", "a post_stop", "a pre_start"];
        if !fails {
            hooks.push("a post_stop");
        }
        assert_eq!(log.take(), hooks);
        assert_eq!(
            recorder.names_of(actor.path()),
            ["ActorStarted", "ActorStopping", "ActorStopped"]
        );
    }
}

/// There is no incarnation that could handle it.
#[tokio::test(start_paused = true)]
async fn what_a_restart_kept_becomes_dead_letters_if_a_stop_gives_it_up() {
    let (system, gate) = (ActorSystem::new("test"), Gate::new());
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, Subject::silent().post_stop_at(&gate)).await;
    let held = hold(&actor).await;
    actor.say("kept").try_tell().expect("it runs");
    let restart = restarting(&actor);
    settle().await;
    held.release();
    gate.reached().await;
    let stop = actor.shutdown();
    gate.open();
    soon(stop).await.expect("stops");
    soon(restart)
        .await
        .expect("no panic")
        .expect_err("the stop wins");
    let lost = recorder.lost(actor.path());
    assert_eq!(
        lost.into_iter().collect::<Vec<_>>(),
        [(DeadLetterReason::Stopped, 1)]
    );
}

#[tokio::test(start_paused = true)]
async fn a_stop_while_the_children_end_gives_the_restart_up() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let actor = subject(&system, Subject::new(&log)).await;
    spawn_child(&actor, "kid", Subject::silent().post_stop_at(&gate)).await;
    let restart = restarting(&actor);
    gate.reached().await;
    let stop = actor.shutdown();
    settle().await;
    gate.open();
    soon(stop).await.expect("stops");
    soon(restart)
        .await
        .expect("no panic")
        .expect_err("the stop wins");
    assert_eq!(log.take(), ["a pre_start", "a post_start", "a post_stop"]);
}

#[tokio::test(start_paused = true)]
async fn a_restart_goes_on_when_nobody_waits_for_it() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let actor = subject(&system, Subject::new(&log).post_stop_at(&gate)).await;
    let restart = restarting(&actor);
    gate.reached().await;
    restart.abort();
    settle().await;
    gate.open();
    settle().await;
    assert!(actor.is_running());
    assert_eq!(actor.restart_count(), 1);
}

// === When it is not possible ===

#[tokio::test(start_paused = true)]
async fn an_actor_that_is_starting_stopping_or_gone_is_not_restarted() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let seen = log.clone();
    let (mut first, gate) = (true, Gate::new());
    let value = Subject::silent()
        .post_stop_at(&gate)
        .on_pre_start(move |ctx| {
            // In a task of its own, since the actor itself could not wait for it.
            let (me, seen) = (ctx.myself(), seen.clone());
            if std::mem::take(&mut first) {
                tokio::spawn(async move {
                    let restarted = me.restart().await;
                    seen.note(format!("refused: {}", restarted.is_err()));
                });
            }
            Box::pin(async {
                tokio::task::yield_now().await;
                Ok(())
            })
        });
    let actor = subject(&system, value).await;
    settle().await;
    assert_eq!(log.take(), ["refused: true"], "while it starts");
    let stop = actor.shutdown();
    gate.reached().await;
    let restart = soon(actor.restart()).await;
    assert!(
        matches!(restart, Err(RestartError::NotRunning { .. })),
        "{restart:?}"
    );
    gate.open();
    soon(stop).await.expect("stops");
    let restart = soon(actor.restart()).await;
    assert!(
        matches!(restart, Err(RestartError::NotRunning { .. })),
        "{restart:?}"
    );
    assert_eq!(actor.restart_count(), 0);
}

#[tokio::test(start_paused = true)]
async fn an_actor_cannot_wait_for_its_own_restart_but_request_it() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = subject(&system, Subject::new(&log)).await;
    let waited = inside(&actor, |ctx| {
        let me = ctx.myself();
        Box::pin(async move { me.restart().await })
    });
    let waited = waited.await;
    assert!(
        matches!(&waited, Err(RestartError::Cycle { path }) if *path == "test/a"),
        "{waited:?}"
    );
    settle().await;
    assert_eq!(actor.restart_count(), 0, "an error is no order");
    let held = hold(&actor).await;
    let after = log.clone();
    drop(begin(&actor, move |ctx| {
        ctx.restart();
        Box::pin(async move {
            tokio::task::yield_now().await;
            after.note("the handler goes on");
        })
    }));
    actor.say("queued").try_tell().expect("it runs");
    log.take();
    held.release();
    settle().await;
    assert_eq!(
        log.take(),
        [
            "the handler goes on",
            "a post_stop",
            "a pre_start",
            "a post_start",
            "a queued"
        ]
    );
    assert_eq!(actor.restart_count(), 1);
}

/// A restart ends the children, so it waits for the handler that would wait for it.
#[tokio::test(start_paused = true)]
async fn a_child_cannot_wait_for_the_restart_of_its_parent() {
    let system = ActorSystem::new("test");
    let parent = subject(&system, Subject::silent()).await;
    let kid = spawn_child(&parent, "kid", Subject::silent()).await;
    let above = parent.clone();
    let waited = inside(&kid, move |_| {
        Box::pin(async move { above.restart().await })
    })
    .await;
    assert!(
        matches!(waited, Err(RestartError::Cycle { .. })),
        "{waited:?}"
    );
    assert!(kid.is_running());
}

// === When a hook fails ===

#[tokio::test(start_paused = true)]
async fn a_post_stop_that_fails_does_not_keep_the_restart_from_going_on() {
    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let failing = Subject::silent().on_post_stop(|_| Box::pin(async { Err(Fault::msg("no")) }));
    let panicking = Subject::silent().on_post_stop(|_| Box::pin(async { panic!("no") }));
    for value in [failing, panicking] {
        let actor = subject(&system, value).await;
        soon(actor.restart()).await.expect("restarts");
        soon(actor.say("hello")).await.expect("answered");
        soon(actor.kill()).await.expect("ends");
    }
    let failed = recorder
        .all()
        .iter()
        .filter(|event| event.kind.name() == "PostStopFailed");
    assert_eq!(failed.count(), 2);
}

/// Nothing is tried again by itself: whoever asked for the restart decides.
#[tokio::test(start_paused = true)]
async fn a_pre_start_that_fails_leaves_the_actor_suspended() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let watcher = soon(system.spawn("w", Subject::new(&log)))
        .await
        .expect("starts");
    let actor = subject(&system, Subject::new(&log).failing_pre_start(&[2])).await;
    watch(&watcher, &actor).await;
    let held = hold(&actor).await;
    actor.say("queued").try_tell().expect("it runs");
    let restart = restarting(&actor);
    settle().await;
    log.take();
    held.release();
    let error = soon(restart)
        .await
        .expect("no panic")
        .expect_err("`pre_start` failed");
    let RestartError::InitFailed { path, fault } = error else {
        panic!("{error:?}");
    };
    assert_eq!(
        (path.as_str(), fault.to_string().as_str()),
        ("test/a", "start 2")
    );
    tokio::time::sleep(Duration::from_secs(100)).await;
    assert_eq!(log.take(), ["a post_stop", "a pre_start"]);
    assert!(actor.is_suspended() && actor.restart_count() == 0 && actor.queued() == 1);
    assert_eq!(
        recorder.names_of(actor.path()),
        ["ActorStarted", "ActorRestartFailed"]
    );
    let by_hand = recorder
        .all()
        .iter()
        .any(|event| matches!(event.kind, EventKind::ActorRestartFailed { attempt: 0, .. }));
    assert!(by_hand);
    let taken = soon(system.spawn("a", Plain::default())).await;
    assert!(matches!(taken, Err(SpawnError::NameTaken { .. })));

    soon(actor.restart())
        .await
        .expect("the second try succeeds");
    settle().await;
    assert_eq!(
        log.take(),
        ["a pre_start", "a post_start", "a queued"],
        "no second `post_stop`"
    );
    assert_eq!(actor.restart_count(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_pre_start_that_panics_is_one_that_fails() {
    let (system, mut visit) = (ActorSystem::new("test"), 0);
    let value = Subject::silent().on_pre_start(move |_| {
        visit += 1;
        Box::pin(async move {
            assert!(visit != 2, "the second start");
            Ok(())
        })
    });
    let actor = subject(&system, value).await;
    let restart = soon(actor.restart()).await;
    assert!(matches!(restart, Err(RestartError::InitFailed { fault, .. }) if fault.is_panic()));
    assert!(actor.is_suspended());
    soon(actor.restart()).await.expect("the third succeeds");
}

#[tokio::test(start_paused = true)]
async fn a_factory_that_panics_is_a_start_that_fails() {
    let (system, log, mut made) = (ActorSystem::new("test"), Log::new(), 0);
    let values = log.clone();
    let spawn = system.spawn_with("a", move || {
        made += 1;
        assert!(made != 2, "no second value");
        Subject::new(&values)
    });
    let actor = soon(spawn).await.expect("starts");
    let restart = soon(actor.restart()).await;
    assert!(matches!(restart, Err(RestartError::InitFailed { fault, .. }) if fault.is_panic()));
    assert!(actor.is_suspended());
    log.take();
    soon(actor.restart()).await.expect("the third value");
    settle().await;
    assert_eq!(log.take(), ["a pre_start", "a post_start"]);
}

/// It may be held together as it is, if whoever holds the handle thinks so.
#[tokio::test(start_paused = true)]
async fn after_a_failed_pre_start_the_actor_can_be_reinstated_or_stopped() {
    let system = ActorSystem::new("test");
    for reinstated in [true, false] {
        let log = Log::new();
        let actor = subject(&system, Subject::new(&log).failing_pre_start(&[2])).await;
        soon(actor.restart()).await.expect_err("`pre_start` failed");
        log.take();
        if reinstated {
            assert!(soon(actor.reinstate()).await);
            soon(actor.say("hello")).await.expect("answered");
            assert_eq!(log.take(), ["a hello"]);
            soon(actor.shutdown()).await.expect("stops");
        } else {
            soon(actor.shutdown()).await.expect("stops");
        }
        assert!(log.take().is_empty(), "torn down once, by the restart");
    }
}

// === Of a suspended actor ===

/// The incarnation that failed is over.
#[tokio::test(start_paused = true)]
async fn a_suspended_actor_is_restarted_without_post_stop() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = suspended(&system, Subject::new(&log)).await;
    log.take();
    soon(actor.restart()).await.expect("restarts");
    settle().await;
    assert_eq!(log.take(), ["a pre_start", "a post_start"]);
    assert!(actor.is_running());
}

/// The restart by hand takes the place of the one that was due.
#[tokio::test(start_paused = true)]
async fn an_actor_in_its_back_off_is_restarted_at_once_and_only_once() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = subject(&system, Subject::new(&log)).await;
    let _ = soon(actor.fail(Fault::msg("no"))).await;
    assert!(actor.is_suspended());
    log.take();
    soon(actor.restart()).await.expect("restarts");
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!(log.take(), ["a pre_start", "a post_start"]);
    assert_eq!(actor.restart_count(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_healthy_actor_may_be_restarted_as_often_as_one_likes() {
    let system = ActorSystem::new("test");
    let actor = subject(&system, Subject::silent()).await;
    for round in 1..=50 {
        soon(actor.restart()).await.expect("no budget is spent");
        assert_eq!(actor.restart_count(), round);
    }
}
