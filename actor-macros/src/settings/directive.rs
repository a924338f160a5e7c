//! What is done about a failure: `restart(max = 3, within = 60s)`, `stop`, and the like.

use crate::diag::{self, Errors};
use crate::settings::duration::Duration;
use crate::settings::number::{literal, number};
use crate::settings::options::{
    List, alone, ends, equals, parenthesized_or, peeked, reads, restated,
};
use crate::settings::words::{choice, word};
use crate::show::show;
use actor_topology::{Policy, PolicyKind, Setting as Value};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens as _, format_ident, quote};
use syn::parse::ParseStream;
use syn::{Expr, Ident};

const RESTART: List<'static> = List {
    what: "`restart` setting",
    kind: "a setting",
    known: &[
        "max",
        "within",
        "backoff",
        "cap",
        "jitter",
        "on_exhausted",
        "mode",
        "mailbox",
    ],
    elsewhere: &[],
};

pub(crate) const DIRECTIVES: [&str; 5] = ["restart", "resume", "stop", "escalate", "suspend"];

/// What can happen when the restarts are used up, and the variants of `Exhausted` they are.
const EXHAUSTED: [(&str, &str); 2] = [("stop", "Stop"), ("suspend", "Suspend")];

/// How much of an actor a restart replaces, and the variants of `RestartMode` they are.
const MODES: [(&str, &str); 2] = [("in_place", "InPlace"), ("anew", "Anew")];

/// What becomes of the messages that wait, and the variants of `Queued` they are.
const QUEUED: [(&str, &str); 2] = [("keep", "Keep"), ("discard", "Discard")];

/// What is done about a failure.
pub(crate) struct Directive {
    /// The word it was written with.
    pub(crate) word: Ident,
    pub(crate) kind: PolicyKind,
    pub(crate) settings: Vec<Setting>,
}

/// One setting of `restart(…)`, named like the method that sets it.
pub(crate) struct Setting {
    pub(crate) name: Ident,
    pub(crate) value: SettingValue,
}

