//! The options of `#[actor(…)]` on a struct or an enum.

use super::model::{
    Behavior, Directive, DirectiveKind, Mailbox, Options, Passivation, Rule, Setting, SettingValue,
};
use crate::actor::duration::Duration;
use crate::actor::options::{
    List, alone, ends, equals, equals_or, krate, number, parenthesized, parenthesized_or, peeked,
    reads, separated, values,
};
use crate::diag::{self, Errors};
use crate::show::show;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Attribute, Ident, LitInt, Token, Type, token};

const OPTIONS: List<'static> = List {
    what: "`actor` option",
    kind: "an option",
    known: &[
        "mailbox",
        "supervision",
        "on_error",
        "passivate",
        "stash",
        "resume_after_panic",
        "emits",
        "behaviors",
        "crate",
    ],
    elsewhere: &["msg", "derive"],
};

const RESTART: List<'static> = List {
    what: "`restart` setting",
    kind: "a setting",
    known: &["max", "within", "backoff", "cap", "jitter", "on_exhausted"],
    elsewhere: &[],
};

const PASSIVATE: List<'static> = List {
    what: "`passivate` rule",
    kind: "a rule",
    known: &["after", "messages", "never"],
    elsewhere: &[],
};

const MAILBOXES: [&str; 2] = ["unbounded", "bounded"];
const DIRECTIVES: [&str; 5] = ["restart", "resume", "stop", "escalate", "suspend"];

/// The ways a full mailbox can behave, and the variants of `Overflow` they are.
const OVERFLOWS: [(&str, &str); 4] = [
    ("wait", "Wait"),
    ("reject", "Reject"),
    ("drop_newest", "DropNewest"),
    ("drop_oldest", "DropOldest"),
];

/// What can happen when the restarts are used up, and the variants of `Exhausted` they are.
const EXHAUSTED: [(&str, &str); 2] = [("stop", "Stop"), ("suspend", "Suspend")];

/// Reads everything that can be understood, and reports the rest.
pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Options {
    let mut options = Options::default();
    OPTIONS.read(tokens, errors, |name, input, errors| {
        match name.to_string().as_str() {
            "mailbox" => {
                equals_or(name, input, "mailbox = 256", capacity)?;
                options.mailbox = mailbox(input, errors)?;
            }
            "supervision" => {
                let example = "supervision = restart(max = 3, within = 60s)";
                equals_or(name, input, example, response)?;
                options.supervision = Some(directive(input, errors)?);
            }
            "on_error" => {
                let list =
                    parenthesized_or(name, input, "on_error(ParseError = resume)", |_| None)?;
                options.rules = rules(list, errors);
            }
            "passivate" => {
                let list = parenthesized_or(name, input, "passivate(after = 10m)", rule)?;
                options.passivation = passivation(name, list, errors);
            }
            "stash" => {
                equals(name, input, "stash = 100")?;
                options.stash = Some(number(input, "100")?);
            }
            "resume_after_panic" => {
                alone(name, input)?;
                options.resume_after_panic = true;
            }
            "emits" => {
                let list = parenthesized(name, input, "emits(PriceChanged)")?;
                options.emits = values(list, errors, "an event type", "emits(PriceChanged)");
            }
            "behaviors" => {
                let list = parenthesized(name, input, "behaviors(Loading, Ready)")?;
                options.behaviors_word = Some(name.clone());
                options.behaviors = behaviors(list, errors);
            }
            "crate" => options.krate = Some(krate(name, input)?),
            "derive" => {
                return Err(diag::error(
                    name,
                    "`derive` is an attribute of its own",
                    "write `#[derive(…)]` below, or for the messages `#[actor(msg(derive(…)))]` on the `impl` block",
                ));
            }
            _ => {
                return Err(diag::error(
                    name,
                    format!("`{name}` does not belong on the definition of the actor"),
                    "put it on the `impl` block, as in `#[actor(msg(derive(Debug)))] impl …`: the block has the messages",
                ));
            }
        }
        Ok(())
    });
    options
}

/// `256`, `unbounded`, `bounded(256)`, `bounded(256, reject)`, or an expression for the capacity.
///
/// `None` if what is wrong has been reported.
fn mailbox(input: ParseStream, errors: &mut Errors) -> syn::Result<Option<Mailbox>> {
    let Some(word) = word(input, &MAILBOXES) else {
        return Ok(Some(Mailbox::Bounded {
            capacity: number(input, "256")?,
            overflow: None,
        }));
    };
    match word.to_string().as_str() {
        "unbounded" => {
            alone(&word, input)?;
            Ok(Some(Mailbox::Unbounded))
        }
        "bounded" => {
            let list = parenthesized(&word, input, "bounded(256)")?;
            Ok(bounded(list, errors))
        }
        _ => Err(diag::unknown(
            &word,
            "kind of mailbox",
            "a kind",
            &MAILBOXES,
        )),
    }
}

