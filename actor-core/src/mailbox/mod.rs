//! An actor's mailbox: one FIFO queue for what reaches user code, and a small control lane for the runtime.

mod control;
mod queue;

pub(crate) use control::{Command, Control};
pub(crate) use queue::{Gate, Offer, Queue, Ticket};

use crate::signal::{PanicSignal, Terminated};

/// One entry of the queue.
pub(crate) enum Item<M> {
    Message(M),
    Terminated(Box<Terminated>),
    PanicSignal(Box<PanicSignal>),
    PoisonPill,
    #[cfg(feature = "testkit")]
    Hold(Box<crate::testkit::HoldPoint>),
}

impl<M> Item<M> {
    pub(crate) fn is_message(&self) -> bool {
        matches!(self, Self::Message(_))
    }
}

impl<M> queue::Entry for Item<M> {
    fn counts(&self) -> bool {
        self.is_message()
    }
}
