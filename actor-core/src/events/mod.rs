//! What the system tells about itself, and what actors tell each other.

mod domain;
mod event;
mod stream;

pub(crate) use domain::Topics;
pub use event::{
    DeadLetter, DeadLetterReason, EscalationReason, EventKind, StopReason, SystemEvent,
};
pub use stream::{EventStream, Events};
