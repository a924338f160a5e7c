//! The bounds of the actor's own parameters.

use crate::actor::block::model::{Block, Head};
use crate::diag::Errors;
use quote::ToTokens as _;
use syn::{Ident, TypeParamBound, WherePredicate, parse_quote};

/// Traits of the standard library that require neither `Send` nor `'static`.
const SILENT: [&str; 28] = [
    "AsMut",
    "AsRef",
    "Borrow",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Deref",
    "DerefMut",
    "Display",
    "Eq",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "FromStr",
    "Hash",
    "Into",
    "IntoIterator",
    "Iterator",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Sized",
    "Sync",
    "ToString",
];

/// Every parameter is `Send + 'static` in what is generated, since an actor is.
///
/// Where that is not said and does not follow from another bound, rustc would report it wherever it matters. Of traits
/// that are not ours to know, it may follow; of those of the standard library it does not, and that is said here, once.
pub(crate) fn check(block: &mut Block, errors: &mut Errors) {
    let names: Vec<Ident> = block
        .head
        .generics
        .type_params()
        .map(|parameter| parameter.ident.clone())
        .collect();
    for name in names {
        let (mut send, mut forever, mut silent) = (false, false, true);
        for bound in bounds(&block.head, &name) {
            match bound {
                TypeParamBound::Trait(bound) => {
                    let last = bound.path.segments.last().map(|last| &last.ident);
                    send |= last.is_some_and(|name| name == "Send");
                    silent &=
                        last.is_some_and(|name| name == "Send" || SILENT.iter().any(|s| name == s));
                }
                TypeParamBound::Lifetime(lifetime) => forever |= lifetime.ident == "static",
                _ => silent = false,
            }
        }
        let mut lacks = Vec::new();
        let mut wanted: Vec<TypeParamBound> = Vec::new();
        if !send {
            lacks.push("Send");
            wanted.push(parse_quote!(::core::marker::Send));
        }
        if !forever {
            lacks.push("'static");
            wanted.push(parse_quote!('static));
        }
        if silent && !lacks.is_empty() {
            let lacks = lacks.join(" + ");
            errors.at(
                &name,
                format!("`{name}` has to be `{lacks}`: an actor lives in a task of its own"),
                format!("add the bound: `{name}: {lacks}`"),
            );
        }
        for parameter in block.head.generics.type_params_mut() {
            if parameter.ident == name && !wanted.is_empty() {
                parameter.colon_token.get_or_insert_default();
                parameter.bounds.extend(wanted.clone());
            }
        }
    }
}

/// The bounds of a parameter, where it is declared and in the where clause.
fn bounds(head: &Head, name: &Ident) -> Vec<TypeParamBound> {
    let declared = head
        .generics
        .type_params()
        .filter(|parameter| parameter.ident == *name)
        .flat_map(|parameter| &parameter.bounds);
    let clause = head.generics.where_clause.iter();
    let required = clause
        .flat_map(|clause| &clause.predicates)
        .filter_map(|predicate| match predicate {
            WherePredicate::Type(predicate)
                if *name == predicate.bounded_ty.to_token_stream().to_string() =>
            {
                Some(&predicate.bounds)
            }
            _ => None,
        })
        .flatten();
    declared.chain(required).cloned().collect()
}
