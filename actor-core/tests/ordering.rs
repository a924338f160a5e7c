//! In what order messages are handled, and how many at a time.

#[path = "common/soon.rs"]
mod soon;

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::{hold, settle};
use soon::at_once;
use tokio::sync::{Notify, oneshot};

#[derive(Clone)]
struct Call(u32, u32);

/// Writes down who said what, in the order it hears it.
#[actor]
#[derive(Default)]
struct Scribe {
    heard: Arc<Mutex<Vec<(u32, u32)>>>,
    busy: Arc<AtomicBool>,
}

#[actor]
impl Scribe {
    #[handler]
    fn hear(&mut self, who: u32, what: u32) -> u32 {
        self.heard.lock().expect("no panic").push((who, what));
        what
    }

    /// As `hear`, in several steps.
    #[handler]
    async fn hear_slowly(&mut self, who: u32, what: u32) {
        assert!(!self.busy.swap(true, Ordering::SeqCst), "one at a time");
        tokio::task::yield_now().await;
        self.hear(who, what);
        tokio::task::yield_now().await;
        self.busy.store(false, Ordering::SeqCst);
    }

    #[handler]
    async fn until(&mut self, opened: oneshot::Receiver<()>) {
        let _ = opened.await;
    }

    #[handler]
    fn watch(&mut self, target: ActorRef, ctx: &mut Context<Self>) {
        ctx.watch(&target);
    }

    #[on(Call)]
    fn call(&mut self, call: Call) {
        self.hear(call.0, call.1);
    }

    #[on(Terminated)]
    fn gone(&mut self, _gone: Terminated) {
        self.hear(0, 0);
    }
}

async fn scribe(mailbox: Mailbox) -> (ScribeHandle, Arc<Mutex<Vec<(u32, u32)>>>) {
    let system = ActorSystem::new("abbey");
    let scribe = Scribe::default();
    let heard = Arc::clone(&scribe.heard);
    let spawned = system.spawn("scribe", scribe).mailbox(mailbox).await;
    (spawned.expect("starts"), heard)
}

// === First come, first served ===

#[tokio::test(start_paused = true)]
async fn messages_are_handled_in_the_order_they_were_sent_in_whatever_the_way() {
    let (scribe, heard) = scribe(Mailbox::default()).await;
    let held = hold(&scribe).await;
    let recipient = scribe.recipient::<Call>();
    let mut asks = Vec::new();
    for round in 0..10 {
        let n = round * 6;
        scribe.hear(1, n).tell().await.expect("accepted");
        scribe.hear(1, n + 1).try_tell().expect("accepted");
        scribe
            .send(ScribeMsg::hear(1, n + 2))
            .await
            .expect("accepted");
        recipient.tell(Call(1, n + 3)).await.expect("accepted");
        recipient.try_tell(Call(1, n + 4)).expect("accepted");
        let ask = tokio::spawn({
            let scribe = scribe.clone();
            async move { scribe.hear(1, n + 5).no_timeout().await }
        });
        settle().await;
        asks.push(ask);
    }
    held.release();
    for ask in asks {
        at_once(ask).await.expect("no panic").expect("answers");
    }
    let heard = heard.lock().expect("no panic").clone();
    assert_eq!(heard, (0..60).map(|n| (1, n)).collect::<Vec<_>>());
}

