//! `impl Remote`: how messages cross nodes.

use super::{Reply, Scope, first_span, message, reply_field};
use crate::actor::block::model::Handler;
use crate::names::{self, local};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt as _;

/// ```text
/// const __CROSSING: bool = { require_crossing::<u64>(); true };
/// type __Crossing<T> = <T as Checked<{ __CROSSING }>>::Type;
///
/// impl Remote for Till {
///     fn __encode(message: TillMsg, to: &mut Outgoing) -> Result<(), WireError> { match message { … } }
///     fn __decode(from: &mut Incoming<'_>) -> Result<TillMsg, WireError> { … }
/// }
/// ```
///
/// A type that cannot cross is reported where it is written, and by the alias, which is then no type, nowhere else.
pub(super) fn expand(scope: &Scope<'_>) -> Option<TokenStream> {
    if !scope.block.options.remote {
        return None;
    }
    let Scope {
        krate,
        private,
        actor,
        impl_generics,
        where_clause,
        ..
    } = scope;
    let (fixed, open) = crossing(scope);
    let open = (!open.is_empty()).then(|| {
        quote! {
            fn __crossing #impl_generics () #where_clause {
                #open
            }
        }
    });
    let (message, to, from) = (local("message"), local("to"), local("from"));
    let written = scope
        .sound_handlers()
        .map(|handler| encode(handler, &to, scope));
    let events = scope.sound_events().map(|hook| {
        let (cfgs, variant) = (&hook.method.attributes.cfgs, message::event_variant(hook));
        let msg = &scope.msg;
        // Between nodes, events go by subscriptions.
        quote! {
            #cfgs
            #msg::#variant { .. } => {
                ::core::result::Result::Err(#krate::remote::WireError::Local)
            }
        }
    });
    let phantom = message::phantom_arm(scope);
    let read = scope
        .sound_handlers()
        .map(|handler| decode(handler, &from, scope));
    Some(quote! {
        const __CROSSING: ::core::primitive::bool = {
            #fixed
            true
        };
        type __Crossing<__T> = <__T as #private::Checked<{ __CROSSING }>>::Type;
        #open

        #[automatically_derived]
        impl #impl_generics #krate::remote::Remote for #actor #where_clause {
            fn __encode(
                #message: Self::Msg,
                #to: &mut #private::remote::Outgoing,
            ) -> ::core::result::Result<(), #krate::remote::WireError> {
                let _ = &#to;
                match #message {
                    #(#written)*
                    #(#events)*
                    #phantom
                }
            }

            fn __decode(
                #from: &mut #private::remote::Incoming<'_>,
            ) -> ::core::result::Result<Self::Msg, #krate::remote::WireError> {
                #(#read)*
                let _ = &#from;
                ::core::result::Result::Err(#krate::remote::WireError::Unknown)
            }
        }
    })
}

/// What has to cross, that depends on no parameter of the actor, and the rest.
fn crossing(scope: &Scope<'_>) -> (TokenStream, TokenStream) {
    let (mut fixed, mut open) = (TokenStream::new(), TokenStream::new());
    for handler in scope.sound_handlers() {
        let cfgs = &handler.method.attributes.cfgs;
        let Reply { value, error } = Reply::of(handler, scope);
        let parts = handler.method.parts().map(|part| scope.ty(&part.ty));
        for ty in parts.chain([value]).chain(error) {
            let span = first_span(&ty);
            let private = names::at(&scope.private, span);
            let checks = if scope.is_open(&ty) {
                &mut open
            } else {
                &mut fixed
            };
            checks
                .extend(quote_spanned!(span=> #cfgs #private::remote::require_crossing::<#ty>();));
        }
    }
    (fixed, open)
}

/// ```text
/// TillMsg::Add { amount, __reply } => {
///     to.message(const { tag("add") });
///     to.reply_plain::<__Crossing<u64>>(__reply);
///     to.arg::<__Crossing<u64>>("amount", &amount)?;
///     Ok(())
/// }
/// ```
fn encode(handler: &Handler, to: &Ident, scope: &Scope<'_>) -> TokenStream {
    let (msg, method) = (&scope.msg, &handler.method);
    let (cfgs, variant) = (&method.attributes.cfgs, names::variant(method.name()));
    let (tag, reply) = (tag(handler, scope), reply_field(method));
    let fields: Vec<_> = method.parts().map(|part| &part.name).collect();
    let args = method.parts().map(|part| {
        let (name, field, ty) = (
            wire_name(&part.name),
            &part.name,
            crossing_type(&part.ty, scope),
        );
        quote!(#to.arg::<#ty>(#name, &#field)?;)
    });
    let way = way_back(handler, scope);
    quote! {
        #cfgs
        #msg::#variant { #(#fields,)* #reply } => {
            #to.message(#tag);
            #to.#way(#reply);
            #(#args)*
            ::core::result::Result::Ok(())
        }
    }
}

/// ```text
/// if from.tag() == const { tag("add") } {
///     return Ok(TillMsg::Add { amount: from.arg("amount")?, __reply: from.reply_plain() });
/// }
/// ```
fn decode(handler: &Handler, from: &Ident, scope: &Scope<'_>) -> TokenStream {
    let (msg, method) = (&scope.msg, &handler.method);
    let (cfgs, variant) = (&method.attributes.cfgs, names::variant(method.name()));
    let (tag, reply) = (tag(handler, scope), reply_field(method));
    let args = method.parts().map(|part| {
        let (name, field, ty) = (
            wire_name(&part.name),
            &part.name,
            crossing_type(&part.ty, scope),
        );
        quote!(#field: #from.arg::<#ty>(#name)?,)
    });
    let way = way_back(handler, scope);
    quote! {
        #cfgs
        if #from.tag() == #tag {
            return ::core::result::Result::Ok(#msg::#variant {
                #(#args)*
                #reply: #from.#way(),
            });
        }
    }
}

/// `reply_plain::<u64>`, or `reply_result::<Receipt, Overdrawn>`
fn way_back(handler: &Handler, scope: &Scope<'_>) -> TokenStream {
    let Reply { value, error } = Reply::of(handler, scope);
    let value = crossing_type(value, scope);
    match error {
        Some(error) => {
            let error = crossing_type(error, scope);
            quote!(reply_result::<#value, #error>)
        }
        None => quote!(reply_plain::<#value>),
    }
}

fn crossing_type(ty: impl ToTokens, scope: &Scope<'_>) -> TokenStream {
    let ty = scope.ty(ty.to_token_stream());
    if scope.is_open(&ty) {
        return ty;
    }
    quote!(__Crossing<#ty>)
}

/// `const { tag("add") }`
fn tag(handler: &Handler, scope: &Scope<'_>) -> TokenStream {
    let (private, name) = (&scope.private, wire_name(handler.method.name()));
    quote!(const { #private::remote::tag(#name) })
}

/// A name as it is on the wire.
fn wire_name(name: &Ident) -> String {
    name.unraw().to_string()
}
