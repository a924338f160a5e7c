//! A topology that runs, or the nodes of it that run in this process.

use std::any::TypeId;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock, Weak};

use crate::actor::Actor;
use crate::cell::AnyCell;
use crate::error::{SpawnError, StopError};
use crate::handle::ActorRef;
#[cfg(feature = "remote")]
use crate::remote::Port;
use crate::spawn;
use crate::system::{ActorSystem, typed};

#[cfg(feature = "remote")]
use super::across::Remote;
use super::definition::{Instances, Made, Topology};
use super::host::Hosted;

/// What of a topology runs in this process.
///
/// Clones are of the same. Dropping it stops nothing.
#[derive(Clone)]
pub struct Running(Arc<Parts>);

pub(crate) struct Parts {
    pub(super) topology: Topology,
    /// The type that `topology!` generated for it.
    pub(super) declared_as: Option<TypeId>,
    /// Those that are hosted, in the order of their declaration.
    pub(super) nodes: Vec<Node>,
    /// By the keys of the hosted nodes, if they can reach others.
    #[cfg(feature = "remote")]
    pub(super) ports: HashMap<String, Arc<Port>>,
    /// By key: the actors that are there from the start.
    pub(super) cells: HashMap<String, Arc<dyn AnyCell>>,
}

/// Held by each actor of a topology for as long as its task is there: while one of them runs, what runs can be found
/// by its system. Filled when all names are taken.
///
/// Not held by the system itself, which would then never be dropped: the topology holds it.
#[derive(Clone, Default)]
pub(super) struct Kept(Arc<OnceLock<Running>>);

impl Kept {
    pub(super) fn set(&self, running: &Running) {
        let _ = self.0.set(running.clone());
    }
}

pub(super) struct Node {
    pub(super) key: String,
    pub(super) system: ActorSystem,
}

