//! When a group is given up: all of it ends, in reverse order, and one event says so.

use super::*;
use actor_core::EscalationReason;

#[tokio::test(start_paused = true)]
async fn a_group_whose_member_is_exhausted_ends_in_reverse_order_with_one_escalation() {
    for strategy in [OneForAll, RestForOne] {
        let mut family = Family::new(strategy).await;
        let [a, b, c] = family.three(AT_ONCE.max(0)).await;
        family.events();
        fail(&b).await;
        let expected = [
            "b ActorSuspended",
            "c ActorStopping",
            "c ActorStopped supervisor-max-restarts-exceeded",
            "b ActorStopping",
            "b ActorStopped max-restarts-exceeded",
            "a ActorStopping",
            "a ActorStopped supervisor-max-restarts-exceeded",
            "b ActorEscalated max-restarts-exceeded",
        ];
        assert_eq!(family.events(), expected, "{strategy}");
        assert!([a, b, c].iter().all(|it| !it.is_running()));
        // The system and the parent go on.
        let fresh = family.child("b", AT_ONCE).await;
        soon(fresh.say("hello")).await.expect("it works");
    }
}

#[tokio::test(start_paused = true)]
async fn in_one_for_one_an_exhausted_member_ends_alone_and_without_an_escalation() {
    let mut family = Family::new(OneForOne).await;
    let [a, b, c] = family.three(AT_ONCE.max(0)).await;
    family.events();
    fail(&b).await;
    let expected = [
        "b ActorSuspended",
        "b ActorStopping",
        "b ActorStopped max-restarts-exceeded",
    ];
    assert_eq!(family.events(), expected);
    assert!(a.is_running() && c.is_running());
}

#[tokio::test(start_paused = true)]
async fn a_group_that_escalates_ends_at_the_first_failure_without_a_wait() {
    let mut family = Family::new(Escalate).await;
    family.three(Restart::DEFAULT).await;
    let [first, ..] = ["a"];
    let a = inside(&family.parent, move |ctx| {
        Box::pin(async move { ctx.child::<Subject>(first) })
    });
    let a = a.await.expect("it is there");
    family.events();
    fail(&a).await;
    let expected = [
        "a ActorSuspended",
        "c ActorStopping",
        "c ActorStopped supervisor-escalated",
        "b ActorStopping",
        "b ActorStopped supervisor-escalated",
        "a ActorStopping",
        "a ActorStopped supervisor-escalated",
        "a ActorEscalated supervisor-escalated",
    ];
    assert_eq!(family.events(), expected);
}

#[tokio::test(start_paused = true)]
async fn the_escalation_names_the_group_the_member_and_the_failure() {
    let mut family = Family::new(Escalate).await;
    let [a, ..] = family.three(Restart::DEFAULT).await;
    fail(&a).await;
    let escalations: Vec<_> = of_children(family.recorder.all())
        .filter_map(|event| match &event.kind {
            EventKind::ActorEscalated {
                fault,
                reason,
                supervisor,
            } => Some((
                event.path.as_str(),
                fault.to_string(),
                *reason,
                supervisor.as_deref(),
            )),
            _ => None,
        })
        .collect();
    let expected = (
        "test/p/a",
        "no".to_owned(),
        EscalationReason::SupervisorEscalated,
        Some("test/p"),
    );
    assert_eq!(escalations, [expected]);
}

/// What a member of a group given up had accepted is a dead letter, and its asker is told.
#[tokio::test(start_paused = true)]
async fn what_the_members_had_accepted_is_accounted_for() {
    let family = Family::new(OneForAll).await;
    let [_, b, c] = family.three(AT_ONCE.max(0)).await;
    let held = actor_core::testkit::hold(&c).await;
    let asked = asked(&c, "never");
    settle().await;
    fail(&b).await;
    held.release();
    let answer = soon(asked).await.expect("no panic");
    assert!(
        matches!(answer, Err(AskError::Discarded { .. })),
        "{answer:?}"
    );
}
