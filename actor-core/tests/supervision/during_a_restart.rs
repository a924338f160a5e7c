//! What happens to a group while it is being restarted: other failures, stops by hand, restarts by hand.

use super::*;
use common::Gate;

#[tokio::test(start_paused = true)]
async fn failures_of_others_while_one_is_waited_for_are_covered_and_said_to_be() {
    let mut family = Family::new(OneForAll).await;
    let [a, b, c] = family.three(Restart::DEFAULT).await;
    family.events();
    fail(&b).await;
    pass(Duration::from_millis(500)).await;
    fail(&c).await;
    pass(Duration::from_millis(500)).await;
    assert_eq!([&a, &b, &c].map(|it| it.restart_count()), [1, 1, 1]);
    let covered: Vec<_> = family
        .events()
        .into_iter()
        .filter(|it| it.contains("Covered"))
        .collect();
    assert_eq!(covered, ["c FailureCovered"]);
    pass(60 * S).await;
    assert_eq!(
        [&a, &b, &c].map(|it| it.restart_count()),
        [1, 1, 1],
        "one restart for both"
    );
}

#[tokio::test(start_paused = true)]
async fn all_that_fail_at_once_are_one_restart() {
    let family = Family::new(OneForAll).await;
    let three = family.three(AT_ONCE).await;
    for actor in &three {
        actor.fail(Fault::msg("no")).try_tell().expect("it runs");
    }
    settle().await;
    assert_eq!(three.map(|it| it.restart_count()), [1, 1, 1]);
}

/// The rest begins with the first of those that failed.
#[tokio::test(start_paused = true)]
async fn a_failure_further_up_widens_the_rest() {
    let family = Family::new(RestForOne).await;
    let [a, b, c] = family.three(Restart::DEFAULT).await;
    fail(&c).await;
    fail(&a).await;
    pass(S).await;
    assert_eq!([&a, &b, &c].map(|it| it.restart_count()), [1, 1, 1]);
}

#[tokio::test(start_paused = true)]
async fn who_is_stopped_by_hand_meanwhile_is_neither_stopped_twice_nor_brought_back() {
    let mut family = Family::new(OneForAll).await;
    let [a, b, c] = family.three(Restart::DEFAULT).await;
    fail(&b).await;
    soon(c.shutdown()).await.expect("ends");
    pass(S).await;
    assert_eq!([&a, &b].map(|it| it.restart_count()), [1, 1]);
    assert!(!c.is_running());
    let stops = family
        .events()
        .into_iter()
        .filter(|it| it.starts_with("c ActorStopped"));
    assert_eq!(stops.collect::<Vec<_>>(), ["c ActorStopped shutdown"]);
}

#[tokio::test(start_paused = true)]
async fn the_others_are_restarted_also_if_the_one_that_failed_is_stopped_meanwhile() {
    let family = Family::new(OneForAll).await;
    let [a, b, c] = family.three(Restart::DEFAULT).await;
    fail(&b).await;
    soon(b.shutdown()).await.expect("ends");
    pass(S).await;
    assert_eq!([&a, &c].map(|it| it.restart_count()), [1, 1]);
    assert!(!b.is_running());
}

#[tokio::test(start_paused = true)]
async fn who_takes_the_failed_one_in_hand_takes_it_from_the_group() {
    let family = Family::new(OneForAll).await;
    let [a, b, _] = family.three(Restart::DEFAULT).await;
    fail(&b).await;
    soon(b.restart()).await.expect("restarts");
    pass(60 * S).await;
    assert_eq!([&a, &b].map(|it| it.restart_count()), [0, 1]);

    fail(&b).await;
    assert!(soon(b.reinstate()).await);
    pass(60 * S).await;
    assert_eq!([&a, &b].map(|it| it.restart_count()), [0, 1]);
}

/// It is one more failure of its own budget, dealt with when the restart under way is done.
#[tokio::test(start_paused = true)]
async fn a_member_that_fails_again_while_its_group_comes_up_fails_once_more() {
    let family = Family::new(OneForAll).await;
    let a = family.child("a", AT_ONCE.max(2)).await;
    let mut made = 0;
    let b = family
        .child_made("b", AT_ONCE, move |log| {
            made += 1;
            // The second one does not start.
            Subject::new(log).failing_pre_start(if made == 2 { &[1] } else { &[] })
        })
        .await;
    fail(&a).await;
    assert!(a.is_running() && b.is_running());
    assert_eq!(b.restart_count(), 1);
    assert_eq!(
        a.restart_count(),
        2,
        "once for itself, once for the start of `b`"
    );
}

#[tokio::test(start_paused = true)]
async fn a_member_that_never_starts_again_uses_up_its_budget_and_then_the_group_gives_up() {
    let mut family = Family::new(OneForAll).await;
    let a = family.child("a", AT_ONCE).await;
    let mut made = 0;
    let b = family
        .child_made("b", AT_ONCE.max(2), move |log| {
            made += 1;
            Subject::new(log).failing_pre_start(if made == 1 { &[] } else { &[1] })
        })
        .await;
    family.events();
    fail(&a).await;
    assert!(!a.is_running() && !b.is_running());
    let events = family.events();
    let failed = events.iter().filter(|it| *it == "b ActorRestartFailed");
    assert_eq!(
        failed.count(),
        3,
        "once with `a`, twice in its own budget: {events:#?}"
    );
    assert_eq!(
        events.last().map(String::as_str),
        Some("b ActorEscalated max-restarts-exceeded")
    );
}

/// A factory that panics is a start that fails.
#[tokio::test(start_paused = true)]
async fn a_factory_that_panics_in_a_group_restart_is_a_failure_of_its_member() {
    let family = Family::new(OneForAll).await;
    let a = family.child("a", AT_ONCE).await;
    let mut made = 0;
    let b = family
        .child_made("b", ANEW, move |log| {
            made += 1;
            assert_ne!(made, 3, "on its second respawn");
            Subject::new(log)
        })
        .await;
    fail(&a).await;
    assert_eq!(b.restart_count(), 1);
    fail(&a).await;
    assert!(a.is_running() && b.is_running());
    assert_eq!(b.restart_count(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_member_in_the_middle_of_a_handler_finishes_it_before_it_goes_down() {
    let family = Family::new(OneForAll).await;
    let [a, b, _] = family.three(AT_ONCE).await;
    let gate = Gate::new();
    a.stay(gate.clone()).try_tell().expect("it runs");
    gate.reached().await;
    fail(&b).await;
    assert_eq!(b.restart_count(), 0, "the group waits for it");
    gate.open();
    settle().await;
    assert_eq!([&a, &b].map(|it| it.restart_count()), [1, 1]);
    assert!(family.log.take().contains(&"a goes on".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn a_stop_of_the_parent_or_of_the_system_ends_a_restart_under_way() {
    for of_parent in [true, false] {
        let family = Family::new(OneForAll).await;
        let [a, b, c] = family.three(AT_ONCE).await;
        let gate = Gate::new();
        a.stay(gate.clone()).try_tell().expect("it runs");
        gate.reached().await;
        // `c` and `b` are down and wait for `a`.
        fail(&b).await;
        assert!(c.is_suspended());
        let system = family.system.clone();
        let parent = family.parent.clone();
        let stop = tokio::spawn(async move {
            if of_parent {
                parent.shutdown().await.expect("ends");
            } else {
                system.stop().await.expect("ends");
            }
        });
        settle().await;
        gate.open();
        soon(stop).await.expect("no panic");
        for actor in [&a, &b, &c] {
            assert!(!actor.is_running() && !actor.is_suspended());
        }
    }
}
