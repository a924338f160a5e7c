//! What `#[actor]` on an `impl` block adds to it.

mod call;
mod checks;
mod dispatch;
mod events;
mod handle;
mod message;
mod request;

use super::check::{can_be_sent, meant};
use super::model::{Block, Handler, Hook, HookKind, Method, Parameter, Returns, Role, Verdict};
use super::types;
use crate::actor::names;
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::{GenericArgument, Path, PathArguments, Type};

/// The block, and next to it
///
/// ```text
/// const _: () = {
///     pub enum TillMsg { … }                the messages
///     impl TillMsg { … }                    a constructor for each
///     impl TillHandle { … }                 a method for each
///     impl Actor for Till { … }             what is done with each
/// };
/// ```
///
/// The enum is public because `Actor` is, and out of reach because a block of code is: `TillMsg`, as visible as the
/// actor, is an alias next to the definition of the actor.
pub(crate) fn expand(block: &Block) -> TokenStream {
    let scope = Scope::new(block);
    let user = user(block, &scope);
    let checks = checks::expand(&scope);
    let message = message::expand(&scope);
    let handle = handle::expand(&scope);
    let events = events::expand(&scope);
    let dispatch = dispatch::expand(&scope);
    let unreadable = unreadable(block, &scope);
    let cfgs = &block.head.cfgs;
    quote! {
        #user

        #(#cfgs)*
        const _: () = {
            #checks
            #message
            #handle
            #events
            #dispatch
        };

        #unreadable
    }
}

