//! Waiting for oneself, directly or through others, is refused; any other waiting is not.

mod common;
#[path = "common/soon.rs"]
mod soon;

use std::pin::pin;
use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::{Recorder, hold, settle};
use actor_core::{ActorRef, DeadLetterReason, RestartError, RunningError, ShutdownError};
use common::{
    Gate, Job, Running, Subject, SubjectBehavior, SubjectHandle, SubjectMsg, begin, spawn_child,
};
use soon::at_once;
use tokio::sync::{mpsc, oneshot};

/// Has `actor` run `code` in a handler. Who awaits this in a handler waits for `actor`.
fn ask<T, C>(actor: &SubjectHandle, code: C) -> impl Future<Output = T> + Send + use<T, C>
where
    T: Send + 'static,
    C: for<'a> FnOnce(&'a mut Context<Subject>) -> Running<'a, T> + Send + 'static,
{
    let actor = actor.clone();
    async move {
        let (done, ran) = oneshot::channel();
        let job = Job::new(move |ctx| {
            Box::pin(async move {
                let _ = done.send(code(ctx).await);
                Ok(())
            })
        });
        let asked = actor.run(job).no_timeout().await;
        asked.expect("the job does not fail");
        ran.await.expect("it ran")
    }
}

/// Has `who` come to `gate` in a handler, and ask `whom` when it is opened.
async fn asking_at(
    gate: &Gate,
    who: &SubjectHandle,
    whom: &SubjectHandle,
) -> oneshot::Receiver<Result<u64, AskError>> {
    let asked = begin(who, {
        let (whom, gate) = (whom.clone(), gate.clone());
        move |_| {
            Box::pin(async move {
                gate.wait().await;
                whom.say("hello").no_timeout().await
            })
        }
    });
    gate.reached().await;
    asked
}

async fn subjects<const N: usize>(system: &ActorSystem) -> [SubjectHandle; N] {
    let mut all = Vec::new();
    for name in ["a", "b", "c", "d"].into_iter().take(N) {
        let spawn = system.spawn(name, Subject::silent());
        all.push(spawn.mailbox(Mailbox::bounded(2)).await.expect("starts"));
    }
    all.try_into().expect("at most four")
}

#[track_caller]
fn assert_refused(asked: Result<u64, AskError>, path: &str) {
    let error = asked.expect_err("a cycle");
    assert!(
        matches!(&error, AskError::Cycle { path: p, .. } if *p == path),
        "{error:?}"
    );
    assert!(error.never_ran());
    let message = error.into_message::<SubjectMsg>();
    assert!(matches!(message, Some(SubjectMsg::Say { .. })));
}

// === Cycles of asks ===

#[tokio::test(start_paused = true)]
async fn an_actor_that_asks_itself_is_refused_at_once() {
    let system = ActorSystem::new("ring");
    let mut recorder = Recorder::new(&system);
    let [a] = subjects(&system).await;
    let asked = at_once(ask(&a, |ctx| {
        let a = ctx.myself();
        Box::pin(async move { a.say("hello").no_timeout().await })
    }));
    assert_refused(asked.await, "ring/a");
    assert_eq!(recorder.count(DeadLetterReason::Cycle), 1);
    assert!(recorder.dead_letters()[0].returned);
}

#[tokio::test(start_paused = true)]
async fn of_two_actors_that_ask_each_other_the_second_is_refused() {
    let system = ActorSystem::new("ring");
    let [a, b] = subjects(&system).await;
    let asked = at_once(ask(&a.clone(), move |_| {
        Box::pin(async move {
            ask(&b, move |_| {
                Box::pin(async move { a.say("hello").no_timeout().await })
            })
            .await
        })
    }));
    assert_refused(asked.await, "ring/a");
}

#[tokio::test(start_paused = true)]
async fn a_ring_of_three_is_refused_where_it_closes() {
    let system = ActorSystem::new("ring");
    let [a, b, c] = subjects(&system).await;
    let asked = at_once(ask(&a.clone(), move |_| {
        Box::pin(async move {
            ask(&b, move |_| {
                Box::pin(async move {
                    ask(&c, move |_| {
                        Box::pin(async move { a.say("hello").no_timeout().await })
                    })
                    .await
                })
            })
            .await
        })
    }));
    assert_refused(asked.await, "ring/a");
}

#[tokio::test(start_paused = true)]
async fn a_ring_through_one_that_waits_for_something_else_as_well_is_found() {
    let system = ActorSystem::new("ring");
    let [a, b, c] = subjects(&system).await;
    let _held = hold(&c).await;
    let both = begin(&a.clone(), {
        let (a, b, c) = (a.clone(), b.clone(), c.clone());
        move |_| {
            Box::pin(async move {
                let of_c = async { c.say("hello").no_timeout().await };
                let of_b = ask(&b, move |_| {
                    Box::pin(async move { a.say("hello").no_timeout().await })
                });
                tokio::select! { biased; _ = of_c => unreachable!("held"), asked = of_b => asked }
            })
        }
    });
    assert_refused(at_once(both).await.expect("it ran"), "ring/a");
}

#[tokio::test(start_paused = true)]
async fn a_hook_that_asks_its_own_actor_is_refused() {
    let system = ActorSystem::new("ring");
    let (told, mut heard) = mpsc::unbounded_channel();
    let subject = Subject::silent().on_post_start(move |ctx| {
        let (a, told) = (ctx.myself(), told.clone());
        Box::pin(async move {
            let _ = told.send(a.say("hello").no_timeout().await);
            Ok(())
        })
    });
    let _a = system.spawn("a", subject).await.expect("starts");
    let asked = at_once(heard.recv()).await.expect("the hook ran");
    assert_refused(asked, "ring/a");
}

#[tokio::test(start_paused = true)]
async fn after_a_refusal_everybody_goes_on() {
    let system = ActorSystem::new("ring");
    let [a, b] = subjects(&system).await;
    for _ in 0..3 {
        let (one, two) = (a.clone(), b.clone());
        let asked = at_once(ask(&a, move |_| {
            Box::pin(async move {
                ask(&two, move |_| {
                    Box::pin(async move { one.say("hello").no_timeout().await })
                })
                .await
            })
        }));
        assert_refused(asked.await, "ring/a");
        at_once(a.say("still here")).await.expect("answers");
        at_once(b.say("still here")).await.expect("answers");
    }
}

// === Waiting for a start ===

