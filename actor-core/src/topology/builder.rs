//! Topologies made at run time. What is wrong with one is said all at once, by the rules that `topology!` checks.

use std::any::{TypeId, type_name};
use std::error::Error;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use actor_topology::{
    Actor as Declaration, Edge, Finding, Gateway, Group as DeclaredGroup, Id, Intensity, Model,
    Node, Place, Policy as DeclaredPolicy, PolicyKind, Rule, Setting, Severity,
    Strategy as DeclaredStrategy, Tool, check,
};

use crate::actor::{Actor, Emits, Subscriber};
use crate::options::{Mailbox, Passivation};
use crate::spawn::Settings;
use crate::supervision::{self, Directive, Group, Policy, Strategy};

use super::across::{Crosses, EdgesAcross, EmitsAllAcross};
#[cfg(feature = "remote")]
use super::across::{EventsAcross, Far, OfAll, OfNode, Remote};
use super::definition::{
    Declared, Definition, Events, Init, Instances, Made, OfType, Topology, Wire,
};
use super::tools::{Edges, EmitsAllTo};

/// What is wrong with a topology: all of it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct TopologyError {
    /// In the order of the declarations they are about.
    pub findings: Vec<Finding>,
}

impl fmt::Display for TopologyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, finding) in self.findings.iter().enumerate() {
            if n > 0 {
                f.write_str("\n")?;
            }
            finding.fmt(f)?;
        }
        Ok(())
    }
}

impl Error for TopologyError {}

/// Makes a topology, by [`Topology::builder`].
#[must_use = "a builder makes a topology only by `build`"]
pub struct TopologyBuilder {
    model: Model,
    tools: Vec<TypeId>,
    actors: Vec<Declared>,
    wires: Vec<Wire>,
}

impl TopologyBuilder {
    pub(super) fn new(name: &str) -> Self {
        Self {
            model: Model::new(name),
            tools: Vec::new(),
            actors: Vec::new(),
            wires: Vec::new(),
        }
    }

    /// The version of what its nodes say to each other.
    pub fn contract(mut self, version: &str) -> Self {
        self.model.contract = Some(version.to_owned());
        self
    }

    /// A node that owns actors. `address` is the name of its system, the first segment of the paths in it.
    pub fn node(mut self, key: &str, address: &str) -> Self {
        self.model.nodes.push(Node::new(key, address));
        self
    }

    /// A node that owns no actor, on purpose.
    pub fn client_node(mut self, key: &str, address: &str) -> Self {
        let mut node = Node::new(key, address);
        node.client = true;
        self.model.nodes.push(node);
        self
    }

