//! Whom a failure concerns, in what order they are stopped and started, and what is counted.

use super::*;

/// Which of `a`, `b`, `c` are restarted when `b` fails.
async fn restarted_with_b(strategy: Strategy) -> [u32; 3] {
    let family = Family::new(strategy).await;
    let three = family.three(AT_ONCE).await;
    fail(&three[1]).await;
    assert!(three.iter().all(|actor| actor.is_running()));
    three.map(|actor| actor.restart_count())
}

#[tokio::test(start_paused = true)]
async fn each_strategy_restarts_whom_it_says() {
    assert_eq!(restarted_with_b(OneForOne).await, [0, 1, 0]);
    assert_eq!(restarted_with_b(OneForAll).await, [1, 1, 1]);
    assert_eq!(restarted_with_b(RestForOne).await, [0, 1, 1]);
}

#[tokio::test(start_paused = true)]
async fn all_are_down_in_reverse_order_before_the_first_starts_again() {
    let family = Family::new(OneForAll).await;
    let [_, b, _] = family.three(AT_ONCE).await;
    fail(&b).await;
    // The incarnation that failed is over: its hook does not run.
    let expected = [
        "c post_stop",
        "a post_stop",
        "a pre_start",
        "b pre_start",
        "c pre_start",
    ];
    let hooks = family.log.take();
    let but_post_start: Vec<_> = hooks
        .iter()
        .filter(|it| !it.ends_with("post_start"))
        .collect();
    assert_eq!(but_post_start, expected);
}

#[tokio::test(start_paused = true)]
async fn the_events_of_a_restart_anew_say_who_stopped_why_and_who_came_back_how() {
    let mut family = Family::new(RestForOne).await;
    let [_, b, c] = family.three(ANEW).await;
    family.events();
    fail(&b).await;
    let expected = [
        "b ActorSuspended",
        "c ActorStopping",
        "c ActorStopped supervisor-group-restart",
        "b ActorStopping",
        "b ActorStopped supervisor-group-restart",
        "b ActorStarted",
        "b ActorRestarted 1",
        "c ActorStarted",
        "c ActorRestarted 1",
    ];
    assert_eq!(family.events(), expected);
    fail(&b).await;
    let attempts: Vec<_> = family
        .events()
        .into_iter()
        .filter(|it| it.contains("Restarted"))
        .collect();
    assert_eq!(attempts, ["b ActorRestarted 2", "c ActorRestarted 1"]);
    assert_eq!(c.restart_count(), 2);
}

#[tokio::test(start_paused = true)]
async fn events_carry_the_group_and_the_failure() {
    let mut family = Family::new(OneForAll).await;
    let [a, ..] = family.three(ANEW).await;
    fail(&a).await;
    let mut stopped = 0;
    for event in of_children(family.recorder.all()) {
        match &event.kind {
            EventKind::ActorStopped { fault, .. } => {
                assert_eq!(
                    fault.as_ref().map(ToString::to_string).as_deref(),
                    Some("no")
                );
                stopped += 1;
            }
            EventKind::ActorRestarted { supervisor, .. } => {
                assert_eq!(supervisor.as_deref(), Some("test/p"));
            }
            _ => {}
        }
    }
    assert_eq!(stopped, 3);
}

/// The back-off is of the one that failed, and there is one for all.
#[tokio::test(start_paused = true)]
async fn there_is_one_wait_scaled_by_the_one_that_fails() {
    let family = Family::new(OneForAll).await;
    let [a, b, c] = family.three(Restart::DEFAULT).await;
    for (wait, count) in [(1, 1), (2, 2), (4, 3)] {
        fail(&b).await;
        pass(wait * S - Duration::from_millis(100)).await;
        assert_eq!(a.restart_count(), count - 1, "{wait} s are not over");
        pass(Duration::from_millis(100)).await;
        let counts = [&a, &b, &c].map(|it| it.restart_count());
        assert_eq!(counts, [count; 3]);
    }
}

#[tokio::test(start_paused = true)]
async fn siblings_work_while_the_failure_is_waited_for() {
    let family = Family::new(OneForAll).await;
    let [a, b, _] = family.three(Restart::DEFAULT).await;
    fail(&b).await;
    soon(a.say("still here")).await.expect("a works");
    assert_eq!(family.log.take(), ["a still here"]);
    let refused = b.say("you there").try_tell();
    assert!(matches!(refused, Err(SendError::Suspended { .. })));
    pass(S).await;
    assert_eq!(a.restart_count(), 1);
    soon(b.say("back")).await.expect("b works again");
}

/// Two in turn would else use up each other's budgets.
#[tokio::test(start_paused = true)]
async fn only_the_budget_of_the_one_that_fails_is_used_and_the_others_begin_afresh() {
    let family = Family::new(OneForAll).await;
    let [a, b, _] = family.three(AT_ONCE.max(2)).await;
    fail(&a).await;
    fail(&a).await;
    // It clears what `a` has used up.
    fail(&b).await;
    fail(&a).await;
    fail(&a).await;
    assert_eq!(a.restart_count(), 5);
    fail(&a).await;
    assert!(!a.is_running() && !b.is_running(), "the third in a row");
}

