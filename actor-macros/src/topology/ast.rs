//! The declarations of a topology, as written.

use crate::settings::directive::Directive;
use crate::settings::duration::Duration;
use crate::settings::mailbox::Mailbox;
use crate::settings::passivation::Passivation;
use crate::settings::rules::Rule;
use actor_topology::{Lint, Strategy};
use proc_macro2::{Group as Tokens, TokenStream};
use syn::{Attribute, Expr, Ident, LitStr, Path, Type, Visibility};

/// All that could be read.
#[derive(Default)]
pub(crate) struct Topology {
    /// `/// docs`, `pub Shop;`. `None` if that could not be read.
    pub(crate) head: Option<Head>,
    /// `crate = path;`
    pub(crate) krate: Option<TokenStream>,
    /// `contract "1.4.0";`
    pub(crate) contract: Option<LitStr>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) tools: Vec<Tool>,
    pub(crate) actors: Vec<Actor>,
    pub(crate) groups: Vec<Group>,
    pub(crate) edges: Vec<Edge>,
    /// What could not be read.
    pub(crate) broken: Broken,
}

/// What is missing from a [`Topology`], so that it is not said to be missing.
#[derive(Default)]
pub(crate) struct Broken {
    /// Whether anything is.
    pub(crate) any: bool,
    /// The names of declarations of which more could not be read.
    pub(crate) names: Vec<Ident>,
}

pub(crate) struct Head {
    pub(crate) docs: TokenStream,
    pub(crate) vis: Visibility,
    pub(crate) name: Ident,
}

/// What stands above a declaration.
#[derive(Default)]
pub(crate) struct Attributes {
    pub(crate) docs: TokenStream,
    pub(crate) cfgs: Vec<Attribute>,
    /// `#[allow(unused_node)]`
    pub(crate) allowed: Vec<Lint>,
}

/// `client node browser = "browser";`
pub(crate) struct Node {
    pub(crate) attributes: Attributes,
    pub(crate) client: bool,
    pub(crate) key: Ident,
    pub(crate) address: Text,
}

/// A text, or the constant that is one.
pub(crate) enum Text {
    Literal(LitStr),
    Constant(Path),
}

/// `tool route_plan: dyn RoutePlan;`
pub(crate) struct Tool {
    pub(crate) attributes: Attributes,
    pub(crate) key: Ident,
    pub(crate) ty: Type,
}

/// `actor session(user: UserId): Session on edge { … }`
pub(crate) struct Actor {
    pub(crate) attributes: Attributes,
    pub(crate) key: Ident,
    pub(crate) params: Vec<Param>,
    pub(crate) ty: Type,
    pub(crate) node: Ident,
    pub(crate) properties: Properties,
}

/// `user: UserId`
pub(crate) struct Param {
    pub(crate) name: Ident,
    pub(crate) ty: Type,
}

/// What is inside of the braces of an actor.
#[derive(Default)]
pub(crate) struct Properties {
    pub(crate) id: Option<Expr>,
    pub(crate) init: Option<Expr>,
    pub(crate) supervision: Option<Directive>,
    /// `on_error(ParseError = resume)`
    pub(crate) rules: Option<Vec<Rule>>,
    pub(crate) mailbox: Option<Mailbox>,
    pub(crate) passivation: Option<Passivation>,
    pub(crate) tools: Vec<Ident>,
    pub(crate) gateway: Option<Gateway>,
    /// The names of those that could not be read.
    pub(crate) broken: Vec<Ident>,
}

/// `gateway;` or `gateway = "scope";`
pub(crate) struct Gateway {
    pub(crate) word: Ident,
    pub(crate) scope: Option<LitStr>,
}

/// `supervisor books on core = rest_for_one [ledger, audit];`
pub(crate) struct Group {
    pub(crate) attributes: Attributes,
    pub(crate) key: Ident,
    pub(crate) node: Ident,
    pub(crate) strategy: Strategy,
    /// The word for it, unless it is left out.
    pub(crate) strategy_word: Option<Ident>,
    pub(crate) intensity: Option<Intensity>,
    /// `[ledger, audit]`
    pub(crate) list: Tokens,
    pub(crate) children: Vec<Ident>,
}

/// `intensity(max = 3, within = 60s)`
pub(crate) struct Intensity {
    pub(crate) max: Expr,
    pub(crate) within: Duration,
}

/// `subscribe ledger -> [audit, gate] on [Posted];`
pub(crate) struct Edge {
    pub(crate) attributes: Attributes,
    pub(crate) from: Ident,
    /// The list, if it is one.
    pub(crate) list: Option<Tokens>,
    pub(crate) to: Vec<Ident>,
    pub(crate) events: Vec<Type>,
}
