//! A topology as data. What is written where is no part of it: see [`Place`](crate::Place).

use std::fmt;
use std::time::Duration;

use crate::finding::Lint;

/// A topology: who runs where, who is restarted with whom, and whose events go to whom.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Model {
    /// Its name, which is that of the generated type.
    pub name: String,
    /// The version of what its nodes say to each other.
    pub contract: Option<String>,
    /// In the order of declaration, as are all the others.
    pub nodes: Vec<Node>,
    /// What actors may use that is no actor.
    pub tools: Vec<Tool>,
    /// Who runs on the nodes.
    pub actors: Vec<Actor>,
    /// Who is restarted with whom.
    pub groups: Vec<Group>,
    /// Whose events go to whom.
    pub edges: Vec<Edge>,
}

/// A process, or a part of one, that owns actors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its name in the topology.
    pub key: String,
    /// Its name to other nodes. `None`: a constant whose value is not in sight.
    pub address: Option<String>,
    /// Whether it owns no actor on purpose.
    pub client: bool,
    /// The lints accepted for it.
    pub allowed: Vec<Lint>,
}

/// Something that actors use and that each host supplies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tool {
    /// Its name in the topology.
    pub key: String,
    /// Its type, by which actors ask for it.
    pub type_name: String,
    /// The lints accepted for it.
    pub allowed: Vec<Lint>,
}

/// An actor, or with parameters a kind of actors that are spawned on demand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// Its name in the topology.
    pub key: String,
    /// Its type, as written.
    pub type_name: String,
    /// The key of its node.
    pub node: String,
    /// The names of the parameters that tell its instances apart.
    pub params: Vec<String>,
    /// Its name on the node.
    pub id: Id,
    /// What is done about its failures. `None`: what its type says.
    pub policy: Option<Policy>,
    /// The keys of the tools it uses.
    pub tools: Vec<String>,
    /// How it is seen from outside of the topology.
    pub gateway: Option<Gateway>,
    /// The lints accepted for it.
    pub allowed: Vec<Lint>,
}

/// The name of an actor on its node.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Id {
    /// The same as its key.
    #[default]
    Key,
    /// As written.
    Literal(String),
    /// A constant whose value is not in sight.
    Const,
    /// Made from the parameters.
    Computed {
        /// Whether any parameter occurs in it.
        mentions_params: bool,
    },
}

/// What is exposed to consumers outside of the topology.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Gateway {
    /// The kind of scope. `None`: the actor's key.
    pub scope: Option<String>,
}

/// What is done about an actor's failures, as far as it can contradict itself or a group.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Policy {
    /// The directive.
    pub kind: PolicyKind,
    /// How many restarts are allowed.
    pub max: Setting<u32>,
    /// The window in which they are counted.
    pub within: Setting<Duration>,
    /// The first wait.
    pub backoff: Setting<Duration>,
    /// The longest wait.
    pub cap: Setting<Duration>,
    /// By how much of itself a wait is shortened at most, in percent.
    pub jitter: Setting<u32>,
}

/// What a failure leads to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum PolicyKind {
    #[default]
    Restart,
    Resume,
    Stop,
    Escalate,
    Suspend,
}

/// A value that may be left out, or may not be in sight.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Setting<T> {
    /// Left out: the default.
    #[default]
    Default,
    /// Given.
    Known(T),
    /// Given by an expression whose value is not in sight.
    Unknown,
}

/// Actors of one node that are restarted together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Its name in the topology.
    pub key: String,
    /// The key of its node.
    pub node: String,
    /// Whom the failure of one of them concerns.
    pub strategy: Strategy,
    /// The keys of its actors: in the order in which they are started, and restarted.
    pub children: Vec<String>,
    /// How often the group may be restarted as one.
    pub intensity: Option<Intensity>,
    /// The lints accepted for it.
    pub allowed: Vec<Lint>,
}

/// How often a group may be restarted as one, whoever fails.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Intensity {
    /// How many restarts are allowed.
    pub max: Setting<u32>,
    /// The window in which they are counted.
    pub within: Setting<Duration>,
}

