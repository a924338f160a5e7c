//! Death watch: exactly one notice for each watch, whatever the end, whoever watches whom.

mod common;

use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::{Probe, Recorder, hold, settle};
use actor_core::{ActorRef, StopReason};

use common::{
    Gate, Log, Plain, Subject, SubjectHandle, begin, in_real_time, inside, soon, spawn_child,
};

async fn subject(system: &ActorSystem, name: &str, log: &Log) -> SubjectHandle {
    let spawned = soon(system.spawn(name, Subject::new(log)))
        .await
        .expect("starts");
    settle().await;
    log.take();
    spawned
}

async fn watch(watcher: &SubjectHandle, target: &ActorRef) {
    let target = target.clone();
    inside(watcher, move |ctx| {
        Box::pin(async move { ctx.watch(&target) })
    })
    .await;
}

async fn unwatch(watcher: &SubjectHandle, target: &ActorRef) {
    let target = target.clone();
    inside(watcher, move |ctx| {
        Box::pin(async move { ctx.unwatch(&target) })
    })
    .await;
}

// === Once ===

#[tokio::test(start_paused = true)]
async fn the_end_of_a_watched_actor_is_told_once() {
    let system = ActorSystem::new("test");
    let (log, silent) = (Log::new(), Log::new());
    let (watcher, target) = (
        subject(&system, "w", &log).await,
        subject(&system, "a", &silent).await,
    );
    watch(&watcher, &target).await;
    soon(target.shutdown()).await.expect("stops");
    soon(target.kill()).await.expect("nothing to do");
    tokio::time::sleep(Duration::from_secs(10)).await;
    assert_eq!(log.take(), ["w terminated a"]);
}

#[tokio::test(start_paused = true)]
async fn watching_twice_is_watching_once() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let (watcher, target) = (
        subject(&system, "w", &log).await,
        subject(&system, "a", &log).await,
    );
    for _ in 0..3 {
        watch(&watcher, &target).await;
    }
    log.take();
    soon(target.kill()).await.expect("ends");
    settle().await;
    assert_eq!(log.take(), ["w terminated a"]);
}

/// A notice says that the actor is gone: its last hook has run, and all it had sent is there.
#[tokio::test(start_paused = true)]
async fn the_notice_comes_after_all_the_target_has_done() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let watcher = subject(&system, "w", &log).await;
    let to = watcher.clone();
    let value = Subject::new(&log).on_post_stop(move |_| {
        let to = to.clone();
        Box::pin(async move {
            to.say("farewell").try_tell()?;
            Ok(())
        })
    });
    let target = soon(system.spawn("a", value)).await.expect("starts");
    watch(&watcher, &target).await;
    log.take();
    soon(target.shutdown()).await.expect("stops");
    settle().await;
    assert_eq!(log.take(), ["a post_stop", "w farewell", "w terminated a"]);
}

#[tokio::test(start_paused = true)]
async fn a_thousand_watchers_are_told_once_each() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let target = subject(&system, "a", &Log::new()).await;
    for n in 0..1000 {
        let watcher = soon(system.spawn(format!("w-{n}"), Subject::new(&log)));
        watch(&watcher.await.expect("starts"), &target).await;
    }
    log.take();
    soon(target.shutdown()).await.expect("stops");
    settle().await;
    let mut told = log.take();
    assert_eq!(told.len(), 1000);
    told.sort();
    told.dedup();
    assert_eq!(told.len(), 1000);
}

#[tokio::test(start_paused = true)]
async fn an_actor_may_watch_many_and_tells_them_apart() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let watcher = subject(&system, "w", &log).await;
    let mut targets = Vec::new();
    for name in ["a", "b", "c"] {
        let target = subject(&system, name, &Log::new()).await;
        watch(&watcher, &target).await;
        targets.push(target);
    }
    soon(targets[1].shutdown()).await.expect("stops");
    soon(targets[0].kill()).await.expect("ends");
    settle().await;
    assert_eq!(log.take(), ["w terminated b", "w terminated a"]);
}

