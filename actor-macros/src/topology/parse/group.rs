//! Groups.

use super::words::{expected, name, names, on_node};
use crate::diag::{self, Errors};
use crate::settings::duration::Duration;
use crate::settings::number::number;
use crate::settings::options::{List, equals, parenthesized, peeked};
use crate::topology::ast::{Attributes, Group, Intensity, Topology};
use actor_topology::Strategy;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Expr, Ident, Token, token};

const EXAMPLE: &str = "supervisor books on core = one_for_all [ledger, audit];";

const STRATEGY: List<'static> = List {
    what: "setting of a supervisor",
    kind: "a setting",
    known: &["intensity"],
    elsewhere: &[],
};

const INTENSITY: List<'static> = List {
    what: "`intensity` setting",
    kind: "a setting",
    known: &["max", "within"],
    elsewhere: &[],
};

/// `books on core = rest_for_one [ledger, audit]`, behind `supervisor`.
pub(super) fn group(
    input: ParseStream,
    attributes: Attributes,
    topology: &mut Topology,
    errors: &mut Errors,
) -> syn::Result<()> {
    let key = name(input, "a supervisor")?;
    match rest(input, &key, attributes, topology, errors) {
        Ok(group) => topology.groups.push(group),
        Err(error) => {
            topology.broken.names.push(key);
            return Err(error);
        }
    }
    Ok(())
}

fn rest(
    input: ParseStream,
    key: &Ident,
    attributes: Attributes,
    topology: &mut Topology,
    errors: &mut Errors,
) -> syn::Result<Group> {
    let node = on_node(input, key, EXAMPLE)?;
    if input.parse::<Option<Token![=]>>()?.is_none() {
        let help = format!("write `{EXAMPLE}`");
        return Err(expected(input, Some(&node), "`=` and a strategy", &help));
    }
    let (mut strategy, mut strategy_word, mut intensity) = (Strategy::default(), None, None);
    if let Some(TokenTree::Ident(_)) = peeked(input) {
        let word = input.call(Ident::parse_any)?;
        match read_strategy(input, &word, errors) {
            Ok(known) => strategy = known,
            Err(error) => {
                // A group all the same, of which only this is not known.
                errors.push(error);
                topology.broken.any = true;
            }
        }
        if let Some(TokenTree::Group(list)) = peeked(input)
            && list.delimiter() == Delimiter::Parenthesis
        {
            input.parse::<TokenTree>()?;
            intensity = settings(list.stream(), errors);
        }
        strategy_word = Some(word);
    }
    let after = strategy_word.as_ref().unwrap_or(&node);
    let (list, children) = names(input, after, "actor", errors)?;
    Ok(Group {
        attributes,
        key: key.clone(),
        node,
        strategy,
        strategy_word,
        intensity,
        list,
        children,
    })
}

/// What `first`, and whatever words follow it with hyphens, says.
fn read_strategy(input: ParseStream, first: &Ident, errors: &mut Errors) -> syn::Result<Strategy> {
    let mut text = first.to_string();
    while input.peek(Token![-]) {
        input.parse::<Token![-]>()?;
        text.push('_');
        if let Ok(word) = input.call(Ident::parse_any) {
            text.push_str(&word.to_string());
        }
    }
    let known = Strategy::ALL.map(Strategy::word);
    let hyphens = *first != text;
    let meant = if hyphens {
        diag::similar(&text, &known).unwrap_or(&text)
    } else {
        &text
    };
    match Strategy::ALL.into_iter().find(|it| it.word() == meant) {
        Some(strategy) => {
            if hyphens {
                errors.at(
                    first,
                    "the words of a strategy are joined by underscores",
                    format!("write `{strategy}`"),
                );
            }
            Ok(strategy)
        }
        None => Err(diag::unknown(first, "strategy", "a strategy", &known)),
    }
}

/// `intensity(max = 3, within = 60s)`
fn settings(list: TokenStream, errors: &mut Errors) -> Option<Intensity> {
    const EXAMPLE: &str = "intensity(max = 3, within = 60s)";
    let mut found = None;
    STRATEGY.read(list, errors, |word, input, errors| {
        if !input.peek(token::Paren) {
            let help = format!("write `{EXAMPLE}`");
            return Err(expected(
                input,
                Some(word),
                "`max` and `within` in `(…)`",
                &help,
            ));
        }
        let bounds = parenthesized(word, input, EXAMPLE)?;
        let (mut max, mut within) = (None::<Expr>, None);
        let before = errors.len();
        INTENSITY.read(bounds, errors, |name, input, _| {
            if name == "max" {
                equals(name, input, "max = 3")?;
                max = Some(number(input, "3")?);
            } else {
                equals(name, input, "within = 60s")?;
                within = Some(Duration::parse(input)?);
            }
            Ok(())
        });
        match (max, within) {
            (Some(max), Some(within)) => found = Some(Intensity { max, within }),
            _ if errors.len() == before => errors.at(
                word,
                "`intensity` needs both `max` and `within`",
                format!("write `{EXAMPLE}`"),
            ),
            _ => {}
        }
        Ok(())
    });
    found
}
