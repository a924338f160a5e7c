//! Lists of options, as in `#[actor(mailbox = 256, emits(Sold))]`, read so that one mistake does not hide the next.

use crate::diag::{self, Errors};
use crate::show::show;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::{Expr, Ident, Lit, LitInt, LitStr, Token, token};

/// What a list of options is, for messages.
pub(crate) struct List<'a> {
    /// "unknown {what} `x`": "`actor` option".
    pub(crate) what: &'a str,
    /// "{kind} with a similar name exists": "an option".
    pub(crate) kind: &'a str,
    /// The names that exist.
    pub(crate) known: &'a [&'a str],
    /// Names that do not exist here, about which `one` knows more to say.
    pub(crate) elsewhere: &'a [&'a str],
}

impl List<'_> {
    /// Calls `one` with each name of `name, name = …, name(…)` and the tokens after it.
    ///
    /// `one` may read up to the next comma. What it reports or leaves unread is one mistake, and the list goes on
    /// after that comma. A name given twice is reported here, and only its first value is read.
    pub(crate) fn read(
        &self,
        tokens: TokenStream,
        errors: &mut Errors,
        mut one: impl FnMut(&Ident, ParseStream, &mut Errors) -> syn::Result<()>,
    ) {
        let mut seen: Vec<Ident> = Vec::new();
        separated(tokens, errors, |input, errors| {
            if !input.peek(Ident::peek_any) {
                let help = format!("write {}", diag::one_of(self.known));
                return Err(diag::error(
                    peeked(input),
                    "expected the name of an option",
                    help,
                ));
            }
            let name = input.call(Ident::parse_any)?;
            if !self
                .known
                .iter()
                .chain(self.elsewhere)
                .any(|known| name == known)
            {
                return Err(diag::unknown(&name, self.what, self.kind, self.known));
            }
            if seen.contains(&name) {
                return Err(diag::error(
                    &name,
                    format!("`{name}` is given twice"),
                    "keep one of the two",
                ));
            }
            seen.push(name.clone());
            one(&name, input, errors)
        });
    }
}

/// Calls `one` for each part of `part, part, part`, skipping to the next comma after a mistake.
pub(crate) fn separated(
    tokens: TokenStream,
    errors: &mut Errors,
    mut one: impl FnMut(ParseStream, &mut Errors) -> syn::Result<()>,
) {
    let parts = |input: ParseStream| {
        while !input.is_empty() {
            if let Err(error) = one(input, errors) {
                errors.push(error);
                skip(input);
            } else if !input.is_empty() && !input.peek(Token![,]) {
                errors.at(
                    peeked(input),
                    "expected a comma",
                    "put a `,` between two options",
                );
                skip(input);
            }
            input.parse::<Option<Token![,]>>()?;
        }
        Ok(())
    };
    if let Err(error) = parts.parse2(tokens) {
        errors.push(error);
    }
}

/// The tokens of the `(…)` that must follow `name`.
pub(crate) fn parenthesized(
    name: &Ident,
    input: ParseStream,
    example: &str,
) -> syn::Result<TokenStream> {
    parenthesized_or(name, input, example, |value| Some(show(value)))
}

/// The same, where `fit` makes of the `value` of `name = value` what should be in the parentheses.
pub(crate) fn parenthesized_or(
    name: &Ident,
    input: ParseStream,
    example: &str,
    fit: impl FnOnce(&TokenStream) -> Option<String>,
) -> syn::Result<TokenStream> {
    match input.fork().parse::<Group>() {
        Ok(group) if group.delimiter() == Delimiter::Parenthesis => {
            input.parse::<Group>()?;
            if group.stream().is_empty() {
                return Err(diag::error(
                    name,
                    format!("`{name}` is empty"),
                    format!("write `{example}`"),
                ));
            }
            Ok(group.stream())
        }
        _ => {
            let value = written(input).and_then(|value| fit(&value));
            let meant = value.map(|value| format!("{name}({value})"));
            Err(misshapen(name, input, meant.as_deref().unwrap_or(example)))
        }
    }
}

/// The `=` that must follow `name`.
pub(crate) fn equals(name: &Ident, input: ParseStream, example: &str) -> syn::Result<()> {
    equals_or(name, input, example, |value| {
        reads(value, |input, _| input.parse::<Expr>().map(drop)).then(|| show(value))
    })
}

/// The same, where `fit` makes of the `value` of `name(value)` what should follow the `=`.
pub(crate) fn equals_or(
    name: &Ident,
    input: ParseStream,
    example: &str,
    fit: impl FnOnce(&TokenStream) -> Option<String>,
) -> syn::Result<()> {
    if !input.peek(Token![=]) {
        let value = input.peek(token::Paren).then(|| written(input)).flatten();
        let meant = value.and_then(|value| fit(&value));
        let meant = meant.map(|value| format!("{name} = {value}"));
        return Err(misshapen(name, input, meant.as_deref().unwrap_or(example)));
    }
    input.parse::<Token![=]>()?;
    if ends(input) {
        return Err(misshapen(name, input, example));
    }
    Ok(())
}

