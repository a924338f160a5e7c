//! Messages that wait for another time, until the actor takes them out again.

#[path = "common/soon.rs"]
mod soon;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::{Recorder, hold, settle};
use actor_core::{DeadLetterReason, StashEmpty, StashFull};
use soon::at_once;
use tokio::task::JoinHandle;

/// Delivers letters, and keeps some for later.
#[actor(behaviors(Away, Here, Busy), stash = 3, supervision = suspend)]
#[derive(Default)]
struct Porter {
    delivered: Arc<Mutex<Vec<u32>>>,
}

#[actor]
impl Porter {
    /// Waits by its declaration.
    #[handler(stash_in(Away, Busy))]
    fn deliver(&mut self, n: u32) -> u32 {
        self.delivered.lock().expect("no panic").push(n);
        n
    }

    #[handler(stash_in(Away), in(Here))]
    fn deliver_unless_busy(&mut self, n: u32) -> u32 {
        self.deliver(n)
    }

    /// Waits by hand, if it is to.
    #[handler]
    fn deliver_or_keep(
        &mut self,
        n: u32,
        keep: bool,
        reply: ReplyTo<u32>,
        ctx: &mut Context<Self>,
    ) {
        if !keep {
            reply.send(self.deliver(n));
            return;
        }
        let later = PorterMsg::DeliverOrKeep {
            n,
            keep: false,
            reply,
        };
        if let Err(StashFull { message, capacity }) = ctx.stash(later) {
            assert_eq!(capacity, 3);
            assert!(matches!(message, PorterMsg::DeliverOrKeep { n: back, .. } if back == n));
        }
    }

    #[handler]
    fn go(&mut self, to: PorterBehavior, ctx: &mut Context<Self>) -> usize {
        ctx.become_(to);
        ctx.stashed()
    }

    #[handler]
    fn take_one(&mut self, ctx: &mut Context<Self>) -> Result<(), StashEmpty> {
        ctx.unstash()
    }

    #[handler]
    fn take_all(&mut self, ctx: &mut Context<Self>) {
        ctx.unstash_all();
    }

    #[handler]
    fn kept(&mut self, ctx: &mut Context<Self>) -> usize {
        ctx.stashed()
    }

    #[handler]
    fn stumble(&mut self) -> Result<(), Fault> {
        Err(Fault::msg("the stairs"))
    }
}

use PorterBehavior::{Away, Busy, Here};

struct Hotel {
    system: ActorSystem,
    recorder: Recorder,
    porter: PorterHandle,
    delivered: Arc<Mutex<Vec<u32>>>,
}

async fn hotel() -> Hotel {
    let system = ActorSystem::new("hotel");
    let recorder = Recorder::new(&system);
    let porter = Porter::default();
    let delivered = Arc::clone(&porter.delivered);
    let porter = system.spawn("porter", porter).await.expect("starts");
    Hotel {
        system,
        recorder,
        porter,
        delivered,
    }
}

impl Hotel {
    fn delivered(&self) -> Vec<u32> {
        self.delivered.lock().expect("no panic").clone()
    }

    fn tell(&self, n: u32) {
        self.porter.deliver(n).try_tell().expect("accepted");
    }

    fn keep(&self, n: u32) {
        let kept = self.porter.deliver_or_keep(n, true).try_tell();
        kept.expect("accepted");
    }

    /// An ask in a task of its own, with as much time as it needs.
    fn ask(&self, n: u32) -> JoinHandle<Result<u32, AskError>> {
        let porter = self.porter.clone();
        tokio::spawn(async move { porter.deliver(n).no_timeout().await })
    }
}

// === By declaration ===

#[tokio::test(start_paused = true)]
async fn what_the_behaviour_stashes_waits_until_it_changes() {
    let hotel = hotel().await;
    for n in 1..=3 {
        hotel.tell(n);
    }
    settle().await;
    assert_eq!(hotel.delivered(), []);
    assert_eq!(hotel.porter.kept().await.ok(), Some(3));
    assert_eq!(hotel.porter.go(Here).await.ok(), Some(0));
    settle().await;
    assert_eq!(hotel.delivered(), [1, 2, 3]);
}

