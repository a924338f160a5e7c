//! What an actor declares about itself, and what a spawn may override.

use std::time::Duration;

use crate::supervision::Policy;

/// How many messages wait for an actor, and what happens to one more.
///
/// The default is bounded at [`Mailbox::DEFAULT_CAPACITY`], and senders wait for room.
///
/// ```
/// use actor_core::{Mailbox, Overflow};
///
/// let lossy = Mailbox::bounded(64).overflow(Overflow::DropOldest);
/// assert_ne!(lossy, Mailbox::DEFAULT);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mailbox {
    pub(crate) capacity: usize,
    pub(crate) overflow: Overflow,
}

impl Mailbox {
    /// How many messages wait where nothing else is said: 1,000.
    pub const DEFAULT_CAPACITY: usize = 1_000;

    /// Bounded at [`DEFAULT_CAPACITY`](Self::DEFAULT_CAPACITY); senders wait for room.
    pub const DEFAULT: Self = Self::bounded(Self::DEFAULT_CAPACITY);

    /// At most `capacity` messages wait; a capacity of 0 is taken as 1. Senders wait for room unless
    /// [`overflow`](Self::overflow) says otherwise.
    #[must_use]
    pub const fn bounded(capacity: usize) -> Self {
        let capacity = if capacity == 0 { 1 } else { capacity };
        Self {
            capacity,
            overflow: Overflow::Wait,
        }
    }

    /// Any number of messages wait. A slow actor with fast senders then grows without limit.
    #[must_use]
    pub const fn unbounded() -> Self {
        Self {
            capacity: usize::MAX,
            overflow: Overflow::Wait,
        }
    }

    /// What happens to a message that finds the mailbox full.
    #[must_use]
    pub const fn overflow(mut self, overflow: Overflow) -> Self {
        self.overflow = overflow;
        self
    }
}

impl Default for Mailbox {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// What happens to a message that finds a bounded mailbox full; the same on every way of sending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Overflow {
    /// The sender waits for room, in the order of arrival. A way of sending that cannot wait (`try_tell`, an event)
    /// is rejected instead.
    #[default]
    Wait,
    /// The sender gets the message back with an error.
    Reject,
    /// The new message is dropped and becomes a dead letter; the sender is not told.
    DropNewest,
    /// The message that has waited longest is dropped and becomes a dead letter; the new one takes its place.
    DropOldest,
}

/// When an idle actor stops by itself: with `#[actor(passivate(…))]`, at the spawn, or for a whole system.
///
/// It stops as by [`shutdown`](crate::ActorRef::shutdown), after the event `ActorPassivated`. The default is
/// [`Never`](Self::Never).
///
/// ```
/// use std::time::Duration;
/// use actor_core::prelude::*;
/// # #[actor]
/// # #[derive(Default)]
/// # struct Till { total: u64 }
/// # #[actor]
/// # impl Till {
/// #     #[handler]
/// #     fn add(&mut self, amount: u64) -> u64 { self.total += amount; self.total }
/// # }
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let system = ActorSystem::new("shop");
/// let till = system
///     .spawn("till", Till::default())
///     .passivation(Passivation::idle(Duration::from_secs(60)))
///     .await?;
/// till.add(1).await?;
/// till.ended().await?; // a minute later, on tokio's clock
/// assert!(!till.is_running());
/// # Ok(()) }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Passivation {
    /// Never: the actor lives until it is stopped.
    Never,
    /// After it has been idle for this long: nothing running, nothing queued or stashed, and no future of
    /// [`Context::pipe`](crate::Context::pipe) under way.
    Idle(Duration),
    /// When it has handled this many messages.
    Messages(u64),
}

impl Passivation {
    /// Idle for two minutes.
    pub const TWO_MINUTES: Self = Self::Idle(Duration::from_secs(120));

    /// [`Passivation::Idle`].
    #[must_use]
    pub const fn idle(after: Duration) -> Self {
        Self::Idle(after)
    }

    /// Why it cannot be meant.
    pub(crate) fn invalid(self) -> Option<&'static str> {
        match self {
            Self::Idle(Duration::ZERO) => Some("an idle time of zero"),
            Self::Messages(0) => Some("a count of no messages"),
            _ => None,
        }
    }

    /// [`Passivation::Messages`].
    #[must_use]
    pub const fn messages(count: u64) -> Self {
        Self::Messages(count)
    }
}

/// What `#[actor(…)]` said.
#[derive(Debug)]
pub struct ActorOptions {
    #[doc(hidden)]
    pub mailbox: Mailbox,
    #[doc(hidden)]
    pub supervision: Option<Policy>,
    #[doc(hidden)]
    pub passivation: Option<Passivation>,
    #[doc(hidden)]
    pub stash: Option<usize>,
    #[doc(hidden)]
    pub resume_after_panic: bool,
}
