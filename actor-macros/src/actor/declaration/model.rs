//! What `#[actor]` on a struct or an enum says.

use crate::settings::directive::Directive;
use crate::settings::mailbox::Mailbox;
use crate::settings::passivation::Passivation;
use crate::settings::rules::Rule;
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
    /// What it uses that is no actor.
    pub(crate) tools: Vec<Type>,
    /// The word in front of the list of behaviors.
    pub(crate) behaviors_word: Option<Ident>,
    /// The first is the initial one.
    pub(crate) behaviors: Vec<Behavior>,
}

/// One of `behaviors(…)`.
pub(crate) struct Behavior {
    pub(crate) docs: Vec<Attribute>,
    pub(crate) name: Ident,
}
