//! An actor that is held after a failure: it does nothing, loses nothing, and goes on where it was.

mod common;

use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::{Recorder, hold, settle};
use actor_core::{DeadLetterReason, EventKind};
use tokio::task::JoinHandle;

use common::{
    Gate, Log, Plain, Subject, SubjectBehavior, SubjectHandle, SubjectMsg, begin, inside, soon,
    spawn_child,
};

/// Whether the wait has begun, and not come to an end.
async fn waits<T: Send + 'static>(wait: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
    let waiting = tokio::spawn(wait);
    settle().await;
    assert!(!waiting.is_finished());
    waiting
}

async fn running(actor: SubjectHandle) -> Result<(), RunningError> {
    actor.running().await
}

/// An actor that is suspended by each failure.
async fn subject(system: &ActorSystem, log: &Log) -> SubjectHandle {
    let spawn = system
        .spawn("a", Subject::new(log))
        .supervision(Directive::Suspend);
    soon(spawn).await.expect("starts")
}

async fn suspended(system: &ActorSystem, log: &Log) -> SubjectHandle {
    let actor = subject(system, log).await;
    let _ = soon(actor.fail(Fault::msg("no"))).await;
    assert!(actor.is_suspended());
    actor
}

async fn watch(watcher: &SubjectHandle, target: &ActorRef) {
    let target = target.clone();
    inside(watcher, move |ctx| {
        Box::pin(async move { ctx.watch(&target) })
    })
    .await;
}

// === At once ===

/// However much is queued behind the message that failed.
#[tokio::test(start_paused = true)]
async fn nothing_more_is_processed_after_a_failure() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, &log).await;
    let held = hold(&actor).await;
    actor.say("before").try_tell().expect("it runs");
    actor
        .fail(Fault::msg("the disk is full"))
        .try_tell()
        .expect("it runs");
    for _ in 0..10 {
        actor.say("behind").try_tell().expect("it runs");
    }
    log.take();
    held.release();
    tokio::time::sleep(Duration::from_secs(3600)).await;
    assert_eq!(log.take(), ["a before"]);
    assert!(actor.is_suspended() && !actor.is_running());
    assert_eq!(actor.queued(), 10);
    let event = recorder
        .wait_for(|event| event.kind.name() == "ActorSuspended")
        .await;
    assert!(
        matches!(&event.kind, EventKind::ActorSuspended { fault } if fault.to_string() == "the disk is full")
    );
    assert!(recorder.dead_letters().is_empty());
}

/// The asker of the message that failed has its answer no sooner than the actor is held.
#[tokio::test(start_paused = true)]
async fn who_meets_the_failure_finds_the_actor_suspended() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = subject(&system, &log).await;
    let asked = soon(actor.fail(Fault::msg("no"))).await;
    assert!(matches!(asked, Err(AskError::Failed { .. })));
    settle().await;
    assert!(actor.is_suspended());
}

// === What is sent meanwhile ===

#[tokio::test(start_paused = true)]
async fn every_way_of_sending_gives_the_message_back_and_publishes_a_dead_letter() {
    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let actor = suspended(&system, &Log::new()).await;
    let recipient = actor.recipient_of(SubjectMsg::say);
    let told = soon(actor.say("told").tell())
        .await
        .expect_err("it is held");
    assert!(matches!(&told, SendError::Suspended { path, .. } if *path == "test/a"));
    assert!(matches!(
        told.into_message(),
        SubjectMsg::Say { text: "told", .. }
    ));
    let tried = actor.say("tried").try_tell().expect_err("it is held");
    assert!(matches!(
        tried.into_message(),
        SubjectMsg::Say { text: "tried", .. }
    ));
    let asked = soon(actor.say("asked")).await.expect_err("it is held");
    assert!(matches!(&asked, AskError::Suspended { .. }) && asked.never_ran());
    assert!(asked.into_message::<SubjectMsg>().is_some());
    assert!(matches!(
        recipient.try_tell("event"),
        Err(SendError::Suspended { .. })
    ));
    assert!(matches!(
        actor.poison_pill(),
        Err(SendError::Suspended { .. })
    ));
    let letters = recorder.dead_letters();
    assert_eq!(letters.len(), 4);
    assert!(
        letters
            .iter()
            .all(|letter| letter.reason == DeadLetterReason::Suspended
                && letter.returned
                && letter.message == "say")
    );
}

