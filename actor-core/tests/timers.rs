//! Messages sent later, or again and again.

#[path = "common/soon.rs"]
mod soon;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::{Recorder, hold, settle};
use actor_core::{DeadLetterReason, TimerError};
use soon::at_once;
use tokio::runtime::Handle as Runtime;
use tokio::sync::oneshot;
use tokio::time::{Instant, advance, sleep, sleep_until};

const S: Duration = Duration::from_secs(1);
const MS: Duration = Duration::from_millis(1);

/// Notes when it is rung, in seconds.
#[actor(supervision = suspend)]
#[derive(Default)]
struct Bell {
    rings: Arc<Mutex<Vec<(u32, u64)>>>,
    begin: Option<Instant>,
    every: Option<Duration>,
    timer: Option<Timer>,
}

#[actor]
impl Bell {
    #[on(PreStart)]
    fn start(&mut self, ctx: &mut Context<Self>) {
        self.begin.get_or_insert_with(Instant::now);
        if let Some(period) = self.every {
            self.timer = Some(ctx.myself().ring(1).every(period));
        }
    }

    #[handler]
    fn ring(&mut self, n: u32) {
        let begin = self.begin.expect("it has started");
        let at = begin.elapsed().as_secs();
        self.rings.lock().expect("no panic").push((n, at));
    }

    /// Rings, and cancels its own timer after that.
    #[handler]
    fn ring_for_the_last_time(&mut self) {
        self.ring(0);
        if let Some(timer) = self.timer.take() {
            timer.cancel();
        }
    }

    #[handler]
    fn wind_up(&mut self, period: Duration, ctx: &mut Context<Self>) {
        self.timer = Some(ctx.myself().ring_for_the_last_time().every(period));
    }

    #[handler]
    async fn ring_when(&mut self, opened: oneshot::Receiver<()>) {
        let _ = opened.await;
    }

    /// Starts a timer for another actor.
    #[handler]
    fn ring_other(&mut self, other: BellHandle, period: Duration) -> Timer {
        other.ring(2).every(period)
    }

    #[handler]
    fn crack(&mut self) -> Result<(), Fault> {
        Err(Fault::msg("a flaw"))
    }
}

struct Tower {
    system: ActorSystem,
    recorder: Recorder,
    bell: BellHandle,
    rings: Arc<Mutex<Vec<(u32, u64)>>>,
}

async fn tower_with(bell: Bell) -> Tower {
    let system = ActorSystem::new("tower");
    let recorder = Recorder::new(&system);
    let rings = Arc::clone(&bell.rings);
    let spawn = system.spawn("bell", bell);
    Tower {
        bell: spawn.await.expect("starts"),
        system,
        recorder,
        rings,
    }
}

async fn tower() -> Tower {
    tower_with(Bell::default()).await
}

impl Tower {
    fn rings(&self) -> Vec<(u32, u64)> {
        self.rings.lock().expect("no panic").clone()
    }

    fn ring_times(&self) -> Vec<u64> {
        self.rings().into_iter().map(|(_, at)| at).collect()
    }
}

/// Just after so many whole seconds, so that all that is due then has happened.
async fn sleep_well(secs: u32) {
    sleep(secs * S + MS).await;
}

// === Once ===

#[tokio::test(start_paused = true)]
async fn a_message_comes_once_at_its_time() {
    let tower = tower().await;
    let timer = tower.bell.ring(7).after(10 * S);
    sleep(10 * S - MS).await;
    assert!(timer.is_active());
    assert_eq!(tower.rings(), []);
    sleep_well(100).await;
    assert_eq!(tower.rings(), [(7, 10)]);
    assert!(!timer.is_active());
}

#[tokio::test(start_paused = true)]
async fn a_message_without_delay_comes_at_once() {
    let tower = tower().await;
    tower.bell.ring(7).after(Duration::ZERO);
    settle().await;
    assert_eq!(tower.rings(), [(7, 0)]);
}

