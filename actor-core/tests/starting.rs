//! How an actor comes to be: `pre_start`, registration, `PostStart`, and what is left when that goes wrong: nothing.

mod common;

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::task::Poll;
use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::{Recorder, settle};
use actor_core::{Spawn, SystemError};
use tokio::task::JoinHandle;

use common::{
    Gate, Log, Plain, Subject, SubjectHandle, begin, in_real_time, inside, soon, spawn_child,
};

/// Spawns beside the test, which goes on while `pre_start` runs.
fn spawning(spawn: Spawn<SubjectHandle>) -> JoinHandle<Result<SubjectHandle, SpawnError>> {
    tokio::spawn(spawn.into_future())
}

// === The order ===

#[tokio::test(start_paused = true)]
async fn a_start_is_pre_start_then_post_start_then_messages() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = soon(system.spawn("a", Subject::new(&log)))
        .await
        .expect("starts");
    soon(actor.say("hello")).await.expect("answered");
    assert_eq!(log.take(), ["a pre_start", "a post_start", "a hello"]);
}

#[tokio::test(start_paused = true)]
async fn while_pre_start_runs_the_actor_is_not_there() {
    let (system, gate) = (ActorSystem::new("test"), Gate::new());
    let mut recorder = Recorder::new(&system);
    let spawn = spawning(system.spawn("a", Subject::silent().pre_start_at(&gate)));
    gate.reached().await;
    settle().await;
    assert!(matches!(
        system.actor_of::<Subject>("a"),
        Err(LookupError::NotFound { .. })
    ));
    assert!(system.actors().is_empty());
    assert!(recorder.all().is_empty(), "nothing is announced");
    assert!(!spawn.is_finished());
    gate.open();
    let actor = soon(spawn).await.expect("no panic").expect("starts");
    assert!(actor.is_running());
    assert_eq!(
        system.actor_of::<Subject>("a").expect("found").path(),
        actor.path()
    );
}

/// There is no deadline for a start.
#[tokio::test(start_paused = true)]
async fn pre_start_may_take_as_long_as_it_takes() {
    let system = ActorSystem::new("test");
    let slow = Subject::silent().on_pre_start(|_| {
        Box::pin(async {
            tokio::time::sleep(Duration::from_secs(24 * 3600)).await;
            Ok(())
        })
    });
    system.spawn("a", slow).await.expect("starts");
}

#[tokio::test(start_paused = true)]
async fn the_start_is_announced_before_post_start_is_handled() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut events = system.events().subscribe();
    let seen = log.clone();
    let subject = Subject::new(&log).on_post_start(move |_| {
        while let Some(event) = events.try_recv() {
            seen.note(event.kind.name());
        }
        Box::pin(async { Ok(()) })
    });
    soon(system.spawn("a", subject)).await.expect("starts");
    settle().await;
    assert_eq!(log.take(), ["a pre_start", "a post_start", "ActorStarted"]);
}

#[tokio::test(start_paused = true)]
async fn a_child_is_announced_as_started_and_then_as_a_child() {
    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let parent = soon(system.spawn("p", Subject::silent()))
        .await
        .expect("starts");
    let kid = spawn_child(&parent, "kid", Subject::silent()).await;
    assert_eq!(recorder.names_of(parent.path()), ["ActorStarted"]);
    assert_eq!(
        recorder.names_of(kid.path()),
        ["ActorStarted", "ActorChildCreated"]
    );
}

#[tokio::test(start_paused = true)]
async fn an_actor_can_be_found_in_its_own_post_start() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let seen = log.clone();
    let subject = Subject::silent().on_post_start(move |ctx| {
        let found = ctx.system().actor_of::<Subject>("a");
        seen.note(if found.is_ok_and(|a| a.is_running()) {
            "found"
        } else {
            "missing"
        });
        Box::pin(async { Ok(()) })
    });
    soon(system.spawn("a", subject)).await.expect("starts");
    settle().await;
    assert_eq!(log.take(), ["found"]);
}

// === PostStart is the first message ===