fn asks_in_pre_start(whom: SubjectHandle, told: &Told) -> Subject {
    let told = told.clone();
    Subject::silent().on_pre_start(move |_| {
        let (whom, told) = (whom.clone(), told.clone());
        Box::pin(async move {
            let _ = told.send(whom.say("hello").no_timeout().await);
            Ok(())
        })
    })
}

type Told = mpsc::UnboundedSender<Result<u64, AskError>>;

#[tokio::test(start_paused = true)]
async fn a_child_whose_start_asks_its_parent_is_refused() {
    let system = ActorSystem::new("ring");
    let [a] = subjects(&system).await;
    let (told, mut heard) = mpsc::unbounded_channel();
    let child = asks_in_pre_start(a.clone(), &told);
    at_once(spawn_child(&a, "child", child)).await;
    assert_refused(heard.recv().await.expect("it ran"), "ring/a");
}

#[tokio::test(start_paused = true)]
async fn an_actor_whose_start_asks_its_spawner_is_refused() {
    let system = ActorSystem::new("ring");
    let [a] = subjects(&system).await;
    let (told, mut heard) = mpsc::unbounded_channel();
    let other = asks_in_pre_start(a.clone(), &told);
    let spawned = at_once(ask(&a, |ctx| {
        let spawn = ctx.system().spawn("other", other);
        Box::pin(async move { spawn.await.is_ok() })
    }));
    assert!(spawned.await);
    assert_refused(heard.recv().await.expect("it ran"), "ring/a");
}

#[tokio::test(start_paused = true)]
async fn waiting_for_a_start_somebody_else_began_is_waiting_as_well() {
    let system = ActorSystem::new("ring");
    let [a] = subjects(&system).await;
    let gate = Gate::new();
    let got = begin(&a, {
        let gate = gate.clone();
        move |ctx| {
            let system = ctx.system().clone();
            Box::pin(async move {
                gate.wait().await;
                let found = system.get_or_spawn("other", Subject::silent).await;
                matches!(found, Err(SpawnError::NameTaken { .. }))
            })
        }
    });
    gate.reached().await;
    let (told, mut heard) = mpsc::unbounded_channel();
    let other = asks_in_pre_start(a.clone(), &told);
    let starts = tokio::spawn(system.spawn("other", other).into_future());
    settle().await;
    gate.open();
    assert_eq!(at_once(got).await, Ok(true));
    assert!(at_once(starts).await.expect("no panic").is_ok());
    assert!(heard.recv().await.expect("it ran").is_ok());
}

#[tokio::test(start_paused = true)]
async fn who_is_found_starting_cannot_ask_the_one_that_waits_for_it() {
    let system = ActorSystem::new("ring");
    let [a] = subjects(&system).await;
    let (gate, told, mut heard) = {
        let (told, heard) = mpsc::unbounded_channel::<Result<u64, AskError>>();
        (Gate::new(), told, heard)
    };
    let other = Subject::silent().on_pre_start({
        let (gate, a) = (gate.clone(), a.clone());
        move |_| {
            let (gate, a, told) = (gate.clone(), a.clone(), told.clone());
            Box::pin(async move {
                gate.wait().await;
                let _ = told.send(a.say("hello").no_timeout().await);
                Ok(())
            })
        }
    });
    let starts = tokio::spawn(system.spawn("other", other).into_future());
    gate.reached().await;
    let got = begin(&a, |ctx| {
        let system = ctx.system().clone();
        Box::pin(async move { system.get_or_spawn("other", Subject::silent).await.is_ok() })
    });
    settle().await;
    gate.open();
    assert_refused(at_once(heard.recv()).await.expect("it ran"), "ring/a");
    assert!(at_once(starts).await.expect("no panic").is_ok());
    assert!(at_once(got).await.expect("it ran"));
}

// === Waiting for room ===

#[tokio::test(start_paused = true)]
async fn waiting_for_room_at_one_that_waits_for_the_answer_is_refused() {
    let system = ActorSystem::new("ring");
    let [a, b] = subjects(&system).await;
    let held = hold(&a).await;
    let told = begin(&a, {
        let a = a.clone();
        move |_| {
            Box::pin(async move {
                ask(&b, move |_| {
                    Box::pin(
                        async move { a.say("hello").tell().await.map_err(|e| format!("{e:?}")) },
                    )
                })
                .await
            })
        }
    });
    // As soon as the first has begun there is room for one more, and it is full again.
    a.say("fills").try_tell().expect("there is room");
    let filler = tokio::spawn({
        let a = a.clone();
        async move { a.say("fills").tell().await.is_ok() }
    });
    settle().await;
    held.release();
    let told = at_once(told).await.expect("it ran");
    assert_eq!(told, Err("Cycle(ring/a)".to_owned()));
    assert!(at_once(filler).await.expect("no panic"));
}

#[tokio::test(start_paused = true)]
async fn who_tells_without_waiting_is_never_in_a_cycle() {
    let system = ActorSystem::new("ring");
    let [a, b] = subjects(&system).await;
    let told = at_once(ask(&a.clone(), move |_| {
        Box::pin(async move {
            ask(&b, move |_| {
                Box::pin(async move { a.say("hello").try_tell().is_ok() })
            })
            .await
        })
    }));
    assert!(told.await);
}

// === Waiting for an end ===

#[tokio::test(start_paused = true)]
async fn an_actor_cannot_wait_for_its_own_end_and_ends_all_the_same() {
    let system = ActorSystem::new("ring");
    for stop in [
        ActorRef::shutdown as fn(&ActorRef) -> _,
        ActorRef::stop_now,
        ActorRef::ended,
    ] {
        let a = system.spawn("a", Subject::silent()).await.expect("starts");
        let stopped = at_once(ask(&a, move |ctx| {
            let a = ctx.myself();
            Box::pin(async move { stop(&a).await })
        }));
        let path = a.path().clone();
        assert_eq!(stopped.await, Err(ShutdownError::Cycle { path }));
        at_once(a.shutdown()).await.expect("no cycle here");
    }
}

#[tokio::test(start_paused = true)]
async fn a_child_cannot_wait_for_the_end_of_its_parent() {
    let system = ActorSystem::new("ring");
    let [a] = subjects(&system).await;
    let child = spawn_child(&a, "child", Subject::silent()).await;
    let stopped = begin(&child, {
        let a = a.clone();
        // The parent waits for the end of its child, and the child for the end of its handler.
        move |_| Box::pin(async move { a.shutdown().await })
    });
    let path = a.path().clone();
    assert_eq!(
        at_once(stopped).await,
        Ok(Err(ShutdownError::Cycle { path }))
    );
    at_once(a.ended())
        .await
        .expect("it was stopped all the same");
}

