//! The graceful stop: what is refused, what is still handled, in which order things end, and who may wait for it.

mod common;

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;
use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::{Probe, Recorder, hold, settle};
use actor_core::{DeadLetterReason, EventKind, Message, RestartError, ShutdownError, StopReason};
use tokio::sync::Barrier;

use common::{
    Gate, Log, Plain, Subject, SubjectHandle, SubjectMsg, begin, in_real_time, inside, soon,
    spawn_child,
};

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

// === The order ===

/// Refuse, drain, children first and the deepest of them before all, `post_stop`, value dropped, name free, watchers
/// told, announced, resolved.
#[tokio::test(start_paused = true)]
async fn a_stop_goes_through_its_steps_in_order() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let parent = Subject::new(&log);
    let (seen, alive) = (log.clone(), parent.alive());
    let watcher = Subject::new(&log).on_terminated(move |ctx, _| {
        let (system, seen, alive) = (ctx.system().clone(), seen.clone(), alive.clone());
        Box::pin(async move {
            seen.note(format!("values left: {}", alive.strong_count()));
            let again = system.spawn("p", Plain::default()).await;
            seen.note(format!("name free: {}", again.is_ok()));
            Ok(())
        })
    });
    let watcher = soon(system.spawn("w", watcher)).await.expect("starts");
    let parent = soon(system.spawn("p", parent)).await.expect("starts");
    let kid = spawn_child(&parent, "kid", Subject::new(&log)).await;
    let grandkid = spawn_child(&kid, "grandkid", Subject::new(&log)).await;
    watch(&watcher, &parent).await;
    let held = hold(&parent).await;
    parent.say("accepted").try_tell().expect("it runs");
    settle().await;
    log.take();

    let stop = parent.shutdown();
    assert!(!parent.is_running());
    parent.say("refused").try_tell().expect_err("it stops");
    settle().await;
    assert!(
        log.take().is_empty(),
        "nothing of the stop overtakes the message in hand"
    );
    assert!(
        kid.is_running(),
        "the children run while their parent drains"
    );
    held.release();
    soon(stop).await.expect("stops");

    assert_eq!(stop_reason(&mut recorder, &parent), [StopReason::Shutdown]);
    soon(watcher.say("resolved")).await.expect("answered");
    assert_eq!(
        log.take(),
        [
            "p accepted",
            "grandkid post_stop",
            "kid post_stop",
            "p post_stop",
            "w terminated p",
            "values left: 0",
            "name free: true",
            "w resolved",
        ]
    );
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

/// The watcher's mailbox has the notice before whoever waits for the stop goes on.
#[tokio::test(start_paused = true)]
async fn watchers_are_told_before_the_stop_resolves() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let (watcher, actor) = (
        subject(&system, "w", &log).await,
        subject(&system, "a", &log).await,
    );
    watch(&watcher, &actor).await;
    let stop = tokio::spawn({
        let (actor, watcher) = (actor.clone(), watcher.clone());
        async move {
            actor.shutdown().await.expect("stops");
            watcher.say("resolved").try_tell().expect("taken");
        }
    });
    soon(stop).await.expect("no panic");
    settle().await;
    assert_eq!(
        log.take().split_off(4),
        ["a post_stop", "w terminated a", "w resolved"]
    );
}

// === What is refused ===

#[tokio::test(start_paused = true)]
async fn from_the_call_on_every_way_of_sending_gives_the_message_back() {
    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, "a", &Log::new()).await;
    let recipient = actor.recipient_of(SubjectMsg::say);
    let held = hold(&actor).await;
    let stop = actor.shutdown();

    let told = soon(actor.say("told").tell()).await.expect_err("it stops");
    assert!(matches!(&told, SendError::NotRunning { path, .. } if *path == "test/a"));
    assert!(matches!(
        told.into_message(),
        SubjectMsg::Say { text: "told", .. }
    ));
    let tried = actor.say("tried").try_tell().expect_err("it stops");
    assert!(matches!(
        tried.into_message(),
        SubjectMsg::Say { text: "tried", .. }
    ));
    let sent = soon(actor.send(SubjectMsg::say("sent")))
        .await
        .expect_err("it stops");
    assert!(matches!(
        sent.into_message(),
        SubjectMsg::Say { text: "sent", .. }
    ));
    let asked = soon(actor.say("asked")).await.expect_err("it stops");
    assert!(matches!(&asked, AskError::NotRunning { .. }) && asked.never_ran());
    let asked = asked.into_message::<SubjectMsg>().expect("its message");
    assert!(matches!(asked, SubjectMsg::Say { text: "asked", .. }));
    assert!(matches!(
        recipient.try_tell("event"),
        Err(SendError::NotRunning { .. })
    ));
    assert!(matches!(
        soon(recipient.tell("event")).await,
        Err(SendError::NotRunning { .. })
    ));
    assert!(matches!(
        actor.poison_pill(),
        Err(SendError::NotRunning { .. })
    ));

    let letters = recorder.dead_letters();
    assert_eq!(
        letters.len(),
        6,
        "one for each message, none for the pill: {letters:?}"
    );
    for letter in letters {
        assert_eq!(
            (letter.message, letter.reason),
            ("say", DeadLetterReason::NotRunning)
        );
        assert!(letter.returned);
    }
    held.release();
    soon(stop).await.expect("stops");
}