// === No longer ===

#[tokio::test(start_paused = true)]
async fn an_unwatched_actor_ends_without_a_notice() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let target = subject(&system, "a", &Log::new()).await;
    let watcher = subject(&system, "w", &log).await;
    unwatch(&watcher, &target).await;
    watch(&watcher, &target).await;
    unwatch(&watcher, &target).await;
    unwatch(&watcher, &target).await;
    soon(target.shutdown()).await.expect("stops");
    settle().await;
    assert!(log.take().is_empty());
}

#[tokio::test(start_paused = true)]
async fn unwatching_is_for_the_one_who_does_it_alone() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let target = subject(&system, "a", &Log::new()).await;
    let (one, two) = (
        subject(&system, "one", &log).await,
        subject(&system, "two", &log).await,
    );
    watch(&one, &target).await;
    watch(&two, &target).await;
    unwatch(&one, &target).await;
    soon(target.shutdown()).await.expect("stops");
    settle().await;
    assert_eq!(log.take(), ["two terminated a"]);
}

/// A notice on its way is taken back with the watch.
#[tokio::test(start_paused = true)]
async fn unwatching_after_the_end_and_before_the_notice_is_in_time() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let target = subject(&system, "a", &Log::new()).await;
    let watcher = subject(&system, "w", &log).await;
    watch(&watcher, &target).await;
    let gate = Gate::new();
    let (at, gone) = (gate.clone(), target.actor_ref().clone());
    let running = begin(&watcher, move |ctx| {
        Box::pin(async move {
            at.wait().await;
            ctx.unwatch(&gone);
        })
    });
    gate.reached().await;
    soon(target.shutdown()).await.expect("stops");
    gate.open();
    soon(running).await.expect("not cut off");
    settle().await;
    assert!(log.take().is_empty());
}

#[tokio::test(start_paused = true)]
async fn watching_again_brings_one_notice_and_not_the_old_one_too() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let target = subject(&system, "a", &Log::new()).await;
    let watcher = subject(&system, "w", &log).await;
    watch(&watcher, &target).await;
    let gate = Gate::new();
    let (at, gone) = (gate.clone(), target.actor_ref().clone());
    let running = begin(&watcher, move |ctx| {
        Box::pin(async move {
            at.wait().await;
            ctx.unwatch(&gone);
            ctx.watch(&gone);
        })
    });
    gate.reached().await;
    soon(target.shutdown()).await.expect("stops");
    gate.open();
    soon(running).await.expect("not cut off");
    settle().await;
    assert_eq!(log.take(), ["w terminated a"]);
}

// === When it is over already, or nearly ===

/// A watch always ends in a notice, or by the watcher's own wish.
#[tokio::test(start_paused = true)]
async fn who_watches_an_actor_that_has_ended_is_told_at_once() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let target = subject(&system, "a", &Log::new()).await;
    let watcher = subject(&system, "w", &log).await;
    soon(target.kill()).await.expect("ends");
    watch(&watcher, &target).await;
    settle().await;
    assert_eq!(log.take(), ["w terminated a"]);
    let mut probe = Probe::<u8>::new(&system).await;
    probe.watch(&target).await;
    assert_eq!(
        probe.expect_terminated(&target).await.reason(),
        StopReason::Killed
    );
    probe.expect_no_terminated();
}

#[tokio::test(start_paused = true)]
async fn who_watches_an_actor_whose_name_is_used_again_means_the_old_one() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let old = subject(&system, "a", &Log::new()).await;
    let watcher = subject(&system, "w", &log).await;
    soon(old.shutdown()).await.expect("stops");
    let new = subject(&system, "a", &Log::new()).await;
    watch(&watcher, &old).await;
    settle().await;
    assert_eq!(log.take(), ["w terminated a"]);
    soon(new.shutdown()).await.expect("stops");
    settle().await;
    assert!(log.take().is_empty());
}

