//! How many messages wait for an actor, and what becomes of one more.

#[path = "common/soon.rs"]
mod soon;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::{Held, Recorder, hold, settle};
use actor_core::{DeadLetterReason, StopReason};
use soon::at_once;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

const MS: Duration = Duration::from_millis(1);

#[derive(Clone)]
struct News(u32);

/// Keeps what it is told, also beyond its own end.
#[actor]
#[derive(Default)]
struct Desk {
    seen: Arc<Mutex<Vec<u32>>>,
}

#[actor]
impl Desk {
    #[handler]
    fn note(&mut self, n: u32) {
        self.seen.lock().expect("no panic").push(n);
    }

    #[handler]
    async fn until(&mut self, gate: oneshot::Receiver<()>) {
        let _ = gate.await;
    }

    #[handler]
    fn fail(&mut self) -> Result<(), Fault> {
        Err(Fault::msg("told to"))
    }

    /// Returns whether it could tell itself.
    #[handler]
    async fn note_to_self(&mut self, n: u32, ctx: &mut Context<Self>) -> Result<(), String> {
        let told = ctx.myself().note(n).tell().await;
        told.map_err(|error| format!("{error:?}"))
    }

    #[on(News)]
    fn read(&mut self, news: News) {
        self.note(news.0);
    }
}

#[actor(emits(News))]
struct Paper;

#[actor]
impl Paper {
    #[handler]
    fn print(&mut self, n: u32, ctx: &mut Context<Self>) -> usize {
        ctx.emit(News(n))
    }
}

struct Office {
    system: ActorSystem,
    recorder: Recorder,
    desk: DeskHandle,
    seen: Arc<Mutex<Vec<u32>>>,
}

impl Office {
    async fn with(mailbox: Mailbox) -> Self {
        let system = ActorSystem::new("office");
        let recorder = Recorder::new(&system);
        let seen = Arc::default();
        let desk = Desk {
            seen: Arc::clone(&seen),
        };
        let spawn = system.spawn("desk", desk).mailbox(mailbox);
        let desk = spawn.supervision(Directive::Suspend).await.expect("starts");
        Self {
            system,
            recorder,
            desk,
            seen,
        }
    }

    /// Held, with `0..capacity` waiting.
    async fn full(capacity: usize, overflow: Overflow) -> (Self, Held) {
        let office = Self::with(Mailbox::bounded(capacity).overflow(overflow)).await;
        let held = hold(&office.desk).await;
        for n in 0..capacity {
            let told = office.desk.note(n as u32).try_tell();
            told.expect("there is room");
        }
        (office, held)
    }

    /// What was handled, once everything was.
    async fn seen_after(&self, held: Held) -> Vec<u32> {
        held.release();
        settle().await;
        self.seen.lock().expect("no panic").clone()
    }
}

// === How many ===

#[tokio::test(start_paused = true)]
async fn a_thousand_messages_wait_where_nothing_else_is_said() {
    let office = Office::with(Mailbox::default()).await;
    let _held = hold(&office.desk).await;
    for n in 0..1_000 {
        office.desk.note(n).try_tell().expect("there is room");
    }
    let one_more = office.desk.note(1_000).try_tell();
    assert!(matches!(one_more, Err(SendError::MailboxFull { .. })));
    assert_eq!(office.desk.queued(), 1_000);
}

#[tokio::test(start_paused = true)]
async fn an_unbounded_mailbox_takes_all_that_comes() {
    let office = Office::with(Mailbox::unbounded()).await;
    let held = hold(&office.desk).await;
    for n in 0..50_000 {
        office.desk.note(n).try_tell().expect("there is room");
    }
    assert_eq!(office.desk.queued(), 50_000);
    assert_eq!(office.seen_after(held).await.len(), 50_000);
}

#[actor(mailbox = bounded(2, reject))]
struct Small;

#[actor]
impl Small {
    #[handler]
    fn note(&mut self, _n: u32) {}
}

#[tokio::test(start_paused = true)]
async fn a_declared_capacity_holds() {
    let system = ActorSystem::new("office");
    let small = system.spawn("small", Small).await.expect("starts");
    let _held = hold(&small).await;
    let told = [1, 2, 3].map(|n| small.note(n).try_tell().is_ok());
    assert_eq!(told, [true, true, false]);
}

