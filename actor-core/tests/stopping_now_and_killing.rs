//! The stops that do not drain: `stop_now` ends after the message in hand, `kill` in the middle of it.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use actor_core::prelude::*;
use actor_core::testkit::{Recorder, hold, settle};
use actor_core::{EventKind, StopReason};

use common::{Gate, Log, Subject, SubjectHandle, begin, inside, soon, spawn_child};

async fn subject(system: &ActorSystem, name: &str, log: &Log) -> SubjectHandle {
    soon(system.spawn(name, Subject::new(log)))
        .await
        .expect("starts")
}

async fn watch(watcher: &SubjectHandle, target: &ActorRef) {
    let target = target.clone();
    inside(watcher, move |ctx| {
        Box::pin(async move { ctx.watch(&target) })
    })
    .await;
}

fn stop_reason(recorder: &mut Recorder, actor: &ActorRef) -> Vec<StopReason> {
    let reasons = recorder
        .all()
        .iter()
        .filter(|event| event.path == *actor.path());
    let reasons = reasons.filter_map(|event| match event.kind {
        EventKind::ActorStopped { reason, .. } => Some(reason),
        _ => None,
    });
    reasons.collect()
}

// === stop_now ===

#[tokio::test(start_paused = true)]
async fn stop_now_finishes_the_message_in_hand_and_no_other() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let mut recorder = Recorder::new(&system);
    let watcher = subject(&system, "w", &log).await;
    let actor = subject(&system, "a", &log).await;
    watch(&watcher, &actor).await;
    actor.stay(gate.clone()).try_tell().expect("it runs");
    actor.say("told").try_tell().expect("it runs");
    let ask = tokio::spawn({
        let actor = actor.clone();
        async move { actor.say("asked").await }
    });
    gate.reached().await;
    log.take();
    let stop = actor.stop_now();
    assert!(!actor.is_running());
    actor.say("late").try_tell().expect_err("it stops");
    settle().await;
    assert!(log.take().is_empty(), "the handler is not cut off");
    gate.open();
    soon(stop).await.expect("stops");
    let asked = soon(ask)
        .await
        .expect("no panic")
        .expect_err("it never ran");
    assert!(matches!(&asked, AskError::Discarded { .. }) && asked.never_ran());
    settle().await;
    assert_eq!(log.take(), ["a goes on", "a post_stop", "w terminated a"]);
    assert_eq!(
        recorder
            .lost(actor.path())
            .get(&actor_core::DeadLetterReason::Stopped),
        Some(&2)
    );
    assert_eq!(stop_reason(&mut recorder, &actor), [StopReason::StopNow]);
}

#[tokio::test(start_paused = true)]
async fn stop_now_stops_the_children_in_the_same_way() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let parent = subject(&system, "p", &log).await;
    let kid = spawn_child(&parent, "kid", Subject::new(&log)).await;
    let held = hold(&kid).await;
    kid.say("left behind").try_tell().expect("it runs");
    log.take();
    let stop = parent.stop_now();
    settle().await;
    held.release();
    soon(stop).await.expect("stops");
    assert_eq!(log.take(), ["kid post_stop", "p post_stop"]);
}

/// A backlog of any length is overtaken.
#[tokio::test(start_paused = true)]
async fn stop_now_overrides_a_drain_under_way() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, "a", &log).await;
    let (first, second) = (Gate::new(), Gate::new());
    actor.stay(first.clone()).try_tell().expect("it runs");
    actor.stay(second.clone()).try_tell().expect("it runs");
    for _ in 0..500 {
        actor.say("left behind").try_tell().expect("it runs");
    }
    first.reached().await;
    let stop = actor.shutdown();
    first.open();
    second.reached().await;
    log.take();
    let now = actor.stop_now();
    second.open();
    soon(stop).await.expect("stops");
    soon(now).await.expect("stops");
    assert_eq!(log.take(), ["a goes on", "a post_stop"]);
    assert_eq!(
        recorder
            .lost(actor.path())
            .get(&actor_core::DeadLetterReason::Stopped),
        Some(&500)
    );
}

