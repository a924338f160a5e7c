//! Idle actors that end by themselves.

#[path = "common/soon.rs"]
mod soon;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::{Probe, Recorder, hold, settle};
use actor_core::{DeadLetterReason, StopReason};
use soon::at_once;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, sleep_until};

const S: Duration = Duration::from_secs(1);
const MS: Duration = Duration::from_millis(1);

/// Ends by itself when it is left alone.
#[actor(behaviors(Shy, Open), supervision = suspend)]
#[derive(Default)]
struct Guest {
    greeted: Arc<AtomicU32>,
    stops: Arc<AtomicU32>,
}

#[actor]
impl Guest {
    #[on(PostStart)]
    fn arrive(&mut self) {}

    #[handler]
    fn greet(&mut self) -> u32 {
        self.greeted.fetch_add(1, Ordering::Relaxed) + 1
    }

    #[handler]
    async fn greet_when(&mut self, opened: oneshot::Receiver<()>) {
        let _ = opened.await;
        self.greet();
    }

    #[handler(stash_in(Shy))]
    fn chat(&mut self) {}

    #[handler]
    fn open_up(&mut self, ctx: &mut Context<Self>) {
        ctx.become_(GuestBehavior::Open);
    }

    #[handler]
    fn wait_for(&mut self, opened: oneshot::Receiver<()>, ctx: &mut Context<Self>) {
        ctx.pipe(opened, |_| GuestMsg::greet());
    }

    #[handler]
    fn wait_for_panic(&mut self, opened: oneshot::Receiver<()>, ctx: &mut Context<Self>) {
        ctx.pipe(async move { opened.await.expect("told to panic") }, |()| {
            GuestMsg::greet()
        });
    }

    #[handler]
    fn do_beside(&mut self, opened: oneshot::Receiver<()>, ctx: &mut Context<Self>) {
        ctx.spawn(async move {
            let _ = opened.await;
        });
    }

    #[handler]
    fn greet_in(&mut self, delay: Duration, ctx: &mut Context<Self>) {
        ctx.myself().greet().after(delay);
    }

    #[handler]
    async fn bring(&mut self, child: Guest, ctx: &mut Context<Self>) -> GuestHandle {
        let child = ctx.spawn_child("child", child).await;
        child.expect("starts")
    }

    #[handler]
    fn stumble(&mut self) -> Result<(), Fault> {
        Err(Fault::msg("a step"))
    }

    #[on(PostStop)]
    fn leave(&mut self) {
        self.stops.fetch_add(1, Ordering::Relaxed);
    }
}

struct Inn {
    system: ActorSystem,
    recorder: Recorder,
    guest: GuestHandle,
    greeted: Arc<AtomicU32>,
}

async fn inn(passivation: Passivation) -> Inn {
    let system = ActorSystem::new("inn");
    let recorder = Recorder::new(&system);
    let guest = Guest::default();
    let greeted = Arc::clone(&guest.greeted);
    let spawn = system.spawn("guest", guest).passivation(passivation);
    Inn {
        guest: spawn.await.expect("starts"),
        system,
        recorder,
        greeted,
    }
}

impl Inn {
    fn passivations(&mut self) -> usize {
        let names = self.recorder.names_of(self.guest.path());
        names
            .iter()
            .filter(|name| **name == "ActorPassivated")
            .count()
    }

    /// The guest runs until `end` and is gone right after.
    async fn assert_leaves_at(&mut self, end: Instant) {
        sleep_until(end - MS).await;
        assert!(self.guest.is_running(), "too early");
        sleep_until(end + MS).await;
        assert!(!self.guest.is_running(), "too late");
        at_once(self.guest.ended()).await.expect("no cycle");
        assert_eq!(self.passivations(), 1);
    }
}

// === Time ===

#[tokio::test(start_paused = true)]
async fn an_actor_that_is_idle_for_its_time_ends_as_if_it_were_stopped() {
    let mut inn = inn(Passivation::idle(10 * S)).await;
    let mut probe = Probe::<()>::new(&inn.system).await;
    probe.watch(&inn.guest).await;
    inn.assert_leaves_at(Instant::now() + 10 * S).await;
    let names = inn.recorder.names_of(inn.guest.path());
    assert_eq!(
        names,
        [
            "ActorStarted",
            "ActorPassivated",
            "ActorStopping",
            "ActorStopped"
        ]
    );
    let gone = probe.expect_terminated(&inn.guest).await;
    assert_eq!(gone.reason(), StopReason::Passivated);
    let again = inn.system.spawn("guest", Guest::default()).await;
    assert!(again.is_ok(), "the name is free");
}

