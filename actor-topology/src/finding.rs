//! What is found to be wrong, and where.

use std::fmt;

/// One mistake, or one thing that is likely to be one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What it breaks.
    pub rule: Rule,
    /// The word that is wrong.
    pub place: Place,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub help: String,
    /// Other words that have to do with it, and what to say about each.
    pub also: Vec<(Place, String)>,
}

impl Finding {
    /// Whether the topology is refused.
    #[must_use]
    pub fn severity(&self) -> Severity {
        match self.rule.lint() {
            Some(lint) => Severity::Lint(lint),
            None => Severity::Error,
        }
    }
}

/// "a message (V9)", "help: what to do" on a line of its own.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            rule,
            message,
            help,
            ..
        } = self;
        write!(f, "{message} ({})\nhelp: {help}", rule.code())
    }
}

/// What a finding leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The topology is refused.
    Error,
    /// The topology works, but may not be what was meant. Where it is, the lint can be accepted by its name.
    Lint(Lint),
}

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident $code:literal $($lint:ident)?,)*) => {
        /// What a topology can break.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[$doc])* $name,)*
        }

        impl Rule {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The code it is listed by in the book. Several forms of one rule share it.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$name => $code,)*
                }
            }

            /// The lint, if what breaks it is not refused.
            #[must_use]
            pub const fn lint(self) -> Option<Lint> {
                match self {
                    $($(Self::$name => Some(Lint::$lint),)?)*
                    _ => None,
                }
            }
        }
    };
}

rules! {
    /// No two declarations have the same name.
    DuplicateKey "N31",
    /// No declaration has the name of a function that every topology has.
    ReservedKey "N31",
    /// The types generated for two nodes differ.
    DuplicateNodeType "N31",
    /// There is a node.
    NoNode "N32",
    /// Nodes that are said to be clients own no actor.
    ActorOnClient "N32",
    /// Nodes without actors are said to be clients.
    UnusedNode "N26" UnusedNode,
    /// An address is a valid name of a system.
    AddressSyntax "V6",
    /// No two nodes have the same address.
    SharedAddress "N2",
    /// No address among several is private to its process.
    PrivateAddress "N3",
    /// An actor's tools are declared.
    UnknownTool "V2",
    /// An actor lists no tool twice.
    RepeatedTool "N24",
    /// No two tools have the same type.
    SharedToolType "N24",
    /// A tool is used.
    UnusedTool "N24" UnusedTool,
    /// An actor's node is declared.
    UnknownActorNode "V1",
    /// An id is not empty.
    EmptyId "V3",
    /// `guardian` is not the id of an actor.
    GuardianId "V4",
    /// An id is a valid name of an actor, of one segment.
    IdSyntax "V5",
    /// An id is none of the runtime's.
    ReservedId "N4",
    /// No two actors of a node have the same id.
    SharedId "N1",
    /// The ids of instances depend on their parameters.
    IdIgnoresParams "N25",
    /// Bounds of restarts are given only where there are restarts.
    IdleBounds "N9",
    /// Windows are longer than nothing.
    ZeroWithin "N29",
    /// The longest wait is not shorter than the first.
    CapBelowBackoff "V26",
    /// A share is at most all of it.
    JitterAboveAll "V26",
    /// Who resumes after a panic has said that it can. Found by the builder alone: for `topology!` it is rustc that knows
    /// the actor's type.
    ResumeAfterPanic "N33",
    /// An actor that keeps failing uses up its restarts.
    UnreachableBound "N12",
    /// A restart that never takes place is written as `stop`.
    ZeroRestarts "N11" ZeroRestarts,
    /// No actor has bounds that its group overrules.
    OverruledBounds "N10",
    /// Who escalates has somebody to escalate to.
    EscalateToNobody "N27" EscalateToNobody,
    /// A group's node is declared.
    UnknownGroupNode "V7",
    /// The children of a group are declared.
    UnknownChild "V8",
    /// The children of a group are actors, and not groups.
    NestedGroup "V8",
    /// The children of a group run where the group does.
    ChildElsewhere "V9",
    /// A group that is restarted as one has no children that are spawned on demand.
    ParameterisedChild "V21",
    /// Nor has any other, unless it is said to be meant.
    SkippedChild "V21" ParameterisedChild,
    /// A group has children other than those spawned on demand.
    OnlyParameterisedChildren "N28" OnlyParameterisedChildren,
    /// A group lists no child twice.
    RepeatedChild "N5",
    /// An actor is in one group at most. Also known as V27.
    TwoGroups "N6",
    /// A group has children.
    NoChildren "N7",
    /// A group that is restarted as one has several.
    SingleChild "N13" SingleChildGroup,
    /// Both ends of an edge are actors. Also known as V22.
    UnknownEnd "V11",
    /// The ends of an edge are of the types that are named with them. Found by the builder alone, which knows them;
    /// `topology!` names none.
    EndType "V11",
    /// Events between two nodes can cross. Found by the builder alone: for `topology!` it is rustc that knows their type.
    EventCannotCross "N20",
    /// Neither end of an edge is spawned on demand.
    ParameterisedEnd "V23",
    /// The ends of an edge differ.
    SelfEdge "N15",
    /// Between two actors there is one edge each way.
    RepeatedEdge "N16",
    /// An edge leads somewhere, and there once.
    NoSubscriber "N17",
    /// An edge lists no subscriber twice.
    RepeatedSubscriber "N17",
    /// An edge lists no event twice.
    RepeatedEvent "N17",
    /// No two actors are exposed under the same scope.
    SharedScope "N21",
    /// Instances are exposed under a scope that is named.
    DefaultScope "N23",
}

