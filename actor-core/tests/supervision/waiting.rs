//! Who waits, in a handler, for a member that its group holds, waits for the supervisor. A supervisor that waits for
//! them in turn is not kept waiting: they are refused, or the answer they wait for is given up.

use super::*;
use actor_core::testkit::hold;
use actor_core::{ActorRef, RestartError, RunningError, ShutdownError};
use common::{Gate, Job, Running, begin};
use std::sync::{Arc, OnceLock};
use tokio::sync::{mpsc, oneshot};

type Waits<T> = Box<dyn FnOnce(ActorRef) -> Running<'static, T> + Send>;

fn running() -> Waits<Result<(), RunningError>> {
    Box::new(|whom| Box::pin(async move { whom.running().await }))
}

fn ended() -> Waits<Result<(), ShutdownError>> {
    Box::new(|whom| Box::pin(async move { whom.ended().await }))
}

/// Has `who` come to a gate in a handler, and then wait for `whom` in this way.
async fn at_gate<T: Send + 'static>(
    who: &SubjectHandle,
    whom: &SubjectHandle,
    waits: Waits<T>,
) -> (Gate, oneshot::Receiver<T>) {
    let whom = whom.actor_ref().clone();
    handler_at_gate(who, move || waits(whom)).await
}

async fn handler_at_gate<T: Send + 'static>(
    who: &SubjectHandle,
    then: impl FnOnce() -> Running<'static, T> + Send + 'static,
) -> (Gate, oneshot::Receiver<T>) {
    let gate = Gate::new();
    let done = begin(who, {
        let gate = gate.clone();
        move |_| {
            Box::pin(async move {
                gate.wait().await;
                then().await
            })
        }
    });
    gate.reached().await;
    (gate, done)
}

/// Has `who` ask `whom` in a handler, and wait for as long as it takes.
fn asks(who: &SubjectHandle, whom: &SubjectHandle) -> oneshot::Receiver<Result<u64, AskError>> {
    let whom = whom.clone();
    begin(who, move |_| {
        Box::pin(async move { whom.say("asked").no_timeout().await })
    })
}

/// Has `through` do this in a handler, and waits for that.
fn through<T: Send + 'static>(
    through: &SubjectHandle,
    then: impl FnOnce() -> Running<'static, T> + Send + 'static,
) -> Running<'static, T> {
    let through = through.clone();
    Box::pin(async move {
        let (done, ran) = oneshot::channel();
        let job = Job::new(move |_| {
            Box::pin(async move {
                let _ = done.send(then().await);
                Ok(())
            })
        });
        let asked = through.run(job).no_timeout().await;
        asked.expect("the job does not fail");
        ran.await.expect("it ran")
    })
}

async fn other(family: &Family, name: &str) -> SubjectHandle {
    let spawned = family.system.spawn(name, Subject::silent());
    soon(spawned).await.expect("starts")
}

/// Fails once it has handled what comes before, with this behind it.
async fn fail_in_front_of<T>(
    failing: &SubjectHandle,
    behind: impl FnOnce() -> oneshot::Receiver<T>,
) -> oneshot::Receiver<T> {
    let held = hold(failing).await;
    let fault = Fault::msg("no");
    failing.fail(fault).try_tell().expect("there is room");
    let waiting = behind();
    settle().await;
    held.release();
    settle().await;
    waiting
}

async fn over<T>(waiting: oneshot::Receiver<T>) -> T {
    soon(waiting).await.expect("the handler was not cut off")
}

fn counts<const N: usize>(all: [&SubjectHandle; N]) -> [u32; N] {
    all.map(|it| it.restart_count())
}

fn is_cycle(waited: &Result<(), RunningError>) -> bool {
    matches!(waited, Err(RunningError::Cycle { .. }))
}

fn is_given_up(asked: &Result<u64, AskError>) -> bool {
    matches!(asked, Err(AskError::Discarded { .. }))
}

// === While the members go down ===