#[tokio::test(start_paused = true)]
async fn a_weaker_stop_does_not_weaken_a_stronger_one() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, "a", &log).await;
    actor.stay(gate.clone()).try_tell().expect("it runs");
    actor.say("left behind").try_tell().expect("it runs");
    gate.reached().await;
    log.take();
    let (now, drain) = (actor.stop_now(), actor.shutdown());
    gate.open();
    soon(now).await.expect("stops");
    soon(drain).await.expect("stops");
    assert_eq!(log.take(), ["a goes on", "a post_stop"]);
    assert_eq!(stop_reason(&mut recorder, &actor), [StopReason::StopNow]);
}

// === kill ===

#[tokio::test(start_paused = true)]
async fn kill_cuts_the_handler_off_and_runs_no_post_stop() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let mut recorder = Recorder::new(&system);
    let watcher = subject(&system, "w", &log).await;
    let value = Subject::new(&log);
    let alive = value.alive();
    let actor = soon(system.spawn("a", value)).await.expect("starts");
    watch(&watcher, &actor).await;
    let ask = |actor: &SubjectHandle, gate: Option<Gate>| {
        let actor = actor.clone();
        tokio::spawn(async move {
            match gate {
                Some(gate) => actor.stay(gate).await,
                None => actor.say("queued").await.map(drop),
            }
        })
    };
    let cut_off = ask(&actor, Some(gate.clone()));
    gate.reached().await;
    let queued = ask(&actor, None);
    settle().await;
    log.take();

    soon(actor.kill())
        .await
        .expect("ends though the gate stays shut");
    assert_eq!(alive.strong_count(), 0);
    let cut_off = soon(cut_off)
        .await
        .expect("no panic")
        .expect_err("it did not end");
    assert!(matches!(&cut_off, AskError::NoReply { .. }) && !cut_off.never_ran());
    let queued = soon(queued)
        .await
        .expect("no panic")
        .expect_err("it never ran");
    assert!(matches!(&queued, AskError::Discarded { .. }) && queued.never_ran());
    settle().await;
    assert_eq!(log.take(), ["w terminated a"]);
    assert_eq!(
        recorder.names_of(actor.path()),
        ["ActorStarted", "ActorStopping", "ActorStopped"]
    );
    assert_eq!(stop_reason(&mut recorder, &actor), [StopReason::Killed]);
    assert_eq!(
        recorder
            .lost(actor.path())
            .get(&actor_core::DeadLetterReason::Stopped),
        Some(&1)
    );
}

/// What the handler held is dropped with it, before the actor's value.
#[tokio::test(start_paused = true)]
async fn what_a_handler_that_is_cut_off_held_is_dropped() {
    let (system, gate) = (ActorSystem::new("test"), Gate::new());
    let actor = subject(&system, "a", &Log::new()).await;
    let token = Arc::new(());
    let (left, at) = (Arc::downgrade(&token), gate.clone());
    drop(begin(&actor, move |_| {
        Box::pin(async move {
            let _token = token;
            at.wait().await;
        })
    }));
    gate.reached().await;
    soon(actor.kill()).await.expect("ends");
    assert_eq!(left.strong_count(), 0);
}

#[tokio::test(start_paused = true)]
async fn kill_overrides_a_stop_that_is_stuck() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let actor = subject(&system, "a", &log).await;
    actor.stay(gate.clone()).try_tell().expect("it runs");
    gate.reached().await;
    let (drain, now) = (
        tokio::spawn(actor.shutdown()),
        tokio::spawn(actor.stop_now()),
    );
    settle().await;
    assert!(!drain.is_finished() && !now.is_finished());
    soon(actor.kill()).await.expect("ends");
    soon(drain).await.expect("no panic").expect("ended");
    soon(now).await.expect("no panic").expect("ended");
    assert_eq!(log.take(), ["a pre_start", "a post_start", "a stays"]);
}

/// The children are killed as well, however deep, and whatever they are stuck in.
#[tokio::test(start_paused = true)]
async fn killing_a_parent_kills_its_children() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let parent = subject(&system, "p", &log).await;
    let kid = spawn_child(&parent, "kid", Subject::new(&log)).await;
    let grandkid = spawn_child(&kid, "grandkid", Subject::new(&log)).await;
    let gates = [Gate::new(), Gate::new(), Gate::new()];
    for (actor, gate) in [&parent, &kid, &grandkid].into_iter().zip(&gates) {
        actor.stay(gate.clone()).try_tell().expect("it runs");
        gate.reached().await;
    }
    log.take();
    soon(parent.kill()).await.expect("ends");
    assert!(log.take().is_empty(), "no `post_stop`");
    let stopped = recorder
        .all()
        .iter()
        .filter(|event| event.kind.name() == "ActorStopped");
    let stopped: Vec<_> = stopped.map(|event| event.path.clone()).collect();
    assert_eq!(
        stopped,
        [grandkid.path(), kid.path(), parent.path()].map(Clone::clone)
    );
    assert_eq!(
        stop_reason(&mut recorder, &kid),
        [StopReason::ParentStopped]
    );
}

