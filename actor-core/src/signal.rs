//! What the runtime itself says to an actor: `Terminated` and `PanicSignal`.

use std::fmt;

use crate::events::StopReason;
use crate::fault::Fault;
use crate::handle::ActorRef;
use crate::path::ActorPath;

/// A watched actor has ended. Delivered once per watch, after the actor's name is free.
///
/// Take it with `#[on(Terminated)] fn gone(&mut self, gone: Terminated)`.
#[derive(Clone)]
pub struct Terminated {
    pub(crate) actor: ActorRef,
    pub(crate) reason: StopReason,
}

impl Terminated {
    /// Where the ended actor stood.
    #[must_use]
    pub fn path(&self) -> &ActorPath {
        self.actor.path()
    }

    /// The ended actor itself, to compare with a handle.
    #[must_use]
    pub fn actor(&self) -> &ActorRef {
        &self.actor
    }

    /// Why it ended.
    #[must_use]
    pub fn reason(&self) -> StopReason {
        self.reason
    }
}

impl fmt::Debug for Terminated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terminated")
            .field("path", self.path())
            .field("reason", &self.reason)
            .finish()
    }
}

/// A child escalated its failure to this actor and waits, suspended, for a verdict: restart, reinstate or stop it.
///
/// Take it with `#[on(PanicSignal)] fn failed(&mut self, failed: PanicSignal)`. Without such a method the child's
/// escalation goes past this actor.
#[derive(Clone)]
pub struct PanicSignal {
    pub(crate) child: ActorRef,
    pub(crate) fault: Fault,
}

impl PanicSignal {
    /// The child that failed.
    #[must_use]
    pub fn child(&self) -> &ActorRef {
        &self.child
    }

    /// What it failed with.
    #[must_use]
    pub fn fault(&self) -> &Fault {
        &self.fault
    }
}

impl fmt::Debug for PanicSignal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PanicSignal")
            .field("child", self.child.path())
            .field("fault", &self.fault)
            .finish()
    }
}
