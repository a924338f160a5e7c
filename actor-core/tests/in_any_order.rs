//! Whatever is ordered of an actor, in whatever order: it ends when it is told to, exactly once, with every message
//! accounted for.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::Recorder;
use actor_core::{EventKind, Exhausted};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use tokio::runtime::Builder;
use tokio::task::JoinSet;

use common::{Job, Log, Plain, Subject, SubjectBehavior, SubjectHandle, in_real_time, inside};

/// What is done to the actor, or what it does.
#[derive(Debug, Clone, Copy)]
enum Op {
    Tell,
    Ask,
    /// Asks something that waits in the stash, if the actor has come to that behaviour.
    AskLater,
    Wait(u64),
    Fail,
    Panic,
    Stash,
    Unstash,
    SpawnKid,
    FailInKid,
    Pill,
    StopItself,
    RestartItself,
    Shutdown,
    StopNow,
    Kill,
    Restart,
    Reinstate,
    Advance(u64),
    Yield,
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        6 => Just(Op::Tell),
        4 => Just(Op::Ask),
        2 => Just(Op::AskLater),
        2 => (0..50_u64).prop_map(Op::Wait),
        3 => Just(Op::Fail),
        2 => Just(Op::Panic),
        1 => Just(Op::Stash),
        1 => Just(Op::Unstash),
        2 => Just(Op::SpawnKid),
        1 => Just(Op::FailInKid),
        1 => Just(Op::Pill),
        1 => Just(Op::StopItself),
        1 => Just(Op::RestartItself),
        1 => Just(Op::Shutdown),
        1 => Just(Op::StopNow),
        1 => Just(Op::Kill),
        3 => Just(Op::Restart),
        3 => Just(Op::Reinstate),
        4 => (0..2500_u64).prop_map(Op::Advance),
        6 => Just(Op::Yield),
    ]
}

/// What kind of actor it is done to.
#[derive(Debug, Clone)]
struct Kind {
    directive: Directive,
    mailbox: Mailbox,
    /// The visits of `pre_start` that fail.
    failing: Vec<u32>,
    factory: bool,
}

fn kind() -> impl Strategy<Value = Kind> {
    let quick = Restart::DEFAULT.backoff(Duration::ZERO).max(2);
    let directives = vec![
        Restart::DEFAULT.into(),
        quick.into(),
        quick.on_exhausted(Exhausted::Suspend).into(),
        Directive::Resume,
        Directive::Suspend,
        Directive::Stop,
        Directive::Escalate,
    ];
    let mailboxes = vec![
        Mailbox::DEFAULT,
        Mailbox::bounded(2),
        Mailbox::bounded(2).overflow(Overflow::DropOldest),
    ];
    let directive = prop::sample::select(directives);
    let mailbox = prop::sample::select(mailboxes);
    let failing = prop::collection::vec(2..6_u32, 0..3);
    (directive, mailbox, failing, any::<bool>()).prop_map(
        |(directive, mailbox, failing, factory)| Kind {
            directive,
            mailbox,
            failing,
            factory,
        },
    )
}

fn value(log: &Log, failing: &[u32], visits: &Arc<AtomicU32>) -> Subject {
    let (failing, visits) = (failing.to_vec(), Arc::clone(visits));
    Subject::new(log).on_pre_start(move |_| {
        let visit = visits.fetch_add(1, Ordering::Relaxed) + 1;
        let fails = failing.contains(&visit);
        Box::pin(async move {
            tokio::task::yield_now().await;
            if fails { Err(Fault::msg("no")) } else { Ok(()) }
        })
    })
}

/// Has the actor run `code`, if it takes messages.
fn run(
    actor: &SubjectHandle,
    code: impl for<'a> FnOnce(&'a mut Context<Subject>) -> common::Running<'a, Result<(), Fault>>
    + Send
    + 'static,
) {
    // Refused, it is returned; that is counted for `say` alone.
    let _ = actor.run(Job::new(code)).try_tell();
}

async fn carry_out(op: Op, actor: &SubjectHandle, orders: &mut JoinSet<()>, accepted: &mut usize) {
    let handle = actor.clone();
    match op {
        Op::Tell => *accepted += usize::from(actor.say("told").try_tell().is_ok()),
        Op::Ask => drop(orders.spawn(async move { drop(handle.count().await) })),
        Op::AskLater => drop(orders.spawn(async move { drop(handle.later("later").await) })),
        Op::Wait(ms) => run(actor, move |_| {
            Box::pin(async move {
                tokio::time::sleep(Duration::from_millis(ms)).await;
                Ok(())
            })
        }),
        Op::Fail => drop(actor.fail(Fault::msg("no")).try_tell()),
        Op::Panic => drop(actor.boom("no").try_tell()),
        Op::Stash => run(actor, |ctx| {
            ctx.become_(SubjectBehavior::Waiting);
            Box::pin(async { Ok(()) })
        }),
        Op::Unstash => run(actor, |ctx| {
            ctx.unbecome();
            Box::pin(async { Ok(()) })
        }),
        Op::SpawnKid => run(actor, |ctx| {
            let name = format!("kid-{}", ctx.children().len());
            let kid = ctx
                .spawn_child(name, Plain::default())
                .supervision(Directive::Escalate);
            Box::pin(async move {
                let _ = kid.await;
                Ok(())
            })
        }),
        Op::FailInKid => run(actor, |ctx| {
            let kid = ctx.child::<Plain>("kid-0");
            Box::pin(async move {
                if let Ok(kid) = kid {
                    let _ = kid.fail().await;
                }
                Ok(())
            })
        }),
        Op::Pill => drop(actor.poison_pill()),
        Op::StopItself => run(actor, |ctx| {
            ctx.stop();
            Box::pin(async { Ok(()) })
        }),
        Op::RestartItself => run(actor, |ctx| {
            ctx.restart();
            Box::pin(async { Ok(()) })
        }),
        Op::Shutdown => {
            drop(orders.spawn(async move { handle.shutdown().await.expect("outside") }));
        }
        Op::StopNow => drop(orders.spawn(async move { handle.stop_now().await.expect("outside") })),
        Op::Kill => drop(orders.spawn(async move { handle.kill().await.expect("outside") })),
        Op::Restart => drop(orders.spawn(async move { drop(handle.restart().await) })),
        Op::Reinstate => drop(orders.spawn(async move {
            let _ = handle.reinstate().await;
        })),
        Op::Advance(ms) => tokio::time::sleep(Duration::from_millis(ms)).await,
        Op::Yield => tokio::task::yield_now().await,
    }
}

