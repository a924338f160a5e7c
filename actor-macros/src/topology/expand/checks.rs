//! What only rustc can say about the types that are named.

use super::Expansion;
use crate::names;
use crate::settings::rules;
use crate::show::show;
use actor_topology::PolicyKind;
use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::Type;
use syn::spanned::Spanned as _;

/// That an actor which is to resume has said that it can, after a panic as well. Where an actor is defined that can be
/// read in its attribute; here only rustc knows its type.
///
/// ```text
/// actor gate: Gate on edge { supervision = resume; }
/// ↓
/// const _: () = if !p::resumes_after_panic::<Gate>() { panic!("…") };
/// ```
pub(super) fn resumed(it: &Expansion) -> TokenStream {
    let each = it.topology.actors.iter().filter_map(|actor| {
        let properties = &actor.properties;
        let of_panics = properties.rules.as_deref().and_then(rules::of_panics);
        let directive = of_panics.or(properties.supervision.as_ref())?;
        if directive.kind != PolicyKind::Resume {
            return None;
        }
        let at = directive.word.span();
        let (cfgs, p) = (&actor.attributes.cfgs, names::at(&it.p, at));
        let (checked, ty) = (checked(it, &actor.ty), show(&actor.ty));
        let message = if of_panics.is_some() {
            format!(
                "a panic may leave `{ty}` half-changed, so it cannot simply be resumed (N33)\n\
                 help: write `Panic = restart`, or `#[actor(resume_after_panic)]` where `{ty}` is defined"
            )
        } else {
            format!(
                "`resume` would also resume after a panic, which may leave `{ty}` half-changed (N33)\n\
                 help: write `on_error(Panic = restart);` as well, or `#[actor(resume_after_panic)]` where `{ty}` is defined"
            )
        };
        Some(quote_spanned! {at=>
            #(#cfgs)*
            const _: () = if !#p::resumes_after_panic::<#checked>() {
                ::core::panic!(#message)
            };
        })
    });
    each.collect()
}

/// `Gate`, if it is an actor.
///
/// If it is none, the function that gives its handle is an error. The constant is the same error once more, and rustc
/// shows equal ones once; what depends on it names no type, and is none. The bare type would be one more error.
pub(super) fn checked(it: &Expansion, ty: &Type) -> TokenStream {
    let krate = names::at(&it.krate, ty.span());
    quote_spanned! {ty.span()=>
        <#ty as #krate::__private::Checked<{
            let _: ::core::option::Option<<#ty as #krate::Actor>::Handle> = ::core::option::Option::None;
            true
        }>>::Type
    }
}