/// Also what the actor sends to itself, and what its children send to it.
#[tokio::test(start_paused = true)]
async fn a_stopping_actor_takes_nothing_from_itself_or_its_children() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let parent = subject(&system, "p", &log).await;
    let to_parent = parent.clone();
    let kid = Subject::new(&log).on_post_stop(move |_| {
        let parent = to_parent.clone();
        Box::pin(async move {
            assert!(matches!(
                parent.say("no").try_tell(),
                Err(SendError::NotRunning { .. })
            ));
            assert!(matches!(
                parent.say("no").await,
                Err(AskError::NotRunning { .. })
            ));
            Ok(())
        })
    });
    spawn_child(&parent, "kid", kid).await;
    let mut recorder = Recorder::new(&system);
    let gate = Gate::new();
    parent.stay(gate.clone()).try_tell().expect("taken");
    let to_itself = begin(&parent, |ctx| {
        let me = ctx.myself();
        Box::pin(async move { me.say("no").try_tell().is_ok() })
    });
    gate.reached().await;
    let stop = parent.shutdown();
    gate.open();
    assert!(!soon(to_itself).await.expect("it was accepted"));
    soon(stop).await.expect("stops");
    assert!(
        !recorder
            .all()
            .iter()
            .any(|event| event.kind.name() == "PostStopFailed")
    );
}

#[tokio::test(start_paused = true)]
async fn senders_in_line_for_room_get_their_messages_back() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let spawn = system
        .spawn("a", Subject::new(&log))
        .mailbox(Mailbox::bounded(1));
    let actor = soon(spawn).await.expect("starts");
    let held = hold(&actor).await;
    actor.say("accepted").try_tell().expect("there is room");
    let waiting = tokio::spawn({
        let actor = actor.clone();
        async move { actor.say("in line").tell().await }
    });
    settle().await;
    let stop = actor.shutdown();
    let back = soon(waiting)
        .await
        .expect("no panic")
        .expect_err("it stops");
    assert!(matches!(
        back.into_message(),
        SubjectMsg::Say {
            text: "in line",
            ..
        }
    ));
    held.release();
    soon(stop).await.expect("stops");
    assert_eq!(
        log.take(),
        ["a pre_start", "a post_start", "a accepted", "a post_stop"]
    );
}

#[tokio::test(start_paused = true)]
async fn what_is_sent_after_the_end_is_refused_as_well() {
    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, "a", &Log::new()).await;
    soon(actor.shutdown()).await.expect("stops");
    assert!(matches!(
        actor.say("late").try_tell(),
        Err(SendError::NotRunning { .. })
    ));
    assert!(matches!(
        soon(actor.say("late")).await,
        Err(AskError::NotRunning { .. })
    ));
    assert_eq!(recorder.count(DeadLetterReason::NotRunning), 2);
}

// === What is still handled ===

