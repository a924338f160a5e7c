//! What is accepted, refused, and recovered from on the definition of an actor.

use super::expand;
use crate::testing::{headlines, mistakes};
use proc_macro2::TokenStream;
use quote::quote;

fn declare(options: TokenStream) -> TokenStream {
    expand(
        options,
        &quote!(
            pub struct Till;
        ),
    )
}

/// The value of `ActorOptions` for `options`.
fn literal(options: TokenStream) -> String {
    let expanded = declare(options);
    assert_eq!(mistakes(&expanded), [""; 0]);
    let text = expanded.to_string();
    let start = text.find("ActorOptions {").expect("there is one");
    let end = text[start..].find("} ;").expect("it ends");
    text[start..start + end]
        .replace(":: actor_core :: ", "")
        .replace(" :: ", "::")
}

#[test]
fn options_become_a_literal() {
    let none = literal(quote!());
    assert!(none.contains("mailbox : Mailbox::DEFAULT ,"), "{none}");
    assert!(
        none.contains("stash :::core::option::Option::None ,"),
        "{none}"
    );
    let cases = [
        (quote!(mailbox = 3), "mailbox : Mailbox::bounded (3) ,"),
        (
            quote!(mailbox = N * 2),
            "mailbox : Mailbox::bounded (N * 2) ,",
        ),
        (
            quote!(mailbox = limits::MAILBOX),
            "mailbox : Mailbox::bounded (limits::MAILBOX) ,",
        ),
        (
            quote!(mailbox = capacity()),
            "mailbox : Mailbox::bounded (capacity ()) ,",
        ),
        (
            quote!(mailbox = unbounded),
            "mailbox : Mailbox::unbounded () ,",
        ),
        (
            quote!(mailbox = bounded(3)),
            "mailbox : Mailbox::bounded (3) ,",
        ),
        (
            quote!(mailbox = bounded(3, drop_oldest)),
            "Mailbox::bounded (3) . overflow (Overflow::DropOldest) ,",
        ),
        (
            quote!(supervision = stop),
            "Policy::__declared (Directive::Stop , & [])",
        ),
        (quote!(supervision = escalate), "Directive::Escalate"),
        (quote!(supervision = suspend), "Directive::Suspend"),
        (
            quote!(supervision = restart),
            "Directive::Restart (Restart::DEFAULT)",
        ),
        (
            quote!(supervision = restart(max = 0, cap = CAP)),
            "Restart::DEFAULT . max (0) . cap (CAP)",
        ),
        (
            quote!(supervision = restart(mode = anew, mailbox = keep)),
            ". mode (RestartMode::Anew) . mailbox (Queued::Keep)",
        ),
        (
            quote!(supervision = restart(mailbox = discard)),
            ". mailbox (Queued::Discard)",
        ),
        (
            quote!(supervision = escalate(max = 2)),
            "(Directive::Escalate , & []) . bounds (Restart::DEFAULT . max (2))",
        ),
        (
            quote!(on_error(a::Torn = stop)),
            "(Restart::DEFAULT) , & [Rule::on::< a::Torn > (Directive::Stop)]",
        ),
        (
            quote!(on_error(Panic = stop)),
            "Rule::on::< Panic > (Directive::Stop)",
        ),
        (quote!(passivate(messages = 9)), "Passivation::messages (9)"),
        (quote!(passivate(never)), "Passivation::Never"),
        (quote!(stash = 5), "Option::Some (5)"),
        (
            quote!(supervision = resume, resume_after_panic),
            "resume_after_panic : true",
        ),
        (
            quote!(supervision = resume, on_error(Panic = stop)),
            "Directive::Resume",
        ),
    ];
    for (options, expected) in cases {
        let shown = options.to_string();
        let found = literal(options);
        assert!(found.contains(expected), "{shown}: {found}");
    }
}

