//! Addresses and ids given by constants: what they amount to is not in sight, so rustc checks them when it evaluates
//! them. The messages are literals, since constants cannot format; they name the declarations instead of the values.

use super::ast::{Actor, Attributes, Text, Topology};
use super::model::text;
use crate::names;
use actor_topology::Setting;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, Lit};

pub(crate) fn expand(topology: &Topology) -> TokenStream {
    let mut checks = Checks {
        krate: names::krate(topology.krate.as_ref()),
        tokens: TokenStream::new(),
    };
    nodes(topology, &mut checks);
    ids(topology, &mut checks);
    policies(topology, &mut checks);
    checks.tokens
}

/// The checks so far.
struct Checks {
    krate: TokenStream,
    tokens: TokenStream,
}

impl Checks {
    /// `const _: () = if rules::same(A, B) { panic!("…") };`, where the user's words are, if what it is about is there.
    fn add(
        &mut self,
        place: &impl ToTokens,
        wrong: &TokenStream,
        code: &str,
        message: &str,
        help: &str,
        about: &[&Attributes],
    ) {
        let krate = &self.krate;
        let cfgs = about.iter().flat_map(|attributes| &attributes.cfgs);
        let message = format!("{message} ({code})\nhelp: {help}");
        let span = place.span();
        self.tokens.extend(quote_spanned! {span=>
            #(#cfgs)*
            const _: () = if #krate::__private::rules::#wrong {
                ::core::panic!(#message)
            };
        });
    }
}

/// V6, N2, and N3.
fn nodes(topology: &Topology, checks: &mut Checks) {
    let constant = |text: &Text| matches!(text, Text::Constant(_));
    for (i, node) in topology.nodes.iter().enumerate() {
        let (key, address) = (text(&node.key), &node.address);
        for other in &topology.nodes[..i] {
            let first = &other.address;
            if other.key != node.key && (constant(address) || constant(first)) {
                checks.add(
                    address,
                    &quote!(same(#first, #address)),
                    "N2",
                    &format!(
                        "nodes `{}` and `{key}` have the same address",
                        text(&other.key)
                    ),
                    "give one of them another address",
                    &[&node.attributes, &other.attributes],
                );
            }
        }
        if !constant(address) {
            continue;
        }
        checks.add(
            address,
            &quote!(not_an_address(#address)),
            "V6",
            &format!("the address of node `{key}` is not one"),
            "it consists of ASCII letters, digits, `-`, and `_`, and begins with a letter or digit",
            &[&node.attributes],
        );
        if topology.nodes.len() > 1 {
            checks.add(
                address,
                &quote!(same(#address, "local")),
                "N3",
                &format!("the address of node `{key}` is \"local\", which is private to a process"),
                "give it a name that the other nodes can reach it by",
                &[&node.attributes],
            );
        }
    }
}

/// N1, V3, V4, and N4.
fn ids(topology: &Topology, checks: &mut Checks) {
    for (i, actor) in topology.actors.iter().enumerate() {
        let Some((id, constant)) = id(actor) else {
            continue;
        };
        let (key, node) = (text(&actor.key), text(&actor.node));
        for other in &topology.actors[..i] {
            if let Some((first, other_constant)) = self::id(other)
                && other.node == actor.node
                && other.key != actor.key
                && (constant || other_constant)
            {
                checks.add(
                    &id,
                    &quote!(same(#first, #id)),
                    "N1",
                    &format!(
                        "actors `{}` and `{key}` have the same id on node `{node}`",
                        text(&other.key)
                    ),
                    "give one of them another id, or place it on another node",
                    &[&actor.attributes, &other.attributes],
                );
            }
        }
        if constant {
            checks.add(
                &id,
                &quote!(not_an_id(#id)),
                "V5",
                &format!("the id of actor `{key}` is not one, or is reserved"),
                "it consists of ASCII letters, digits, `-`, `_`, and `.`, and begins with a letter or digit; `guardian` and what begins with `ActorCore` are the runtime's",
                &[&actor.attributes],
            );
        }
    }
}

/// N12, N29, and V26.
fn policies(topology: &Topology, checks: &mut Checks) {
    for actor in &topology.actors {
        let Some(directive) = &actor.properties.supervision else {
            continue;
        };
        let policy = directive.policy();
        let unknown = policy.max == Setting::Unknown
            || policy.jitter == Setting::Unknown
            || [policy.within, policy.backoff, policy.cap].contains(&Setting::Unknown);
        if !unknown {
            continue;
        }
        let key = text(&actor.key);
        let krate = &checks.krate.clone();
        let value = |name| {
            let setting = directive.setting(name)?;
            Some((setting.value.written(), setting.value.expand(krate)))
        };
        let otherwise = |method: &str| {
            let method = format_ident!("{method}");
            quote!(#krate::__private::rules::#method)
        };
        let given = |name, default: &str| match value(name) {
            Some((_, value)) => value,
            None => otherwise(default),
        };
        let (within, backoff) = (given("within", "WITHIN"), given("backoff", "BACKOFF"));
        let about = &[&actor.attributes];
        if let Some((place, within)) = value("within") {
            checks.add(
                &place,
                &quote!(no_time(#within)),
                "N29",
                "no restart falls within no time at all, so `max` would mean nothing",
                "write a longer time, as in `within = 60s`",
                about,
            );
        }
        let mut cap = quote!(::core::option::Option::None);
        if let Some((place, longest)) = value("cap") {
            checks.add(
                &place,
                &quote!(shorter(#longest, #backoff)),
                "V26",
                "the longest back-off is shorter than the first",
                "make `cap` at least as long as `backoff`",
                about,
            );
            cap = quote!(::core::option::Option::Some(#longest));
        }
        let max = given("max", "MAX");
        let jitter = value("jitter").map_or_else(|| quote!(0), |(_, share)| share);
        let place = ["max", "within", "backoff", "cap"]
            .iter()
            .find_map(|it| value(it));
        let place = place.map_or_else(|| directive.word.to_token_stream(), |(place, _)| place);
        checks.add(
                &place,
                &quote!(never_used_up(#max, #within, #backoff, #cap, #jitter)),
                "N12",
                &format!(
                    "actor `{key}` can never use up its restarts: the back-off between them outlives the window"
                ),
                "allow fewer restarts, or more time",
                about,
            );
    }
    for group in &topology.groups {
        if let Some(intensity) = &group.intensity
            && intensity.within.known() == Setting::Unknown
        {
            let within = intensity.within.expand();
            checks.add(
                &intensity.within.written(),
                &quote!(no_time(#within)),
                "N29",
                "no restart falls within no time at all, so `max` would mean nothing",
                "write a longer time, as in `within = 60s`",
                &[&group.attributes],
            );
        }
    }
}

/// The id of an actor that is there once, at its place, and whether it is a constant.
fn id(actor: &Actor) -> Option<(TokenStream, bool)> {
    if !actor.params.is_empty() {
        return None;
    }
    Some(match &actor.properties.id {
        // What is no text has been said to be none.
        Some(id) if no_text(id) => return None,
        Some(id) => (id.to_token_stream(), !matches!(id, Expr::Lit(_))),
        None => {
            let key = text(&actor.key);
            (quote_spanned!(actor.key.span()=> #key), false)
        }
    })
}

/// Whether an id is plainly no constant text: `7`, `format!("a")`.
pub(crate) fn no_text(id: &Expr) -> bool {
    match id {
        Expr::Lit(id) => !matches!(id.lit, Lit::Str(_)),
        Expr::Macro(id) => id
            .mac
            .path
            .segments
            .last()
            .is_some_and(|it| it.ident == "format"),
        _ => false,
    }
}
