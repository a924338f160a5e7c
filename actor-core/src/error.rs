//! What can go wrong, one type per operation. Every error of the runtime names the actor by its path;
//! [`AskError::Handler`] carries what the handler says.

use std::any::Any;
use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::fault::Fault;
use crate::path::{ActorPath, NameError};

/// A message that could not be told. It comes back with the error, and a dead letter was published.
///
/// Nothing of it ran, so sending it again is safe.
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
/// # let system = ActorSystem::new("shop");
/// let till = system.spawn("till", Till::default()).await?;
/// till.shutdown().await?;
/// let refused = till.add(5).tell().await.unwrap_err();
/// assert!(matches!(refused, SendError::NotRunning { .. }));
/// assert_eq!(refused.to_string(), "shop/till is not running");
///
/// let another = system.spawn("till", Till::default()).await?;
/// another.send(refused.into_message()).await?;
/// assert_eq!(another.add(0).await?, 5);
/// # Ok(()) }
/// ```
#[non_exhaustive]
pub enum SendError<M> {
    /// The actor is stopping or has stopped.
    NotRunning {
        /// Where the actor stood.
        path: ActorPath,
        /// What was to be sent.
        message: M,
    },
    /// The actor is held by its supervisor, or is being restarted.
    Suspended {
        /// Where the actor stands.
        path: ActorPath,
        /// What was to be sent.
        message: M,
    },
    /// The mailbox is full, and this way of sending does not wait.
    MailboxFull {
        /// Where the actor stands.
        path: ActorPath,
        /// What was to be sent.
        message: M,
    },
    /// Waiting for room would be waiting for oneself: the actor waits, directly or through others, for the sender.
    Cycle {
        /// Where the actor stands.
        path: ActorPath,
        /// What was to be sent.
        message: M,
    },
    /// The actor is on another node, which cannot be reached now.
    Unreachable {
        /// Where the actor stands.
        path: ActorPath,
        /// What was to be sent.
        message: M,
    },
}

impl<M> SendError<M> {
    pub(crate) fn new(why: Refusal, path: ActorPath, message: M) -> Self {
        match why {
            Refusal::NotRunning => Self::NotRunning { path, message },
            Refusal::Suspended => Self::Suspended { path, message },
            Refusal::MailboxFull => Self::MailboxFull { path, message },
            Refusal::Cycle => Self::Cycle { path, message },
            Refusal::Unreachable => Self::Unreachable { path, message },
        }
    }

    fn parts(self) -> (Refusal, ActorPath, M) {
        match self {
            Self::NotRunning { path, message } => (Refusal::NotRunning, path, message),
            Self::Suspended { path, message } => (Refusal::Suspended, path, message),
            Self::MailboxFull { path, message } => (Refusal::MailboxFull, path, message),
            Self::Cycle { path, message } => (Refusal::Cycle, path, message),
            Self::Unreachable { path, message } => (Refusal::Unreachable, path, message),
        }
    }

    fn why(&self) -> Refusal {
        match self {
            Self::NotRunning { .. } => Refusal::NotRunning,
            Self::Suspended { .. } => Refusal::Suspended,
            Self::MailboxFull { .. } => Refusal::MailboxFull,
            Self::Cycle { .. } => Refusal::Cycle,
            Self::Unreachable { .. } => Refusal::Unreachable,
        }
    }

    /// The message, to be sent again or elsewhere.
    #[must_use]
    pub fn into_message(self) -> M {
        self.parts().2
    }

    /// The error alone, which is `Sync` also where the message is not.
    ///
    /// A function that returns `Box<dyn Error + Send + Sync>`, or an error like it, takes by `?` only errors that are:
    ///
    /// ```
    /// use actor_core::prelude::*;
    /// # #[actor]
    /// # struct Porter;
    /// # #[actor]
    /// # impl Porter {
    /// #     #[handler]
    /// #     fn carry(&mut self, _what: std::cell::Cell<u8>) {}
    /// # }
    /// # type Anything = Box<dyn std::error::Error + Send + Sync>;
    /// async fn send_off(porter: &PorterHandle) -> Result<(), Anything> {
    ///     let told = porter.carry(std::cell::Cell::new(1)).tell().await;
    ///     told.map_err(SendError::without_message)?;
    ///     Ok(())
    /// }
    /// ```
    #[must_use]
    pub fn without_message(self) -> SendError<()> {
        self.map(drop)
    }