#[tokio::test(start_paused = true)]
async fn post_start_comes_before_what_was_sent_during_pre_start() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let (give, taken) = tokio::sync::oneshot::channel();
    let (mut give, at) = (Some(give), gate.clone());
    let subject = Subject::new(&log).on_pre_start(move |ctx| {
        let me = ctx.myself();
        let (give, at) = (give.take(), at.clone());
        Box::pin(async move {
            me.say("from itself").try_tell()?;
            if let Some(give) = give {
                assert!(give.send(me).is_ok(), "the test waits for it");
            }
            at.wait().await;
            Ok(())
        })
    });
    let spawn = spawning(system.spawn("a", subject));
    let handle = soon(taken).await.expect("given");
    gate.reached().await;
    handle
        .say("from outside")
        .try_tell()
        .expect("kept for later");
    handle.poison_pill().expect("kept for later");
    gate.open();
    let actor = soon(spawn).await.expect("no panic").expect("starts");
    soon(actor.ended()).await.expect("ends by the pill");
    assert_eq!(
        log.take(),
        [
            "a pre_start",
            "a post_start",
            "a from itself",
            "a from outside",
            "a post_stop"
        ]
    );
}

/// A child of `pre_start` that is gone before its parent runs is the earliest a signal can be.
#[tokio::test(start_paused = true)]
async fn post_start_comes_before_terminated() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let subject = Subject::new(&log).on_pre_start(|ctx| {
        Box::pin(async move {
            let kid = ctx.spawn_child("kid", Plain::default()).await?;
            ctx.watch(&kid);
            kid.shutdown().await?;
            Ok(())
        })
    });
    soon(system.spawn("a", subject)).await.expect("starts");
    settle().await;
    assert_eq!(
        log.take(),
        ["a pre_start", "a post_start", "a terminated kid"]
    );
}