#[tokio::test(start_paused = true)]
async fn everything_accepted_before_is_handled_asks_included() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = subject(&system, "a", &log).await;
    let held = hold(&actor).await;
    // More than one turn's worth.
    for _ in 0..200 {
        actor.say("told").try_tell().expect("it runs");
    }
    let ask = tokio::spawn({
        let actor = actor.clone();
        async move { actor.say("asked").await }
    });
    settle().await;
    let stop = actor.shutdown();
    held.release();
    soon(stop).await.expect("stops");
    assert_eq!(soon(ask).await.expect("no panic").expect("answered"), 201);
    let log = log.take();
    assert_eq!(log.iter().filter(|what| *what == "a told").count(), 200);
    assert_eq!(log.last().map(String::as_str), Some("a post_stop"));
    assert_eq!(system.dead_letters(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_parent_that_drains_still_talks_to_its_children_and_they_drain_too() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let parent = subject(&system, "p", &log).await;
    let kid = spawn_child(&parent, "kid", Subject::new(&log)).await;
    settle().await;
    let held = hold(&parent).await;
    let asked = begin(&parent, move |_| {
        Box::pin(async move {
            kid.say("told").try_tell().expect("the child runs");
            kid.say("asked").await
        })
    });
    log.take();
    let stop = parent.shutdown();
    held.release();
    soon(asked).await.expect("drained").expect("answered");
    soon(stop).await.expect("stops");
    assert_eq!(
        log.take(),
        ["kid told", "kid asked", "kid post_stop", "p post_stop"]
    );
}

/// However many senders there are, each message is handled or given back.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_message_gets_lost_between_senders_and_a_stop() {
    #[actor]
    struct Counter(Arc<AtomicUsize>);

    #[actor]
    impl Counter {
        #[handler]
        fn count(&self) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    let system = ActorSystem::new("test");
    for round in 0..200 {
        let handled = Arc::new(AtomicUsize::new(0));
        let spawn = system.spawn(format!("a-{round}"), Counter(Arc::clone(&handled)));
        let actor = spawn.await.expect("starts");
        let accepted = Arc::new(AtomicUsize::new(0));
        let senders: Vec<_> = (0..4)
            .map(|_| {
                let (actor, accepted) = (actor.clone(), Arc::clone(&accepted));
                tokio::spawn(async move {
                    loop {
                        match actor.count().tell().await {
                            Ok(()) => accepted.fetch_add(1, Ordering::Relaxed),
                            Err(SendError::NotRunning { .. }) => return,
                            Err(error) => panic!("{error:?}"),
                        };
                        match actor.count().await {
                            Ok(()) => accepted.fetch_add(1, Ordering::Relaxed),
                            Err(AskError::NotRunning { .. }) => return,
                            Err(error) => panic!("{error:?}"),
                        };
                    }
                })
            })
            .collect();
        while accepted.load(Ordering::Relaxed) < 20 {
            tokio::task::yield_now().await;
        }
        in_real_time(actor.shutdown()).await.expect("stops");
        for sender in senders {
            in_real_time(sender).await.expect("no panic");
        }
        assert_eq!(
            handled.load(Ordering::Relaxed),
            accepted.load(Ordering::Relaxed)
        );
    }
}

#[tokio::test(start_paused = true)]
async fn an_actor_that_stops_itself_finishes_its_handler_and_what_it_had_accepted() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = subject(&system, "a", &log).await;
    let held = hold(&actor).await;
    let after = log.clone();
    let stopping = begin(&actor, move |ctx| {
        Box::pin(async move {
            ctx.stop();
            tokio::task::yield_now().await;
            after.note("the handler goes on");
        })
    });
    actor.say("behind").try_tell().expect("it runs");
    log.take();
    held.release();
    soon(stopping).await.expect("not cut off");
    soon(actor.ended()).await.expect("stops");
    assert_eq!(
        log.take(),
        ["the handler goes on", "a behind", "a post_stop"]
    );
}

// === Children ===

#[tokio::test(start_paused = true)]
async fn all_children_stop_at_once_and_the_parent_waits_for_the_slowest() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let parent = subject(&system, "p", &log).await;
    let gates = [Gate::new(), Gate::new(), Gate::new()];
    for (name, gate) in ["a", "b", "c"].into_iter().zip(&gates) {
        spawn_child(&parent, name, Subject::silent().post_stop_at(gate)).await;
    }
    log.take();
    let stop = tokio::spawn(parent.shutdown());
    for gate in &gates {
        gate.reached().await;
    }
    for gate in &gates {
        settle().await;
        assert!(
            log.take().is_empty(),
            "the parent has not come to its `post_stop`"
        );
        gate.open();
    }
    soon(stop).await.expect("no panic").expect("stops");
    assert_eq!(log.take(), ["p post_stop"]);
}

#[tokio::test(start_paused = true)]
async fn a_child_that_is_busy_finishes_first() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let parent = subject(&system, "p", &log).await;
    let kid = spawn_child(&parent, "kid", Subject::new(&log)).await;
    kid.stay(gate.clone()).try_tell().expect("taken");
    kid.say("queued").try_tell().expect("taken");
    gate.reached().await;
    log.take();
    let stop = parent.shutdown();
    settle().await;
    assert!(log.take().is_empty());
    gate.open();
    soon(stop).await.expect("stops");
    assert_eq!(
        log.take(),
        ["kid goes on", "kid queued", "kid post_stop", "p post_stop"]
    );
}

#[tokio::test(start_paused = true)]
async fn children_that_are_suspended_or_wait_for_a_restart_end_as_well() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let parent = subject(&system, "p", &log).await;
    let (held, waits) = inside(&parent, |ctx| {
        Box::pin(async move {
            let held = ctx
                .spawn_child("held", Subject::silent())
                .supervision(Directive::Suspend);
            let waits = ctx.spawn_child("waits", Subject::silent());
            (held.await.expect("starts"), waits.await.expect("starts"))
        })
    })
    .await;
    for kid in [&held, &waits] {
        let _ = soon(kid.fail(Fault::msg("no"))).await;
        assert!(kid.is_suspended());
    }
    soon(parent.shutdown()).await.expect("stops");
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert!(!held.is_suspended() && !waits.is_running() && waits.restart_count() == 0);
}

#[tokio::test(start_paused = true)]
async fn ten_thousand_children_end_with_their_parent() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let parent = subject(&system, "p", &log).await;
    let kids = inside(&parent, |ctx| {
        Box::pin(async move {
            let mut kids = Vec::new();
            for n in 0..10_000 {
                let kid = ctx.spawn_child(format!("kid-{n}"), Plain::default()).await;
                kids.push(kid.expect("starts"));
            }
            kids
        })
    })
    .await;
    soon(parent.shutdown()).await.expect("stops");
    for kid in kids {
        assert!(!kid.is_running());
        soon(kid.ended()).await.expect("has ended");
    }
}