/// The block as written, but for our attributes:
///
/// ```text
/// /// Adds up.  #[handler]  fn add(…) { … }
/// ↓
/// /// The handler of [`TillHandle::add`].  fn add(…) { … }
/// ```
fn user(block: &Block, scope: &Scope<'_>) -> TokenStream {
    let items = block.items.iter().map(|item| {
        item.tokens(|handler| {
            let docs = format!("The handler of {}.", scope.link(handler));
            quote!(#[doc = #docs])
        })
    });
    let mut braces = Group::new(proc_macro2::Delimiter::Brace, items.collect());
    braces.set_span(block.head.braces);
    let written = &block.head.written;
    quote!(#written #braces)
}

/// Handlers that cannot be read, in a block of their own.
///
/// rustc has reported what is wrong with them and will again, and then skip to the end of the block they are in: not at
/// the cost of the other handlers.
fn unreadable(block: &Block, scope: &Scope<'_>) -> Option<TokenStream> {
    let Scope {
        actor,
        impl_generics,
        where_clause,
        ..
    } = scope;
    let unreadable = &block.unreadable;
    (!unreadable.is_empty())
        .then(|| quote!(impl #impl_generics #actor #where_clause { #(#unreadable)* }))
}

/// What the parts of the expansion have in common.
struct Scope<'a> {
    block: &'a Block,
    /// `::actor_core`
    krate: TokenStream,
    /// `::actor_core::__private`
    private: TokenStream,
    /// `Till<T>`
    actor: TokenStream,
    /// `TillMsg`
    msg: Ident,
    /// `path::TillHandle<T>`
    handle: Path,
    /// `<T: Clone>`, `<T>`, and `where …` of the block.
    impl_generics: TokenStream,
    type_generics: TokenStream,
    where_clause: TokenStream,
}

impl<'a> Scope<'a> {
    fn new(block: &'a Block) -> Self {
        let krate = names::krate(block.options.krate.as_ref());
        let head = &block.head;
        let (impl_generics, type_generics, where_clause) = head.generics.split_for_impl();
        // `Self` in a bound is the actor, and these bounds go onto other types as well.
        let without_self = |tokens: TokenStream| types::without_self(tokens, &head.actor);
        Self {
            block,
            private: quote!(#krate::__private),
            krate,
            actor: head.actor(),
            msg: names::msg(head.name()),
            handle: owned(renamed(&head.path, names::handle)),
            impl_generics: without_self(impl_generics.to_token_stream()),
            type_generics: type_generics.to_token_stream(),
            where_clause: without_self(where_clause.to_token_stream()),
        }
    }

    /// The handlers that get a message.
    fn sound_handlers(&self) -> impl Iterator<Item = &'a Handler> {
        self.block
            .handlers
            .iter()
            .filter(|handler| handler.method.verdict == Verdict::Sound)
    }

    /// The hooks on events.
    fn events(&self) -> impl Iterator<Item = &'a Hook> {
        self.block
            .hooks
            .iter()
            .filter(|hook| hook.kind == HookKind::Event && hook.method.verdict != Verdict::Dropped)
    }

    fn sound_events(&self) -> impl Iterator<Item = &'a Hook> {
        self.events()
            .filter(|hook| hook.method.verdict == Verdict::Sound)
    }

    /// A type of the user's, outside of the block it was written in.
    fn ty(&self, ty: impl ToTokens) -> TokenStream {
        types::without_self(ty.to_token_stream(), &self.block.head.actor)
    }

    /// A link to the method of the handle, for documentation.
    fn link(&self, handler: &Ident) -> String {
        let path: Vec<_> = self
            .handle
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        format!("[`{}::{}`]", path.join("::"), handler.unraw())
    }
}

/// `path::Till<T>` → `path::TillHandle<T>`
fn renamed(path: &Path, rename: impl FnOnce(&Ident) -> Ident) -> Path {
    let mut path = path.clone();
    if let Some(last) = path.segments.last_mut() {
        last.ident = rename(&last.ident);
    }
    path
}

/// `TillHandle<'static, T>` → `TillHandle<T>`: a handle has no lifetimes, and its actor has been refused for them.
fn owned(mut path: Path) -> Path {
    if let Some(last) = path.segments.last_mut()
        && let PathArguments::AngleBracketed(angles) = &mut last.arguments
    {
        angles.args = std::mem::take(&mut angles.args)
            .into_iter()
            .filter(|argument| !matches!(argument, GenericArgument::Lifetime(_)))
            .collect();
        if angles.args.is_empty() {
            last.arguments = PathArguments::None;
        }
    }
    path
}

/// The value and the error that a handler replies with.
struct Reply {
    value: TokenStream,
    /// Left out if the handler cannot fail.
    error: Option<TokenStream>,
}

impl Reply {
    fn of(handler: &Handler, scope: &Scope<'_>) -> Self {
        let wrap = |ty: &Type| scope.ty(ty);
        if let Some(Parameter {
            role: Role::Reply { value, error },
            ..
        }) = handler.method.delegate()
        {
            return Self {
                value: wrap(value),
                error: error.as_deref().map(wrap),
            };
        }
        match &handler.returns {
            Returns::Plain(value) | Returns::Fault(value) => Self {
                value: wrap(value),
                error: None,
            },
            Returns::Result { ok, error } | Returns::FaultResult { ok, error } => Self {
                value: wrap(ok),
                error: Some(wrap(error)),
            },
            Returns::Alias(ty) => {
                let span = first_span(ty);
                let (private, ty) = (names::at(&scope.private, span), wrap(ty));
                Self {
                    value: quote_spanned!(span=> #private::OkOf<#ty>),
                    error: Some(quote_spanned!(span=> #private::ErrOf<#ty>)),
                }
            }
        }
    }

    /// The reply of a handler whose signature is wrong: what it most likely means.
    fn guess(handler: &Handler, scope: &Scope<'_>) -> Self {
        let method = &handler.method;
        if method.delegate().is_some() || method.output().is_none_or(can_be_sent) {
            return Self::of(handler, scope);
        }
        let value = method.output().and_then(meant);
        Self {
            value: value.map_or_else(|| quote!(()), |value| scope.ty(value)),
            error: None,
        }
    }

    /// `T, E`
    fn arguments(&self) -> TokenStream {
        let Self { value, error } = self;
        match error {
            Some(error) => quote!(#value, #error),
            None => quote!(#value),
        }
    }
}

/// The names and types of the parts of a message.
fn parts<'a>(method: &'a Method, scope: &Scope<'_>) -> (Vec<&'a Ident>, Vec<TokenStream>) {
    method
        .parts()
        .map(|part| (&part.name, scope.ty(&part.ty)))
        .unzip()
}

/// The field that holds the reply: ours, or the handler's own argument.
fn reply_field(method: &Method) -> Ident {
    match method.delegate() {
        Some(parameter) => parameter.name.clone(),
        None => names::local("__reply"),
    }
}

/// Where `tokens` start.
fn first_span(tokens: impl ToTokens) -> Span {
    tokens
        .to_token_stream()
        .into_iter()
        .next()
        .map_or_else(Span::call_site, |token: TokenTree| token.span())
}
