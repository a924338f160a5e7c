//! The events of the event stream.

use std::fmt;
use std::sync::Arc;
use std::time::SystemTime;

use crate::fault::Fault;
use crate::path::ActorPath;

/// One transition of one actor, or one message that reached nobody.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SystemEvent {
    /// The actor it is about; for a dead letter, the one the message was for.
    pub path: ActorPath,
    /// The actor's incarnation at that time.
    pub incarnation: u64,
    /// When. It follows tokio's clock, so it stands still while a test has paused that.
    pub at: SystemTime,
    /// What happened.
    pub kind: EventKind,
}

/// What a [`SystemEvent`] is about.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum EventKind {
    /// The actor has started and can be found by name. Comes before it handles `PostStart`.
    ActorStarted,
    /// A child has started; comes after its `ActorStarted`.
    ActorChildCreated {
        /// The parent.
        parent: ActorPath,
    },
    /// The actor begins to end, or an incarnation that is to be rebuilt does. `ActorStopped` follows.
    ActorStopping,
    /// The actor has ended: its value is dropped, its name free, its watchers told. Or, where the reason is
    /// [`SupervisorRestart`](StopReason::SupervisorRestart) or
    /// [`SupervisorGroupRestart`](StopReason::SupervisorGroupRestart), one incarnation has, and another follows.
    ActorStopped {
        /// Why.
        reason: StopReason,
        /// The failure that led to it, its own or another's of its group.
        fault: Option<Fault>,
    },
    /// The actor was idle long enough, or has handled enough messages, and stops. `ActorStopped` follows.
    ActorPassivated,
    /// The actor failed and is held by its supervisor.
    ActorSuspended {
        /// What it failed with.
        fault: Fault,
    },
    /// The actor has started again.
    ActorRestarted {
        /// Which restart in a row this was by the supervisor's count, from 1; 0 for one asked for by hand.
        attempt: u32,
        /// How often the actor has been restarted in its life.
        restart_count: u32,
        /// The group it was restarted with; `None` if it was restarted alone.
        supervisor: Option<Arc<str>>,
    },
    /// `PreStart` failed in a restart; the actor is suspended.
    ActorRestartFailed {
        /// Which restart in a row this was to be, as in [`ActorRestarted`](Self::ActorRestarted).
        attempt: u32,
        /// What it failed with.
        fault: Fault,
    },
    /// A suspension was lifted by hand.
    ActorReinstated,
    /// A handler failed and the actor goes on as it is.
    ActorResumed {
        /// What it failed with.
        fault: Fault,
    },
    /// A failure went past every supervisor that could have handled it, and the actor stopped.
    ActorEscalated {
        /// What it failed with.
        fault: Fault,
        /// Why it went so far.
        reason: EscalationReason,
        /// The group that has given up, if it was one.
        supervisor: Option<Arc<str>>,
    },
    /// The actor failed while its group was being restarted on account of another member. That restart covers it: the
    /// actor is restarted with the others, and its failure decides nothing.
    FailureCovered {
        /// What it failed with.
        fault: Fault,
        /// The group.
        supervisor: Arc<str>,
    },
    /// The system is up; its path is the system's own.
    SystemStarted,
    /// The end of the system has begun.
    SystemStopping,
    /// All actors have ended, or were given up.
    SystemStopped,
    /// `PostStop` failed or panicked. The stop or restart went on.
    PostStopFailed {
        /// What it failed with.
        fault: Fault,
    },
    /// A handler ended with an error of its own, and nobody waited for the answer.
    HandlerError {
        /// The message.
        message: &'static str,
        /// The error, as it shows itself.
        error: String,
    },
    /// A message reached nobody.
    DeadLetter(DeadLetter),
}

/// A message that was not handled.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeadLetter {
    /// The actor the message was for.
    pub receiver: ActorPath,
    /// The actor in whose handler it was sent, if it was sent in one and not accepted. Who sent an accepted message
    /// is not known any more.
    pub sender: Option<ActorPath>,
    /// The handler it was for, or the event it carried.
    pub message: &'static str,
    /// Why it was not handled.
    pub reason: DeadLetterReason,
    /// Whether the sender got it back with an error. If not, it had been accepted, or the sender was not told.
    pub returned: bool,
}

/// Why a message was not handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum DeadLetterReason {
    /// The actor was stopping or had stopped.
    NotRunning,
    /// The actor was held by its supervisor, or was being restarted.
    Suspended,
    /// The mailbox was full.
    MailboxFull,
    /// The sender would have waited for itself.
    Cycle,
    /// It was queued when the actor ended without handling it.
    Stopped,
    /// It was stashed when the actor ended or was restarted.
    StashDisposed,
    /// It was to be stashed, and the stash was full.
    StashFull,
    /// The behaviour the actor was in does not accept it.
    Unhandled,
    /// It was to be the outcome of a piped future, which panicked.
    PipePanicked,
    /// It was queued when the actor was rebuilt with an empty mailbox.
    Discarded,
    /// It was on its way to another node, which could not be reached any more.
    NodeLost,
    /// It was for an actor on another node, and could not be written, or was larger than the transport carries.
    Unwritable,
    /// It came from another node, and could not be read, or is not known here.
    Unreadable,
}

impl fmt::Display for DeadLetterReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotRunning => "not-running",
            Self::Suspended => "suspended",
            Self::MailboxFull => "mailbox-full",
            Self::Cycle => "cycle",
            Self::Stopped => "stopped",
            Self::StashDisposed => "stash-disposed",
            Self::StashFull => "stash-full",
            Self::Unhandled => "unhandled",
            Self::PipePanicked => "pipe-panicked",
            Self::Discarded => "discarded",
            Self::NodeLost => "node-lost",
            Self::Unwritable => "unwritable",
            Self::Unreadable => "unreadable",
        })
    }
}

