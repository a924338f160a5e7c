//! Numbers, as far as they are written out. What constants amount to is not in sight.

use crate::diag;
use syn::parse::ParseStream;
use syn::{Expr, ExprLit, Lit, LitInt, LitStr, Token};

/// A number, or an expression for one.
pub(crate) fn number(input: ParseStream, example: &str) -> syn::Result<Expr> {
    let whole = |found: &dyn quote::ToTokens| {
        let found = found.to_token_stream();
        diag::error(
            found,
            "expected a whole number that is not negative",
            format!("write a number such as `{example}`"),
        )
    };
    if input.peek(Token![-]) {
        return Err(whole(&input.parse::<Token![-]>()?));
    }
    if !input.peek(Lit) || input.peek(LitInt) {
        return input.parse();
    }
    if !input.peek(LitStr) {
        return Err(whole(&input.parse::<Lit>()?));
    }
    let text: LitStr = input.parse()?;
    let digits = text.value();
    let help = match digits.parse::<u64>() {
        Ok(_) => format!("write `{digits}`"),
        Err(_) => format!("write a number such as `{example}`"),
    };
    Err(diag::error(text, "expected a number, found a string", help))
}

pub(crate) fn zero(expression: &Expr) -> bool {
    literal(expression) == Some(0)
}

/// The number that is written out.
pub(crate) fn literal(expression: &Expr) -> Option<u64> {
    match expression {
        Expr::Lit(ExprLit {
            lit: Lit::Int(number),
            ..
        }) => LitInt::base10_parse(number).ok(),
        Expr::Group(group) => literal(&group.expr),
        _ => None,
    }
}
