//! The events that the actor can be subscribed to.

use super::{Scope, message};
use crate::actor::block::model::Verdict;
use crate::names;
use proc_macro2::TokenStream;
use quote::quote;

/// ```text
/// #[on(PriceChanged)] fn reprice(&mut self, event: PriceChanged)
/// ↓
/// impl Subscriber<PriceChanged> for Till { … }
/// ```
pub(super) fn expand(scope: &Scope<'_>) -> TokenStream {
    let Scope {
        krate,
        actor,
        msg,
        impl_generics,
        where_clause,
        ..
    } = scope;
    let local = names::local("event");
    scope
        .events()
        .map(|hook| {
            let cfgs = &hook.method.attributes.cfgs;
            let event = scope.ty(&hook.on);
            let body = if hook.method.verdict == Verdict::Sound {
                let variant = message::event_variant(hook);
                quote!(#msg::#variant { event: #local })
            } else {
                quote!(::core::unreachable!())
            };
            quote! {
                #cfgs
                #[automatically_derived]
                impl #impl_generics #krate::Subscriber<#event> for #actor #where_clause {
                    fn __event(#local: #event) -> <Self as #krate::Actor>::Msg {
                        #body
                    }
                }
            }
        })
        .collect()
}
