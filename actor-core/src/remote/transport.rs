//! The seam between nodes: whatever moves bytes.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::task::{Context, Poll};

/// One node's way to the others of its topology.
///
/// A transport moves frames, which it does not look into, between nodes, which it knows by their addresses. It may lose
/// them, and had better say then that the node is down: a watch whose frame is lost may otherwise never end. What it
/// promises is little:
///
/// - Frames of one node to another that arrive, arrive at most once. A frame that arrives after one that was sent later
///   is dropped by the receiver.
/// - Between an [`Arrival::Down`] and the next [`Arrival::Up`] of a node nothing of it arrives, and what was sent before
///   the `Down` does not arrive later.
///
/// ```
/// use actor_core::remote::{MemoryNetwork, Transport, Undelivered};
///
/// let network = MemoryNetwork::new();
/// let edge = network.endpoint("edge");
/// assert_eq!(edge.try_send("core", vec![1]), Err(Undelivered::NoRoute));
/// let _core = network.endpoint("core");
/// assert_eq!(edge.try_send("core", vec![1]), Ok(()));
/// ```
pub trait Transport: Send + Sync + 'static {
    /// Sends a frame, without waiting for room.
    ///
    /// # Errors
    /// That the frame will certainly not arrive. No error is no promise that it will.
    fn try_send(&self, to: &str, frame: Vec<u8>) -> Result<(), Undelivered>;

    /// Ready when another [`try_send`](Self::try_send) to this node may succeed, or fail otherwise than by
    /// [`Undelivered::Full`].
    fn poll_ready(&self, to: &str, cx: &mut Context<'_>) -> Poll<()>;

    /// The next thing that arrives; `None` when this end is closed. It is polled by one task.
    fn poll_arrival(&self, cx: &mut Context<'_>) -> Poll<Option<Arrival>>;

    /// Closes this end. The other nodes learn that this one is down.
    fn close(&self);
}

/// Attaches nodes to a network, each by its address.
///
/// A [`MemoryNetwork`](super::MemoryNetwork) does, and so does any function from an address to a [`Transport`].
pub trait Connects: Send + Sync + 'static {
    /// The way of this node to the others.
    fn connect(&self, address: &str) -> Arc<dyn Transport>;
}

impl<F, T> Connects for F
where
    F: Fn(&str) -> T + Send + Sync + 'static,
    T: Transport,
{
    fn connect(&self, address: &str) -> Arc<dyn Transport> {
        Arc::new(self(address))
    }
}

/// What arrives at a node.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Arrival {
    /// A node can be reached, from now on or again.
    Up {
        /// Its address.
        node: Arc<str>,
    },
    /// A node cannot be reached any more.
    Down {
        /// Its address.
        node: Arc<str>,
    },
    /// A frame.
    Frame {
        /// The address of the node that sent it.
        from: Arc<str>,
        /// What it sent.
        frame: Vec<u8>,
    },
}

/// Why a transport did not take a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Undelivered {
    /// There is no room for more to this node now.
    Full,
    /// The node cannot be reached.
    NoRoute,
    /// The frame is larger than the transport carries.
    TooLarge,
    /// This end is closed.
    Closed,
}

impl fmt::Display for Undelivered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full => "there is no room for more frames to the node",
            Self::NoRoute => "the node cannot be reached",
            Self::TooLarge => "the frame is too large",
            Self::Closed => "the transport is closed",
        })
    }
}

impl Error for Undelivered {}