#[tokio::test(start_paused = true)]
async fn a_spawn_overrides_the_declared_capacity() {
    let system = ActorSystem::new("office");
    let spawn = system.spawn("small", Small).mailbox(Mailbox::bounded(1));
    let small = spawn.await.expect("starts");
    let _held = hold(&small).await;
    let told = [1, 2].map(|n| small.note(n).try_tell().is_ok());
    assert_eq!(told, [true, false]);
}

#[tokio::test(start_paused = true)]
async fn a_capacity_of_zero_is_taken_as_one() {
    let (office, held) = Office::full(1, Overflow::Wait).await;
    assert_eq!(office.seen_after(held).await, [0]);
    let none = Office::with(Mailbox::bounded(0)).await;
    let held = hold(&none.desk).await;
    let told = [1, 2].map(|n| none.desk.note(n).try_tell().is_ok());
    assert_eq!(told, [true, false]);
    assert_eq!(none.seen_after(held).await, [1]);
}

#[tokio::test(start_paused = true)]
async fn the_message_being_handled_takes_no_room_and_those_behind_it_do() {
    let office = Office::with(Mailbox::bounded(3)).await;
    let held = hold(&office.desk).await;
    // Taken from the mailbox together, since they wait together.
    let gates: Vec<_> = (0..3)
        .map(|_| {
            let (gate, opened) = oneshot::channel();
            office.desk.until(opened).try_tell().expect("there is room");
            gate
        })
        .collect();
    held.release();
    for gate in gates {
        settle().await;
        office.desk.note(1).try_tell().expect("one has left");
        let one_more = office.desk.note(2).try_tell();
        assert!(matches!(one_more, Err(SendError::MailboxFull { .. })));
        assert_eq!(office.desk.queued(), 3);
        gate.send(()).expect("the handler waits");
    }
}

#[tokio::test(start_paused = true)]
async fn a_message_that_is_handled_is_not_among_those_that_wait() {
    for mailbox in [Mailbox::unbounded(), Mailbox::default()] {
        let office = Office::with(mailbox).await;
        let held = hold(&office.desk).await;
        let (_gate, opened) = oneshot::channel();
        office.desk.until(opened).try_tell().expect("there is room");
        office.desk.note(1).try_tell().expect("there is room");
        held.release();
        settle().await;
        assert_eq!(office.desk.queued(), 1, "{mailbox:?}");
    }
}

// === One more than there is room for, on every way of sending ===

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Tell,
    TryTell,
    Send,
    TrySend,
    RecipientTell,
    RecipientTryTell,
    Ask,
    Timer,
    Event,
}

const WAYS: [Way; 9] = [
    Way::Tell,
    Way::TryTell,
    Way::Send,
    Way::TrySend,
    Way::RecipientTell,
    Way::RecipientTryTell,
    Way::Ask,
    Way::Timer,
    Way::Event,
];

/// What the sender meets.
#[derive(Debug, PartialEq, Eq)]
enum Met {
    /// It was told that the message is accepted.
    Accepted,
    /// It got the message back: the mailbox is full.
    Refused,
    /// An asker learns that its message was dropped.
    Discarded,
    /// It waits.
    Waits,
}

async fn met<T, M>(sent: impl Future<Output = Result<T, SendError<M>>>) -> Met {
    match timeout(MS, sent).await {
        Err(_) => Met::Waits,
        Ok(Ok(_)) => Met::Accepted,
        Ok(Err(SendError::MailboxFull { .. })) => Met::Refused,
        Ok(Err(other)) => panic!("{other:?}"),
    }
}

