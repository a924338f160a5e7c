//! What `#[actor]` on an `impl` block says.

use super::attributes::Attributes;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote};
use syn::{Attribute, Generics, Ident, Path, ReturnType, Signature, Type, Visibility};

/// `#[actor(options)] impl<generics> Till { … }`
pub(crate) struct Block {
    pub(crate) head: Head,
    pub(crate) options: Options,
    pub(crate) items: Vec<Item>,
    pub(crate) handlers: Vec<Handler>,
    pub(crate) hooks: Vec<Hook>,
    /// Methods with an attribute of ours and a signature that is none.
    pub(crate) unreadable: Vec<TokenStream>,
}

/// Everything in front of the braces, and the braces.
pub(crate) struct Head {
    /// As written, attributes included.
    pub(crate) written: TokenStream,
    /// Where the braces are.
    pub(crate) braces: Span,
    /// `#[cfg]`s below the attribute: what is generated exists only where the block does.
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) generics: Generics,
    /// `path::Till<T>`
    pub(crate) actor: Type,
    /// The same, as a path.
    pub(crate) path: Path,
}

/// The options of the attribute.
#[derive(Default)]
pub(crate) struct Options {
    /// `crate = path`
    pub(crate) krate: Option<TokenStream>,
    /// `msg(derive(Debug, Clone))`
    pub(crate) derives: Vec<Path>,
    /// `remote`
    pub(crate) remote: bool,
}

/// An item of the block, to be given back.
pub(crate) enum Item {
    /// Not ours: as written, but for misplaced attributes of ours.
    Other(TokenStream),
    /// A handler or a hook.
    Method {
        attributes: TokenStream,
        /// The name of the handler whose documentation has moved to the handle.
        documented: Option<Ident>,
        /// Whether it is given anything but references.
        owning: bool,
        code: TokenStream,
    },
}

/// A method with `#[handler]`.
pub(crate) struct Handler {
    pub(crate) method: Method,
    /// `in(…)`: the behaviors it is accepted in, if not in all.
    pub(crate) accepted: Vec<Ident>,
    /// `stash_in(…)`: the behaviors it waits in.
    pub(crate) stashed: Vec<Ident>,
    /// The word of `reply = plain`.
    pub(crate) style: Option<(Ident, Style)>,
    pub(crate) returns: Returns,
}

/// A method with `#[on(…)]`.
pub(crate) struct Hook {
    pub(crate) method: Method,
    /// What it handles, as written.
    pub(crate) on: Type,
    pub(crate) kind: HookKind,
}

/// What both have.
pub(crate) struct Method {
    pub(crate) attributes: Attributes,
    pub(crate) vis: Visibility,
    pub(crate) signature: Signature,
    /// Without the receiver.
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) verdict: Verdict,
}

/// How much can be generated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// All of it.
    Sound,
    /// What others use, so that only the mistake itself is an error.
    Broken,
    /// Nothing: its name means something else.
    Dropped,
}

/// `pat: ty`
pub(crate) struct Parameter {
    /// Its name, or one made up for a pattern that has none.
    pub(crate) name: Ident,
    /// The pattern, if it has no name.
    pub(crate) unnamed: Option<TokenStream>,
    /// `#[cfg]`s in front of it.
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) ty: Type,
    pub(crate) role: Role,
}

pub(crate) enum Role {
    /// A part of the message.
    Part,
    /// `&mut Context<Self>`
    Context,
    /// `ReplyTo<T, E>`: the answer is delegated.
    Reply {
        value: Box<Type>,
        error: Option<Box<Type>>,
    },
}

/// `reply = …`
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// A `Result` is a reply like any other.
    Plain,
    /// It is a `Result`, whatever it is called.
    Flat,
}

/// What a handler replies with.
pub(crate) enum Returns {
    /// `T`
    Plain(Type),
    /// `Result<T, E>`
    Result { ok: Type, error: Type },
    /// `io::Result<T>`, or another alias: its parts are known to the type checker only.
    Alias(Type),
    /// `Result<T, Fault>`
    Fault(Type),
    /// `Result<Result<T, E>, Fault>`
    FaultResult { ok: Type, error: Type },
}

/// What a hook handles.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum HookKind {
    Signal(Signal),
    /// A domain event.
    Event,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signal {
    PreStart,
    PostStart,
    PostStop,
    Terminated,
    Panic,
}

impl Signal {
    pub(crate) const ALL: [Self; 5] = [
        Self::PreStart,
        Self::PostStart,
        Self::PostStop,
        Self::Terminated,
        Self::Panic,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::PreStart => "PreStart",
            Self::PostStart => "PostStart",
            Self::PostStop => "PostStop",
            Self::Terminated => "Terminated",
            Self::Panic => "PanicSignal",
        }
    }

    /// The field of `Hooks` that says that it is handled.
    pub(crate) fn field(self) -> &'static str {
        match self {
            Self::PreStart => "pre_start",
            Self::PostStart => "post_start",
            Self::PostStop => "post_stop",
            Self::Terminated => "terminated",
            Self::Panic => "panic_signal",
        }
    }

    /// Whether it carries a value of its own name.
    pub(crate) fn carries_a_value(self) -> bool {
        matches!(self, Self::Terminated | Self::Panic)
    }
}

impl Method {
    pub(crate) fn name(&self) -> &Ident {
        &self.signature.ident
    }

    /// The return type, unless it is left out.
    pub(crate) fn output(&self) -> Option<&Type> {
        match &self.signature.output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => Some(ty),
        }
    }

    /// The parameters that are parts of the message.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Parameter> {
        self.parameters
            .iter()
            .filter(|parameter| matches!(parameter.role, Role::Part))
    }

    /// The parameter that the answer is delegated with.
    pub(crate) fn delegate(&self) -> Option<&Parameter> {
        self.parameters
            .iter()
            .find(|parameter| matches!(parameter.role, Role::Reply { .. }))
    }

    pub(crate) fn spoil(&mut self) {
        self.verdict = self.verdict.max(Verdict::Broken);
    }
}

impl Item {
    pub(crate) fn tokens(&self, link: impl FnOnce(&Ident) -> TokenStream) -> TokenStream {
        match self {
            Self::Other(tokens) => tokens.clone(),
            Self::Method {
                attributes,
                documented,
                owning,
                code,
            } => {
                // What these ask for is now there.
                let moved = documented
                    .as_ref()
                    .map(|_| quote!(clippy::missing_errors_doc, clippy::missing_panics_doc,));
                let link = documented.as_ref().map(link);
                // A message is owned by whoever handles it, used up or not.
                let owning = owning.then(|| {
                    quote!(
                        clippy::large_types_passed_by_value,
                        clippy::needless_pass_by_value,
                    )
                });
                // Nobody handles messages in a constant, and what is borrowed is not for the method to say.
                let given = quote!(
                    clippy::missing_const_for_fn,
                    clippy::needless_pass_by_ref_mut
                );
                quote!(#link #[allow(#moved #owning #given)] #attributes #code)
            }
        }
    }
}

impl Head {
    /// The name of the actor.
    pub(crate) fn name(&self) -> &Ident {
        let last = self.path.segments.last();
        &last.expect("a path has a segment").ident
    }

    /// The actor as tokens.
    pub(crate) fn actor(&self) -> TokenStream {
        self.actor.to_token_stream()
    }
}
