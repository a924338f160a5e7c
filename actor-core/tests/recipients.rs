//! Handles narrowed to one type of value.

#[path = "common/soon.rs"]
mod soon;

use actor_core::prelude::*;
use actor_core::testkit::{Recorder, hold, settle};
use actor_core::{DeadLetterReason, Returned};
use soon::at_once;
use tokio::sync::mpsc;

#[derive(Debug, Clone, PartialEq, Eq)]
struct Order(u32);

/// Passes on what it gets.
#[actor]
struct Cook {
    cooked: mpsc::UnboundedSender<String>,
}

#[actor]
impl Cook {
    #[on(Order)]
    fn cook(&mut self, order: Order) {
        let _ = self.cooked.send(format!("cooked {}", order.0));
    }

    #[handler]
    fn bake(&mut self, n: u32, with: String) {
        let _ = self.cooked.send(format!("baked {n} with {with}"));
    }

    /// Tells itself, and says how that went.
    #[handler]
    async fn remember(&mut self, ctx: &mut Context<Self>) -> Result<(), String> {
        let me = ctx.myself().recipient::<Order>();
        me.tell(Order(0))
            .await
            .map_err(|error| format!("{error:?}"))
    }
}

/// Knows others only by what they take.
#[actor]
struct Waiter {
    kitchens: Vec<Recipient<Order>>,
}

#[actor]
impl Waiter {
    #[handler]
    async fn serve(&mut self, n: u32) -> usize {
        let mut taken = 0;
        for kitchen in &self.kitchens {
            taken += usize::from(kitchen.tell(Order(n)).await.is_ok());
        }
        taken
    }
}

async fn cook(
    system: &ActorSystem,
    name: &str,
    mailbox: Mailbox,
) -> (CookHandle, mpsc::UnboundedReceiver<String>) {
    let (cooked, heard) = mpsc::unbounded_channel();
    let spawn = system.spawn(name, Cook { cooked }).mailbox(mailbox);
    (spawn.await.expect("starts"), heard)
}

#[tokio::test(start_paused = true)]
async fn a_recipient_of_an_event_takes_it_as_the_actor_does() {
    let system = ActorSystem::new("diner");
    let (cook, mut heard) = cook(&system, "cook", Mailbox::default()).await;
    let recipient = cook.recipient::<Order>();
    recipient.tell(Order(1)).await.expect("accepted");
    recipient.try_tell(Order(2)).expect("accepted");
    assert_eq!(at_once(heard.recv()).await.as_deref(), Some("cooked 1"));
    assert_eq!(at_once(heard.recv()).await.as_deref(), Some("cooked 2"));
}

#[tokio::test(start_paused = true)]
async fn a_recipient_of_anything_makes_it_a_message() {
    let system = ActorSystem::new("diner");
    let (cook, mut heard) = cook(&system, "cook", Mailbox::default()).await;
    let with = "butter".to_owned();
    let recipient = cook.recipient_of(move |n: u32| CookMsg::bake(n, with.clone()));
    for n in 1..=2 {
        recipient.tell(n).await.expect("accepted");
        let baked = format!("baked {n} with butter");
        assert_eq!(at_once(heard.recv()).await, Some(baked));
    }
}

#[tokio::test(start_paused = true)]
async fn recipients_of_different_actors_are_of_one_type() {
    let system = ActorSystem::new("diner");
    let (cook, mut heard) = cook(&system, "cook", Mailbox::default()).await;
    let waiter = system.spawn("first", Waiter { kitchens: vec![] }).await;
    let passes_on = waiter
        .expect("starts")
        .recipient_of(|order: Order| WaiterMsg::serve(order.0));
    let waiter = Waiter {
        kitchens: vec![cook.recipient(), passes_on],
    };
    let waiter = system.spawn("second", waiter).await.expect("starts");
    assert_eq!(at_once(waiter.serve(5)).await.ok(), Some(2));
    assert_eq!(at_once(heard.recv()).await.as_deref(), Some("cooked 5"));
}

