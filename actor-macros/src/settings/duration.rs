//! Durations: `60s`, `250ms`, `2m`, or any expression of type `Duration`.

use crate::diag;
use actor_topology::Setting;
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::parse::ParseStream;
use syn::{Expr, LitFloat, LitInt, LitStr};

/// The units, and how many milliseconds each is.
const UNITS: [(&str, u64); 5] = [
    ("ms", 1),
    ("s", 1_000),
    ("m", 60_000),
    ("h", 3_600_000),
    ("d", 86_400_000),
];

/// A duration as written.
pub(crate) enum Duration {
    /// A literal with a unit, in milliseconds.
    Literal { millis: u64, written: LitInt },
    /// Anything else: rustc says whether it is a `Duration`.
    Expression(Expr),
}

impl Duration {
    pub(crate) fn parse(input: ParseStream) -> syn::Result<Self> {
        if input.peek(LitFloat) {
            let written: LitFloat = input.parse()?;
            return Err(diag::error(
                &written,
                format!("`{written}` is not a whole number of a unit"),
                "write it in a smaller unit, as in `1500ms`",
            ));
        }
        if input.peek(LitStr) {
            let written: LitStr = input.parse()?;
            let meant = match written.parse::<LitInt>() {
                Ok(inner) if UNITS.iter().any(|(unit, _)| inner.suffix() == *unit) => {
                    format!("write `{inner}`")
                }
                _ => String::from("write a number with a unit, such as `60s`"),
            };
            return Err(diag::error(
                written,
                "expected a duration, found a string",
                meant,
            ));
        }
        if !input.peek(LitInt) {
            return Ok(Self::Expression(input.parse()?));
        }
        let written: LitInt = input.parse()?;
        let digits = written.base10_digits();
        let Some((_, unit)) = UNITS.iter().find(|(unit, _)| written.suffix() == *unit) else {
            let message = match written.suffix() {
                "" => format!("the duration `{written}` has no unit"),
                unit => format!("unknown unit `{unit}` of a duration"),
            };
            return Err(diag::error(
                &written,
                message,
                format!("write `{digits}s`; the units are `ms`, `s`, `m`, `h`, and `d`"),
            ));
        };
        match digits
            .parse::<u64>()
            .ok()
            .and_then(|n| n.checked_mul(*unit))
        {
            Some(millis) => Ok(Self::Literal { millis, written }),
            None => Err(diag::error(
                &written,
                format!("`{written}` is longer than time lasts"),
                "write a smaller number",
            )),
        }
    }

    /// The literal, if it is one of no time at all.
    pub(crate) fn zero(&self) -> Option<&LitInt> {
        match self {
            Self::Literal { millis: 0, written } => Some(written),
            _ => None,
        }
    }

    /// What is in sight of it.
    pub(crate) fn known(&self) -> Setting<std::time::Duration> {
        match self {
            Self::Literal { millis, .. } => {
                Setting::Known(std::time::Duration::from_millis(*millis))
            }
            Self::Expression(_) => Setting::Unknown,
        }
    }

    /// As it is written, for pointing at it.
    pub(crate) fn written(&self) -> TokenStream {
        match self {
            Self::Literal { written, .. } => written.to_token_stream(),
            Self::Expression(expression) => expression.to_token_stream(),
        }
    }

    /// `60s` → `::core::time::Duration::from_millis(60000)`.
    pub(crate) fn expand(&self) -> TokenStream {
        match self {
            // `from_secs` where it is exact: this is what users see when they expand the macro.
            Self::Literal { millis, .. } if millis % 1_000 == 0 => {
                let secs = millis / 1_000;
                quote!(::core::time::Duration::from_secs(#secs))
            }
            Self::Literal { millis, .. } => quote!(::core::time::Duration::from_millis(#millis)),
            Self::Expression(expression) => expression.to_token_stream(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse::Parser as _;

    fn expanded(tokens: TokenStream) -> String {
        match Duration::parse.parse2(tokens) {
            Ok(span) => span.expand().to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn knows_its_units() {
        assert_eq!(
            expanded(quote!(250ms)),
            quote!(::core::time::Duration::from_millis(250u64)).to_string()
        );
        assert_eq!(
            expanded(quote!(2m)),
            quote!(::core::time::Duration::from_secs(120u64)).to_string()
        );
        assert_eq!(
            expanded(quote!(1_000s)),
            quote!(::core::time::Duration::from_secs(1000u64)).to_string()
        );
        assert_eq!(expanded(quote!(IDLE)), "IDLE");
        assert_eq!(expanded(quote!(secs(3))), quote!(secs(3)).to_string());
    }

    #[test]
    fn says_what_is_missing() {
        assert_eq!(
            expanded(quote!(60)),
            "the duration `60` has no unit\nhelp: write `60s`; the units are `ms`, `s`, `m`, `h`, and `d`"
        );
        assert_eq!(
            expanded(quote!(60sec)),
            "unknown unit `sec` of a duration\nhelp: write `60s`; the units are `ms`, `s`, `m`, `h`, and `d`"
        );
        assert_eq!(
            expanded(quote!(1.5s)),
            "`1.5s` is not a whole number of a unit\nhelp: write it in a smaller unit, as in `1500ms`"
        );
        assert_eq!(
            expanded(quote!("60s")),
            "expected a duration, found a string\nhelp: write `60s`"
        );
        assert_eq!(
            expanded(quote!("a minute")),
            "expected a duration, found a string\nhelp: write a number with a unit, such as `60s`"
        );
        assert_eq!(
            expanded(quote!(999999999999999999d)),
            "`999999999999999999d` is longer than time lasts\nhelp: write a smaller number"
        );
    }
}