    /// A tool that the hosts supply.
    pub fn tool<T: ?Sized + Send + Sync + 'static>(mut self, key: &str) -> Self {
        self.model.tools.push(Tool::new(key, type_name::<T>()));
        self.tools.push(TypeId::of::<T>());
        self
    }

    /// An actor on a node. `init` makes its value, at the start and for each incarnation.
    pub fn actor<A: Actor>(
        mut self,
        key: &str,
        node: &str,
        init: impl Fn() -> A + Send + Sync + 'static,
        options: impl FnOnce(ActorBuilder<A>) -> ActorBuilder<A>,
    ) -> Self {
        let made = Made::Once(Box::new(Init(Arc::new(init))));
        let (model, declared) = ActorBuilder::build(key, node, made, options);
        self.model.actors.push(model);
        self.actors.push(declared);
        self
    }

    /// Actors of a node that are spawned on demand, told apart by parameters: `id` makes the name of one.
    pub fn instances<A: Actor, P: Clone + Send + Sync + 'static>(
        mut self,
        key: &str,
        node: &str,
        id: impl Fn(&P) -> String + Send + Sync + 'static,
        init: impl Fn(&P) -> A + Send + Sync + 'static,
        options: impl FnOnce(ActorBuilder<A>) -> ActorBuilder<A>,
    ) -> Self {
        let made = Made::Each(Box::new(Instances::<A, P> {
            id: Box::new(id),
            init: Arc::new(init),
        }));
        let (mut model, declared) = ActorBuilder::build(key, node, made, options);
        model.params = vec![String::from("…")];
        model.id = Id::Computed {
            mentions_params: true,
        };
        self.model.actors.push(model);
        self.actors.push(declared);
        self
    }

    /// Actors of one node that a supervisor treats as a group, in the order of `children`.
    pub fn group(
        mut self,
        key: &str,
        node: &str,
        group: impl Into<Group>,
        children: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        let group = group.into();
        let strategy = match group.strategy {
            Strategy::OneForOne => DeclaredStrategy::OneForOne,
            Strategy::OneForAll => DeclaredStrategy::OneForAll,
            Strategy::RestForOne => DeclaredStrategy::RestForOne,
            Strategy::Escalate => DeclaredStrategy::Escalate,
        };
        let mut declared = DeclaredGroup::new(key, node, strategy, children);
        declared.intensity = group.intensity.map(|(max, within)| Intensity {
            max: Setting::Known(max),
            within: Setting::Known(within),
        });
        self.model.groups.push(declared);
        self
    }

    /// Has `to` get the events of type `E` that `from` emits, from the first on and over restarts of either. Both are on
    /// the same node; see [`subscribe_across`](Self::subscribe_across).
    pub fn subscribe<A: Actor + Emits<E>, B: Subscriber<E>, E: Clone + Send + 'static>(
        mut self,
        from: &str,
        to: &str,
    ) -> Self {
        self.wire(from, to, Events::<A, B, E>(PhantomData));
        self
    }

    /// As [`subscribe`](Self::subscribe), between actors that may be on different nodes. The events then cross as bytes,
    /// and what is emitted while the nodes cannot reach each other is lost.
    pub fn subscribe_across<A: Actor + Emits<E>, B: Subscriber<E>, E: Clone + Crosses>(
        mut self,
        from: &str,
        to: &str,
    ) -> Self {
        self.wire_across::<A, B, E>(from, to);
        self
    }

    /// The same for all events that `from` declares.
    pub fn subscribe_all_across<A: Actor + EmitsAllAcross<B>, B: Actor>(
        mut self,
        from: &str,
        to: &str,
    ) -> Self {
        A::edges(&mut Between {
            builder: &mut self,
            from,
            to,
        });
        self
    }

    /// The same for all events that `from` declares.
    pub fn subscribe_all<A: Actor + EmitsAllTo<B>, B: Actor>(
        mut self,
        from: &str,
        to: &str,
    ) -> Self {
        A::edges(&mut Between {
            builder: &mut self,
            from,
            to,
        });
        self
    }

    fn wire<A, B, E>(&mut self, from: &str, to: &str, events: Events<A, B, E>) -> &mut Wire
    where
        A: Actor + Emits<E>,
        B: Subscriber<E>,
        E: Clone + Send + 'static,
    {
        self.edge(from, to, type_name::<E>());
        self.wires.push(Wire {
            from: (from.to_owned(), OfType::of::<A>()),
            to: (to.to_owned(), OfType::of::<B>()),
            event: type_name::<E>(),
            connect: Box::new(events),
            #[cfg(feature = "remote")]
            across: None,
        });
        let last = self.wires.len() - 1;
        &mut self.wires[last]
    }

    fn wire_across<A, B, E>(&mut self, from: &str, to: &str)
    where
        A: Actor + Emits<E>,
        B: Subscriber<E>,
        E: Clone + Crosses,
    {
        let wire = self.wire(from, to, Events::<A, B, E>(PhantomData));
        #[cfg(feature = "remote")]
        {
            wire.across = Some(Box::new(EventsAcross::<A, B, E>(PhantomData)));
        }
        #[cfg(not(feature = "remote"))]
        let _ = wire;
    }

    /// Several calls about the same two actors are one edge, of several events.
    fn edge(&mut self, from: &str, to: &str, event: &str) {
        let same = |edge: &&mut Edge| edge.from == from && edge.to == [to];
        match self.model.edges.iter_mut().find(same) {
            Some(edge) => edge.events.push(event.to_owned()),
            None => self.model.edges.push(Edge::new(from, [to], [event])),
        }
    }

    /// All that there is to say about it: what is wrong, and what `topology!` would warn of.
    #[must_use]
    pub fn findings(&self) -> Vec<Finding> {
        let mut findings = check(&self.model);
        for wire in &self.wires {
            let at = |edge: &Edge| edge.from == wire.from.0 && edge.to[0] == wire.to.0;
            if let Some(edge) = self.model.edges.iter().position(at) {
                self.end_type(&wire.from, Place::EdgeFrom(edge), &mut findings);
                self.end_type(&wire.to, Place::EdgeTo(edge, 0), &mut findings);
                let of_edge = |place: Place| match place {
                    Place::EdgeFrom(at) | Place::EdgeTo(at, _) | Place::EdgeEvent(at, _) => {
                        at == edge
                    }
                    _ => false,
                };
                // Which nodes it is between is known if its ends are.
                if !findings.iter().any(|finding| of_edge(finding.place)) {
                    findings.extend(self.crossing(wire, edge));
                }
            }
        }
        for (at, (actor, declared)) in self.model.actors.iter().zip(&self.actors).enumerate() {
            let policy = declared.settings.supervision.as_ref();
            let resumes = policy.is_some_and(Policy::resumes_panics);
            if resumes && !declared.ty.resumes_after_panic {
                let ty = declared.ty.name;
                findings.push(Finding {
                    rule: Rule::ResumeAfterPanic,
                    place: Place::ActorPolicy(at),
                    message: format!(
                        "actor `{}` would be resumed after a panic, which may leave a `{ty}` half-changed",
                        actor.key
                    ),
                    help: format!(
                        "add a rule for `Panic`, or write `#[actor(resume_after_panic)]` where `{ty}` is defined"
                    ),
                    also: Vec::new(),
                });
            }
        }
        findings
    }

    /// Whether the events of an edge between two nodes can cross.
    fn crossing(&self, wire: &Wire, edge: usize) -> Option<Finding> {
        let node_of = |key: &str| Some(&self.model.actor(key)?.node);
        let (from, to) = (node_of(&wire.from.0)?, node_of(&wire.to.0)?);
        #[cfg(feature = "remote")]
        let crosses = wire.across.is_some();
        #[cfg(not(feature = "remote"))]
        let crosses = false;
        if from == to {
            return None;
        }
        if crosses {
            return self.same_name(wire, edge);
        }
        Some(Finding {
            rule: Rule::EventCannotCross,
            place: Place::EdgeEvent(edge, 0),
            message: format!(
                "events `{}` go from node `{from}` to node `{to}`, and cannot cross",
                wire.event
            ),
            help: String::from(
                "say `subscribe_across`, for which the events are serde's `Serialize` and `Deserialize`",
            ),
            also: Vec::new(),
        })
    }

    /// Whether frames tell the events of an edge from others that the same actor gets from another node.
    #[cfg_attr(not(feature = "remote"), expect(clippy::unused_self))]
    fn same_name(&self, wire: &Wire, edge: usize) -> Option<Finding> {
        #[cfg(feature = "remote")]
        {
            let tag = |wire: &Wire| wire.across.as_ref().map(|across| across.tag());
            let same = self.wires.iter().find(|other| {
                other.to.0 == wire.to.0 && other.event != wire.event && tag(other) == tag(wire)
            })?;
            Some(Finding {
                rule: Rule::EventCannotCross,
                place: Place::EdgeEvent(edge, 0),
                message: format!(
                    "events `{}` and `{}` have the same name, by which nodes tell them apart",
                    wire.event, same.event
                ),
                help: String::from("give one of the types another name"),
                also: Vec::new(),
            })
        }
        #[cfg(not(feature = "remote"))]
        {
            let _ = (wire, edge);
            None
        }
    }

    /// Whether an end of an edge is of the type that the call names.
    fn end_type(&self, (key, named): &(String, OfType), place: Place, findings: &mut Vec<Finding>) {
        let declared = self.model.actors.iter().zip(&self.actors);
        let Some((_, declared)) = declared.into_iter().find(|(actor, _)| actor.key == *key) else {
            return;
        };
        let ty = &declared.ty;
        if ty.id == named.id || findings.iter().any(|it| it.place == place) {
            return;
        }
        findings.push(Finding {
            rule: Rule::EndType,
            place,
            message: format!("actor `{key}` is no `{}`", named.name),
            help: format!("write its type, `{}`", ty.name),
            also: Vec::new(),
        });
    }

    /// Checks it.
    ///
    /// # Errors
    /// All that is wrong with it, if anything is. What `topology!` would warn of is no error.
    pub fn build(self) -> Result<Topology, TopologyError> {
        let mut findings = self.findings();
        findings.retain(|finding| finding.severity() == Severity::Error);
        if !findings.is_empty() {
            return Err(TopologyError { findings });
        }
        Ok(Topology(Arc::new(Definition {
            model: self.model,
            tools: self.tools,
            actors: self.actors,
            wires: self.wires,
        })))
    }
}