#[tokio::test(start_paused = true)]
async fn what_is_not_accepted_comes_back_as_the_actors_own_message() {
    let system = ActorSystem::new("diner");
    let (cook, _) = cook(&system, "cook", Mailbox::default()).await;
    let recipient = cook.recipient::<Order>();
    at_once(cook.shutdown()).await.expect("no cycle");
    for error in [recipient.tell(Order(7)).await, recipient.try_tell(Order(7))] {
        let error: SendError<Returned> = error.expect_err("stopped");
        assert!(matches!(error, SendError::NotRunning { .. }));
        assert_eq!(error.path(), cook.path());
        let message = error.into_message().downcast::<CookMsg>();
        let Ok(CookMsg::OnOrder { event, .. }) = message else {
            panic!("another message");
        };
        assert_eq!(event, Order(7));
    }
}

#[tokio::test(start_paused = true)]
async fn what_comes_back_is_no_message_of_another_actor() {
    let system = ActorSystem::new("diner");
    let (cook, _) = cook(&system, "cook", Mailbox::default()).await;
    at_once(cook.shutdown()).await.expect("no cycle");
    let error = cook.recipient::<Order>().try_tell(Order(7));
    let returned = error.expect_err("stopped").into_message();
    let returned = returned
        .downcast::<WaiterMsg>()
        .err()
        .expect("not a waiter's");
    assert!(returned.downcast::<CookMsg>().is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_recipient_stays_valid_over_a_restart_and_ends_with_the_actor() {
    let system = ActorSystem::new("diner");
    let (first, mut heard) = cook(&system, "cook", Mailbox::default()).await;
    let recipient = first.recipient::<Order>();
    at_once(first.restart()).await.expect("it runs");
    recipient.try_tell(Order(1)).expect("accepted");
    assert_eq!(at_once(heard.recv()).await.as_deref(), Some("cooked 1"));
    at_once(first.shutdown()).await.expect("no cycle");
    // Another one of the same name is another one.
    let (_second, mut heard) = cook(&system, "cook", Mailbox::default()).await;
    assert!(recipient.try_tell(Order(2)).is_err());
    settle().await;
    assert!(heard.try_recv().is_err());
}

#[tokio::test(start_paused = true)]
async fn a_recipient_does_not_keep_the_actors_value() {
    let system = ActorSystem::new("diner");
    let (cook, mut heard) = cook(&system, "cook", Mailbox::default()).await;
    let recipient = cook.recipient::<Order>();
    at_once(cook.shutdown()).await.expect("no cycle");
    drop(cook);
    // The sender was part of the value.
    assert_eq!(at_once(heard.recv()).await, None);
    assert!(!recipient.actor().is_running());
}

#[tokio::test(start_paused = true)]
async fn a_recipient_knows_the_actor_behind_it() {
    let system = ActorSystem::new("diner");
    let (cook, _heard) = cook(&system, "cook", Mailbox::default()).await;
    let recipients = [cook.recipient::<Order>(), cook.recipient::<Order>().clone()];
    for recipient in recipients {
        assert_eq!(recipient.actor(), *cook.actor_ref());
    }
}

#[tokio::test(start_paused = true)]
async fn an_actor_is_not_let_wait_for_room_at_a_recipient_that_is_itself() {
    let system = ActorSystem::new("diner");
    let mut recorder = Recorder::new(&system);
    let (cook, _heard) = cook(&system, "cook", Mailbox::bounded(1)).await;
    let held = hold(&cook).await;
    let asked = tokio::spawn({
        let cook = cook.clone();
        async move { cook.remember().no_timeout().await }
    });
    settle().await;
    // Waits for room, and fills the mailbox as soon as the handler begins.
    let filler = tokio::spawn({
        let cook = cook.clone();
        async move { cook.recipient().tell(Order(1)).await.is_ok() }
    });
    settle().await;
    held.release();
    let error = at_once(asked).await.expect("no panic").expect_err("full");
    let error = error.into_handler_error().ok();
    assert_eq!(error.as_deref(), Some("Cycle(diner/cook)"));
    assert!(at_once(filler).await.expect("no panic"));
    assert_eq!(recorder.count(DeadLetterReason::Cycle), 1);
}