    /// The actor the message was for.
    #[must_use]
    pub fn path(&self) -> &ActorPath {
        match self {
            Self::NotRunning { path, .. }
            | Self::Suspended { path, .. }
            | Self::MailboxFull { path, .. }
            | Self::Cycle { path, .. }
            | Self::Unreachable { path, .. } => path,
        }
    }

    pub(crate) fn map<N>(self, f: impl FnOnce(M) -> N) -> SendError<N> {
        let (why, path, message) = self.parts();
        SendError::new(why, path, f(message))
    }
}

impl<M> fmt::Display for SendError<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.why().describe(self.path(), f)
    }
}

/// Does not ask that the message can be shown.
impl<M> fmt::Debug for SendError<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}({})", self.why(), self.path())
    }
}

impl<M> Error for SendError<M> {}

/// Why a mailbox did not take a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    NotRunning,
    Suspended,
    MailboxFull,
    Cycle,
    Unreachable,
}

impl Refusal {
    fn describe(self, path: &ActorPath, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotRunning => write!(f, "{path} is not running"),
            Self::Suspended => write!(f, "{path} is suspended"),
            Self::MailboxFull => write!(f, "the mailbox of {path} is full"),
            Self::Cycle => write!(
                f,
                "{path} waits for the sender, so the sender cannot wait for it"
            ),
            Self::Unreachable => write!(
                f,
                "the node `{}` of {path} cannot be reached",
                path.system_name()
            ),
        }
    }
}

/// A message inside an [`AskError`], given back to be sent again.
// Behind a lock, which is never taken, only to be `Sync` whatever the message: so that the error passes through `?` into
// a `Box<dyn Error + Send + Sync>`.
pub struct Returned(Mutex<Box<dyn Any + Send>>);

impl Returned {
    pub(crate) fn new<M: Send + 'static>(message: M) -> Self {
        Self(Mutex::new(Box::new(message)))
    }

    /// What is there in the place of a message that was accepted. No actor's message enum is `()`.
    pub(crate) fn nothing() -> Self {
        Self::new(())
    }

    /// The message, if `M` is the actor's message enum.
    ///
    /// # Errors
    /// The same value, if `M` is another type.
    pub fn downcast<M: 'static>(self) -> Result<M, Self> {
        let message = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let message = message.downcast().map(|message| *message);
        message.map_err(|message| Self(Mutex::new(message)))
    }
}

impl fmt::Debug for Returned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Returned(..)")
    }
}

