//! `passivate(…)`

use crate::diag::{self, Errors};
use crate::settings::duration::Duration;
use crate::settings::number::{number, zero};
use crate::settings::options::{List, alone, equals, parenthesized_or, reads, restated};
use crate::show::show;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::parse::ParseStream;
use syn::{Expr, Ident, LitInt};

const PASSIVATE: List<'static> = List {
    what: "`passivate` rule",
    kind: "a rule",
    known: &["after", "messages", "never"],
    elsewhere: &[],
};

pub(crate) enum Passivation {
    After(Duration),
    Messages(Expr),
    Never,
}

/// `(after = 10m)`, after the word `passivate`. `None` if what is wrong has been reported.
pub(crate) fn parse(
    passivate: &Ident,
    input: ParseStream,
    errors: &mut Errors,
) -> syn::Result<Option<Passivation>> {
    let list = parenthesized_or(passivate, input, "passivate(after = 10m)", rule)?;
    Ok(passivation(passivate, list, errors))
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

impl Passivation {
    /// Reports times and counts of zero that are written out. Constants are found when the actor starts.
    pub(crate) fn check(&self, errors: &mut Errors) {
        match self {
            Self::After(after) => {
                if let Some(after) = after.zero() {
                    errors.at(
                        after,
                        "an actor that is passivated after no time at all never runs",
                        "write a longer time, or `passivate(never)`",
                    );
                }
            }
            Self::Messages(messages) if zero(messages) => errors.at(
                messages,
                "an actor that is passivated after 0 messages never runs",
                "write at least `1`, or `passivate(never)`",
            ),
            _ => {}
        }
    }

    /// `after = 10m` → `Passivation::idle(Duration::from_secs(600))`
    pub(crate) fn expand(&self, krate: &TokenStream) -> TokenStream {
        let passivation = match self {
            Self::After(after) => {
                let after = after.expand();
                quote!(idle(#after))
            }
            Self::Messages(messages) => quote!(messages(#messages)),
            Self::Never => quote!(Never),
        };
        quote!(#krate::Passivation::#passivation)
    }
}
