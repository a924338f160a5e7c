//! Starting a topology, whole or not at all.

use std::any::TypeId;
use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, Weak};

use actor_topology::Strategy as DeclaredStrategy;

use crate::cell::AnyCell;
use crate::error::{SpawnError, SystemError};
use crate::events::EventKind;
#[cfg(feature = "remote")]
use crate::handle::ActorRef;
#[cfg(feature = "remote")]
use crate::remote::{Across, Connects, Inlet, MemoryNetwork, Port};
use crate::spawn::Reserved;
use crate::supervision::{Group, Member, Strategy, Supervisor};
use crate::system::{ActorSystem, SystemBuilder};

use super::definition::{Definition, Made, Topology, Wire};
use super::running::{Kept, Node, Parts, Running};
use super::tools::{ToolSet, Tools};

/// The types generated for a topology and for its nodes.
pub trait Hosted: Sized + 'static {
    /// The type of all of it.
    #[doc(hidden)]
    type Whole: 'static;
    /// The node, or `None` for all of them.
    #[doc(hidden)]
    const NODE: Option<&'static str>;
    #[doc(hidden)]
    fn definition() -> Topology;
    #[doc(hidden)]
    fn running(running: Running) -> Self;
}

type Settings = Box<dyn Fn(SystemBuilder) -> SystemBuilder + Send + Sync>;
type Prepare = Box<dyn Fn(&ActorSystem) + Send + Sync>;

/// Starts nodes of a topology in this process.
///
/// Made by the functions that `topology!` generates, as `Shop::local()` and `Shop::edge()`, or by [`Topology::local`]
/// and [`Topology::node`].
#[must_use = "nothing runs until it is started"]
pub struct Hosting<T> {
    topology: Topology,
    node: Option<String>,
    tools: Tools,
    declared_as: Option<TypeId>,
    system: Option<Settings>,
    prepare: Option<Prepare>,
    #[cfg(feature = "remote")]
    transport: Option<Box<dyn Connects>>,
    running: fn(Running) -> T,
}

impl<T: Hosted> Hosting<T> {
    #[doc(hidden)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self {
            topology: T::definition(),
            node: T::NODE.map(str::to_owned),
            tools: Tools::default(),
            declared_as: Some(TypeId::of::<T::Whole>()),
            system: None,
            prepare: None,
            #[cfg(feature = "remote")]
            transport: None,
            running: T::running,
        }
    }
}

impl Hosting<Running> {
    pub(super) fn of(topology: Topology, node: Option<String>) -> Self {
        Self {
            topology,
            node,
            tools: Tools::default(),
            declared_as: None,
            system: None,
            prepare: None,
            #[cfg(feature = "remote")]
            transport: None,
            running: |running| running,
        }
    }

    /// Supplies the actors with a tool, by its type.
    pub fn tool<T: ?Sized + Send + Sync + 'static>(mut self, tool: Arc<T>) -> Self {
        self.tools.add(tool);
        self
    }
}

impl<T> Hosting<T> {
    /// Settings of the systems of the nodes, as their ask timeout and their shutdown timeout.
    pub fn system(
        mut self,
        settings: impl Fn(SystemBuilder) -> SystemBuilder + Send + Sync + 'static,
    ) -> Self {
        self.system = Some(Box::new(settings));
        self
    }

    /// Calls `prepare` with the system of each node before any actor starts, for instance to subscribe to its events.
    pub fn prepare(mut self, prepare: impl Fn(&ActorSystem) + Send + Sync + 'static) -> Self {
        self.prepare = Some(Box::new(prepare));
        self
    }

    /// How the nodes reach others: a [`MemoryNetwork`](crate::remote::MemoryNetwork), of which nodes that are hosted
    /// apart share one, or a function that makes the [`Transport`](crate::remote::Transport) of a node by its address.
    ///
    /// Without this, the nodes that are hosted together have a network of their own, and reach no others.
    #[cfg(feature = "remote")]
    pub fn transport(mut self, transport: impl Connects) -> Self {
        self.transport = Some(Box::new(transport));
        self
    }