/// A question without an answer.
///
/// `E` is the error type of the handler, [`Infallible`] where it has none. Whether the handler can have run is told by
/// [`never_ran`](Self::never_ran).
///
/// ```
/// use actor_core::prelude::*;
///
/// #[actor]
/// struct Till { total: u64 }
///
/// #[derive(Debug, PartialEq)]
/// struct Overdrawn;
///
/// #[actor]
/// impl Till {
///     #[handler]
///     fn pay(&mut self, amount: u64) -> Result<u64, Overdrawn> {
///         self.total = self.total.checked_sub(amount).ok_or(Overdrawn)?;
///         Ok(self.total)
///     }
/// }
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let system = ActorSystem::new("shop");
/// let till = system.spawn("till", Till { total: 10 }).await?;
/// match till.pay(100).await {
///     Ok(left) => println!("{left} left"),
///     Err(AskError::Handler(Overdrawn)) => println!("overdrawn"),
///     Err(other) if other.never_ran() => println!("safe to ask again: {other:?}"),
///     Err(other) => println!("it may have run: {other:?}"),
/// }
/// till.shutdown().await?;
/// let late: AskError<Overdrawn> = till.pay(1).await.unwrap_err();
/// assert!(late.never_ran());
/// assert!(matches!(late.into_message(), Some(TillMsg::Pay { amount: 1, .. })));
/// # Ok(()) }
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum AskError<E = Infallible> {
    /// The handler answered with an error of its own.
    Handler(E),
    /// The handler panicked or returned `Err(Fault)`; the actor's supervisor has it now.
    Failed {
        /// Where the actor stands.
        path: ActorPath,
        /// What it failed with.
        fault: Fault,
    },
    /// The behaviour the actor was in does not accept the message.
    Unhandled {
        /// Where the actor stands.
        path: ActorPath,
        /// The behaviour it was in.
        behavior: &'static str,
    },
    /// The message was accepted and then given up before it was handled: the actor was stopped, its mailbox or stash
    /// was disposed of, or its runtime went away. It never ran.
    Discarded {
        /// Where the actor stood.
        path: ActorPath,
    },
    /// The handler ran, but nobody answers any more: a delegated [`ReplyTo`](crate::ReplyTo) was dropped, or the
    /// actor was killed in the middle of it, or went away with its runtime.
    NoReply {
        /// Where the actor stands.
        path: ActorPath,
    },
    /// No answer in time.
    Timeout {
        /// Where the actor stands.
        path: ActorPath,
        /// How long the asker waited.
        after: Duration,
        /// Whether the handler had begun. If not it is skipped when its turn comes, so it never runs.
        began: bool,
    },
    /// The actor is stopping or has stopped.
    NotRunning {
        /// Where the actor stood.
        path: ActorPath,
        /// What was to be asked.
        message: Returned,
    },
    /// The actor is held by its supervisor, or is being restarted.
    Suspended {
        /// Where the actor stands.
        path: ActorPath,
        /// What was to be asked.
        message: Returned,
    },
    /// The mailbox is full and does not let askers wait.
    MailboxFull {
        /// Where the actor stands.
        path: ActorPath,
        /// What was to be asked.
        message: Returned,
    },
    /// The actor waits, directly or through others, for the one who asks: the answer could never come.
    Cycle {
        /// Where the actor stands.
        path: ActorPath,
        /// What was to be asked. It holds nothing where the message had been accepted already: the question was first
        /// polled elsewhere, and is awaited in a handler only now.
        message: Returned,
        /// Whether the handler had begun. If not it never runs.
        began: bool,
    },
    /// The actor is on another node, which cannot be reached now.
    Unreachable {
        /// Where the actor stands.
        path: ActorPath,
        /// What was to be asked.
        message: Returned,
    },
    /// The actor is on another node, which was lost before the answer came. Whether the handler ran is not known.
    NodeLost {
        /// Where the actor stood.
        path: ActorPath,
    },
    /// The actor is on another node, and the message or its answer did not cross. If it was the answer, the handler ran.
    #[cfg(feature = "remote")]
    Wire {
        /// Where the actor stands.
        path: ActorPath,
        /// What is wrong with it.
        error: crate::remote::WireError,
    },
    /// A timeout of zero.
    InvalidTimeout {
        /// Where the actor stands.
        path: ActorPath,
        /// What was to be asked.
        message: Returned,
    },
    /// `blocking()` inside an actor would block the thread that runs it: use `.await`.
    BlockingInActor {
        /// Where the actor stands.
        path: ActorPath,
        /// What was to be asked.
        message: Returned,
    },
}

impl<E> AskError<E> {
    pub(crate) fn refused(error: SendError<Returned>) -> Self {
        let (why, path, message) = error.parts();
        match why {
            Refusal::NotRunning => Self::NotRunning { path, message },
            Refusal::Suspended => Self::Suspended { path, message },
            Refusal::MailboxFull => Self::MailboxFull { path, message },
            Refusal::Cycle => Self::Cycle {
                path,
                message,
                began: false,
            },
            Refusal::Unreachable => Self::Unreachable { path, message },
        }
    }

    /// Whether it is certain that the handler did not run and will not: asking again is safe.
    #[must_use]
    pub fn never_ran(&self) -> bool {
        match self {
            Self::Handler(_)
            | Self::Failed { .. }
            | Self::NoReply { .. }
            | Self::NodeLost { .. } => false,
            // What cannot be read may be the answer.
            #[cfg(feature = "remote")]
            Self::Wire { error, .. } => error.is_of_the_message(),
            Self::Timeout { began, .. } | Self::Cycle { began, .. } => !began,
            Self::Unhandled { .. }
            | Self::Discarded { .. }
            | Self::NotRunning { .. }
            | Self::Suspended { .. }
            | Self::MailboxFull { .. }
            | Self::Unreachable { .. }
            | Self::InvalidTimeout { .. }
            | Self::BlockingInActor { .. } => true,
        }
    }

