//! Reads an `#[actor] impl` block.

use super::attributes::{self, Arguments, Attributes, Mark, MarkKind};
use super::model::{Block, Handler, Head, Hook, HookKind, Item, Method, Options, Signal, Verdict};
use super::segment::{Rest, Segment, segments};
use super::signature;
use super::{args, types};
use crate::actor::generics::{Erase, erase_lifetimes};
use crate::diag::{self, Errors};
use crate::show::show;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::parse::{ParseStream, Parser as _};
use syn::visit_mut::VisitMut as _;
use syn::{Attribute, Generics, Lifetime, Signature, Token, Type, Visibility};

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
    let header = header.parse2(written.clone()).ok();
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

/// `impl<T> Till<T> where T: Clone`, without lifetimes: the definition of the actor has been refused for those.
struct Header {
    cfgs: Vec<Attribute>,
    generics: Generics,
    lifetimes: Vec<Lifetime>,
    /// What the block is for.
    ty: Type,
    /// The trait in front of the `for`, if it implements one.
    implements: Option<Type>,
}

fn header(input: ParseStream) -> syn::Result<Header> {
    let cfgs = input
        .call(Attribute::parse_outer)?
        .into_iter()
        .filter(|attribute| attribute.path().is_ident("cfg"))
        .collect();
    while !input.peek(Token![impl]) {
        input.parse::<Ident>()?;
    }
    input.parse::<Token![impl]>()?;
    let mut generics: Generics = input.parse()?;
    input.parse::<Option<Token![!]>>()?;
    let mut ty: Type = input.parse()?;
    let mut implements = None;
    if input.parse::<Option<Token![for]>>()?.is_some() {
        implements = Some(ty);
        ty = input.parse()?;
    }
    generics.where_clause = input.parse()?;
    let mut lifetimes: Vec<_> = generics
        .lifetimes()
        .map(|parameter| parameter.lifetime.clone())
        .collect();
    erase_lifetimes(&mut generics);
    let mut all = lifetimes.clone();
    all.push(Lifetime::new("'_", proc_macro2::Span::call_site()));
    Erase(all).visit_type_mut(&mut ty);
    lifetimes.dedup();
    Ok(Header {
        cfgs,
        generics,
        lifetimes,
        ty,
        implements,
    })
}

impl Header {
    /// The type of the actor, as it is and as a path.
    fn actor(&self, errors: &mut Errors) -> Option<(Type, syn::Path)> {
        let shown = show(&self.ty);
        if let Some(implements) = &self.implements {
            errors.at(
                implements,
                format!("the messages of an actor cannot be in an implementation of `{}`", show(implements)),
                format!("put `#[actor]` and the handlers on a block of their own: `impl {shown} {{ … }}`"),
            );
            return None;
        }
        match types::peel(&self.ty) {
            Type::Path(path) if path.qself.is_none() => Some((self.ty.clone(), path.path.clone())),
            _ => {
                errors.at(
                    &self.ty,
                    format!("`{shown}` cannot be an actor"),
                    "an actor is a struct or an enum of yours, with `#[actor]` on its definition",
                );
                None
            }
        }
    }
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
        let code = quote!(#head #body);
        let mark = only(marks, errors);
        let method = mark.as_ref().and_then(|_| self.method(head));
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
        let documented = mark.kind == MarkKind::Handler && !attributes.docs.is_empty();
        self.items.push(Item::Method {
            attributes: if documented {
                attributes.kept.clone()
            } else {
                attributes.written.clone()
            },
            documented: documented.then(|| signature.ident.clone()),
            code,
        });
        let method = Method {
            parameters: signature::parameters(&signature),
            attributes,
            vis,
            signature,
            verdict: Verdict::Sound,
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

impl Attributes {
    /// Whether the two are on alternatives, as `#[cfg(unix)]` and `#[cfg(windows)]` are.
    pub(crate) fn exclude(&self, other: &Self) -> bool {
        self.cfgs.to_string() != other.cfgs.to_string()
    }
}

impl Item {
    pub(crate) fn tokens(&self, link: impl FnOnce(&Ident) -> TokenStream) -> TokenStream {
        match self {
            Self::Other(tokens) => tokens.clone(),
            Self::Method {
                attributes,
                documented,
                code,
            } => {
                let link = documented.as_ref().map(link);
                quote!(#link #attributes #code)
            }
        }
    }
}

impl Head {
    /// The name of the actor.
    pub(crate) fn name(&self) -> &Ident {
        let last = self.path.segments.last();
        &last.expect("a path has a segment").ident
    }

    /// The actor as tokens.
    pub(crate) fn actor(&self) -> TokenStream {
        self.actor.to_token_stream()
    }
}