#[tokio::test(start_paused = true)]
async fn each_message_begins_the_time_anew() {
    let mut inn = inn(Passivation::idle(10 * S)).await;
    for _ in 0..5 {
        sleep(9 * S).await;
        inn.guest.greet().await.expect("it is there");
    }
    inn.assert_leaves_at(Instant::now() + 10 * S).await;
}

#[tokio::test(start_paused = true)]
async fn an_actor_in_the_middle_of_a_message_is_not_idle() {
    let mut inn = inn(Passivation::idle(10 * S)).await;
    let (gate, opened) = oneshot::channel();
    inn.guest.greet_when(opened).try_tell().expect("accepted");
    sleep(100 * S).await;
    assert!(inn.guest.is_running());
    gate.send(()).expect("the handler waits");
    inn.assert_leaves_at(Instant::now() + 10 * S).await;
}

#[tokio::test(start_paused = true)]
async fn an_actor_with_something_stashed_is_not_idle() {
    let mut inn = inn(Passivation::idle(10 * S)).await;
    inn.guest.chat().try_tell().expect("accepted");
    sleep(100 * S).await;
    assert!(inn.guest.is_running());
    inn.guest.open_up().await.expect("it is there");
    inn.assert_leaves_at(Instant::now() + 10 * S).await;
}

#[tokio::test(start_paused = true)]
async fn an_actor_that_waits_for_a_piped_future_is_not_idle() {
    let mut inn = inn(Passivation::idle(10 * S)).await;
    let (gate, opened) = oneshot::channel();
    inn.guest.wait_for(opened).await.expect("it is there");
    sleep(95 * S).await;
    assert!(inn.guest.is_running());
    gate.send(()).expect("the future waits");
    settle().await;
    assert_eq!(inn.greeted.load(Ordering::Relaxed), 1);
    inn.assert_leaves_at(Instant::now() - MS + 10 * S).await;
}

#[tokio::test(start_paused = true)]
async fn an_actor_whose_piped_future_panicked_does_not_wait_for_it_any_more() {
    let inn = inn(Passivation::idle(10 * S)).await;
    let (gate, opened) = oneshot::channel::<()>();
    inn.guest.wait_for_panic(opened).await.expect("it is there");
    sleep(15 * S).await;
    assert!(inn.guest.is_running());
    drop(gate);
    sleep(10 * S).await;
    assert!(!inn.guest.is_running());
}

#[tokio::test(start_paused = true)]
async fn neither_a_timer_nor_a_task_keeps_an_idle_actor() {
    let mut inn = inn(Passivation::idle(10 * S)).await;
    let (_gate, opened) = oneshot::channel();
    inn.guest.do_beside(opened).await.expect("it is there");
    inn.guest.greet_in(60 * S).await.expect("it is there");
    inn.assert_leaves_at(Instant::now() + 10 * S).await;
}

#[tokio::test(start_paused = true)]
async fn a_message_at_the_last_moment_is_handled_and_keeps_the_actor() {
    let mut inn = inn(Passivation::idle(10 * S)).await;
    sleep(9 * S).await;
    // Its time is up, but it has not been told yet.
    tokio::time::advance(S).await;
    inn.guest.greet().try_tell().expect("it is there still");
    settle().await;
    assert_eq!(inn.greeted.load(Ordering::Relaxed), 1);
    assert_eq!(inn.passivations(), 0);
}