    /// The message, where the mailbox did not take it and `M` is the actor's message enum.
    #[must_use]
    pub fn into_message<M: 'static>(self) -> Option<M> {
        match self {
            Self::NotRunning { message, .. }
            | Self::Suspended { message, .. }
            | Self::MailboxFull { message, .. }
            | Self::Cycle { message, .. }
            | Self::Unreachable { message, .. }
            | Self::InvalidTimeout { message, .. }
            | Self::BlockingInActor { message, .. } => message.downcast().ok(),
            _ => None,
        }
    }

    /// The handler's own error, if that is what this is.
    ///
    /// # Errors
    /// The same value, if it is anything else.
    pub fn into_handler_error(self) -> Result<E, Self> {
        match self {
            Self::Handler(error) => Ok(error),
            other => Err(other),
        }
    }
}

impl<E: fmt::Display> fmt::Display for AskError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Handler(error) => error.fmt(f),
            Self::Failed { path, fault } => write!(f, "{path} failed: {fault}"),
            Self::Unhandled { path, behavior } => {
                write!(
                    f,
                    "{path} does not accept the message in its behavior `{behavior}`"
                )
            }
            Self::Discarded { path } => {
                write!(
                    f,
                    "{path} was stopped or restarted before it came to the message"
                )
            }
            Self::NoReply { path } => write!(f, "{path} ended the message without a reply"),
            Self::Timeout { path, after, .. } => write!(f, "no reply from {path} within {after:?}"),
            Self::NotRunning { path, .. } => Refusal::NotRunning.describe(path, f),
            Self::Suspended { path, .. } => Refusal::Suspended.describe(path, f),
            Self::MailboxFull { path, .. } => Refusal::MailboxFull.describe(path, f),
            Self::Cycle { path, .. } => Refusal::Cycle.describe(path, f),
            Self::Unreachable { path, .. } => Refusal::Unreachable.describe(path, f),
            Self::NodeLost { path } => write!(
                f,
                "the node `{}` of {path} was lost before it answered",
                path.system_name()
            ),
            #[cfg(feature = "remote")]
            Self::Wire { path, error } => write!(f, "no message for {path}: {error}"),
            Self::InvalidTimeout { path, .. } => {
                write!(f, "{path} cannot reply within a timeout of zero")
            }
            Self::BlockingInActor { path, .. } => {
                write!(f, "cannot block on {path} inside an actor, use `.await`")
            }
        }
    }
}

impl<E: Error + 'static> Error for AskError<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Handler(error) => error.source(),
            Self::Failed { fault, .. } => Some(fault.error()),
            _ => None,
        }
    }
}

/// An actor that could not be spawned.
///
/// ```
/// use actor_core::prelude::*;
///
/// #[actor]
/// struct Reader { file: &'static str }
///
/// #[actor]
/// impl Reader {
///     #[on(PreStart)]
///     fn open(&mut self) -> std::io::Result<()> {
///         std::fs::read(self.file).map(drop)
///     }
/// }
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let system = ActorSystem::new("app");
/// match system.spawn("reader", Reader { file: "/does/not/exist" }).await {
///     Err(SpawnError::InitFailed { path, fault }) => {
///         assert_eq!(path, "app/reader");
///         assert!(fault.is::<std::io::Error>());
///     }
///     other => panic!("{other:?}"),
/// }
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum SpawnError {
    /// The name cannot be one.
    InvalidName {
        /// What was given.
        name: String,
        /// What is wrong with it.
        reason: NameError,
    },
    /// An actor, running or not, holds the name until it has stopped.
    NameTaken {
        /// Where it stands.
        path: ActorPath,
    },
    /// `get_or_spawn` found a running actor of another type under the name.
    WrongType {
        /// Where it stands.
        path: ActorPath,
        /// The type that was asked for.
        expected: &'static str,
    },
    /// A passivation that would end the actor before it does anything.
    InvalidPassivation {
        /// What was given.
        reason: &'static str,
    },
    /// The policy builds anew, and the actor was spawned from a value: there is no factory to make another.
    CannotBuildAnew {
        /// The name it was to have.
        name: String,
    },
    /// `PreStart` or the factory failed or panicked. The name is free again.
    InitFailed {
        /// Where the actor would have stood.
        path: ActorPath,
        /// What it failed with.
        fault: Fault,
    },
    /// The start was cut off: the actor was killed, its system was stopped, or a `Spawn` that was first polled elsewhere
    /// is awaited in a handler that the start itself waits for.
    Interrupted {
        /// Where the actor would have stood.
        path: ActorPath,
    },
    /// The tokio runtime of the system has shut down, or did so during the start: nothing runs on it any more. The
    /// system of a `testkit::context()` never had one.
    RuntimeGone {
        /// Where the actor would have stood.
        path: ActorPath,
    },
    /// The system has as many actors as it [may](crate::SystemBuilder::max_actors).
    TooManyActors {
        /// The system's name.
        system: String,
        /// How many there may be.
        limit: usize,
    },
    /// The parent is stopping or has stopped.
    ParentNotRunning {
        /// Where the parent stood.
        path: ActorPath,
    },
    /// The system is stopping or has stopped.
    SystemStopped {
        /// The system's name.
        system: String,
    },
}

