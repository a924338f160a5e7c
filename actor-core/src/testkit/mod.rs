//! Testing actors: probes, an event recorder, a hold, and time that stands still. Feature `testkit`.
//!
//! All time in the crate is tokio's, so `#[tokio::test(start_paused = true)]` drives everything: timers, back-off,
//! restart windows, passivation, ask timeouts. While time is paused tokio moves it on by itself as soon as every task
//! waits for it, so a test never sleeps to let things happen: [`settle`] returns when nothing is left to do.
//!
//! ```
//! use actor_core::prelude::*;
//! use actor_core::testkit::{Recorder, hold};
//!
//! #[actor]
//! struct Till;
//!
//! #[actor]
//! impl Till {
//!     #[handler]
//!     fn add(&mut self, amount: u64) -> u64 { amount + 1 }
//! }
//!
//! # #[tokio::main(flavor = "current_thread", start_paused = true)]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let system = ActorSystem::new("shop");
//! let mut recorder = Recorder::new(&system);
//! let till = system.spawn("till", Till).await?;
//! let held = hold(&till).await;
//! till.add(1).tell().await?;
//! assert_eq!(till.queued(), 1);
//! held.release();
//! till.shutdown().await?;
//! let expected = ["ActorStarted", "ActorStopping", "ActorStopped"];
//! assert_eq!(recorder.names_of(till.path()), expected);
//! # Ok(()) }
//! ```

mod context;
mod hold;
mod probe;
mod recorder;

use std::time::Duration;

pub use context::context;
pub(crate) use hold::HoldPoint;
pub use hold::{Held, hold};
pub use probe::{Probe, ProbeActor, ProbeHandle, ProbeMsg};
pub use recorder::Recorder;

/// How long an `expect_…` waits at the most, on tokio's clock: 3 s.
pub const PATIENCE: Duration = Duration::from_secs(3);

/// Waits, with paused time, until every task of the runtime waits for something other than the next turn.
///
/// Time moves on by a millisecond, tokio's smallest step.
///
/// # Panics
/// If time is not paused: there is then no such moment.
pub async fn settle() {
    let before = tokio::time::Instant::now();
    tokio::time::advance(Duration::ZERO).await;
    assert_eq!(
        before,
        tokio::time::Instant::now(),
        "`settle` needs paused time"
    );
    tokio::time::sleep(Duration::from_millis(1)).await;
}