/// Has eight threads say a thousand things each, and looks that each is heard in its own order.
async fn each_sender_is_heard_in_its_order(mailbox: Mailbox) {
    const SENDERS: u32 = 8;
    const EACH: u32 = 1_000;
    let (scribe, heard) = scribe(mailbox).await;
    let mut senders = tokio::task::JoinSet::new();
    for who in 0..SENDERS {
        let scribe = scribe.clone();
        senders.spawn(async move {
            for what in 0..EACH {
                match what % 3 {
                    0 => scribe.hear(who, what).tell().await.expect("accepted"),
                    1 => scribe
                        .hear_slowly(who, what)
                        .tell()
                        .await
                        .expect("accepted"),
                    _ => assert_eq!(scribe.hear(who, what).await.ok(), Some(what)),
                }
            }
        });
    }
    senders.join_all().await;
    scribe.shutdown().await.expect("no cycle");
    let heard = heard.lock().expect("no panic");
    assert_eq!(heard.len() as u32, SENDERS * EACH);
    for who in 0..SENDERS {
        let of_one = heard.iter().filter(|heard| heard.0 == who);
        assert!(of_one.map(|heard| heard.1).eq(0..EACH), "sender {who}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn each_sender_is_heard_in_its_own_order() {
    each_sender_is_heard_in_its_order(Mailbox::unbounded()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn each_sender_that_has_to_wait_for_room_is_heard_in_its_own_order() {
    each_sender_is_heard_in_its_order(Mailbox::bounded(2)).await;
}

#[tokio::test(start_paused = true)]
async fn a_notice_of_an_end_keeps_its_place_among_the_messages() {
    let (scribe, heard) = scribe(Mailbox::default()).await;
    let other = self::scribe(Mailbox::default()).await.0;
    let target = other.actor_ref().clone();
    scribe.watch(target).await.expect("answers");
    let held = hold(&scribe).await;
    scribe.hear(1, 1).try_tell().expect("accepted");
    other.shutdown().await.expect("no cycle");
    scribe.hear(1, 2).try_tell().expect("accepted");
    held.release();
    settle().await;
    assert_eq!(*heard.lock().expect("no panic"), [(1, 1), (0, 0), (1, 2)]);
}

#[tokio::test(start_paused = true)]
async fn a_poison_pill_keeps_its_place_and_what_is_behind_it_is_handled_too() {
    let (scribe, heard) = scribe(Mailbox::default()).await;
    let held = hold(&scribe).await;
    scribe.hear(1, 1).try_tell().expect("accepted");
    scribe.poison_pill().expect("it runs");
    scribe.hear(1, 2).try_tell().expect("accepted");
    held.release();
    at_once(scribe.ended()).await.expect("no cycle");
    assert_eq!(*heard.lock().expect("no panic"), [(1, 1), (1, 2)]);
}

// === One at a time ===

#[tokio::test(start_paused = true)]
async fn the_next_message_waits_until_the_handler_has_ended() {
    let (scribe, heard) = scribe(Mailbox::default()).await;
    let (gate, opened) = oneshot::channel();
    scribe.until(opened).try_tell().expect("accepted");
    scribe.hear(1, 1).try_tell().expect("accepted");
    settle().await;
    assert_eq!(*heard.lock().expect("no panic"), []);
    gate.send(()).expect("the handler waits");
    settle().await;
    assert_eq!(*heard.lock().expect("no panic"), [(1, 1)]);
}

// === Fairness ===

/// Handles as much as it gets.
#[actor(mailbox = unbounded)]
#[derive(Default)]
struct Flooded {
    handled: Arc<AtomicU32>,
    enough: Arc<AtomicBool>,
}

#[actor]
impl Flooded {
    #[handler]
    fn drop(&mut self) {
        self.handled.fetch_add(1, Ordering::Relaxed);
    }

    /// Tells itself the same again, for ever.
    #[handler]
    fn again(&mut self, ctx: &mut Context<Self>) {
        self.handled.fetch_add(1, Ordering::Relaxed);
        if !self.enough.load(Ordering::Relaxed) {
            ctx.myself().again().try_tell().expect("there is room");
        }
    }

    /// Puts itself back, for ever.
    #[handler]
    fn stash_again(&mut self, ctx: &mut Context<Self>) {
        self.handled.fetch_add(1, Ordering::Relaxed);
        if !self.enough.load(Ordering::Relaxed) {
            ctx.stash(FloodedMsg::stash_again()).expect("there is room");
            ctx.unstash_all();
        }
    }

    #[handler]
    fn set_off(&mut self, flag: Arc<Notify>) {
        flag.notify_one();
    }
}

/// How much of a flood is handled before another actor gets its turn.
const SOON: u32 = 200;

#[tokio::test(start_paused = true)]
async fn a_flooded_actor_lets_others_have_their_turn() {
    let system = ActorSystem::new("delta");
    let flooded = Flooded::default();
    let handled = Arc::clone(&flooded.handled);
    let flooded = system.spawn("flooded", flooded).await.expect("starts");
    let other = system.spawn("other", Flooded::default()).await;
    let other = other.expect("starts");
    let held = hold(&flooded).await;
    for _ in 0..100_000 {
        flooded.drop().try_tell().expect("there is room");
    }
    held.release();
    for round in 1..=10 {
        other.drop().await.expect("answers");
        assert!(handled.load(Ordering::Relaxed) <= round * SOON);
    }
}

#[tokio::test(start_paused = true)]
async fn an_actor_that_drains_a_flood_lets_others_have_their_turn() {
    let system = ActorSystem::new("delta");
    let flooded = Flooded::default();
    let handled = Arc::clone(&flooded.handled);
    let flooded = system.spawn("flooded", flooded).await.expect("starts");
    let other = system.spawn("other", Flooded::default()).await;
    let other = other.expect("starts");
    let held = hold(&flooded).await;
    for _ in 0..100_000 {
        flooded.drop().try_tell().expect("there is room");
    }
    let ended = flooded.shutdown();
    held.release();
    for round in 1..=10 {
        other.drop().await.expect("answers");
        assert!(handled.load(Ordering::Relaxed) <= round * SOON);
    }
    ended.await.expect("no cycle");
    assert_eq!(handled.load(Ordering::Relaxed), 100_000);
}

async fn floods_itself_and_lets_others_have_their_turn(message: FloodedMsg) {
    let system = ActorSystem::new("delta");
    let flooded = Flooded::default();
    let (handled, enough) = (Arc::clone(&flooded.handled), Arc::clone(&flooded.enough));
    let flooded = system.spawn("flooded", flooded).await.expect("starts");
    let other = system.spawn("other", Flooded::default()).await;
    let other = other.expect("starts");
    flooded.try_send(message).expect("there is room");
    for round in 1..=10 {
        other.drop().no_timeout().await.expect("answers");
        assert!(handled.load(Ordering::Relaxed) <= round * SOON);
    }
    enough.store(true, Ordering::Relaxed);
}

#[tokio::test(start_paused = true)]
async fn an_actor_that_tells_itself_for_ever_lets_others_have_their_turn() {
    floods_itself_and_lets_others_have_their_turn(FloodedMsg::again()).await;
}

#[tokio::test(start_paused = true)]
async fn an_actor_that_unstashes_for_ever_lets_others_have_their_turn() {
    floods_itself_and_lets_others_have_their_turn(FloodedMsg::stash_again()).await;
}

// The time is real: while one is busy paused time does not move.
#[tokio::test]
async fn a_busy_actor_lets_timers_fire() {
    let system = ActorSystem::new("delta");
    let flooded = Flooded::default();
    let enough = Arc::clone(&flooded.enough);
    let flooded = system.spawn("flooded", flooded).await.expect("starts");
    let flag = Arc::new(Notify::new());
    flooded.again().try_tell().expect("there is room");
    flooded
        .set_off(Arc::clone(&flag))
        .after(Duration::from_millis(1));
    flag.notified().await;
    enough.store(true, Ordering::Relaxed);
}

#[tokio::test(start_paused = true)]
async fn an_order_gets_through_to_a_busy_actor() {
    let system = ActorSystem::new("delta");
    let flooded = system.spawn("flooded", Flooded::default()).await;
    let flooded = flooded.expect("starts");
    flooded.again().try_tell().expect("there is room");
    settle_busy().await;
    flooded.stop_now().await.expect("no cycle");
}

/// Lets others have some turns.
async fn settle_busy() {
    for _ in 0..10 {
        tokio::task::yield_now().await;
    }
}