#[tokio::test(start_paused = true)]
async fn two_actors_cannot_wait_for_each_others_ends() {
    let system = ActorSystem::new("ring");
    let [a, b] = subjects(&system).await;
    let held = (hold(&a).await, hold(&b).await);
    let [of_b, of_a] = [(&a, &b), (&b, &a)].map(|(from, to)| {
        let to = to.clone();
        begin(from, move |_| {
            Box::pin(async move { to.shutdown().await.is_ok() })
        })
    });
    held.0.release();
    held.1.release();
    let (of_a, of_b) = (at_once(of_a).await, at_once(of_b).await);
    assert!(of_a == Ok(false) || of_b == Ok(false));
    at_once(a.ended()).await.expect("no cycle here");
    at_once(b.ended()).await.expect("no cycle here");
}

#[tokio::test(start_paused = true)]
async fn who_is_waited_for_to_end_cannot_ask_the_one_that_waits() {
    let system = ActorSystem::new("ring");
    let [a, b] = subjects(&system).await;
    let gate = Gate::new();
    let asked = asking_at(&gate, &b, &a).await;
    let ended = begin(&a, {
        let b = b.clone();
        move |_| Box::pin(async move { b.shutdown().await })
    });
    settle().await;
    gate.open();
    assert_refused(at_once(asked).await.expect("it ran"), "ring/a");
    assert_eq!(at_once(ended).await, Ok(Ok(())));
}

#[tokio::test(start_paused = true)]
async fn nor_can_a_child_of_the_one_that_is_waited_for() {
    let system = ActorSystem::new("ring");
    let [a, b] = subjects(&system).await;
    let child = spawn_child(&b, "child", Subject::silent()).await;
    let gate = Gate::new();
    let asked = asking_at(&gate, &child, &a).await;
    let ended = begin(&a, {
        let b = b.clone();
        move |_| Box::pin(async move { b.shutdown().await })
    });
    settle().await;
    gate.open();
    assert_refused(at_once(asked).await.expect("it ran"), "ring/a");
    assert_eq!(at_once(ended).await, Ok(Ok(())));
}

#[tokio::test(start_paused = true)]
async fn an_actor_cannot_wait_for_its_own_restart() {
    let system = ActorSystem::new("ring");
    let [a] = subjects(&system).await;
    let restarted = at_once(ask(&a, |ctx| {
        let a = ctx.myself();
        Box::pin(async move { a.restart().await })
    }));
    assert!(matches!(restarted.await, Err(RestartError::Cycle { .. })));
}

#[tokio::test(start_paused = true)]
async fn a_parent_may_wait_for_the_end_of_its_child() {
    let system = ActorSystem::new("ring");
    let [a] = subjects(&system).await;
    let child = spawn_child(&a, "child", Subject::silent()).await;
    let stopped = at_once(ask(&a, move |_| {
        Box::pin(async move { child.shutdown().await })
    }));
    assert_eq!(stopped.await, Ok(()));
}

// === A parent that waits for its children ===

#[track_caller]
fn assert_given_up(asked: Result<u64, AskError>) {
    let error = asked.expect_err("there will be no answer");
    assert!(matches!(error, AskError::Discarded { .. }), "{error:?}");
    assert!(error.never_ran());
}

#[tokio::test(start_paused = true)]
async fn a_parent_that_stops_now_does_not_keep_its_children_waiting_for_an_answer() {
    let system = ActorSystem::new("ring");
    let [a] = subjects(&system).await;
    let child = spawn_child(&a, "other", Subject::silent()).await;
    let held = hold(&a).await;
    let asked = begin(&child, {
        let a = a.clone();
        move |_| Box::pin(async move { a.say("hello").no_timeout().await })
    });
    settle().await;
    let ended = a.stop_now();
    held.release();
    assert_given_up(at_once(asked).await.expect("it ran"));
    at_once(ended).await.expect("no cycle here");
}

#[tokio::test(start_paused = true)]
async fn nor_does_a_suspended_parent_that_is_stopped() {
    let system = ActorSystem::new("ring");
    let spawn = system.spawn("a", Subject::silent());
    let a = spawn.supervision(Directive::Suspend).await.expect("starts");
    let child = spawn_child(&a, "other", Subject::silent()).await;
    let held = hold(&a).await;
    a.fail(Fault::msg("down")).try_tell().expect("accepted");
    let asked = begin(&child, {
        let a = a.clone();
        move |_| Box::pin(async move { a.say("hello").no_timeout().await })
    });
    settle().await;
    held.release();
    settle().await;
    assert!(a.is_suspended());
    let ended = a.shutdown();
    assert_given_up(at_once(asked).await.expect("it ran"));
    at_once(ended).await.expect("no cycle here");
}

