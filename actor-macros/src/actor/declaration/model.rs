//! What `#[actor]` on a struct or an enum says.

use crate::actor::duration::Duration;
use proc_macro2::TokenStream;
use syn::{Attribute, Expr, Generics, Ident, Type, Visibility};

/// `#[actor(options)] vis struct Name<generics> …`
pub(crate) struct Declaration {
    /// `#[cfg]`s below the attribute: what is generated exists only where the type does.
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) name: Ident,
    pub(crate) generics: Generics,
    pub(crate) options: Options,
}

/// The options of the attribute.
#[derive(Default)]
pub(crate) struct Options {
    /// `crate = path`
    pub(crate) krate: Option<TokenStream>,
    pub(crate) mailbox: Option<Mailbox>,
    pub(crate) supervision: Option<Directive>,
    /// `on_error(ParseError = resume)`, in order: the first match wins.
    pub(crate) rules: Vec<Rule>,
    pub(crate) passivation: Option<Passivation>,
    pub(crate) stash: Option<Expr>,
    pub(crate) resume_after_panic: bool,
    pub(crate) emits: Vec<Type>,
    /// The word in front of the list of behaviors.
    pub(crate) behaviors_word: Option<Ident>,
    /// The first is the initial one.
    pub(crate) behaviors: Vec<Behavior>,
}

/// `mailbox = …`
pub(crate) enum Mailbox {
    Unbounded,
    Bounded {
        capacity: Expr,
        /// The variant of `Overflow`.
        overflow: Option<Ident>,
    },
}

/// What is done about a failure.
pub(crate) struct Directive {
    /// The word it was written with.
    pub(crate) word: Ident,
    pub(crate) kind: DirectiveKind,
}

pub(crate) enum DirectiveKind {
    Resume,
    Restart(Vec<Setting>),
    Stop,
    Escalate,
    Suspend,
}

/// One setting of `restart(…)`, named like the method that sets it.
pub(crate) struct Setting {
    pub(crate) name: Ident,
    pub(crate) value: SettingValue,
}

pub(crate) enum SettingValue {
    Number(Expr),
    Duration(Duration),
    /// The variant of `Exhausted`.
    Exhausted(Ident),
}

/// `ParseError = resume`
pub(crate) struct Rule {
    pub(crate) error: Type,
    pub(crate) directive: Directive,
}

/// `passivate(…)`
pub(crate) enum Passivation {
    After(Duration),
    Messages(Expr),
    Never,
}

/// One of `behaviors(…)`.
pub(crate) struct Behavior {
    pub(crate) docs: Vec<Attribute>,
    pub(crate) name: Ident,
}
