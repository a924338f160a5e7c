//! What of a topology goes from node to node.

use std::marker::PhantomData;
#[cfg(feature = "remote")]
use std::sync::Arc;

use crate::actor::{Actor, Emits, Subscriber};
#[cfg(feature = "remote")]
use crate::cell::{AnyCell, topics};
#[cfg(feature = "remote")]
use crate::handle::{ActorRef, Handle};
#[cfg(feature = "remote")]
use crate::recipient::Recipient;
#[cfg(feature = "remote")]
use crate::remote::{Across, Encode, EventsIn, MessagesIn, Port, TakesEvents, TakesMessages};
#[cfg(feature = "remote")]
use crate::sync::lock;

use super::builder::ActorBuilder;
use super::running::Running;

#[cfg(feature = "remote")]
pub use crate::remote::{Crosses, Remote};

/// What can cross nodes.
#[cfg(not(feature = "remote"))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot cross nodes in this build (N20)",
    label = "would cross nodes",
    note = "enable the feature `remote` of `actor-core`"
)]
pub trait Crosses: Send + 'static {}

/// An actor whose messages cross nodes.
#[cfg(not(feature = "remote"))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` takes no messages from other nodes in this build (N20)",
    label = "is on another node",
    note = "enable the feature `remote` of `actor-core`"
)]
pub trait Remote: Actor {}

/// An actor all of whose events can cross nodes, and `S` takes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` emits no events (N19)",
    label = "emits nothing that could be subscribed to",
    note = "declare them where the actor is defined: `#[actor(emits(…))]`"
)]
pub trait EmitsAllAcross<S>: Sized {
    #[doc(hidden)]
    fn edges(edges: &mut impl EdgesAcross<Self, S>);
}

/// Where the edges from an `A` to an `S` on another node are noted.
#[doc(hidden)]
pub trait EdgesAcross<A, S> {
    fn edge<E: Clone + Crosses>(&mut self)
    where
        A: Emits<E>,
        S: Subscriber<E>;
}

/// Has an actor of a topology be reached from other nodes, if its type can be.
///
/// Method lookup takes the first of the traits below that applies.
#[doc(hidden)]
pub struct Reach<A>(pub PhantomData<fn(A)>);

#[doc(hidden)]
pub trait ViaRemote<A> {
    fn reach(self, actor: ActorBuilder<A>) -> ActorBuilder<A>;
}

#[cfg(feature = "remote")]
impl<A: Remote> ViaRemote<A> for Reach<A> {
    fn reach(self, actor: ActorBuilder<A>) -> ActorBuilder<A> {
        actor.remote()
    }
}

#[doc(hidden)]
pub trait ViaNode<A> {
    fn reach(self, actor: ActorBuilder<A>) -> ActorBuilder<A>;
}

impl<A> ViaNode<A> for &Reach<A> {
    fn reach(self, actor: ActorBuilder<A>) -> ActorBuilder<A> {
        actor
    }
}

/// The handle of an actor on another node.
#[cfg(feature = "remote")]
#[doc(hidden)]
#[must_use]
pub fn elsewhere<A: Remote>(running: &Running, here: &str, key: &str) -> A::Handle {
    running.elsewhere::<A>(here, key)
}

#[cfg(not(feature = "remote"))]
#[doc(hidden)]
#[must_use]
#[allow(clippy::missing_panics_doc)]
pub fn elsewhere<A: Remote>(_: &Running, _: &str, _: &str) -> A::Handle {
    unreachable!("no actor is `Remote` in this build")
}

/// How an actor is reached from other nodes.
#[cfg(feature = "remote")]
pub(super) trait Far: Send + Sync {
    /// Where its messages go in, if they cross nodes.
    fn messages(&self) -> Option<Box<dyn TakesMessages>>;
    /// The local end of one that is on another node.
    fn elsewhere(&self, port: &Arc<Port>, node: &Arc<str>, name: &str) -> Arc<dyn AnyCell>;
}

/// An actor that gets events from other nodes at the most.
#[cfg(feature = "remote")]
pub(super) struct OfNode<A>(pub(super) PhantomData<fn(A)>);

#[cfg(feature = "remote")]
impl<A: Actor> Far for OfNode<A> {
    fn messages(&self) -> Option<Box<dyn TakesMessages>> {
        None
    }

    fn elsewhere(&self, port: &Arc<Port>, node: &Arc<str>, name: &str) -> Arc<dyn AnyCell> {
        port.elsewhere::<A>(node, name, None)
    }
}

/// An actor whose messages cross nodes.
#[cfg(feature = "remote")]
pub(super) struct OfAll<A>(pub(super) PhantomData<fn(A)>);

#[cfg(feature = "remote")]
impl<A: Remote> Far for OfAll<A> {
    fn messages(&self) -> Option<Box<dyn TakesMessages>> {
        Some(Box::new(MessagesIn::<A>(PhantomData)))
    }

    fn elsewhere(&self, port: &Arc<Port>, node: &Arc<str>, name: &str) -> Arc<dyn AnyCell> {
        let encode: Encode<A> = A::__encode;
        port.elsewhere::<A>(node, name, Some(encode))
    }
}

/// An edge for one type of events between two nodes.
#[cfg(feature = "remote")]
pub(super) trait ConnectAcross: Send + Sync {
    /// The events as frames call them.
    fn tag(&self) -> u64;
    /// At the publisher's node.
    fn out(&self, publisher: &Arc<dyn AnyCell>, across: Across);
    /// At the subscriber's node.
    fn inlet(&self) -> Box<dyn TakesEvents>;
}

/// Events of type `E` from an `A` to a `B`.
#[cfg(feature = "remote")]
pub(super) struct EventsAcross<A, B, E>(pub(super) PhantomData<fn(A, B, E)>);

#[cfg(feature = "remote")]
impl<A, B, E> ConnectAcross for EventsAcross<A, B, E>
where
    A: Actor + Emits<E>,
    B: Subscriber<E>,
    E: Clone + Crosses,
{
    fn tag(&self) -> u64 {
        crate::remote::event_tag::<E>()
    }

    fn out(&self, publisher: &Arc<dyn AnyCell>, across: Across) {
        if let Some(publisher) = Handle::<A>::of(ActorRef::new(Arc::clone(publisher))) {
            lock(topics(publisher.cell().core())).add(Recipient::<E>::across(across));
        }
    }

    fn inlet(&self) -> Box<dyn TakesEvents> {
        Box::new(EventsIn::<B, E>(PhantomData))
    }
}