#[tokio::test(start_paused = true)]
async fn who_waits_until_the_failed_one_runs_is_refused_when_its_own_turn_comes() {
    let family = Family::new(OneForAll).await;
    let three = family.three(Restart::DEFAULT).await;
    let [a, b, c] = &three;
    fail(b).await;
    let (first, of_c) = at_gate(c, b, running()).await;
    let (last, of_a) = at_gate(a, b, running()).await;
    first.open();
    last.open();
    settle().await;
    pass(S).await;
    assert!(is_cycle(&over(of_c).await) && is_cycle(&over(of_a).await));
    assert_eq!(counts([a, b, c]), [1; 3]);
}

#[tokio::test(start_paused = true)]
async fn who_begins_to_wait_until_one_runs_that_is_held_is_refused() {
    for to_be_waited_for in [1, 2] {
        let family = Family::new(OneForAll).await;
        let three = family.three(AT_ONCE).await;
        let [a, b, _] = &three;
        let (gate, waited) = at_gate(a, &three[to_be_waited_for], running()).await;
        fail(b).await;
        gate.open();
        assert!(is_cycle(&over(waited).await));
        settle().await;
        assert_eq!(counts(three.each_ref()), [1; 3]);
    }
}

/// It may wait for as long as it is another's turn.
#[tokio::test(start_paused = true)]
async fn who_waits_until_one_runs_that_is_down_is_refused_when_its_own_turn_comes() {
    let family = Family::new(OneForAll).await;
    let three = family.three(AT_ONCE).await;
    let [a, b, c] = &three;
    let d = family.child("d", AT_ONCE).await;
    let held = hold(b).await;
    let (gate, mut waited) = at_gate(a, &d, running()).await;
    fail(c).await;
    gate.open();
    settle().await;
    assert!(waited.try_recv().is_err(), "`b` is on its way down");
    held.release();
    assert!(is_cycle(&over(waited).await));
    settle().await;
    assert_eq!(counts([a, b, c, &d]), [1; 4]);
}

#[tokio::test(start_paused = true)]
async fn an_ask_that_the_failed_one_has_not_answered_is_given_up() {
    for asker in [0, 2] {
        let family = Family::new(OneForAll).await;
        let three = family.three(AT_ONCE).await;
        let b = &three[1];
        let asked = fail_in_front_of(b, || asks(&three[asker], b)).await;
        assert!(is_given_up(&over(asked).await));
        settle().await;
        assert_eq!(counts(three.each_ref()), [1; 3]);
    }
}

#[tokio::test(start_paused = true)]
async fn an_ask_that_one_keeps_while_it_is_down_is_given_up() {
    let family = Family::new(OneForAll).await;
    let three = family.three(AT_ONCE).await;
    let [a, b, c] = &three;
    let held = hold(c).await;
    let asked = asks(a, c);
    settle().await;
    fail(b).await;
    held.release();
    assert!(is_given_up(&over(asked).await));
    settle().await;
    assert_eq!(counts([a, b, c]), [1; 3]);
}

#[tokio::test(start_paused = true)]
async fn an_ask_of_one_that_is_down_is_refused() {
    let family = Family::new(OneForAll).await;
    let [a, b, c] = family.three(AT_ONCE).await;
    let asking = c.clone();
    let (gate, asked) = handler_at_gate(&a, move || {
        Box::pin(async move { asking.say("hello").no_timeout().await })
    })
    .await;
    fail(&b).await;
    gate.open();
    let refused = over(asked).await;
    assert!(matches!(refused, Err(AskError::Suspended { .. })));
    settle().await;
    assert_eq!(counts([&a, &b, &c]), [1; 3]);
}

/// It was asked before it went down, by somebody who only now waits for the answer.
#[tokio::test(start_paused = true)]
async fn an_ask_begun_elsewhere_is_refused_where_it_is_awaited() {
    let family = Family::new(OneForAll).await;
    let [a, b, c] = family.three(AT_ONCE).await;
    let held = hold(&c).await;
    let asking = c.clone();
    let (later, waits) = oneshot::channel::<Running<'static, Result<u64, AskError>>>();
    let (gate, awaited) = handler_at_gate(&a, move || {
        Box::pin(async move { waits.await.expect("it is given").await })
    })
    .await;
    let mut ask: Running<'static, _> =
        Box::pin(async move { asking.say("hello").no_timeout().await });
    std::future::poll_fn(|cx| {
        assert!(ask.as_mut().poll(cx).is_pending());
        std::task::Poll::Ready(())
    })
    .await;
    fail(&b).await;
    held.release();
    settle().await;
    assert!(c.is_suspended());
    let _ = later.send(ask);
    gate.open();
    let refused = over(awaited).await;
    assert!(
        matches!(refused, Err(AskError::Cycle { .. })),
        "{refused:?}"
    );
    settle().await;
    assert_eq!(counts([&a, &b, &c]), [1; 3]);
}

