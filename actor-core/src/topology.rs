//! What `topology!` expands to: the signatures, with enough behind them to check and to draw a topology.
//!
//! Nothing runs yet: [`Running`] is a type without values, so that whatever needs one type-checks and cannot be called.

use std::convert::Infallible;
use std::marker::PhantomData;
use std::sync::Arc;

use actor_topology::{
    Actor as Declaration, Edge, Finding, Gateway, Group as DeclaredGroup, Id, Intensity, Model,
    Node, Setting, Severity, Strategy as DeclaredStrategy, Tool, check,
};

use crate::actor::{Actor, Emits, Subscriber};
use crate::error::{ShutdownError, SpawnError};
use crate::options::{Mailbox, Passivation};
use crate::supervision::Policy;
use crate::system::ActorSystem;

pub use crate::supervision::{Group, Strategy};
pub use actor_topology::Diagram;

/// What of a topology runs in this process.
#[derive(Debug, Clone)]
pub struct Running(Infallible);

impl Running {
    pub fn of<T: Hosted>(_: &ActorSystem) -> Option<Self> {
        None
    }

    pub fn actor<A: Actor>(&self, _: &str) -> A::Handle {
        match self.0 {}
    }

    pub async fn instance<A: Actor, P: Clone + Send + Sync + 'static>(
        &self,
        _: &str,
        _: P,
    ) -> Result<A::Handle, SpawnError> {
        match self.0 {}
    }

    pub fn system(&self) -> &ActorSystem {
        match self.0 {}
    }

    pub fn system_of(&self, _: &str) -> Option<&ActorSystem> {
        match self.0 {}
    }

    pub async fn stop(&self) -> Result<(), ShutdownError> {
        match self.0 {}
    }
}

/// The types generated for a topology and for its nodes.
pub trait Hosted: Sized {
    /// The node, or `None` for all of them.
    const NODE: Option<&'static str>;
    fn definition() -> Topology;
    fn running(running: Running) -> Self;
}

/// Hosts the actors of `T`.
#[must_use = "nothing runs until it is started"]
pub struct Hosting<T>(PhantomData<T>);

impl<T: Hosted> Hosting<T> {
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self(PhantomData)
    }
}

/// The same, once it has been given the tools `K`.
#[must_use = "nothing runs until it is given the tools, and started"]
pub struct NeedsTools<K, T>(PhantomData<(K, T)>);

impl<K: ToolSet, T: Hosted> NeedsTools<K, T> {
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self(PhantomData)
    }
}

/// The struct generated for the tools of a topology.
pub trait ToolSet {
    fn supply(self, tools: &mut Tools);
}

/// What a host supplies to its actors.
#[derive(Debug, Default)]
pub struct Tools(());

impl Tools {
    pub fn add<T: ?Sized + Send + Sync + 'static>(&mut self, _: &'static str, _: Arc<T>) {}
}

/// An actor that uses the tool `T`, by `#[actor(tools(T))]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not use the tool `{T}`",
    label = "not among the tools that `{Self}` uses",
    note = "say so where the actor is defined: `#[actor(tools({T}))]`"
)]
pub trait Uses<T: ?Sized> {}

/// A list of tools that has `T`.
#[diagnostic::on_unimplemented(
    message = "the actor uses the tool `{T}`, but is not given it",
    label = "uses `{T}`",
    note = "declare the tool in the topology, and list its name in the braces of the actor: `tools = [name];`"
)]
pub trait Has<T: ?Sized> {}

/// An actor whose tools are all in the list `L`.
pub trait ToolsFrom<L> {}

/// An actor all of whose events `S` takes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` emits no events",
    label = "emits nothing that could be subscribed to",
    note = "declare them where the actor is defined: `#[actor(emits(…))]`"
)]
pub trait EmitsAllTo<S>: Sized {
    fn edges(builder: TopologyBuilder, from: &str, to: &str) -> TopologyBuilder;
}

pub const fn require_tools<A: ToolsFrom<L>, L>() {}

/// A topology, as declared.
#[derive(Debug, Clone)]
pub struct Topology(Model);

impl Topology {
    pub fn builder(name: &str) -> TopologyBuilder {
        TopologyBuilder(Model::new(name))
    }

    pub fn diagram(&self) -> Diagram {
        Diagram::of(&self.0)
    }
}

/// What is wrong with a topology.
#[derive(Debug)]
pub struct TopologyError {
    pub findings: Vec<Finding>,
}

/// The topology of a macro, which has been checked.
#[allow(clippy::missing_panics_doc)]
pub fn declared(built: Result<Topology, TopologyError>) -> Topology {
    match built {
        Ok(topology) => topology,
        Err(error) => panic!("{:#?}", error.findings),
    }
}

/// Builds a topology.
#[derive(Debug)]
pub struct TopologyBuilder(Model);