/// `256` or `256, reject`, inside of `bounded(…)`.
fn bounded(list: TokenStream, errors: &mut Errors) -> Option<Mailbox> {
    let (mut capacity, mut overflow) = (None, None);
    separated(list, errors, |input, _| {
        if capacity.is_none() {
            if let Some(word) = word(input, &[]) {
                return Err(diag::error(
                    &word,
                    format!("expected the capacity of the mailbox, found `{word}`"),
                    format!("write `bounded(256, {word})`"),
                ));
            }
            capacity = Some(number(input, "256")?);
        } else if overflow.is_none() {
            overflow = Some(choice(input, "overflow policy", "a policy", &OVERFLOWS)?);
        } else {
            return Err(diag::error(
                peeked(input),
                "`bounded` takes a capacity and an overflow policy, and no more",
                "write `bounded(256, reject)`",
            ));
        }
        Ok(())
    });
    capacity.map(|capacity| Mailbox::Bounded { capacity, overflow })
}

/// `restart`, `restart(max = 3)`, `resume`, `stop`, `escalate`, or `suspend`.
fn directive(input: ParseStream, errors: &mut Errors) -> syn::Result<Directive> {
    let Some(word) = word(input, &DIRECTIVES) else {
        return Err(diag::error(
            peeked(input),
            "expected what to do about a failure",
            format!("write {}", diag::one_of(&DIRECTIVES)),
        ));
    };
    let kind = match word.to_string().as_str() {
        "restart" if ends(input) => DirectiveKind::Restart(Vec::new()),
        "restart" => {
            let example = "restart(max = 3, within = 60s)";
            let list = parenthesized_or(&word, input, example, restarts)?;
            DirectiveKind::Restart(settings(list, errors))
        }
        "resume" => DirectiveKind::Resume,
        "stop" => DirectiveKind::Stop,
        "escalate" => DirectiveKind::Escalate,
        "suspend" => DirectiveKind::Suspend,
        _ => {
            return Err(diag::unknown(
                &word,
                "directive",
                "a directive",
                &DIRECTIVES,
            ));
        }
    };
    alone(&word, input)?;
    Ok(Directive { word, kind })
}

/// `max = 3, within = 60s`
fn settings(list: TokenStream, errors: &mut Errors) -> Vec<Setting> {
    let mut settings = Vec::new();
    RESTART.read(list, errors, |name, input, _| {
        let value = match name.to_string().as_str() {
            "max" => {
                equals(name, input, "max = 3")?;
                SettingValue::Number(number(input, "3")?)
            }
            "jitter" => {
                equals(name, input, "jitter = 20")?;
                SettingValue::Number(number(input, "20")?)
            }
            "on_exhausted" => {
                equals(name, input, "on_exhausted = suspend")?;
                SettingValue::Exhausted(choice(input, "way out", "a way out", &EXHAUSTED)?)
            }
            _ => {
                equals(name, input, &format!("{name} = 60s"))?;
                SettingValue::Duration(Duration::parse(input)?)
            }
        };
        settings.push(Setting {
            name: name.clone(),
            value,
        });
        Ok(())
    });
    settings
}

/// `ParseError = resume, Panic = stop`
fn rules(list: TokenStream, errors: &mut Errors) -> Vec<Rule> {
    let mut rules = Vec::new();
    separated(list, errors, |input, errors| {
        let error = match input.fork().parse::<Type>() {
            Ok(_) => input.parse::<Type>()?,
            Err(_) => {
                return Err(diag::error(
                    peeked(input),
                    "expected an error type",
                    "write `ParseError = resume`",
                ));
            }
        };
        if !input.peek(Token![=]) {
            return Err(diag::error(
                &error,
                "this error type has no directive",
                format!("write `… = {}`", DIRECTIVES.join("`, `… = ")),
            ));
        }
        input.parse::<Token![=]>()?;
        let directive = directive(input, errors)?;
        rules.push(Rule { error, directive });
        Ok(())
    });
    rules
}

/// `after = 10m`, `messages = 100`, or `never`
fn passivation(passivate: &Ident, list: TokenStream, errors: &mut Errors) -> Option<Passivation> {
    let mut found: Option<Passivation> = None;
    PASSIVATE.read(list, errors, |name, input, _| {
        let rule = match name.to_string().as_str() {
            "after" => {
                equals(name, input, "after = 10m")?;
                Passivation::After(Duration::parse(input)?)
            }
            "messages" => {
                equals(name, input, "messages = 100")?;
                Passivation::Messages(number(input, "100")?)
            }
            _ => {
                alone(name, input)?;
                Passivation::Never
            }
        };
        if found.is_some() {
            return Err(diag::error(
                name,
                format!("`{passivate}` takes one rule"),
                "keep the one that should decide",
            ));
        }
        found = Some(rule);
        Ok(())
    });
    found
}

