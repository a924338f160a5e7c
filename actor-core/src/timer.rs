//! Timers: messages sent later, or again and again.

use std::time::Duration;

use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep_until};

use crate::actor::Actor;
use crate::error::SendError;
use crate::handle::Handle;
use crate::turn;

/// A message to be sent later, by [`Call::after`](crate::Call::after) or [`Call::every`](crate::Call::every).
///
/// Dropping it cancels nothing.
///
/// ```
/// use actor_core::prelude::*;
/// # #[actor]
/// # #[derive(Default)]
/// # struct Till { total: u64 }
/// # #[actor]
/// # impl Till {
/// #     #[handler]
/// #     fn add(&mut self, amount: u64) -> u64 { self.total += amount; self.total }
/// # }
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use std::time::Duration;
///
/// # let system = ActorSystem::new("shop");
/// let till = system.spawn("till", Till::default()).await?;
/// let timer: Timer = till.add(1).every(Duration::from_secs(60));
/// assert!(timer.is_active());
/// timer.cancel();
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
pub struct Timer {
    task: Option<AbortHandle>,
    failed: Option<TimerError>,
}

/// Why a timer never ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TimerError {
    /// A period of zero.
    InvalidPeriod,
    /// Its owner, the actor that started it or the system, has ended; the system of a `testkit::context()` never ran.
    OwnerEnded,
}

impl std::fmt::Display for TimerError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::InvalidPeriod => "a period cannot be zero",
            Self::OwnerEnded => "the owner of the timer has ended, or never ran",
        })
    }
}

impl std::error::Error for TimerError {}

impl Timer {
    /// Cancels the timer. A message already sent stays sent.
    pub fn cancel(&self) {
        if let Some(task) = &self.task {
            task.abort();
        }
    }

    /// Whether there is still something to come.
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.task.as_ref().is_some_and(|task| !task.is_finished())
    }

    /// Why the timer never ran, if it never did.
    #[must_use]
    pub fn failed(&self) -> Option<TimerError> {
        self.failed
    }

    pub(crate) fn once<A: Actor>(to: Handle<A>, message: A::Msg, delay: Duration) -> Self {
        let due = Instant::now().checked_add(delay);
        Self::start(to, |to| async move {
            match due {
                Some(due) => sleep_until(due).await,
                // Beyond what the clock can tell.
                None => std::future::pending().await,
            }
            // Refused, it has become a dead letter, and nobody is left to be told.
            let _ = to.send(message).await;
        })
    }

    pub(crate) fn every<A: Actor>(
        to: Handle<A>,
        mut make: impl FnMut() -> A::Msg + Send + 'static,
        period: Duration,
    ) -> Self {
        if period.is_zero() {
            tracing::warn!(path = %to.path(), "a timer with a period of zero was not started");
            return Self {
                task: None,
                failed: Some(TimerError::InvalidPeriod),
            };
        }
        let first = Instant::now().checked_add(period);
        Self::start(to, move |to| async move {
            let mut next = first;
            while let Some(due) = next {
                sleep_until(due).await;
                if let Err(SendError::NotRunning { .. }) = to.send(make()).await {
                    return;
                }
                next = following(due, period, Instant::now());
            }
            // Beyond what the clock can tell.
            std::future::pending::<()>().await;
        })
    }

    /// The owner is the actor in whose handler this is, or else the system.
    fn start<A: Actor, F>(to: Handle<A>, run: impl FnOnce(Handle<A>) -> F) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let system = to.typed_cell().core.system.clone();
        let task = match turn::current() {
            Some(owner) => owner.core().tasks.spawn(system.runtime(), run(to)),
            None => system.tasks().spawn(system.runtime(), run(to)),
        };
        let failed = task.is_none().then_some(TimerError::OwnerEnded);
        Self { task, failed }
    }
}

/// The first tick after `now`, of those that come each `period` from `due` on. What was due in between is left out:
/// an interval of tokio's would still make up for the first of them.
fn following(due: Instant, period: Duration, now: Instant) -> Option<Instant> {
    let since_tick = now.duration_since(due).as_nanos() % period.as_nanos();
    let since_tick = Duration::from_nanos(u64::try_from(since_tick).ok()?);
    now.checked_add(period.checked_sub(since_tick)?)
}