#[tokio::test(start_paused = true)]
async fn post_start_comes_before_a_childs_failure() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let subject = Subject::new(&log).on_pre_start(|ctx| {
        Box::pin(async move {
            let kid = ctx
                .spawn_child("kid", Plain::default())
                .supervision(Directive::Escalate);
            let _ = kid.await?.fail().await;
            Ok(())
        })
    });
    soon(system.spawn("a", subject)).await.expect("starts");
    settle().await;
    assert_eq!(
        log.take(),
        [
            "a pre_start",
            "a post_start",
            "a panic_signal kid: as it was told"
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn post_start_comes_before_a_stop_that_was_ordered_at_once() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let actor = soon(system.spawn("a", Subject::new(&log)))
        .await
        .expect("starts");
    soon(actor.shutdown()).await.expect("stops");
    assert_eq!(log.take(), ["a pre_start", "a post_start", "a post_stop"]);
}

/// An actor without `pre_start` is there before its task has run, so the order is there first.
#[tokio::test(start_paused = true)]
async fn post_start_comes_before_a_stop_that_was_ordered_before_the_task_ran() {
    #[actor]
    struct Quick(Log);

    #[actor]
    impl Quick {
        #[on(PostStart)]
        fn started(&self) {
            self.0.note("post_start");
        }

        #[on(PostStop)]
        fn stopped(&self) {
            self.0.note("post_stop");
        }
    }

    let (system, log) = (ActorSystem::new("test"), Log::new());
    for order in [ActorRef::shutdown, ActorRef::stop_now] {
        let actor = soon(system.spawn("a", Quick(log.clone())))
            .await
            .expect("starts");
        soon(order(&actor)).await.expect("stops");
        assert_eq!(log.take(), ["post_start", "post_stop"]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_full_mailbox_does_not_keep_post_start_out() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let subject = Subject::new(&log).on_pre_start(|ctx| {
        let me = ctx.myself();
        Box::pin(async move {
            me.say("fills it").try_tell()?;
            Ok(())
        })
    });
    let spawn = system
        .spawn("a", subject)
        .mailbox(Mailbox::bounded(1).overflow(Overflow::Reject));
    soon(spawn).await.expect("starts");
    settle().await;
    assert_eq!(log.take(), ["a pre_start", "a post_start", "a fills it"]);
}

/// Waiting in `pre_start` for room in one's own mailbox would be waiting for oneself.
#[tokio::test(start_paused = true)]
async fn an_actor_that_fills_its_own_mailbox_in_pre_start_starts_all_the_same() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let seen = log.clone();
    let subject = Subject::new(&log).on_pre_start(move |ctx| {
        let (me, seen) = (ctx.myself(), seen.clone());
        Box::pin(async move {
            me.say("first").tell().await?;
            let second = me.say("second").tell().await;
            seen.note(format!("{second:?}"));
            Ok(())
        })
    });
    soon(system.spawn("a", subject).mailbox(Mailbox::bounded(1)))
        .await
        .expect("starts");
    settle().await;
    assert_eq!(
        log.take(),
        [
            "a pre_start",
            "Err(Cycle(test/a))",
            "a post_start",
            "a first"
        ]
    );
}

/// A mailbox that is full before the actor has started, with senders in line for it, holds up nothing.
#[tokio::test(start_paused = true)]
async fn senders_that_wait_for_room_during_pre_start_are_let_in_afterwards() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let (give, taken) = tokio::sync::oneshot::channel();
    let (mut give, at) = (Some(give), gate.clone());
    let subject = Subject::new(&log).on_pre_start(move |ctx| {
        let (me, give, at) = (ctx.myself(), give.take(), at.clone());
        Box::pin(async move {
            if let Some(give) = give {
                assert!(give.send(me).is_ok(), "the test waits for it");
            }
            at.wait().await;
            Ok(())
        })
    });
    let spawn = spawning(system.spawn("a", subject).mailbox(Mailbox::bounded(1)));
    let handle = soon(taken).await.expect("given");
    gate.reached().await;
    let senders: Vec<_> = ["1", "2", "3"]
        .into_iter()
        .map(|text| {
            let handle = handle.clone();
            tokio::spawn(async move { handle.say(text).tell().await.is_ok() })
        })
        .collect();
    settle().await;
    gate.open();
    soon(spawn).await.expect("no panic").expect("starts");
    for sender in senders {
        assert!(soon(sender).await.expect("no panic"));
    }
    settle().await;
    assert_eq!(
        log.take(),
        ["a pre_start", "a post_start", "a 1", "a 2", "a 3"]
    );
}

// === A start that fails ===

#[tokio::test(start_paused = true)]
async fn what_pre_start_fails_with_reaches_the_spawner() {
    let system = ActorSystem::new("test");
    let subject = Subject::silent().on_pre_start(|_| {
        Box::pin(async { Err(io::Error::from(io::ErrorKind::AddrInUse).into()) })
    });
    let error = soon(system.spawn("a", subject)).await.expect_err("fails");
    let SpawnError::InitFailed { path, fault } = &error else {
        panic!("{error:?}");
    };
    assert_eq!(*path, "test/a");
    let cause = fault.downcast_ref::<io::Error>().expect("the cause itself");
    assert_eq!(cause.kind(), io::ErrorKind::AddrInUse);
    let source = std::error::Error::source(&error).expect("a source");
    assert!(source.is::<io::Error>());
}

#[tokio::test(start_paused = true)]
async fn a_panic_in_pre_start_is_a_failure_of_the_start() {
    let system = ActorSystem::new("test");
    let subject = Subject::silent().on_pre_start(|_| Box::pin(async { panic!("no table") }));
    let error = soon(system.spawn("a", subject)).await.expect_err("fails");
    let SpawnError::InitFailed { fault, .. } = &error else {
        panic!("{error:?}");
    };
    assert_eq!(
        fault.downcast_ref::<Panic>().expect("a panic").message(),
        "no table"
    );
    assert!(system.actor_of::<Subject>("a").is_err());
}

#[tokio::test(start_paused = true)]
async fn a_failed_start_is_announced_to_nobody_and_runs_no_other_hook() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let subject = Subject::new(&log).failing_pre_start(&[1]);
    let alive = subject.alive();
    soon(system.spawn("a", subject)).await.expect_err("fails");
    assert_eq!(alive.strong_count(), 0, "the value is dropped");
    settle().await;
    assert_eq!(
        log.take(),
        ["a pre_start"],
        "no `post_start`, no `post_stop`, no second try"
    );
    assert!(recorder.all().is_empty());
}

#[tokio::test(start_paused = true)]
async fn the_name_of_a_failed_start_is_free_at_once() {
    let system = ActorSystem::new("test");
    soon(system.spawn("a", Subject::silent().failing_pre_start(&[1])))
        .await
        .expect_err("fails");
    soon(system.spawn("a", Subject::silent()))
        .await
        .expect("the name is free");
}