impl Running {
    pub(super) fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }

    pub(super) fn downgrade(&self) -> Weak<Parts> {
        Arc::downgrade(&self.0)
    }

    pub(super) fn nodes(&self) -> &[Node] {
        &self.0.nodes
    }

    /// What `system` is part of, whichever topology that is. It is found while one of its actors runs, or somebody has
    /// what its start gave.
    #[must_use]
    pub fn in_system(system: &ActorSystem) -> Option<Self> {
        system.host()?.running.upgrade().map(Self)
    }

    /// What `system` is part of, if it is part of a `T`.
    #[doc(hidden)]
    #[must_use]
    pub fn of<T: Hosted>(system: &ActorSystem) -> Option<Self> {
        let running = Self::in_system(system)?;
        let same = running.0.declared_as == Some(TypeId::of::<T::Whole>());
        let nodes = &running.0.topology.0.model.nodes;
        let hosted = |key: &str| running.system_of(key).is_some();
        let all = match T::NODE {
            Some(node) => hosted(node),
            None => nodes.iter().all(|node| hosted(&node.key)),
        };
        (same && all).then_some(running)
    }

    /// The handle of an actor of a hosted node that is there from the start. It stays the same over restarts.
    ///
    /// # Panics
    /// If the topology has no such actor here, or it is no `A`.
    #[must_use]
    pub fn actor<A: Actor>(&self, key: &str) -> A::Handle {
        let found = self.0.cells.get(key).map(Arc::clone).and_then(typed::<A>);
        found.unwrap_or_else(|| panic!("no `{}` runs here as `{key}`", A::TYPE_NAME))
    }

    /// The handle of an actor on another node than `here`, one that is hosted: what is sent with it goes from node to
    /// node, also where both are in this process.
    ///
    /// # Panics
    /// If `here` is not hosted, or the topology has no such actor, or it is no `A`.
    #[cfg(feature = "remote")]
    #[must_use]
    pub fn elsewhere<A: Remote>(&self, here: &str, key: &str) -> A::Handle {
        let definition = &self.0.topology.0;
        let model = &definition.model;
        let at = model.actors.iter().position(|actor| actor.key == key);
        let found = at.and_then(|at| {
            let port = self.0.ports.get(here)?;
            let cell = definition.elsewhere(at, port)?;
            typed::<A>(cell)
        });
        found.unwrap_or_else(|| {
            panic!(
                "no `{}` can be reached from `{here}` as `{key}`",
                A::TYPE_NAME
            )
        })
    }

    /// The instance for these parameters, which is spawned if it does not run. Of any number of calls at once, one
    /// spawns it. Parameters that come to the same name are one instance, made with the first of them.
    ///
    /// # Errors
    /// As for [`ActorSystem::get_or_spawn`], and [`SpawnError::NameTaken`] if the name is that of an actor which is there
    /// from the start. An instance that is suspended, or is being restarted, is given as it is.
    ///
    /// # Panics
    /// If the topology has no such instances here, or they are no `A`s, or made from other parameters.
    pub fn instance<A: Actor, P: Clone + Send + Sync + 'static>(
        &self,
        key: &str,
        params: P,
    ) -> impl Future<Output = Result<A::Handle, SpawnError>> + Send + use<A, P> {
        let definition = &self.0.topology.0;
        let declared = definition.model.actors.iter().zip(&definition.actors);
        let found = declared.into_iter().find(|(actor, _)| actor.key == key);
        let parts = found.and_then(|(actor, declared)| {
            let Made::Each(made) = &declared.made else {
                return None;
            };
            let made = made.downcast_ref::<Instances<A, P>>()?;
            Some((self.system_of(&actor.node)?.clone(), made, declared))
        });
        let Some((system, made, declared)) = parts else {
            panic!(
                "no instances of `{}` are made here as `{key}`",
                A::TYPE_NAME
            );
        };
        let name = (made.id)(&params);
        // One that is there from the start is no instance, even if it is of the same type.
        let path = system.root().child(&name);
        let taken = self.0.cells.values().any(|cell| cell.core().path == path);
        let init = Arc::clone(&made.init);
        let settings = declared.settings.clone();
        let running = self.clone();
        async move {
            if taken {
                return Err(SpawnError::NameTaken { path });
            }
            let make = move || {
                let _ = &running;
                init(&params)
            };
            spawn::instance(&system, &name, make, settings).await
        }
    }

    /// The actors of the hosted nodes that are declared to be seen from outside of the topology, by the scopes they are
    /// exposed under: what a gateway may offer to its clients. Instances are not among them.
    #[must_use]
    pub fn exposed(&self) -> Vec<(&str, ActorRef)> {
        let actors = self.0.topology.0.model.actors.iter();
        let exposed = actors.filter_map(|actor| {
            let scope = actor.gateway.as_ref()?.scope.as_deref();
            let cell = self.0.cells.get(&actor.key)?;
            Some((scope.unwrap_or(&actor.key), ActorRef::new(Arc::clone(cell))))
        });
        exposed.collect()
    }

    /// The system of the one node that is hosted; of several, of the first.
    ///
    /// # Panics
    /// Never: a start without nodes is refused.
    #[must_use]
    pub fn system(&self) -> &ActorSystem {
        &self.0.nodes[0].system
    }

    /// The system of a hosted node.
    #[must_use]
    pub fn system_of(&self, node: &str) -> Option<&ActorSystem> {
        let found = self.0.nodes.iter().find(|it| it.key == node);
        found.map(|node| &node.system)
    }

    /// Stops the hosted nodes, the last first, each as [`ActorSystem::stop`] does. It can be started again then.
    ///
    /// # Errors
    /// Those of the first node that has any; the others are stopped all the same.
    ///
    /// # Cancel safety
    /// Nodes whose stop has begun go on stopping; those after it are not stopped.
    pub async fn stop(&self) -> Result<(), StopError> {
        let mut outcome = Ok(());
        for node in self.0.nodes.iter().rev() {
            outcome = outcome.and(node.system.stop().await);
        }
        outcome
    }
}

impl fmt::Debug for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes: Vec<_> = self.0.nodes.iter().map(|node| &node.key).collect();
        f.debug_struct("Running")
            .field("topology", &self.0.topology)
            .field("nodes", &nodes)
            .finish()
    }
}