impl fmt::Display for SpawnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidName { name, reason } => {
                write!(f, "{name:?} cannot name an actor: {reason}")
            }
            Self::InvalidPassivation { reason } => {
                write!(f, "an actor cannot end by itself after {reason}")
            }
            Self::CannotBuildAnew { name } => write!(
                f,
                "{name} cannot be built anew by its policy: spawn it with a factory, or restart it in place"
            ),
            Self::NameTaken { path } => write!(f, "{path} exists and has not stopped"),
            Self::WrongType { path, expected } => write!(f, "{path} exists and is no `{expected}`"),
            Self::InitFailed { path, fault } => write!(f, "{path} failed to start: {fault}"),
            Self::Interrupted { path } => write!(f, "the start of {path} was cut off"),
            Self::RuntimeGone { path } => {
                write!(
                    f,
                    "{path} cannot run: its system has no tokio runtime, or has none any more"
                )
            }
            Self::ParentNotRunning { path } => {
                write!(f, "{path} is not running, so it cannot have a new child")
            }
            Self::TooManyActors { system, limit } => {
                write!(f, "system {system} has {limit} actors, as many as it may")
            }
            Self::SystemStopped { system } => write!(f, "system {system} has stopped"),
        }
    }
}

impl Error for SpawnError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::InitFailed { fault, .. } => Some(fault.error()),
            Self::InvalidName { reason, .. } => Some(reason),
            _ => None,
        }
    }
}

/// A name under which no running actor of the type was found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LookupError {
    /// No running actor has the name.
    NotFound {
        /// Where it would stand.
        path: ActorPath,
    },
    /// The running actor of the name has another type.
    WrongType {
        /// Where it stands.
        path: ActorPath,
        /// The type that was asked for.
        expected: &'static str,
    },
}

impl fmt::Display for LookupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound { path } => write!(f, "no running actor at {path}"),
            Self::WrongType { path, expected } => write!(f, "{path} is no `{expected}`"),
        }
    }
}

impl Error for LookupError {}

/// A stop that cannot be waited for. It goes on all the same.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShutdownError {
    /// The actor waits, directly or through others, for the one that wants to wait for its end: an actor cannot wait
    /// for its own end in a handler, and two actors cannot wait for each other's.
    Cycle {
        /// The actor whose end was to be waited for.
        path: ActorPath,
    },
    /// The actor is on another node: its end is ordered there. Watch it to learn of it.
    Elsewhere {
        /// Where the actor stands.
        path: ActorPath,
    },
}

impl fmt::Display for ShutdownError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cycle { path } => write!(
                f,
                "the end of {path} cannot be waited for here, since it waits for this handler to end"
            ),
            Self::Elsewhere { path } => elsewhere(path, f),
        }
    }
}

impl Error for ShutdownError {}

fn elsewhere(path: &ActorPath, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{path} is on another node, `{}`", path.system_name())
}

