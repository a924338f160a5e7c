//! Splits the inside of an `impl` block into its items, by their outlines only.
//!
//! Bodies stay the tokens they are. Parsing them would turn a half-typed expression into our error on top of rustc's,
//! and would make every other use of the actor an error too.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use std::iter::Peekable;

/// One item, cut into pieces that put together again are what was written.
pub(crate) struct Segment {
    /// `#[…]`, each as its `#` and its brackets.
    pub(crate) attributes: Vec<(TokenTree, Group)>,
    pub(crate) rest: Rest,
}

/// What follows the attributes.
pub(crate) enum Rest {
    /// A function.
    Function {
        /// `pub async fn add(&mut self) -> u64`
        head: TokenStream,
        /// `{ … }` or, of a function without a body, `;`
        body: Option<TokenTree>,
    },
    /// A constant, a type, a macro call, or something half-typed.
    Other(TokenStream),
}

/// `#[handler] fn add(&mut self) {} const N: usize = 3;` → a function and something else
pub(crate) fn segments(block: TokenStream) -> Vec<Segment> {
    let mut tokens = block.into_iter().peekable();
    let mut segments = Vec::new();
    while tokens.peek().is_some() {
        let attributes = attributes(&mut tokens);
        let rest = rest(&mut tokens);
        segments.push(Segment { attributes, rest });
    }
    segments
}

type Tokens = Peekable<proc_macro2::token_stream::IntoIter>;

/// `#[a] #[b]`. An inner attribute, `#![c]`, is left where it is: it belongs to the block.
fn attributes(tokens: &mut Tokens) -> Vec<(TokenTree, Group)> {
    let mut attributes = Vec::new();
    while let Some(pound) = tokens.next_if(|token| is_punct(token, '#')) {
        match tokens.next_if(|token| is_group(token, Delimiter::Bracket)) {
            Some(TokenTree::Group(group)) => attributes.push((pound, group)),
            _ => {
                // Put back what is not an attribute, in front of the item it stands before.
                let mut rest: TokenStream = pound.into();
                rest.extend(tokens.by_ref());
                *tokens = rest.into_iter().peekable();
                break;
            }
        }
    }
    attributes
}

fn rest(tokens: &mut Tokens) -> Rest {
    let mut head = Vec::new();
    // The qualifiers of a function, up to its `fn`.
    let mut function = false;
    while let Some(token) = tokens.next_if(may_qualify) {
        function = is_word(&token, "fn");
        head.push(token);
        if function {
            break;
        }
    }
    if function {
        let body = signature(tokens, &mut head);
        return Rest::Function {
            head: head.into_iter().collect(),
            body,
        };
    }
    // `const N: usize = { 3 };` has a `;` behind its braces, `thread_local! { … }` has not.
    let semicolon = head.iter().any(|token| is_word(token, "const"))
        || tokens.peek().is_some_and(|token| {
            ["type", "static", "use"]
                .iter()
                .any(|word| is_word(token, word))
        });
    let mut first = head.is_empty();
    while let Some(token) = tokens.next_if(|token| first || !starts_an_item(token)) {
        first = false;
        let last = is_punct(&token, ';') || (!semicolon && is_group(&token, Delimiter::Brace));
        head.push(token);
        if last {
            break;
        }
    }
    Rest::Other(head.into_iter().collect())
}

/// Reads on from behind `fn` to the body of the function.
fn signature(tokens: &mut Tokens, head: &mut Vec<TokenTree>) -> Option<TokenTree> {
    // Braces inside of angle brackets are the constants of `-> Grid<{ N + 1 }>`.
    let mut depth = 0_usize;
    let mut arrow = false;
    while let Some(token) = tokens.next() {
        match &token {
            TokenTree::Punct(punct) => {
                match punct.as_char() {
                    '<' => depth += 1,
                    '>' if !arrow => depth = depth.saturating_sub(1),
                    ';' => return Some(token),
                    _ => {}
                }
                arrow = punct.as_char() == '-' && punct.spacing() == Spacing::Joint;
            }
            TokenTree::Group(_) if depth == 0 && is_body(&token) => return Some(token),
            _ => arrow = false,
        }
        head.push(token);
        // `-> Vec<u8 { … } fn next()`: the bracket was forgotten, which rustc has noticed.
        if depth > 0 && tokens.peek().is_some_and(starts_an_item) {
            return None;
        }
    }
    None
}

