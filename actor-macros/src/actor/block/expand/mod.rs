//! What `#[actor]` on an `impl` block adds to it.

mod call;
mod checks;
mod dispatch;
mod events;
mod handle;
mod message;
mod remote;
mod reply;
mod request;
mod scope;

use super::model::{Block, Hook, Method};
use crate::names;
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use reply::Reply;
use scope::Scope;

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
    let remote = remote::expand(&scope);
    let unreadable = unreadable(block, &scope);
    let (cfgs, allow) = (&block.head.cfgs, allowed());
    quote! {
        #user

        #(#cfgs)*
        #allow
        const _: () = {
            #checks
            #message
            #handle
            #events
            #dispatch
            #remote
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

/// The lints of clippy that what is generated may set off. A signature that is too long is the handler's, and reported
/// there; that an argument called `_amount` is passed on is no use of it.
///
/// rustc's own lints are not among them. Where they have been forbidden, they could not be allowed, and they are silent
/// about code whose span is [`ours`](names::ours).
fn allowed() -> TokenStream {
    quote! {
        #[allow(
            clippy::shadow_reuse,
            clippy::too_many_arguments,
            clippy::type_complexity,
            clippy::used_underscore_binding
        )]
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
