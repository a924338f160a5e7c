//! A topology that was checked: the model, and how each of its actors is made.

use std::any::{Any, TypeId};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use actor_topology::{Diagram, Id, Model};

use crate::actor::{Actor, Emits, Subscriber};
use crate::cell::AnyCell;
use crate::error::SpawnError;
use crate::handle::{ActorRef, Handle};
#[cfg(feature = "remote")]
use crate::remote::Port;
use crate::spawn::{self, Reserved, Settings};
use crate::system::ActorSystem;

#[cfg(feature = "remote")]
use super::across::{ConnectAcross, Far};
use super::builder::TopologyBuilder;
use super::host::Hosting;
use super::running::{Kept, Running};

/// A topology that was checked, and can be started any number of times.
///
/// ```
/// use actor_core::prelude::*;
/// use actor_core::topology::Topology;
/// # #[actor]
/// # #[derive(Default)]
/// # struct Till { total: u64 }
/// # #[actor]
/// # impl Till {
/// #     #[handler]
/// #     fn add(&mut self, amount: u64) -> u64 { self.total += amount; self.total }
/// # }
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let topology = Topology::builder("Shop")
///     .node("front", "front")
///     .actor::<Till>("till", "front", Till::default, |it| it)
///     .build()?;
/// let shop = topology.local().start().await?;
/// assert_eq!(shop.actor::<Till>("till").add(5).await?, 5);
/// shop.stop().await?;
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct Topology(pub(super) Arc<Definition>);

pub(super) struct Definition {
    pub(super) model: Model,
    /// One for each tool of the model.
    pub(super) tools: Vec<TypeId>,
    /// One for each actor of the model.
    pub(super) actors: Vec<Declared>,
    pub(super) wires: Vec<Wire>,
}

/// How an actor is made, and what is said about it.
pub(super) struct Declared {
    pub(super) ty: OfType,
    pub(super) made: Made,
    pub(super) settings: Settings,
    #[cfg(feature = "remote")]
    pub(super) far: Box<dyn Far>,
}

/// The type of an actor.
pub(super) struct OfType {
    pub(super) id: TypeId,
    /// For messages.
    pub(super) name: &'static str,
    pub(super) resumes_after_panic: bool,
}

impl OfType {
    pub(super) fn of<A: Actor>() -> Self {
        Self {
            id: TypeId::of::<A>(),
            name: A::TYPE_NAME,
            resumes_after_panic: A::OPTIONS.resume_after_panic,
        }
    }
}

pub(super) enum Made {
    Once(Box<dyn Make>),
    /// An [`Instances`] of the actor's type and of its parameters'.
    Each(Box<dyn Any + Send + Sync>),
}

pub(super) trait Make: Send + Sync {
    fn reserve(
        &self,
        system: &ActorSystem,
        name: &str,
        settings: Settings,
        kept: Kept,
    ) -> Result<Reserved, SpawnError>;
}

/// Evaluated for each incarnation.
pub(super) struct Init<F>(pub(super) Arc<F>);

impl<A: Actor, F: Fn() -> A + Send + Sync + 'static> Make for Init<F> {
    fn reserve(
        &self,
        system: &ActorSystem,
        name: &str,
        settings: Settings,
        kept: Kept,
    ) -> Result<Reserved, SpawnError> {
        let init = Arc::clone(&self.0);
        let make = move || {
            let _ = &kept;
            init()
        };
        spawn::reserve(system, name, make, settings)
    }
}

/// A kind of actors that are spawned on demand, told apart by parameters.
pub(super) struct Instances<A, P> {
    pub(super) id: Box<dyn Fn(&P) -> String + Send + Sync>,
    pub(super) init: Arc<dyn Fn(&P) -> A + Send + Sync>,
}

/// An edge to one subscriber, for one type of events.
pub(super) struct Wire {
    /// The publisher's key, and the type it is to be of.
    pub(super) from: (String, OfType),
    pub(super) to: (String, OfType),
    /// The name of the events' type.
    pub(super) event: &'static str,
    /// Between actors of one node.
    pub(super) connect: Box<dyn Connect>,
    /// Between actors of two, if the events can cross.
    #[cfg(feature = "remote")]
    pub(super) across: Option<Box<dyn ConnectAcross>>,
}

pub(super) trait Connect: Send + Sync {
    fn connect(&self, publisher: &Arc<dyn AnyCell>, subscriber: &Arc<dyn AnyCell>);
}

/// Events of type `E` from an `A` to a `B`.
pub(super) struct Events<A, B, E>(pub(super) PhantomData<fn(A, B, E)>);

impl<A, B, E> Connect for Events<A, B, E>
where
    A: Actor + Emits<E>,
    B: Subscriber<E>,
    E: Clone + Send + 'static,
{
    fn connect(&self, publisher: &Arc<dyn AnyCell>, subscriber: &Arc<dyn AnyCell>) {
        let publisher = Handle::<A>::of(ActorRef::new(Arc::clone(publisher)));
        let subscriber = Handle::<B>::of(ActorRef::new(Arc::clone(subscriber)));
        // A topology in which they are of other types is not built.
        if let (Some(publisher), Some(subscriber)) = (publisher, subscriber) {
            publisher.subscribe::<E>(&subscriber);
        }
    }
}

impl Topology {
    /// Makes a topology at run time.
    pub fn builder(name: &str) -> TopologyBuilder {
        TopologyBuilder::new(name)
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.model.name
    }

    /// The version of what its nodes say to each other, if it is declared.
    #[must_use]
    pub fn contract(&self) -> Option<&str> {
        self.0.model.contract.as_deref()
    }

    /// Its picture.
    #[must_use]
    pub fn diagram(&self) -> Diagram {
        Diagram::of(&self.0.model)
    }

    /// Hosts all nodes in this process.
    pub fn local(&self) -> Hosting<Running> {
        Hosting::of(self.clone(), None)
    }

    /// Hosts one node in this process.
    pub fn node(&self, key: &str) -> Hosting<Running> {
        Hosting::of(self.clone(), Some(key.to_owned()))
    }
}

impl Definition {
    /// The local end of an actor that is on another node than `port`'s. `None` if it is not there from the start.
    #[cfg(feature = "remote")]
    pub(super) fn elsewhere(&self, index: usize, port: &Arc<Port>) -> Option<Arc<dyn AnyCell>> {
        let (actor, declared) = (&self.model.actors[index], &self.actors[index]);
        if let Made::Each(_) = declared.made {
            return None;
        }
        let node = self.address_of(&actor.node).into();
        Some(declared.far.elsewhere(port, &node, self.name_of(index)))
    }

    /// The address of a declared node.
    pub(super) fn address_of<'a>(&'a self, key: &'a str) -> &'a str {
        let node = self.model.node(key);
        node.and_then(|node| node.address.as_deref()).unwrap_or(key)
    }

    /// The name of a declared actor that has no parameters.
    pub(super) fn name_of(&self, index: usize) -> &str {
        let actor = &self.model.actors[index];
        match &actor.id {
            Id::Literal(id) => id,
            Id::Key | Id::Const | Id::Computed { .. } => &actor.key,
        }
    }
}

impl fmt::Debug for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Topology").field(&self.name()).finish()
    }
}