// === post_stop ===

#[tokio::test(start_paused = true)]
async fn the_stop_resolves_only_after_post_stop() {
    let (system, gate) = (ActorSystem::new("test"), Gate::new());
    let subject = Subject::silent().post_stop_at(&gate);
    let alive = subject.alive();
    let actor = soon(system.spawn("a", subject)).await.expect("starts");
    let stop = tokio::spawn(actor.shutdown());
    gate.reached().await;
    settle().await;
    assert!(!stop.is_finished());
    assert_eq!(alive.strong_count(), 1);
    gate.open();
    soon(stop).await.expect("no panic").expect("stops");
    assert_eq!(alive.strong_count(), 0);
}

/// Logged and published, and no more.
#[tokio::test(start_paused = true)]
async fn a_post_stop_that_fails_or_panics_does_not_keep_the_stop_from_completing() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let watcher = subject(&system, "w", &log).await;
    let failing =
        Subject::silent().on_post_stop(|_| Box::pin(async { Err(Fault::msg("the disk is full")) }));
    let panicking = Subject::silent().on_post_stop(|_| Box::pin(async { panic!("oh") }));
    for (value, says) in [(failing, "the disk is full"), (panicking, "panicked: oh")] {
        let mut recorder = Recorder::new(&system);
        let actor = soon(system.spawn("a", value)).await.expect("starts");
        watch(&watcher, &actor).await;
        log.take();
        soon(actor.shutdown()).await.expect("stops all the same");
        settle().await;
        assert_eq!(log.take(), ["w terminated a"]);
        let names = recorder.names_of(actor.path());
        assert_eq!(
            names,
            [
                "ActorStarted",
                "ActorStopping",
                "PostStopFailed",
                "ActorStopped"
            ]
        );
        let failed = recorder.all().iter().find_map(|event| match &event.kind {
            EventKind::PostStopFailed { fault } => Some(fault.to_string()),
            _ => None,
        });
        assert_eq!(failed.as_deref(), Some(says));
    }
}

#[tokio::test(start_paused = true)]
async fn a_destructor_that_panics_does_not_keep_the_stop_from_completing() {
    #[actor]
    struct Bomb;

    #[actor]
    impl Bomb {
        #[handler]
        fn tick(&self) {}
    }

    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("in the destructor");
        }
    }

    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let actor = soon(system.spawn("a", Bomb)).await.expect("starts");
    soon(actor.tick()).await.expect("answered");
    soon(actor.shutdown()).await.expect("stops all the same");
    assert_eq!(
        recorder.names_of(actor.path()),
        ["ActorStarted", "ActorStopping", "ActorStopped"]
    );
    soon(system.spawn("a", Plain::default()))
        .await
        .expect("the name is free");
}

/// So that `post_stop` finds nothing of its own still at work.
#[tokio::test(start_paused = true)]
async fn the_tasks_of_an_actor_are_gone_when_post_stop_runs() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let token = Arc::new(());
    let (seen, left) = (log.clone(), Arc::downgrade(&token));
    let subject = Subject::silent().on_post_stop(move |_| {
        seen.note(format!("left: {}", left.strong_count()));
        Box::pin(async { Ok(()) })
    });
    let actor = soon(system.spawn("a", subject)).await.expect("starts");
    inside(&actor, move |ctx| {
        Box::pin(async move {
            ctx.spawn(async move {
                let _token = token;
                std::future::pending::<()>().await;
            })
        })
    })
    .await
    .expect("it runs");
    soon(actor.shutdown()).await.expect("stops");
    assert_eq!(log.take(), ["left: 0"]);
}

// === Again, and when there is nothing to stop ===

#[tokio::test(start_paused = true)]
async fn a_second_stop_joins_the_first() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let mut recorder = Recorder::new(&system);
    let actor = soon(system.spawn("a", Subject::new(&log).post_stop_at(&gate)));
    let actor = actor.await.expect("starts");
    let first = tokio::spawn(actor.shutdown());
    gate.reached().await;
    let second = tokio::spawn(actor.shutdown());
    let third = tokio::spawn(actor.ended());
    settle().await;
    assert!(!first.is_finished() && !second.is_finished() && !third.is_finished());
    gate.open();
    for stop in [first, second, third] {
        soon(stop).await.expect("no panic").expect("stops");
    }
    assert_eq!(log.take(), ["a pre_start", "a post_start", "a post_stop"]);
    assert_eq!(
        recorder.names_of(actor.path()),
        ["ActorStarted", "ActorStopping", "ActorStopped"]
    );
}

#[tokio::test(start_paused = true)]
async fn every_order_to_an_actor_that_has_ended_resolves_at_once() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, "a", &log).await;
    soon(actor.shutdown()).await.expect("stops");
    log.take();
    for order in [
        actor.shutdown(),
        actor.stop_now(),
        actor.kill(),
        actor.ended(),
    ] {
        soon(order).await.expect("nothing to do");
    }
    assert!(matches!(
        actor.poison_pill(),
        Err(SendError::NotRunning { .. })
    ));
    let restarted = soon(actor.restart()).await;
    assert!(matches!(restarted, Err(RestartError::NotRunning { .. })));
    assert!(!soon(actor.reinstate()).await);
    settle().await;
    assert!(log.take().is_empty());
    assert_eq!(
        recorder.names_of(actor.path()),
        ["ActorStarted", "ActorStopping", "ActorStopped"]
    );
}

