//! An edge holds before the first actor starts, and for as long as the topology runs.

use super::*;

#[tokio::test(start_paused = true)]
async fn the_events_that_are_listed_arrive_and_no_others() {
    let shop = shop().await;
    soon(shop.ledger().post(5)).await.expect("answers");
    soon(shop.ledger().close()).await.expect("answers");
    assert_eq!(soon(shop.audit().seen()).await.expect("answers"), ["5"]);
    assert!(soon(shop.gate().seen()).await.expect("answers").is_empty());
}

topology! {
    Everything;
    node main = "main";
    node other = "other";
    actor ledger: Ledger on main;
    actor audit: Audit on main;
    actor gate: Audit on other;
    subscribe ledger -> [audit, gate];
}

#[tokio::test(start_paused = true)]
async fn without_a_list_all_events_arrive_at_all_subscribers_on_other_nodes_too() {
    let all = soon(Everything::local().start()).await.expect("starts");
    soon(all.ledger().post(5)).await.expect("answers");
    soon(all.ledger().close()).await.expect("answers");
    for subscriber in [all.audit(), all.gate()] {
        assert_eq!(
            soon(subscriber.seen()).await.expect("answers"),
            ["5", "closed"]
        );
    }
}

/// Announces something while it starts, at each of its starts.
#[actor(emits(Closed))]
#[derive(Default)]
struct Eager;

#[actor]
impl Eager {
    #[on(PreStart)]
    fn announce(&mut self, ctx: &mut Context<Self>) {
        ctx.emit(Closed);
    }

    #[handler]
    fn fail(&mut self) -> Result<(), Fault> {
        Err(Fault::msg("no"))
    }
}

topology! {
    Early;
    node main = "main";
    actor eager: Eager on main {
        supervision = restart(backoff = 0s);
    }
    actor audit: Audit on main;
    subscribe eager -> audit on [Closed];
}

#[tokio::test(start_paused = true)]
async fn what_is_announced_before_the_subscriber_starts_arrives() {
    let early = soon(Early::local().start()).await.expect("starts");
    assert_eq!(
        soon(early.audit().seen()).await.expect("answers"),
        ["closed"]
    );
}

#[tokio::test(start_paused = true)]
async fn it_holds_over_a_restart_of_the_publisher() {
    let early = soon(Early::local().start()).await.expect("starts");
    assert!(soon(early.eager().fail()).await.is_err());
    settle().await;
    assert_eq!(
        soon(early.audit().seen()).await.expect("answers"),
        ["closed"; 2]
    );
}

#[tokio::test(start_paused = true)]
async fn it_holds_over_a_restart_of_the_subscriber_and_of_the_group_of_both() {
    let shop = shop().await;
    assert!(soon(shop.audit().fail()).await.is_err());
    settle().await;
    soon(shop.ledger().post(5)).await.expect("answers");
    assert_eq!(soon(shop.audit().seen()).await.expect("answers"), ["5"]);
    assert!(soon(shop.ledger().fail()).await.is_err());
    settle().await;
    soon(shop.ledger().post(7)).await.expect("answers");
    assert_eq!(
        soon(shop.audit().seen()).await.expect("answers"),
        ["7"],
        "once, and of the new one"
    );
    assert_eq!(
        (shop.ledger().restart_count(), shop.audit().restart_count()),
        (1, 2)
    );
}

#[tokio::test(start_paused = true)]
async fn a_node_alone_does_not_start_while_nothing_connects_it_to_those_of_its_edges() {
    for hosting in [
        Everything::definition().node("main"),
        Everything::definition().node("other"),
    ] {
        let error = soon(hosting.start())
            .await
            .expect_err("nothing connects them");
        let StartError::NoTransport { edges } = &error else {
            panic!("{error:?}");
        };
        assert_eq!(edges.len(), 1);
        assert_eq!(
            error.to_string(),
            "nothing connects the nodes of the edges `ledger` -> `gate` (`main` to `other`)"
        );
    }
}