#[tokio::test(start_paused = true)]
async fn an_actor_that_is_stopping_can_still_be_watched() {
    let (system, log, gate) = (ActorSystem::new("test"), Log::new(), Gate::new());
    let target = soon(system.spawn("a", Subject::silent().post_stop_at(&gate)));
    let target = target.await.expect("starts");
    let watcher = subject(&system, "w", &log).await;
    let stop = target.shutdown();
    gate.reached().await;
    watch(&watcher, &target).await;
    assert!(log.take().is_empty());
    gate.open();
    soon(stop).await.expect("stops");
    settle().await;
    assert_eq!(log.take(), ["w terminated a"]);
}

/// Its start failed, so it has ended without ever having run.
#[tokio::test(start_paused = true)]
async fn who_watches_an_actor_that_never_started_is_told_as_well() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let watcher = subject(&system, "w", &log).await;
    let (give, taken) = tokio::sync::oneshot::channel();
    let mut give = Some(give);
    let value = Subject::silent().on_pre_start(move |ctx| {
        if let Some(give) = give.take() {
            assert!(give.send(ctx.myself()).is_ok(), "the test waits for it");
        }
        Box::pin(async { Err(Fault::msg("no")) })
    });
    soon(system.spawn("a", value)).await.expect_err("fails");
    watch(&watcher, &soon(taken).await.expect("given")).await;
    settle().await;
    assert_eq!(log.take(), ["w terminated a"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_watch_that_meets_the_end_brings_exactly_one_notice() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let watcher = system.spawn("w", Subject::new(&log)).await.expect("starts");
    for round in 0..1000 {
        let target = system.spawn(format!("a-{round}"), Plain::default()).await;
        let target = target.expect("starts");
        let to = target.actor_ref().clone();
        let watching = begin(&watcher, move |ctx| Box::pin(async move { ctx.watch(&to) }));
        in_real_time(target.shutdown()).await.expect("stops");
        in_real_time(watching).await.expect("not cut off");
    }
    in_real_time(watcher.say("told all"))
        .await
        .expect("answered");
    let told = log
        .take()
        .into_iter()
        .filter(|what| what.starts_with("w terminated"));
    let expected = (0..1000).map(|round| format!("w terminated a-{round}"));
    assert!(told.eq(expected));
}

// === Whatever the end ===

#[tokio::test(start_paused = true)]
async fn every_end_is_told_with_its_reason() {
    let system = ActorSystem::new("test");
    let mut probe = Probe::<u8>::new(&system).await;
    let parent = subject(&system, "p", &Log::new()).await;

    let watched = async |probe: &Probe<u8>, spawn: actor_core::Spawn<SubjectHandle>| {
        let actor = soon(spawn).await.expect("starts");
        probe.watch(&actor).await;
        actor
    };
    let spawn = || system.spawn("a", Subject::silent());

    let actor = watched(&probe, spawn()).await;
    drop(actor.shutdown());
    assert_eq!(
        probe.expect_terminated(&actor).await.reason(),
        StopReason::Shutdown
    );

    let actor = watched(&probe, spawn()).await;
    actor.poison_pill().expect("it runs");
    assert_eq!(
        probe.expect_terminated(&actor).await.reason(),
        StopReason::Shutdown
    );

    let actor = watched(&probe, spawn()).await;
    inside(&actor, |ctx| {
        ctx.stop();
        Box::pin(async {})
    })
    .await;
    assert_eq!(
        probe.expect_terminated(&actor).await.reason(),
        StopReason::Shutdown
    );

    let actor = watched(&probe, spawn()).await;
    drop(actor.stop_now());
    assert_eq!(
        probe.expect_terminated(&actor).await.reason(),
        StopReason::StopNow
    );

    let actor = watched(&probe, spawn()).await;
    drop(actor.kill());
    assert_eq!(
        probe.expect_terminated(&actor).await.reason(),
        StopReason::Killed
    );

    let idle = Passivation::idle(Duration::from_secs(1));
    let actor = watched(&probe, spawn().passivation(idle)).await;
    assert_eq!(
        probe.expect_terminated(&actor).await.reason(),
        StopReason::Passivated
    );

    for (directive, reason) in [
        (Directive::Stop, StopReason::SupervisionStop),
        (Directive::Escalate, StopReason::Escalated),
        (
            Restart::DEFAULT.max(0).into(),
            StopReason::MaxRestartsExceeded,
        ),
    ] {
        let actor = watched(&probe, spawn().supervision(directive)).await;
        let _ = soon(actor.fail(Fault::msg("no"))).await;
        assert_eq!(probe.expect_terminated(&actor).await.reason(), reason);
    }

    let kid = spawn_child(&parent, "kid", Subject::silent()).await;
    probe.watch(&kid).await;
    drop(parent.shutdown());
    assert_eq!(
        probe.expect_terminated(&kid).await.reason(),
        StopReason::ParentStopped
    );
    probe.expect_no_terminated();
}

/// A suspension, a restart, a reinstatement: the actor lives.
#[tokio::test(start_paused = true)]
async fn what_is_no_end_is_not_told() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let watcher = subject(&system, "w", &log).await;
    let target = subject(&system, "a", &Log::new()).await;
    watch(&watcher, &target).await;
    soon(target.restart()).await.expect("restarts");
    let _ = soon(target.fail(Fault::msg("no"))).await;
    assert!(soon(target.reinstate()).await);
    let _ = soon(target.fail(Fault::msg("no"))).await;
    tokio::time::sleep(Duration::from_secs(10)).await;
    assert_eq!(target.restart_count(), 2);
    assert!(log.take().is_empty());
    soon(target.shutdown()).await.expect("stops");
    settle().await;
    assert_eq!(log.take(), ["w terminated a"]);
}

