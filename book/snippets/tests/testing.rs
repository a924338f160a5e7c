//! The code of the chapter "Testing actors".
#![allow(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::{self, Probe, Recorder, hold, settle};
use actor_core::{DeadLetterReason, TimerError};

#[derive(Debug, Clone, PartialEq)]
pub struct Rang(u32);

#[actor(emits(Rang))]
#[derive(Default)]
pub struct Clock {
    rings: u32,
}

#[actor]
impl Clock {
    #[handler]
    pub fn ring(&mut self, ctx: &mut Context<Self>) -> u32 {
        self.rings += 1;
        ctx.emit(Rang(self.rings));
        self.rings
    }
}

// ANCHOR: plain
#[test]
fn a_handler_is_a_method() {
    let mut clock = Clock::default();
    assert_eq!(clock.ring(&mut testkit::context()), 1);
}
// ANCHOR_END: plain

#[tokio::test(start_paused = true)]
async fn what_a_handler_called_directly_cannot_do() -> Result<(), Box<dyn std::error::Error>> {
    // ANCHOR: direct
    let ctx: Context<Clock> = testkit::context();

    ctx.myself().ring().tell().await?; // queued; nobody handles it
    assert_eq!(ctx.myself().queued(), 1);

    let asked = ctx.myself().ring().await; // nobody answers
    assert!(matches!(asked, Err(AskError::Timeout { .. })));

    let child = ctx.spawn_child("child", Clock::default()).await;
    assert!(matches!(child, Err(SpawnError::RuntimeGone { .. })));

    let timer = ctx.myself().ring().after(Duration::from_secs(1));
    assert_eq!(timer.failed(), Some(TimerError::OwnerEnded));

    assert!(ctx.spawn(async {}).is_none()); // `ctx.pipe` does nothing as well
    // ANCHOR_END: direct
    Ok(())
}

// ANCHOR: time
#[tokio::test(start_paused = true)]
async fn an_hour_passes_in_no_time() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("test");
    let clock = system.spawn("clock", Clock::default()).await?;
    let mut probe = Probe::<Rang>::new(&system).await;
    clock.subscribe::<Rang>(probe.handle());

    clock.ring().after(Duration::from_secs(3600));
    probe.expect_nothing_within(Duration::from_secs(3599)).await;
    assert_eq!(probe.expect().await, Rang(1));
    Ok(())
}
// ANCHOR_END: time

// ANCHOR: hold
#[tokio::test(start_paused = true)]
async fn what_waits_when_an_actor_is_stopped_now() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("test");
    let mut recorder = Recorder::new(&system);
    let clock = system.spawn("clock", Clock::default()).await?;

    let held = hold(&clock).await; // busy, as if with a message that takes long
    clock.ring().tell().await?;
    clock.ring().tell().await?;
    let stopped = clock.stop_now();
    held.release();
    stopped.await?;

    settle().await; // until nothing is left to do
    assert_eq!(recorder.lost(clock.path())[&DeadLetterReason::Stopped], 2);
    assert_eq!(
        recorder.names_of(clock.path()),
        ["ActorStarted", "ActorStopping", "ActorStopped"]
    );
    Ok(())
}
// ANCHOR_END: hold