#[tokio::test(start_paused = true)]
async fn killing_a_parent_that_waits_for_a_stuck_child_ends_both() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let parent = subject(&system, "p", &log).await;
    let kid = spawn_child(&parent, "kid", Subject::new(&log)).await;
    kid.stay(gate.clone()).try_tell().expect("it runs");
    gate.reached().await;
    let stop = tokio::spawn(parent.shutdown());
    settle().await;
    assert!(!stop.is_finished());
    soon(parent.kill()).await.expect("ends");
    soon(stop).await.expect("no panic").expect("ended");
    soon(kid.ended()).await.expect("ended");
}

#[tokio::test(start_paused = true)]
async fn killing_a_stuck_child_lets_its_stopping_parent_end_in_order() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let parent = subject(&system, "p", &log).await;
    let kid = spawn_child(&parent, "kid", Subject::new(&log)).await;
    kid.stay(gate.clone()).try_tell().expect("it runs");
    gate.reached().await;
    let stop = parent.shutdown();
    settle().await;
    log.take();
    soon(kid.kill()).await.expect("ends");
    soon(stop).await.expect("stops");
    assert_eq!(log.take(), ["p post_stop"]);
}

// === kill in each hook ===

#[tokio::test(start_paused = true)]
async fn kill_cuts_post_start_off() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let actor = soon(system.spawn("a", Subject::new(&log).post_start_at(&gate)));
    let actor = actor.await.expect("starts");
    gate.reached().await;
    soon(actor.kill()).await.expect("ends");
    assert_eq!(log.take(), ["a pre_start", "a post_start"]);
}

#[tokio::test(start_paused = true)]
async fn kill_cuts_post_stop_off() {
    let (system, gate) = (ActorSystem::new("test"), Gate::new());
    let value = Subject::silent().post_stop_at(&gate);
    let alive = value.alive();
    let actor = soon(system.spawn("a", value)).await.expect("starts");
    let stop = tokio::spawn(actor.shutdown());
    gate.reached().await;
    soon(actor.kill()).await.expect("ends");
    soon(stop).await.expect("no panic").expect("ended");
    assert_eq!(alive.strong_count(), 0);
    soon(system.spawn("a", Subject::silent()))
        .await
        .expect("the name is free");
}

#[tokio::test(start_paused = true)]
async fn kill_cuts_the_handling_of_terminated_off() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let at = gate.clone();
    let watcher = Subject::new(&log).on_terminated(move |_, _| {
        let at = at.clone();
        Box::pin(async move {
            at.wait().await;
            Ok(())
        })
    });
    let watcher = soon(system.spawn("w", watcher)).await.expect("starts");
    let target = subject(&system, "a", &Log::new()).await;
    watch(&watcher, &target).await;
    soon(target.shutdown()).await.expect("stops");
    gate.reached().await;
    soon(watcher.kill()).await.expect("ends");
    assert_eq!(
        log.take(),
        ["w pre_start", "w post_start", "w terminated a"]
    );
}

#[tokio::test(start_paused = true)]
async fn kill_cuts_the_handling_of_a_childs_failure_off() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let at = gate.clone();
    let parent = Subject::new(&log).on_panic_signal(move |_, _| {
        let at = at.clone();
        Box::pin(async move {
            at.wait().await;
            Ok(())
        })
    });
    let parent = soon(system.spawn("p", parent)).await.expect("starts");
    let kid = inside(&parent, |ctx| {
        let kid = ctx
            .spawn_child("kid", Subject::silent())
            .supervision(Directive::Escalate);
        Box::pin(async move { kid.await.expect("starts") })
    })
    .await;
    let _ = soon(kid.fail(Fault::msg("no"))).await;
    gate.reached().await;
    soon(parent.kill()).await.expect("ends");
    soon(kid.ended()).await.expect("ended");
    assert_eq!(
        log.take(),
        ["p pre_start", "p post_start", "p panic_signal kid: no"]
    );
}

