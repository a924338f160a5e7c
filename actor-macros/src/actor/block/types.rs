//! What can be told about a type from its tokens.

use crate::names;
use proc_macro2::{Group, Spacing, TokenStream, TokenTree};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::visit::{self, Visit};
use syn::{
    GenericArgument, Lifetime, PathArguments, PathSegment, Type, TypeFnPtr, TypeImplTrait,
    TypeReference,
};

/// The type inside of parentheses, and of what a `macro_rules!` puts around its `$t:ty`.
pub(crate) fn peel(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            _ => return ty,
        }
    }
}

/// `Result<T, E>` of `io::Result<T, E>`
pub(crate) fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match peel(ty) {
        Type::Path(path) if path.qself.is_none() => path.path.segments.last(),
        _ => None,
    }
}

/// Whether the type is called `name`, however it is qualified.
pub(crate) fn is_called(ty: &Type, name: &str) -> bool {
    last_segment(ty).is_some_and(|segment| segment.ident == name)
}

/// `T, E` of `Result<T, E>`
pub(crate) fn arguments(segment: &PathSegment) -> Vec<&Type> {
    match &segment.arguments {
        PathArguments::AngleBracketed(angles) => angles
            .args
            .iter()
            .filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Whether rustc refuses the type where the user wrote it, so that there is nothing left for us to say.
pub(crate) fn refused_by_rustc(ty: &Type) -> bool {
    match peel(ty) {
        Type::Infer(_) | Type::Slice(_) | Type::TraitObject(_) | Type::Verbatim(_) => true,
        Type::Path(path) => path.path.is_ident("str"),
        _ => false,
    }
}

/// What keeps a type from being owned.
pub(crate) enum Borrow<'a> {
    /// `&T`
    Reference(&'a TypeReference),
    /// The `'a` of `Cow<'a, str>`
    Lifetime(&'a Lifetime),
    /// `impl Trait`
    Opaque(&'a TypeImplTrait),
}

/// Everything in a type that is not owned, outermost first.
pub(crate) fn borrows(ty: &Type) -> Vec<Borrow<'_>> {
    let mut borrows = Borrows(Vec::new());
    borrows.visit_type(ty);
    borrows.0
}

struct Borrows<'a>(Vec<Borrow<'a>>);

impl<'a> Visit<'a> for Borrows<'a> {
    fn visit_type_reference(&mut self, reference: &'a TypeReference) {
        match &reference.lifetime {
            Some(lifetime) if lifetime.ident == "static" => {
                visit::visit_type_reference(self, reference);
            }
            // What is inside goes along with it.
            _ => self.0.push(Borrow::Reference(reference)),
        }
    }

    fn visit_lifetime(&mut self, lifetime: &'a Lifetime) {
        if lifetime.ident != "static" {
            self.0.push(Borrow::Lifetime(lifetime));
        }
    }

    fn visit_type_impl_trait(&mut self, opaque: &'a TypeImplTrait) {
        self.0.push(Borrow::Opaque(opaque));
    }

    // `fn(&T)` and `dyn Fn(&T)` borrow when they are called.
    fn visit_type_fn_ptr(&mut self, _: &'a TypeFnPtr) {}

    fn visit_path_arguments(&mut self, arguments: &'a PathArguments) {
        if !matches!(arguments, PathArguments::Parenthesized(_)) {
            visit::visit_path_arguments(self, arguments);
        }
    }

    fn visit_trait_bound(&mut self, bound: &'a syn::TraitBound) {
        // `for<'a> Trait<&'a T>` too.
        if bound.lifetimes.is_none() {
            visit::visit_trait_bound(self, bound);
        }
    }

    fn visit_expr(&mut self, _: &'a syn::Expr) {}
}

/// The owned type that does the job of a borrowed one: `&str` → `String`
pub(crate) fn owned(reference: &TypeReference) -> TokenStream {
    match peel(&reference.elem) {
        Type::Slice(slice) => {
            let elem = &slice.elem;
            quote!(Vec<#elem>)
        }
        Type::TraitObject(object) => {
            let bounds = &object.bounds;
            quote!(Box<dyn #bounds + Send>)
        }
        ty => match last_segment(ty)
            .map(|segment| segment.ident.to_string())
            .as_deref()
        {
            Some("str") => quote!(String),
            Some("Path") => quote!(PathBuf),
            Some("OsStr") => quote!(OsString),
            Some("CStr") => quote!(CString),
            _ => ty.to_token_stream(),
        },
    }
}

/// `Option<Self>` → `Option<Till>`, for where `Self` is something else or nothing.
pub(crate) fn without_self(tokens: TokenStream, actor: &Type) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(word) if word == "Self" => {
                // At the word it stands in for: an error is about that.
                let span = word.span();
                let actor = names::at(&actor.to_token_stream(), span);
                // `Self::N` may stand where an expression does, and `Cache<K>::N` may not.
                let qualified = matches!(tokens.peek(), Some(TokenTree::Punct(colon))
                    if colon.as_char() == ':' && colon.spacing() == Spacing::Joint);
                out.extend(if qualified {
                    quote_spanned!(span=> <#actor>)
                } else {
                    actor
                });
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), without_self(group.stream(), actor));
                inner.set_span(group.span());
                out.extend([TokenTree::Group(inner)]);
            }
            token => out.extend([token]),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::show;
    use syn::parse_quote;

    fn kinds(ty: &Type) -> Vec<String> {
        borrows(ty)
            .iter()
            .map(|borrow| match borrow {
                Borrow::Reference(reference) => show(reference),
                Borrow::Lifetime(lifetime) => show(lifetime),
                Borrow::Opaque(opaque) => show(opaque),
            })
            .collect()
    }

    #[test]
    fn finds_what_is_borrowed() {
        assert_eq!(kinds(&parse_quote!(&str)), ["&str"]);
        assert_eq!(
            kinds(&parse_quote!(Option<(u8, &'a mut [u8])>)),
            ["&'a mut [u8]"]
        );
        assert_eq!(kinds(&parse_quote!(Cow<'_, str>)), ["'_"]);
        assert_eq!(kinds(&parse_quote!(Vec<impl Clone>)), ["impl Clone"]);
    }

    #[test]
    fn lets_owned_types_be() {
        let owned: [Type; 6] = [
            parse_quote!(Vec<u8>),
            parse_quote!(&'static str),
            parse_quote!(fn(&str) -> &str),
            parse_quote!(Box<dyn Fn(&str) -> bool + Send>),
            parse_quote!(Box<dyn for<'a> Visit<&'a str> + Send>),
            parse_quote!([u8; { N }]),
        ];
        for ty in &owned {
            assert!(kinds(ty).is_empty(), "{}", show(ty));
        }
    }

    #[test]
    fn knows_what_to_own_instead() {
        let cases: [(Type, &str); 5] = [
            (parse_quote!(&str), "String"),
            (parse_quote!(&mut [u8]), "Vec<u8>"),
            (parse_quote!(&std::path::Path), "PathBuf"),
            (parse_quote!(&dyn Draw), "Box<dyn Draw + Send>"),
            (parse_quote!(&Order), "Order"),
        ];
        for (ty, expected) in &cases {
            let Type::Reference(reference) = ty else {
                unreachable!()
            };
            assert_eq!(show(owned(reference)), *expected);
        }
    }

    #[test]
    fn names_the_actor_for_self() {
        let actor: Type = parse_quote!(Cache<K>);
        let without = |ty: Type| show(without_self(ty.to_token_stream(), &actor));
        assert_eq!(without(parse_quote!(Option<Self>)), "Option<Cache<K>>");
        assert_eq!(without(parse_quote!([u8; Self::N])), "[u8; <Cache<K>>::N]");
        assert_eq!(
            without(parse_quote!(<Self as Iterator>::Item)),
            "<Cache<K> as Iterator>::Item"
        );
    }
}