#[tokio::test(start_paused = true)]
async fn a_stop_goes_on_when_nobody_waits_for_it() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = subject(&system, "a", &log).await;
    drop(actor.shutdown());
    soon(actor.ended()).await.expect("stops");
    assert_eq!(log.take(), ["a pre_start", "a post_start", "a post_stop"]);
}

#[tokio::test(start_paused = true)]
async fn waiting_for_an_end_does_not_bring_it_about() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = subject(&system, "a", &log).await;
    let ended = tokio::spawn(actor.ended());
    settle().await;
    assert!(actor.is_running() && !ended.is_finished());
    soon(actor.shutdown()).await.expect("stops");
    soon(ended).await.expect("no panic").expect("ended");
}

/// Each waiter is in a list with others; one that gives up must leave its own place, also when the list is a new one.
#[tokio::test(start_paused = true)]
async fn a_waiter_that_gives_up_takes_no_other_along() {
    let (system, gate) = (ActorSystem::new("test"), Gate::new());
    let (give, taken) = tokio::sync::oneshot::channel();
    let (mut give, at) = (Some(give), gate.clone());
    let subject = Subject::silent().on_pre_start(move |ctx| {
        let (me, give, at) = (ctx.myself(), give.take(), at.clone());
        Box::pin(async move {
            if let Some(give) = give {
                assert!(give.send(me).is_ok(), "the test waits for it");
            }
            at.wait().await;
            Ok(())
        })
    });
    let spawn = tokio::spawn(system.spawn("a", subject).into_future());
    let actor = soon(taken).await.expect("given");
    let mut early: Vec<_> = (0..4).map(|_| actor.ended()).collect();
    for waiter in &mut early {
        let now = std::future::poll_fn(|cx| Poll::Ready(Pin::new(&mut *waiter).poll(cx))).await;
        assert!(now.is_pending());
    }
    gate.open();
    soon(spawn).await.expect("no panic").expect("starts");
    let late: Vec<_> = (0..4).map(|_| tokio::spawn(actor.ended())).collect();
    settle().await;
    drop(early);
    soon(actor.shutdown()).await.expect("stops");
    for waiter in late {
        soon(waiter).await.expect("no panic").expect("ended");
    }
}

/// A handle neither keeps an actor alive nor stops it when it goes.
#[tokio::test(start_paused = true)]
async fn dropping_all_handles_stops_nothing() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    drop(subject(&system, "a", &log).await);
    settle().await;
    let actor = system.actor_of::<Subject>("a").expect("still there");
    soon(actor.say("hello")).await.expect("answered");
}

// === Suspended ===

/// Its loop does not run, so nothing queued is handled; but all of it is accounted for.
#[tokio::test(start_paused = true)]
async fn stopping_a_suspended_actor_dead_letters_what_it_had_and_tells_the_askers() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let watcher = subject(&system, "w", &log).await;
    let spawn = system
        .spawn("a", Subject::new(&log))
        .supervision(Directive::Suspend);
    let actor = soon(spawn).await.expect("starts");
    watch(&watcher, &actor).await;
    inside(&actor, |ctx| {
        Box::pin(async move {
            ctx.stash(SubjectMsg::say("stashed"))
                .expect("there is room");
        })
    })
    .await;
    let held = hold(&actor).await;
    actor.fail(Fault::msg("no")).try_tell().expect("it runs");
    actor.say("told").try_tell().expect("it runs");
    let ask = tokio::spawn({
        let actor = actor.clone();
        async move { actor.say("asked").await }
    });
    settle().await;
    held.release();
    settle().await;
    assert!(actor.is_suspended());
    log.take();

    soon(actor.shutdown()).await.expect("stops");
    let asked = soon(ask)
        .await
        .expect("no panic")
        .expect_err("it never ran");
    assert!(matches!(&asked, AskError::Discarded { .. }) && asked.never_ran());
    settle().await;
    assert_eq!(log.take(), ["a post_stop", "w terminated a"]);
    let lost = recorder.lost(actor.path());
    assert_eq!(lost.get(&actor_core::DeadLetterReason::Stopped), Some(&2));
    assert_eq!(
        lost.get(&actor_core::DeadLetterReason::StashDisposed),
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
}

#[tokio::test(start_paused = true)]
async fn what_is_stashed_at_the_end_becomes_a_dead_letter_and_its_asker_is_told() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, "a", &log).await;
    inside(&actor, |ctx| {
        Box::pin(async move { ctx.become_(common::SubjectBehavior::Waiting) })
    })
    .await;
    let ask = tokio::spawn({
        let actor = actor.clone();
        async move { actor.later("waits").await }
    });
    settle().await;
    soon(actor.shutdown()).await.expect("stops");
    let asked = soon(ask)
        .await
        .expect("no panic")
        .expect_err("it never ran");
    assert!(matches!(asked, AskError::Discarded { .. }), "{asked:?}");
    assert_eq!(recorder.count(DeadLetterReason::StashDisposed), 1);
}

