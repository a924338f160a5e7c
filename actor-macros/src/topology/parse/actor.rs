//! Actors, and what is said about each inside of its braces.

use super::words::{expected, name, on_node};
use super::{end, words};
use crate::diag::{self, Errors};
use crate::settings::options::{alone, peeked, separated};
use crate::settings::{directive, mailbox, passivation, rules};
use crate::topology::ast::{Actor, Attributes, Gateway, Param, Properties, Topology};
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::{Ident, LitStr, Token, Type, braced, parenthesized, token};

const PROPERTIES: [&str; 8] = [
    "id",
    "init",
    "supervision",
    "on_error",
    "mailbox",
    "passivate",
    "tools",
    "gateway",
];

/// `session(user: UserId): Session on edge { … }`, behind `actor`.
pub(super) fn actor(
    input: ParseStream,
    word: &Ident,
    attributes: Attributes,
    topology: &mut Topology,
    errors: &mut Errors,
) -> syn::Result<()> {
    let key = name(input, "an actor")?;
    match rest(input, word, &key, attributes, errors) {
        Ok(actor) => {
            topology.broken.any |= !actor.properties.broken.is_empty();
            topology.actors.push(actor);
            Ok(())
        }
        Err(error) => {
            topology.broken.names.push(key);
            Err(error)
        }
    }
}

fn rest(
    input: ParseStream,
    word: &Ident,
    key: &Ident,
    attributes: Attributes,
    errors: &mut Errors,
) -> syn::Result<Actor> {
    let example = format!("actor {key}: Type on node;");
    let params = if input.peek(token::Paren) {
        params(input, key, errors)?
    } else {
        Vec::new()
    };
    let help = format!("write `{example}`");
    if input.parse::<Option<Token![:]>>()?.is_none() {
        return Err(expected(
            input,
            Some(key),
            "`:` and the type of the actor",
            &help,
        ));
    }
    let ty = match input.fork().parse::<Type>() {
        Ok(_) => input.parse()?,
        Err(_) => return Err(expected(input, Some(key), "the type of the actor", &help)),
    };
    let node = on_node(input, key, &example)?;
    let mut found = Properties::default();
    if input.peek(token::Brace) {
        let content;
        braced!(content in input);
        properties(&content, &mut found, errors);
        // As behind the braces of an item, a semicolon is too much and no harm.
        input.parse::<Option<Token![;]>>()?;
    } else {
        end(input, word, errors);
    }
    Ok(Actor {
        attributes,
        key: key.clone(),
        params,
        ty,
        node,
        properties: found,
    })
}

/// `(user: UserId, shop: ShopId)`
fn params(input: ParseStream, key: &Ident, errors: &mut Errors) -> syn::Result<Vec<Param>> {
    let content;
    let parens = parenthesized!(content in input);
    if content.is_empty() {
        errors.at_span(
            parens.span.join(),
            format!("actor `{key}` has no parameters between its parentheses"),
            format!("write what tells its instances apart, as in `{key}(user: UserId)`, or leave the parentheses out"),
        );
    }
    let mut params: Vec<Param> = Vec::new();
    let list: TokenStream = content.parse()?;
    separated(list, errors, |input, _| {
        let name: Ident = words::name(input, "a parameter")?;
        let help = format!("write `{name}: Type`");
        if input.parse::<Option<Token![:]>>()?.is_none() {
            return Err(expected(
                input,
                Some(&name),
                "`:` and the type of the parameter",
                &help,
            ));
        }
        let ty = match input.fork().parse::<Type>() {
            Ok(_) => input.parse()?,
            Err(_) => {
                return Err(expected(
                    input,
                    Some(&name),
                    "the type of the parameter",
                    &help,
                ));
            }
        };
        if params.iter().any(|param| param.name == name) {
            return Err(diag::error(
                &name,
                format!("there are two parameters `{name}`"),
                "give one of them another name",
            ));
        }
        params.push(Param { name, ty });
        Ok(())
    });
    Ok(params)
}

/// `name = value; name;`, each of which may be wrong by itself.
fn properties(input: ParseStream, found: &mut Properties, errors: &mut Errors) {
    let mut seen: Vec<Ident> = Vec::new();
    while !input.is_empty() {
        if !input.peek(Ident::peek_any) {
            let help = format!("write {}", diag::one_of(&PROPERTIES));
            errors.push(expected(input, None, "the name of a property", &help));
            skip(input);
            continue;
        }
        let Ok(name) = input.call(Ident::parse_any) else {
            return;
        };
        let before = errors.len();
        let read = if !PROPERTIES.iter().any(|known| name == known) {
            Err(diag::unknown(&name, "property", "a property", &PROPERTIES))
        } else if seen.contains(&name) {
            let message = format!("`{name}` is given twice");
            Err(diag::error(&name, message, "keep one of the two"))
        } else {
            seen.push(name.clone());
            property(input, &name, found, errors)
        };
        if let Err(error) = read {
            errors.push(error);
            skip(input);
        } else if let Some(error) = words::semicolon(input, &name, "a property") {
            errors.push(error);
            if !at_property(input) {
                skip(input);
            }
        }
        if errors.len() > before {
            found.broken.push(name);
        }
    }
}

