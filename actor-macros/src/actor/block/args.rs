//! The options of `#[actor(…)]` on an `impl` block, and of `#[handler(…)]`.

use super::model::{Options, Style};
use crate::diag::{self, Errors};
use crate::settings::options::{List, equals, krate, parenthesized, peeked, values};
use proc_macro2::TokenStream;
use syn::Ident;
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;

const ACTOR: List<'static> = List {
    what: "`actor` option",
    kind: "an option",
    known: &["msg", "remote", "crate"],
    elsewhere: &[
        "mailbox",
        "supervision",
        "on_error",
        "passivate",
        "stash",
        "resume_after_panic",
        "emits",
        "behaviors",
    ],
};

const MSG: List<'static> = List {
    what: "`msg` option",
    kind: "an option",
    known: &["derive"],
    elsewhere: &[],
};

const HANDLER: List<'static> = List {
    what: "`handler` option",
    kind: "an option",
    known: &["in", "stash_in", "reply"],
    elsewhere: &[],
};

const STYLES: [&str; 2] = ["plain", "flat"];

/// Reads the options of the block.
pub(crate) fn actor(tokens: TokenStream, errors: &mut Errors) -> Options {
    let mut options = Options::default();
    ACTOR.read(tokens, errors, |name, input, errors| {
        match name.to_string().as_str() {
            "msg" => {
                let list = parenthesized(name, input, "msg(derive(Debug))")?;
                MSG.read(list, errors, |name, input, errors| {
                    let list = parenthesized(name, input, "derive(Debug)")?;
                    options.derives =
                        values(list, errors, "the path of a derive macro", "derive(Debug)");
                    Ok(())
                });
            }
            "remote" => options.remote = true,
            "crate" => options.krate = Some(krate(name, input)?),
            _ => {
                return Err(diag::error(
                    name,
                    format!("`{name}` does not belong on the `impl` block"),
                    "put it on the definition of the actor, as in `#[actor(…)] struct …`",
                ));
            }
        }
        Ok(())
    });
    options
}

/// The options of a handler.
#[derive(Default)]
pub(crate) struct HandlerOptions {
    pub(crate) accepted: Vec<Ident>,
    pub(crate) stashed: Vec<Ident>,
    pub(crate) style: Option<(Ident, Style)>,
}

/// Reads the options of a handler.
pub(crate) fn handler(tokens: TokenStream, errors: &mut Errors) -> HandlerOptions {
    let mut options = HandlerOptions::default();
    HANDLER.read(tokens, errors, |name, input, errors| {
        match name.to_string().as_str() {
            "in" => {
                let list = parenthesized(name, input, "in(Idle)")?;
                options.accepted = values(list, errors, "the name of a behavior", "in(Idle, Busy)");
            }
            "stash_in" => {
                let list = parenthesized(name, input, "stash_in(Loading)")?;
                options.stashed =
                    values(list, errors, "the name of a behavior", "stash_in(Loading)");
            }
            _ => {
                equals(name, input, "reply = plain")?;
                options.style = Some((name.clone(), style(input)?));
            }
        }
        Ok(())
    });
    options
}

/// `plain` or `flat`
fn style(input: ParseStream) -> syn::Result<Style> {
    let Ok(word) = input.call(Ident::parse_any) else {
        return Err(diag::error(
            peeked(input),
            "expected how to reply",
            format!("write {}", diag::one_of(&STYLES)),
        ));
    };
    match word.to_string().as_str() {
        "plain" => Ok(Style::Plain),
        "flat" => Ok(Style::Flat),
        _ => Err(diag::unknown(&word, "way to reply", "a way", &STYLES)),
    }
}