/// Whether `read` finds nothing wrong with `tokens`, so that they can be suggested.
pub(crate) fn reads(
    tokens: &TokenStream,
    read: impl FnOnce(ParseStream, &mut Errors) -> syn::Result<()>,
) -> bool {
    let mut errors = Errors::new();
    let all = |input: ParseStream| read(input, &mut errors);
    all.parse2(tokens.clone()).is_ok() && errors.is_empty()
}

/// `= path`, the path of `actor-core`.
pub(crate) fn krate(name: &Ident, input: ParseStream) -> syn::Result<TokenStream> {
    equals(name, input, "crate = path::to::actor_core")?;
    match input.call(syn::Path::parse_mod_style) {
        Ok(path) => Ok(path.into_token_stream()),
        Err(_) => Err(diag::error(
            peeked(input),
            "expected the path of the crate",
            "write `crate = path::to::actor_core`, without quotes",
        )),
    }
}

/// `A, path::B<C>`: the types or paths inside of `name(…)`.
pub(crate) fn values<T: Parse>(
    list: TokenStream,
    errors: &mut Errors,
    what: &str,
    example: &str,
) -> Vec<T> {
    let mut found = Vec::new();
    separated(list, errors, |input, _| {
        // On a fork, so that the error is on the first token rather than where the parser gave up.
        if input.fork().parse::<T>().is_err() {
            return Err(diag::error(
                peeked(input),
                format!("expected {what}"),
                format!("write `{example}`"),
            ));
        }
        found.push(input.parse()?);
        Ok(())
    });
    found
}

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

/// The value of `= value`, `(value)`, or `= [value]`, for suggesting it in another shape.
fn written(input: ParseStream) -> Option<TokenStream> {
    let rest = input.fork();
    rest.parse::<Option<Token![=]>>().ok()?;
    let mut tokens = Vec::new();
    while !ends(&rest) {
        tokens.push(rest.parse::<TokenTree>().ok()?);
    }
    let value = match tokens.as_slice() {
        [TokenTree::Group(group)] if group.delimiter() != Delimiter::Brace => group.stream(),
        // `"Loading"` stands for no name.
        [TokenTree::Literal(literal)] if literal.to_string().starts_with('"') => return None,
        // What follows is of no shape that could be kept.
        _ if !input.peek(Token![=]) => return None,
        _ => tokens.into_iter().collect(),
    };
    (!value.is_empty()).then_some(value)
}

/// Nothing may follow `name`.
pub(crate) fn alone(name: &Ident, input: ParseStream) -> syn::Result<()> {
    if ends(input) {
        return Ok(());
    }
    Err(diag::error(
        peeked(input),
        format!("`{name}` takes no value"),
        format!("write `{name}` alone"),
    ))
}

/// `mailbox(3)` for `mailbox = 3`, `emits = A` for `emits(A)`, or nothing at all.
fn misshapen(name: &Ident, input: ParseStream, example: &str) -> syn::Error {
    let help = format!("write `{example}`");
    if ends(input) {
        diag::error(name, format!("`{name}` needs a value"), help)
    } else {
        diag::error(
            peeked(input),
            format!("unexpected token after `{name}`"),
            help,
        )
    }
}

/// Whether the part of a list that is being read ends here.
pub(crate) fn ends(input: ParseStream) -> bool {
    input.is_empty() || input.peek(Token![,])
}

/// The next token, for pointing at it.
pub(crate) fn peeked(input: ParseStream) -> Option<TokenTree> {
    input.fork().parse::<TokenTree>().ok()
}

/// Skips to the next comma. Commas inside of brackets are inside of one token.
fn skip(input: ParseStream) {
    while !ends(input) {
        if input.parse::<TokenTree>().is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    fn read(tokens: TokenStream) -> (Vec<String>, Vec<String>) {
        let list = List {
            what: "`actor` option",
            kind: "an option",
            known: &["mailbox", "stash"],
            elsewhere: &[],
        };
        let (mut names, mut errors) = (Vec::new(), Errors::new());
        list.read(tokens, &mut errors, |name, input, _| {
            equals(name, input, "mailbox = 3")?;
            input.parse::<syn::LitInt>()?;
            names.push(name.to_string());
            Ok(())
        });
        (names, errors.texts())
    }

    #[test]
    fn goes_on_after_a_mistake() {
        let (names, errors) = read(quote!(mailbix = 3, stash = 4));
        assert_eq!(names, ["stash"]);
        assert_eq!(
            errors,
            [
                "unknown `actor` option `mailbix`\nhelp: an option with a similar name exists: `mailbox`"
            ]
        );
    }

    #[test]
    fn says_each_mistake_once() {
        let (names, errors) = read(quote!(mailbox = 3, mailbox = 4, 7 = 8, stash 5,));
        assert_eq!(names, ["mailbox"]);
        assert_eq!(
            errors,
            [
                "`mailbox` is given twice\nhelp: keep one of the two",
                "expected the name of an option\nhelp: write `mailbox` or `stash`",
                "unexpected token after `stash`\nhelp: write `mailbox = 3`",
            ]
        );
    }

    #[test]
    fn notices_a_missing_comma() {
        let (names, errors) = read(quote!(mailbox = 3 stash = 4));
        assert_eq!(names, ["mailbox"]);
        assert_eq!(
            errors,
            ["expected a comma\nhelp: put a `,` between two options"]
        );
    }
}