/// Also one made anew from a factory.
#[tokio::test(start_paused = true)]
async fn a_watch_survives_restarts_of_the_watcher() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let target = subject(&system, "a", &Log::new()).await;
    let (one, other) = (log.clone(), log.clone());
    let watchers = [
        soon(system.spawn("one", Subject::new(&one)))
            .await
            .expect("starts"),
        soon(system.spawn_with("other", move || Subject::new(&other)))
            .await
            .expect("starts"),
    ];
    for watcher in &watchers {
        watch(watcher, &target).await;
        soon(watcher.restart()).await.expect("restarts");
        let _ = soon(watcher.fail(Fault::msg("no"))).await;
        tokio::time::sleep(Duration::from_secs(10)).await;
        assert_eq!(watcher.restart_count(), 2);
    }
    log.take();
    soon(target.shutdown()).await.expect("stops");
    settle().await;
    assert_eq!(log.take(), ["one terminated a", "other terminated a"]);
}

// === Whoever watches whom ===

#[tokio::test(start_paused = true)]
async fn actors_that_watch_each_other_end_one_by_one_and_both_at_once() {
    let system = ActorSystem::new("test");
    for at_once in [false, true] {
        let log = Log::new();
        let (a, b) = (
            subject(&system, "a", &log).await,
            subject(&system, "b", &log).await,
        );
        watch(&a, &b).await;
        watch(&b, &a).await;
        if at_once {
            let (a, b) = (a.shutdown(), b.shutdown());
            soon(a).await.expect("stops");
            soon(b).await.expect("stops");
        } else {
            soon(a.shutdown()).await.expect("stops");
            settle().await;
            assert_eq!(log.take(), ["a post_stop", "b terminated a"]);
            soon(b.shutdown()).await.expect("stops");
            assert_eq!(log.take(), ["b post_stop"]);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_actors_that_keep_watching_each_other_from_two_threads_do_not_hang() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let spawn = |name| system.spawn(name, Subject::new(&log));
    let (a, b) = (
        spawn("a").await.expect("starts"),
        spawn("b").await.expect("starts"),
    );
    let loops = [(a.clone(), b.clone()), (b.clone(), a.clone())].map(|(watcher, target)| {
        begin(&watcher, move |ctx| {
            Box::pin(async move {
                for _ in 0..10_000 {
                    ctx.watch(&target);
                    ctx.unwatch(&target);
                }
                ctx.watch(&target);
            })
        })
    });
    for running in loops {
        in_real_time(running).await.expect("not cut off");
    }
    in_real_time(a.shutdown()).await.expect("stops");
    in_real_time(b.say("told")).await.expect("answered");
    in_real_time(b.shutdown()).await.expect("stops");
    let told = log
        .take()
        .into_iter()
        .filter(|what| what.contains("terminated"));
    assert!(told.eq(["b terminated a"]));
}

/// Watches, and does not want to be told.
#[actor]
struct Deaf;

#[actor]
impl Deaf {
    #[handler]
    fn watch(&mut self, ctx: &mut Context<Self>, target: ActorRef) -> bool {
        ctx.watch(&target);
        ctx.is_watching(&target)
    }

    #[handler]
    fn is_watching(&mut self, ctx: &mut Context<Self>, target: ActorRef) -> bool {
        ctx.is_watching(&target)
    }
}

/// It would remember, for all its life, every actor it has ever watched.
#[tokio::test(start_paused = true)]
async fn a_watch_ends_with_its_notice_also_where_nobody_listens() {
    let system = ActorSystem::new("test");
    let deaf = soon(system.spawn("deaf", Deaf)).await.expect("starts");
    let target = subject(&system, "t", &Log::new()).await;
    let target = target.actor_ref();
    assert!(soon(deaf.watch(target.clone())).await.expect("answers"));
    soon(target.shutdown()).await.expect("stops");
    settle().await;
    let watching = soon(deaf.is_watching(target.clone())).await;
    assert!(!watching.expect("answers"));
}

/// There would be nobody left to be told.
#[tokio::test(start_paused = true)]
async fn watching_oneself_does_nothing() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let actor = subject(&system, "a", &log).await;
    watch(&actor, &actor).await;
    soon(actor.restart()).await.expect("restarts");
    settle().await;
    log.take();
    soon(actor.shutdown()).await.expect("stops");
    settle().await;
    assert_eq!(log.take(), ["a post_stop"]);
    assert!(recorder.dead_letters().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_watcher_that_ends_first_leaves_no_trace() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let (watcher, target) = (
        subject(&system, "w", &log).await,
        subject(&system, "a", &log).await,
    );
    watch(&watcher, &target).await;
    soon(watcher.shutdown()).await.expect("stops");
    soon(system.spawn("w", Subject::new(&log)))
        .await
        .expect("another of its name");
    settle().await;
    log.take();
    soon(target.shutdown()).await.expect("stops");
    settle().await;
    assert_eq!(log.take(), ["a post_stop"], "the other does not watch");
    assert!(recorder.dead_letters().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_parent_is_told_of_its_child_only_if_it_watches_it() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let parent = subject(&system, "p", &log).await;
    let plain = spawn_child(&parent, "plain", Subject::silent()).await;
    let watched = spawn_child(&parent, "watched", Subject::silent()).await;
    watch(&parent, &watched).await;
    for kid in [plain, watched] {
        soon(kid.shutdown()).await.expect("stops");
    }
    settle().await;
    assert_eq!(log.take(), ["p terminated watched"]);
}

/// It is stopping by then, and takes nothing any more.
#[tokio::test(start_paused = true)]
async fn a_stopping_parent_is_not_told_of_the_children_it_stops() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let parent = subject(&system, "p", &log).await;
    let kid = spawn_child(&parent, "kid", Subject::silent()).await;
    watch(&parent, &kid).await;
    soon(parent.shutdown()).await.expect("stops");
    settle().await;
    assert_eq!(log.take(), ["p post_stop"]);
    assert!(recorder.dead_letters().is_empty());
}

/// The next incarnation may spawn the same name again before it would be told.
#[tokio::test(start_paused = true)]
async fn nor_is_one_that_is_restarted() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let parent = subject(&system, "p", &log).await;
    let kid = spawn_child(&parent, "kid", Subject::silent()).await;
    watch(&parent, &kid).await;
    soon(parent.restart()).await.expect("restarts");
    assert!(!kid.is_running());
    let kid = spawn_child(&parent, "kid", Subject::silent()).await;
    settle().await;
    assert_eq!(log.take(), ["p post_stop", "p pre_start", "p post_start"]);
    watch(&parent, &kid).await;
    soon(kid.shutdown()).await.expect("stops");
    settle().await;
    assert_eq!(log.take(), ["p terminated kid"], "it may be watched anew");
}

#[tokio::test(start_paused = true)]
async fn a_child_may_watch_its_parent() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let parent = subject(&system, "p", &log).await;
    let kid = spawn_child(&parent, "kid", Subject::new(&log)).await;
    watch(&kid, &parent).await;
    soon(parent.shutdown()).await.expect("stops");
    soon(kid.ended()).await.expect("ended");
}