/// An incarnation is started before it does anything, torn down once, and does nothing afterwards.
fn check_hooks(log: &[String]) {
    let mut down = true;
    for what in log {
        match what.as_str() {
            "a pre_start" => down = false,
            "a post_stop" => {
                assert!(!down, "torn down twice: {log:?}");
                down = true;
            }
            _ => assert!(!down, "{what} while it was down: {log:?}"),
        }
    }
}

async fn live(kind: Kind, ops: Vec<Op>) {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let mut recorder = Recorder::new(&system);
    let visits = Arc::default();
    let spawn = if kind.factory {
        let log = log.clone();
        system.spawn_with("a", move || value(&log, &kind.failing, &visits))
    } else {
        system.spawn("a", value(&log, &kind.failing, &visits))
    };
    let spawn = spawn.supervision(kind.directive).mailbox(kind.mailbox);
    let actor = in_real_time(spawn).await.expect("the first start succeeds");
    let watched = Log::new();
    let watcher = system
        .spawn("w", Subject::new(&watched))
        .await
        .expect("starts");
    let target = actor.actor_ref().clone();
    inside(&watcher, move |ctx| {
        Box::pin(async move { ctx.watch(&target) })
    })
    .await;

    let (mut orders, mut accepted) = (JoinSet::new(), 0);
    for op in ops {
        carry_out(op, &actor, &mut orders, &mut accepted).await;
    }
    in_real_time(actor.shutdown()).await.expect("ends");
    while let Some(order) = in_real_time(orders.join_next()).await {
        order.expect("every order comes to its end");
    }

    // A watch on what has ended is told at once.
    let late = actor.actor_ref().clone();
    inside(&watcher, move |ctx| {
        Box::pin(async move { ctx.watch(&late) })
    })
    .await;
    in_real_time(watcher.say("told twice"))
        .await
        .expect("answered");
    assert_eq!(
        watched.take(),
        [
            "w pre_start",
            "w post_start",
            "w terminated a",
            "w terminated a",
            "w told twice"
        ]
    );

    let names = recorder.names_of(actor.path());
    let count = |wanted| names.iter().filter(|name| **name == wanted).count();
    assert_eq!(
        (names.first(), names.last()),
        (Some(&"ActorStarted"), Some(&"ActorStopped"))
    );
    assert_eq!(
        (count("ActorStarted"), count("ActorStopped")),
        (1, 1),
        "{names:?}"
    );
    assert_eq!(count("ActorRestarted"), actor.restart_count() as usize);

    let did = log.take();
    check_hooks(&did);
    let handled = did.iter().filter(|what| *what == "a told").count();
    let lost = recorder.all().iter().filter(|event| match &event.kind {
        EventKind::DeadLetter(letter) => letter.message == "say" && !letter.returned,
        _ => false,
    });
    assert_eq!(
        accepted,
        handled + lost.count(),
        "accepted = handled + dead-lettered"
    );

    in_real_time(system.spawn("a", Plain::default()))
        .await
        .expect("the name is free");
    in_real_time(system.stop()).await.expect("stops");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn an_actor_ends_once_whatever_was_ordered(kind in kind(), ops in prop::collection::vec(op(), 0..40)) {
        let runtime = Builder::new_current_thread().enable_time().start_paused(true).build();
        runtime.expect("a runtime").block_on(live(kind, ops));
    }
}

/// The same with orders that truly come at once.
#[test]
fn an_actor_ends_once_whatever_was_ordered_from_several_threads() {
    let runtime = Builder::new_multi_thread()
        .worker_threads(4)
        .enable_time()
        .build();
    let runtime = runtime.expect("a runtime");
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let lives = (kind(), prop::collection::vec(op(), 0..40));
    for _ in 0..400 {
        let (kind, mut ops) = lives.new_tree(&mut runner).expect("a life").current();
        // Time is real here.
        for op in &mut ops {
            if let Op::Advance(ms) | Op::Wait(ms) = op {
                *ms /= 1000;
            }
        }
        runtime.block_on(live(kind, ops));
    }
}