/// The rule that is meant by the value of `passivate = value`.
fn rule(value: &TokenStream) -> Option<String> {
    let text = show(value);
    match syn::parse2::<LitInt>(value.clone()) {
        Ok(number) if number.suffix().is_empty() => Some(format!("messages = {text}")),
        Ok(_) => Some(format!("after = {text}")),
        Err(_) => {
            let meant = restated(value);
            let is = |input: ParseStream, errors: &mut Errors| {
                let passivate = Ident::new("passivate", Span::call_site());
                passivation(&passivate, input.parse()?, errors);
                Ok(())
            };
            reads(&meant, is).then(|| show(meant))
        }
    }
}

/// The mailbox that is meant by `mailbox(value)`: `64` by `64`, `bounded(64, reject)` by `64, reject`.
fn capacity(value: &TokenStream) -> Option<String> {
    let is = |value: &TokenStream| reads(value, |input, errors| mailbox(input, errors).map(drop));
    let bounded = quote!(bounded(#value));
    [value, &bounded].into_iter().find(|it| is(it)).map(show)
}

/// The directive that is meant by `supervision(value)`: `restart(max = 3)` by `restart(max(3))`.
fn response(value: &TokenStream) -> Option<String> {
    let is = |value: &TokenStream| reads(value, |input, errors| directive(input, errors).map(drop));
    if is(value) {
        return Some(show(value));
    }
    let tokens: Vec<_> = value.clone().into_iter().collect();
    match tokens.as_slice() {
        [TokenTree::Ident(word), TokenTree::Group(list)] if word == "restart" => {
            restarts(&list.stream()).map(|settings| format!("restart({settings})"))
        }
        _ => None,
    }
}

/// The settings that are meant by `restart = value`, or by `restart(value)`: `max = 3` by `max(3)`.
fn restarts(value: &TokenStream) -> Option<String> {
    let meant = restated(value);
    let is = |input: ParseStream, errors: &mut Errors| {
        settings(input.parse()?, errors);
        Ok(())
    };
    reads(&meant, is).then(|| show(meant))
}

/// `max(3), within(60s)` → `max = 3, within = 60s`
fn restated(list: &TokenStream) -> TokenStream {
    let mut tokens = list.clone().into_iter().peekable();
    let mut meant = TokenStream::new();
    while let Some(token) = tokens.next() {
        match (&token, tokens.peek()) {
            (TokenTree::Ident(name), Some(TokenTree::Group(group))) => {
                let value = group.stream();
                meant.extend(quote!(#name = #value));
                tokens.next();
            }
            _ => meant.extend([token]),
        }
    }
    meant
}

/// `Loading, Ready`, each with doc comments if wanted.
fn behaviors(list: TokenStream, errors: &mut Errors) -> Vec<Behavior> {
    let mut behaviors = Vec::new();
    separated(list, errors, |input, _| {
        let docs = input.call(Attribute::parse_outer)?;
        let name = input.parse::<Ident>().map_err(|_| {
            diag::error(
                peeked(input),
                "expected the name of a behavior",
                "write `behaviors(Loading, Ready)`",
            )
        })?;
        behaviors.push(Behavior { docs, name });
        Ok(())
    });
    behaviors
}

/// The next token, if it is meant to be one of `known` words. `CAPACITY`, `limits::CAPACITY`, and `capacity()` are not,
/// but `bouned(256)` is.
fn word(input: ParseStream, known: &[&str]) -> Option<Ident> {
    let word = input.fork().call(Ident::parse_any).ok()?;
    let text = word.to_string();
    let path = input.peek2(Token![::]);
    let call = input.peek2(token::Paren) && diag::similar(&text, known).is_none();
    if path || call || !text.starts_with(char::is_lowercase) {
        return None;
    }
    input.call(Ident::parse_any).ok()
}

/// One of `choices`, as the identifier it stands for.
fn choice(
    input: ParseStream,
    what: &str,
    kind: &str,
    choices: &[(&str, &str)],
) -> syn::Result<Ident> {
    let words: Vec<_> = choices.iter().map(|(word, _)| *word).collect();
    let word = input.call(Ident::parse_any).map_err(|_| {
        diag::error(
            peeked(input),
            format!("expected {what}"),
            format!("write {}", diag::one_of(&words)),
        )
    })?;
    match choices.iter().find(|(name, _)| word == name) {
        Some((_, variant)) => Ok(Ident::new(variant, word.span())),
        None => Err(diag::unknown(&word, what, kind, &words)),
    }
}
