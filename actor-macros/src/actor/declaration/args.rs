//! The options of `#[actor(…)]` on a struct or an enum.

use super::model::{Behavior, Options};
use crate::diag::{self, Errors};
use crate::settings::directive;
use crate::settings::number::number;
use crate::settings::options::{
    List, alone, equals, equals_or, krate, parenthesized, parenthesized_or, peeked, separated,
    values,
};
use crate::settings::{mailbox, passivation, rules};
use proc_macro2::TokenStream;
use syn::{Attribute, Ident};

const OPTIONS: List<'static> = List {
    what: "`actor` option",
    kind: "an option",
    known: &[
        "mailbox",
        "supervision",
        "on_error",
        "passivate",
        "stash",
        "resume_after_panic",
        "emits",
        "tools",
        "behaviors",
        "crate",
    ],
    elsewhere: &["msg", "remote", "derive"],
};

/// Reads everything that can be understood, and reports the rest.
pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Options {
    let mut options = Options::default();
    OPTIONS.read(tokens, errors, |name, input, errors| {
        match name.to_string().as_str() {
            "mailbox" => {
                equals_or(name, input, "mailbox = 256", mailbox::meant)?;
                options.mailbox = mailbox::parse(input, errors)?;
            }
            "supervision" => {
                let example = "supervision = restart(max = 3, within = 60s)";
                equals_or(name, input, example, directive::meant)?;
                options.supervision = Some(directive::parse(input, errors)?);
            }
            "on_error" => {
                let list =
                    parenthesized_or(name, input, "on_error(ParseError = resume)", |_| None)?;
                options.rules = rules::parse(list, errors);
            }
            "passivate" => {
                options.passivation = passivation::parse(name, input, errors)?;
            }
            "stash" => {
                equals(name, input, "stash = 100")?;
                options.stash = Some(number(input, "100")?);
            }
            "resume_after_panic" => {
                alone(name, input)?;
                options.resume_after_panic = true;
            }
            "emits" => {
                let list = parenthesized(name, input, "emits(PriceChanged)")?;
                options.emits = values(list, errors, "an event type", "emits(PriceChanged)");
            }
            "tools" => {
                let list = parenthesized(name, input, "tools(dyn Clock)")?;
                options.tools = values(list, errors, "the type of a tool", "tools(dyn Clock)");
            }
            "behaviors" => {
                let list = parenthesized(name, input, "behaviors(Loading, Ready)")?;
                options.behaviors_word = Some(name.clone());
                options.behaviors = behaviors(list, errors);
            }
            "crate" => options.krate = Some(krate(name, input)?),
            "derive" => {
                return Err(diag::error(
                    name,
                    "`derive` is an attribute of its own",
                    "write `#[derive(…)]` below, or for the messages `#[actor(msg(derive(…)))]` on the `impl` block",
                ));
            }
            _ => {
                let example = if name == "remote" {
                    "remote"
                } else {
                    "msg(derive(Debug))"
                };
                return Err(diag::error(
                    name,
                    format!("`{name}` does not belong on the definition of the actor"),
                    format!("put it on the `impl` block, as in `#[actor({example})] impl …`: the block has the messages"),
                ));
            }
        }
        Ok(())
    });
    options
}

/// `Loading, Ready`, each with doc comments if wanted.
fn behaviors(list: TokenStream, errors: &mut Errors) -> Vec<Behavior> {
    let mut behaviors = Vec::new();
    separated(list, errors, |input, _| {
        let docs = input.call(Attribute::parse_outer)?;
        let name = input.parse::<Ident>().map_err(|_| {
            diag::error(
                peeked(input),
                "expected the name of a behavior",
                "write `behaviors(Loading, Ready)`",
            )
        })?;
        behaviors.push(Behavior { docs, name });
        Ok(())
    });
    behaviors
}