#[tokio::test(start_paused = true)]
async fn a_timer_that_is_late_fires_all_the_same() {
    let tower = tower().await;
    tower.bell.ring(7).after(10 * S);
    settle().await;
    advance(1_000 * S).await;
    settle().await;
    assert_eq!(tower.rings(), [(7, 1_000)]);
}

#[tokio::test(start_paused = true)]
async fn a_delay_beyond_the_clock_never_ends() {
    let tower = tower().await;
    let timers = [
        tower.bell.ring(7).after(Duration::MAX),
        tower.bell.ring(7).every(Duration::MAX),
    ];
    sleep_well(1_000_000).await;
    assert_eq!(tower.rings(), []);
    assert!(timers.iter().all(Timer::is_active));
    at_once(tower.system.stop()).await.expect("stops");
}

// === Again and again ===

#[tokio::test(start_paused = true)]
async fn a_message_comes_again_and_again_first_after_one_period() {
    let tower = tower().await;
    let timer = tower.bell.ring(7).every(10 * S);
    sleep_well(35).await;
    assert_eq!(tower.rings(), [(7, 10), (7, 20), (7, 30)]);
    assert!(timer.is_active());
}

#[tokio::test(start_paused = true)]
async fn a_period_of_zero_is_an_error() {
    let tower = tower().await;
    let timer = tower.bell.ring(7).every(Duration::ZERO);
    assert_eq!(timer.failed(), Some(TimerError::InvalidPeriod));
    assert!(!timer.is_active());
    settle().await;
    assert_eq!(tower.rings(), []);
}

#[tokio::test(start_paused = true)]
async fn ticks_that_are_due_while_one_waits_for_room_are_left_out() {
    let system = ActorSystem::new("tower");
    let bell = Bell::default();
    let rings = Arc::clone(&bell.rings);
    let spawn = system.spawn("bell", bell).mailbox(Mailbox::bounded(1));
    let bell = spawn.await.expect("starts");
    let held = hold(&bell).await;
    bell.ring(7).every(10 * S);
    sleep_well(95).await;
    // One fills the mailbox, one waits.
    held.release();
    sleep_well(10).await;
    let times: Vec<_> = rings
        .lock()
        .expect("no panic")
        .iter()
        .map(|r| r.1)
        .collect();
    assert_eq!(times, [95, 95, 100]);
}

// === Cancelling ===

#[tokio::test(start_paused = true)]
async fn a_cancelled_timer_sends_nothing_more() {
    let tower = tower().await;
    let (once, again) = (
        tower.bell.ring(1).after(15 * S),
        tower.bell.ring(2).every(10 * S),
    );
    sleep_well(12).await;
    once.cancel();
    again.clone().cancel();
    sleep_well(100).await;
    assert_eq!(tower.rings(), [(2, 10)]);
    assert!(!once.is_active() && !again.is_active());
    again.cancel();
}

#[tokio::test(start_paused = true)]
async fn a_message_sent_before_stays_sent() {
    let tower = tower().await;
    let held = hold(&tower.bell).await;
    let timer = tower.bell.ring(7).every(10 * S);
    sleep_well(10).await;
    timer.cancel();
    held.release();
    settle().await;
    assert_eq!(tower.rings(), [(7, 10)]);
}

#[tokio::test(start_paused = true)]
async fn a_timer_that_waits_for_room_can_be_cancelled() {
    let system = ActorSystem::new("tower");
    let bell = Bell::default();
    let rings = Arc::clone(&bell.rings);
    let spawn = system.spawn("bell", bell).mailbox(Mailbox::bounded(1));
    let bell = spawn.await.expect("starts");
    let held = hold(&bell).await;
    bell.ring(1).try_tell().expect("there is room");
    let timer = bell.ring(2).after(10 * S);
    sleep_well(10).await;
    timer.cancel();
    settle().await;
    held.release();
    settle().await;
    assert_eq!(*rings.lock().expect("no panic"), [(1, 10)]);
}

