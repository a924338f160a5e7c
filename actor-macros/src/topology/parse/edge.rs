//! Edges.

use super::words::{expected, list, names};
use crate::diag::Errors;
use crate::settings::options::values;
use crate::topology::ast::{Attributes, Edge, Topology};
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Ident, Token};

const EXAMPLE: &str = "write `subscribe publisher -> subscriber on [Event];`";

/// `ledger -> [audit, gate] on [Posted]`, behind `subscribe`.
pub(super) fn edge(
    input: ParseStream,
    word: &Ident,
    attributes: Attributes,
    topology: &mut Topology,
    errors: &mut Errors,
) -> syn::Result<()> {
    let from: Ident = input
        .parse()
        .map_err(|_| expected(input, Some(word), "the name of the publisher", EXAMPLE))?;
    if !input.peek(Token![->]) {
        return Err(expected(
            input,
            Some(&from),
            "`->` and the subscriber",
            EXAMPLE,
        ));
    }
    input.parse::<Token![->]>()?;
    let (targets, to) = if input.peek(Ident) {
        (None, vec![input.parse()?])
    } else {
        let (list, names) = names(input, &from, "actor", errors)?;
        (Some(list), names)
    };
    let on = input.fork().call(Ident::parse_any);
    let mut events = Vec::new();
    if on.is_ok_and(|on| on == "on") {
        let on = input.call(Ident::parse_any)?;
        let list = list(input, &on, "the types of events in `[…]`", "on [Event]")?;
        if list.stream().is_empty() {
            errors.at(
                &on,
                "`on` names no event",
                "list event types, as in `on [Posted]`, or leave `on` out for all that the publisher emits",
            );
        }
        events = values(list.stream(), errors, "an event type", "on [Event]");
    }
    topology.edges.push(Edge {
        attributes,
        from,
        list: targets,
        to,
        events,
    });
    Ok(())
}