#[tokio::test(start_paused = true)]
async fn nor_does_a_parent_that_restarts_and_it_passes_the_message_over() {
    let system = ActorSystem::new("ring");
    let [a] = subjects(&system).await;
    let child = spawn_child(&a, "other", Subject::silent()).await;
    let held = hold(&a).await;
    a.fail(Fault::msg("down")).try_tell().expect("accepted");
    let asked = begin(&child, {
        let a = a.clone();
        move |_| Box::pin(async move { a.say("hello").no_timeout().await })
    });
    settle().await;
    held.release();
    settle().await;
    assert!(a.is_suspended());
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_given_up(at_once(asked).await.expect("it ran"));
    assert!(a.is_running());
    assert_eq!((a.skipped(), a.restart_count()), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn nor_one_that_has_stashed_the_message_of_its_child() {
    let system = ActorSystem::new("ring");
    let [a] = subjects(&system).await;
    let child = spawn_child(&a, "other", Subject::silent()).await;
    at_once(ask(&a, |ctx| {
        ctx.become_(SubjectBehavior::Waiting);
        Box::pin(async {})
    }))
    .await;
    let asked = begin(&child, {
        let a = a.clone();
        move |_| Box::pin(async move { a.later("hello").no_timeout().await.map(|()| 0) })
    });
    settle().await;
    let ended = a.shutdown();
    assert_given_up(at_once(asked).await.expect("it ran"));
    at_once(ended).await.expect("no cycle here");
}

#[tokio::test(start_paused = true)]
async fn nor_if_it_waits_for_the_answer_through_another() {
    let system = ActorSystem::new("ring");
    let [a, b] = subjects(&system).await;
    let child = spawn_child(&a, "other", Subject::silent()).await;
    let held = hold(&a).await;
    let asked = begin(&child, {
        let a = a.clone();
        move |_| {
            Box::pin(async move {
                ask(&b, move |_| {
                    Box::pin(async move { a.say("hello").no_timeout().await })
                })
                .await
            })
        }
    });
    settle().await;
    let ended = a.stop_now();
    held.release();
    assert_given_up(at_once(asked).await.expect("it ran"));
    at_once(ended).await.expect("no cycle here");
}

#[tokio::test(start_paused = true)]
async fn a_parent_that_stops_now_lets_go_of_those_its_children_wait_for() {
    let system = ActorSystem::new("ring");
    let [a, b] = subjects(&system).await;
    let child = spawn_child(&a, "other", Subject::silent()).await;
    let held = hold(&a).await;
    let of_b = begin(&b, {
        let a = a.clone();
        move |_| Box::pin(async move { a.say("hello").no_timeout().await })
    });
    let gate = Gate::new();
    let of_child = asking_at(&gate, &child, &b).await;
    let ended = a.stop_now();
    held.release();
    settle().await;
    gate.open();
    let of_child = at_once(of_child).await.expect("it ran");
    assert!(of_child.is_ok(), "{of_child:?}");
    assert_given_up(at_once(of_b).await.expect("it ran"));
    at_once(ended).await.expect("no cycle here");
}

#[tokio::test(start_paused = true)]
async fn a_child_cannot_begin_to_wait_for_one_that_waits_for_its_restarting_parent() {
    let system = ActorSystem::new("ring");
    let [a, b] = subjects(&system).await;
    let child = spawn_child(&a, "other", Subject::silent()).await;
    let gate = Gate::new();
    let of_child = asking_at(&gate, &child, &b).await;
    let held = hold(&a).await;
    a.fail(Fault::msg("down")).try_tell().expect("accepted");
    let of_b = begin(&b, {
        let a = a.clone();
        move |_| Box::pin(async move { a.say("hello").no_timeout().await })
    });
    settle().await;
    held.release();
    // The restart waits for the child, and the message of `b` for the restart.
    tokio::time::sleep(Duration::from_secs(2)).await;
    gate.open();
    assert_refused(at_once(of_child).await.expect("it ran"), "ring/b");
    assert!(at_once(of_b).await.expect("it ran").is_ok());
    assert_eq!(a.restart_count(), 1);
}

/// A parent, to be suspended, and a child whose handler comes to `gate` and then does `what` with the parent.
async fn parent_and_child<T: Send + 'static>(
    system: &ActorSystem,
    gate: &Gate,
    what: impl FnOnce(ActorRef) -> Running<'static, T> + Send + 'static,
) -> (SubjectHandle, oneshot::Receiver<T>) {
    let spawn = system.spawn("a", Subject::silent());
    let a = spawn.supervision(Directive::Suspend).await.expect("starts");
    let child = spawn_child(&a, "child", Subject::silent()).await;
    let done = begin(&child, {
        let (gate, a) = (gate.clone(), a.actor_ref().clone());
        move |_| {
            Box::pin(async move {
                gate.wait().await;
                what(a).await
            })
        }
    });
    gate.reached().await;
    (a, done)
}

/// Opens `gate`, and orders a restart of `actor`, which takes the order when who came to the gate has gone on.
async fn restart_and_open<T>(actor: &SubjectHandle, gate: &Gate, done: oneshot::Receiver<T>) -> T {
    gate.open();
    let mut restart = pin!(actor.restart());
    poll_once(&mut restart).await;
    at_once(restart).await.expect("it starts again");
    at_once(done).await.expect("it was not cut off")
}

async fn suspend(actor: &SubjectHandle) {
    actor.fail(Fault::msg("down")).try_tell().expect("accepted");
    settle().await;
    assert!(actor.is_suspended());
}

#[tokio::test(start_paused = true)]
async fn a_parent_that_restarts_does_not_keep_its_child_waiting_for_an_order() {
    let system = ActorSystem::new("ring");
    let gate = Gate::new();
    let reinstate =
        |a: ActorRef| -> Running<'static, bool> { Box::pin(async move { a.reinstate().await }) };
    let (a, reinstated) = parent_and_child(&system, &gate, reinstate).await;
    suspend(&a).await;
    assert!(!restart_and_open(&a, &gate, reinstated).await);
    assert!(a.is_running());
}

#[tokio::test(start_paused = true)]
async fn nor_if_a_message_is_queued_as_well() {
    let system = ActorSystem::new("ring");
    let gate = Gate::new();
    let reinstate =
        |a: ActorRef| -> Running<'static, bool> { Box::pin(async move { a.reinstate().await }) };
    let (a, reinstated) = parent_and_child(&system, &gate, reinstate).await;
    let held = hold(&a).await;
    a.fail(Fault::msg("down")).try_tell().expect("accepted");
    a.say("queued").try_tell().expect("accepted");
    held.release();
    settle().await;
    assert!(a.is_suspended());
    assert!(!restart_and_open(&a, &gate, reinstated).await);
    assert_eq!(
        at_once(a.count()).await.ok(),
        Some(2),
        "it keeps the message"
    );
}

#[tokio::test(start_paused = true)]
async fn nor_for_an_order_of_another_it_waits_for() {
    let system = ActorSystem::new("ring");
    let b = system.spawn("b", Subject::silent()).await.expect("starts");
    let (gate, of_b) = (Gate::new(), Gate::new());
    let reinstate = {
        let of_b = of_b.clone();
        move |a: ActorRef| -> Running<'static, bool> {
            let in_b = ask(&b, move |_| {
                Box::pin(async move {
                    of_b.wait().await;
                    a.reinstate().await
                })
            });
            Box::pin(in_b)
        }
    };
    let (a, reinstated) = parent_and_child(&system, &gate, reinstate).await;
    gate.open();
    of_b.reached().await;
    suspend(&a).await;
    assert!(!restart_and_open(&a, &of_b, reinstated).await);
}

#[tokio::test(start_paused = true)]
async fn nor_until_it_runs_again() {
    let system = ActorSystem::new("ring");
    let gate = Gate::new();
    let running =
        |a: ActorRef| -> Running<'static, _> { Box::pin(async move { a.running().await }) };
    let (a, ran) = parent_and_child(&system, &gate, running).await;
    suspend(&a).await;
    gate.open();
    settle().await;
    at_once(a.restart()).await.expect("it starts again");
    let ran = at_once(ran).await.expect("it was not cut off");
    assert!(matches!(ran, Err(RunningError::Cycle { .. })), "{ran:?}");
}

