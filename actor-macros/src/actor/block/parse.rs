//! Reads an `#[actor] impl` block.

use super::attributes::{self, Arguments, Mark, MarkKind};
use super::model::{
    Block, Handler, Head, Hook, HookKind, Item, Method, Options, Role, Signal, Verdict,
};
use super::segment::{Rest, Segment, segments};
use super::signature;
use super::{args, header, types};
use crate::actor::generics::Erase;
use crate::diag::{self, Errors};
use crate::show::show;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote;
use syn::parse::{ParseStream, Parser as _};
use syn::visit_mut::VisitMut as _;
use syn::{Lifetime, Signature, Type, Visibility};

/// What became of an item with `#[actor]`.
pub(crate) enum Parsed {
    Block(Box<Block>),
    /// It cannot be the block of an actor, or is half-typed. This is the item without our attributes.
    Item(TokenStream),
}

/// Reads everything that can be understood, and reports the rest.
pub(crate) fn parse(item: TokenStream, options: Options, errors: &mut Errors) -> Parsed {
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    let braces = match tokens.pop() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => group,
        last => {
            tokens.extend(last);
            return Parsed::Item(tokens.into_iter().collect());
        }
    };
    let written: TokenStream = tokens.into_iter().collect();
    let header = header::parse.parse2(written.clone()).ok();
    let actor = header.as_ref().and_then(|header| header.actor(errors));
    let mut block = Items {
        lifetimes: header
            .as_ref()
            .map(|header| header.lifetimes.clone())
            .unwrap_or_default(),
        ..Items::default()
    };
    for segment in segments(braces.stream()) {
        block.item(segment, errors);
    }
    let (Some(header), Some((actor, path))) = (header, actor) else {
        let unreadable = &block.unreadable;
        let items = block.items.iter().map(|item| match item {
            Item::Other(tokens) => tokens.clone(),
            Item::Method {
                attributes, code, ..
            } => quote!(#attributes #code),
        });
        return Parsed::Item(quote!(#written { #(#items)* #(#unreadable)* }));
    };
    Parsed::Block(Box::new(Block {
        head: Head {
            written,
            braces: braces.span(),
            cfgs: header.cfgs,
            generics: header.generics,
            actor,
            path,
        },
        options,
        items: block.items,
        handlers: block.handlers,
        hooks: block.hooks,
        unreadable: block.unreadable,
    }))
}

/// The items read so far.
#[derive(Default)]
struct Items {
    lifetimes: Vec<Lifetime>,
    items: Vec<Item>,
    handlers: Vec<Handler>,
    hooks: Vec<Hook>,
    unreadable: Vec<TokenStream>,
}

impl Items {
    fn item(&mut self, segment: Segment, errors: &mut Errors) {
        let mut attributes = attributes::sort(&segment, errors);
        let marks = std::mem::take(&mut attributes.marks);
        let (head, body) = match segment.rest {
            Rest::Function { head, body } => (head, body),
            Rest::Other(tokens) => {
                for mark in marks {
                    misplaced(&mark, errors);
                }
                let written = attributes.written;
                self.items.push(Item::Other(quote!(#written #tokens)));
                return;
            }
        };
        let mut code = quote!(#head #body);
        let mark = only(marks, errors);
        let mut verdict = Verdict::Sound;
        let mut method = mark.as_ref().and_then(|_| self.method(head.clone()));
        if mark.is_some()
            && method.is_none()
            && let Some(bare) = without_arrow(&head)
        {
            method = self.method(bare);
            verdict = Verdict::Broken;
            code = quote!(#head impl ::core::marker::Sized #body);
        }
        let Some(mark) = mark else {
            let written = attributes.written;
            self.items.push(Item::Other(quote!(#written #code)));
            return;
        };
        let Some((vis, signature)) = method else {
            let written = attributes.written;
            self.unreadable.push(quote!(#written #code));
            return;
        };
        let parameters = signature::parameters(&signature);
        let documented = mark.kind == MarkKind::Handler && !attributes.docs.is_empty();
        self.items.push(Item::Method {
            attributes: if documented {
                attributes.kept.clone()
            } else {
                attributes.written.clone()
            },
            documented: documented.then(|| signature.ident.clone()),
            owning: parameters
                .iter()
                .any(|parameter| !matches!(parameter.role, Role::Context)),
            code,
        });
        let method = Method {
            parameters,
            attributes,
            vis,
            signature,
            verdict,
        };
        match mark.kind {
            MarkKind::Handler => self.handlers.push(handler(mark, method, errors)),
            MarkKind::On => self.hooks.extend(hook(mark, method, errors)),
        }
    }

    /// `pub fn add(&mut self)`, or `None` if that is not what it is.
    fn method(&self, head: TokenStream) -> Option<(Visibility, Signature)> {
        let parse = |input: ParseStream| Ok((input.parse()?, input.parse()?));
        let (vis, mut signature): (Visibility, Signature) = parse.parse2(head).ok()?;
        Erase(self.lifetimes.clone()).visit_signature_mut(&mut signature);
        Some((vis, signature))
    }
}

/// `fn add(&mut self) ->` → `fn add(&mut self)`
///
/// rustc has said that a type is missing. Given the same again it says so again, in other words.
fn without_arrow(head: &TokenStream) -> Option<TokenStream> {
    let mut tokens: Vec<TokenTree> = head.clone().into_iter().collect();
    let end = [tokens.pop()?, tokens.pop()?];
    let arrow = |token: &TokenTree, expected| matches!(token, TokenTree::Punct(punct) if punct.as_char() == expected);
    (arrow(&end[0], '>') && arrow(&end[1], '-')).then(|| tokens.into_iter().collect())
}

/// `#[handler] const N: usize = 3;`
fn misplaced(mark: &Mark, errors: &mut Errors) {
    let name = &mark.name;
    errors.at(
        name,
        format!("`#[{name}]` belongs on a method"),
        "remove it here",
    );
}

/// The one attribute that says what a method is.
fn only(marks: Vec<Mark>, errors: &mut Errors) -> Option<Mark> {
    let mut marks = marks.into_iter();
    let first = marks.next()?;
    for mark in marks {
        let name = &mark.name;
        if mark.kind != first.kind {
            errors.at(
                name,
                "a method handles either a request or what it is `on`, not both",
                "write two methods, and let one call the other",
            );
        } else if mark.kind == MarkKind::On {
            errors.at(
                name,
                "a method is `on` one signal or event",
                "write a method for each, and let one call the other",
            );
        } else {
            errors.at(name, "`#[handler]` is given twice", "remove one of the two");
        }
    }
    Some(first)
}

fn handler(mark: Mark, method: Method, errors: &mut Errors) -> Handler {
    let options = match mark.arguments {
        Arguments::None => args::HandlerOptions::default(),
        Arguments::List(tokens) => args::handler(tokens, errors),
        Arguments::Value(equals) => {
            errors.at(
                equals,
                "`#[handler]` takes its options in parentheses",
                "write `#[handler]`, or `#[handler(in(Idle))]`",
            );
            args::HandlerOptions::default()
        }
    };
    Handler {
        returns: signature::returns(&method, options.style.as_ref().map(|(_, style)| *style)),
        method,
        accepted: options.accepted,
        stashed: options.stashed,
        style: options.style,
    }
}

fn hook(mark: Mark, method: Method, errors: &mut Errors) -> Option<Hook> {
    let on = match mark.arguments {
        Arguments::List(tokens) if !tokens.is_empty() => {
            match syn::parse2::<Type>(tokens.clone()) {
                Ok(on) => on,
                Err(_) => {
                    errors.at(
                        &tokens,
                        "expected one signal or one event type",
                        "write `#[on(PreStart)]` or `#[on(PriceChanged)]`",
                    );
                    return None;
                }
            }
        }
        _ => {
            errors.at(
                &mark.name,
                "`#[on]` does not say what it is on",
                format!(
                    "write the type of an event, as in `#[on(PriceChanged)]`, or a signal: {}",
                    diag::one_of(&Signal::ALL.map(Signal::name))
                ),
            );
            return None;
        }
    };
    let Some(segment) = types::last_segment(&on) else {
        errors.at(
            &on,
            format!("`{}` cannot be an event", show(&on)),
            "an event is a struct or an enum: write its path",
        );
        return None;
    };
    let signal = Signal::ALL
        .into_iter()
        .find(|signal| segment.ident == signal.name() && segment.arguments.is_none());
    let kind = signal.map_or(HookKind::Event, HookKind::Signal);
    Some(Hook { method, on, kind })
}