// === Failing while it drains ===

#[tokio::test(start_paused = true)]
async fn a_fault_while_draining_ends_the_drain_and_not_the_stop() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, "a", &log).await;
    let held = hold(&actor).await;
    actor.say("before").try_tell().expect("it runs");
    actor.boom("no").try_tell().expect("it runs");
    actor.say("after").try_tell().expect("it runs");
    log.take();
    let stop = actor.shutdown();
    held.release();
    soon(stop).await.expect("stops");
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(log.take(), ["a before", "a post_stop"], "no restart either");
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
            "ActorStopping",
            "ActorSuspended",
            "ActorStopped"
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn a_fault_that_is_resumed_while_draining_is_passed_over() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let spawn = system
        .spawn("a", Subject::new(&log))
        .supervision(Directive::Resume);
    let actor = soon(spawn).await.expect("starts");
    let held = hold(&actor).await;
    actor.fail(Fault::msg("no")).try_tell().expect("it runs");
    actor.say("after").try_tell().expect("it runs");
    log.take();
    let stop = actor.shutdown();
    held.release();
    soon(stop).await.expect("stops");
    assert_eq!(log.take(), ["a after", "a post_stop"]);
    assert_eq!(
        recorder.names_of(actor.path()),
        [
            "ActorStarted",
            "ActorStopping",
            "ActorResumed",
            "ActorStopped"
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn a_stopping_actor_is_not_restarted_and_not_reinstated() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = subject(&system, "a", &log).await;
    let held = hold(&actor).await;
    let stop = actor.shutdown();
    let restart = soon(actor.restart()).await;
    assert!(
        matches!(restart, Err(RestartError::NotRunning { .. })),
        "{restart:?}"
    );
    assert!(!soon(actor.reinstate()).await);
    held.release();
    soon(stop).await.expect("stops");
    assert_eq!(log.take(), ["a pre_start", "a post_start", "a post_stop"]);
}

/// The stop is ordered by a handler that then fails: it is the stop that counts.
#[tokio::test(start_paused = true)]
async fn a_stop_ordered_before_a_failure_is_carried_out() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let gate = Gate::new();
    let actor = subject(&system, "a", &log).await;
    let at = gate.clone();
    drop(begin(&actor, move |_| {
        Box::pin(async move {
            at.wait().await;
            panic!("no")
        })
    }));
    gate.reached().await;
    let stop = actor.shutdown();
    gate.open();
    soon(stop).await.expect("stops");
    assert_eq!(log.take(), ["a pre_start", "a post_start", "a post_stop"]);
}

// === The poison pill ===

/// What was sent behind it was accepted before it was taken.
#[tokio::test(start_paused = true)]
async fn a_pill_waits_its_turn_and_all_that_was_accepted_is_handled() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, "a", &log).await;
    let held = hold(&actor).await;
    actor.say("1").try_tell().expect("it runs");
    actor.poison_pill().expect("it runs");
    actor
        .say("2")
        .try_tell()
        .expect("it has not come to the pill");
    settle().await;
    assert!(actor.is_running());
    log.take();
    held.release();
    soon(actor.ended()).await.expect("stops");
    assert_eq!(log.take(), ["a 1", "a 2", "a post_stop"]);
    assert_eq!(stop_reason(&mut recorder, &actor), [StopReason::Shutdown]);
    assert_eq!(system.dead_letters(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_second_pill_does_nothing_more() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, "a", &log).await;
    let held = hold(&actor).await;
    for _ in 0..3 {
        actor.poison_pill().expect("it runs");
    }
    held.release();
    soon(actor.ended()).await.expect("stops");
    assert_eq!(log.take(), ["a pre_start", "a post_start", "a post_stop"]);
    assert_eq!(
        recorder.names_of(actor.path()),
        ["ActorStarted", "ActorStopping", "ActorStopped"]
    );
}

#[tokio::test(start_paused = true)]
async fn a_pill_needs_no_room_and_takes_none() {
    let system = ActorSystem::new("test");
    let full = Mailbox::bounded(1).overflow(Overflow::Reject);
    let actor = soon(system.spawn("a", Subject::silent()).mailbox(full))
        .await
        .expect("starts");
    let held = hold(&actor).await;
    actor.poison_pill().expect("it takes no room");
    actor
        .say("fills it")
        .try_tell()
        .expect("there is room for one");
    actor.say("too much").try_tell().expect_err("full");
    actor.poison_pill().expect("it needs no room");
    assert_eq!(actor.queued(), 1);
    held.release();
    soon(actor.ended()).await.expect("stops");
}