/// It was asked before by somebody else, and the message is kept.
#[tokio::test(start_paused = true)]
async fn nor_for_an_answer_that_it_begins_to_wait_for_meanwhile() {
    let system = ActorSystem::new("ring");
    let gate = Gate::new();
    let (later, asking) = oneshot::channel::<Running<'static, Result<u64, AskError>>>();
    let waits = |_: ActorRef| -> Running<'static, _> {
        Box::pin(async move { asking.await.expect("it is given").await })
    };
    let (a, asked) = parent_and_child(&system, &gate, waits).await;
    let held = hold(&a).await;
    a.fail(Fault::msg("down")).try_tell().expect("accepted");
    let mut ask: Running<'static, _> = Box::pin({
        let a = a.clone();
        async move { a.say("hello").no_timeout().await }
    });
    poll_once(&mut ask).await;
    held.release();
    settle().await;
    assert!(a.is_suspended());
    let mut restart = pin!(a.restart());
    poll_once(&mut restart).await;
    settle().await;
    assert!(later.send(ask).is_ok());
    gate.open();
    let refused = at_once(asked).await.expect("it was not cut off");
    assert!(
        matches!(refused, Err(AskError::Cycle { .. })),
        "{refused:?}"
    );
    at_once(restart).await.expect("it starts again");
}

#[tokio::test(start_paused = true)]
async fn a_start_that_fails_does_not_wait_for_a_child_that_waits_for_its_spawner() {
    let system = ActorSystem::new("ring");
    let [a] = subjects(&system).await;
    let (gate, of_child) = (Gate::new(), Gate::new());
    let spawned = begin(&a, {
        let (gate, of_child) = (gate.clone(), of_child.clone());
        move |ctx| {
            let a = ctx.myself();
            Box::pin(async move {
                let failing = Subject::silent().on_pre_start(move |ctx| {
                    let child = ctx.spawn_child("child", Subject::silent());
                    let (gate, of_child, a) = (gate.clone(), of_child.clone(), a.clone());
                    Box::pin(async move {
                        let child = child.await.expect("starts");
                        drop(begin(&child, move |_| {
                            Box::pin(async move {
                                of_child.wait().await;
                                a.say("hello").no_timeout().await
                            })
                        }));
                        gate.wait().await;
                        Err(Fault::msg("no"))
                    })
                });
                ctx.system().spawn("failing", failing).await.map(|_| ())
            })
        }
    });
    gate.reached().await;
    of_child.reached().await;
    of_child.open();
    settle().await;
    gate.open();
    let spawned = at_once(spawned).await.expect("it ran");
    assert!(
        matches!(spawned, Err(SpawnError::Interrupted { .. })),
        "{spawned:?}"
    );
    assert_eq!(
        at_once(a.count()).await.ok(),
        Some(3),
        "it answered the child"
    );
}

#[tokio::test(start_paused = true)]
async fn while_it_drains_a_parent_answers_those_its_children_wait_for() {
    let system = ActorSystem::new("ring");
    let [a, b] = subjects(&system).await;
    let child = spawn_child(&a, "other", Subject::silent()).await;
    let held = hold(&a).await;
    let of_b = begin(&b, {
        let a = a.clone();
        move |_| Box::pin(async move { a.say("hello").no_timeout().await })
    });
    settle().await;
    let ended = a.shutdown();
    let of_child = begin(&child, {
        let b = b.clone();
        move |_| Box::pin(async move { b.say("hello").no_timeout().await })
    });
    settle().await;
    held.release();
    assert!(at_once(of_child).await.expect("it ran").is_ok());
    assert!(at_once(of_b).await.expect("it ran").is_ok());
    at_once(ended).await.expect("no cycle here");
}

// === No cycles ===

#[tokio::test(start_paused = true)]
async fn two_that_ask_the_same_third_are_no_cycle() {
    let system = ActorSystem::new("ring");
    let [a, b, c, d] = subjects(&system).await;
    let asked = at_once(ask(&a, move |_| {
        Box::pin(async move {
            let through = |via: SubjectHandle| {
                let d = d.clone();
                async move {
                    ask(&via, move |_| {
                        Box::pin(async move { d.say("hello").no_timeout().await.is_ok() })
                    })
                    .await
                }
            };
            tokio::join!(through(b), through(c))
        })
    }));
    assert_eq!(asked.await, (true, true));
}

#[tokio::test(start_paused = true)]
async fn asks_at_the_same_time_are_no_cycle() {
    let system = ActorSystem::new("ring");
    let [a, b] = subjects(&system).await;
    let asked = at_once(ask(&a, move |_| {
        Box::pin(async move {
            let say = || async { b.say("hello").no_timeout().await.is_ok() };
            tokio::join!(say(), say(), say())
        })
    }));
    assert_eq!(asked.await, (true, true, true));
}

#[tokio::test(start_paused = true)]
async fn one_of_two_waits_for_the_same_actor_goes_without_the_other() {
    let system = ActorSystem::new("ring");
    let [a, b] = subjects(&system).await;
    let gate = Gate::new();
    let inner = ask(&a.clone(), {
        let (a, gate) = (a.clone(), gate.clone());
        move |_| {
            Box::pin(async move {
                let first = async { b.say("hello").no_timeout().await.expect("answers") };
                let second = ask(&b, {
                    let gate = gate.clone();
                    move |_| {
                        Box::pin(async move {
                            gate.wait().await;
                            a.say("hello").no_timeout().await
                        })
                    }
                });
                let opens = async {
                    gate.reached().await;
                    // The first answer is there, the second is not.
                    gate.open();
                };
                tokio::join!(first, second, opens).1
            })
        }
    });
    assert_refused(at_once(inner).await, "ring/a");
}

#[tokio::test(start_paused = true)]
async fn an_answer_ends_the_wait_before_the_asker_has_seen_it() {
    let system = ActorSystem::new("ring");
    let [a, b] = subjects(&system).await;
    let held = hold(&b).await;
    let first = begin(&a, {
        let b = b.clone();
        move |_| Box::pin(async move { b.say("hello").no_timeout().await })
    });
    settle().await;
    // Handled right after it, in the same turn.
    let back = begin(&b, {
        let a = a.clone();
        move |_| Box::pin(async move { a.say("hello").no_timeout().await })
    });
    held.release();
    assert!(at_once(first).await.expect("it ran").is_ok());
    let back = at_once(back).await.expect("it ran");
    assert!(back.is_ok(), "{back:?}");
}