#[tokio::test(start_paused = true)]
async fn it_comes_back_in_front_of_all_that_came_later() {
    let hotel = hotel().await;
    let held = hold(&hotel.porter).await;
    hotel.tell(1);
    hotel.tell(2);
    hotel.porter.go(Here).try_tell().expect("accepted");
    hotel.tell(3);
    hotel.tell(4);
    held.release();
    settle().await;
    assert_eq!(hotel.delivered(), [1, 2, 3, 4]);
}

#[tokio::test(start_paused = true)]
async fn in_another_behaviour_that_stashes_it_waits_on_in_its_order() {
    let hotel = hotel().await;
    hotel.tell(1);
    hotel.tell(2);
    hotel.porter.go(Busy).await.expect("accepted");
    hotel.tell(3);
    settle().await;
    assert_eq!(hotel.porter.kept().await.ok(), Some(3));
    hotel.porter.go(Here).await.expect("accepted");
    settle().await;
    assert_eq!(hotel.delivered(), [1, 2, 3]);
}

#[tokio::test(start_paused = true)]
async fn in_a_behaviour_that_does_not_accept_it_it_is_not_handled() {
    let mut hotel = hotel().await;
    hotel
        .porter
        .deliver_unless_busy(1)
        .try_tell()
        .expect("accepted");
    let asked = tokio::spawn({
        let porter = hotel.porter.clone();
        async move { porter.deliver_unless_busy(2).no_timeout().await }
    });
    settle().await;
    hotel.porter.go(Busy).await.expect("accepted");
    let error = at_once(asked).await.expect("no panic").expect_err("busy");
    assert!(matches!(
        error,
        AskError::Unhandled {
            behavior: "Busy",
            ..
        }
    ));
    assert_eq!(hotel.recorder.count(DeadLetterReason::Unhandled), 1);
    assert_eq!(hotel.delivered(), []);
}

#[tokio::test(start_paused = true)]
async fn an_asker_waits_for_a_stashed_message() {
    let hotel = hotel().await;
    let asked = hotel.ask(7);
    settle().await;
    assert!(!asked.is_finished());
    hotel.porter.go(Here).await.expect("accepted");
    let answer = at_once(asked).await.expect("no panic");
    assert_eq!(answer.expect("answers"), 7);
}