#[tokio::test(start_paused = true)]
async fn a_pill_to_an_actor_that_does_not_run_is_refused_and_is_no_dead_letter() {
    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let spawn = system
        .spawn("a", Subject::silent())
        .supervision(Directive::Suspend);
    let actor = soon(spawn).await.expect("starts");
    let _ = soon(actor.fail(Fault::msg("no"))).await;
    assert!(matches!(
        actor.poison_pill(),
        Err(SendError::Suspended { .. })
    ));
    soon(actor.shutdown()).await.expect("stops");
    assert!(matches!(
        actor.poison_pill(),
        Err(SendError::NotRunning { .. })
    ));
    assert!(recorder.dead_letters().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_pill_queued_before_a_suspension_is_taken_after_it() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let spawn = system
        .spawn("a", Subject::new(&log))
        .supervision(Directive::Suspend);
    let actor = soon(spawn).await.expect("starts");
    let held = hold(&actor).await;
    actor.fail(Fault::msg("no")).try_tell().expect("it runs");
    actor.say("kept").try_tell().expect("it runs");
    actor.poison_pill().expect("it runs");
    log.take();
    held.release();
    settle().await;
    assert!(actor.is_suspended());
    assert!(soon(actor.reinstate()).await);
    soon(actor.ended()).await.expect("stops");
    assert_eq!(log.take(), ["a kept", "a post_stop"]);
}

#[tokio::test(start_paused = true)]
async fn a_pill_queued_before_a_restart_is_taken_after_it() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = subject(&system, "a", &log).await;
    let held = hold(&actor).await;
    actor.say("kept").try_tell().expect("it runs");
    actor.poison_pill().expect("it runs");
    log.take();
    let restart = tokio::spawn({
        let actor = actor.clone();
        async move { actor.restart().await }
    });
    settle().await;
    held.release();
    soon(restart).await.expect("no panic").expect("restarts");
    soon(actor.ended()).await.expect("stops");
    assert_eq!(
        log.take(),
        [
            "a post_stop",
            "a pre_start",
            "a post_start",
            "a kept",
            "a post_stop"
        ]
    );
}

/// It is no message: neither counted as one, nor one a mailbox's own rule may drop.
#[tokio::test(start_paused = true)]
async fn a_pill_is_not_counted_and_not_dropped_for_a_newer_message() {
    let system = ActorSystem::new("test");
    let mailbox = Mailbox::bounded(1).overflow(Overflow::DropOldest);
    let actor = soon(system.spawn("a", Subject::silent()).mailbox(mailbox))
        .await
        .expect("starts");
    let held = hold(&actor).await;
    actor.poison_pill().expect("it runs");
    for text in ["1", "2", "3"] {
        actor.say(text).try_tell().expect("the oldest makes room");
    }
    let counted = tokio::spawn({
        let actor = actor.clone();
        async move { actor.say("last").await }
    });
    settle().await;
    held.release();
    assert_eq!(soon(counted).await.expect("no panic").expect("drained"), 1);
    soon(actor.ended()).await.expect("stops");
}

// === Waiting for an end in a handler ===

fn is_cycle(stopped: Result<(), ShutdownError>, path: &str) -> bool {
    matches!(stopped, Err(ShutdownError::Cycle { path: of }) if of == path)
}

#[tokio::test(start_paused = true)]
async fn an_actor_cannot_wait_for_its_own_end_but_it_ends() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    type Order = fn(&ActorRef) -> actor_core::Shutdown;
    let orders: [Order; 3] = [ActorRef::shutdown, ActorRef::stop_now, ActorRef::ended];
    for (at, order) in orders.into_iter().enumerate() {
        let actor = subject(&system, "a", &log).await;
        let waited = inside(&actor, move |ctx| {
            let me = ctx.myself();
            Box::pin(async move { order(&me).await })
        });
        assert!(is_cycle(waited.await, "test/a"));
        if at == 2 {
            settle().await;
            assert!(actor.is_running(), "`ended` orders nothing");
        } else {
            soon(actor.ended()).await.expect("stops");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn an_actor_cannot_wait_for_its_own_end_in_a_hook_either() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let seen = log.clone();
    let subject = Subject::silent().on_post_stop(move |ctx| {
        let (me, seen) = (ctx.myself(), seen.clone());
        Box::pin(async move {
            seen.note(format!(
                "refused: {}",
                is_cycle(me.shutdown().await, "test/a")
            ));
            Ok(())
        })
    });
    let actor = soon(system.spawn("a", subject)).await.expect("starts");
    soon(actor.shutdown()).await.expect("stops");
    assert_eq!(log.take(), ["refused: true"]);
}

/// The parent waits for the ends of its children, whatever is between them.
#[tokio::test(start_paused = true)]
async fn a_descendant_cannot_wait_for_the_end_of_an_ancestor_but_it_comes() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    for deep in [false, true] {
        let parent = subject(&system, "p", &log).await;
        let mut kid = spawn_child(&parent, "kid", Subject::new(&log)).await;
        if deep {
            kid = spawn_child(&kid, "grandkid", Subject::new(&log)).await;
        }
        let above = parent.clone();
        let waited = inside(&kid, move |_| {
            Box::pin(async move { above.shutdown().await })
        });
        assert!(is_cycle(waited.await, "test/p"));
        soon(parent.ended()).await.expect("stops");
    }
}

