//! Tokens as a person would write them, for messages.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;

/// `Vec < & 'a [u8 ; 4] >` → `Vec<&'a [u8; 4]>`
///
/// What `TokenStream` prints depends on where its tokens come from, and is spaced for parsers.
pub(crate) fn show(tokens: impl ToTokens) -> String {
    let mut text = String::new();
    write(tokens.to_token_stream(), &mut text);
    text
}

fn write(tokens: TokenStream, text: &mut String) {
    let mut before = String::new();
    for token in tokens {
        let written = match &token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{ ", " }"),
                    Delimiter::None => ("", ""),
                };
                let mut inner = String::from(open);
                write(group.stream(), &mut inner);
                inner.push_str(close);
                inner
            }
            token => token.to_string(),
        };
        if spaced(&before, &written, text) {
            text.push(' ');
        }
        text.push_str(&written);
        before = written;
    }
}

/// Whether there is a space between two tokens. `text` is everything up to the first of them.
fn spaced(before: &str, token: &str, text: &str) -> bool {
    let arrow = text.ends_with("->");
    // An opening bracket clings to a name.
    let apart = ["as", "dyn", "impl", "mut", "where", ",", ";", "+", "=", "|"].contains(&before);
    match (before, token) {
        (">", _) if arrow => true,
        ("" | "<" | "&" | "*" | "'" | "!", _) | (_, "," | ";" | ":" | ">" | "!" | "?") => false,
        (":", _) => !text.ends_with("::"),
        (_, "<") => apart,
        (_, token) if token.starts_with('(') => apart,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    #[test]
    fn is_spaced_as_rustfmt_would() {
        let cases = [
            (quote!(&'a mut [u8]), "&'a mut [u8]"),
            (
                quote!(std::collections::HashMap<String, Vec<(u8, u8)>>),
                "std::collections::HashMap<String, Vec<(u8, u8)>>",
            ),
            (
                quote!(Box<dyn for<'a> Fn(&'a str) -> Option<u64> + Send>),
                "Box<dyn for<'a> Fn(&'a str) -> Option<u64> + Send>",
            ),
            (
                quote!(impl Future<Output = (u64, ())>),
                "impl Future<Output = (u64, ())>",
            ),
            (
                quote!(<Cache<K> as Iterator>::Item),
                "<Cache<K> as Iterator>::Item",
            ),
            (quote!([u8; 4]), "[u8; 4]"),
            (quote!(*const u64), "*const u64"),
            (quote!(fn(u8) -> u8), "fn(u8) -> u8"),
            (quote!(T: Send + 'static), "T: Send + 'static"),
        ];
        for (tokens, expected) in cases {
            assert_eq!(show(tokens), expected);
        }
    }
}