#[tokio::test(start_paused = true)]
async fn kill_cuts_both_hooks_of_a_restart_off() {
    let system = ActorSystem::new("test");
    for in_pre_start in [false, true] {
        let (log, gate) = (Log::new(), Gate::new());
        let mut recorder = Recorder::new(&system);
        let value = if in_pre_start {
            let (at, mut again) = (gate.clone(), false);
            Subject::new(&log).on_pre_start(move |_| {
                let (at, wait) = (at.clone(), std::mem::replace(&mut again, true));
                Box::pin(async move {
                    if wait {
                        at.wait().await;
                    }
                    Ok(())
                })
            })
        } else {
            Subject::new(&log).post_stop_at(&gate)
        };
        let actor = soon(system.spawn("a", value)).await.expect("starts");
        let restart = tokio::spawn({
            let actor = actor.clone();
            async move { actor.restart().await }
        });
        gate.reached().await;
        soon(actor.kill()).await.expect("ends");
        soon(restart)
            .await
            .expect("no panic")
            .expect_err("it was killed");
        let mut expected = vec!["a pre_start", "a post_start", "a post_stop"];
        if in_pre_start {
            expected.push("a pre_start");
        }
        assert_eq!(log.take(), expected);
        assert_eq!(
            recorder.names_of(actor.path()),
            ["ActorStarted", "ActorStopping", "ActorStopped"]
        );
    }
}

#[tokio::test(start_paused = true)]
async fn kill_ends_an_actor_that_is_suspended_or_waits_for_its_restart() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    for held in [true, false] {
        let mut spawn = system.spawn("a", Subject::new(&log));
        if held {
            spawn = spawn.supervision(Directive::Suspend);
        }
        let actor = soon(spawn).await.expect("starts");
        let _ = soon(actor.fail(Fault::msg("no"))).await;
        assert!(actor.is_suspended());
        soon(actor.kill()).await.expect("ends");
        assert_eq!(log.take(), ["a pre_start", "a post_start"]);
    }
}

/// Killed before its task has run for the first time.
#[tokio::test(start_paused = true)]
async fn kill_ends_an_actor_that_has_done_nothing_yet() {
    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let actor = soon(system.spawn("a", common::Plain::default()))
        .await
        .expect("starts");
    actor.add(1).try_tell().expect("taken");
    soon(actor.kill()).await.expect("ends");
    assert_eq!(
        recorder.names_of(actor.path()),
        ["ActorStarted", "ActorStopping", "ActorStopped"]
    );
    assert_eq!(
        recorder
            .lost(actor.path())
            .get(&actor_core::DeadLetterReason::Stopped),
        Some(&1)
    );
}

/// An actor that kills itself is cut off at its own next await.
#[tokio::test(start_paused = true)]
async fn an_actor_can_kill_itself() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = subject(&system, "a", &log).await;
    let after = log.clone();
    drop(begin(&actor, move |ctx| {
        let me = ctx.myself();
        Box::pin(async move {
            let refused = me.kill().await;
            after.note(format!("refused: {}", refused.is_err()));
            tokio::task::yield_now().await;
            after.note("never");
        })
    }));
    soon(actor.ended()).await.expect("ends");
    assert_eq!(log.take(), ["a pre_start", "a post_start", "refused: true"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn orders_of_every_strength_at_once_end_an_actor_exactly_once() {
    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let hooks = Arc::new(AtomicUsize::new(0));
    for _ in 0..500 {
        let count = Arc::clone(&hooks);
        let value = Subject::silent().on_post_stop(move |_| {
            count.fetch_add(1, Ordering::Relaxed);
            Box::pin(async { Ok(()) })
        });
        let actor = system.spawn("a", value).await.expect("the name is free");
        let before = hooks.load(Ordering::Relaxed);
        let orders: Vec<_> = [ActorRef::shutdown, ActorRef::stop_now, ActorRef::kill]
            .into_iter()
            .map(|order| {
                let actor = actor.clone();
                tokio::spawn(async move { order(&actor).await })
            })
            .collect();
        for order in orders {
            common::in_real_time(order)
                .await
                .expect("no panic")
                .expect("ends");
        }
        assert!(hooks.load(Ordering::Relaxed) <= before + 1);
    }
    let stopped = recorder
        .all()
        .iter()
        .filter(|event| event.kind.name() == "ActorStopped");
    assert_eq!(stopped.count(), 500);
}