#[tokio::test(start_paused = true)]
async fn senders_in_line_for_room_get_their_messages_back() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let spawn = system
        .spawn("a", Subject::new(&log))
        .mailbox(Mailbox::bounded(1));
    let actor = soon(spawn.supervision(Directive::Suspend))
        .await
        .expect("starts");
    let gate = Gate::new();
    let at = gate.clone();
    drop(begin(&actor, move |_| {
        Box::pin(async move {
            at.wait().await;
            panic!("no")
        })
    }));
    gate.reached().await;
    actor.say("accepted").try_tell().expect("there is room");
    let waiting = tokio::spawn({
        let actor = actor.clone();
        async move { actor.say("in line").tell().await }
    });
    settle().await;
    gate.open();
    let back = soon(waiting)
        .await
        .expect("no panic")
        .expect_err("it is held");
    assert!(matches!(&back, SendError::Suspended { .. }));
    assert_eq!(actor.queued(), 1, "what was accepted stays");
}

/// They become dead letters, and the timer lives on.
#[tokio::test(start_paused = true)]
async fn timers_tick_into_dead_letters_meanwhile() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, &log).await;
    let timer = actor.say("tick").every(Duration::from_secs(1));
    let _ = soon(actor.fail(Fault::msg("no"))).await;
    log.take();
    tokio::time::sleep(Duration::from_millis(3500)).await;
    assert_eq!(recorder.count(DeadLetterReason::Suspended), 3);
    assert!(soon(actor.reinstate()).await);
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(log.take(), ["a tick", "a tick"]);
    assert!(timer.is_active());
}

// === What is kept ===

#[tokio::test(start_paused = true)]
async fn a_reinstated_actor_goes_on_as_it_was() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, &log).await;
    let incarnation = actor.incarnation();
    inside(&actor, |ctx| {
        Box::pin(async move {
            ctx.become_(SubjectBehavior::Waiting);
            ctx.stash(SubjectMsg::say("stashed"))
                .expect("there is room");
        })
    })
    .await;
    let held = hold(&actor).await;
    actor.fail(Fault::msg("no")).try_tell().expect("it runs");
    for text in ["1", "2"] {
        actor.say(text).try_tell().expect("it runs");
    }
    let asked = tokio::spawn({
        let actor = actor.clone();
        async move { actor.say("asked").no_timeout().await }
    });
    settle().await;
    held.release();
    settle().await;
    assert!(actor.is_suspended() && !asked.is_finished());
    log.take();

    assert!(soon(actor.reinstate()).await);
    assert!(actor.is_running());
    soon(asked).await.expect("no panic").expect("answered");
    assert_eq!(
        log.take(),
        ["a 1", "a 2", "a asked"],
        "no hook runs, no message twice"
    );
    assert_eq!(
        (actor.restart_count(), actor.incarnation()),
        (0, incarnation)
    );
    let (behavior, stashed) = inside(&actor, |ctx| {
        Box::pin(async move { (ctx.behavior(), ctx.stashed()) })
    })
    .await;
    assert_eq!((behavior, stashed), (SubjectBehavior::Waiting, 1));
    assert_eq!(
        recorder.names_of(actor.path()),
        ["ActorStarted", "ActorSuspended", "ActorReinstated"]
    );
}

#[tokio::test(start_paused = true)]
async fn reinstating_what_is_not_suspended_does_nothing_and_says_so() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, &log).await;
    assert!(!soon(actor.reinstate()).await, "running");
    soon(actor.shutdown()).await.expect("stops");
    assert!(!soon(actor.reinstate()).await, "stopped");
    assert_eq!(
        recorder.names_of(actor.path()),
        ["ActorStarted", "ActorStopping", "ActorStopped"]
    );
}

#[tokio::test(start_paused = true)]
async fn an_actor_can_be_suspended_and_reinstated_again_and_again() {
    let system = ActorSystem::new("test");
    let actor = subject(&system, &Log::new()).await;
    for _ in 0..100 {
        let _ = soon(actor.boom("no")).await;
        assert!(soon(actor.reinstate()).await);
        soon(actor.say("hello")).await.expect("answered");
    }
}

/// A verdict by hand takes the place of the one that was due.
#[tokio::test(start_paused = true)]
async fn a_reinstatement_during_the_back_off_cancels_the_restart() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = soon(system.spawn("a", Subject::new(&log)))
        .await
        .expect("starts");
    let _ = soon(actor.fail(Fault::msg("no"))).await;
    log.take();
    assert!(soon(actor.reinstate()).await);
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert!(log.take().is_empty());
    assert_eq!(actor.restart_count(), 0);
    soon(actor.say("hello")).await.expect("answered");
}

/// Nor does it come back with the next suspension.
#[tokio::test(start_paused = true)]
async fn a_restart_that_was_cancelled_stays_cancelled() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let policy = Policy::new(Restart::DEFAULT).on::<std::fmt::Error>(Directive::Suspend);
    let spawn = system.spawn("a", Subject::new(&log)).supervision(policy);
    let actor = soon(spawn).await.expect("starts");
    let _ = soon(actor.fail(Fault::msg("no"))).await;
    assert!(soon(actor.reinstate()).await);
    let _ = soon(actor.fail(std::fmt::Error.into())).await;
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert!(actor.is_suspended());
}