#[tokio::test(start_paused = true)]
async fn messages_sent_during_a_start_that_fails_become_dead_letters() {
    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let subject = Subject::silent().on_pre_start(|ctx| {
        let me = ctx.myself();
        Box::pin(async move {
            me.say("in vain").try_tell()?;
            Err(Fault::msg("no"))
        })
    });
    let error = soon(system.spawn("a", subject)).await.expect_err("fails");
    let SpawnError::InitFailed { path, .. } = error else {
        panic!("{error:?}");
    };
    assert_eq!(
        recorder.lost(&path).into_iter().collect::<Vec<_>>(),
        [(actor_core::DeadLetterReason::Stopped, 1)]
    );
}

#[tokio::test(start_paused = true)]
async fn children_of_a_failed_pre_start_are_stopped() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let kid_log = log.clone();
    let subject = Subject::new(&log).on_pre_start(move |ctx| {
        let kid = Subject::new(&kid_log);
        Box::pin(async move {
            ctx.spawn_child("kid", kid).await?;
            Err(Fault::msg("no"))
        })
    });
    soon(system.spawn("a", subject)).await.expect_err("fails");
    assert_eq!(
        log.take(),
        [
            "a pre_start",
            "kid pre_start",
            "kid post_start",
            "kid post_stop"
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn a_factory_that_panics_is_a_failed_start() {
    let system = ActorSystem::new("test");
    let spawn = system.spawn_with("a", || -> Subject { panic!("no value") });
    let error = soon(spawn).await.expect_err("fails");
    assert!(
        matches!(&error, SpawnError::InitFailed { fault, .. } if fault.is_panic()),
        "{error:?}"
    );
    soon(system.spawn("a", Subject::silent()))
        .await
        .expect("the name is free");
}

/// Whatever becomes of spawns, the tree holds what runs, and values that do not run are dropped.
#[tokio::test(start_paused = true)]
async fn a_thousand_failed_and_refused_spawns_leave_nothing() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let holder = soon(system.spawn("taken", Subject::new(&log)))
        .await
        .expect("starts");
    let mut values = Vec::new();
    for round in 0..1000 {
        let failing = Subject::new(&log).failing_pre_start(&[1]);
        let (refused, kid) = (Subject::silent(), Subject::silent());
        values.extend([failing.alive(), refused.alive(), kid.alive()]);
        soon(system.spawn(format!("failing-{round}"), failing))
            .await
            .expect_err("fails");
        let error = soon(system.spawn("taken", refused))
            .await
            .expect_err("the name is taken");
        assert!(matches!(error, SpawnError::NameTaken { .. }));
        let bad = inside(&holder, |ctx| {
            Box::pin(async move { ctx.spawn_child("-", kid).await })
        });
        assert!(matches!(bad.await, Err(SpawnError::InvalidName { .. })));
    }
    assert!(values.iter().all(|value| value.strong_count() == 0));
    assert_eq!(system.actors().len(), 1);
    assert_eq!(
        inside(&holder, |ctx| Box::pin(async move { ctx.children().len() })).await,
        0
    );
    for round in 0..1000 {
        soon(system.spawn(format!("failing-{round}"), Plain::default()))
            .await
            .expect("the name is free");
    }
}

// === A start that is cut off ===

#[tokio::test(start_paused = true)]
async fn a_spawn_does_nothing_until_it_is_awaited() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let subject = Subject::new(&log);
    let alive = subject.alive();
    drop(system.spawn("a", subject).into_future());
    settle().await;
    assert_eq!(alive.strong_count(), 0);
    assert!(log.take().is_empty());
    soon(system.spawn("a", Subject::silent()))
        .await
        .expect("the name was never taken");
}

#[tokio::test(start_paused = true)]
async fn a_spawn_dropped_during_pre_start_leaves_nothing() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let mut recorder = Recorder::new(&system);
    let subject = Subject::new(&log).pre_start_at(&gate);
    let alive = subject.alive();
    let spawn = spawning(system.spawn("a", subject));
    gate.reached().await;
    spawn.abort();
    settle().await;
    assert_eq!(alive.strong_count(), 0);
    assert_eq!(log.take(), ["a pre_start"]);
    assert!(recorder.all().is_empty());
    soon(system.spawn("a", Subject::silent()))
        .await
        .expect("the name is free");
}