#[tokio::test(start_paused = true)]
async fn an_asker_that_gives_up_is_passed_over_when_its_message_comes_back() {
    let hotel = hotel().await;
    let error = hotel
        .porter
        .deliver(7)
        .timeout(Duration::from_secs(1))
        .await;
    let error = error.expect_err("stashed");
    assert!(matches!(error, AskError::Timeout { began: false, .. }));
    hotel.porter.go(Here).await.expect("accepted");
    settle().await;
    assert_eq!(hotel.delivered(), []);
    assert_eq!(hotel.porter.skipped(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_change_of_behaviour_leaves_what_was_stashed_by_hand() {
    let hotel = hotel().await;
    hotel.keep(1);
    hotel.tell(2);
    settle().await;
    assert_eq!(hotel.porter.go(Here).await.ok(), Some(1));
    settle().await;
    assert_eq!(hotel.delivered(), [2]);
}

// === By hand ===

#[tokio::test(start_paused = true)]
async fn what_is_unstashed_comes_back_in_front_oldest_first() {
    let hotel = hotel().await;
    hotel.porter.go(Here).await.expect("accepted");
    let held = hold(&hotel.porter).await;
    hotel.keep(1);
    hotel.keep(2);
    hotel.porter.take_all().try_tell().expect("accepted");
    hotel.tell(3);
    held.release();
    settle().await;
    assert_eq!(hotel.delivered(), [1, 2, 3]);
}

#[tokio::test(start_paused = true)]
async fn one_at_a_time_the_oldest_comes_back_first() {
    let hotel = hotel().await;
    hotel.keep(1);
    hotel.keep(2);
    for n in 1..=2 {
        hotel.porter.take_one().await.expect("something is stashed");
        settle().await;
        assert_eq!(hotel.delivered().last(), Some(&n));
    }
}

#[tokio::test(start_paused = true)]
async fn taking_all_takes_what_a_declaration_stashed_as_well() {
    let hotel = hotel().await;
    hotel.porter.go(Here).await.expect("accepted");
    hotel.keep(1);
    hotel.porter.go(Away).await.expect("accepted");
    hotel.tell(2);
    hotel.keep(3);
    settle().await;
    assert_eq!(hotel.porter.kept().await.ok(), Some(3));
    hotel.porter.take_all().await.expect("accepted");
    settle().await;
    // The second is stashed again: the behaviour has not changed.
    assert_eq!(hotel.delivered(), [1, 3]);
    assert_eq!(hotel.porter.kept().await.ok(), Some(1));
}

#[tokio::test(start_paused = true)]
async fn with_nothing_stashed_there_is_none_to_take_and_all_is_none() {
    let hotel = hotel().await;
    let error = hotel.porter.take_one().await.expect_err("nothing there");
    assert_eq!(error.into_handler_error().ok(), Some(StashEmpty));
    hotel.porter.take_all().await.expect("accepted");
    assert!(hotel.porter.is_running());
}

#[tokio::test(start_paused = true)]
async fn an_asker_waits_for_a_message_stashed_by_hand() {
    let hotel = hotel().await;
    let porter = hotel.porter.clone();
    let asked = tokio::spawn(async move { porter.deliver_or_keep(7, true).no_timeout().await });
    settle().await;
    assert!(!asked.is_finished());
    hotel.porter.take_all().await.expect("accepted");
    let answer = at_once(asked).await.expect("no panic");
    assert_eq!(answer.expect("answers"), 7);
}

#[tokio::test(start_paused = true)]
async fn an_asker_that_gives_up_on_a_message_stashed_by_hand_is_passed_over() {
    let hotel = hotel().await;
    let error = hotel.porter.deliver_or_keep(7, true);
    let error = error.timeout(Duration::from_secs(1)).await;
    assert!(matches!(error, Err(AskError::Timeout { began: true, .. })));
    hotel.porter.take_all().await.expect("accepted");
    settle().await;
    assert_eq!(hotel.delivered(), []);
    assert_eq!(hotel.porter.skipped(), 1);
}

// === How much ===

#[tokio::test(start_paused = true)]
async fn one_more_than_the_stash_holds_becomes_a_dead_letter() {
    let mut hotel = hotel().await;
    for n in 1..=4 {
        hotel.tell(n);
    }
    settle().await;
    assert_eq!(hotel.porter.kept().await.ok(), Some(3));
    let lost = hotel.recorder.lost(hotel.porter.path());
    assert_eq!(lost, [(actor_core::DeadLetterReason::StashFull, 1)].into());
    hotel.porter.go(Here).await.expect("accepted");
    settle().await;
    assert_eq!(hotel.delivered(), [1, 2, 3]);
}

#[tokio::test(start_paused = true)]
async fn an_asker_whose_message_finds_the_stash_full_is_told_at_once() {
    let hotel = hotel().await;
    for n in 1..=3 {
        hotel.tell(n);
    }
    let error = at_once(hotel.porter.deliver(4).no_timeout()).await;
    let error = error.expect_err("the stash is full");
    assert!(matches!(error, AskError::Discarded { .. }) && error.never_ran());
}

#[tokio::test(start_paused = true)]
async fn a_full_stash_gives_the_message_back_to_the_handler() {
    let mut hotel = hotel().await;
    for n in 1..=3 {
        hotel.keep(n);
    }
    // The handler looks at it and drops it.
    let error = at_once(hotel.porter.deliver_or_keep(4, true).no_timeout()).await;
    assert!(matches!(error, Err(AskError::NoReply { .. })));
    assert!(hotel.porter.is_running());
    assert_eq!(hotel.recorder.dead_letters(), []);
}

#[actor(behaviors(Away))]
struct Clerk;

#[actor]
impl Clerk {
    #[handler(stash_in(Away))]
    fn write(&mut self) {}

    #[handler]
    fn kept(&mut self, ctx: &mut Context<Self>) -> usize {
        ctx.stashed()
    }
}

#[tokio::test(start_paused = true)]
async fn where_nothing_is_said_the_stash_holds_as_much_as_the_mailbox() {
    let hotel = hotel().await;
    let spawn = hotel.system.spawn("clerk", Clerk);
    let clerk = spawn.mailbox(Mailbox::bounded(5)).await.expect("starts");
    for _ in 0..8 {
        clerk.write().tell().await.expect("accepted");
    }
    assert_eq!(clerk.kept().await.ok(), Some(5));
}

#[tokio::test(start_paused = true)]
async fn what_is_stashed_takes_no_room_in_the_mailbox() {
    let hotel = hotel().await;
    let spawn = hotel.system.spawn("clerk", Clerk);
    let clerk = spawn.mailbox(Mailbox::bounded(2)).await.expect("starts");
    for _ in 0..2 {
        clerk.write().try_tell().expect("there is room");
    }
    settle().await;
    assert_eq!(clerk.queued(), 0);
    for _ in 0..2 {
        clerk.write().try_tell().expect("there is room");
    }
}

// === The end of the stash ===

#[tokio::test(start_paused = true)]
async fn a_restart_gives_up_what_is_stashed() {
    let mut hotel = hotel().await;
    hotel.tell(1);
    hotel.keep(2);
    let asked = hotel.ask(3);
    settle().await;
    at_once(hotel.porter.restart()).await.expect("it runs");
    let error = at_once(asked)
        .await
        .expect("no panic")
        .expect_err("restarted");
    assert!(matches!(error, AskError::Discarded { .. }) && error.never_ran());
    let lost = hotel.recorder.lost(hotel.porter.path());
    assert_eq!(
        lost,
        [(actor_core::DeadLetterReason::StashDisposed, 3)].into()
    );
    assert_eq!(hotel.porter.kept().await.ok(), Some(0));
}

#[tokio::test(start_paused = true)]
async fn every_kind_of_stop_gives_up_what_is_stashed() {
    for stop in [
        ActorRef::shutdown as fn(&ActorRef) -> _,
        ActorRef::stop_now,
        ActorRef::kill,
    ] {
        let mut hotel = hotel().await;
        hotel.tell(1);
        let asked = hotel.ask(2);
        settle().await;
        at_once(stop(&hotel.porter)).await.expect("no cycle");
        let error = at_once(asked)
            .await
            .expect("no panic")
            .expect_err("stopped");
        assert!(matches!(error, AskError::Discarded { .. }));
        let lost = hotel.recorder.lost(hotel.porter.path());
        assert_eq!(
            lost,
            [(actor_core::DeadLetterReason::StashDisposed, 2)].into()
        );
        assert_eq!(hotel.delivered(), []);
    }
}

#[tokio::test(start_paused = true)]
async fn what_comes_back_while_the_actor_drains_is_handled() {
    let mut hotel = hotel().await;
    hotel.tell(1);
    let held = hold(&hotel.porter).await;
    hotel.porter.go(Here).try_tell().expect("accepted");
    let ended = hotel.porter.shutdown();
    held.release();
    at_once(ended).await.expect("no cycle");
    assert_eq!(hotel.delivered(), [1]);
    assert_eq!(hotel.recorder.dead_letters(), []);
}

#[tokio::test(start_paused = true)]
async fn a_suspension_keeps_what_is_stashed() {
    let hotel = hotel().await;
    hotel.tell(1);
    assert!(hotel.porter.stumble().await.is_err());
    settle().await;
    assert!(hotel.porter.is_suspended());
    assert!(at_once(hotel.porter.reinstate()).await);
    hotel.porter.go(Here).await.expect("accepted");
    settle().await;
    assert_eq!(hotel.delivered(), [1]);
}