/// Two actors between which there are edges to be.
struct Between<'a> {
    builder: &'a mut TopologyBuilder,
    from: &'a str,
    to: &'a str,
}

impl<A: Actor, B: Actor> Edges<A, B> for Between<'_> {
    fn edge<E: Clone + Send + 'static>(&mut self)
    where
        A: Emits<E>,
        B: Subscriber<E>,
    {
        let events = Events::<A, B, E>(PhantomData);
        self.builder.wire(self.from, self.to, events);
    }
}

impl<A: Actor, B: Actor> EdgesAcross<A, B> for Between<'_> {
    fn edge<E: Clone + Crosses>(&mut self)
    where
        A: Emits<E>,
        B: Subscriber<E>,
    {
        self.builder.wire_across::<A, B, E>(self.from, self.to);
    }
}

impl fmt::Debug for TopologyBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TopologyBuilder").field(&self.model).finish()
    }
}

/// The topology of a macro, which has been checked while it was compiled.
#[doc(hidden)]
#[allow(clippy::missing_panics_doc)]
pub fn declared(built: Result<Topology, TopologyError>) -> Topology {
    match built {
        Ok(topology) => topology,
        Err(error) => panic!("{error}"),
    }
}

/// What is said about one actor of a topology.
#[derive(Debug)]
#[must_use]
pub struct ActorBuilder<A> {
    model: Declaration,
    mailbox: Option<Mailbox>,
    supervision: Option<Policy>,
    passivation: Option<Passivation>,
    #[cfg(feature = "remote")]
    far: fn() -> Box<dyn Far>,
    actor: PhantomData<fn(A)>,
}