#[tokio::test(start_paused = true)]
async fn a_parent_may_wait_for_the_end_of_its_child() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let parent = subject(&system, "p", &log).await;
    let kid = spawn_child(&parent, "kid", Subject::new(&log)).await;
    let waited = inside(&parent, move |_| {
        Box::pin(async move { kid.shutdown().await })
    });
    waited.await.expect("stops");
    assert!(parent.is_running());
}

/// At least one of them sees that they wait for each other, and waits no more.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_actors_that_stop_each_other_both_end() {
    let system = ActorSystem::new("test");
    for round in 0..500 {
        let spawn = |name: &str| system.spawn(format!("{name}-{round}"), Subject::silent());
        let (a, b) = (
            spawn("a").await.expect("starts"),
            spawn("b").await.expect("starts"),
        );
        let both_are_in = Arc::new(Barrier::new(2));
        let stop_in = |inside: &SubjectHandle, target: &SubjectHandle| {
            let (target, both_are_in) = (target.clone(), Arc::clone(&both_are_in));
            begin(inside, move |_| {
                Box::pin(async move {
                    both_are_in.wait().await;
                    target.shutdown().await
                })
            })
        };
        let (of_b, of_a) = (stop_in(&a, &b), stop_in(&b, &a));
        let of_b = in_real_time(of_b).await.expect("not cut off");
        let of_a = in_real_time(of_a).await.expect("not cut off");
        assert!(of_a.is_err() || of_b.is_err());
        in_real_time(a.ended()).await.expect("ends");
        in_real_time(b.ended()).await.expect("ends");
    }
}

/// The stopping parent refuses the question instead of leaving it unanswered.
#[tokio::test(start_paused = true)]
async fn a_child_that_asks_its_stopping_parent_gets_an_error_at_once() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let parent = subject(&system, "p", &log).await;
    let kid = spawn_child(&parent, "kid", Subject::new(&log)).await;
    let (gate, above) = (Gate::new(), parent.clone());
    let at = gate.clone();
    let asked = begin(&kid, move |_| {
        Box::pin(async move {
            at.wait().await;
            above.say("?").no_timeout().await
        })
    });
    gate.reached().await;
    let stop = parent.shutdown();
    settle().await;
    gate.open();
    let asked = soon(asked)
        .await
        .expect("not cut off")
        .expect_err("it stops");
    assert!(matches!(asked, AskError::NotRunning { .. }), "{asked:?}");
    soon(stop).await.expect("stops");
}

#[tokio::test(start_paused = true)]
async fn a_question_accepted_before_the_stop_is_answered_while_the_asker_is_a_child() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let parent = subject(&system, "p", &log).await;
    let kid = spawn_child(&parent, "kid", Subject::new(&log)).await;
    let held = hold(&parent).await;
    let above = parent.clone();
    let asked = begin(&kid, move |_| {
        Box::pin(async move { above.say("?").no_timeout().await })
    });
    settle().await;
    let stop = parent.shutdown();
    held.release();
    soon(asked).await.expect("not cut off").expect("answered");
    soon(stop).await.expect("stops");
}

// === Other causes and details ===

#[tokio::test(start_paused = true)]
async fn a_stop_cancels_a_restart_that_is_due() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = subject(&system, "a", &log).await;
    let _ = soon(actor.fail(Fault::msg("no"))).await;
    assert!(actor.is_suspended(), "in its back-off");
    soon(actor.shutdown()).await.expect("stops at once");
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!(log.take(), ["a pre_start", "a post_start", "a post_stop"]);
    assert_eq!(actor.restart_count(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_stop_during_post_start_waits_for_it_and_then_drains() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let actor = soon(system.spawn("a", Subject::new(&log).post_start_at(&gate)));
    let actor = actor.await.expect("starts");
    gate.reached().await;
    actor.say("accepted").try_tell().expect("it runs");
    let stop = actor.shutdown();
    gate.open();
    soon(stop).await.expect("stops");
    assert_eq!(
        log.take(),
        ["a pre_start", "a post_start", "a accepted", "a post_stop"]
    );
}

#[tokio::test(start_paused = true)]
async fn a_watcher_learns_why() {
    let system = ActorSystem::new("test");
    let mut probe = Probe::<u8>::new(&system).await;
    let log = Log::new();
    let actor = subject(&system, "a", &log).await;
    probe.watch(&actor).await;
    let stop = actor.shutdown();
    let gone = probe.expect_terminated(&actor).await;
    assert_eq!(
        (gone.reason(), gone.path()),
        (StopReason::Shutdown, actor.path())
    );
    soon(stop).await.expect("stops");
}

/// Messages are named in errors and dead letters as their handlers are.
#[test]
fn a_message_is_named_after_its_handler() {
    assert_eq!(SubjectMsg::say("x").name(), "say");
}