/// The rules whose break may be meant, by the names with which they are accepted: `#[allow(unused_node)]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum Lint {
    UnusedNode,
    UnusedTool,
    ZeroRestarts,
    EscalateToNobody,
    ParameterisedChild,
    OnlyParameterisedChildren,
    SingleChildGroup,
}

impl Lint {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::UnusedNode,
        Self::UnusedTool,
        Self::ZeroRestarts,
        Self::EscalateToNobody,
        Self::ParameterisedChild,
        Self::OnlyParameterisedChildren,
        Self::SingleChildGroup,
    ];

    /// The name it is accepted by.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::UnusedNode => "unused_node",
            Self::UnusedTool => "unused_tool",
            Self::ZeroRestarts => "zero_restarts",
            Self::EscalateToNobody => "escalate_to_nobody",
            Self::ParameterisedChild => "parameterised_child",
            Self::OnlyParameterisedChildren => "only_parameterised_children",
            Self::SingleChildGroup => "single_child_group",
        }
    }

    /// The lint of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lint| lint.name() == name)
    }
}

/// A word of a declaration, by the positions of what it belongs to in the [`Model`](crate::Model).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// The name of the topology.
    Topology,
    /// The key of a node.
    Node(usize),
    /// Its address.
    NodeAddress(usize),
    /// The key of a tool.
    Tool(usize),
    /// The key of an actor.
    Actor(usize),
    /// The node it is placed on.
    ActorNode(usize),
    /// Its id, or its key if that is its id.
    ActorId(usize),
    /// The word for what is done about its failures.
    ActorPolicy(usize),
    /// The value of `max` in it.
    PolicyMax(usize),
    /// The value of `within` in it.
    PolicyWithin(usize),
    /// The value of `backoff` in it.
    PolicyBackoff(usize),
    /// The value of `cap` in it.
    PolicyCap(usize),
    /// The value of `jitter` in it.
    PolicyJitter(usize),
    /// One of the tools it lists.
    ActorTool(usize, usize),
    /// The scope it is exposed under, or the word that exposes it.
    Gateway(usize),
    /// The key of a group.
    Group(usize),
    /// The node it is placed on.
    GroupNode(usize),
    /// Its strategy.
    GroupStrategy(usize),
    /// The value of `within` in its intensity.
    GroupWithin(usize),
    /// The list of its children.
    GroupChildren(usize),
    /// One of its children.
    GroupChild(usize, usize),
    /// The publisher of an edge.
    EdgeFrom(usize),
    /// The list of its subscribers.
    EdgeTargets(usize),
    /// One of its subscribers.
    EdgeTo(usize, usize),
    /// One of its events.
    EdgeEvent(usize, usize),
}

/// What is found so far.
pub(crate) type Findings = Vec<Finding>;

/// Adds a finding, and gives it back for more to be said.
pub(crate) fn report(
    findings: &mut Findings,
    rule: Rule,
    place: Place,
    message: impl Into<String>,
    help: impl Into<String>,
) -> &mut Finding {
    findings.push(Finding {
        rule,
        place,
        message: message.into(),
        help: help.into(),
        also: Vec::new(),
    });
    findings.last_mut().expect("it has just been added")
}

impl Finding {
    /// Another word that has to do with it.
    pub(crate) fn also(&mut self, place: Place, text: impl Into<String>) -> &mut Self {
        self.also.push((place, text.into()));
        self
    }
}
