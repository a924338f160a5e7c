//! The code of the chapter "Several nodes".
#![allow(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

use std::time::Duration;

use actor_core::StopReason;
use actor_core::prelude::*;
use actor_core::remote::MemoryNetwork;
use actor_core::testkit::settle;
use serde::{Deserialize, Serialize};

impl std::fmt::Display for Overdrawn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("there is not so much")
    }
}

impl std::error::Error for Overdrawn {}

// ANCHOR: actors
/// Crosses as an event.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Posted(pub u64);

/// Crosses as an answer.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Overdrawn;

#[actor(emits(Posted))]
#[derive(Default)]
pub struct Ledger {
    total: u64,
}

#[actor(remote)]
impl Ledger {
    #[handler]
    pub fn post(&mut self, ctx: &mut Context<Self>, amount: u64) -> u64 {
        self.total += amount;
        ctx.emit(Posted(amount));
        self.total
    }

    #[handler]
    pub fn pay(&mut self, amount: u64) -> Result<u64, Overdrawn> {
        self.total = self.total.checked_sub(amount).ok_or(Overdrawn)?;
        Ok(self.total)
    }
}

#[actor]
#[derive(Default)]
pub struct Clerk {
    heard: Vec<u64>,
    lost: Option<StopReason>,
}

#[actor]
impl Clerk {
    #[handler]
    pub async fn pay(
        &mut self,
        ctx: &mut Context<Self>,
        amount: u64,
    ) -> Result<u64, AskError<Overdrawn>> {
        let edge = ShopEdge::of(ctx.system()).expect("this actor runs there");
        edge.ledger().pay(amount).await // over the network
    }

    #[handler]
    pub fn watch(&mut self, ctx: &mut Context<Self>) {
        if let Some(edge) = ShopEdge::of(ctx.system()) {
            ctx.watch(&edge.ledger());
        }
    }

    #[on(Terminated)]
    fn lost(&mut self, gone: Terminated) {
        self.lost = Some(gone.reason());
    }

    #[on(Posted)]
    fn posted(&mut self, event: Posted) {
        self.heard.push(event.0);
    }

    #[handler]
    pub fn heard(&self) -> (Vec<u64>, Option<StopReason>) {
        (self.heard.clone(), self.lost)
    }
}
// ANCHOR_END: actors

// ANCHOR: declared
topology! {
    pub Shop;

    node edge = "edge";
    node core = "core";

    actor clerk: Clerk on edge;
    actor ledger: Ledger on core;

    subscribe ledger -> clerk on [Posted];
}
// ANCHOR_END: declared

#[tokio::test(start_paused = true)]
async fn both() -> Result<(), Box<dyn std::error::Error>> {
    // ANCHOR: both
    let shop = Shop::local().start().await?;
    shop.ledger().post(5).await?;
    assert_eq!(shop.clerk().pay(2).await?, 3);
    shop.stop().await?;
    // ANCHOR_END: both
    Ok(())
}

#[tokio::test(start_paused = true)]
async fn apart() -> Result<(), Box<dyn std::error::Error>> {
    // ANCHOR: apart
    let network = MemoryNetwork::new();
    let core: ShopCore = Shop::core().transport(network.clone()).start().await?;
    let edge: ShopEdge = Shop::edge().transport(network.clone()).start().await?;
    let ledger: LedgerHandle = edge.ledger(); // of an actor of the other node
    assert_eq!(ledger.post(5).await?, 5);
    assert!(!ledger.is_running()); // that is not known here
    // ANCHOR_END: apart
    core.stop().await?;
    Ok(())
}

#[tokio::test(start_paused = true)]
async fn losing() -> Result<(), Box<dyn std::error::Error>> {
    // ANCHOR: losing
    let network = MemoryNetwork::new();
    let shop = Shop::local().transport(network.clone()).start().await?;
    shop.clerk().watch().await?;
    network.cut("edge", "core");
    settle().await; // both nodes have noticed
    let (_, lost) = shop.clerk().heard().await?;
    assert_eq!(lost, Some(StopReason::NodeLost));
    assert!(shop.clerk().pay(1).await.is_err()); // at once: Unreachable

    network.heal("edge", "core");
    settle().await;
    shop.ledger().post(5).await?;
    network.delay("edge", "core", Duration::from_millis(300)); // on tokio's clock
    assert_eq!(shop.clerk().pay(1).await?, 4);
    // ANCHOR_END: losing
    Ok(())
}