// === Delivery ===

#[tokio::test(start_paused = true)]
async fn a_full_mailbox_keeps_no_notice_out() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let full = Mailbox::bounded(1).overflow(Overflow::Reject);
    let watcher = soon(system.spawn("w", Subject::new(&log)).mailbox(full))
        .await
        .expect("starts");
    let target = subject(&system, "a", &Log::new()).await;
    watch(&watcher, &target).await;
    let held = hold(&watcher).await;
    watcher
        .say("fills it")
        .try_tell()
        .expect("there is room for one");
    log.take();
    soon(target.shutdown()).await.expect("stops");
    held.release();
    settle().await;
    assert_eq!(log.take(), ["w fills it", "w terminated a"]);
}

/// It was accepted before the stop.
#[tokio::test(start_paused = true)]
async fn a_notice_queued_before_the_watchers_stop_is_handled_in_its_drain() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let watcher = subject(&system, "w", &log).await;
    let target = subject(&system, "a", &Log::new()).await;
    watch(&watcher, &target).await;
    let held = hold(&watcher).await;
    soon(target.shutdown()).await.expect("stops");
    let stop = watcher.shutdown();
    held.release();
    soon(stop).await.expect("stops");
    assert_eq!(log.take(), ["w terminated a", "w post_stop"]);
}

