//! What the parts of the expansion have in common.

use crate::actor::block::model::{Block, Handler, Hook, HookKind, Method, Verdict};
use crate::actor::block::types;
use crate::names;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt as _;
use syn::{GenericArgument, GenericParam, Path, PathArguments, ReceiverKind};

/// The block, and the names and parameters that everything generated for it uses.
pub(super) struct Scope<'a> {
    pub(super) block: &'a Block,
    /// `::actor_core`
    pub(super) krate: TokenStream,
    /// `::actor_core::__private`
    pub(super) private: TokenStream,
    /// `Till<T>`
    pub(super) actor: TokenStream,
    /// `TillMsg`
    pub(super) msg: Ident,
    /// `path::TillHandle<T>`
    pub(super) handle: Path,
    /// `<T: Clone>`, `<T>`, and `where …` of the block.
    pub(super) impl_generics: TokenStream,
    pub(super) type_generics: TokenStream,
    pub(super) where_clause: TokenStream,
}

impl<'a> Scope<'a> {
    pub(super) fn new(block: &'a Block) -> Self {
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
    pub(super) fn sound_handlers(&self) -> impl Iterator<Item = &'a Handler> {
        self.block
            .handlers
            .iter()
            .filter(|handler| handler.method.verdict == Verdict::Sound)
    }

    /// The hooks on events.
    pub(super) fn events(&self) -> impl Iterator<Item = &'a Hook> {
        self.block
            .hooks
            .iter()
            .filter(|hook| hook.kind == HookKind::Event && hook.method.verdict != Verdict::Dropped)
    }

    pub(super) fn sound_events(&self) -> impl Iterator<Item = &'a Hook> {
        self.events()
            .filter(|hook| hook.method.verdict == Verdict::Sound)
    }

    /// A type of the user's, outside of the block it was written in.
    pub(super) fn ty(&self, ty: impl ToTokens) -> TokenStream {
        types::without_self(ty.to_token_stream(), &self.block.head.actor)
    }

    /// A type that is none if a check has failed, so that rustc says nothing more about what it is part of.
    pub(super) fn checked(&self, ty: impl ToTokens) -> TokenStream {
        let ty = self.ty(ty);
        if self.is_open(&ty) {
            return ty;
        }
        quote!(__Checked<#ty>)
    }

    /// A type that is none if a part of a message is not `Send`.
    pub(super) fn sendable(ty: impl ToTokens) -> TokenStream {
        quote!(__Sendable<#ty>)
    }

    /// Whether a type depends on a parameter of the actor. A constant cannot, so it cannot be checked in one.
    pub(super) fn is_open(&self, ty: &TokenStream) -> bool {
        let parameters = &self.block.head.generics.params;
        let names: Vec<_> = parameters
            .iter()
            .filter_map(|parameter| match parameter {
                GenericParam::Type(parameter) => Some(&parameter.ident),
                GenericParam::Const(parameter) => Some(&parameter.ident),
                GenericParam::Lifetime(_) => None,
            })
            .collect();
        mentions(ty, &names)
    }

    /// Whether a future of the actor holds a reference to it that it shares, of which it can be checked what that takes.
    pub(super) fn shares(&self, method: &Method) -> bool {
        let shared = method
            .signature
            .receiver()
            .is_some_and(|receiver| matches!(&receiver.kind, ReceiverKind::Reference(_, _, None)));
        shared && method.signature.asyncness.is_some() && !self.is_open(&self.actor)
    }

    /// A link to the method of the handle, for documentation.
    pub(super) fn link(&self, handler: &Ident) -> String {
        let path: Vec<_> = self
            .handle
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        format!("[`{}::{}`]", path.join("::"), handler.unraw())
    }
}

fn mentions(tokens: &TokenStream, names: &[&Ident]) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => names.contains(&&ident),
        TokenTree::Group(group) => mentions(&group.stream(), names),
        _ => false,
    })
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