    /// Starts the nodes, and their actors one after the other in the order of their declaration. An actor can be sent
    /// to, and its subscriptions hold, before the first of them starts. So an actor must not ask in its `PreStart` one
    /// that is declared after it: that one answers only when it has started.
    ///
    /// # Errors
    /// What could not be started, and why. What had been started is stopped again.
    ///
    /// # Cancel safety
    /// If the future is dropped, what had been started is stopped in the background.
    pub async fn start(self) -> Result<T, StartError> {
        let missing = self.missing_tools();
        if !missing.is_empty() {
            return Err(StartError::MissingTools { tools: missing });
        }
        let edges = self.crossing();
        if !edges.is_empty() && !self.has_transport() {
            return Err(StartError::NoTransport { edges });
        }
        let mut starting = Starting(Vec::new());
        let started = self.start_in(&mut starting).await;
        match started {
            Ok(running) => {
                starting.0.clear();
                Ok((self.running)(running))
            }
            Err(error) => {
                for system in starting.0.drain(..).rev() {
                    // Its outcome is of no use to who learns that it did not start.
                    let _ = system.stop().await;
                }
                Err(error)
            }
        }
    }

    fn has_transport(&self) -> bool {
        #[cfg(feature = "remote")]
        return self.transport.is_some();
        #[cfg(not(feature = "remote"))]
        false
    }

    fn is_hosted(&self, node: &str) -> bool {
        self.node.as_deref().is_none_or(|hosted| hosted == node)
    }

    /// In the order of their declaration.
    fn missing_tools(&self) -> Vec<String> {
        let definition = &self.topology.0;
        let actors = definition.model.actors.iter();
        let here = actors.filter(|actor| self.is_hosted(&actor.node));
        let used: HashSet<_> = here.flat_map(|actor| &actor.tools).collect();
        let tools = definition.model.tools.iter().zip(&definition.tools);
        tools
            .filter(|(tool, ty)| used.contains(&tool.key) && !self.tools.has(**ty))
            .map(|(tool, _)| tool.key.clone())
            .collect()
    }

    /// The edges that lead to a node elsewhere or come from one.
    fn crossing(&self) -> Vec<Crossing> {
        let model = &self.topology.0.model;
        let node_of = |key: &str| model.actor(key).map(|actor| actor.node.clone());
        let all = (model.edges.iter()).flat_map(|edge| {
            edge.to
                .iter()
                .map(move |to| (edge.from.clone(), to.clone()))
        });
        let between = all.filter_map(|(from, to)| {
            let nodes = (node_of(&from)?, node_of(&to)?);
            let hosted = (self.is_hosted(&nodes.0), self.is_hosted(&nodes.1));
            let crossing = Crossing { from, to, nodes };
            (hosted.0 != hosted.1).then_some(crossing)
        });
        between.collect()
    }

    async fn start_in(&self, starting: &mut Starting) -> Result<Running, StartError> {
        let definition = &self.topology.0;
        let model = &definition.model;
        if let Some(node) = &self.node
            && model.node(node).is_none()
        {
            return Err(StartError::UnknownNode { node: node.clone() });
        }
        let mut nodes = Vec::new();
        for node in model.nodes.iter().filter(|node| self.is_hosted(&node.key)) {
            let address = definition.address_of(&node.key);
            let mut builder = ActorSystem::builder(address);
            if let Some(settings) = &self.system {
                builder = settings(builder);
            }
            let system = builder.build().map_err(|source| StartError::SystemFailed {
                node: node.key.clone(),
                source,
            })?;
            starting.0.push(system.clone());
            nodes.push(Node {
                key: node.key.clone(),
                system,
            });
        }
        let kept = Kept::default();
        let mut reserved = self.reserve(definition, &nodes, &kept)?;
        let cells: HashMap<String, Arc<dyn AnyCell>> = reserved
            .iter()
            .map(|(key, _, actor)| (key.clone(), Arc::clone(&actor.cell)))
            .collect();
        let on_one_node = |wire: &Wire| {
            let node_of = |key: &str| model.actor(key).map(|actor| &actor.node);
            node_of(&wire.from.0) == node_of(&wire.to.0)
        };
        for wire in definition.wires.iter().filter(|wire| on_one_node(wire)) {
            if let (Some(from), Some(to)) = (cells.get(&wire.from.0), cells.get(&wire.to.0)) {
                wire.connect.connect(from, to);
            }
        }
        #[cfg(feature = "remote")]
        let ports = self.ports(definition, &nodes, &cells);
        let running = Running::new(Parts {
            topology: self.topology.clone(),
            declared_as: self.declared_as,
            nodes,
            #[cfg(feature = "remote")]
            ports,
            cells,
        });
        kept.set(&running);
        for node in running.nodes() {
            node.system.set_host(Host {
                running: running.downgrade(),
                tools: self.tools.clone(),
            });
        }
        if let Some(prepare) = &self.prepare {
            running
                .nodes()
                .iter()
                .for_each(|node| prepare(&node.system));
        }
        for (actor, node, reserved) in reserved.drain(..) {
            reserved
                .start()
                .await
                .map_err(|source| StartError::ActorFailed {
                    actor,
                    node,
                    source,
                })?;
        }
        for node in running.nodes() {
            let system = &node.system;
            system.publish(system.root(), 0, EventKind::SystemStarted);
        }
        Ok(running)
    }

