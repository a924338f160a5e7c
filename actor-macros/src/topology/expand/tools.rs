//! What the hosts supply, and that each actor is given what its type uses.

use super::super::ast::Tool;
use super::super::model::text;
use super::checks::checked;
use super::{Expansion, docs};
use crate::names;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned as _;

/// `pub struct ShopTools { pub route_plan: Arc<dyn RoutePlan> }`, so that rustc lists those that are missing.
pub(super) fn tools(it: &Expansion) -> Option<TokenStream> {
    let Expansion { head, p, .. } = it;
    let tools = &it.topology.tools;
    if tools.is_empty() {
        return None;
    }
    let (vis, name) = (&head.vis, it.tools_type());
    let types: Vec<_> = tools
        .iter()
        .enumerate()
        .filter(|(i, tool)| tools[..*i].iter().all(|other| other.key != tool.key))
        .map(|(_, tool)| tool)
        .collect();
    let fields = types.iter().map(
        |Tool {
             attributes,
             key,
             ty,
         }| {
            let docs = docs(&attributes.docs, &format!("The tool `{}`.", text(key)));
            let cfgs = &attributes.cfgs;
            quote!(#docs #(#cfgs)* #vis #key: ::std::sync::Arc<#ty>)
        },
    );
    let supply = types.iter().map(
        |Tool {
             attributes,
             key,
             ty,
         }| {
            let cfgs = &attributes.cfgs;
            quote!(#(#cfgs)* tools.add::<#ty>(self.#key);)
        },
    );
    let docs = format!(
        "What a host of [`{}`] supplies to its actors.",
        text(&head.name)
    );
    let implementation = it.valid.then(|| {
        quote! {
            const _: () = {
                #[automatically_derived]
                impl #p::ToolSet for #name {
                    fn supply(self, tools: &mut #p::Tools) {
                        #(#supply)*
                    }
                }
            };
        }
    });
    Some(quote! {
        #[doc = #docs]
        #[allow(missing_debug_implementations)]
        #vis struct #name {
            #(#fields,)*
        }

        #implementation
    })
}

/// That the tools an actor's type uses are those it is given here.
///
/// ```text
/// const _: () = {
///     struct Given;
///     impl p::Has<dyn RoutePlan> for Given {}
///     p::require_tools::<Porter, Given>();
/// };
/// ```
pub(super) fn markers(it: &Expansion) -> TokenStream {
    let p = &it.p;
    let tools = &it.topology.tools;
    let given = |key: &Ident| {
        tools
            .iter()
            .find(|tool| tool.key == *key)
            .map(|tool| &tool.ty)
    };
    let each = it.topology.actors.iter().map(|actor| {
        let (cfgs, ty) = (&actor.attributes.cfgs, &actor.ty);
        let listed = actor.properties.tools.iter().filter_map(given);
        let p_at_type = names::at(p, ty.span());
        let checked = checked(it, ty);
        let required = quote_spanned!(ty.span()=> #p_at_type::require_tools::<#checked, Given>());
        quote! {
            #(#cfgs)*
            const _: () = {
                struct Given;
                #(impl #p::Has<#listed> for Given {})*
                #required
            };
        }
    });
    each.collect()
}