#[tokio::test(start_paused = true)]
async fn the_children_of_a_suspended_actor_run_on() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = subject(&system, &log).await;
    let kid = spawn_child(&actor, "kid", Subject::silent()).await;
    let _ = soon(actor.fail(Fault::msg("no"))).await;
    assert!(actor.is_suspended());
    soon(kid.say("hello")).await.expect("answered");
}

#[tokio::test(start_paused = true)]
async fn the_outcome_of_a_piped_future_is_kept() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = subject(&system, &log).await;
    inside(&actor, |ctx| {
        let later = tokio::time::sleep(Duration::from_secs(1));
        ctx.pipe(later, |()| SubjectMsg::say("piped"));
        Box::pin(async {})
    })
    .await;
    let _ = soon(actor.fail(Fault::msg("no"))).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    log.take();
    assert!(soon(actor.reinstate()).await);
    settle().await;
    assert_eq!(log.take(), ["a piped"]);
}

// === Death watch ===

#[tokio::test(start_paused = true)]
async fn a_suspended_actor_can_be_watched() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = suspended(&system, &Log::new()).await;
    let watcher = soon(system.spawn("w", Subject::new(&log)))
        .await
        .expect("starts");
    watch(&watcher, &actor).await;
    log.take();
    soon(actor.shutdown()).await.expect("stops");
    settle().await;
    assert_eq!(log.take(), ["w terminated a"]);
}

/// A notice comes once, so it must not get lost.
#[tokio::test(start_paused = true)]
async fn notices_for_a_suspended_watcher_are_kept_until_it_goes_on() {
    let system = ActorSystem::new("test");
    for restarted in [false, true] {
        let log = Log::new();
        let watcher = subject(&system, &log).await;
        let target = soon(system.spawn("t", Plain::default()))
            .await
            .expect("starts");
        watch(&watcher, &target).await;
        let _ = soon(watcher.fail(Fault::msg("no"))).await;
        soon(target.shutdown()).await.expect("stops");
        settle().await;
        log.take();
        if restarted {
            soon(watcher.restart()).await.expect("restarts");
            settle().await;
            assert_eq!(
                log.take(),
                ["a pre_start", "a post_start", "a terminated t"]
            );
        } else {
            assert!(soon(watcher.reinstate()).await);
            settle().await;
            assert_eq!(log.take(), ["a terminated t"]);
        }
        soon(watcher.shutdown()).await.expect("stops");
    }
}

/// Neither is the failure of a child.
#[tokio::test(start_paused = true)]
async fn a_failure_escalated_to_a_suspended_parent_is_kept_until_it_goes_on() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let parent = subject(&system, &log).await;
    let kid = inside(&parent, |ctx| {
        let kid = ctx
            .spawn_child("kid", Plain::default())
            .supervision(Directive::Escalate);
        Box::pin(async move { kid.await.expect("starts") })
    })
    .await;
    let _ = soon(parent.fail(Fault::msg("no"))).await;
    let _ = soon(kid.fail()).await;
    settle().await;
    assert!(kid.is_suspended());
    log.take();
    assert!(soon(parent.reinstate()).await);
    settle().await;
    assert_eq!(log.take(), ["a panic_signal kid: as it was told"]);
}

// === Passivation ===

#[tokio::test(start_paused = true)]
async fn a_suspended_actor_is_not_passivated_and_has_a_fresh_window_afterwards() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let idle = Passivation::idle(Duration::from_secs(10));
    let spawn = system.spawn("a", Subject::new(&log)).passivation(idle);
    let actor = soon(spawn.supervision(Directive::Suspend))
        .await
        .expect("starts");
    let _ = soon(actor.fail(Fault::msg("no"))).await;
    tokio::time::sleep(Duration::from_secs(3600)).await;
    assert!(actor.is_suspended());
    assert!(soon(actor.reinstate()).await);
    tokio::time::sleep(Duration::from_secs(9)).await;
    assert!(actor.is_running());
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert!(!actor.is_running());
    assert_eq!(
        recorder.names_of(actor.path()).split_off(3),
        ["ActorPassivated", "ActorStopping", "ActorStopped"]
    );
}

// === Waiting until it runs ===

#[tokio::test(start_paused = true)]
async fn who_waits_until_an_actor_runs_goes_on_when_it_is_reinstated_or_restarted() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = suspended(&system, &log).await;
    let waiting = waits(running(actor.clone())).await;
    assert!(soon(actor.reinstate()).await);
    soon(waiting).await.expect("no panic").expect("runs");
    soon(actor.running()).await.expect("runs already");
    let _ = soon(actor.fail(Fault::msg("no"))).await;
    let (first, second) = (
        waits(running(actor.clone())).await,
        waits(running(actor.clone())).await,
    );
    first.abort();
    soon(actor.restart()).await.expect("starts again");
    soon(second).await.expect("no panic").expect("runs");
}

