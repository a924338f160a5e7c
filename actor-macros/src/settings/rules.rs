//! What is done about errors of certain types, for instance `on_error(ParseError = resume, Panic = stop)`.

use super::directive::{self, DIRECTIVES, Directive};
use super::options::{peeked, separated};
use crate::diag::{self, Errors};
use actor_topology::PolicyKind;
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::{Token, Type};

/// `ParseError = resume`
pub(crate) struct Rule {
    pub(crate) error: Type,
    pub(crate) directive: Directive,
}

/// `ParseError = resume, Panic = stop`
pub(crate) fn parse(list: TokenStream, errors: &mut Errors) -> Vec<Rule> {
    let mut rules = Vec::new();
    separated(list, errors, |input, errors| {
        let error = match input.fork().parse::<Type>() {
            Ok(_) => input.parse::<Type>()?,
            Err(_) => {
                return Err(diag::error(
                    peeked(input),
                    "expected an error type",
                    "write `ParseError = resume`",
                ));
            }
        };
        if !input.peek(Token![=]) {
            return Err(diag::error(
                &error,
                "this error type has no directive",
                format!("write `… = {}`", DIRECTIVES.join("`, `… = ")),
            ));
        }
        input.parse::<Token![=]>()?;
        let directive = directive::parse(input, errors)?;
        rules.push(Rule { error, directive });
        Ok(())
    });
    rules
}

/// The first rule for an error wins: a second one is a mistake. An actor has one set of bounds for all of its escalations.
pub(crate) fn check(rules: &[Rule], errors: &mut Errors) {
    let mut seen = Vec::new();
    for Rule { error, directive } in rules {
        directive.check(errors);
        if directive.kind == PolicyKind::Escalate
            && let Some(setting) = directive.settings.first()
        {
            let name = &setting.name;
            errors.at(
                name,
                format!(
                    "`{name}` has no meaning for one error: all escalations are counted together"
                ),
                "write `escalate` alone, and the settings in `supervision = escalate(…)`",
            );
        }
        let text = error.to_token_stream().to_string();
        if seen.contains(&text) {
            errors.at(
                error,
                "this error already has a directive",
                "keep one of the two: the first that matches wins",
            );
        }
        seen.push(text);
    }
}

/// What is done about panics, if one of the rules says so.
pub(crate) fn of_panics(rules: &[Rule]) -> Option<&Directive> {
    let rule = rules.iter().find(|rule| is_panic(&rule.error))?;
    Some(&rule.directive)
}

/// `&[Rule::on::<ParseError>(Directive::Resume)]`, for a constant
pub(crate) fn expand(rules: &[Rule], krate: &TokenStream) -> TokenStream {
    let each = rules.iter().map(|rule| {
        let directive = rule.directive.expand(krate);
        let error = if is_panic(&rule.error) {
            // `Panic` works without an import, like the words around it.
            quote!(#krate::Panic)
        } else {
            rule.error.to_token_stream()
        };
        quote!(#krate::Rule::on::<#error>(#directive))
    });
    quote!(&[#(#each),*])
}

/// `Panic`, however it is qualified.
fn is_panic(error: &Type) -> bool {
    matches!(error, Type::Path(path) if path.path.segments.last().is_some_and(|it| it.ident == "Panic"))
}
