//! How actors are had from what runs.

use super::super::ast::{Actor, Attributes, Node};
use super::super::model::text;
use super::{Expansion, docs};
use crate::names;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;

/// ```text
/// actor gate: Gate on edge;             →  pub fn gate(&self) -> <Gate as Actor>::Handle { … }
/// actor session(user: UserId): Session  →  pub fn session(&self, user: UserId) -> impl Future<Output = Result<…>> + Send
/// ```
pub(super) fn accessor(it: &Expansion, actor: &Actor) -> TokenStream {
    let Expansion { head, krate, .. } = it;
    let vis = &head.vis;
    let Actor {
        attributes,
        key,
        params,
        ty,
        ..
    } = actor;
    let Attributes {
        docs: written,
        cfgs,
        ..
    } = attributes;
    let name = text(key);
    let at = ty.span();
    let krate_at_type = names::at(krate, at);
    let handle = quote_spanned!(at=> <#ty as #krate_at_type::Actor>::Handle);
    if params.is_empty() {
        let docs = docs(written, &format!("The actor `{name}`."));
        let body = it.body(quote!(self.0.actor::<#ty>(#name)));
        return quote!(#docs #(#cfgs)* #vis fn #key(&self) -> #handle { #body });
    }
    let docs = docs(
        written,
        &format!(
            "The instance of `{name}` for these parameters, which is spawned if it does not run."
        ),
    );
    let (names, types): (Vec<_>, Vec<_>) = params.iter().map(|it| (&it.name, &it.ty)).unzip();
    let body = if it.valid {
        quote!(self.0.instance::<#ty, (#(#types,)*)>(#name, (#(#names,)*)))
    } else {
        quote!(async { __invalid() })
    };
    // In a topology that does not compile they are not used.
    let allow = (!it.valid).then(|| quote!(#[allow(unused_variables)]));
    quote! {
        #docs
        #(#cfgs)*
        #allow
        #vis fn #key(&self, #(#names: #types),*)
            -> impl ::core::future::Future<Output = ::core::result::Result<#handle, #krate::SpawnError>>
                + ::core::marker::Send
        {
            #body
        }
    }
}

/// The handle of an actor of another node, for those on this one.
///
/// ```text
/// pub fn ledger(&self) -> <Ledger as Actor>::Handle where for<'r> Ledger: Remote { … }
/// ```
///
/// Not every actor is sent to from other nodes, so whether it can be is asked where it is: the clause is deferred to whoever
/// calls this.
pub(super) fn accessor_elsewhere(it: &Expansion, actor: &Actor, here: &Node) -> TokenStream {
    let Expansion { head, krate, p, .. } = it;
    let vis = &head.vis;
    let Actor {
        attributes,
        key,
        ty,
        node,
        ..
    } = actor;
    let name = text(key);
    let at = ty.span();
    let (krate, p) = (names::at(krate, at), names::at(p, at));
    let handle = quote_spanned!(at=> <#ty as #krate::Actor>::Handle);
    let deferred = syn::Lifetime::new("'r", names::ours(at));
    let docs = docs(
        &attributes.docs,
        &format!("The actor `{name}`, on the node `{}`.", text(node)),
    );
    let (cfgs, here) = (&attributes.cfgs, text(&here.key));
    let body = it.body(quote!(#p::elsewhere::<#ty>(&self.0, #here, #name)));
    quote! {
        #docs
        #(#cfgs)*
        #vis fn #key(&self) -> #handle
        where
            for<#deferred> #ty: #p::Remote,
        {
            #body
        }
    }
}