/// Whom the failure of one actor of a group concerns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Strategy {
    /// That actor alone.
    #[default]
    OneForOne,
    /// All of the group.
    OneForAll,
    /// That actor, and those listed after it.
    RestForOne,
    /// All of the group, which is stopped.
    Escalate,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::OneForOne,
        Self::OneForAll,
        Self::RestForOne,
        Self::Escalate,
    ];

    /// As it is written.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::OneForOne => "one_for_one",
            Self::OneForAll => "one_for_all",
            Self::RestForOne => "rest_for_one",
            Self::Escalate => "escalate",
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Events of one actor that go to others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// The key of the publisher.
    pub from: String,
    /// The keys of the subscribers.
    pub to: Vec<String>,
    /// The types of the events, as written. Empty: all that the publisher announces.
    pub events: Vec<String>,
}

impl Model {
    /// A topology without anything in it.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// The node of this key. Of several, the first.
    #[must_use]
    pub fn node(&self, key: &str) -> Option<&Node> {
        self.nodes.iter().find(|node| node.key == key)
    }

    /// The actor of this key. Of several, the first.
    #[must_use]
    pub fn actor(&self, key: &str) -> Option<&Actor> {
        self.actors.iter().find(|actor| actor.key == key)
    }

    /// The group an actor belongs to. Of several, the first.
    #[must_use]
    pub fn group_of(&self, actor: &str) -> Option<&Group> {
        self.groups
            .iter()
            .find(|group| group.children.iter().any(|child| child == actor))
    }
}

impl Node {
    /// A node at an address.
    #[must_use]
    pub fn new(key: impl Into<String>, address: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            address: Some(address.into()),
            client: false,
            allowed: Vec::new(),
        }
    }
}

impl Tool {
    /// A tool.
    #[must_use]
    pub fn new(key: impl Into<String>, type_name: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            type_name: type_name.into(),
            allowed: Vec::new(),
        }
    }
}

impl Actor {
    /// An actor of a type, on a node, about which nothing else is said.
    #[must_use]
    pub fn new(
        key: impl Into<String>,
        type_name: impl Into<String>,
        node: impl Into<String>,
    ) -> Self {
        Self {
            key: key.into(),
            type_name: type_name.into(),
            node: node.into(),
            params: Vec::new(),
            id: Id::Key,
            policy: None,
            tools: Vec::new(),
            gateway: None,
            allowed: Vec::new(),
        }
    }

    /// Whether it stands for instances that are spawned on demand.
    #[must_use]
    pub fn is_parameterised(&self) -> bool {
        !self.params.is_empty()
    }

    /// Its name on the node, if that is in sight.
    #[must_use]
    pub fn known_id(&self) -> Option<&str> {
        match &self.id {
            Id::Key => Some(&self.key),
            Id::Literal(id) => Some(id),
            Id::Const | Id::Computed { .. } => None,
        }
    }
}

impl Policy {
    /// A policy about whose bounds nothing is said.
    #[must_use]
    pub fn new(kind: PolicyKind) -> Self {
        Self {
            kind,
            ..Self::default()
        }
    }
}

impl PolicyKind {
    /// As it is written.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Restart => "restart",
            Self::Resume => "resume",
            Self::Stop => "stop",
            Self::Escalate => "escalate",
            Self::Suspend => "suspend",
        }
    }
}

impl<T: Copy> Setting<T> {
    /// Its value, or `default` if it is left out; `None` if it is not in sight.
    pub fn or(self, default: T) -> Option<T> {
        match self {
            Self::Default => Some(default),
            Self::Known(value) => Some(value),
            Self::Unknown => None,
        }
    }

    /// Its value, if it is given and in sight.
    pub fn known(self) -> Option<T> {
        match self {
            Self::Known(value) => Some(value),
            _ => None,
        }
    }

    /// Whether it is given.
    pub fn is_given(self) -> bool {
        !matches!(self, Self::Default)
    }
}

impl Group {
    /// A group.
    #[must_use]
    pub fn new(
        key: impl Into<String>,
        node: impl Into<String>,
        strategy: Strategy,
        children: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        Self {
            key: key.into(),
            node: node.into(),
            strategy,
            children: children.into_iter().map(Into::into).collect(),
            intensity: None,
            allowed: Vec::new(),
        }
    }
}

impl Edge {
    /// All events of one actor, to others.
    #[must_use]
    pub fn new(
        from: impl Into<String>,
        to: impl IntoIterator<Item = impl Into<String>>,
        events: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        Self {
            from: from.into(),
            to: to.into_iter().map(Into::into).collect(),
            events: events.into_iter().map(Into::into).collect(),
        }
    }
}