/// `{ … }`, or the `$body` of a `macro_rules!`.
fn is_body(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => true,
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
            let mut inner = group.stream().into_iter();
            inner.next().is_some_and(|token| is_body(&token)) && inner.next().is_none()
        }
        _ => false,
    }
}

/// What can stand before the name of a function, `fn` included.
fn may_qualify(token: &TokenTree) -> bool {
    const WORDS: [&str; 8] = [
        "pub", "default", "const", "async", "unsafe", "safe", "extern", "fn",
    ];
    match token {
        TokenTree::Ident(_) => WORDS.iter().any(|word| is_word(token, word)),
        // The `(crate)` of `pub(crate)`, or the `$vis` of a `macro_rules!`.
        TokenTree::Group(group) => match group.delimiter() {
            Delimiter::Parenthesis => true,
            Delimiter::None => group.stream().into_iter().all(|token| may_qualify(&token)),
            _ => false,
        },
        // The `"C"` of `extern "C"`.
        TokenTree::Literal(_) => true,
        TokenTree::Punct(_) => false,
    }
}

/// Where the next item starts if this one has no end.
fn starts_an_item(token: &TokenTree) -> bool {
    is_punct(token, '#') || is_word(token, "pub") || is_word(token, "fn") || is_word(token, "async")
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

fn is_punct(token: &TokenTree, char: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == char)
}

fn is_group(token: &TokenTree, delimiter: Delimiter) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == delimiter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::{ToTokens as _, quote};

    /// Each item as `attributes | head | body`.
    fn cut(block: TokenStream) -> Vec<String> {
        let whole = block.to_string();
        let segments = segments(block);
        let mut again = TokenStream::new();
        let cut = segments
            .into_iter()
            .map(|segment| {
                for (pound, group) in &segment.attributes {
                    pound.to_tokens(&mut again);
                    group.to_tokens(&mut again);
                }
                let attributes = segment.attributes.len();
                match segment.rest {
                    Rest::Function { head, body } => {
                        head.to_tokens(&mut again);
                        body.to_tokens(&mut again);
                        let body = body.map(|body| body.to_string()).unwrap_or_default();
                        format!("{attributes} | {head} | {body}")
                    }
                    Rest::Other(tokens) => {
                        tokens.to_tokens(&mut again);
                        format!("{attributes} | {tokens}")
                    }
                }
            })
            .collect();
        assert_eq!(again.to_string(), whole, "the pieces make up the whole");
        cut
    }

    #[test]
    fn finds_functions() {
        assert_eq!(
            cut(quote! {
                #[a] #[b] pub(crate) async fn one(&mut self) -> u64 { 1 }
                const fn two<const N: usize>() -> Grid<{ N + 1 }> where [u8; { N }]: Sized { x }
                unsafe extern "C" fn three();
                fn four(f: impl Fn(u8) -> u8) -> Box<dyn Fn(u8) -> Vec<u8>> {}
            }),
            [
                "2 | pub (crate) async fn one (& mut self) -> u64 | { 1 }",
                "0 | const fn two < const N : usize > () -> Grid < { N + 1 } > where [u8 ; { N }] : Sized | { x }",
                "0 | unsafe extern \"C\" fn three () | ;",
                "0 | fn four (f : impl Fn (u8) -> u8) -> Box < dyn Fn (u8) -> Vec < u8 >> | { }",
            ]
        );
    }

    #[test]
    fn leaves_everything_else_alone() {
        assert_eq!(
            cut(quote! {
                #![inner]
                #[a] pub const N: usize = { 3 };
                const P: Point = Point { x: 1 };
                type T = u8;
                some_macro! { fn inside() {} }
                other_macro!(x);
                #[a] fn last(&self) {}
            }),
            [
                "0 | # ! [inner]",
                "1 | pub const N : usize = { 3 } ;",
                "0 | const P : Point = Point { x : 1 } ;",
                "0 | type T = u8 ;",
                "0 | some_macro ! { fn inside () { } }",
                "0 | other_macro ! (x) ;",
                "1 | fn last (& self) | { }",
            ]
        );
    }

    #[test]
    fn recovers_from_what_is_half_typed() {
        assert_eq!(
            cut(quote! {
                pub
                #[a] fn one(&self) -> Vec<u8 { 1 }
                fn two(&self) {}
                nonsense
                #[a] fn three(&self) {}
                #[a]
            })
            .len(),
            6
        );
    }
}