/// By then it runs, and others may have found it: it is not cut off.
#[tokio::test(start_paused = true)]
async fn a_spawn_dropped_just_after_the_start_ends_the_actor_in_order() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let subject = Subject::new(&log).pre_start_at(&gate);
    let mut spawn = system.spawn("a", subject).into_future();
    let now = std::future::poll_fn(|cx| Poll::Ready(Pin::new(&mut spawn).poll(cx))).await;
    assert!(now.is_pending());
    gate.reached().await;
    gate.open();
    settle().await;
    let actor = system.actor_of::<Subject>("a").expect("it runs");
    drop(spawn);
    soon(actor.ended()).await.expect("ends");
    assert_eq!(log.take(), ["a pre_start", "a post_start", "a post_stop"]);
}

/// The actor asked to stop never started, so nobody is told; but `pre_start` has done its work, which is undone.
#[tokio::test(start_paused = true)]
async fn an_actor_stopped_during_its_pre_start_is_torn_down_after_it() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let mut recorder = Recorder::new(&system);
    let (give, taken) = tokio::sync::oneshot::channel();
    let (mut give, at) = (Some(give), gate.clone());
    let subject = Subject::new(&log).on_pre_start(move |ctx| {
        let (me, give, at) = (ctx.myself(), give.take(), at.clone());
        Box::pin(async move {
            if let Some(give) = give {
                assert!(give.send(me).is_ok(), "the test waits for it");
            }
            at.wait().await;
            Ok(())
        })
    });
    let spawn = spawning(system.spawn("a", subject));
    let handle = soon(taken).await.expect("given");
    gate.reached().await;
    let stop = tokio::spawn(handle.shutdown());
    settle().await;
    assert!(!stop.is_finished(), "the hook is not cut off");
    gate.open();
    soon(stop)
        .await
        .expect("no panic")
        .expect("nothing is left");
    let error = soon(spawn)
        .await
        .expect("no panic")
        .expect_err("did not start");
    assert!(matches!(error, SpawnError::Interrupted { .. }), "{error:?}");
    assert_eq!(log.take(), ["a pre_start", "a post_stop"]);
    assert!(recorder.all().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_kill_cuts_pre_start_off() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let (give, taken) = tokio::sync::oneshot::channel();
    let (mut give, at) = (Some(give), gate.clone());
    let subject = Subject::new(&log).on_pre_start(move |ctx| {
        let (me, give, at) = (ctx.myself(), give.take(), at.clone());
        Box::pin(async move {
            if let Some(give) = give {
                assert!(give.send(me).is_ok(), "the test waits for it");
            }
            at.wait().await;
            Ok(())
        })
    });
    let alive = subject.alive();
    let spawn = spawning(system.spawn("a", subject));
    let handle = soon(taken).await.expect("given");
    gate.reached().await;
    soon(handle.kill())
        .await
        .expect("ends though the gate stays shut");
    assert_eq!(alive.strong_count(), 0);
    let error = soon(spawn)
        .await
        .expect("no panic")
        .expect_err("did not start");
    assert!(matches!(error, SpawnError::Interrupted { .. }), "{error:?}");
    assert_eq!(log.take(), ["a pre_start"]);
    soon(system.spawn("a", Subject::silent()))
        .await
        .expect("the name is free");
}

/// A parent that ends while its child starts leaves no orphan, and waits for the child's end.
#[tokio::test(start_paused = true)]
async fn a_child_whose_parent_stops_during_its_pre_start_does_not_survive() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let parent = soon(system.spawn("p", Subject::new(&log)))
        .await
        .expect("starts");
    let kid = Subject::new(&log).pre_start_at(&gate);
    let spawn = inside(&parent, move |ctx| {
        let spawn = ctx.spawn_child("kid", kid);
        Box::pin(std::future::ready(spawning(spawn)))
    })
    .await;
    gate.reached().await;
    log.take();
    let stop = tokio::spawn(parent.shutdown());
    settle().await;
    assert!(
        !stop.is_finished(),
        "the parent waits for the start of its child"
    );
    gate.open();
    let error = soon(spawn)
        .await
        .expect("no panic")
        .expect_err("did not start");
    assert!(
        matches!(error, SpawnError::ParentNotRunning { .. }),
        "{error:?}"
    );
    soon(stop).await.expect("no panic").expect("stops");
    assert_eq!(log.take(), ["kid post_stop", "p post_stop"]);
}