#[tokio::test(start_paused = true)]
async fn an_actor_can_watch_from_its_first_hook_on() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let target = subject(&system, "a", &Log::new()).await;
    let to = target.actor_ref().clone();
    let watcher = Subject::new(&log).on_pre_start(move |ctx| {
        ctx.watch(&to);
        Box::pin(async { Ok(()) })
    });
    soon(system.spawn("w", watcher)).await.expect("starts");
    settle().await;
    log.take();
    soon(target.shutdown()).await.expect("stops");
    settle().await;
    assert_eq!(log.take(), ["w terminated a"]);
}

/// An actor without a method for it watches in vain, and harmlessly.
#[tokio::test(start_paused = true)]
async fn a_notice_that_nobody_handles_is_no_dead_letter() {
    #[actor]
    struct Deaf;

    #[actor]
    impl Deaf {
        #[handler]
        fn watch(&self, ctx: &mut Context<Self>, target: ActorRef) {
            ctx.watch(&target);
        }
    }

    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let deaf = soon(system.spawn("w", Deaf)).await.expect("starts");
    let target = subject(&system, "a", &Log::new()).await;
    soon(deaf.watch(target.actor_ref().clone()))
        .await
        .expect("answered");
    soon(target.shutdown()).await.expect("stops");
    settle().await;
    assert!(deaf.is_running());
    assert!(recorder.dead_letters().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_notice_names_the_actor_and_tells_its_incarnations_apart() {
    let system = ActorSystem::new("test");
    let mut probe = Probe::<u8>::new(&system).await;
    for _ in 0..3 {
        let target = subject(&system, "a", &Log::new()).await;
        probe.watch(&target).await;
        drop(target.shutdown());
        let gone = probe.expect_terminated(&target).await;
        assert_eq!(
            (gone.path(), gone.actor()),
            (target.path(), target.actor_ref())
        );
    }
}
