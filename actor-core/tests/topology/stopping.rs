//! A topology stops whole, and can be started again as if it had never run.

use super::*;
use actor_core::{SpawnError, StopError};

#[tokio::test(start_paused = true)]
async fn what_was_sent_before_is_handled_before_the_end() {
    let shop = shop().await;
    let held = hold(&shop.ledger()).await;
    let ledger = shop.ledger();
    let posted = ledger.post(5).into_future();
    let mut posted = Box::pin(posted);
    assert!(futures_pending(&mut posted).await);
    let stopping = tokio::spawn({
        let shop = shop.clone();
        async move { shop.stop().await }
    });
    settle().await;
    held.release();
    assert_eq!(soon(posted).await.expect("is handled"), 5);
    soon(stopping).await.expect("no panic").expect("stops");
    for stopped in [
        shop.ledger().is_running(),
        shop.audit().is_running(),
        shop.gate().is_running(),
    ] {
        assert!(!stopped);
    }
}

/// Begins to wait.
async fn futures_pending<F: Future + Unpin>(future: &mut F) -> bool {
    tokio::select! {
        biased;
        _ = future => false,
        () = std::future::ready(()) => true,
    }
}

#[tokio::test(start_paused = true)]
async fn a_second_stop_is_the_same_and_nothing_is_spawned_after_it() {
    let shop = shop().await;
    soon(shop.stop()).await.expect("stops");
    soon(shop.stop()).await.expect("has stopped");
    let late = soon(shop.session("ann".into())).await;
    assert!(
        matches!(late, Err(SpawnError::SystemStopped { .. })),
        "{late:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_node_that_does_not_stop_in_time_is_said_so_and_the_others_stop_all_the_same() {
    let hosting = Shop::local().system(|it| it.shutdown_timeout(S));
    let shop = soon(hosting.start()).await.expect("starts");
    let gate = Gate::new();
    shop.ledger()
        .stay(gate.clone())
        .try_tell()
        .expect("it runs");
    gate.reached().await;
    let stopped = soon(shop.stop()).await;
    assert!(
        matches!(stopped, Err(StopError::Abandoned { .. })),
        "{stopped:?}"
    );
    assert!(!shop.gate().is_running());
}

#[tokio::test(start_paused = true)]
async fn it_can_be_started_again_with_its_subscriptions_and_without_its_state() {
    for _ in 0..2 {
        let shop = shop().await;
        assert_eq!(soon(shop.ledger().post(5)).await.expect("answers"), 5);
        assert_eq!(soon(shop.audit().seen()).await.expect("answers"), ["5"]);
        soon(shop.stop()).await.expect("stops");
    }
}

#[tokio::test(start_paused = true)]
async fn the_node_that_is_declared_last_stops_first() {
    let log = Log::new();
    let nodes = ["one", "two", "three"];
    let builder = nodes
        .iter()
        .fold(Topology::builder("Nodes"), |builder, node| {
            let (log, actor) = (log.clone(), format!("on_{node}"));
            builder
                .node(node, node)
                .actor(&actor, node, move || Subject::new(&log), |it| it)
        });
    let topology = builder.build().expect("it is in order");
    let running = soon(topology.local().start()).await.expect("starts");
    settle().await;
    log.take();
    soon(running.stop()).await.expect("stops");
    assert_eq!(
        log.take(),
        ["on_three post_stop", "on_two post_stop", "on_one post_stop"]
    );
}

#[tokio::test(start_paused = true)]
async fn two_at_once_know_nothing_of_each_other() {
    let (one, two) = (shop().await, shop().await);
    soon(one.ledger().post(5)).await.expect("answers");
    assert_eq!(soon(two.ledger().post(1)).await.expect("answers"), 1);
    soon(one.stop()).await.expect("stops");
    assert_eq!(soon(two.audit().seen()).await.expect("answers"), ["1"]);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_left_of_a_topology_that_has_stopped() {
    let value = Arc::new(());
    let (kept, with_each) = (Arc::clone(&value), Arc::clone(&value));
    let make = move || {
        let _ = &kept;
        Ledger::default()
    };
    let make_each = move |user: &String| {
        let _ = &with_each;
        Session::new(user.clone())
    };
    let topology = Topology::builder("Books")
        .node("main", "main")
        .node("other", "other")
        .actor("ledger", "main", make, |it| it)
        .actor("audit", "main", Audit::default, |it| it)
        .actor("gate", "other", Audit::default, |it| it)
        .instances("session", "other", String::clone, make_each, |it| it)
        .group("books", "main", Strategy::OneForAll, ["ledger", "audit"])
        .subscribe_all::<Ledger, Audit>("ledger", "audit")
        .subscribe_all_across::<Ledger, Audit>("ledger", "gate")
        .build()
        .expect("it is in order");
    let running = soon(topology.local().start()).await.expect("starts");
    let ledger = running.actor::<Ledger>("ledger");
    let ann = soon(running.instance::<Session, String>("session", "ann".into())).await;
    assert!(soon(ledger.fail()).await.is_err());
    tokio::time::sleep(2 * S).await;
    assert_eq!(ledger.restart_count(), 1);
    soon(running.stop()).await.expect("stops");
    drop((running, topology, ann, ledger));
    settle().await;
    assert_eq!(Arc::strong_count(&value), 1);
}