#[tokio::test(start_paused = true)]
async fn what_a_policy_resumes_stops_or_suspends_stays_with_the_member() {
    for strategy in [OneForOne, OneForAll, RestForOne, Escalate] {
        let family = Family::new(strategy).await;
        let a = family.child("a", AT_ONCE).await;
        let resumed = family.child("resumed", Directive::Resume).await;
        let stopped = family.child("stopped", Directive::Stop).await;
        let suspended = family.child("suspended", Directive::Suspend).await;
        for actor in [&resumed, &stopped, &suspended] {
            fail(actor).await;
        }
        assert!(a.is_running() && resumed.is_running(), "{strategy}");
        assert!(
            !stopped.is_running() && suspended.is_suspended(),
            "{strategy}"
        );
        let counts = [&a, &resumed, &suspended].map(|it| it.restart_count());
        assert_eq!(counts, [0, 0, 0], "{strategy}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_escalation_restarts_the_group_within_the_bounds_of_the_one_that_escalates() {
    let bounds = Restart::DEFAULT.max(1).backoff(2 * S);
    let family = Family::new(RestForOne).await;
    let policy = Policy::new(Directive::Escalate).bounds(bounds);
    let [a, b, c] = family.three(policy).await;
    fail(&b).await;
    pass(S).await;
    assert_eq!(b.restart_count(), 0);
    pass(S).await;
    assert_eq!([&a, &b, &c].map(|it| it.restart_count()), [0, 1, 1]);
    fail(&b).await;
    assert!([&a, &b, &c].iter().all(|it| !it.is_running()));
}

/// All of its restarts are counted together, by the bounds it has.
#[tokio::test(start_paused = true)]
async fn an_escalation_by_a_rule_is_within_the_bounds_of_the_directive() {
    for escalates_first in [true, false] {
        let family = Family::new(OneForAll).await;
        let bounds = Restart::DEFAULT.max(1).backoff(2 * S);
        let policy = Policy::new(bounds).on::<actor_core::Panic>(Directive::Escalate);
        let [a, b, _] = family.three(policy).await;
        for first in [true, false] {
            if first == escalates_first {
                assert!(soon(b.boom("no")).await.is_err());
            } else {
                assert!(soon(b.fail(Fault::msg("no"))).await.is_err());
            }
            pass(2 * S).await;
            assert_eq!((a.restart_count(), b.restart_count()), (1, 1));
            assert_eq!((a.is_running(), b.is_running()), (first, first));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_group_may_have_bounds_of_its_own() {
    let group = Group::new(OneForAll).intensity(3, 10 * S);
    let mut family = Family::new(group).await;
    let [a, b, c] = family.three(AT_ONCE).await;
    fail(&a).await;
    fail(&b).await;
    pass(11 * S).await;
    for actor in [&a, &b, &a] {
        fail(actor).await;
    }
    assert!(
        [&a, &b, &c].iter().all(|it| it.is_running()),
        "the window slid"
    );
    family.events();
    fail(&b).await;
    let expected = [
        "b ActorSuspended",
        "c ActorStopping",
        "c ActorStopped supervisor-max-restarts-exceeded",
        "b ActorStopping",
        "b ActorStopped supervisor-max-restarts-exceeded",
        "a ActorStopping",
        "a ActorStopped supervisor-max-restarts-exceeded",
        "b ActorEscalated intensity-exceeded",
    ];
    assert_eq!(family.events(), expected);
}

#[tokio::test(start_paused = true)]
async fn groups_do_not_concern_each_other() {
    let (one, two) = (Family::new(OneForAll).await, Family::new(OneForAll).await);
    let (first, second) = (one.three(AT_ONCE).await, two.three(AT_ONCE).await);
    let failed = tokio::join!(
        soon(first[0].fail(Fault::msg("no"))),
        soon(second[2].fail(Fault::msg("no")))
    );
    assert!(failed.0.is_err() && failed.1.is_err());
    settle().await;
    for actor in first.iter().chain(&second) {
        assert_eq!(actor.restart_count(), 1);
    }
}

/// A child that is spawned later is a member as well, the last.
#[tokio::test(start_paused = true)]
async fn declaration_order_is_the_order_of_spawning() {
    let family = Family::new(RestForOne).await;
    let [a, b, c] = family.three(AT_ONCE).await;
    soon(b.shutdown()).await.expect("ends");
    let late = family.child("b", AT_ONCE).await;
    fail(&c).await;
    assert_eq!([&a, &c, &late].map(|it| it.restart_count()), [0, 1, 1]);
}

#[tokio::test(start_paused = true)]
async fn a_group_is_said_once_and_stays_over_restarts_of_the_parent() {
    let family = Family::new(OneForAll).await;
    let again = inside(&family.parent, |ctx| {
        Box::pin(async move { ctx.supervise_children(OneForOne) })
    });
    assert!(!again.await);
    soon(family.parent.restart()).await.expect("restarts");
    let [a, _, c] = family.three(AT_ONCE).await;
    fail(&a).await;
    assert_eq!(c.restart_count(), 1);
}