/// A restart that did not happen.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum RestartError {
    /// The actor is stopping, has stopped, or is being restarted already.
    NotRunning {
        /// Where the actor stood.
        path: ActorPath,
    },
    /// `PreStart` or the factory failed or panicked: the actor is suspended, and the restart can be tried again.
    InitFailed {
        /// Where the actor stands.
        path: ActorPath,
        /// What it failed with.
        fault: Fault,
    },
    /// An actor cannot wait for its own restart in a handler; `ctx.restart()` requests one.
    Cycle {
        /// Where the actor stands.
        path: ActorPath,
    },
    /// The actor is on another node, and is restarted there.
    Elsewhere {
        /// Where the actor stands.
        path: ActorPath,
    },
}

impl fmt::Display for RestartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotRunning { path } => write!(f, "{path} cannot be restarted now"),
            Self::InitFailed { path, fault } => write!(f, "{path} failed to start again: {fault}"),
            Self::Cycle { path } => {
                write!(
                    f,
                    "the restart of {path} cannot be waited for here, since it waits for this handler to end"
                )
            }
            Self::Elsewhere { path } => elsewhere(path, f),
        }
    }
}

impl Error for RestartError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::InitFailed { fault, .. } => Some(fault.error()),
            _ => None,
        }
    }
}

/// An actor that does not come to run. See [`ActorRef::running`](crate::ActorRef::running).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RunningError {
    /// The actor is stopping or has stopped.
    Ended {
        /// Where the actor stood.
        path: ActorPath,
    },
    /// The actor waits, directly or through others, for the one that wants to wait for it.
    Cycle {
        /// Where the actor stands.
        path: ActorPath,
    },
    /// The actor is on another node. Whether it runs is not known here.
    Elsewhere {
        /// Where the actor stands.
        path: ActorPath,
    },
}

impl fmt::Display for RunningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended { path } => write!(f, "{path} has ended"),
            Self::Cycle { path } => write!(
                f,
                "{path} waits for this handler to end, so it cannot be waited for here"
            ),
            Self::Elsewhere { path } => elsewhere(path, f),
        }
    }
}

impl Error for RunningError {}

/// A system that could not be made.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SystemError {
    /// The name cannot be one.
    InvalidName {
        /// What was given.
        name: String,
        /// What is wrong with it.
        reason: NameError,
    },
    /// A default passivation that would end actors before they do anything.
    InvalidPassivation {
        /// What was given.
        reason: &'static str,
    },
    /// There is no tokio runtime here to run the actors on.
    NoRuntime,
}

impl fmt::Display for SystemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidName { name, reason } => {
                write!(f, "{name:?} cannot name a system: {reason}")
            }
            Self::InvalidPassivation { reason } => {
                write!(f, "actors cannot end by themselves after {reason}")
            }
            Self::NoRuntime => f.write_str("an actor system needs a tokio runtime to run on"),
        }
    }
}

impl Error for SystemError {}

/// A stop of the system that left something behind.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopError {
    /// Actors that had not ended when the time was up. They were killed and will end at their next await.
    Abandoned {
        /// How long the stop waited.
        after: Duration,
        /// The top-level actors that were left, in the order of their paths.
        actors: Vec<ActorPath>,
    },
    /// An actor cannot wait for the end of its own system in a handler; the stop itself goes on.
    FromInside {
        /// The actor in whose handler it was tried.
        path: ActorPath,
    },
}

impl fmt::Display for StopError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Abandoned { after, actors } => {
                write!(f, "not stopped after {after:?}:")?;
                actors.iter().try_for_each(|path| write!(f, " {path}"))
            }
            Self::FromInside { path } => write!(
                f,
                "the stop of the system waits for {path}, so {path} cannot wait for it"
            ),
        }
    }
}

impl Error for StopError {}

/// [`unstash`](crate::Context::unstash) with nothing stashed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StashEmpty;

impl fmt::Display for StashEmpty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nothing is stashed")
    }
}

impl Error for StashEmpty {}

/// A message that found the stash full. It comes back; no dead letter was published.
pub struct StashFull<M> {
    /// What was to be stashed.
    pub message: M,
    /// How many messages the stash holds.
    pub capacity: usize,
}

impl<M> fmt::Display for StashFull<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the stash is full with {} messages", self.capacity)
    }
}

impl<M> fmt::Debug for StashFull<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StashFull")
            .field("capacity", &self.capacity)
            .finish_non_exhaustive()
    }
}

impl<M> Error for StashFull<M> {}
