//! Topologies: what is declared is effective, whichever way a node is started.

#[path = "../common/mod.rs"]
mod common;

use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::settle;

use common::soon;

/// Something was posted.
#[derive(Debug, Clone, PartialEq)]
struct Posted(u64);

#[actor(emits(Posted))]
#[derive(Default)]
struct Ledger {
    total: u64,
}

#[actor]
impl Ledger {
    #[handler]
    fn post(&mut self, ctx: &mut Context<Self>, amount: u64) -> u64 {
        self.total += amount;
        ctx.emit(Posted(amount));
        self.total
    }

    #[handler]
    fn fail(&mut self) -> Result<(), Fault> {
        Err(Fault::msg("no"))
    }
}

#[actor]
#[derive(Default)]
struct Audit {
    seen: Vec<u64>,
}

#[actor]
impl Audit {
    #[on(Posted)]
    fn posted(&mut self, event: Posted) {
        self.seen.push(event.0);
    }

    #[handler]
    fn seen(&mut self) -> Vec<u64> {
        self.seen.clone()
    }
}

#[actor]
struct Session {
    user: String,
}

#[actor]
impl Session {
    #[handler]
    fn user(&mut self) -> String {
        self.user.clone()
    }
}

topology! {
    /// The checkout.
    pub(crate) Shop;

    node edge = "edge";
    node core = "core";

    actor ledger: Ledger on core {
        supervision = restart(max = 3, within = 60s, backoff = 0s);
    }
    actor audit: Audit on core;
    actor session(user: String): Session on edge {
        id = format!("session-{user}");
        init = Session { user };
    }

    supervisor books on core = rest_for_one [ledger, audit];
    subscribe ledger -> audit on [Posted];
}

#[tokio::test(start_paused = true)]
async fn a_topology_starts_works_and_stops_and_starts_again() {
    for _ in 0..2 {
        let shop = soon(Shop::local().start()).await.expect("starts");
        assert_eq!(shop.ledger().path().as_str(), "core/ledger");
        soon(shop.ledger().post(5)).await.expect("posts");
        assert_eq!(soon(shop.audit().seen()).await.expect("answers"), [5]);
        soon(shop.stop()).await.expect("stops");
        assert!(!shop.ledger().is_running());
    }
}

#[tokio::test(start_paused = true)]
async fn the_group_is_effective_and_subscriptions_survive_its_restart() {
    let shop = soon(Shop::local().start()).await.expect("starts");
    assert!(soon(shop.ledger().fail()).await.is_err());
    settle().await;
    let counts = (shop.ledger().restart_count(), shop.audit().restart_count());
    assert_eq!(counts, (1, 1));
    soon(shop.ledger().post(7)).await.expect("posts");
    assert_eq!(soon(shop.audit().seen()).await.expect("answers"), [7]);
}

#[tokio::test(start_paused = true)]
async fn instances_are_spawned_once_on_demand() {
    let shop = soon(Shop::local().start()).await.expect("starts");
    let (one, two) = tokio::join!(shop.session("ann".into()), shop.session("ann".into()));
    let (one, two) = (one.expect("starts"), two.expect("starts"));
    assert_eq!(one, two);
    assert_eq!(one.path().as_str(), "edge/session-ann");
    assert_eq!(soon(one.user()).await.expect("answers"), "ann");
}

#[tokio::test(start_paused = true)]
async fn one_node_can_be_hosted_alone() {
    let core = soon(Shop::core().start()).await.expect("starts");
    soon(core.ledger().post(1)).await.expect("posts");
    assert!(ShopCore::of(core.system()).is_some());
    assert!(Shop::of(core.system()).is_none(), "not all of it is here");
    soon(core.stop()).await.expect("stops");
    tokio::time::sleep(Duration::from_secs(1)).await;
}
