//! What is accepted, refused, and recovered from in a topology.

use super::expand;
use crate::testing::{bare, damaged, mistakes, pretty, snapshot};
use proc_macro2::TokenStream;
use quote::quote;

/// The first lines of all that is said: what is wrong, and what it has to do with.
fn said(input: TokenStream) -> Vec<String> {
    let found = mistakes(&expand(input));
    let lines = found.iter().map(|text| {
        let (headline, help) = text.split_once('\n').unwrap_or((text, "help: "));
        assert!(help.starts_with("help: "), "{text}");
        assert!(!headline.ends_with('.') && !help.ends_with('.'), "{text}");
        headline.to_owned()
    });
    lines.collect()
}

/// What is said about `items` in a topology with a node `server`, a node `worker`, actors `a` and `b` on the first and
/// `w` on the second, a parameterised `task` on the first, and a tool `plan`.
fn said_of(items: &TokenStream) -> Vec<String> {
    said(quote! {
        pub Shop;
        node server = "server";
        node worker = "worker";
        tool plan: dyn Plan;
        actor a: A on server { tools = [plan]; }
        actor b: B on server;
        actor w: W on worker;
        actor task(id: u64): Task on server { id = format!("task-{id}"); }
        #items
    })
}

/// A topology with one of everything.
fn shop() -> TokenStream {
    quote! {
        /// A shop.
        pub Shop;
        contract "1.4.0";

        node edge = "edge";
        node core = addresses::CORE;
        client node desk = "desk";

        tool route_plan: dyn RoutePlan;

        /// Lets people in.
        actor gate: Gate on edge {
            init = Gate::new(3);
            mailbox = bounded(256, reject);
            gateway;
        }
        actor session(user: UserId): Session on edge {
            id = format!("session-{user}");
            init = Session::new(user);
            passivate(after = 10m);
        }
        actor ledger: Ledger on core {
            supervision = restart(max = 5, within = 60s);
        }
        actor audit: Audit on core {
            id = "the-audit";
            tools = [route_plan];
        }

        supervisor books on core = rest_for_one(intensity(max = 3, within = 1m)) [ledger, audit];

        subscribe ledger -> [audit, gate] on [Posted];
        #[cfg(feature = "reviews")]
        subscribe audit -> ledger;
    }
}

#[test]
fn a_valid_topology_is_as_the_snapshot() {
    assert_eq!(said(shop()), [""; 0]);
    snapshot("topology", expand(shop()));
}

#[test]
fn what_cannot_compile_is_there_all_the_same() {
    let mut input = shop();
    input.extend(quote!(supervisor empty on core = one_for_all [];));
    snapshot("topology_invalid", expand(input));
}

#[test]
fn nothing_comes_from_the_prelude() {
    let names = [
        "Option", "Some", "None", "Result", "Ok", "Err", "String", "Clone", "Default", "Send",
        "Future", "Arc", "From", "str", "panic", "format",
    ];
    // Those are the user's.
    let found = bare(&expand(shop()), &names);
    assert_eq!(found, ["format"]);
}

