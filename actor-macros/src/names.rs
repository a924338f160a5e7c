//! The names of what is generated.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::ext::IdentExt as _;

/// The path of `actor-core`, unless it is said to be elsewhere.
pub(crate) fn krate(path: Option<&TokenStream>) -> TokenStream {
    path.cloned().unwrap_or_else(|| quote!(::actor_core))
}

// A suffix behind the user's name, at the user's name: editors then rename `TillHandle` along with `Till`.

/// `Till` → `TillHandle`
pub(crate) fn handle(actor: &Ident) -> Ident {
    suffixed(actor, "Handle")
}

/// `Till` → `TillMsg`
pub(crate) fn msg(actor: &Ident) -> Ident {
    suffixed(actor, "Msg")
}

/// `Till` → `TillBehavior`
pub(crate) fn behavior(actor: &Ident) -> Ident {
    suffixed(actor, "Behavior")
}

fn suffixed(actor: &Ident, suffix: &str) -> Ident {
    format_ident!("{}{suffix}", actor.unraw(), span = actor.span())
}

/// A local of generated code. It cannot meet a name of the user's, whatever that is.
pub(crate) fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// Where `span` is, but generated there. Lints that are about code leave it alone, as they do not what is the user's,
/// and need not be allowed, which `forbid` would refuse.
pub(crate) fn ours(span: Span) -> Span {
    span.resolved_at(Span::call_site())
}

/// The variant of a handler: `pay_out` → `PayOut`, `r#match` → `Match`.
pub(crate) fn variant(handler: &Ident) -> Ident {
    let name = handler.unraw().to_string();
    let mut camel = String::with_capacity(name.len());
    for word in name.split('_').filter(|word| !word.is_empty()) {
        let mut letters = word.chars();
        camel.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        camel.push_str(letters.as_str());
    }
    let mut name = camel;
    // `_`, `_1`, and `self_` leave nothing that can be a name.
    if name.is_empty() || name.starts_with(|c: char| c.is_numeric()) || name == "Self" {
        name.insert(0, '_');
    }
    Ident::new(&name, ours(handler.span()))
}

/// The variant of an event: `PriceChanged` → `OnPriceChanged`.
pub(crate) fn event_variant(event: &Ident) -> Ident {
    format_ident!("On{}", event.unraw(), span = ours(event.span()))
}

/// `tokens`, all of them at `span`: an error about any is then shown there, and equal errors are shown once.
pub(crate) fn at(tokens: &TokenStream, span: Span) -> TokenStream {
    tokens
        .clone()
        .into_iter()
        .map(|mut token| {
            if let TokenTree::Group(group) = &token {
                token = TokenTree::Group(Group::new(group.delimiter(), at(&group.stream(), span)));
            }
            token.set_span(span);
            token
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    fn named(handler: &TokenStream) -> String {
        let handler = syn::parse2(handler.clone()).expect("an identifier");
        variant(&handler).to_string()
    }

    #[test]
    fn variants_are_in_camel_case() {
        assert_eq!(named(&quote!(pay)), "Pay");
        assert_eq!(named(&quote!(pay_out)), "PayOut");
        assert_eq!(named(&quote!(_pay__out)), "PayOut");
        assert_eq!(named(&quote!(step_2)), "Step2");
        assert_eq!(named(&quote!(r#match)), "Match");
        assert_eq!(named(&quote!(self_)), "_Self");
        assert_eq!(named(&quote!(_1)), "_1");
    }
}
