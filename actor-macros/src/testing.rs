//! Helpers of the tests: what a macro says, and what it generates.

use proc_macro2::{Group, TokenStream, TokenTree};
use std::path::PathBuf;

/// The texts of the `compile_error!`s in `tokens`, in order.
pub(crate) fn mistakes(tokens: &TokenStream) -> Vec<String> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut found = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(word) if word == "compile_error" => {
                if let Some(TokenTree::Group(group)) = tokens.get(i + 2) {
                    let text: syn::LitStr = syn::parse2(group.stream()).expect("a message");
                    found.push(text.value());
                }
            }
            TokenTree::Group(group) => found.extend(mistakes(&group.stream())),
            _ => {}
        }
    }
    found
}

/// The first lines of the `compile_error!`s: what is wrong, without what to do.
pub(crate) fn headlines(tokens: &TokenStream) -> Vec<String> {
    mistakes(tokens)
        .iter()
        .map(|text| {
            let (headline, help) = text.split_once('\n').expect("a message of two lines");
            assert!(help.starts_with("help: "), "{text}");
            assert!(!headline.ends_with('.') && !help.ends_with('.'), "{text}");
            headline.to_owned()
        })
        .collect()
}

/// `tokens` as rustfmt would have it, roughly.
pub(crate) fn pretty(tokens: TokenStream) -> String {
    let file = syn::parse2(tokens).expect("an expansion is a list of items");
    prettyplease::unparse(&file)
}

/// Compares `tokens` with `snapshots/{name}.rs`, or writes them there if `UPDATE_SNAPSHOTS` is set.
pub(crate) fn snapshot(name: &str, tokens: TokenStream) {
    let path: PathBuf = [
        env!("CARGO_MANIFEST_DIR"),
        "snapshots",
        &format!("{name}.rs"),
    ]
    .iter()
    .collect();
    let found = pretty(tokens);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, found).expect("snapshots can be written");
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == expected,
        "{} has changed; set UPDATE_SNAPSHOTS and read the diff. Now it is:\n{found}",
        path.display()
    );
}

/// The identifiers in `tokens` that are one of `names` and not the end of a path.
pub(crate) fn bare(tokens: &TokenStream, names: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut colons = 0;
    for token in tokens.clone() {
        match &token {
            TokenTree::Ident(word) if colons < 2 => {
                found.extend(
                    names
                        .iter()
                        .filter(|name| word == *name)
                        .map(|name| (*name).to_owned()),
                );
            }
            TokenTree::Group(group) => found.extend(bare(&group.stream(), names)),
            _ => {}
        }
        colons = match token {
            TokenTree::Punct(punct) if punct.as_char() == ':' => colons + 1,
            _ => 0,
        };
    }
    found
}

/// `tokens` with each token in turn, however deep, left out, and given twice.
pub(crate) fn damaged(tokens: &TokenStream) -> Vec<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut all = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let (before, after) = (&tokens[..at], &tokens[at + 1..]);
        let with = |middle: &[TokenTree]| {
            let parts = [before, middle, after];
            parts.concat().into_iter().collect::<TokenStream>()
        };
        all.push(with(&[]));
        all.push(with(&[token.clone(), token.clone()]));
        if let TokenTree::Group(group) = token {
            for inside in damaged(&group.stream()) {
                let group = Group::new(group.delimiter(), inside);
                all.push(with(&[group.into()]));
            }
        }
    }
    all
}