#[tokio::test(start_paused = true)]
async fn room_ends_the_wait_before_the_sender_has_seen_it() {
    let system = ActorSystem::new("ring");
    let [a, b] = subjects(&system).await;
    let held = hold(&b).await;
    b.say("fills").try_tell().expect("there is room");
    let back = begin(&b, {
        let a = a.clone();
        move |_| Box::pin(async move { a.say("hello").no_timeout().await })
    });
    let told = begin(&a, {
        let b = b.clone();
        move |_| Box::pin(async move { b.say("hello").tell().await.is_ok() })
    });
    settle().await;
    held.release();
    assert_eq!(at_once(told).await, Ok(true));
    let back = at_once(back).await.expect("it ran");
    assert!(back.is_ok(), "{back:?}");
}

#[tokio::test(start_paused = true)]
async fn a_start_ends_the_wait_before_the_spawner_has_seen_it() {
    let system = ActorSystem::new("ring");
    let [a] = subjects(&system).await;
    let (told, mut heard) = mpsc::unbounded_channel();
    let child = Subject::silent().on_post_start({
        let a = a.clone();
        move |_| {
            let (a, told) = (a.clone(), told.clone());
            Box::pin(async move {
                let _ = told.send(a.say("hello").no_timeout().await);
                Ok(())
            })
        }
    });
    at_once(spawn_child(&a, "child", child)).await;
    let asked = at_once(heard.recv()).await.expect("the hook ran");
    assert!(asked.is_ok(), "{asked:?}");
}

#[tokio::test(start_paused = true)]
async fn a_restart_ends_the_wait_before_the_one_who_waits_has_seen_it() {
    let system = ActorSystem::new("ring");
    let [a] = subjects(&system).await;
    let (told, mut heard) = mpsc::unbounded_channel();
    let mut starts = 0;
    let other = Subject::silent().on_post_start({
        let a = a.clone();
        move |_| {
            starts += 1;
            let (a, told) = (a.clone(), told.clone());
            Box::pin(async move {
                if starts == 2 {
                    let _ = told.send(a.say("hello").no_timeout().await);
                }
                Ok(())
            })
        }
    });
    let other = system.spawn("other", other).await.expect("starts");
    let restarted = at_once(ask(&a, move |_| {
        Box::pin(async move { other.restart().await.is_ok() })
    }));
    assert!(restarted.await);
    let asked = at_once(heard.recv()).await.expect("the hook ran");
    assert!(asked.is_ok(), "{asked:?}");
}