    /// Opens the hosted nodes to others: their actors can be sent to from there, and events go there.
    #[cfg(feature = "remote")]
    fn ports(
        &self,
        definition: &Definition,
        nodes: &[Node],
        cells: &HashMap<String, Arc<dyn AnyCell>>,
    ) -> HashMap<String, Arc<Port>> {
        let model = &definition.model;
        if model.nodes.len() < 2 {
            return HashMap::new();
        }
        let alone = MemoryNetwork::new();
        let ports: HashMap<_, _> = nodes
            .iter()
            .map(|node| {
                let address = definition.address_of(&node.key);
                let transport = match &self.transport {
                    Some(transport) => transport.connect(address),
                    None => alone.connect(address),
                };
                (node.key.clone(), Port::new(&node.system, transport))
            })
            .collect();
        for node in nodes {
            let here = model.actors.iter().enumerate();
            let here = here.filter(|(_, actor)| actor.node == node.key);
            let inlets = here.filter_map(|(at, actor)| {
                let cell = Arc::clone(cells.get(&actor.key)?);
                let mut inlet = Inlet::new(cell, definition.actors[at].far.messages());
                for wire in definition
                    .wires
                    .iter()
                    .filter(|wire| wire.to.0 == actor.key)
                {
                    if let Some(across) = &wire.across {
                        inlet.events(across.tag(), across.inlet());
                    }
                }
                Some((definition.name_of(at).to_owned(), inlet))
            });
            ports[&node.key].open(inlets.collect());
        }
        let at = |key: &str| model.actors.iter().position(|actor| actor.key == key);
        for wire in &definition.wires {
            let (Some(from), Some(to), Some(across)) =
                (at(&wire.from.0), at(&wire.to.0), &wire.across)
            else {
                continue;
            };
            let (from, subscriber) = (&model.actors[from], &model.actors[to]);
            let (Some(port), Some(publisher)) = (ports.get(&from.node), cells.get(&from.key))
            else {
                continue;
            };
            if from.node == subscriber.node {
                continue;
            }
            if let Some(end) = definition.elsewhere(to, port) {
                let end = Across {
                    port: Arc::downgrade(port),
                    node: definition.address_of(&subscriber.node).into(),
                    name: definition.name_of(to).to_owned(),
                    subscriber: ActorRef::new(end),
                };
                across.out(publisher, end);
            }
        }
        ports
    }

    /// Takes the names of all actors that are there from the start.
    fn reserve(
        &self,
        definition: &Definition,
        nodes: &[Node],
        kept: &Kept,
    ) -> Result<Vec<(String, String, Reserved)>, StartError> {
        let model = &definition.model;
        let supervisors: Vec<Arc<Supervisor>> = model
            .groups
            .iter()
            .map(|group| {
                let strategy = match group.strategy {
                    DeclaredStrategy::OneForOne => Strategy::OneForOne,
                    DeclaredStrategy::OneForAll => Strategy::OneForAll,
                    DeclaredStrategy::RestForOne => Strategy::RestForOne,
                    DeclaredStrategy::Escalate => Strategy::Escalate,
                };
                let mut it = Group::new(strategy);
                if let Some(intensity) = group.intensity
                    && let (Some(max), Some(within)) =
                        (intensity.max.known(), intensity.within.known())
                {
                    it = it.intensity(max, within);
                }
                Supervisor::of_declared(group.key.as_str().into(), it)
            })
            .collect();
        let mut reserved = Vec::new();
        for (index, (actor, declared)) in model.actors.iter().zip(&definition.actors).enumerate() {
            let (Some(node), Made::Once(made)) = (
                nodes.iter().find(|node| node.key == actor.node),
                &declared.made,
            ) else {
                continue;
            };
            let place = model
                .groups
                .iter()
                .zip(&supervisors)
                .find_map(|(group, it)| {
                    let order = group
                        .children
                        .iter()
                        .position(|child| *child == actor.key)?;
                    Some(Member {
                        supervisor: Arc::clone(it),
                        order: order as u64,
                    })
                });
            let mut settings = declared.settings.clone();
            settings.member = place.clone();
            let name = definition.name_of(index);
            let it = made.reserve(&node.system, name, settings, kept.clone());
            let it = it.map_err(|source| StartError::ActorFailed {
                actor: actor.key.clone(),
                node: node.key.clone(),
                source,
            })?;
            if let Some(place) = place {
                place.supervisor.add(place.order, &it.cell);
            }
            reserved.push((actor.key.clone(), node.key.clone(), it));
        }
        Ok(reserved)
    }
}

