//! The two modes of a restart: in place, and anew. What goes and what stays in each.

use super::*;
use actor_core::testkit::hold;
use actor_core::{DeadLetterReason, Queued, RestartMode};

/// Fails with two messages behind it, one told and one asked; returns what came of the asked one, and of all that ran.
async fn fail_with_two_behind(family: &mut Family, actor: &SubjectHandle) -> Result<u64, AskError> {
    let held = hold(actor).await;
    actor.fail(Fault::msg("no")).try_tell().expect("it runs");
    actor.say("told").try_tell().expect("it runs");
    let asked = asked(actor, "asked");
    settle().await;
    family.log.take();
    held.release();
    settle().await;
    soon(asked).await.expect("no panic")
}

#[tokio::test(start_paused = true)]
async fn in_place_keeps_the_messages() {
    let mut family = Family::new(OneForOne).await;
    let a = family.child("a", AT_ONCE).await;
    let asked = fail_with_two_behind(&mut family, &a).await;
    assert_eq!(asked.expect("it is handled"), 2);
    let log = family.log.take();
    assert_eq!(log, ["a pre_start", "a post_start", "a told", "a asked"]);
}

#[tokio::test(start_paused = true)]
async fn anew_discards_them_and_says_so_to_everybody() {
    let mut family = Family::new(OneForOne).await;
    let a = family.child("a", ANEW).await;
    let asked = fail_with_two_behind(&mut family, &a).await;
    let refused = asked.expect_err("it is discarded");
    assert!(matches!(refused, AskError::Discarded { .. }) && refused.never_ran());
    assert_eq!(
        family.log.take(),
        ["a post_stop", "a pre_start", "a post_start"]
    );
    assert_eq!(family.recorder.count(DeadLetterReason::Discarded), 2);
    // There is room for as many as before, and it works.
    soon(a.say("next")).await.expect("it runs");
}

#[tokio::test(start_paused = true)]
async fn either_mode_can_keep_or_discard() {
    let mut family = Family::new(OneForOne).await;
    let keeps = family.child("keeps", ANEW.mailbox(Queued::Keep)).await;
    assert!(fail_with_two_behind(&mut family, &keeps).await.is_ok());
    let discards = AT_ONCE.mailbox(Queued::Discard);
    let discards = family.child("discards", discards).await;
    let asked = fail_with_two_behind(&mut family, &discards).await;
    assert!(matches!(asked, Err(AskError::Discarded { .. })));
}

#[tokio::test(start_paused = true)]
async fn anew_drops_the_value_before_it_makes_another() {
    let family = Family::new(OneForOne).await;
    let last = std::sync::Arc::new(std::sync::Mutex::new(std::sync::Weak::new()));
    let seen = std::sync::Arc::clone(&last);
    let a = family
        .child_made("a", ANEW, move |log| {
            let mut last = last.lock().expect("nobody panics here");
            assert_eq!(last.strong_count(), 0, "the one before is gone");
            let value = Subject::new(log);
            *last = value.alive();
            value
        })
        .await;
    fail(&a).await;
    assert!(a.is_running());
    assert_eq!(a.restart_count(), 1);
    assert_eq!(seen.lock().expect("nobody panics here").strong_count(), 1);
}

#[tokio::test(start_paused = true)]
async fn the_events_of_a_restart_alone() {
    let mut family = Family::new(OneForOne).await;
    let anew = family.child("anew", ANEW).await;
    let in_place = family.child("in_place", AT_ONCE).await;
    family.events();
    fail(&anew).await;
    let expected = [
        "anew ActorSuspended",
        "anew ActorStopping",
        "anew ActorStopped supervisor-restart",
        "anew ActorStarted",
        "anew ActorRestarted 1",
    ];
    assert_eq!(family.events(), expected);
    fail(&in_place).await;
    let expected = ["in_place ActorSuspended", "in_place ActorRestarted 1"];
    assert_eq!(family.events(), expected);
}

/// Handle, name, path, watchers and subscriptions are of the actor, not of the incarnation.
#[tokio::test(start_paused = true)]
async fn handles_watchers_and_waits_survive_a_restart_anew() {
    let family = Family::new(OneForAll).await;
    let [a, b, _] = family.three(ANEW).await;
    let target = a.actor_ref().clone();
    inside(&family.parent, move |ctx| {
        Box::pin(async move { ctx.watch(&target) })
    })
    .await;
    let (before, path) = (a.incarnation(), a.path().clone());
    fail(&b).await;
    assert_ne!(a.incarnation(), before);
    assert_eq!(
        family.system.find(path.as_str()).as_ref(),
        Some(a.actor_ref())
    );
    soon(a.say("hello")).await.expect("the same handle");
    let mut seen = Recorder::new(&family.system);
    soon(a.shutdown()).await.expect("ends");
    settle().await;
    assert!(seen.names_of(&path).contains(&"ActorStopped"));
}

#[tokio::test(start_paused = true)]
async fn an_actor_spawned_from_a_value_cannot_be_built_anew() {
    let system = ActorSystem::new("test");
    let spawned = soon(system.spawn("a", Subject::silent()).supervision(ANEW)).await;
    let refused = spawned.expect_err("there is no factory");
    assert!(matches!(refused, SpawnError::CannotBuildAnew { .. }));
    assert_eq!(
        refused.to_string(),
        "a cannot be built anew by its policy: spawn it with a factory, or restart it in place"
    );
}

/// With its group it is restarted in place: there is but the one value.
#[tokio::test(start_paused = true)]
async fn a_member_that_was_given_as_a_value_goes_on_with_it_when_its_group_restarts() {
    let family = Family::new(OneForAll).await;
    let value = Subject::new(&family.log);
    let alive = value.alive();
    let given = common::spawn_child(&family.parent, "given", value).await;
    let b = family.child("b", ANEW).await;
    fail(&b).await;
    assert_eq!(given.restart_count(), 1);
    assert_eq!(alive.strong_count(), 1);
    soon(given.say("hello")).await.expect("it works");
}

#[tokio::test(start_paused = true)]
async fn behaviours_begin_at_their_first_and_the_stash_is_empty() {
    let family = Family::new(OneForAll).await;
    let [a, b, _] = family.three(ANEW).await;
    inside(&a, |ctx| {
        Box::pin(async move { ctx.become_(common::SubjectBehavior::Waiting) })
    })
    .await;
    a.later("stashed").try_tell().expect("it runs");
    settle().await;
    fail(&b).await;
    let behavior = inside(&a, |ctx| Box::pin(async move { ctx.behavior() })).await;
    assert_eq!(behavior, common::SubjectBehavior::Usual);
    assert!(!family.log.take().contains(&"a stashed".to_owned()));
}

/// Asked for by hand, a restart keeps the messages, whatever the policy says of failures.
#[tokio::test(start_paused = true)]
async fn a_restart_by_hand_is_in_place() {
    let mut family = Family::new(OneForAll).await;
    let a = family.child("a", ANEW).await;
    let held = hold(&a).await;
    a.say("kept").try_tell().expect("it runs");
    let restarting = tokio::spawn({
        let a = a.clone();
        async move { a.restart().await }
    });
    settle().await;
    family.events();
    held.release();
    soon(restarting).await.expect("no panic").expect("restarts");
    settle().await;
    assert_eq!(family.events(), ["a ActorRestarted 0"]);
    assert!(family.log.take().contains(&"a kept".to_owned()));
    let _ = RestartMode::InPlace;
}
