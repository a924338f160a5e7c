//! What an actor accepts depends on the behaviour it is in.

#[path = "common/soon.rs"]
mod soon;

use actor_core::prelude::*;
use actor_core::testkit::{Recorder, hold, settle};
use actor_core::{DeadLetterReason, EventKind};
use soon::at_once;

#[derive(Clone)]
struct Knock;

/// A door with a lock.
#[actor(behaviors(Shut, Open, Locked), supervision = suspend)]
#[derive(Default)]
struct Door {
    knocks: u32,
}

#[actor]
impl Door {
    /// Accepted in every behaviour.
    #[handler]
    fn look(&mut self, ctx: &mut Context<Self>) -> DoorBehavior {
        ctx.behavior()
    }

    #[handler(in(Shut))]
    fn open(&mut self, ctx: &mut Context<Self>) {
        ctx.become_(DoorBehavior::Open);
    }

    #[handler(in(Open))]
    fn enter(&mut self) -> u32 {
        self.knocks
    }

    #[handler(in(Open, Shut))]
    async fn slam(&mut self, ctx: &mut Context<Self>) -> DoorBehavior {
        ctx.become_(DoorBehavior::Locked);
        tokio::task::yield_now().await;
        ctx.behavior()
    }

    #[handler(in(Open))]
    fn answer_later(&mut self, reply: ReplyTo<u32>) {
        reply.send(1);
    }

    #[handler]
    fn push(&mut self, to: DoorBehavior, ctx: &mut Context<Self>) {
        ctx.become_stacked(to);
    }

    #[handler]
    fn replace(&mut self, to: DoorBehavior, ctx: &mut Context<Self>) {
        ctx.become_(to);
    }

    #[handler]
    fn pop(&mut self, ctx: &mut Context<Self>) {
        ctx.unbecome_stacked();
    }

    #[handler]
    fn clear(&mut self, ctx: &mut Context<Self>) {
        ctx.unbecome();
    }

    #[handler]
    fn kick_in(&mut self) -> Result<(), Fault> {
        Err(Fault::msg("off its hinges"))
    }

    #[on(Knock)]
    fn knocked(&mut self, _knock: Knock) {
        self.knocks += 1;
    }
}

use DoorBehavior::{Locked, Open, Shut};

async fn door() -> (ActorSystem, Recorder, DoorHandle) {
    let system = ActorSystem::new("house");
    let recorder = Recorder::new(&system);
    let door = system.spawn("door", Door::default()).await.expect("starts");
    (system, recorder, door)
}

async fn behavior(door: &DoorHandle) -> DoorBehavior {
    at_once(door.look())
        .await
        .expect("accepted in every behaviour")
}

#[tokio::test(start_paused = true)]
async fn an_actor_starts_in_the_behaviour_named_first() {
    let (_system, _, door) = door().await;
    assert_eq!(behavior(&door).await, Shut);
}

#[tokio::test(start_paused = true)]
async fn a_change_holds_from_the_next_message_on() {
    let (_system, _, door) = door().await;
    let held = hold(&door).await;
    // Both are queued before the first of them changes anything.
    door.open().try_tell().expect("accepted");
    let entered = tokio::spawn(async move { door.enter().await.ok() });
    settle().await;
    held.release();
    assert_eq!(at_once(entered).await.expect("no panic"), Some(0));
}

#[tokio::test(start_paused = true)]
async fn the_handler_that_changes_it_goes_on() {
    let (_system, _, door) = door().await;
    assert_eq!(at_once(door.slam()).await.ok(), Some(Locked));
}

#[tokio::test(start_paused = true)]
async fn an_asker_learns_in_which_behaviour_the_message_was_not_accepted() {
    let (_system, mut recorder, door) = door().await;
    let error = at_once(door.enter()).await.expect_err("the door is shut");
    assert!(
        matches!(&error, AskError::Unhandled { behavior: "Shut", path } if *path == "house/door")
    );
    assert!(error.never_ran());
    assert_eq!(recorder.dead_letters(), []);
    assert!(door.is_running());
}