// The time is real: an end and a message meet as they like.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn whatever_is_accepted_while_it_ends_is_handled() {
    let system = ActorSystem::new("inn");
    let mut recorder = Recorder::new(&system);
    let greeted = Arc::new(AtomicU32::new(0));
    let (mut accepted, mut ends) = (0, 0);
    while ends < 50 {
        let guest = Guest {
            greeted: Arc::clone(&greeted),
            ..Guest::default()
        };
        let spawn = system
            .spawn("guest", guest)
            .passivation(Passivation::idle(MS));
        let guest = spawn.await.expect("starts");
        loop {
            match guest.greet().try_tell() {
                Ok(()) => accepted += 1,
                Err(SendError::NotRunning { .. }) => break,
                Err(other) => panic!("{other:?}"),
            }
            // Around the time it takes.
            sleep(MS + Duration::from_micros(u64::from(accepted % 3) * 100)).await;
        }
        guest.ended().await.expect("no cycle");
        ends += 1;
    }
    assert_eq!(greeted.load(Ordering::Relaxed), accepted);
    assert_eq!(recorder.count(DeadLetterReason::Stopped), 0);
}

// === Who says how long ===

#[tokio::test(start_paused = true)]
async fn an_actor_lives_for_ever_where_nothing_is_said() {
    let system = ActorSystem::new("inn");
    let guest = system.spawn("guest", Guest::default()).await;
    let guest = guest.expect("starts");
    sleep(Duration::from_secs(1_000_000)).await;
    assert!(guest.is_running());
}

#[actor(passivate(after = 10s))]
struct Brief;

#[actor]
impl Brief {}

#[actor(passivate(never))]
struct Lasting;

#[actor]
impl Lasting {}

#[tokio::test(start_paused = true)]
async fn an_actor_may_declare_its_time_and_a_spawn_may_change_it() {
    let system = ActorSystem::new("inn");
    let declared = system.spawn("declared", Brief).await.expect("starts");
    let longer = system.spawn("longer", Brief);
    let longer = longer.passivation(Passivation::idle(20 * S)).await;
    let longer = longer.expect("starts");
    let never = system.spawn("never", Brief);
    let never = never.passivation(Passivation::Never).await.expect("starts");
    let mut alive = Vec::new();
    for _ in 0..3 {
        alive.push([&declared, &longer, &never].map(|actor| actor.is_running()));
        sleep(11 * S).await;
    }
    assert_eq!(alive[0], [true, true, true]);
    assert_eq!(alive[1], [false, true, true]);
    assert_eq!(alive[2], [false, false, true]);
}

#[tokio::test(start_paused = true)]
async fn a_system_may_say_how_long_for_all_that_do_not_say_it_themselves() {
    let builder = ActorSystem::builder("inn").passivation(Passivation::idle(20 * S));
    let system = builder.build().expect("a valid name");
    let undeclared = system.spawn("undeclared", Guest::default()).await;
    let undeclared = undeclared.expect("starts");
    let declared = system.spawn("declared", Brief).await.expect("starts");
    let lasting = system.spawn("lasting", Lasting).await.expect("starts");
    sleep(11 * S).await;
    assert!(undeclared.is_running() && !declared.is_running());
    sleep(10 * S).await;
    assert!(!undeclared.is_running() && lasting.is_running());
}

// === Number of messages ===

