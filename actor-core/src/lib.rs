#![doc = include_str!("../README.md")]

#[cfg(all(panic = "abort", not(feature = "allow-panic-abort")))]
compile_error!(
    "a panic cannot be supervised in a build with `panic = \"abort\"`\n\
     help: remove that line from the profile, or enable the feature `allow-panic-abort` of `actor-core`"
);

// Generated code names the crate by its name, also in the crate's own tests.
extern crate self as actor_core;

mod actor;
mod call;
mod cell;
mod context;
mod deadlines;
pub mod error;
mod events;
mod fault;
mod handle;
mod life;
mod lifecycle;
mod log;
mod mailbox;
mod options;
mod path;
mod places;
pub mod prelude;
mod recipient;
#[cfg(feature = "remote")]
pub mod remote;
mod reply;
mod signal;
mod spawn;
mod supervision;
mod sync;
mod system;
mod tasks;
#[cfg(feature = "testkit")]
pub mod testkit;
mod timer;
pub mod topology;
mod turn;
mod waits;
mod watch;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
use __private as private;

// Documented here and not where they are defined, so that the examples run against this crate.
#[doc = include_str!("docs/actor.md")]
pub use actor_macros::actor;
#[doc = include_str!("docs/handler.md")]
pub use actor_macros::handler;
#[doc = include_str!("docs/on.md")]
pub use actor_macros::on;
#[doc = include_str!("docs/topology.md")]
pub use actor_macros::topology;

pub use actor::{Actor, Behavior, Declared, Emits, Message, Subscriber};
pub use call::{Ask, Call, Tell};
pub use context::Context;
pub use error::{
    AskError, LookupError, RestartError, Returned, RunningError, SendError, ShutdownError,
    SpawnError, StashEmpty, StashFull, StopError, SystemError,
};
pub use events::{
    DeadLetter, DeadLetterReason, EscalationReason, EventKind, EventStream, Events, StopReason,
    SystemEvent,
};
pub use fault::{Fault, Panic};
pub use handle::{ActorRef, Handle, Shutdown};
pub use options::{ActorOptions, Mailbox, Overflow, Passivation};
pub use path::{ActorPath, MAX_NAME_LEN, NameError};
pub use recipient::Recipient;
pub use reply::ReplyTo;
pub use signal::{PanicSignal, Terminated};
pub use spawn::{GetOrSpawn, Spawn, Spawning};
pub use supervision::{
    Directive, Exhausted, Group, Policy, Queued, Restart, RestartMode, Rule, Strategy,
};
pub use system::{ActorSystem, SystemBuilder};
pub use timer::{Timer, TimerError};