#[tokio::test(start_paused = true)]
async fn or_when_its_supervisor_has_brought_it_back() {
    let system = ActorSystem::new("test");
    let value = Subject::silent().failing_pre_start(&[2]);
    let actor = soon(system.spawn("a", value)).await.expect("starts");
    let _ = soon(actor.fail(Fault::msg("no"))).await;
    let began = tokio::time::Instant::now();
    actor.running().await.expect("runs");
    assert_eq!(began.elapsed(), Duration::from_secs(3));
    assert_eq!(actor.restart_count(), 1);
}

#[tokio::test(start_paused = true)]
async fn or_when_it_has_started() {
    let (system, gate) = (ActorSystem::new("test"), Gate::new());
    let (told, heard) = tokio::sync::oneshot::channel();
    let (mut told, at) = (Some(told), gate.clone());
    let value = Subject::silent().on_pre_start(move |ctx| {
        if let Some(told) = told.take() {
            let _ = told.send(ctx.myself());
        }
        let at = at.clone();
        Box::pin(async move {
            at.wait().await;
            Ok(())
        })
    });
    let starts = tokio::spawn(system.spawn("a", value).into_future());
    let actor = soon(heard).await.expect("told");
    let waiting = waits(running(actor)).await;
    gate.open();
    soon(waiting).await.expect("no panic").expect("runs");
    soon(starts).await.expect("no panic").expect("starts");
}

#[tokio::test(start_paused = true)]
async fn who_waits_until_an_actor_runs_that_ends_is_told_so() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    for kill in [false, true] {
        let actor = suspended(&system, &log).await;
        let waiting = waits(running(actor.clone())).await;
        let ended = if kill { actor.kill() } else { actor.shutdown() };
        let told = soon(waiting).await.expect("no panic");
        assert!(matches!(told, Err(RunningError::Ended { path }) if path == "test/a"));
        soon(ended).await.expect("ends");
        soon(actor.running()).await.expect_err("has ended");
    }
}

/// It cannot come to run while its hook waits for who waits for it.
#[tokio::test(start_paused = true)]
async fn to_wait_until_an_actor_runs_that_waits_for_oneself_is_refused() {
    let (system, gate) = (ActorSystem::new("test"), Gate::new());
    let other = soon(system.spawn("other", Subject::silent())).await;
    let other = other.expect("starts");
    let (asks, at, mut visit) = (other.clone(), gate.clone(), 0);
    let value = Subject::silent().on_pre_start(move |_| {
        visit += 1;
        let (asks, at, again) = (asks.clone(), at.clone(), visit > 1);
        Box::pin(async move {
            if again {
                at.wait().await;
                let _ = asks.count().no_timeout().await;
            }
            Ok(())
        })
    });
    let actor = soon(system.spawn("a", value)).await.expect("starts");
    let restarts = tokio::spawn({
        let actor = actor.clone();
        async move { actor.restart().await }
    });
    gate.reached().await;
    let here = Gate::new();
    let waited = begin(&other, {
        let (actor, here) = (actor.clone(), here.clone());
        move |_| {
            Box::pin(async move {
                here.wait().await;
                actor.running().await
            })
        }
    });
    here.reached().await;
    gate.open();
    settle().await;
    here.open();
    let refused = soon(waited).await.expect("it ran");
    assert!(matches!(refused, Err(RunningError::Cycle { path }) if path == "test/a"));
    soon(restarts)
        .await
        .expect("no panic")
        .expect("starts again");
    let of_itself = inside(&actor, |ctx| {
        let myself = ctx.myself();
        Box::pin(async move { myself.running().await })
    });
    of_itself.await.expect("it runs, or would not ask");
}

/// A child ends when its parent restarts, and cannot wait for what comes after.
#[tokio::test(start_paused = true)]
async fn a_child_cannot_wait_until_its_restarting_parent_runs() {
    let (system, gate) = (ActorSystem::new("test"), Gate::new());
    let parent = soon(system.spawn("p", Subject::silent())).await;
    let parent = parent.expect("starts");
    let kid = spawn_child(&parent, "kid", Subject::silent()).await;
    let waited = begin(&kid, {
        let (parent, gate) = (parent.clone(), gate.clone());
        move |_| {
            Box::pin(async move {
                gate.wait().await;
                parent.running().await
            })
        }
    });
    gate.reached().await;
    let restarts = tokio::spawn(async move { parent.restart().await });
    settle().await;
    gate.open();
    let refused = soon(waited).await.expect("it ran");
    assert!(matches!(refused, Err(RunningError::Cycle { path }) if path == "test/p"));
    soon(restarts)
        .await
        .expect("no panic")
        .expect("starts again");
}