#[tokio::test(start_paused = true)]
async fn an_actor_may_end_after_a_number_of_messages() {
    let mut inn = inn(Passivation::messages(3)).await;
    sleep(1_000 * S).await;
    for n in 1..=3 {
        assert_eq!(inn.guest.greet().await.ok(), Some(n));
    }
    at_once(inn.guest.ended()).await.expect("no cycle");
    let names = inn.recorder.names_of(inn.guest.path());
    assert_eq!(
        names,
        [
            "ActorStarted",
            "ActorPassivated",
            "ActorStopping",
            "ActorStopped"
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn what_has_been_accepted_by_then_is_handled_too() {
    let mut inn = inn(Passivation::messages(3)).await;
    let held = hold(&inn.guest).await;
    for _ in 0..10 {
        inn.guest.greet().try_tell().expect("accepted");
    }
    held.release();
    at_once(inn.guest.ended()).await.expect("no cycle");
    assert_eq!(inn.greeted.load(Ordering::Relaxed), 10);
    assert_eq!(inn.passivations(), 1);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_accepted_any_more_once_the_last_of_them_has_ended() {
    let inn = inn(Passivation::messages(2)).await;
    let held = hold(&inn.guest).await;
    let (_gate, opened) = oneshot::channel();
    inn.guest.greet().try_tell().expect("accepted");
    inn.guest.greet().try_tell().expect("accepted");
    inn.guest.greet_when(opened).try_tell().expect("accepted");
    held.release();
    settle().await;
    // It is in the middle of the third.
    let refused = inn.guest.greet().try_tell();
    assert!(matches!(refused, Err(SendError::NotRunning { .. })));
}

#[tokio::test(start_paused = true)]
async fn messages_that_are_passed_over_do_not_count() {
    let inn = inn(Passivation::messages(2)).await;
    let held = hold(&inn.guest).await;
    for _ in 0..5 {
        assert!(inn.guest.greet().timeout(S).await.is_err());
    }
    held.release();
    inn.guest.greet().await.expect("it is there");
    settle().await;
    assert!(inn.guest.is_running());
    inn.guest.greet().await.expect("it is there");
    at_once(inn.guest.ended()).await.expect("no cycle");
}

#[tokio::test(start_paused = true)]
async fn a_restart_begins_the_count_anew() {
    let inn = inn(Passivation::messages(2)).await;
    inn.guest.greet().await.expect("it is there");
    at_once(inn.guest.restart()).await.expect("it runs");
    inn.guest.greet().await.expect("it is there");
    settle().await;
    assert!(inn.guest.is_running());
    inn.guest.greet().await.expect("it is there");
    at_once(inn.guest.ended()).await.expect("no cycle");
}

// === Others ===

#[tokio::test(start_paused = true)]
async fn the_children_of_an_actor_that_ends_are_stopped_and_drain() {
    let mut inn = inn(Passivation::idle(10 * S)).await;
    let child = Guest::default();
    let greeted = Arc::clone(&child.greeted);
    let child = inn.guest.bring(child).await.expect("it is there");
    let end = Instant::now() + 10 * S;
    let (gate, opened) = oneshot::channel();
    child.greet_when(opened).try_tell().expect("accepted");
    child.greet().try_tell().expect("accepted");
    sleep_until(end + S).await;
    assert!(!inn.guest.is_running() && !child.is_running());
    gate.send(()).expect("the handler waits");
    at_once(inn.guest.ended()).await.expect("no cycle");
    assert_eq!(greeted.load(Ordering::Relaxed), 2);
    assert_eq!(inn.passivations(), 1);
    let names = inn.recorder.names_of(child.path());
    assert_eq!(
        names,
        [
            "ActorStarted",
            "ActorChildCreated",
            "ActorStopping",
            "ActorStopped"
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn the_messages_of_a_child_do_not_keep_its_parent() {
    let mut inn = inn(Passivation::idle(10 * S)).await;
    let child = inn
        .guest
        .bring(Guest::default())
        .await
        .expect("it is there");
    let end = Instant::now() + 10 * S;
    for _ in 0..9 {
        sleep(S).await;
        child.greet().await.expect("it is there");
    }
    inn.assert_leaves_at(end).await;
}

#[tokio::test(start_paused = true)]
async fn a_suspended_actor_does_not_end_and_has_its_whole_time_when_reinstated() {
    let mut inn = inn(Passivation::idle(10 * S)).await;
    assert!(inn.guest.stumble().await.is_err());
    sleep(100 * S).await;
    assert!(inn.guest.is_suspended());
    assert_eq!(inn.passivations(), 0);
    assert!(inn.guest.reinstate().await);
    inn.assert_leaves_at(Instant::now() + 10 * S).await;
}

#[tokio::test(start_paused = true)]
async fn a_restarted_actor_has_its_whole_time() {
    let mut inn = inn(Passivation::idle(10 * S)).await;
    sleep(9 * S).await;
    at_once(inn.guest.restart()).await.expect("it runs");
    inn.assert_leaves_at(Instant::now() + 10 * S).await;
}

#[tokio::test(start_paused = true)]
async fn a_stop_in_the_same_moment_stops_it_once() {
    let system = ActorSystem::new("inn");
    let guest = Guest::default();
    let stops = Arc::clone(&guest.stops);
    let spawn = system.spawn("guest", guest);
    let guest = spawn.passivation(Passivation::idle(10 * S)).await;
    let guest = guest.expect("starts");
    sleep(10 * S).await;
    let (one, two) = tokio::join!(guest.shutdown(), system.stop());
    assert!(one.is_ok() && two.is_ok());
    assert_eq!(stops.load(Ordering::Relaxed), 1);
}