#[tokio::test(start_paused = true)]
async fn a_system_that_stops_during_a_pre_start_waits_for_it_and_starts_nothing() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let spawn = spawning(system.spawn("a", Subject::new(&log).pre_start_at(&gate)));
    gate.reached().await;
    let stop = tokio::spawn({
        let system = system.clone();
        async move { system.stop().await }
    });
    settle().await;
    assert!(!stop.is_finished());
    gate.open();
    soon(spawn)
        .await
        .expect("no panic")
        .expect_err("did not start");
    soon(stop).await.expect("no panic").expect("stops");
    assert_eq!(log.take(), ["a pre_start", "a post_stop"]);
}

// === Where nothing can start ===

#[tokio::test(start_paused = true)]
async fn a_system_that_has_stopped_spawns_nothing() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    soon(system.stop()).await.expect("stops");
    let error = soon(system.spawn("a", Subject::new(&log)))
        .await
        .expect_err("too late");
    assert!(matches!(&error, SpawnError::SystemStopped { system } if system == "test"));
    let error = soon(system.get_or_spawn("a", Subject::silent))
        .await
        .expect_err("too late");
    assert!(matches!(error, SpawnError::SystemStopped { .. }));
    assert!(log.take().is_empty(), "no hook has run");
}

/// An order of the actor that never had a child before is the one to get wrong: there is nothing yet to close.
#[tokio::test(start_paused = true)]
async fn an_actor_that_drains_cannot_have_its_first_child() {
    let system = ActorSystem::new("test");
    let parent = soon(system.spawn("p", Subject::silent()))
        .await
        .expect("starts");
    let gate = Gate::new();
    parent.stay(gate.clone()).try_tell().expect("taken");
    gate.reached().await;
    let late = begin(&parent, |ctx| {
        Box::pin(async move { ctx.spawn_child("kid", Plain::default()).await.map(drop) })
    });
    let stop = parent.shutdown();
    gate.open();
    let error = soon(late)
        .await
        .expect("drained")
        .expect_err("the parent is stopping");
    assert!(matches!(&error, SpawnError::ParentNotRunning { path } if *path == "test/p"));
    soon(stop).await.expect("stops");
}

#[tokio::test(start_paused = true)]
async fn an_actor_cannot_have_its_first_child_in_post_stop() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let seen = log.clone();
    let subject = Subject::silent().on_post_stop(move |ctx| {
        let seen = seen.clone();
        Box::pin(async move {
            let orphan = ctx.spawn_child("orphan", Plain::default()).await;
            seen.note(match orphan {
                Err(SpawnError::ParentNotRunning { .. }) => "refused",
                _ => "spawned",
            });
            Ok(())
        })
    });
    let parent = soon(system.spawn("p", subject)).await.expect("starts");
    soon(parent.shutdown()).await.expect("stops");
    assert_eq!(log.take(), ["refused"]);
}

/// A spawn may be prepared in a handler and awaited anywhere, at any time.
#[tokio::test(start_paused = true)]
async fn an_actor_that_has_ended_gets_no_first_child() {
    let system = ActorSystem::new("test");
    let parent = soon(system.spawn("p", Subject::silent()))
        .await
        .expect("starts");
    let spawn = inside(&parent, |ctx| {
        let spawn = ctx.spawn_child("kid", Plain::default());
        Box::pin(async move { spawn })
    })
    .await;
    soon(parent.shutdown()).await.expect("stops");
    let error = soon(spawn).await.expect_err("the parent is gone");
    assert!(
        matches!(error, SpawnError::ParentNotRunning { .. }),
        "{error:?}"
    );
}

#[test]
fn a_system_needs_a_runtime() {
    assert_eq!(
        ActorSystem::builder("test").build().err(),
        Some(SystemError::NoRuntime)
    );
}

