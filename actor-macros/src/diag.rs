//! What is said to the user, and how.
//!
//! Every message says what is wrong, on the smallest token that is wrong, followed by a `help:` line with what to
//! write. All mistakes of an invocation are collected in one [`Errors`], so that they are shown in one compile.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::fmt::Display;

/// The mistakes found so far.
#[derive(Default)]
pub(crate) struct Errors(Vec<syn::Error>);

impl Errors {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Reports a mistake at `tokens`.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, message: impl Display, help: impl Display) {
        self.0.push(error(tokens, message, help));
    }

    /// Reports a mistake at `span`.
    pub(crate) fn at_span(&mut self, span: Span, message: impl Display, help: impl Display) {
        self.0.push(syn::Error::new(span, text(message, help)));
    }

    /// Reports a mistake found with `?`.
    pub(crate) fn push(&mut self, error: syn::Error) {
        self.0.push(error);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One `compile_error!` each.
    pub(crate) fn into_tokens(self) -> TokenStream {
        self.0.iter().map(syn::Error::to_compile_error).collect()
    }

    #[cfg(test)]
    pub(crate) fn texts(&self) -> Vec<String> {
        self.0.iter().map(ToString::to_string).collect()
    }
}

/// A mistake at `tokens`, for code that cannot go on.
pub(crate) fn error(
    tokens: impl ToTokens,
    message: impl Display,
    help: impl Display,
) -> syn::Error {
    syn::Error::new_spanned(tokens, text(message, help))
}

/// `compile_error!` carries no notes, but rustc aligns further lines of a message under the first.
fn text(message: impl Display, help: impl Display) -> String {
    format!("{message}\nhelp: {help}")
}

/// An unknown word among `known` ones: suggests the one that was meant, or lists them.
///
/// "unknown `actor` option `mailbx`", "help: an option with a similar name exists: `mailbox`".
pub(crate) fn unknown(word: &syn::Ident, what: &str, kind: &str, known: &[&str]) -> syn::Error {
    let help = match similar(&word.to_string(), known) {
        Some(meant) => format!("{kind} with a similar name exists: `{meant}`"),
        None => format!("write {}", one_of(known)),
    };
    error(word, format!("unknown {what} `{word}`"), help)
}

/// The word of `known` that `word` most likely stands for: as rustc has it, at most a third of it may differ.
pub(crate) fn similar<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let allowed = word.chars().count().max(3) / 3;
    known
        .iter()
        .map(|candidate| (strsim::osa_distance(word, candidate), *candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// "`a`", "`a` or `b`", "`a`, `b`, or `c`".
pub(crate) fn one_of(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => format!("`{word}`"),
        [first, second] => format!("`{first}` or `{second}`"),
        [head @ .., last] => {
            let head: Vec<_> = head.iter().map(|word| format!("`{word}`")).collect();
            format!("{}, or `{last}`", head.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_within_a_third_of_the_length() {
        assert_eq!(
            similar("supervizor", &["mailbox", "supervision"]),
            Some("supervision")
        );
        assert_eq!(
            similar("mailbxo", &["mailbox", "supervision"]),
            Some("mailbox")
        );
        assert_eq!(similar("queue", &["mailbox", "supervision"]), None);
        assert_eq!(similar("hander", &["handler", "on"]), Some("handler"));
        assert_eq!(similar("no", &["handler", "on"]), Some("on"));
    }

    #[test]
    fn lists_with_a_serial_comma() {
        assert_eq!(one_of(&["a"]), "`a`");
        assert_eq!(one_of(&["a", "b"]), "`a` or `b`");
        assert_eq!(one_of(&["a", "b", "c"]), "`a`, `b`, or `c`");
    }
}
