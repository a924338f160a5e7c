//! What a handler replies with.

use super::{Scope, first_span};
use crate::actor::block::check::{can_be_sent, meant};
use crate::actor::block::model::{Handler, Parameter, Returns, Role};
use crate::names;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Type;

/// The value and the error that a handler replies with.
pub(super) struct Reply {
    pub(super) value: TokenStream,
    /// Left out if the handler cannot fail.
    pub(super) error: Option<TokenStream>,
}

impl Reply {
    pub(super) fn of(handler: &Handler, scope: &Scope<'_>) -> Self {
        let own = |ty: &Type| scope.ty(ty);
        if let Some(Parameter {
            role: Role::Reply { value, error },
            ..
        }) = handler.method.delegate()
        {
            return Self {
                value: own(value),
                error: error.as_deref().map(own),
            };
        }
        match &handler.returns {
            Returns::Plain(value) | Returns::Fault(value) => Self {
                value: own(value),
                error: None,
            },
            Returns::Result { ok, error } | Returns::FaultResult { ok, error } => Self {
                value: own(ok),
                error: Some(own(error)),
            },
            Returns::Alias(ty) => {
                let (span, ty) = (first_span(ty), scope.ty(ty));
                if scope.is_open(&ty) {
                    let private = names::at(&scope.private, span);
                    return Self {
                        value: quote_spanned!(span=> #private::OkOf<#ty>),
                        error: Some(quote_spanned!(span=> #private::ErrOf<#ty>)),
                    };
                }
                Self {
                    value: quote_spanned!(span=> __OkOf<#ty>),
                    error: Some(quote_spanned!(span=> __ErrOf<#ty>)),
                }
            }
        }
    }

    /// The reply of a handler whose signature is wrong: what it most likely means.
    pub(super) fn guess(handler: &Handler, scope: &Scope<'_>) -> Self {
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
    pub(super) fn arguments(&self) -> TokenStream {
        let Self { value, error } = self;
        match error {
            Some(error) => quote!(#value, #error),
            None => quote!(#value),
        }
    }
}
