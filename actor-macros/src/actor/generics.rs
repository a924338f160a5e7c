//! Generic parameters, in the shapes in which generated items need them.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::visit_mut::{self, VisitMut};
use syn::{GenericParam, Generics, Ident, Lifetime};

/// `<'a, T: Clone, const N: usize>` → `<'static, T, N>`
///
/// Lifetimes have been refused, once; `'static` lets everything else about the actor go on.
pub(crate) fn arguments(generics: &Generics, span: Span) -> Option<TokenStream> {
    let arguments = generics.params.iter().map(|parameter| match parameter {
        GenericParam::Lifetime(_) => quote_spanned!(span=> 'static),
        GenericParam::Type(parameter) => moved(&parameter.ident, span).to_token_stream(),
        GenericParam::Const(parameter) => moved(&parameter.ident, span).to_token_stream(),
    });
    (!generics.params.is_empty()).then(|| quote_spanned!(span=> <#(#arguments),*>))
}

/// A parameter shown elsewhere, but still the same one should a `macro_rules!` have named it.
fn moved(parameter: &Ident, span: Span) -> Ident {
    let mut parameter = parameter.clone();
    parameter.set_span(parameter.span().located_at(span));
    parameter
}

/// `<T: Clone = u8, const N: usize = 1>` → `<T = u8, const N: usize = 1>`, for a type alias, where bounds are ignored
/// and warned about.
pub(crate) fn without_bounds(generics: &Generics) -> TokenStream {
    let mut generics = generics.clone();
    erase_lifetimes(&mut generics);
    for parameter in generics.type_params_mut() {
        parameter.colon_token = None;
        parameter.bounds.clear();
    }
    generics.to_token_stream()
}

/// `<'a, T: 'a>` → `<T: 'static>`
pub(crate) fn erase_lifetimes(generics: &mut Generics) {
    let mut erase = Erase(generics.lifetimes().map(|p| p.lifetime.clone()).collect());
    if erase.0.is_empty() {
        return;
    }
    generics.params = std::mem::take(&mut generics.params)
        .into_iter()
        .filter(|parameter| !matches!(parameter, GenericParam::Lifetime(_)))
        .collect();
    erase.visit_generics_mut(generics);
}

/// Replaces lifetimes by `'static`.
pub(crate) struct Erase(pub(crate) Vec<Lifetime>);

impl VisitMut for Erase {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if self.0.iter().any(|erased| erased.ident == lifetime.ident) {
            lifetime.ident = Ident::new("static", lifetime.ident.span());
        }
        visit_mut::visit_lifetime_mut(self, lifetime);
    }
}

/// `T, U` if there are type parameters: an enum must use each of them.
pub(crate) fn type_parameters(generics: &Generics) -> Option<TokenStream> {
    let names: Vec<_> = generics
        .type_params()
        .map(|parameter| &parameter.ident)
        .collect();
    (!names.is_empty()).then(|| quote!(#(#names,)*))
}
