//! A host runs all nodes of a topology, or one of them.

use super::*;

#[tokio::test(start_paused = true)]
async fn one_node_runs_its_own_actors() {
    let core = soon(Shop::core().start()).await.expect("starts");
    assert_eq!(core.system().name(), "core-1");
    soon(core.ledger().post(1)).await.expect("answers");
    assert_eq!(soon(core.audit().seen()).await.expect("answers"), ["1"]);
    assert!(
        core.system().actor_of::<Audit>("gate").is_err(),
        "that is on another node"
    );
    assert!(ShopCore::of(core.system()).is_some());
    assert!(Shop::of(core.system()).is_none(), "not all of it is here");
    soon(core.stop()).await.expect("stops");
    let again = soon(Shop::core().start()).await.expect("starts again");
    assert_eq!(soon(again.ledger().post(1)).await.expect("answers"), 1);
}

#[tokio::test(start_paused = true)]
async fn the_instances_of_a_node_are_had_from_its_host() {
    let edge = soon(Shop::edge().start()).await.expect("starts");
    let ann = soon(edge.session("ann".into())).await.expect("starts");
    assert_eq!(ann.path().as_str(), "edge-1/session-ann");
}

#[tokio::test(start_paused = true)]
async fn its_declared_groups_and_policies_are_those_of_the_whole() {
    let core = soon(Shop::core().start()).await.expect("starts");
    assert!(soon(core.ledger().fail()).await.is_err());
    settle().await;
    assert_eq!(
        (core.ledger().restart_count(), core.audit().restart_count()),
        (1, 1)
    );
}

#[tokio::test(start_paused = true)]
async fn a_client_node_has_a_system_and_no_actors() {
    let desk = soon(Shop::desk().start()).await.expect("starts");
    assert_eq!(desk.system().name(), "desk");
    soon(desk.stop()).await.expect("stops");
}

/// The host of a node that a program names at run time; the functions of `topology!` exist for declared nodes only.
#[tokio::test(start_paused = true)]
async fn a_node_that_is_not_declared_is_an_error() {
    let error = soon(Shop::definition().node("kore").start())
        .await
        .expect_err("no such node");
    assert!(
        matches!(&error, StartError::UnknownNode { node } if node == "kore"),
        "{error:?}"
    );
    assert_eq!(error.to_string(), "the topology has no node `kore`");
}

#[tokio::test(start_paused = true)]
async fn the_settings_of_the_systems_are_those_that_are_given() {
    let hosting = Shop::local().system(|it| it.ask_timeout(S / 4));
    let shop = soon(hosting.start()).await.expect("starts");
    let held = hold(&shop.gate()).await;
    let began = tokio::time::Instant::now();
    let late = soon(shop.gate().seen()).await;
    assert!(matches!(late, Err(AskError::Timeout { .. })), "{late:?}");
    // Deadlines that the system says are looked at from time to time.
    assert!(began.elapsed() < S, "{:?}", began.elapsed());
    held.release();
}

#[tokio::test(start_paused = true)]
async fn what_is_declared_of_the_whole_is_known_to_the_definition() {
    let definition = Shop::definition();
    assert_eq!(definition.name(), "Shop");
    assert_eq!(definition.contract(), Some("1.4.0"));
    assert_eq!(Everything::definition().contract(), None);
}

topology! {
    Everything;
    node main = "main";
    actor audit: Audit on main;
}
