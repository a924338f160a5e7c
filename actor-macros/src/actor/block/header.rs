//! The head of an `impl` block.

use crate::actor::block::types;
use crate::actor::generics::{Erase, erase_lifetimes};
use crate::diag::Errors;
use crate::show::show;
use proc_macro2::{Ident, Span};
use syn::parse::ParseStream;
use syn::visit_mut::VisitMut as _;
use syn::{Attribute, Generics, Lifetime, Path, Token, Type};

/// `impl<T> Till<T> where T: Clone`, without lifetimes: the definition of the actor has been refused for those.
pub(crate) struct Header {
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) generics: Generics,
    /// What it does without.
    pub(crate) lifetimes: Vec<Lifetime>,
    /// What the block is for.
    ty: Type,
    /// The trait in front of the `for`, if it implements one.
    implements: Option<Type>,
}

pub(crate) fn parse(input: ParseStream) -> syn::Result<Header> {
    let cfgs = input
        .call(Attribute::parse_outer)?
        .into_iter()
        .filter(|attribute| attribute.path().is_ident("cfg"))
        .collect();
    while !input.peek(Token![impl]) {
        input.parse::<Ident>()?;
    }
    input.parse::<Token![impl]>()?;
    let mut generics: Generics = input.parse()?;
    input.parse::<Option<Token![!]>>()?;
    let mut ty: Type = input.parse()?;
    let mut implements = None;
    if input.parse::<Option<Token![for]>>()?.is_some() {
        implements = Some(ty);
        ty = input.parse()?;
    }
    generics.where_clause = input.parse()?;
    let lifetimes: Vec<_> = generics
        .lifetimes()
        .map(|parameter| parameter.lifetime.clone())
        .collect();
    erase_lifetimes(&mut generics);
    let mut all = lifetimes.clone();
    all.push(Lifetime::new("'_", Span::call_site()));
    Erase(all).visit_type_mut(&mut ty);
    Ok(Header {
        cfgs,
        generics,
        lifetimes,
        ty,
        implements,
    })
}

impl Header {
    /// The type of the actor, as it is and as a path.
    pub(crate) fn actor(&self, errors: &mut Errors) -> Option<(Type, Path)> {
        let shown = show(&self.ty);
        if let Some(implements) = &self.implements {
            errors.at(
                implements,
                format!("the messages of an actor cannot be in an implementation of `{}`", show(implements)),
                format!("put `#[actor]` and the handlers on a block of their own: `impl {shown} {{ … }}`"),
            );
            return None;
        }
        match types::peel(&self.ty) {
            Type::Path(path) if path.qself.is_none() => Some((self.ty.clone(), path.path.clone())),
            _ => {
                errors.at(
                    &self.ty,
                    format!("`{shown}` cannot be an actor"),
                    "an actor is a struct or an enum of yours, with `#[actor]` on its definition",
                );
                None
            }
        }
    }
}