#[allow(clippy::missing_errors_doc)]
impl TopologyBuilder {
    pub fn contract(mut self, version: &str) -> Self {
        self.0.contract = Some(version.to_owned());
        self
    }

    pub fn node(mut self, key: &str, address: &str) -> Self {
        self.0.nodes.push(Node::new(key, address));
        self
    }

    pub fn client_node(mut self, key: &str, address: &str) -> Self {
        let mut node = Node::new(key, address);
        node.client = true;
        self.0.nodes.push(node);
        self
    }

    pub fn tool<T: ?Sized + Send + Sync + 'static>(mut self, key: &str) -> Self {
        self.0.tools.push(Tool::new(key));
        self
    }

    pub fn actor<A: Actor>(
        mut self,
        key: &str,
        node: &str,
        _: impl Fn() -> A + Send + Sync + 'static,
        options: impl FnOnce(ActorBuilder<A>) -> ActorBuilder<A>,
    ) -> Self {
        self.0.actors.push(ActorBuilder::build(key, node, options));
        self
    }

    pub fn instances<A: Actor, P: Clone + Send + Sync + 'static>(
        mut self,
        key: &str,
        node: &str,
        _: impl Fn(&P) -> String + Send + Sync + 'static,
        _: impl Fn(&P) -> A + Send + Sync + 'static,
        options: impl FnOnce(ActorBuilder<A>) -> ActorBuilder<A>,
    ) -> Self {
        let mut actor = ActorBuilder::build(key, node, options);
        actor.params = vec![String::from("…")];
        actor.id = Id::Computed {
            mentions_params: true,
        };
        self.0.actors.push(actor);
        self
    }

    pub fn group(
        mut self,
        key: &str,
        node: &str,
        group: Group,
        children: impl IntoIterator<Item = &'static str>,
    ) -> Self {
        let mut declared = DeclaredGroup::new(key, node, group.strategy.into(), children);
        declared.intensity = group.intensity.map(|(max, within)| Intensity {
            max: Setting::Known(max),
            within: Setting::Known(within),
        });
        self.0.groups.push(declared);
        self
    }

    pub fn subscribe<A: Emits<E>, B: Subscriber<E>, E>(self, from: &str, to: &str) -> Self {
        self.edge(from, to, [std::any::type_name::<E>()])
    }

    pub fn subscribe_all<A: EmitsAllTo<B>, B: Actor>(self, from: &str, to: &str) -> Self {
        A::edges(self, from, to)
    }

    /// Two calls about the same two actors are one edge, of several events.
    fn edge<const N: usize>(mut self, from: &str, to: &str, events: [&str; N]) -> Self {
        let same = |edge: &&mut Edge| edge.from == from && edge.to == [to];
        match self.0.edges.iter_mut().find(same) {
            Some(edge) => edge.events.extend(events.map(str::to_owned)),
            None => self.0.edges.push(Edge::new(from, [to], events)),
        }
        self
    }

    pub fn build(self) -> Result<Topology, TopologyError> {
        let findings = check(&self.0);
        if findings
            .iter()
            .any(|finding| finding.severity() == Severity::Error)
        {
            return Err(TopologyError { findings });
        }
        Ok(Topology(self.0))
    }
}

/// What is said about an actor.
#[derive(Debug)]
pub struct ActorBuilder<A>(Declaration, PhantomData<A>);

impl<A: Actor> ActorBuilder<A> {
    fn build(
        key: &str,
        node: &str,
        options: impl FnOnce(ActorBuilder<A>) -> ActorBuilder<A>,
    ) -> Declaration {
        let name = A::TYPE_NAME;
        options(Self(Declaration::new(key, name, node), PhantomData)).0
    }

    pub fn id(mut self, id: &str) -> Self {
        self.0.id = Id::Literal(id.to_owned());
        self
    }

    pub fn mailbox(self, _: Mailbox) -> Self {
        self
    }

    pub fn supervision(self, _: Policy) -> Self {
        self
    }

    pub fn passivation(self, _: Passivation) -> Self {
        self
    }

    pub fn tools(mut self, tools: impl IntoIterator<Item = &'static str>) -> Self {
        self.0.tools = tools.into_iter().map(str::to_owned).collect();
        self
    }

    pub fn gateway(mut self, scope: &str) -> Self {
        self.0.gateway = Some(Gateway {
            scope: Some(scope.to_owned()),
        });
        self
    }
}

impl From<Strategy> for DeclaredStrategy {
    fn from(strategy: Strategy) -> Self {
        match strategy {
            Strategy::OneForOne => Self::OneForOne,
            Strategy::OneForAll => Self::OneForAll,
            Strategy::RestForOne => Self::RestForOne,
            Strategy::Escalate => Self::Escalate,
        }
    }
}