// === Many at once ===

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_concurrent_spawns_under_one_name_exactly_one_succeeds() {
    let system = ActorSystem::new("test");
    for round in 0..200 {
        let name = format!("a-{round}");
        let spawns: Vec<_> = (0..8)
            .map(|_| spawning(system.spawn(name.clone(), Subject::silent())))
            .collect();
        let mut started = 0;
        for spawn in spawns {
            match in_real_time(spawn).await.expect("no panic") {
                Ok(_) => started += 1,
                Err(SpawnError::NameTaken { path }) => assert_eq!(path.name(), name),
                Err(error) => panic!("{error:?}"),
            }
        }
        assert_eq!(started, 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sixteen_thousand_spawns_from_eight_threads_all_start() {
    let system = ActorSystem::new("test");
    let spawners: Vec<_> = (0..8)
        .map(|task| {
            let system = system.clone();
            tokio::spawn(async move {
                for n in 0..2000 {
                    let spawned = system
                        .spawn(format!("a-{task}-{n}"), Plain::default())
                        .await;
                    spawned.expect("starts");
                }
            })
        })
        .collect();
    for spawner in spawners {
        in_real_time(spawner).await.expect("no panic");
    }
    assert_eq!(system.actors().len(), 16_000);
    in_real_time(system.stop()).await.expect("stops");
}

#[tokio::test(start_paused = true)]
async fn of_concurrent_get_or_spawns_one_spawns_and_all_get_the_same_actor() {
    let (system, gate) = (ActorSystem::new("test"), Gate::new());
    let made = Arc::new(AtomicUsize::new(0));
    let callers: Vec<_> = (0..16)
        .map(|_| {
            let (system, gate, made) = (system.clone(), gate.clone(), Arc::clone(&made));
            tokio::spawn(async move {
                system
                    .get_or_spawn("a", move || {
                        made.fetch_add(1, Ordering::Relaxed);
                        Subject::silent().pre_start_at(&gate)
                    })
                    .await
            })
        })
        .collect();
    gate.reached().await;
    settle().await;
    gate.open();
    let mut handles = Vec::new();
    for caller in callers {
        handles.push(
            soon(caller)
                .await
                .expect("no panic")
                .expect("one actor for all"),
        );
    }
    assert!(handles.iter().all(|handle| **handle == *handles[0]));
    assert_eq!(made.load(Ordering::Relaxed), 1);
    assert!(!gate.is_reached(), "`pre_start` has run once");
}

#[tokio::test(start_paused = true)]
async fn get_or_spawn_gives_the_failure_of_the_one_start_to_all_that_wait_for_it() {
    let (system, gate) = (ActorSystem::new("test"), Gate::new());
    let starts = Arc::new(AtomicU32::new(0));
    let callers: Vec<_> = (0..4)
        .map(|_| {
            let (system, gate, starts) = (system.clone(), gate.clone(), Arc::clone(&starts));
            let make = move || {
                let (gate, starts) = (gate.clone(), Arc::clone(&starts));
                Subject::silent().on_pre_start(move |_| {
                    let (gate, starts) = (gate.clone(), Arc::clone(&starts));
                    Box::pin(async move {
                        starts.fetch_add(1, Ordering::Relaxed);
                        gate.wait().await;
                        Err(Fault::msg("no"))
                    })
                })
            };
            tokio::spawn(async move { system.get_or_spawn("a", make).await })
        })
        .collect();
    gate.reached().await;
    settle().await;
    gate.open();
    for caller in callers {
        let error = soon(caller)
            .await
            .expect("no panic")
            .expect_err("the start failed");
        assert!(matches!(error, SpawnError::InitFailed { .. }), "{error:?}");
    }
    assert_eq!(starts.load(Ordering::Relaxed), 1);
    soon(system.spawn("a", Plain::default()))
        .await
        .expect("the name is free");
}

#[tokio::test(start_paused = true)]
async fn get_or_spawn_finds_what_runs_and_makes_nothing() {
    let system = ActorSystem::new("test");
    let first = soon(system.spawn("a", Plain::default()))
        .await
        .expect("starts");
    let found = soon(system.get_or_spawn("a", || -> Plain { panic!("not needed") })).await;
    assert_eq!(*found.expect("found"), *first);
    let error = soon(system.get_or_spawn("a", Subject::silent))
        .await
        .expect_err("another type");
    assert!(
        matches!(
            &error,
            SpawnError::WrongType {
                expected: "Subject",
                ..
            }
        ),
        "{error:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_parent_gets_or_spawns_a_child_of_its_own() {
    let system = ActorSystem::new("test");
    // The names of top-level actors are others.
    soon(system.spawn("kid", Subject::silent()))
        .await
        .expect("starts");
    let parent = soon(system.spawn("p", Subject::silent()))
        .await
        .expect("starts");
    let get = || {
        inside(&parent, |ctx| {
            let get = |ctx: &Context<Subject>| ctx.get_or_spawn_child("kid", Plain::default);
            let (one, two) = (get(ctx), get(ctx));
            Box::pin(async move { tokio::join!(one, two) })
        })
    };
    let (one, two) = get().await;
    let (one, two) = (one.expect("spawned"), two.expect("found"));
    assert_eq!(one, two);
    assert_eq!(one.path(), "test/p/kid");
    one.add(5).await.expect("answers");
    let (again, _) = get().await;
    assert_eq!(again.expect("found").add(0).await.ok(), Some(5));
    soon(one.shutdown()).await.expect("stops");
    let (anew, _) = get().await;
    assert_eq!(anew.expect("spawned").add(0).await.ok(), Some(0));
    soon(parent.shutdown()).await.expect("with its child");
}

/// It holds the name, and may come back.
#[tokio::test(start_paused = true)]
async fn get_or_spawn_does_not_hand_out_what_is_suspended() {
    let system = ActorSystem::new("test");
    let spawn = system
        .spawn("a", Subject::silent())
        .supervision(Directive::Suspend);
    let actor = soon(spawn).await.expect("starts");
    let _ = soon(actor.fail(Fault::msg("no"))).await;
    let error = soon(system.get_or_spawn("a", Subject::silent))
        .await
        .expect_err("suspended");
    assert!(matches!(error, SpawnError::NameTaken { .. }), "{error:?}");
}

/// It will be gone, so there is something to wait for.
#[tokio::test(start_paused = true)]
async fn get_or_spawn_waits_for_what_is_stopping_and_makes_another() {
    let (system, gate) = (ActorSystem::new("test"), Gate::new());
    let spawn = soon(system.spawn("a", Subject::silent().post_stop_at(&gate)));
    let first = spawn.await.expect("starts");
    let stop = first.shutdown();
    gate.reached().await;
    let second = tokio::spawn(system.get_or_spawn("a", Subject::silent).into_future());
    settle().await;
    assert!(!second.is_finished());
    gate.open();
    soon(stop).await.expect("stops");
    let second = soon(second).await.expect("no panic").expect("starts");
    assert!(second.is_running() && *second != *first);
}

/// What it finds may end at any moment.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn get_or_spawn_beside_stops_finds_spawns_or_is_refused() {
    let system = ActorSystem::new("test");
    let callers: Vec<_> = (0..4)
        .map(|_| {
            let system = system.clone();
            tokio::spawn(async move {
                for _ in 0..1000 {
                    match system.get_or_spawn("a", Plain::default).await {
                        Ok(actor) => actor.shutdown().await.expect("stops"),
                        Err(SpawnError::NameTaken { .. }) => tokio::task::yield_now().await,
                        Err(error) => panic!("{error:?}"),
                    }
                }
            })
        })
        .collect();
    for caller in callers {
        in_real_time(caller).await.expect("no panic");
    }
}

/// It would wait for its own start.
#[tokio::test(start_paused = true)]
async fn get_or_spawn_of_oneself_in_pre_start_is_refused() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let seen = log.clone();
    let subject = Subject::silent().on_pre_start(move |ctx| {
        let (system, seen) = (ctx.system().clone(), seen.clone());
        Box::pin(async move {
            let myself = system.get_or_spawn("a", Subject::silent).await;
            seen.note(myself.map_or_else(|error| error.to_string(), |_| "found".to_owned()));
            Ok(())
        })
    });
    soon(system.spawn("a", subject)).await.expect("starts");
    assert_eq!(log.take(), ["test/a exists and has not stopped"]);
}

/// The parent waits in a handler for the child's start, and so answers nobody.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_child_that_asks_the_parent_that_spawns_it_is_refused_and_not_left_to_wait() {
    let system = ActorSystem::new("test");
    let parent = in_real_time(system.spawn("p", Subject::silent()))
        .await
        .expect("starts");
    for round in 0..2000 {
        let asked = begin(&parent, move |ctx| {
            let parent = ctx.myself();
            let kid = Subject::silent().on_pre_start(move |_| {
                let parent = parent.clone();
                Box::pin(async move {
                    match parent.say("?").no_timeout().await {
                        Err(AskError::Cycle { .. }) => Ok(()),
                        other => Err(Fault::msg(format!("{other:?}"))),
                    }
                })
            });
            Box::pin(async move { ctx.spawn_child(format!("kid-{round}"), kid).await.map(drop) })
        });
        in_real_time(asked)
            .await
            .expect("the parent runs")
            .expect("the child starts");
    }
    in_real_time(system.stop()).await.expect("stops");
}