pub(crate) enum SettingValue {
    Number(Expr),
    Duration(Duration),
    /// A variant of an enum.
    Variant(&'static str, Ident),
}

/// `restart`, `restart(max = 3)`, `resume`, `stop`, `escalate`, `escalate(max = 3)`, or `suspend`.
pub(crate) fn parse(input: ParseStream, errors: &mut Errors) -> syn::Result<Directive> {
    let Some(word) = word(input, &DIRECTIVES) else {
        return Err(diag::error(
            peeked(input),
            "expected what to do about a failure",
            format!("write {}", diag::one_of(&DIRECTIVES)),
        ));
    };
    let kind = match word.to_string().as_str() {
        "restart" => PolicyKind::Restart,
        "resume" => PolicyKind::Resume,
        "stop" => PolicyKind::Stop,
        "escalate" => PolicyKind::Escalate,
        "suspend" => PolicyKind::Suspend,
        _ => {
            return Err(diag::unknown(
                &word,
                "directive",
                "a directive",
                &DIRECTIVES,
            ));
        }
    };
    let mut bounds = Vec::new();
    // Of settings where none belong, each is said to be one too many: `stop(max = 3)`.
    let bounded = matches!(kind, PolicyKind::Restart | PolicyKind::Escalate);
    if bounded && !ends(input) || has_settings(input) {
        let example = format!("{word}(max = 3, within = 60s)");
        let list = parenthesized_or(&word, input, &example, restarts)?;
        bounds = settings(list, errors);
    }
    alone(&word, input)?;
    Ok(Directive {
        word,
        kind,
        settings: bounds,
    })
}

/// Whether `(max = …` follows.
fn has_settings(input: ParseStream) -> bool {
    let Ok(group) = input.fork().parse::<Group>() else {
        return false;
    };
    if group.delimiter() != Delimiter::Parenthesis {
        return false;
    }
    match group.stream().into_iter().next() {
        Some(TokenTree::Ident(first)) => RESTART.known.iter().any(|name| first == name),
        _ => false,
    }
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
                let way = choice(input, "way out", "a way out", &EXHAUSTED)?;
                SettingValue::Variant("Exhausted", way)
            }
            "mode" => {
                equals(name, input, "mode = anew")?;
                let mode = choice(input, "mode of restart", "a mode", &MODES)?;
                SettingValue::Variant("RestartMode", mode)
            }
            "mailbox" => {
                equals(name, input, "mailbox = keep")?;
                let what = "what becomes of the messages that wait";
                SettingValue::Variant("Queued", choice(input, what, "a word", &QUEUED)?)
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

/// The directive that is meant by `supervision(value)`: `restart(max = 3)` by `restart(max(3))`.
pub(crate) fn meant(value: &TokenStream) -> Option<String> {
    if reads(value, |input, errors| parse(input, errors).map(drop)) {
        return Some(show(value));
    }
    let tokens: Vec<_> = value.clone().into_iter().collect();
    match tokens.as_slice() {
        [TokenTree::Ident(word), TokenTree::Group(list)]
            if word == "restart" || word == "escalate" =>
        {
            restarts(&list.stream()).map(|settings| format!("{word}({settings})"))
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

impl Directive {
    /// Reports settings that cannot be meant.
    pub(crate) fn check(&self, errors: &mut Errors) {
        self.idle(errors);
        for found in actor_topology::contradictions(&self.policy()) {
            let place = self.setting(found.setting).map(|it| it.value.written());
            let message = format!("{} ({})", found.message, found.rule.code());
            errors.at(place, message, found.help);
        }
    }

    /// Reports the settings of what never restarts.
    pub(crate) fn idle(&self, errors: &mut Errors) {
        for Setting { name, .. } in &self.settings {
            if let Some((message, help)) = actor_topology::idle(self.kind, &name.to_string()) {
                let code = actor_topology::Rule::IdleBounds.code();
                errors.at(name, format!("{message} ({code})"), help);
            }
        }
    }

    /// What is in sight of it, without settings that mean nothing.
    pub(crate) fn policy(&self) -> Policy {
        if actor_topology::idle(self.kind, "max").is_some() {
            return Policy::new(self.kind);
        }
        let number = |name| match self.setting(name).map(|it| &it.value) {
            Some(SettingValue::Number(number)) => match literal(number).map(u32::try_from) {
                Some(Ok(number)) => Value::Known(number),
                _ => Value::Unknown,
            },
            _ => Value::Default,
        };
        let duration = |name| match self.setting(name).map(|it| &it.value) {
            Some(SettingValue::Duration(duration)) => duration.known(),
            _ => Value::Default,
        };
        Policy {
            kind: self.kind,
            max: number("max"),
            within: duration("within"),
            backoff: duration("backoff"),
            cap: duration("cap"),
            jitter: number("jitter"),
        }
    }

    /// The setting of this name, if it is given.
    pub(crate) fn setting(&self, name: &str) -> Option<&Setting> {
        self.settings.iter().find(|setting| setting.name == name)
    }

    /// `restart(max = 3, within = 60s)` → `Directive::Restart(Restart::DEFAULT.max(3).within(…))`
    pub(crate) fn expand(&self, krate: &TokenStream) -> TokenStream {
        let directive = match self.kind {
            PolicyKind::Restart => {
                let bounds = self.bounds(krate);
                quote!(Restart(#bounds))
            }
            PolicyKind::Resume => quote!(Resume),
            PolicyKind::Stop => quote!(Stop),
            PolicyKind::Escalate => quote!(Escalate),
            PolicyKind::Suspend => quote!(Suspend),
        };
        quote!(#krate::Directive::#directive)
    }

    /// A policy of this directive, and of `rules` that go before it.
    ///
    /// `escalate(max = 3)` → `Policy::__declared(Directive::Escalate, &[]).bounds(Restart::DEFAULT.max(3))`
    pub(crate) fn expand_policy(&self, rules: &TokenStream, krate: &TokenStream) -> TokenStream {
        let directive = self.expand(krate);
        let bounds = (self.kind == PolicyKind::Escalate && !self.settings.is_empty()).then(|| {
            let bounds = self.bounds(krate);
            quote!(.bounds(#bounds))
        });
        quote!(#krate::Policy::__declared(#directive, #rules)#bounds)
    }

    fn bounds(&self, krate: &TokenStream) -> TokenStream {
        let settings = self.settings.iter().map(|Setting { name, value }| {
            let value = value.expand(krate);
            quote!(.#name(#value))
        });
        quote!(#krate::Restart::DEFAULT #(#settings)*)
    }
}

impl SettingValue {
    /// As it is written, for pointing at it.
    pub(crate) fn written(&self) -> TokenStream {
        match self {
            Self::Number(number) => number.to_token_stream(),
            Self::Duration(duration) => duration.written(),
            Self::Variant(_, variant) => variant.to_token_stream(),
        }
    }

    pub(crate) fn expand(&self, krate: &TokenStream) -> TokenStream {
        match self {
            Self::Number(number) => number.to_token_stream(),
            Self::Duration(duration) => duration.expand(),
            Self::Variant(of, variant) => {
                let of = format_ident!("{of}");
                quote!(#krate::#of::#variant)
            }
        }
    }
}
