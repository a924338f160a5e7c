//! What the system tells about itself, and what actors tell each other.

#[path = "common/soon.rs"]
mod soon;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::{Probe, Recorder, hold, settle};
use actor_core::{DeadLetterReason, EventKind, Events, StopReason, SystemEvent};
use soon::at_once;

// === The stream ===

#[actor]
struct Plain;

#[actor]
impl Plain {
    #[handler]
    fn poke(&mut self) {}
}

async fn spawn(system: &ActorSystem, name: &str) -> PlainHandle {
    system.spawn(name, Plain).await.expect("starts")
}

fn read(events: &mut Events) -> Vec<String> {
    std::iter::from_fn(|| events.try_recv())
        .map(|event| event.to_string())
        .collect()
}

#[tokio::test(start_paused = true)]
async fn events_come_in_the_order_in_which_things_happened() {
    let system = ActorSystem::new("town");
    let mut events = system.events().subscribe();
    let one = spawn(&system, "one").await;
    let two = spawn(&system, "two").await;
    at_once(one.shutdown()).await.expect("no cycle");
    assert!(one.poke().try_tell().is_err());
    at_once(two.restart()).await.expect("it runs");
    at_once(two.kill()).await.expect("no cycle");
    assert_eq!(
        read(&mut events),
        [
            "town/one ActorStarted",
            "town/two ActorStarted",
            "town/one ActorStopping",
            "town/one ActorStopped (shutdown)",
            "town/one DeadLetter `poke` (not-running)",
            "town/two ActorRestarted (restart 1)",
            "town/two ActorStopping",
            "town/two ActorStopped (killed)",
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn a_subscriber_gets_what_happens_from_then_on() {
    let system = ActorSystem::new("town");
    let _one = spawn(&system, "one").await;
    let mut events = system.events().subscribe();
    assert!(events.try_recv().is_none());
    let _two = spawn(&system, "two").await;
    assert_eq!(read(&mut events), ["town/two ActorStarted"]);
}

#[tokio::test(start_paused = true)]
async fn every_subscriber_gets_every_event() {
    let system = ActorSystem::new("town");
    let mut all: Vec<_> = (0..100).map(|_| system.events().subscribe()).collect();
    let one = spawn(&system, "one").await;
    at_once(one.shutdown()).await.expect("no cycle");
    let expected = [
        "town/one ActorStarted",
        "town/one ActorStopping",
        "town/one ActorStopped (shutdown)",
    ];
    for events in &mut all {
        assert_eq!(read(events), expected);
    }
}

#[tokio::test(start_paused = true)]
async fn a_subscriber_may_wait_for_the_next_event() {
    let system = ActorSystem::new("town");
    let mut events = system.events().subscribe();
    let waits = tokio::spawn(async move { events.recv().await });
    settle().await;
    let one = spawn(&system, "one").await;
    let event = at_once(waits).await.expect("no panic").expect("no end");
    assert_eq!(
        (&event.path, event.kind.name()),
        (one.path(), "ActorStarted")
    );
    assert_eq!(event.incarnation, one.incarnation());
}

#[tokio::test(start_paused = true)]
async fn a_wait_that_is_given_up_loses_no_event() {
    let system = ActorSystem::new("town");
    let mut events = system.events().subscribe();
    for n in 0..10 {
        let given_up = tokio::time::timeout(Duration::from_millis(1), events.recv());
        assert!(given_up.await.is_err());
        let _one = spawn(&system, &format!("a{n}")).await;
        let event = at_once(events.recv()).await.expect("no end");
        assert_eq!(event.path.name(), format!("a{n}"));
    }
}

#[tokio::test(start_paused = true)]
async fn a_slow_subscriber_misses_the_oldest_and_knows_how_many() {
    let system = ActorSystem::new("town");
    let mut slow = system.events().subscribe_with_backlog(3);
    let mut quick = system.events().subscribe();
    for n in 0..10 {
        spawn(&system, &format!("a{n}")).await;
    }
    let expected = [
        "town/a7 ActorStarted",
        "town/a8 ActorStarted",
        "town/a9 ActorStarted",
    ];
    assert_eq!(read(&mut slow), expected);
    assert_eq!(slow.missed(), 7);
    assert_eq!(read(&mut quick).len(), 10);
    assert_eq!(quick.missed(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_subscription_ends_when_it_is_dropped() {
    let system = ActorSystem::new("town");
    let first = system.events().subscribe();
    let mut second = system.events().subscribe();
    drop(first);
    let _one = spawn(&system, "one").await;
    assert_eq!(read(&mut second).len(), 1);
    drop(second);
    let _two = spawn(&system, "two").await;
}

#[tokio::test(start_paused = true)]
async fn the_stream_ends_with_the_system_after_all_that_was_told() {
    let system = ActorSystem::new("town");
    let mut events = system.events().subscribe();
    let _one = spawn(&system, "one").await;
    let waits = tokio::spawn({
        let mut events = system.events().subscribe();
        async move {
            let mut seen = 0;
            while events.recv().await.is_some() {
                seen += 1;
            }
            seen
        }
    });
    at_once(system.stop()).await.expect("stops");
    assert_eq!(at_once(waits).await.expect("no panic"), 4);
    let mut seen = Vec::new();
    while let Some(event) = at_once(events.recv()).await {
        seen.push(event.to_string());
    }
    let expected = [
        "town/one ActorStarted",
        "town SystemStopping",
        "town/one ActorStopping",
        "town/one ActorStopped (parent-stopped)",
        "town SystemStopped",
    ];
    assert_eq!(seen, expected);
    assert!(at_once(events.recv()).await.is_none());
}

#[tokio::test(start_paused = true)]
async fn who_subscribes_after_the_end_gets_the_end() {
    let system = ActorSystem::new("town");
    system.stop().await.expect("stops");
    let mut events = system.events().subscribe();
    assert!(at_once(events.recv()).await.is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_each_actor_every_thread_tells_in_order_and_nothing_is_lost() {
    let system = ActorSystem::new("town");
    let mut recorder = Recorder::new(&system);
    let mut all = tokio::task::JoinSet::new();
    for n in 0..200 {
        let system = system.clone();
        all.spawn(async move {
            let actor = spawn(&system, &format!("a{n}")).await;
            actor.restart().await.expect("it runs");
            actor.shutdown().await.expect("no cycle");
            actor.path().clone()
        });
    }
    for path in all.join_all().await {
        let names = recorder.names_of(&path);
        assert_eq!(
            names,
            [
                "ActorStarted",
                "ActorRestarted",
                "ActorStopping",
                "ActorStopped"
            ]
        );
    }
}

#[tokio::test(start_paused = true)]
async fn an_event_is_as_old_as_the_clock_says() {
    let system = ActorSystem::new("town");
    let mut events = system.events().subscribe();
    let one = spawn(&system, "one").await;
    tokio::time::sleep(Duration::from_secs(60)).await;
    at_once(one.shutdown()).await.expect("no cycle");
    let (start, stop) = (
        events.try_recv().expect("told"),
        events.try_recv().expect("told"),
    );
    let between = stop.at.duration_since(start.at).expect("later");
    assert_eq!(between, Duration::from_secs(60));
}

#[tokio::test(start_paused = true)]
async fn a_dead_letter_says_who_sent_what_to_whom_and_why() {
    let system = ActorSystem::new("town");
    let mut recorder = Recorder::new(&system);
    let dead = spawn(&system, "dead").await;
    at_once(dead.shutdown()).await.expect("no cycle");
    let crier = system.spawn("crier", Crier).await.expect("starts");
    assert_eq!(crier.poke(dead.clone()).await.ok(), Some(false));
    assert!(dead.poke().try_tell().is_err());
    let letters = recorder.dead_letters();
    assert_eq!(letters.len(), 2);
    assert_eq!(letters[0].sender.as_ref(), Some(crier.path()));
    assert_eq!(letters[1].sender, None);
    for letter in letters {
        assert_eq!((&letter.receiver, letter.message), (dead.path(), "poke"));
        assert_eq!(letter.reason, DeadLetterReason::NotRunning);
        assert!(letter.returned);
    }
    assert_eq!(system.dead_letters(), 2);
}

// === What actors tell each other ===

#[derive(Debug, Clone, PartialEq, Eq)]
struct Priced(u32);

#[derive(Debug, Clone, PartialEq, Eq)]
struct SoldOut;

/// Tells all who want to know.
#[actor(emits(Priced, SoldOut))]
struct Crier;

#[actor]
impl Crier {
    #[handler]
    fn price(&mut self, n: u32, ctx: &mut Context<Self>) -> usize {
        ctx.emit(Priced(n))
    }

    #[handler]
    fn sell_out(&mut self, ctx: &mut Context<Self>) -> usize {
        ctx.emit(SoldOut)
    }

    #[handler]
    fn poke(&mut self, other: PlainHandle) -> bool {
        other.poke().try_tell().is_ok()
    }
}

/// Listens to two kinds of events.
#[actor]
#[derive(Default)]
struct Shopper {
    heard: Arc<Mutex<Vec<String>>>,
}

#[actor]
impl Shopper {
    #[on(Priced)]
    fn priced(&mut self, priced: Priced) {
        let heard = format!("{priced:?}");
        self.heard.lock().expect("no panic").push(heard);
    }

    #[on(SoldOut)]
    async fn sold_out(&mut self, _sold_out: SoldOut) -> Result<(), Fault> {
        self.heard
            .lock()
            .expect("no panic")
            .push("SoldOut".to_owned());
        Err(Fault::msg("too late"))
    }
}

struct Market {
    system: ActorSystem,
    recorder: Recorder,
    crier: CrierHandle,
}

async fn market() -> Market {
    let system = ActorSystem::new("market");
    Market {
        recorder: Recorder::new(&system),
        crier: system.spawn("crier", Crier).await.expect("starts"),
        system,
    }
}

impl Market {
    async fn shopper(&self, name: &str) -> (ShopperHandle, Arc<Mutex<Vec<String>>>) {
        let shopper = Shopper::default();
        let heard = Arc::clone(&shopper.heard);
        let spawn = self.system.spawn(name, shopper);
        let shopper = spawn.supervision(Directive::Suspend).await;
        (shopper.expect("starts"), heard)
    }
}

#[tokio::test(start_paused = true)]
async fn subscribers_get_the_events_in_order() {
    let market = market().await;
    let mut probes = [
        Probe::<Priced>::new(&market.system).await,
        Probe::<Priced>::new(&market.system).await,
    ];
    for probe in &probes {
        market.crier.subscribe::<Priced>(probe.handle());
    }
    for n in 1..=3 {
        assert_eq!(market.crier.price(n).await.ok(), Some(2));
    }
    for probe in &mut probes {
        for n in 1..=3 {
            assert_eq!(probe.expect().await, Priced(n));
        }
        probe.expect_nothing().await;
    }
}

#[tokio::test(start_paused = true)]
async fn with_no_subscriber_an_event_goes_nowhere() {
    let mut market = market().await;
    assert_eq!(market.crier.price(1).await.ok(), Some(0));
    assert_eq!(market.recorder.dead_letters(), []);
}

#[tokio::test(start_paused = true)]
async fn a_subscriber_gets_the_kinds_it_has_subscribed_to() {
    let market = market().await;
    let (shopper, heard) = market.shopper("shopper").await;
    market.crier.subscribe::<Priced>(&shopper);
    assert_eq!(market.crier.sell_out().await.ok(), Some(0));
    assert_eq!(market.crier.price(1).await.ok(), Some(1));
    market.crier.subscribe::<SoldOut>(&shopper);
    assert_eq!(market.crier.sell_out().await.ok(), Some(1));
    settle().await;
    assert_eq!(*heard.lock().expect("no panic"), ["Priced(1)", "SoldOut"]);
}

#[tokio::test(start_paused = true)]
async fn subscribing_again_changes_nothing() {
    let market = market().await;
    let mut probe = Probe::<Priced>::new(&market.system).await;
    for _ in 0..3 {
        market.crier.subscribe::<Priced>(probe.handle());
    }
    assert_eq!(market.crier.price(1).await.ok(), Some(1));
    probe.expect().await;
    probe.expect_nothing().await;
}

#[tokio::test(start_paused = true)]
async fn who_has_unsubscribed_gets_nothing_more() {
    let market = market().await;
    let mut probe = Probe::<Priced>::new(&market.system).await;
    market.crier.subscribe::<Priced>(probe.handle());
    assert!(market.crier.unsubscribe::<Priced>(probe.handle()));
    assert_eq!(market.crier.price(1).await.ok(), Some(0));
    probe.expect_nothing().await;
    assert!(!market.crier.unsubscribe::<Priced>(probe.handle()));
    assert!(!market.crier.unsubscribe::<SoldOut>(probe.handle()));
}

#[tokio::test(start_paused = true)]
async fn a_subscriber_that_has_stopped_is_forgotten() {
    let mut market = market().await;
    let (gone, _) = market.shopper("gone").await;
    let mut probe = Probe::<Priced>::new(&market.system).await;
    market.crier.subscribe::<Priced>(&gone);
    market.crier.subscribe::<Priced>(probe.handle());
    at_once(gone.shutdown()).await.expect("no cycle");
    assert_eq!(market.crier.price(1).await.ok(), Some(1));
    assert_eq!(market.crier.price(2).await.ok(), Some(1));
    // The first was sent to it, the second was not.
    assert_eq!(market.recorder.dead_letters().len(), 1);
    assert_eq!(probe.expect().await, Priced(1));
    assert!(!market.crier.unsubscribe::<Priced>(&gone));
}

#[tokio::test(start_paused = true)]
async fn subscribers_that_come_and_go_do_not_pile_up_while_nothing_is_announced() {
    let mut market = market().await;
    for n in 0..1_000 {
        let (shopper, _) = market.shopper(&format!("shopper{n}")).await;
        market.crier.subscribe::<Priced>(&shopper);
        at_once(shopper.shutdown()).await.expect("no cycle");
    }
    let (last, _) = market.shopper("last").await;
    market.crier.subscribe::<Priced>(&last);
    assert_eq!(market.crier.price(1).await.ok(), Some(1));
    // Each that is still known would get one.
    assert!(market.recorder.dead_letters().len() < 10);
}

#[tokio::test(start_paused = true)]
async fn a_subscription_survives_restarts_of_both() {
    let market = market().await;
    let (shopper, heard) = market.shopper("shopper").await;
    market.crier.subscribe::<Priced>(&shopper);
    at_once(shopper.restart()).await.expect("it runs");
    at_once(market.crier.restart()).await.expect("it runs");
    assert_eq!(market.crier.price(1).await.ok(), Some(1));
    settle().await;
    assert_eq!(*heard.lock().expect("no panic"), ["Priced(1)"]);
}

#[tokio::test(start_paused = true)]
async fn a_suspended_subscriber_misses_events_and_stays_subscribed() {
    let mut market = market().await;
    let (shopper, heard) = market.shopper("shopper").await;
    market.crier.subscribe::<Priced>(&shopper);
    market.crier.subscribe::<SoldOut>(&shopper);
    market.crier.sell_out().await.expect("answers");
    settle().await;
    assert!(shopper.is_suspended());
    assert_eq!(market.crier.price(1).await.ok(), Some(0));
    assert_eq!(market.recorder.count(DeadLetterReason::Suspended), 1);
    assert!(at_once(shopper.reinstate()).await);
    assert_eq!(market.crier.price(2).await.ok(), Some(1));
    settle().await;
    assert_eq!(*heard.lock().expect("no panic"), ["SoldOut", "Priced(2)"]);
}

#[tokio::test(start_paused = true)]
async fn a_subscriber_that_is_full_misses_events_and_does_not_hold_up_the_others() {
    let mut market = market().await;
    let shopper = Shopper::default();
    let heard = Arc::clone(&shopper.heard);
    let spawn = market.system.spawn("shopper", shopper);
    let shopper = spawn.mailbox(Mailbox::bounded(1)).await.expect("starts");
    let mut probe = Probe::<Priced>::new(&market.system).await;
    market.crier.subscribe::<Priced>(&shopper);
    market.crier.subscribe::<Priced>(probe.handle());
    let held = hold(&shopper).await;
    assert_eq!(at_once(market.crier.price(1)).await.ok(), Some(2));
    assert_eq!(at_once(market.crier.price(2)).await.ok(), Some(1));
    held.release();
    assert_eq!(at_once(market.crier.price(3)).await.ok(), Some(2));
    settle().await;
    assert_eq!(*heard.lock().expect("no panic"), ["Priced(1)", "Priced(3)"]);
    for n in 1..=3 {
        assert_eq!(probe.expect().await, Priced(n));
    }
    let letters = market.recorder.dead_letters();
    assert_eq!(letters.len(), 1);
    assert_eq!(letters[0].reason, DeadLetterReason::MailboxFull);
    assert_eq!(letters[0].message, "Priced");
    assert_eq!(letters[0].sender.as_ref(), Some(market.crier.path()));
}

#[tokio::test(start_paused = true)]
async fn a_fault_in_an_event_engages_the_subscribers_supervisor_and_nobody_elses() {
    let mut market = market().await;
    let (shopper, _) = market.shopper("shopper").await;
    market.crier.subscribe::<SoldOut>(&shopper);
    market.crier.sell_out().await.expect("answers");
    let failed = |event: &SystemEvent| matches!(event.kind, EventKind::ActorSuspended { .. });
    let event = market.recorder.wait_for(failed).await;
    assert_eq!(event.path, *shopper.path());
    assert!(market.crier.is_running());
}

#[tokio::test(start_paused = true)]
async fn subscribers_are_left_when_the_emitter_ends() {
    let market = market().await;
    let mut probe = Probe::<Priced>::new(&market.system).await;
    market.crier.subscribe::<Priced>(probe.handle());
    probe.watch(&market.crier).await;
    market.crier.price(1).tell().await.expect("accepted");
    at_once(market.crier.shutdown()).await.expect("no cycle");
    assert_eq!(probe.expect().await, Priced(1));
    let gone = probe.expect_terminated(&market.crier).await;
    assert_eq!(gone.reason(), StopReason::Shutdown);
    assert!(probe.handle().is_running());
}