#[test]
fn every_mistake_is_said_once() {
    let cases = [
        (
            quote!(mailbox = 0),
            "a mailbox of size 0 accepts no message",
        ),
        (
            quote!(mailbox = bounded(0)),
            "a mailbox of size 0 accepts no message",
        ),
        (quote!(mailbox = bounded()), "`bounded` is empty"),
        (
            quote!(mailbox = bounded(3, reject, 4)),
            "`bounded` takes a capacity and an overflow policy, and no more",
        ),
        (quote!(mailbox = bound), "unknown kind of mailbox `bound`"),
        (quote!(mailbox = unbounded(3)), "`unbounded` takes no value"),
        (
            quote!(supervision = restart 3),
            "unexpected token after `restart`",
        ),
        (quote!(supervision = restart()), "`restart` is empty"),
        (
            quote!(supervision = Stop),
            "expected what to do about a failure",
        ),
        (quote!(supervision = stop(3)), "`stop` takes no value"),
        (
            quote!(supervision = stop(max = 3)),
            "`max` has no meaning for `stop`, which never restarts (N9)",
        ),
        (
            quote!(supervision = resume(mode = anew), resume_after_panic),
            "`mode` has no meaning for `resume`, which goes on without a restart (N9)",
        ),
        (
            quote!(on_error(Torn = escalate(max = 3, within = 60s))),
            "`max` has no meaning for one error: all escalations are counted together",
        ),
        (
            quote!(supervision = escalate = 3),
            "unexpected token after `escalate`",
        ),
        (quote!(supervision = escalate()), "`escalate` is empty"),
        (
            quote!(supervision = restart(max = -1)),
            "expected a whole number that is not negative",
        ),
        (
            quote!(mailbox = 1.5),
            "expected a whole number that is not negative",
        ),
        (
            quote!(supervision = restart(mode = fresh)),
            "unknown mode of restart `fresh`",
        ),
        (
            quote!(supervision = restart(on_exhausted = restart)),
            "unknown way out `restart`",
        ),
        (
            quote!(supervision = resume, on_error(Torn = stop)),
            "`resume` would also resume after a panic, which may leave the actor half-changed (N33)",
        ),
        (quote!(on_error(Torn)), "this error type has no directive"),
        (quote!(on_error(= stop)), "expected an error type"),
        (
            quote!(on_error(Torn = stop, Torn = stop)),
            "this error already has a directive",
        ),
        (
            quote!(passivate(after = 0ms)),
            "an actor that is passivated after no time at all never runs",
        ),
        (
            quote!(passivate(before = 3s)),
            "unknown `passivate` rule `before`",
        ),
        (quote!(emits(3)), "expected an event type"),
        (quote!(emits(A, A)), "this event is listed twice"),
        (
            quote!(tools(dyn Clock, dyn Clock)),
            "this tool is listed twice",
        ),
        (quote!(tools(3)), "expected the type of a tool"),
        (quote!(behaviors(A, A)), "the behavior `A` is listed twice"),
        (quote!(stash), "`stash` needs a value"),
        (quote!(stash =), "`stash` needs a value"),
        (
            quote!(msg(derive(Debug))),
            "`msg` does not belong on the definition of the actor",
        ),
        (quote!(crate = "x"), "expected the path of the crate"),
        (quote!(=), "expected the name of an option"),
    ];
    for (options, expected) in cases {
        let shown = options.to_string();
        assert_eq!(headlines(&declare(options)), [expected], "{shown}");
    }
}

#[test]
fn one_mistake_does_not_hide_the_next() {
    let expanded = declare(quote!(
        mailbx = 3,
        stash = 0,
        emits(A, 3, B),
        supervision = restart(max = , within = 5)
    ));
    assert_eq!(headlines(&expanded).len(), 5, "{:?}", headlines(&expanded));
    let text = expanded.to_string();
    assert!(
        text.contains("Emits < A >") && text.contains("Emits < B >"),
        "{text}"
    );
}

#[test]
fn the_type_is_given_back_as_it_was() {
    for item in [
        quote!(
            #[derive(Debug)]
            pub(in a::b) struct Till<T: Clone = u8>(pub T, u8)
            where
                T: Send;
        ),
        quote!(
            enum Till {
                A(u8),
                B { c: u8 },
            }
        ),
        quote!(
            struct r#Till;
        ),
        quote!(
            pub struct Till
            where
                u8: Copy,
            {
                a: u8,
            }
        ),
    ] {
        let text = item.to_string();
        let expanded = expand(quote!(), &item);
        assert_eq!(mistakes(&expanded), [""; 0]);
        let expanded = expanded.to_string();
        assert!(expanded.starts_with(&text), "{expanded}");
        assert!(expanded.contains("struct TillHandle"), "{expanded}");
    }
}
