//! Words with a meaning, among expressions that could stand in their place.

use crate::diag;
use crate::settings::options::peeked;
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Ident, Token, token};

/// The next token, if it is meant to be one of `known` words. `CAPACITY`, `limits::CAPACITY`, and `capacity()` are not,
/// but `bouned(256)` is.
pub(crate) fn word(input: ParseStream, known: &[&str]) -> Option<Ident> {
    let word = input.fork().call(Ident::parse_any).ok()?;
    let text = word.to_string();
    let path = input.peek2(Token![::]);
    let call = input.peek2(token::Paren) && diag::similar(&text, known).is_none();
    if path || call || !text.starts_with(char::is_lowercase) {
        return None;
    }
    input.call(Ident::parse_any).ok()
}

/// One of `choices`, as the identifier it stands for.
pub(crate) fn choice(
    input: ParseStream,
    what: &str,
    kind: &str,
    choices: &[(&str, &str)],
) -> syn::Result<Ident> {
    let words: Vec<_> = choices.iter().map(|(word, _)| *word).collect();
    let word = input.call(Ident::parse_any).map_err(|_| {
        diag::error(
            peeked(input),
            format!("expected {what}"),
            format!("write {}", diag::one_of(&words)),
        )
    })?;
    match choices.iter().find(|(name, _)| word == name) {
        Some((_, variant)) => Ok(Ident::new(variant, word.span())),
        None => Err(diag::unknown(&word, what, kind, &words)),
    }
}