impl<T> fmt::Debug for Hosting<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hosting")
            .field("topology", &self.topology)
            .field("node", &self.node)
            .field("tools", &self.tools)
            .finish_non_exhaustive()
    }
}

/// The systems of a start under way. Dropped before it is over, it ends them.
struct Starting(Vec<ActorSystem>);

impl Drop for Starting {
    fn drop(&mut self) {
        for system in self.0.drain(..).rev() {
            system.request_stop();
        }
    }
}

/// A [`Hosting`] of a topology whose actors use tools: it starts when it has been given them.
#[must_use = "nothing runs until it is given the tools, and started"]
pub struct NeedsTools<K, T>(Hosting<T>, PhantomData<fn(K)>);

impl<K, T: Hosted> NeedsTools<K, T> {
    #[doc(hidden)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self(Hosting::new(), PhantomData)
    }
}

impl<K: ToolSet, T> NeedsTools<K, T> {
    /// Supplies the actors with their tools.
    pub fn tools(self, tools: K) -> Hosting<T> {
        let mut hosting = self.0;
        tools.supply(&mut hosting.tools);
        hosting
    }

    /// As [`Hosting::system`].
    pub fn system(
        self,
        settings: impl Fn(SystemBuilder) -> SystemBuilder + Send + Sync + 'static,
    ) -> Self {
        Self(self.0.system(settings), PhantomData)
    }

    /// As [`Hosting::prepare`].
    pub fn prepare(self, prepare: impl Fn(&ActorSystem) + Send + Sync + 'static) -> Self {
        Self(self.0.prepare(prepare), PhantomData)
    }

    /// As [`Hosting::transport`].
    #[cfg(feature = "remote")]
    pub fn transport(self, transport: impl Connects) -> Self {
        Self(self.0.transport(transport), PhantomData)
    }
}

impl<K, T> fmt::Debug for NeedsTools<K, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NeedsTools")
    }
}

/// What a system knows of the topology it is part of.
pub(crate) struct Host {
    pub(super) running: Weak<Parts>,
    tools: Tools,
}

impl Host {
    pub(crate) fn tools(&self) -> &Tools {
        &self.tools
    }
}

/// Why a topology, or a node of it, did not start. Nothing of it runs.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum StartError {
    /// The topology has no such node.
    UnknownNode {
        /// The key that was given.
        node: String,
    },
    /// Tools that actors of the node use were not supplied: all of them.
    MissingTools {
        /// Their keys.
        tools: Vec<String>,
    },
    /// Edges lead to nodes elsewhere, or come from them, and nothing connects the nodes: all of them.
    NoTransport {
        /// The edges.
        edges: Vec<Crossing>,
    },
    /// The system of a node could not be made.
    SystemFailed {
        /// The key of the node.
        node: String,
        /// Why.
        source: SystemError,
    },
    /// An actor did not start.
    ActorFailed {
        /// The key of the actor.
        actor: String,
        /// The key of its node.
        node: String,
        /// Why.
        source: SpawnError,
    },
}

/// An edge between two nodes of which one is hosted.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Crossing {
    /// The key of the actor whose events they are.
    pub from: String,
    /// The key of the actor they go to.
    pub to: String,
    /// The keys of their nodes.
    pub nodes: (String, String),
}

impl fmt::Display for Crossing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, nodes } = self;
        write!(f, "`{from}` -> `{to}` (`{}` to `{}`)", nodes.0, nodes.1)
    }
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownNode { node } => write!(f, "the topology has no node `{node}`"),
            Self::MissingTools { tools } => {
                write!(
                    f,
                    "tools that actors use are not supplied: {}",
                    tools.join(", ")
                )
            }
            Self::NoTransport { edges } => {
                f.write_str("nothing connects the nodes of the edges ")?;
                for (n, edge) in edges.iter().enumerate() {
                    let comma = if n > 0 { ", " } else { "" };
                    write!(f, "{comma}{edge}")?;
                }
                Ok(())
            }
            Self::SystemFailed { node, .. } => write!(f, "node `{node}` could not be made"),
            Self::ActorFailed { actor, node, .. } => {
                write!(f, "actor `{actor}` on node `{node}` did not start")
            }
        }
    }
}

impl Error for StartError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::UnknownNode { .. } | Self::MissingTools { .. } | Self::NoTransport { .. } => None,
            Self::SystemFailed { source, .. } => Some(source),
            Self::ActorFailed { source, .. } => Some(source),
        }
    }
}
