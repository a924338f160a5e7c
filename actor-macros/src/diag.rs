//! What is said to the user, and how.
//!
//! Every message says what is wrong, on the smallest token that is wrong, followed by a `help:` line with what to
//! write. All mistakes of an invocation are collected in one [`Errors`], so that they are shown in one compile.

pub(crate) use actor_topology::{one_of, similar};
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

    /// Shows another place that a mistake has to do with.
    pub(crate) fn note(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.0.push(syn::Error::new_spanned(tokens, message));
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reports a mistake found with `?`.
    pub(crate) fn push(&mut self, error: syn::Error) {
        self.0.push(error);
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