#[tokio::test(start_paused = true)]
async fn who_waits_for_the_end_of_one_that_is_held_is_refused_before_or_when_its_turn_comes() {
    for begins_before in [true, false] {
        for whom in [1, 2] {
            let family = Family::new(OneForAll).await;
            let three = family.three(AT_ONCE).await;
            let [a, b, _] = &three;
            let (gate, waited) = at_gate(a, &three[whom], ended()).await;
            if begins_before {
                gate.open();
                settle().await;
            }
            fail(b).await;
            gate.open();
            let refused = over(waited).await;
            assert!(matches!(refused, Err(ShutdownError::Cycle { .. })));
            settle().await;
            assert_eq!(counts(three.each_ref()), [1; 3]);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_one_that_is_held_does_at_once_is_waited_for() {
    let family = Family::new(OneForAll).await;
    let [a, b, c] = family.three(AT_ONCE).await;
    let d = family.child("d", AT_ONCE).await;
    let orders = {
        let (b, c, d) = (b.clone(), c.clone(), d.clone());
        move || -> Running<'static, _> {
            Box::pin(async move {
                let restarted = c.restart().await;
                let reinstated = c.reinstate().await;
                (
                    restarted,
                    reinstated,
                    d.shutdown().await,
                    b.reinstate().await,
                )
            })
        }
    };
    let (gate, done) = handler_at_gate(&a, orders).await;
    fail(&b).await;
    gate.open();
    let (restarted, reinstated, ended, of_failed) = over(done).await;
    assert!(matches!(restarted, Err(RestartError::NotRunning { .. })));
    assert!(!reinstated && ended.is_ok() && !of_failed);
    settle().await;
    assert_eq!(counts([&a, &b, &c]), [1; 3]);
    assert!(!d.is_running());
}

#[tokio::test(start_paused = true)]
async fn the_failed_one_can_be_reinstated_or_restarted_by_one_whose_turn_it_is() {
    for by_restart in [true, false] {
        let family = Family::new(OneForAll).await;
        let [a, b, c] = family.three(AT_ONCE).await;
        let failed = b.clone();
        let (gate, done) = handler_at_gate(&c, move || {
            Box::pin(async move {
                if by_restart {
                    failed.restart().await.is_ok()
                } else {
                    failed.reinstate().await
                }
            })
        })
        .await;
        fail(&b).await;
        gate.open();
        assert!(over(done).await);
        settle().await;
        assert_eq!(counts([&a, &c]), [1; 2]);
        assert!(b.is_running());
    }
}

// === Through others ===

#[tokio::test(start_paused = true)]
async fn it_is_the_same_through_another() {
    for begins_before in [true, false] {
        let family = Family::new(OneForAll).await;
        let [a, b, c] = family.three(Restart::DEFAULT).await;
        let x = other(&family, "x").await;
        let failed = b.clone();
        let (gate, waited) = handler_at_gate(&c, move || {
            through(&x, move || Box::pin(async move { failed.running().await }))
        })
        .await;
        fail(&b).await;
        if begins_before {
            gate.open();
            settle().await;
        }
        pass(S).await;
        gate.open();
        assert!(is_cycle(&over(waited).await), "{begins_before}");
        settle().await;
        assert_eq!(counts([&a, &b, &c]), [1; 3]);
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_another_waits_for_is_given_up() {
    let family = Family::new(OneForAll).await;
    let [a, b, c] = family.three(AT_ONCE).await;
    let x = other(&family, "x").await;
    let asked = fail_in_front_of(&b, || {
        let (x, b) = (x.clone(), b.clone());
        begin(&c, move |_| {
            through(&x, move || {
                Box::pin(async move { b.say("asked").no_timeout().await })
            })
        })
    })
    .await;
    assert!(is_given_up(&over(asked).await));
    settle().await;
    assert_eq!(counts([&a, &b, &c]), [1; 3]);
}

/// The parent is no member, and is asked by one.
#[tokio::test(start_paused = true)]
async fn who_asks_the_parent_while_it_waits_for_a_member_is_refused() {
    let family = Family::new(OneForAll).await;
    let [a, b, c] = family.three(AT_ONCE).await;
    let parent = family.parent.clone();
    let (gate, asked) = handler_at_gate(&c, move || {
        Box::pin(async move { parent.say("asked").no_timeout().await })
    })
    .await;
    fail(&b).await;
    let failed = b.clone();
    let waited = begin(&family.parent, move |_| {
        Box::pin(async move { failed.running().await })
    });
    settle().await;
    gate.open();
    let refused = over(asked).await;
    assert!(matches!(refused, Err(AskError::Cycle { .. })));
    assert!(over(waited).await.is_ok());
    assert_eq!(counts([&a, &b, &c]), [1; 3]);
}

#[tokio::test(start_paused = true)]
async fn a_child_of_a_member_is_refused_as_the_member_is() {
    for begins_before in [true, false] {
        let family = Family::new(OneForAll).await;
        let [a, b, c] = family.three(Restart::DEFAULT).await;
        let child = common::spawn_child(&c, "child", Subject::silent()).await;
        let (gate, waited) = at_gate(&child, &b, running()).await;
        fail(&b).await;
        if begins_before {
            gate.open();
            settle().await;
        }
        pass(S).await;
        gate.open();
        assert!(is_cycle(&over(waited).await), "{begins_before}");
        settle().await;
        assert_eq!(counts([&a, &b, &c]), [1; 3]);
    }
}

#[tokio::test(start_paused = true)]
async fn two_groups_whose_members_wait_for_each_other_both_come_up() {
    let (one, two) = (Family::new(OneForAll).await, Family::new(OneForAll).await);
    let first = one.three(AT_ONCE).await;
    let second = two.three(AT_ONCE).await;
    let (of_first, here) = at_gate(&first[0], &second[2], running()).await;
    let (of_second, there) = at_gate(&second[0], &first[2], running()).await;
    fail(&first[1]).await;
    fail(&second[1]).await;
    of_first.open();
    of_second.open();
    let waited = [over(here).await, over(there).await];
    let refused = waited.iter().filter(|it| is_cycle(it)).count();
    assert_eq!(refused, 1, "the other gets what it waits for");
    settle().await;
    for actor in first.iter().chain(&second) {
        assert_eq!(actor.restart_count(), 1);
    }
}

// === Failures meanwhile ===

#[tokio::test(start_paused = true)]
async fn an_ask_of_one_that_fails_meanwhile_is_given_up() {
    for (policy, strategy) in [
        (Policy::new(AT_ONCE), OneForAll),
        (Policy::new(Directive::Suspend), OneForAll),
        (Policy::new(AT_ONCE), RestForOne),
    ] {
        let family = Family::new(strategy).await;
        let a = family.child("a", policy).await;
        let b = family.child("b", AT_ONCE).await;
        let c = family.child("c", AT_ONCE).await;
        let held = hold(&a).await;
        a.fail(Fault::msg("too")).try_tell().expect("it runs");
        let asked = asks(&c, &a);
        settle().await;
        fail(&b).await;
        held.release();
        assert!(is_given_up(&over(asked).await));
        settle().await;
        assert!([&a, &b, &c].iter().all(|it| it.is_running()));
    }
}

#[tokio::test(start_paused = true)]
async fn who_waits_until_one_runs_that_failed_meanwhile_is_refused() {
    for strategy in [OneForAll, RestForOne] {
        let family = Family::new(strategy).await;
        let [a, b, c] = family.three(AT_ONCE).await;
        let (gate, waited) = at_gate(&c, &a, running()).await;
        fail(&b).await;
        fail(&a).await;
        gate.open();
        assert!(is_cycle(&over(waited).await), "{strategy}");
        settle().await;
        assert!([&a, &b, &c].iter().all(|it| it.is_running()));
    }
}

/// The child orders it in between the order to go down and the moment when that is obeyed.
#[tokio::test(start_paused = true)]
async fn an_order_of_its_child_does_not_keep_a_member_from_going_down() {
    let family = Family::new(OneForAll).await;
    let a = family.child("a", AT_ONCE).await;
    let b = family.child("b", AT_ONCE).await;
    let (down, relayed) = (Gate::new(), Gate::new());
    let of_c = down.clone();
    let c = family
        .child_made("c", AT_ONCE, move |log| {
            let down = of_c.clone();
            Subject::new(log).on_post_stop(move |_| {
                down.open();
                Box::pin(async { Ok(()) })
            })
        })
        .await;
    let child = common::spawn_child(&b, "child", Subject::silent()).await;
    let done = begin(&child, {
        let (b, relayed) = (b.clone(), relayed.clone());
        move |_| {
            Box::pin(async move {
                relayed.wait().await;
                b.reinstate().await
            })
        }
    });
    // One turn later than the supervisor, and one earlier than the member.
    let relay = tokio::spawn(async move {
        down.wait().await;
        relayed.open();
    });
    settle().await;
    fail(&b).await;
    assert!(!over(done).await);
    relay.await.expect("no panic");
    settle().await;
    assert_eq!(counts([&a, &b, &c]), [1; 3]);
}

// === While they start again ===

/// A family whose first member does this with the last whenever it starts again, and tells what came of it.
async fn first_waits_for_last<T: Send + 'static>(
    family: &Family,
    waits: impl Fn(SubjectHandle) -> Running<'static, T> + Clone + Send + Sync + 'static,
) -> ([SubjectHandle; 3], mpsc::UnboundedReceiver<T>) {
    let (told, heard) = mpsc::unbounded_channel();
    let last = Arc::new(OnceLock::<SubjectHandle>::new());
    let known = Arc::clone(&last);
    let a = family
        .child_made("a", AT_ONCE, move |log| {
            let (known, waits, told) = (Arc::clone(&known), waits.clone(), told.clone());
            Subject::new(log).on_pre_start(move |_| {
                let begun = known.get().map(|last| waits(last.clone()));
                let told = told.clone();
                Box::pin(async move {
                    if let Some(waits) = begun {
                        let _ = told.send(waits.await);
                    }
                    Ok(())
                })
            })
        })
        .await;
    let b = family.child("b", AT_ONCE).await;
    let c = family.child("c", AT_ONCE).await;
    assert!(last.set(c.clone()).is_ok());
    ([a, b, c], heard)
}

async fn heard<T>(mut heard: mpsc::UnboundedReceiver<T>) -> T {
    soon(heard.recv()).await.expect("it started again")
}

#[tokio::test(start_paused = true)]
async fn who_starts_again_cannot_wait_for_one_that_comes_after_it() {
    let family = Family::new(OneForAll).await;
    let waits = |c: SubjectHandle| -> Running<'static, _> {
        Box::pin(async move {
            let asked = c.say("hello").no_timeout().await;
            (asked, c.running().await, c.ended().await)
        })
    };
    let ([a, b, c], told) = first_waits_for_last(&family, waits).await;
    fail(&b).await;
    let (asked, ran, ended) = heard(told).await;
    assert!(matches!(asked, Err(AskError::Suspended { .. })));
    assert!(is_cycle(&ran) && matches!(ended, Err(ShutdownError::Cycle { .. })));
    settle().await;
    assert_eq!(counts([&a, &b, &c]), [1; 3]);
}

#[tokio::test(start_paused = true)]
async fn nor_for_another_that_waits_for_it() {
    let family = Family::new(OneForAll).await;
    let x = other(&family, "x").await;
    let of_start = x.clone();
    let waits = move |_: SubjectHandle| -> Running<'static, _> {
        let x = of_start.clone();
        Box::pin(async move { x.say("hello").no_timeout().await })
    };
    let ([a, b, c], told) = first_waits_for_last(&family, waits).await;
    let held = hold(&a).await;
    fail(&b).await;
    assert!(c.is_suspended());
    let last = c.clone();
    let of_x = begin(&x, move |_| Box::pin(async move { last.running().await }));
    settle().await;
    held.release();
    let refused = heard(told).await;
    assert!(matches!(refused, Err(AskError::Cycle { .. })));
    assert!(over(of_x).await.is_ok());
    settle().await;
    assert_eq!(counts([&a, &b, &c]), [1; 3]);
}

#[tokio::test(start_paused = true)]
async fn nor_for_another_that_begins_to_wait_for_it() {
    let family = Family::new(OneForAll).await;
    let x = other(&family, "x").await;
    let waits =
        move |c: SubjectHandle| through(&x, move || Box::pin(async move { c.running().await }));
    let ([a, b, c], told) = first_waits_for_last(&family, waits).await;
    fail(&b).await;
    assert!(is_cycle(&heard(told).await));
    settle().await;
    assert_eq!(counts([&a, &b, &c]), [1; 3]);
}

// === When the group is given up ===

#[tokio::test(start_paused = true)]
async fn a_group_that_is_given_up_waits_for_nobody_who_waits_for_those_that_are_to_follow() {
    for begins_before in [true, false] {
        for whom in [0, 1] {
            let family = Family::new(OneForAll).await;
            let three = family.three(AT_ONCE.max(0)).await;
            let (gate, waited) = at_gate(&three[2], &three[whom], ended()).await;
            if begins_before {
                gate.open();
                settle().await;
            }
            fail(&three[1]).await;
            gate.open();
            let refused = over(waited).await;
            assert!(matches!(refused, Err(ShutdownError::Cycle { .. })));
            settle().await;
            assert!(three.iter().all(|it| !it.is_running()));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn nor_for_those_that_wait_until_the_failed_one_runs_or_answers() {
    let family = Family::new(OneForAll).await;
    let [_, b, c] = family.three(AT_ONCE.max(0)).await;
    let asked = fail_in_front_of(&b, || asks(&c, &b)).await;
    assert!(is_given_up(&over(asked).await));
    settle().await;
    assert!(!b.is_running() && !c.is_running());

    let family = Family::new(Escalate).await;
    let [a, b, c] = family.three(AT_ONCE).await;
    let (gate, waited) = at_gate(&c, &b, running()).await;
    fail(&b).await;
    gate.open();
    assert!(is_cycle(&over(waited).await));
    settle().await;
    assert!([a, b, c].iter().all(|it| !it.is_running()));
}

/// One that comes before is not kept by those that have ended.
#[tokio::test(start_paused = true)]
async fn who_waits_for_one_that_ends_first_gets_its_end() {
    let family = Family::new(OneForAll).await;
    let [a, b, c] = family.three(AT_ONCE.max(0)).await;
    let (gate, waited) = at_gate(&a, &c, ended()).await;
    gate.open();
    settle().await;
    fail(&b).await;
    assert!(over(waited).await.is_ok());
    settle().await;
    assert!([a, b, c].iter().all(|it| !it.is_running()));
}

// === On several threads ===

/// Members ask each other, and wait for each other to run, while one or two of them fail: nobody waits for ever.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn whoever_waits_for_whom_and_whoever_fails_the_group_comes_up() {
    let policy = AT_ONCE.max(u32::MAX);
    let family = Family::new(OneForAll).await;
    let mut all = Vec::new();
    for name in ["a", "b", "c", "d"] {
        all.push(family.child(name, policy).await);
    }
    let mut dice = 1_usize;
    let mut roll = move |below: usize| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (dice >> 33) % below
    };
    for _ in 0..300 {
        let mut waits = Vec::new();
        for who in &all {
            let whom = all[roll(4)].clone();
            let asks = roll(2) == 0;
            let (done, waited) = oneshot::channel();
            let job = Job::new(move |_| {
                Box::pin(async move {
                    if asks {
                        let _ = whom.say("asked").no_timeout().await;
                    } else {
                        let _ = whom.running().await;
                    }
                    let _ = done.send(());
                    Ok(())
                })
            });
            // One that is on its way down does not take it.
            if who.run(job).try_tell().is_ok() {
                waits.push(waited);
            }
        }
        for _ in 0..=roll(2) {
            let _ = all[roll(4)].fail(Fault::msg("no")).try_tell();
        }
        for waited in waits {
            common::in_real_time(waited)
                .await
                .expect("it was not cut off");
        }
        for actor in &all {
            common::in_real_time(actor.running())
                .await
                .expect("comes up");
        }
    }
    assert!(all[0].restart_count() > 100);
}