/// Sends 9 and gives up if there is a wait.
async fn send(office: &mut Office, way: Way) -> Met {
    let desk = office.desk.clone();
    match way {
        Way::Tell => met(desk.note(9).tell()).await,
        Way::TryTell => met(async { desk.note(9).try_tell() }).await,
        Way::Send => met(desk.send(DeskMsg::note(9))).await,
        Way::TrySend => met(async { desk.try_send(DeskMsg::note(9)) }).await,
        Way::RecipientTell => met(desk.recipient::<News>().tell(News(9))).await,
        Way::RecipientTryTell => met(async { desk.recipient::<News>().try_tell(News(9)) }).await,
        Way::Ask => match timeout(MS, desk.note(9)).await {
            Err(_) => Met::Waits,
            Ok(Ok(())) => Met::Accepted,
            Ok(Err(AskError::MailboxFull { .. })) => Met::Refused,
            Ok(Err(AskError::Discarded { .. })) => Met::Discarded,
            Ok(Err(other)) => panic!("{other:?}"),
        },
        Way::Timer => {
            let timer = desk.note(9).after(MS);
            settle().await;
            settle().await;
            if timer.is_active() {
                timer.cancel();
                settle().await;
                return Met::Waits;
            }
            let letters = office.recorder.dead_letters();
            if letters.iter().any(|letter| letter.returned) {
                Met::Refused
            } else {
                Met::Accepted
            }
        }
        Way::Event => {
            let paper = office.system.spawn("paper", Paper).await.expect("starts");
            paper.subscribe::<News>(&desk);
            match paper.print(9).await.expect("answers") {
                0 => Met::Refused,
                _ => Met::Accepted,
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_full_mailbox_lets_those_wait_who_can_and_refuses_the_others() {
    for way in WAYS {
        let (mut office, held) = Office::full(2, Overflow::Wait).await;
        let expected = match way {
            Way::Tell | Way::Send | Way::RecipientTell | Way::Ask | Way::Timer => Met::Waits,
            Way::TryTell | Way::TrySend | Way::RecipientTryTell | Way::Event => Met::Refused,
        };
        assert_eq!(send(&mut office, way).await, expected, "{way:?}");
        assert_eq!(office.seen_after(held).await, [0, 1], "{way:?}");
        let letters = usize::from(expected == Met::Refused);
        let full = office.recorder.count(DeadLetterReason::MailboxFull);
        assert_eq!(full, letters, "{way:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_full_mailbox_that_rejects_refuses_on_every_way() {
    for way in WAYS {
        let (mut office, held) = Office::full(2, Overflow::Reject).await;
        assert_eq!(send(&mut office, way).await, Met::Refused, "{way:?}");
        assert_eq!(office.seen_after(held).await, [0, 1], "{way:?}");
        let letters = office.recorder.dead_letters();
        assert_eq!(letters.len(), 1, "{way:?}");
        assert!(letters[0].returned, "{way:?}");
        assert_eq!(letters[0].reason, DeadLetterReason::MailboxFull);
    }
}

#[tokio::test(start_paused = true)]
async fn a_full_mailbox_that_drops_the_newest_drops_it_on_every_way() {
    for way in WAYS {
        let (mut office, held) = Office::full(2, Overflow::DropNewest).await;
        let expected = match way {
            Way::Ask => Met::Discarded,
            _ => Met::Accepted,
        };
        assert_eq!(send(&mut office, way).await, expected, "{way:?}");
        assert_eq!(office.seen_after(held).await, [0, 1], "{way:?}");
        let lost = office.recorder.lost(office.desk.path());
        assert_eq!(
            lost,
            [(actor_core::DeadLetterReason::MailboxFull, 1)].into(),
            "{way:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_full_mailbox_that_drops_the_oldest_makes_room_on_every_way() {
    for way in WAYS {
        let (mut office, held) = Office::full(2, Overflow::DropOldest).await;
        let expected = match way {
            // Accepted, and the answer takes until the desk is not held any more.
            Way::Ask => Met::Waits,
            _ => Met::Accepted,
        };
        assert_eq!(send(&mut office, way).await, expected, "{way:?}");
        let seen = match way {
            // It has given up.
            Way::Ask => vec![1],
            _ => vec![1, 9],
        };
        assert_eq!(office.seen_after(held).await, seen, "{way:?}");
        let lost = office.recorder.lost(office.desk.path());
        assert_eq!(
            lost,
            [(actor_core::DeadLetterReason::MailboxFull, 1)].into(),
            "{way:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn an_asker_whose_message_makes_room_is_told_at_once() {
    let office = Office::with(Mailbox::bounded(1).overflow(Overflow::DropOldest)).await;
    let _held = hold(&office.desk).await;
    let oldest = async { office.desk.note(1).no_timeout().await };
    let newest = async { office.desk.note(2).try_tell().expect("takes its place") };
    let (oldest, ()) = at_once(async { tokio::join!(oldest, newest) }).await;
    let error = oldest.expect_err("dropped");
    assert!(matches!(error, AskError::Discarded { .. }) && error.never_ran());
}

// === Waiting for room ===

/// A tell in a task of its own, which waits for room.
async fn waiting(desk: &DeskHandle, n: u32) -> tokio::task::JoinHandle<Result<(), String>> {
    let desk = desk.clone();
    let task = tokio::spawn(async move {
        let told = desk.note(n).tell().await;
        told.map_err(|error| format!("{error:?}"))
    });
    settle().await;
    assert!(!task.is_finished(), "there is room");
    task
}

#[tokio::test(start_paused = true)]
async fn those_who_wait_for_room_are_let_in_in_their_order() {
    let (office, held) = Office::full(1, Overflow::Wait).await;
    let mut waiters = Vec::new();
    for n in 1..=20 {
        waiters.push(waiting(&office.desk, n).await);
    }
    let seen = office.seen_after(held).await;
    assert_eq!(seen, (0..=20).collect::<Vec<_>>());
    for waiter in waiters {
        assert_eq!(waiter.await.expect("no panic"), Ok(()));
    }
}

#[tokio::test(start_paused = true)]
async fn who_comes_later_does_not_overtake_those_who_wait() {
    let office = Office::with(Mailbox::bounded(1)).await;
    let held = hold(&office.desk).await;
    let (gate, opened) = oneshot::channel();
    office.desk.until(opened).try_tell().expect("there is room");
    let first = waiting(&office.desk, 1).await;
    let second = waiting(&office.desk, 2).await;
    held.release();
    settle().await;
    // The room the gated message left was the first one's.
    assert_eq!(at_once(first).await.expect("no panic"), Ok(()));
    let late = office.desk.note(3).try_tell();
    assert!(matches!(late, Err(SendError::MailboxFull { .. })));
    gate.send(()).expect("the handler waits");
    assert_eq!(at_once(second).await.expect("no panic"), Ok(()));
    settle().await;
    assert_eq!(*office.seen.lock().expect("no panic"), [1, 2]);
}

#[tokio::test(start_paused = true)]
async fn a_sender_that_gives_up_waiting_sends_nothing_and_leaves_no_gap() {
    let (mut office, held) = Office::full(1, Overflow::Wait).await;
    let first = waiting(&office.desk, 1).await;
    let given_up = waiting(&office.desk, 2).await;
    let third = waiting(&office.desk, 3).await;
    given_up.abort();
    assert!(given_up.await.expect_err("aborted").is_cancelled());
    assert_eq!(office.seen_after(held).await, [0, 1, 3]);
    for waiter in [first, third] {
        assert_eq!(waiter.await.expect("no panic"), Ok(()));
    }
    assert!(office.recorder.dead_letters().is_empty());
}

#[tokio::test(start_paused = true)]
async fn an_asker_whose_time_is_up_while_it_waits_for_room_was_never_accepted() {
    let (office, held) = Office::full(1, Overflow::Wait).await;
    let asked = office.desk.note(7).timeout(MS).await;
    assert!(asked.expect_err("held").never_ran());
    assert_eq!(office.seen_after(held).await, [0]);
    assert_eq!(office.desk.skipped(), 0);
}

#[tokio::test(start_paused = true)]
async fn every_kind_of_stop_gives_waiting_senders_their_messages_back() {
    for stop in [
        ActorRef::shutdown as fn(&ActorRef) -> _,
        ActorRef::stop_now,
        ActorRef::kill,
    ] {
        let (mut office, held) = Office::full(1, Overflow::Wait).await;
        let desk = office.desk.clone();
        let waiter = tokio::spawn(async move { desk.note(5).tell().await });
        settle().await;
        let ended = stop(&office.desk);
        // Also while the actor is still busy.
        let error = at_once(waiter).await.expect("no panic").expect_err("stops");
        assert!(matches!(error, SendError::NotRunning { .. }));
        assert!(matches!(error.into_message(), DeskMsg::Note { n: 5, .. }));
        held.release();
        at_once(ended).await.expect("no cycle");
        assert_eq!(office.recorder.count(DeadLetterReason::NotRunning), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_suspension_gives_waiting_senders_their_messages_back() {
    let office = Office::with(Mailbox::bounded(1)).await;
    let held = hold(&office.desk).await;
    office.desk.fail().try_tell().expect("there is room");
    let desk = office.desk.clone();
    let tell = tokio::spawn(async move { desk.note(1).tell().await });
    settle().await;
    let desk = office.desk.clone();
    let ask = tokio::spawn(async move { desk.note(2).no_timeout().await });
    settle().await;
    held.release();
    // The first was let in when the failing message began, the second waits as it fails.
    assert!(at_once(tell).await.expect("no panic").is_ok());
    let error = at_once(ask).await.expect("no panic").expect_err("held");
    assert!(matches!(error, AskError::Suspended { .. }) && error.never_ran());
    let back = error.into_message::<DeskMsg>();
    assert!(matches!(back, Some(DeskMsg::Note { n: 2, .. })));
    assert_eq!(office.desk.queued(), 1);
}

#[tokio::test(start_paused = true)]
async fn the_end_of_the_runtime_gives_waiting_senders_their_messages_back() {
    let other = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_time()
        .build()
        .expect("builds");
    let system = ActorSystem::builder("office")
        .runtime(other.handle().clone())
        .build()
        .expect("a valid name");
    let spawn = system.spawn("desk", Desk::default());
    let desk = spawn.mailbox(Mailbox::bounded(1)).await.expect("starts");
    let _held = hold(&desk).await;
    desk.note(1).try_tell().expect("there is room");
    let mut tell = std::pin::pin!(desk.note(2).tell());
    assert!(timeout(MS, tell.as_mut()).await.is_err(), "there is room");
    other.shutdown_background();
    let error = tell.await.expect_err("nobody is left");
    assert!(matches!(error, SendError::NotRunning { .. }));
}

// === What needs no room ===

#[actor]
struct Mourner {
    told: mpsc::UnboundedSender<StopReason>,
}

#[actor]
impl Mourner {
    #[handler]
    fn watch(&mut self, target: ActorRef, ctx: &mut Context<Self>) {
        ctx.watch(&target);
    }

    #[handler]
    fn note(&mut self, _n: u32) {}

    #[handler]
    async fn raise(&mut self, ctx: &mut Context<Self>) -> DeskHandle {
        let child = ctx.spawn_child("child", Desk::default());
        let spawned = child.supervision(Directive::Escalate).await;
        spawned.expect("starts")
    }

    #[on(Terminated)]
    fn gone(&mut self, gone: Terminated) {
        let _ = self.told.send(gone.reason());
    }

    #[on(PanicSignal)]
    fn failed(&mut self, _failed: PanicSignal) {
        let _ = self.told.send(StopReason::Escalated);
    }
}

#[tokio::test(start_paused = true)]
async fn terminated_reaches_an_actor_whose_mailbox_is_full() {
    let office = Office::with(Mailbox::default()).await;
    let (told, mut heard) = mpsc::unbounded_channel();
    let spawn = office.system.spawn("mourner", Mourner { told });
    let mourner = spawn.mailbox(Mailbox::bounded(1)).await.expect("starts");
    let target = office.desk.actor_ref().clone();
    mourner.watch(target).await.expect("answers");
    let held = hold(&mourner).await;
    mourner.note(1).try_tell().expect("there is room");
    office.desk.shutdown().await.expect("no cycle");
    held.release();
    assert_eq!(at_once(heard.recv()).await, Some(StopReason::Shutdown));
}

#[tokio::test(start_paused = true)]
async fn a_childs_failure_reaches_a_parent_whose_mailbox_is_full() {
    let system = ActorSystem::new("office");
    let (told, mut heard) = mpsc::unbounded_channel();
    let spawn = system.spawn("parent", Mourner { told });
    let parent = spawn.mailbox(Mailbox::bounded(1)).await.expect("starts");
    let child = parent.raise().await.expect("answers");
    let held = hold(&parent).await;
    parent.note(1).try_tell().expect("there is room");
    child.fail().tell().await.expect("accepted");
    settle().await;
    held.release();
    assert_eq!(at_once(heard.recv()).await, Some(StopReason::Escalated));
}

#[tokio::test(start_paused = true)]
async fn a_poison_pill_takes_no_room() {
    let (office, held) = Office::full(2, Overflow::Reject).await;
    office.desk.poison_pill().expect("it runs");
    assert_eq!(office.desk.queued(), 2);
    assert_eq!(office.seen_after(held).await, [0, 1]);
    at_once(office.desk.ended()).await.expect("no cycle");
}

#[tokio::test(start_paused = true)]
async fn orders_overtake_a_full_mailbox() {
    let (mut office, held) = Office::full(2, Overflow::Wait).await;
    let ended = office.desk.stop_now();
    assert_eq!(office.seen_after(held).await, []);
    at_once(ended).await.expect("no cycle");
    let lost = office.recorder.lost(office.desk.path());
    assert_eq!(lost, [(actor_core::DeadLetterReason::Stopped, 2)].into());
}

// === Waiting for oneself ===

#[tokio::test(start_paused = true)]
async fn an_actor_is_not_let_wait_for_room_in_its_own_full_mailbox() {
    let office = Office::with(Mailbox::bounded(1)).await;
    let held = hold(&office.desk).await;
    let asked = tokio::spawn({
        let desk = office.desk.clone();
        async move { desk.note_to_self(2).no_timeout().await }
    });
    settle().await;
    let second = waiting(&office.desk, 1).await;
    held.release();
    let refused = at_once(asked).await.expect("no panic");
    let refused = refused.expect_err("full").into_handler_error();
    assert_eq!(refused.ok(), Some("Cycle(office/desk)".to_owned()));
    assert_eq!(at_once(second).await.expect("no panic"), Ok(()));
}

#[tokio::test(start_paused = true)]
async fn an_actor_may_tell_itself_while_there_is_room() {
    let office = Office::with(Mailbox::bounded(1)).await;
    at_once(office.desk.note_to_self(2))
        .await
        .expect("there is room");
    settle().await;
    assert_eq!(*office.seen.lock().expect("no panic"), [2]);
}

/// Tells its peer when its gate opens.
#[actor]
struct Pen {
    told: mpsc::UnboundedSender<Result<(), String>>,
}

#[actor]
impl Pen {
    #[handler]
    fn note(&mut self, _n: u32) {}

    #[handler]
    async fn tell(&mut self, peer: PenHandle) {
        let told = peer.note(1).tell().await;
        let _ = self.told.send(told.map_err(|error| format!("{error:?}")));
    }
}

#[tokio::test(start_paused = true)]
async fn of_two_actors_that_tell_each_others_full_mailboxes_one_is_refused() {
    let system = ActorSystem::new("office");
    let (told, mut heard) = mpsc::unbounded_channel();
    let spawn = |name, told| {
        system
            .spawn(name, Pen { told })
            .mailbox(Mailbox::bounded(1))
    };
    let one = spawn("one", told.clone()).await.expect("starts");
    let two = spawn("two", told).await.expect("starts");
    let held = (hold(&one).await, hold(&two).await);
    one.tell(two.clone()).try_tell().expect("there is room");
    two.tell(one.clone()).try_tell().expect("there is room");
    // Each mailbox is filled again as soon as its first message begins.
    let fillers = [one.clone(), two.clone()].map(|pen| {
        tokio::spawn(async move {
            let _ = pen.note(0).tell().await;
        })
    });
    settle().await;
    held.0.release();
    held.1.release();
    let results = [at_once(heard.recv()).await, at_once(heard.recv()).await];
    let refused = results.iter().flatten().filter(|told| told.is_err());
    assert!(refused.count() >= 1, "{results:?}");
    for filler in fillers {
        at_once(filler).await.expect("no panic");
    }
}

// === Many threads ===

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_senders_never_get_more_in_than_there_is_room_for() {
    const CAPACITY: usize = 4;
    let office = Office::with(Mailbox::bounded(CAPACITY)).await;
    let most = Arc::new(AtomicUsize::new(0));
    let mut senders = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let (desk, most) = (office.desk.clone(), Arc::clone(&most));
        senders.spawn(async move {
            for n in 0..500 {
                desk.note(n).tell().await.expect("it runs");
                most.fetch_max(desk.queued(), Ordering::Relaxed);
            }
        });
    }
    senders.join_all().await;
    office.desk.shutdown().await.expect("no cycle");
    assert_eq!(office.seen.lock().expect("no panic").len(), 8 * 500);
    assert!(most.load(Ordering::Relaxed) <= CAPACITY);
}
