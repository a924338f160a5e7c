//! `mailbox = …`

use crate::diag::{self, Errors};
use crate::settings::number::{number, zero};
use crate::settings::options::{alone, parenthesized, peeked, reads, separated};
use crate::settings::words::{choice, word};
use crate::show::show;
use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::ParseStream;
use syn::{Expr, Ident};

const MAILBOXES: [&str; 2] = ["unbounded", "bounded"];

/// The ways a full mailbox can behave, and the variants of `Overflow` they are.
const OVERFLOWS: [(&str, &str); 4] = [
    ("wait", "Wait"),
    ("reject", "Reject"),
    ("drop_newest", "DropNewest"),
    ("drop_oldest", "DropOldest"),
];

pub(crate) enum Mailbox {
    Unbounded,
    Bounded {
        capacity: Expr,
        /// The variant of `Overflow`.
        overflow: Option<Ident>,
    },
}

/// `256`, `unbounded`, `bounded(256)`, `bounded(256, reject)`, or an expression for the capacity.
///
/// `None` if what is wrong has been reported.
pub(crate) fn parse(input: ParseStream, errors: &mut Errors) -> syn::Result<Option<Mailbox>> {
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

/// The mailbox that is meant by `mailbox(value)`: `64` by `64`, `bounded(64, reject)` by `64, reject`.
pub(crate) fn meant(value: &TokenStream) -> Option<String> {
    let is = |value: &TokenStream| reads(value, |input, errors| parse(input, errors).map(drop));
    let bounded = quote!(bounded(#value));
    [value, &bounded].into_iter().find(|it| is(it)).map(show)
}

impl Mailbox {
    /// Reports a size of zero that is written out. Constants are found when the actor starts.
    pub(crate) fn check(&self, errors: &mut Errors) {
        if let Self::Bounded { capacity, .. } = self
            && zero(capacity)
        {
            errors.at(
                capacity,
                "a mailbox of size 0 accepts no message",
                "write at least `1`, or leave `mailbox` out for the default",
            );
        }
    }

    /// `bounded(256, reject)` → `Mailbox::bounded(256).overflow(Overflow::Reject)`
    pub(crate) fn expand(&self, krate: &TokenStream) -> TokenStream {
        match self {
            Self::Unbounded => quote!(#krate::Mailbox::unbounded()),
            Self::Bounded { capacity, overflow } => {
                let overflow = overflow
                    .as_ref()
                    .map(|overflow| quote!(.overflow(#krate::Overflow::#overflow)));
                quote!(#krate::Mailbox::bounded(#capacity)#overflow)
            }
        }
    }
}