#[tokio::test(start_paused = true)]
async fn an_asker_with_a_delegated_reply_learns_it_too() {
    let (_system, _, door) = door().await;
    let error = at_once(door.answer_later()).await.expect_err("shut");
    assert!(matches!(error, AskError::Unhandled { .. }));
    door.open().await.expect("accepted");
    assert_eq!(at_once(door.answer_later()).await.ok(), Some(1));
}

#[tokio::test(start_paused = true)]
async fn a_told_message_that_is_not_accepted_becomes_a_dead_letter() {
    let (_system, mut recorder, door) = door().await;
    door.enter().tell().await.expect("the mailbox takes it");
    settle().await;
    let letters = recorder.dead_letters();
    assert_eq!(letters.len(), 1);
    assert_eq!(letters[0].reason, DeadLetterReason::Unhandled);
    assert_eq!((letters[0].message, letters[0].returned), ("enter", false));
    assert_eq!(door.processed(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_message_may_be_accepted_in_several_behaviours() {
    for from in [Shut, Open] {
        let (_system, _, door) = door().await;
        door.replace(from).await.expect("accepted");
        at_once(door.slam()).await.expect("accepted in both");
    }
    let (_system, _, door) = door().await;
    door.replace(Locked).await.expect("accepted");
    assert!(at_once(door.slam()).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn events_are_taken_in_every_behaviour() {
    let (_system, _, door) = door().await;
    for to in [Shut, Locked, Open] {
        door.replace(to).await.expect("accepted");
        door.recipient::<Knock>()
            .tell(Knock)
            .await
            .expect("accepted");
    }
    assert_eq!(door.enter().await.ok(), Some(3));
}

#[tokio::test(start_paused = true)]
async fn what_is_stacked_is_taken_off_in_the_reverse_order() {
    let (_system, _, door) = door().await;
    for to in [Open, Locked, Open] {
        door.push(to).await.expect("accepted");
        assert_eq!(behavior(&door).await, to);
    }
    for back in [Locked, Open, Shut] {
        door.pop().await.expect("accepted");
        assert_eq!(behavior(&door).await, back);
    }
}

#[tokio::test(start_paused = true)]
async fn taking_off_more_than_was_stacked_ends_at_the_first_behaviour() {
    let (_system, _, door) = door().await;
    door.push(Open).await.expect("accepted");
    for _ in 0..3 {
        door.pop().await.expect("accepted");
        assert_eq!(behavior(&door).await, Shut);
    }
    door.push(Locked).await.expect("accepted");
    assert_eq!(behavior(&door).await, Locked);
}

#[tokio::test(start_paused = true)]
async fn becoming_something_forgets_what_was_stacked() {
    let (_system, _, door) = door().await;
    door.push(Open).await.expect("accepted");
    door.push(Open).await.expect("accepted");
    door.replace(Locked).await.expect("accepted");
    assert_eq!(behavior(&door).await, Locked);
    door.pop().await.expect("accepted");
    assert_eq!(behavior(&door).await, Shut);
}

#[tokio::test(start_paused = true)]
async fn unbecoming_goes_back_to_the_first_behaviour_at_once() {
    let (_system, _, door) = door().await;
    door.push(Open).await.expect("accepted");
    door.push(Locked).await.expect("accepted");
    door.clear().await.expect("accepted");
    assert_eq!(behavior(&door).await, Shut);
}

#[tokio::test(start_paused = true)]
async fn a_restart_begins_with_the_first_behaviour() {
    let (_system, _, door) = door().await;
    door.push(Open).await.expect("accepted");
    door.push(Locked).await.expect("accepted");
    at_once(door.restart()).await.expect("it runs");
    assert_eq!(behavior(&door).await, Shut);
    door.pop().await.expect("accepted");
    assert_eq!(behavior(&door).await, Shut);
}

#[tokio::test(start_paused = true)]
async fn a_suspension_keeps_the_behaviour() {
    let (_system, mut recorder, door) = door().await;
    door.push(Locked).await.expect("accepted");
    assert!(door.kick_in().await.is_err());
    let suspended = |kind: &EventKind| matches!(kind, EventKind::ActorSuspended { .. });
    recorder.wait_for(|event| suspended(&event.kind)).await;
    assert!(at_once(door.reinstate()).await);
    assert_eq!(behavior(&door).await, Locked);
}