fn property(
    input: ParseStream,
    name: &Ident,
    found: &mut Properties,
    errors: &mut Errors,
) -> syn::Result<()> {
    match name.to_string().as_str() {
        "id" => found.id = Some(expression(input, name, "\"name\"")?),
        "init" => found.init = Some(expression(input, name, "Type::new()")?),
        "supervision" => {
            equals_or(
                input,
                name,
                "restart(max = 3, within = 60s)",
                directive::meant,
            )?;
            let directive = value(input, name, |input| directive::parse(input, errors))?;
            found.supervision = Some(directive);
        }
        "on_error" => {
            let help = "write `on_error(ParseError = resume);`";
            let list = input.parse::<Group>().ok();
            let list = list.filter(|list| list.delimiter() == Delimiter::Parenthesis);
            let Some(list) = list else {
                let what = "`(` and errors with their directives";
                return Err(expected(input, Some(name), what, help));
            };
            found.rules = Some(rules::parse(list.stream(), errors));
        }
        "mailbox" => {
            equals_or(input, name, "256", mailbox::meant)?;
            found.mailbox = value(input, name, |input| mailbox::parse(input, errors))?;
        }
        "passivate" => {
            found.passivation =
                value(input, name, |input| passivation::parse(name, input, errors))?;
        }
        "tools" => {
            equals(input, name, "[tool]")?;
            (_, found.tools) = words::names(input, name, "tool", errors)?;
        }
        _ => {
            let mut scope = None;
            if input.parse::<Option<Token![=]>>()?.is_some() {
                let help = "write `gateway = \"scope\";`, or `gateway;` for the name of the actor";
                let text = input.parse::<LitStr>();
                scope =
                    Some(text.map_err(|_| expected(input, Some(name), "a scope in quotes", help))?);
            } else if !input.peek(Token![;]) {
                alone(name, input)?;
            }
            found.gateway = Some(Gateway {
                word: name.clone(),
                scope,
            });
        }
    }
    Ok(())
}

/// `=`
fn equals(input: ParseStream, name: &Ident, example: &str) -> syn::Result<()> {
    equals_or(input, name, example, |_| None)
}

/// The same, where `fit` makes of the `value` of `name(value)` what should follow the `=`.
fn equals_or(
    input: ParseStream,
    name: &Ident,
    example: &str,
    fit: impl FnOnce(&TokenStream) -> Option<String>,
) -> syn::Result<()> {
    let inside = input
        .peek(token::Paren)
        .then(|| input.fork().parse::<Group>());
    let meant = inside.and_then(|group| fit(&group.ok()?.stream()));
    let example = meant.as_deref().unwrap_or(example);
    let help = format!("write `{name} = {example};`");
    if input.parse::<Option<Token![=]>>()?.is_none() {
        let what = format!("`=` after `{name}`");
        return Err(expected(input, Some(name), &what, &help));
    }
    if input.is_empty() || input.peek(Token![;]) {
        return Err(diag::error(name, format!("`{name}` needs a value"), help));
    }
    Ok(())
}

/// `= expression`
fn expression<T: Parse>(input: ParseStream, name: &Ident, example: &str) -> syn::Result<T> {
    equals(input, name, example)?;
    input.parse()
}

/// What `read` makes of the tokens up to the end of the property. It knows commas, and no semicolons.
fn value<T>(
    input: ParseStream,
    name: &Ident,
    read: impl FnOnce(ParseStream) -> syn::Result<T>,
) -> syn::Result<T> {
    let mut tokens = TokenStream::new();
    let mut last: Span = name.span();
    while !(input.is_empty() || input.peek(Token![;]) || at_property(input)) {
        let token: TokenTree = input.parse()?;
        last = token.span();
        token.to_tokens(&mut tokens);
    }
    // Inside of braces, the end of what is read is at the last token, and so is an error about it.
    let mut group = Group::new(Delimiter::Brace, tokens);
    group.set_span(last);
    let inside = |input: ParseStream| {
        let content;
        braced!(content in input);
        let value = read(&content)?;
        if let Some(extra) = peeked(&content) {
            let help = format!("put a `;` behind the value of `{name}`");
            return Err(diag::error(extra, "expected `;`", help));
        }
        Ok(value)
    };
    inside.parse2(TokenTree::Group(group).into())
}

/// Whether a property begins here: its name, and what follows one.
fn at_property(input: ParseStream) -> bool {
    let ahead = input.fork();
    let Ok(word) = ahead.call(Ident::parse_any) else {
        return false;
    };
    let follows = (ahead.peek(Token![=]) && !ahead.peek(Token![==]))
        || word == "gateway" && ahead.peek(Token![;])
        || (word == "passivate" || word == "on_error") && ahead.peek(token::Paren);
    follows && PROPERTIES.iter().any(|known| word == known)
}

/// Skips to the next semicolon, and over it.
fn skip(input: ParseStream) {
    while !input.is_empty() {
        match input.parse::<TokenTree>() {
            Ok(TokenTree::Punct(punct)) if punct.as_char() == ';' => return,
            Ok(_) => {}
            Err(_) => return,
        }
    }
}
