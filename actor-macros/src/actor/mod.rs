//! The `#[actor]` attribute.
//!
//! It stands on both halves of an actor. The definition of the type knows its name, its visibility, and its options,
//! and gets the handle; the `impl` block knows the messages, and gets the enum and what is done with it.

mod block;
mod declaration;
mod generics;

use crate::diag::Errors;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::quote;

/// What the attribute stands on.
enum Item {
    Declaration,
    Block,
    /// Anything else, by its keyword.
    Other(TokenTree),
}

/// Expands `#[actor(options)] item`.
pub(crate) fn expand(options: TokenStream, item: TokenStream) -> TokenStream {
    match kind(item.clone()) {
        Some(Item::Declaration) => declaration::expand(options, &item),
        Some(Item::Block) => block::expand(options, item),
        Some(Item::Other(keyword)) => {
            let mut errors = Errors::new();
            errors.at(
                &keyword,
                format!("a `{keyword}` cannot be an actor"),
                "put `#[actor]` on a struct or an enum, and again on its `impl` block",
            );
            let errors = errors.into_tokens();
            quote!(#item #errors)
        }
        // Half-typed, and rustc says so.
        None => item,
    }
}

/// Finds the keyword of an item behind its attributes, visibility, and qualifiers.
fn kind(item: TokenStream) -> Option<Item> {
    let mut tokens = item.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let TokenTree::Ident(word) = &token else {
            // `#[…]`, `(crate)`, `"C"`, or what a `macro_rules!` has wrapped.
            if let TokenTree::Group(group) = &token
                && group.delimiter() == Delimiter::None
                && let Some(found) = kind(group.stream())
            {
                return Some(found);
            }
            continue;
        };
        return Some(match word.to_string().as_str() {
            "pub" | "unsafe" | "default" | "async" | "extern" => continue,
            // `const fn`
            "const" if matches!(tokens.peek(), Some(TokenTree::Ident(next)) if is_fn(next)) => {
                continue;
            }
            "struct" | "enum" => Item::Declaration,
            "impl" => Item::Block,
            _ => Item::Other(token),
        });
    }
    None
}

fn is_fn(word: &Ident) -> bool {
    ["fn", "unsafe", "extern", "async"]
        .iter()
        .any(|name| word == name)
}

#[cfg(test)]
mod tests;
