//! Actors on other nodes.
//!
//! A node is an actor system that hosts part of a [topology](mod@crate::topology), in this process or in another. What nodes
//! say to each other are bytes, moved by a [`Transport`]: a [`MemoryNetwork`] between the nodes of one process, which
//! tests can make as bad as a real one.
//!
//! A handle of an actor on another node is of the same type as any other, and is used the same way: `ask`, `tell`, watch.
//! What differs follows from the distance:
//!
//! - The messages of the actor must be able to cross, by `#[actor(remote)]` on its `impl` block.
//! - Messages may be lost: a tell that was accepted was accepted by this node. What one actor sends to another arrives in
//!   order, and at most once.
//! - An ask ends with [`AskError::NodeLost`](crate::AskError::NodeLost) if the node is lost before the answer is there;
//!   whether the handler ran is not known then. While the node cannot be reached, what is sent is refused with
//!   [`Unreachable`](crate::SendError::Unreachable).
//! - A watch ends with [`StopReason::NodeLost`](crate::StopReason::NodeLost) when the node is lost, whatever the actor does.
//! - Whether it runs is not known here: `is_running()` is `false`, and its end cannot be ordered or waited for. Watch it.
//! - Asks that wait for each other around several nodes are not found to be a cycle. Their timeouts end them.

mod frame;
mod inlet;
mod memory;
mod port;
mod proxy;
mod transport;
mod wire;

pub use memory::{Endpoint, MemoryNetwork};
pub use transport::{Arrival, Connects, Transport, Undelivered};
pub use wire::{Crosses, Remote, WireError};

pub(crate) use inlet::{EventsIn, Inlet, MessagesIn, TakesEvents, TakesMessages};
pub(crate) use port::Port;
pub(crate) use proxy::{Across, Elsewhere, Encode, event_tag};

/// What the macros name.
#[doc(hidden)]
pub mod private {
    pub use super::wire::{Incoming, Outgoing, tag};

    use super::{Crosses, Remote};

    pub const fn require_remote<A: Remote>() {}

    pub const fn require_crossing<T: Crosses>() {}
}