#[tokio::test(start_paused = true)]
async fn an_ask_that_was_given_up_is_waited_for_by_nobody() {
    let system = ActorSystem::new("ring");
    let [a, b] = subjects(&system).await;
    let (of_a, of_b) = (Gate::new(), Gate::new());
    b.stay(of_b.clone()).try_tell().expect("there is room");
    of_b.reached().await;
    let first = begin(&a, {
        let (b, of_a) = (b.clone(), of_a.clone());
        move |_| {
            Box::pin(async move {
                let asked = b.say("hello").timeout(Duration::from_millis(5)).await;
                of_a.wait().await;
                asked.is_err()
            })
        }
    });
    of_a.reached().await;
    // It is in the same handler still, and waits for something else.
    let mut back = begin(&b, {
        let a = a.clone();
        move |_| Box::pin(async move { a.say("hello").no_timeout().await })
    });
    of_b.open();
    settle().await;
    assert!(back.try_recv().is_err());
    of_a.open();
    assert_eq!(at_once(first).await, Ok(true));
    assert!(at_once(back).await.expect("it ran").is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_task_of_an_actor_may_ask_it() {
    let system = ActorSystem::new("ring");
    let [a] = subjects(&system).await;
    let (told, mut heard) = mpsc::unbounded_channel();
    at_once(ask(&a, move |ctx| {
        let a = ctx.myself();
        ctx.spawn(async move {
            let _ = told.send(a.say("hello").no_timeout().await.is_ok());
        });
        Box::pin(async {})
    }))
    .await;
    assert_eq!(at_once(heard.recv()).await, Some(true));
}

// === Futures that are polled here and there ===

type Question = std::pin::Pin<Box<dyn Future<Output = Result<u64, AskError>> + Send>>;

/// The question of somebody who says "hello", to be awaited anywhere.
fn question(whom: &SubjectHandle) -> Question {
    let whom = whom.clone();
    Box::pin(async move { whom.say("hello").no_timeout().await })
}

/// Polls once, and finds no answer.
async fn poll_once<F: Future + Unpin>(future: &mut F) {
    std::future::poll_fn(|cx| {
        assert!(std::pin::Pin::new(&mut *future).poll(cx).is_pending());
        std::task::Poll::Ready(())
    })
    .await;
}

/// Has `whom` wait at the gate, and then ask `back`. Returns whether it was answered.
async fn asks_back(
    whom: &SubjectHandle,
    back: &SubjectHandle,
    gate: &Gate,
) -> oneshot::Receiver<bool> {
    let asks = begin(whom, {
        let (back, gate) = (back.clone(), gate.clone());
        move |_| {
            Box::pin(async move {
                gate.wait().await;
                back.say("hello").no_timeout().await.is_ok()
            })
        }
    });
    gate.reached().await;
    asks
}

#[tokio::test(start_paused = true)]
async fn an_ask_that_a_handler_began_and_a_task_goes_on_with_keeps_no_handler_waiting() {
    let system = ActorSystem::new("ring");
    let [a, b] = subjects(&system).await;
    let (of_a, of_b) = (Gate::new(), Gate::new());
    let back = asks_back(&b, &a, &of_b).await;
    let (told, mut heard) = mpsc::unbounded_channel();
    let stays = begin(&a, {
        let (mut asked, of_a) = (question(&b), of_a.clone());
        move |_| {
            Box::pin(async move {
                poll_once(&mut asked).await;
                tokio::spawn(async move { told.send(asked.await.is_ok()) });
                of_a.wait().await;
            })
        }
    });
    of_a.reached().await;
    settle().await;
    of_b.open();
    settle().await;
    of_a.open();
    at_once(stays).await.expect("it ran");
    assert_eq!(at_once(back).await, Ok(true));
    assert_eq!(at_once(heard.recv()).await, Some(true));
}

#[tokio::test(start_paused = true)]
#[expect(clippy::async_yields_async, reason = "it is awaited elsewhere")]
async fn nor_does_one_that_a_handler_began_and_left_to_a_later_one() {
    let system = ActorSystem::new("ring");
    let [a, b] = subjects(&system).await;
    let of_b = Gate::new();
    let back = asking_at(&of_b, &b, &a).await;
    let asked = at_once(ask(&a, {
        let mut asked = question(&b);
        move |_| {
            Box::pin(async move {
                poll_once(&mut asked).await;
                asked
            })
        }
    }));
    let asked = asked.await;
    of_b.open();
    assert!(at_once(back).await.expect("it ran").is_ok());
    let answered = ask(&a, move |_| Box::pin(async move { asked.await.is_ok() }));
    assert!(at_once(answered).await);
}

#[tokio::test(start_paused = true)]
async fn an_ask_begun_outside_and_awaited_in_a_handler_is_waiting_as_well() {
    let system = ActorSystem::new("ring");
    let [a, b] = subjects(&system).await;
    let of_b = Gate::new();
    let back = asking_at(&of_b, &b, &a).await;
    let mut asked = question(&b);
    poll_once(&mut asked).await;
    let answered = begin(&a, move |_| Box::pin(asked));
    settle().await;
    of_b.open();
    assert_refused(at_once(back).await.expect("it ran"), "ring/a");
    assert!(at_once(answered).await.expect("it ran").is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_spawn_begun_outside_is_cut_off_where_its_start_waits_for_who_awaits_it() {
    let system = ActorSystem::new("ring");
    let [a] = subjects(&system).await;
    let gate = Gate::new();
    let other = Subject::silent().on_pre_start({
        let (a, gate) = (a.clone(), gate.clone());
        move |_| {
            let (a, gate) = (a.clone(), gate.clone());
            Box::pin(async move {
                gate.wait().await;
                a.say("hello").no_timeout().await.map(drop)?;
                Ok(())
            })
        }
    });
    let mut spawn = system.spawn("other", other).into_future();
    poll_once(&mut spawn).await;
    gate.reached().await;
    let here = Gate::new();
    let awaits = begin(&a, {
        let here = here.clone();
        move |_| {
            Box::pin(async move {
                here.wait().await;
                spawn.await.map(drop)
            })
        }
    });
    here.reached().await;
    gate.open();
    settle().await;
    here.open();
    let error = at_once(awaits).await.expect("it ran").expect_err("a cycle");
    assert!(matches!(error, SpawnError::Interrupted { path } if path == "ring/other"));
    settle().await;
    let again = system.spawn("other", Subject::silent());
    again.await.expect("the name is free");
}

/// The message was accepted, so it is not given back. Whether it ran is told.
#[tokio::test(start_paused = true)]
async fn it_is_refused_where_the_other_waits_already() {
    let system = ActorSystem::new("ring");
    let [a, b] = subjects(&system).await;
    for begun in [false, true] {
        let (of_b, of_a) = (Gate::new(), Gate::new());
        let mut asked: Question = if begun {
            let (a, b, of_b) = (a.clone(), b.clone(), of_b.clone());
            let job = Job::new(move |_| {
                Box::pin(async move {
                    of_b.wait().await;
                    let _ = a.say("hello").no_timeout().await;
                    Ok(())
                })
            });
            Box::pin(async move { b.run(job).no_timeout().await.map(|()| 0) })
        } else {
            drop(asks_back(&b, &a, &of_b).await);
            question(&b)
        };
        poll_once(&mut asked).await;
        settle().await;
        let awaits = begin(&a, {
            let of_a = of_a.clone();
            move |_| {
                Box::pin(async move {
                    of_a.wait().await;
                    asked.await
                })
            }
        });
        of_a.reached().await;
        // It waits for `a` from now on, whose handler is yet to come to its question.
        of_b.open();
        settle().await;
        of_a.open();
        let error = at_once(awaits).await.expect("it ran").expect_err("a cycle");
        assert!(
            matches!(&error, AskError::Cycle { path, began, .. } if *path == "ring/b" && *began == begun),
            "{error:?}"
        );
        assert_eq!(error.never_ran(), !begun);
        assert!(error.into_message::<SubjectMsg>().is_none());
        settle().await;
    }
    assert_eq!(b.skipped(), 1);
}

#[tokio::test(start_paused = true)]
async fn other_waits_are_of_the_one_who_polls_as_well() {
    let system = ActorSystem::new("ring");
    let [a, b] = subjects(&system).await;
    let of_b = Gate::new();
    let back = asks_back(&b, &a, &of_b).await;
    // Begun in a handler of `a`, and awaited out of it.
    let (mut ended, mut restarted) = at_once(ask(&a, {
        let b = b.clone();
        move |_| {
            Box::pin(async move {
                let mut ended = b.ended();
                poll_once(&mut ended).await;
                let mut restarted: Running<'static, _> = Box::pin(async move { b.restart().await });
                poll_once(&mut restarted).await;
                (ended, restarted)
            })
        }
    }))
    .await;
    poll_once(&mut ended).await;
    poll_once(&mut restarted).await;
    of_b.open();
    assert_eq!(at_once(back).await, Ok(true));
    at_once(restarted).await.expect("restarts");
    // Begun out of any handler, and awaited in one that it waits for.
    let refused = at_once(ask(&b, move |_| Box::pin(ended))).await;
    assert!(matches!(refused, Err(ShutdownError::Cycle { path }) if path == "ring/b"));
}

/// Keeps the replies it is to give.
#[actor]
#[derive(Default)]
struct Clerk {
    kept: Vec<ReplyTo<u32>>,
    at_the_end: Option<(SubjectHandle, Told)>,
}

#[actor]
impl Clerk {
    #[handler]
    fn keep(&mut self, reply: ReplyTo<u32>) {
        self.kept.push(reply);
    }

    #[handler]
    async fn keep_and_ask(&mut self, whom: SubjectHandle, told: Told, reply: ReplyTo<u32>) {
        self.kept.push(reply);
        let _ = told.send(whom.say("hello").no_timeout().await);
    }

    #[handler]
    async fn drop_and_ask(&mut self, whom: SubjectHandle, told: Told, reply: ReplyTo<u32>) {
        drop(reply);
        let _ = told.send(whom.say("hello").no_timeout().await);
    }

    #[handler]
    fn hand_over(&mut self) -> Vec<ReplyTo<u32>> {
        std::mem::take(&mut self.kept)
    }

    #[handler]
    async fn ask(&mut self, whom: SubjectHandle) -> Result<u64, AskError> {
        whom.say("hello").no_timeout().await
    }

    /// Leaves the reply to somebody else, and asks `whom` at its own end.
    #[handler]
    fn pass_on(
        &mut self,
        to: mpsc::UnboundedSender<ReplyTo<u32>>,
        whom: SubjectHandle,
        told: Told,
        reply: ReplyTo<u32>,
    ) {
        let _ = to.send(reply);
        self.at_the_end = Some((whom, told));
    }

    #[on(PostStop)]
    async fn end(&mut self) {
        if let Some((whom, told)) = self.at_the_end.take() {
            let _ = told.send(whom.say("hello").no_timeout().await);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn who_has_returned_without_a_reply_may_ask_the_one_that_waits_for_it() {
    let system = ActorSystem::new("ring");
    let [a] = subjects(&system).await;
    let clerk = system
        .spawn("clerk", Clerk::default())
        .await
        .expect("starts");
    let kept = begin(&a, {
        let clerk = clerk.clone();
        move |_| Box::pin(async move { clerk.keep().no_timeout().await })
    });
    settle().await;
    let replies = clerk.hand_over().await.expect("answers");
    let asks = tokio::spawn(async move { clerk.ask(a).no_timeout().await });
    settle().await;
    assert!(!asks.is_finished(), "{:?}", asks.await);
    for reply in replies {
        reply.send(5);
    }
    assert_eq!(at_once(kept).await.expect("it ran").ok(), Some(5));
    assert!(at_once(asks).await.expect("no panic").is_ok());
}

#[tokio::test(start_paused = true)]
async fn it_may_so_in_its_hooks_as_well() {
    let system = ActorSystem::new("ring");
    let [a] = subjects(&system).await;
    let clerk = system.spawn("clerk", Clerk::default()).await;
    let clerk = clerk.expect("starts");
    let (told, mut heard) = mpsc::unbounded_channel();
    let (to, mut replies) = mpsc::unbounded_channel();
    let answered = begin(&a, {
        let (a, clerk) = (a.clone(), clerk.clone());
        move |_| Box::pin(async move { clerk.pass_on(to, a, told).no_timeout().await })
    });
    let reply = at_once(replies.recv()).await.expect("passed on");
    let ended = clerk.shutdown();
    settle().await;
    assert!(heard.try_recv().is_err(), "it waits, and is not refused");
    reply.send(5);
    assert_eq!(at_once(answered).await.expect("it ran").ok(), Some(5));
    assert!(at_once(heard.recv()).await.expect("the hook ran").is_ok());
    at_once(ended).await.expect("no cycle here");
}

#[tokio::test(start_paused = true)]
async fn it_may_so_once_it_has_dropped_the_reply() {
    let system = ActorSystem::new("ring");
    let [a] = subjects(&system).await;
    let clerk = system.spawn("clerk", Clerk::default()).await;
    let clerk = clerk.expect("starts");
    let (told, mut heard) = mpsc::unbounded_channel();
    let dropped = begin(&a, {
        let (a, clerk) = (a.clone(), clerk.clone());
        move |_| Box::pin(async move { clerk.drop_and_ask(a, told).no_timeout().await })
    });
    let dropped = at_once(dropped).await.expect("it ran");
    assert!(
        matches!(dropped, Err(AskError::NoReply { .. })),
        "{dropped:?}"
    );
    assert!(at_once(heard.recv()).await.expect("it ran").is_ok());
}

#[tokio::test(start_paused = true)]
async fn until_it_has_returned_it_may_not() {
    let system = ActorSystem::new("ring");
    let [a] = subjects(&system).await;
    let clerk = system.spawn("clerk", Clerk::default()).await;
    let clerk = clerk.expect("starts");
    let (told, mut heard) = mpsc::unbounded_channel();
    let _kept = begin(&a, {
        let (a, clerk) = (a.clone(), clerk.clone());
        move |_| Box::pin(async move { clerk.keep_and_ask(a, told).no_timeout().await.is_ok() })
    });
    assert_refused(at_once(heard.recv()).await.expect("it ran"), "ring/a");
}

// === Many threads ===

/// Asks others, one after another and all at once.
#[actor]
struct Walker {
    others: Vec<WalkerHandle>,
}

#[actor]
impl Walker {
    #[handler]
    fn meet(&mut self, others: Vec<WalkerHandle>) {
        self.others = others;
    }

    /// The number of walks, or of refusals.
    #[handler]
    async fn walk(&mut self, steps: u32) -> (u32, u32) {
        let (mut walks, mut refusals) = (1, 0);
        if steps == 0 {
            return (walks, refusals);
        }
        let mut walked = Vec::new();
        for pair in self.others.chunks(2) {
            let step = async |other: &WalkerHandle| other.walk(steps - 1).no_timeout().await;
            match pair {
                [one, two] => walked.extend(<[_; 2]>::from(tokio::join!(step(one), step(two)))),
                one => walked.push(step(&one[0]).await),
            }
        }
        for walked in walked {
            match walked {
                Ok((more, refused)) => (walks, refusals) = (walks + more, refusals + refused),
                Err(AskError::Cycle { .. }) => refusals += 1,
                Err(other) => panic!("{other}"),
            }
        }
        (walks, refusals)
    }
}

/// Walks through a graph from all its actors at once, again and again, and returns how often one was refused.
async fn walk_through(edges: impl Fn(usize) -> Vec<usize>) -> u32 {
    const ACTORS: usize = 6;
    let system = ActorSystem::new("graph");
    let mut all = Vec::new();
    for n in 0..ACTORS {
        let spawn = system.spawn(format!("w{n}"), Walker { others: Vec::new() });
        all.push(spawn.await.expect("starts"));
    }
    for (n, walker) in all.iter().enumerate() {
        let others = edges(n).into_iter().map(|other| all[other].clone());
        walker.meet(others.collect()).await.expect("answers");
    }
    let mut walks = tokio::task::JoinSet::new();
    for round in 0..20 {
        for walker in all.clone() {
            walks.spawn(async move { walker.walk(2 + round % 2).no_timeout().await });
        }
    }
    let walked = tokio::time::timeout(Duration::from_secs(60), walks.join_all()).await;
    let walked = walked.expect("nobody waits for ever");
    let refused = walked.into_iter().map(|walked| walked.expect("answers").1);
    let refused = refused.sum();
    system.stop().await.expect("stops");
    refused
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn where_there_is_no_cycle_nobody_is_refused() {
    let refused = walk_through(|n| (n + 1..6).collect()).await;
    assert_eq!(refused, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn where_there_are_cycles_nobody_waits_for_ever() {
    let refused = walk_through(|n| (0..6).filter(|other| *other != n).collect()).await;
    assert!(refused > 0);
}