#[tokio::test(start_paused = true)]
async fn a_timer_can_be_cancelled_in_the_handler_of_its_message() {
    let tower = tower().await;
    tower.bell.wind_up(10 * S).await.expect("answers");
    sleep_well(100).await;
    assert_eq!(tower.rings(), [(0, 10)]);
    // Nothing spins: all tasks wait.
    settle().await;
    assert_eq!(tower.bell.queued(), 0);
}

#[tokio::test(start_paused = true)]
async fn dropping_a_timer_cancels_nothing() {
    let tower = tower().await;
    drop(tower.bell.ring(1).after(10 * S));
    drop(tower.bell.ring(2).every(20 * S));
    sleep_well(20).await;
    assert_eq!(tower.rings(), [(1, 10), (2, 20)]);
}

// === Whose it is ===

#[tokio::test(start_paused = true)]
async fn a_timer_ends_with_the_actor_that_started_it() {
    let tower = tower().await;
    let owner = tower.system.spawn("owner", Bell::default()).await;
    let owner = owner.expect("starts");
    let timer = owner.ring_other(tower.bell.clone(), 10 * S);
    let timer = timer.await.expect("answers");
    sleep_well(15).await;
    at_once(owner.shutdown()).await.expect("no cycle");
    assert!(!timer.is_active());
    sleep_well(100).await;
    assert_eq!(tower.rings(), [(2, 10)]);
}

#[tokio::test(start_paused = true)]
async fn a_timer_ends_with_the_incarnation_that_started_it() {
    let tower = tower_with(Bell {
        every: Some(10 * S),
        ..Bell::default()
    })
    .await;
    sleep_well(15).await;
    at_once(tower.bell.restart()).await.expect("it runs");
    sleep_well(40).await;
    // Ten seconds each after 15, and not after 0 as well.
    assert_eq!(tower.ring_times(), [10, 25, 35, 45, 55]);
}

#[tokio::test(start_paused = true)]
async fn a_timer_started_outside_goes_on_over_a_restart_of_its_actor() {
    let tower = tower().await;
    let timer = tower.bell.ring(7).every(10 * S);
    sleep_well(15).await;
    at_once(tower.bell.restart()).await.expect("it runs");
    sleep_well(10).await;
    assert_eq!(tower.ring_times(), [10, 20]);
    assert!(timer.is_active());
}

#[actor]
struct Late {
    bell: BellHandle,
    failed: Option<oneshot::Sender<Option<TimerError>>>,
}

#[actor]
impl Late {
    #[on(PostStop)]
    fn ring_once_more(&mut self) {
        let timer = self.bell.ring(7).after(S);
        if let Some(failed) = self.failed.take() {
            let _ = failed.send(timer.failed());
        }
    }
}

#[tokio::test(start_paused = true)]
async fn an_actor_that_has_ended_owns_no_new_timer() {
    let tower = tower().await;
    let (failed, heard) = oneshot::channel();
    let late = Late {
        bell: tower.bell.clone(),
        failed: Some(failed),
    };
    let late = tower.system.spawn("late", late).await.expect("starts");
    at_once(late.shutdown()).await.expect("no cycle");
    assert_eq!(heard.await, Ok(Some(TimerError::OwnerEnded)));
    sleep_well(10).await;
    assert_eq!(tower.rings(), []);
}

#[tokio::test(start_paused = true)]
async fn a_system_that_has_stopped_owns_no_new_timer() {
    let tower = tower().await;
    tower.system.stop().await.expect("stops");
    for timer in [tower.bell.ring(1).after(S), tower.bell.ring(1).every(S)] {
        assert_eq!(timer.failed(), Some(TimerError::OwnerEnded));
        assert!(!timer.is_active());
    }
}

