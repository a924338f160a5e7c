//! Which attributes of a method stay on it, which are for what is generated, and which are ours.

use super::segment::Segment;
use crate::diag::{self, Errors};
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::quote;
use syn::punctuated::Punctuated;
use syn::{Ident, Meta, Path, Token};

/// The attributes of one item of the block, sorted.
#[derive(Default)]
pub(crate) struct Attributes {
    /// All but ours, as written: for an item that is not a handler.
    pub(crate) written: TokenStream,
    /// What stays on a handler: all but ours and its documentation, which is documentation of the handle.
    ///
    /// Documentation in two places would run its examples twice.
    pub(crate) kept: TokenStream,
    /// `#[doc]` for the method of the handle.
    pub(crate) docs: TokenStream,
    /// `#[deprecated]` and a `#[must_use = "…"]`, also for the method of the handle.
    pub(crate) forwarded: TokenStream,
    /// `#[cfg]` for everything that is generated for the handler.
    pub(crate) cfgs: TokenStream,
    /// Whether calling the handler warns.
    pub(crate) deprecated: bool,
    /// `#[handler]` and `#[on]`.
    pub(crate) marks: Vec<Mark>,
}

/// `#[handler(…)]` or `#[on(…)]`
pub(crate) struct Mark {
    pub(crate) kind: MarkKind,
    /// The word, for pointing at it.
    pub(crate) name: Ident,
    /// What follows the word.
    pub(crate) arguments: Arguments,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MarkKind {
    Handler,
    On,
}

pub(crate) enum Arguments {
    /// `#[handler]`
    None,
    /// `#[handler(…)]`
    List(TokenStream),
    /// `#[handler = …]`
    Value(Token![=]),
}

/// Sorts the attributes of an item.
pub(crate) fn sort(segment: &Segment, errors: &mut Errors) -> Attributes {
    let mut sorted = Attributes::default();
    for (pound, group) in &segment.attributes {
        let attribute = quote!(#pound #group);
        // What cannot be parsed is not ours, and rustc will say what it lacks.
        let Ok(meta) = syn::parse2::<Meta>(group.stream()) else {
            sorted.keep(attribute);
            continue;
        };
        if let Some(mark) = mark(&meta, errors) {
            sorted.marks.push(mark);
            continue;
        }
        match destination(&meta) {
            Destination::Conditional => sorted.conditional(&meta, pound, group, errors),
            destination => sorted.send(destination, attribute),
        }
    }
    sorted
}

/// Where an attribute goes.
#[derive(Clone, Copy)]
enum Destination {
    /// `#[inline]`: the method.
    Method,
    /// `#[doc = "…"]`: the method of the handle.
    Docs,
    /// `#[doc(hidden)]`, `#[must_use = "…"]`: both.
    Both,
    /// `#[deprecated]`: both, and calling it warns.
    Deprecated,
    /// `#[cfg(…)]`: both, and everything else that is generated for the handler.
    Everywhere,
    /// `#[cfg_attr(condition, attributes)]`: it depends.
    Conditional,
}

fn destination(meta: &Meta) -> Destination {
    let Some(name) = meta.path().get_ident() else {
        return Destination::Method;
    };
    match (name.to_string().as_str(), meta) {
        ("doc", Meta::NameValue(_)) => Destination::Docs,
        // The `Call` that the method of the handle returns is `#[must_use]` anyway, so only a reason is news.
        ("doc", _) | ("must_use", Meta::NameValue(_)) => Destination::Both,
        ("deprecated", _) => Destination::Deprecated,
        ("cfg", _) => Destination::Everywhere,
        ("cfg_attr", Meta::List(_)) => Destination::Conditional,
        _ => Destination::Method,
    }
}

impl Attributes {
    /// Whether the two are on alternatives, as `#[cfg(unix)]` and `#[cfg(windows)]` are.
    pub(crate) fn exclude(&self, other: &Self) -> bool {
        self.cfgs.to_string() != other.cfgs.to_string()
    }

    fn keep(&mut self, attribute: TokenStream) {
        self.written.extend(attribute.clone());
        self.kept.extend(attribute);
    }

    fn send(&mut self, destination: Destination, attribute: TokenStream) {
        match destination {
            Destination::Method | Destination::Conditional => {}
            Destination::Docs => {
                self.docs.extend(attribute.clone());
                self.written.extend(attribute);
                return;
            }
            Destination::Both => self.forwarded.extend(attribute.clone()),
            Destination::Deprecated => {
                self.deprecated = true;
                self.forwarded.extend(attribute.clone());
            }
            Destination::Everywhere => self.cfgs.extend(attribute.clone()),
        }
        self.keep(attribute);
    }

    /// `#[cfg_attr(unix, cfg(x), doc = "…", inline)]` is sent to three places, with what concerns each.
    fn conditional(&mut self, meta: &Meta, pound: &TokenTree, group: &Group, errors: &mut Errors) {
        let parsed = meta
            .require_list()
            .and_then(|list| list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated));
        let Ok(parsed) = parsed else {
            self.keep(quote!(#pound #group));
            return;
        };
        let mut parsed = parsed.into_iter();
        let condition = parsed.next();
        for inner in parsed {
            if let Some(mark) = mark(&inner, errors) {
                let name = &mark.name;
                errors.at(
                    name,
                    format!("`{name}` cannot be inside of `cfg_attr`: `#[actor]` reads the block before conditions are decided"),
                    format!("write `#[cfg(…)]` and `#[{name}]` as two attributes"),
                );
                self.marks.push(mark);
                continue;
            }
            let path = meta.path();
            let destination = match destination(&inner) {
                Destination::Conditional => Destination::Method,
                destination => destination,
            };
            self.send(destination, quote!(#pound [#path(#condition, #inner)]));
        }
    }
}

/// `#[handler]` and `#[on]`, also if they are misspelt.
fn mark(meta: &Meta, errors: &mut Errors) -> Option<Mark> {
    let name = ours(meta.path())?;
    let written = name.to_string();
    let kind = match written.as_str() {
        "handler" => MarkKind::Handler,
        "on" => MarkKind::On,
        _ => {
            let meant = misspelt(&written)?;
            errors.at(
                name,
                format!("cannot find attribute `{name}`"),
                format!("an attribute with a similar name exists: `{meant}`"),
            );
            if meant == "on" {
                MarkKind::On
            } else {
                MarkKind::Handler
            }
        }
    };
    let arguments = match meta {
        Meta::Path(_) => Arguments::None,
        Meta::List(list) => Arguments::List(list.tokens.clone()),
        Meta::NameValue(pair) => Arguments::Value(pair.eq_token),
    };
    Some(Mark {
        kind,
        name: name.clone(),
        arguments,
    })
}

/// `handler`, or `actor_core::handler`, or wherever else a crate passes it on.
fn ours(path: &Path) -> Option<&Ident> {
    let last = &path.segments.last()?.ident;
    let exact = last == "handler" || last == "on";
    path.get_ident().or_else(|| exact.then_some(last))
}

/// `hander`, `handle`, `Handler`, `On`. No attribute of the language is that close to `handler`; to `on`, some are.
fn misspelt(name: &str) -> Option<&'static str> {
    match name {
        "On" | "no" => Some("on"),
        _ => diag::similar(&name.to_lowercase(), &["handler"]),
    }
}