impl<A: Actor> ActorBuilder<A> {
    fn build(
        key: &str,
        node: &str,
        made: Made,
        options: impl FnOnce(ActorBuilder<A>) -> ActorBuilder<A>,
    ) -> (Declaration, Declared) {
        let said = options(Self {
            model: Declaration::new(key, A::TYPE_NAME, node),
            mailbox: None,
            supervision: None,
            passivation: None,
            #[cfg(feature = "remote")]
            far: || Box::new(OfNode::<A>(PhantomData)),
            actor: PhantomData,
        });
        let settings = Settings {
            mailbox: said.mailbox,
            supervision: said.supervision,
            passivation: said.passivation,
            member: None,
        };
        let declared = Declared {
            ty: OfType::of::<A>(),
            made,
            settings,
            #[cfg(feature = "remote")]
            far: (said.far)(),
        };
        (said.model, declared)
    }

    /// Has it be sent to from other nodes as well.
    #[cfg(feature = "remote")]
    pub fn remote(mut self) -> Self
    where
        A: Remote,
    {
        self.far = || Box::new(OfAll::<A>(PhantomData));
        self
    }

    /// Its name in the node's system. Default: its key.
    pub fn id(mut self, id: &str) -> Self {
        self.model.id = Id::Literal(id.to_owned());
        self
    }

    /// The mailbox. Default: what the actor's type declares.
    pub fn mailbox(mut self, mailbox: Mailbox) -> Self {
        self.mailbox = Some(mailbox);
        self
    }

    /// What is done about its failures, in place of all that the actor's type declares about that, its rules for errors
    /// of certain types included. Where nothing else is said, a restart builds it anew.
    pub fn supervision(mut self, policy: impl Into<Policy>) -> Self {
        let policy = policy.into();
        self.model.policy = Some(described(&policy));
        self.supervision = Some(policy);
        self
    }

    /// The directive and bounds of `policy`, with the rules that the actor's type declares.
    #[doc(hidden)]
    pub fn __directive(self, policy: Policy) -> Self {
        let rules = A::OPTIONS.supervision.clone().unwrap_or_default();
        self.supervision(policy.with_rules_of(&rules))
    }

    /// These rules, with the directive and the bounds that the actor's type declares.
    #[doc(hidden)]
    pub fn __rules(mut self, rules: &'static [supervision::Rule]) -> Self {
        let declared = A::OPTIONS.supervision.clone().unwrap_or_default();
        let rules = Policy::__declared(declared.directive(), rules);
        self.supervision = Some(declared.with_rules_of(&rules));
        self
    }

    /// When it ends by itself. Default: what the actor's type declares.
    pub fn passivation(mut self, passivation: Passivation) -> Self {
        self.passivation = Some(passivation);
        self
    }

    /// The tools it uses, by their keys.
    pub fn tools(mut self, tools: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.model.tools = tools.into_iter().map(Into::into).collect();
        self
    }

    /// Exposes it to consumers outside of the topology, as a scope of this kind.
    pub fn gateway(mut self, scope: &str) -> Self {
        self.model.gateway = Some(Gateway {
            scope: Some(scope.to_owned()),
        });
        self
    }
}

/// A policy as the rules see it.
fn described(policy: &Policy) -> DeclaredPolicy {
    let directive = policy.directive();
    let kind = match directive {
        Directive::Restart(_) => PolicyKind::Restart,
        Directive::Resume => PolicyKind::Resume,
        Directive::Stop => PolicyKind::Stop,
        Directive::Escalate => PolicyKind::Escalate,
        Directive::Suspend => PolicyKind::Suspend,
    };
    let mut described = DeclaredPolicy::new(kind);
    if let Directive::Restart(restart) = directive {
        described.max = Setting::Known(restart.max);
        described.within = Setting::Known(restart.within);
        described.backoff = Setting::Known(restart.backoff);
        described.cap = restart.cap.map_or(Setting::Default, Setting::Known);
        described.jitter = Setting::Known(u32::from(restart.jitter));
    }
    described
}