#[test]
fn a_system_whose_runtime_is_gone_owns_no_new_timer() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("builds");
    let bell = runtime.block_on(async { tower().await.bell });
    let handle = runtime.handle().clone();
    drop(runtime);
    // For the clock.
    let _inside = handle.enter();
    assert!(!bell.ring(1).after(S).is_active());
    assert!(!bell.ring(1).every(S).is_active());
}

// === When nobody is there ===

#[tokio::test(start_paused = true)]
async fn the_first_message_that_finds_the_actor_stopped_is_a_dead_letter_and_the_last() {
    let mut tower = tower().await;
    let (once, again) = (
        tower.bell.ring(1).after(10 * S),
        tower.bell.ring(2).every(10 * S),
    );
    at_once(tower.bell.shutdown()).await.expect("no cycle");
    assert!(once.is_active() && again.is_active());
    sleep_well(100).await;
    assert!(!once.is_active() && !again.is_active());
    assert_eq!(tower.recorder.count(DeadLetterReason::NotRunning), 2);
    assert_eq!(tower.recorder.dead_letters().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_suspended_actor_keeps_its_timer_and_misses_what_comes_meanwhile() {
    let mut tower = tower().await;
    let timer = tower.bell.ring(7).every(10 * S);
    assert!(tower.bell.crack().await.is_err());
    sleep_well(25).await;
    assert_eq!(tower.recorder.count(DeadLetterReason::Suspended), 2);
    assert!(tower.bell.reinstate().await);
    sleep_well(10).await;
    assert_eq!(tower.ring_times(), [30]);
    assert!(timer.is_active());
}

#[tokio::test(start_paused = true)]
async fn a_mailbox_that_rejects_does_not_end_the_timer() {
    let system = ActorSystem::new("tower");
    let mut recorder = Recorder::new(&system);
    let bell = Bell::default();
    let rings = Arc::clone(&bell.rings);
    let mailbox = Mailbox::bounded(1).overflow(Overflow::Reject);
    let bell = system.spawn("bell", bell).mailbox(mailbox).await;
    let bell = bell.expect("starts");
    let held = hold(&bell).await;
    bell.ring(7).every(10 * S);
    sleep_well(35).await;
    held.release();
    sleep_well(10).await;
    let times: Vec<_> = rings
        .lock()
        .expect("no panic")
        .iter()
        .map(|r| r.1)
        .collect();
    assert_eq!(times, [35, 40]);
    assert_eq!(recorder.count(DeadLetterReason::MailboxFull), 2);
}

// === The end of all ===

#[tokio::test(start_paused = true)]
async fn pending_timers_do_not_keep_an_actor() {
    let tower = tower_with(Bell {
        every: Some(10 * S),
        ..Bell::default()
    })
    .await;
    tower.bell.ring(1).after(1_000 * S);
    at_once(tower.bell.shutdown()).await.expect("no cycle");
}

#[tokio::test(start_paused = true)]
async fn pending_timers_do_not_keep_a_system_and_nothing_is_left_of_them() {
    let before = Runtime::current().metrics().num_alive_tasks();
    let tower = tower_with(Bell {
        every: Some(10 * S),
        ..Bell::default()
    })
    .await;
    for n in 0..100 {
        let timer = tower.bell.ring(n).after(1_000 * S);
        tower.bell.ring(n).every(20 * S);
        if n % 2 == 0 {
            timer.cancel();
        }
    }
    let begin = Instant::now();
    sleep_until(begin + 15 * S).await;
    at_once(tower.system.stop()).await.expect("stops");
    assert_eq!(Runtime::current().metrics().num_alive_tasks(), before);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_left_of_a_timer_that_is_cancelled_or_over() {
    let tower = tower().await;
    let before = Runtime::current().metrics().num_alive_tasks();
    for n in 0..100 {
        tower.bell.ring(n).after(S).cancel();
        tower.bell.ring(n).after(S);
    }
    sleep_well(2).await;
    assert_eq!(Runtime::current().metrics().num_alive_tasks(), before);
    assert_eq!(tower.rings().len(), 100);
}