/// Why an actor ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StopReason {
    /// It was asked to, by `shutdown()`, a poison pill, or itself, and handled what it had accepted.
    Shutdown,
    /// It was idle for long enough, or has handled as many messages as it was to.
    Passivated,
    /// It was told to stop after its current message.
    StopNow,
    /// It was killed.
    Killed,
    /// Its parent, or the system, stopped.
    ParentStopped,
    /// It failed, and its policy says stop.
    SupervisionStop,
    /// It failed more often than its policy allows.
    MaxRestartsExceeded,
    /// It failed, and nobody the failure was escalated to handles it.
    Escalated,
    /// It failed and is being rebuilt.
    SupervisorRestart,
    /// It is being rebuilt with its group.
    SupervisorGroupRestart,
    /// Another member of its group failed more often than its policy allows, or its group was restarted more often than
    /// it may be.
    SupervisorMaxRestartsExceeded,
    /// It is in a group that handles no failures, and it or another member failed.
    SupervisorEscalated,
    /// The runtime its task ran on went away.
    RuntimeGone,
    /// It is on another node, which cannot be reached any more. It may still run there.
    NodeLost,
    /// It was on another node, which does not say why in words known here, or has no such actor.
    Unknown,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Shutdown => "shutdown",
            Self::Passivated => "passivated",
            Self::StopNow => "stop-now",
            Self::Killed => "killed",
            Self::ParentStopped => "parent-stopped",
            Self::SupervisionStop => "supervision-stop",
            Self::MaxRestartsExceeded => "max-restarts-exceeded",
            Self::Escalated => "escalated",
            Self::SupervisorRestart => "supervisor-restart",
            Self::SupervisorGroupRestart => "supervisor-group-restart",
            Self::SupervisorMaxRestartsExceeded => "supervisor-max-restarts-exceeded",
            Self::SupervisorEscalated => "supervisor-escalated",
            Self::RuntimeGone => "runtime-gone",
            Self::NodeLost => "node-lost",
            Self::Unknown => "unknown",
        })
    }
}

/// Why a failure was escalated past the actor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EscalationReason {
    /// The actor's policy says so.
    SupervisionEscalate,
    /// A member of a group failed more often than its policy allows.
    MaxRestartsExceeded,
    /// The group was restarted more often than it may be.
    IntensityExceeded,
    /// The group handles no failures.
    SupervisorEscalated,
}

impl fmt::Display for EscalationReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SupervisionEscalate => "supervision-escalate",
            Self::MaxRestartsExceeded => "max-restarts-exceeded",
            Self::IntensityExceeded => "intensity-exceeded",
            Self::SupervisorEscalated => "supervisor-escalated",
        })
    }
}

impl EventKind {
    /// The event's name, for logs and for tests of an order.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::ActorStarted => "ActorStarted",
            Self::ActorChildCreated { .. } => "ActorChildCreated",
            Self::ActorStopping => "ActorStopping",
            Self::ActorStopped { .. } => "ActorStopped",
            Self::ActorPassivated => "ActorPassivated",
            Self::ActorSuspended { .. } => "ActorSuspended",
            Self::ActorRestarted { .. } => "ActorRestarted",
            Self::ActorRestartFailed { .. } => "ActorRestartFailed",
            Self::ActorReinstated => "ActorReinstated",
            Self::ActorResumed { .. } => "ActorResumed",
            Self::ActorEscalated { .. } => "ActorEscalated",
            Self::FailureCovered { .. } => "FailureCovered",
            Self::SystemStarted => "SystemStarted",
            Self::SystemStopping => "SystemStopping",
            Self::SystemStopped => "SystemStopped",
            Self::PostStopFailed { .. } => "PostStopFailed",
            Self::HandlerError { .. } => "HandlerError",
            Self::DeadLetter(_) => "DeadLetter",
        }
    }
}

impl fmt::Display for SystemEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.path, self.kind.name())?;
        match &self.kind {
            EventKind::ActorStarted
            | EventKind::ActorStopping
            | EventKind::ActorPassivated
            | EventKind::ActorReinstated
            | EventKind::SystemStarted
            | EventKind::SystemStopping
            | EventKind::SystemStopped => Ok(()),
            EventKind::ActorChildCreated { parent } => write!(f, " of {parent}"),
            EventKind::ActorStopped { reason, fault } => match fault {
                Some(fault) => write!(f, " ({reason}: {fault})"),
                None => write!(f, " ({reason})"),
            },
            EventKind::ActorRestarted {
                restart_count,
                supervisor,
                ..
            } => match supervisor {
                Some(group) => write!(f, " (restart {restart_count}, with {group})"),
                None => write!(f, " (restart {restart_count})"),
            },
            EventKind::FailureCovered { fault, supervisor } => {
                write!(f, " (restart of {supervisor} under way: {fault})")
            }
            EventKind::ActorSuspended { fault }
            | EventKind::ActorRestartFailed { fault, .. }
            | EventKind::ActorResumed { fault }
            | EventKind::PostStopFailed { fault } => write!(f, " ({fault})"),
            EventKind::ActorEscalated { fault, reason, .. } => write!(f, " ({reason}: {fault})"),
            EventKind::HandlerError { message, error } => write!(f, " in `{message}` ({error})"),
            EventKind::DeadLetter(letter) => write!(f, " `{}` ({})", letter.message, letter.reason),
        }
    }
}