#[test]
fn a_lint_is_a_warning_that_can_be_accepted() {
    let warned = |above: TokenStream| {
        let input = quote! { Shop; node edge = "edge"; actor gate: Gate on edge; #above node desk = "desk"; };
        assert_eq!(said(input.clone()), [""; 0]);
        pretty(expand(input)).contains("mod topology")
    };
    assert!(warned(quote!()));
    assert!(!warned(quote!(#[allow(unused_node)])));
    assert!(warned(quote!(#[allow(unused_tool)])));
    assert!(!warned(quote!(client)));
}

#[test]
fn each_mistake_is_said_once() {
    let cases: [(TokenStream, &[&str]); 59] = [
        // The names of things.
        (
            quote!(actor x: A on servr;),
            &["actor `x` is placed on the unknown node `servr` (V1)"],
        ),
        (
            quote!(supervisor g on gone = one_for_one [a];),
            &["supervisor `g` is placed on the unknown node `gone` (V7)"],
        ),
        (
            quote!(supervisor g on server = one_for_all [a, bb];),
            &["supervisor `g` lists the unknown actor `bb` (V8)"],
        ),
        (
            quote!(supervisor g on server = one_for_all [a, w];),
            &["`w` is placed on node `worker`, but its supervisor `g` is on `server` (V9)"],
        ),
        (
            quote!(supervisor g on server = one_for_all [a, task];),
            &[
                "`task` has parameters: its instances are spawned on demand, so a group that is `one_for_all` cannot know whom its failure concerns (V21)",
            ],
        ),
        (
            quote!(supervisor g on server = one_for_all [a, b]; supervisor h on server = one_for_one [g];),
            &["`g` is a supervisor, and supervisors cannot be nested (V8)"],
        ),
        (
            quote!(supervisor g on server = one_for_all [a, b, a];),
            &["`a` is listed twice in supervisor `g` (N5)"],
        ),
        (
            quote!(supervisor g on server = one_for_one [a]; supervisor h on server = one_for_one [a, b];),
            &[
                "actor `a` already belongs to supervisor `g` (N6)",
                "actor `a` is in supervisor `g` here",
            ],
        ),
        (
            quote!(supervisor g on server = one_for_all [];),
            &["supervisor `g` has no children (N7)"],
        ),
        (
            quote!(actor a: C on server;),
            &[
                "actor `a` is declared more than once (N31)",
                "actor `a` is declared here first",
            ],
        ),
        (
            quote!(actor c: C on server { id = "b"; }),
            &[
                "actors `b` and `c` have the same id \"b\" on node `server` (N1)",
                "\"b\" is the id of `b`",
            ],
        ),
        (
            quote!(node other = "server"; actor c: C on other;),
            &[
                "nodes `server` and `other` have the same address \"server\" (N2)",
                "\"server\" is the address of `server` here",
            ],
        ),
        (
            quote!(client node other = "local";),
            &[
                "the address \"local\" is private to a process, so the other nodes could not reach it (N3)",
            ],
        ),
        (
            quote!(client node other = "a/b";),
            &["a node's address cannot contain '/' (V6)"],
        ),
        (
            quote!(actor c: C on server { id = ""; }),
            &["the id of actor `c` is empty (V3)"],
        ),
        (
            quote!(actor c: C on server { id = "guardian"; }),
            &["the id \"guardian\" is reserved (V4)"],
        ),
        (
            quote!(actor stop: C on server;),
            &["`stop` cannot be the name of an actor (N31)"],
        ),
        (
            quote!(actor c: C on server { tools = [pla]; }),
            &["actor `c` uses the unknown tool `pla` (V2)"],
        ),
        // Policies.
        (
            quote!(actor c: C on server { supervision = restart(max = -1); }),
            &["expected a whole number that is not negative"],
        ),
        (
            quote!(actor c: C on server { supervision = restart(within = 0s); }),
            &["no restart falls within no time at all, so `max` would mean nothing (N29)"],
        ),
        (
            quote!(actor c: C on server { supervision = restart(within = 60); }),
            &["the duration `60` has no unit"],
        ),
        (
            quote!(actor c: C on server { supervision = reboot; }),
            &["unknown directive `reboot`"],
        ),
        (
            quote!(actor c: C on server { supervision = stop(max = 3); }),
            &["`max` has no meaning for `stop`, which never restarts (N9)"],
        ),
        (
            quote!(actor c: C on server { supervision = restart(max = 6, within = 30s); }),
            &[
                "actor `c` can never use up 6 restarts within 30s: between the first and the last of them lie at least 62s of back-off (N12)",
            ],
        ),
        (
            quote!(actor c: C on server { mailbox = 0; }),
            &["a mailbox of size 0 accepts no message"],
        ),
        (
            quote!(actor c: C on server { passivate(messages = 0); }),
            &["an actor that is passivated after 0 messages never runs"],
        ),
        // Edges.
        (
            quote!(subscribe ghost -> b on [E];),
            &["unknown publisher `ghost` (V11)"],
        ),
        (
            quote!(subscribe task -> b;),
            &[
                "`task` has parameters: its instances are spawned on demand, so no edge can name one as its publisher (V23)",
            ],
        ),
        (
            quote!(subscribe a -> b on [X]; subscribe a -> b on [Y];),
            &[
                "the edge `a -> b` is declared twice (N16)",
                "the edge `a -> b` is declared here first",
            ],
        ),
        (
            quote!(subscribe a -> a;),
            &["actor `a` would receive its own events (N15)"],
        ),
        (
            quote!(subscribe a -> [];),
            &["the events of `a` go to nobody (N17)"],
        ),
        (quote!(subscribe a -> b on [];), &["`on` names no event"]),
        (
            quote!(subscribe a -> b on [X, X];),
            &["the event `X` is listed twice (N17)"],
        ),
        (
            quote!(actor r(p: P): Run on server { id = "run"; }),
            &["all instances of `r` would share the id \"run\" (N25)"],
        ),
        (
            quote!(actor r(p: P): Run on server;),
            &["actor `r` has parameters, but its instances have no id of their own (N25)"],
        ),
        (
            quote!(actor c: C on server { gateway = "k"; } actor d: D on server { gateway = "k"; }),
            &[
                "actors `c` and `d` are exposed under the same scope \"k\" (N21)",
                "\"k\" is the scope of `c`",
            ],
        ),
        // What is written in another way than it should be.
        (
            quote!(supervisor g on server = one_for_many [a, b];),
            &["unknown strategy `one_for_many`"],
        ),
        (
            quote!(supervisor g on server = one-for-all [a, b];),
            &["the words of a strategy are joined by underscores"],
        ),
        (
            quote!(supervisor g on server = one_for_all(intensity(max = 3)) [a, b];),
            &["`intensity` needs both `max` and `within`"],
        ),
        (
            quote!(supervisor g on server [a, b];),
            &["expected `=` and a strategy"],
        ),
        (
            quote!(supervisor g on server = one_for_all a;),
            &["expected actors in `[…]`, found `a`"],
        ),
        (
            quote!(actor c: C on server { supervison = stop; }),
            &["unknown property `supervison`"],
        ),
        (
            quote!(actor c: C on server { id = "x" gateway; }),
            &["expected `;`, found `gateway`"],
        ),
        (
            quote!(actor c: C on server { mailbox = 3 gateway; }),
            &["expected `;`, found `gateway`"],
        ),
        (
            quote!(actor c: C on server { id; }),
            &["expected `=` after `id`"],
        ),
        (
            quote!(actor c: C on server { supervision = ; }),
            &["`supervision` needs a value"],
        ),
        (
            quote!(actor c: C on server { gateway; gateway; }),
            &["`gateway` is given twice"],
        ),
        (
            quote!(actor c C on server { id = "x"; }),
            &["expected `:` and the type of the actor, found `C`"],
        ),
        (
            quote!(actor c: C server;),
            &["expected `on` and a node, found `server`"],
        ),
        (
            quote!(actor c(): C on server;),
            &["actor `c` has no parameters between its parentheses"],
        ),
        (
            quote!(actor type: C on server;),
            &["`type` is a word of the language, so it cannot be the name of an actor"],
        ),
        (quote!(nod x = "x";), &["unknown declaration `nod`"]),
        (
            quote!(client x = "x";),
            &["`client` says something about a node"],
        ),
        (
            quote!(subscribe a => b;),
            &["expected `->` and the subscriber"],
        ),
        (
            quote!(node x;),
            &["expected `=` and the address of the node"],
        ),
        (
            quote!(#[cfg(unix)] actor c: C on server; supervisor g on server = one_for_all [a, c];),
            &["actor `c` cannot depend on `cfg`, since supervisor `g` refers to it"],
        ),
        (
            quote!(#[inline] actor c: C on server;),
            &["this attribute means nothing on a declaration of a topology"],
        ),
        (
            quote!(#[allow(unused_nod)] client node n = "n";),
            &["unknown lint of topologies `unused_nod`"],
        ),
        (
            quote!(node c = "c" actor d: D on c;),
            &["expected `;`, found `actor`"],
        ),
    ];
    for (items, expected) in cases {
        let shown = items.to_string();
        assert_eq!(said_of(&items), expected, "{shown}");
    }
}

#[test]
fn a_topology_has_a_name() {
    let rest = quote!(node edge = "edge"; actor gate: Gate on edge;);
    assert_eq!(said(rest.clone()), ["a topology begins with its name"]);
    assert_eq!(said(quote!(pub Shop #rest)), ["expected `;`, found `node`"]);
    assert_eq!(
        said(quote!(= Shop; #rest)),
        ["a topology begins with its name"]
    );
    assert_eq!(
        said(quote!(#[derive(Debug)] Shop; #rest)),
        ["only documentation can stand above the name of a topology"]
    );
    assert_eq!(said(quote!(Shop;)), ["topology `Shop` has no node (N32)"]);
    assert_eq!(said(quote!()), ["a topology begins with its name"]);
}

#[test]
fn one_mistake_does_not_hide_the_next() {
    let found = said_of(&quote! {
        node third = ;
        actor c: C on third;
        actor d: on server { id = "d"; }
        actor e: E on server { ide = "e"; mailbox = 0; }
        supervisor g on server = one_for_all [d, ghost];
        subscribe d -> e;
        subscribe a -> a;
    });
    assert_eq!(
        found,
        [
            "expected the address of the node: a text, or the path of a constant",
            "expected `on` and a node, found `server`",
            "unknown property `ide`",
            "a mailbox of size 0 accepts no message",
            "supervisor `g` lists the unknown actor `ghost` (V8)",
            "actor `a` would receive its own events (N15)",
        ]
    );
}

/// As while somebody types: what is made are items all the same, and one mistake does not become many.
#[test]
fn damage_anywhere_leaves_items() {
    let whole = shop();
    let damaged = damaged(&whole);
    assert!(damaged.len() > 300, "{}", damaged.len());
    for input in damaged {
        let expanded = expand(input.clone());
        let said = mistakes(&expanded);
        assert!(said.len() <= 4, "{input}: {said:#?}");
        let file = syn::parse2::<syn::File>(expanded);
        assert!(file.is_ok(), "{input}: {:?}", file.err());
    }
}
