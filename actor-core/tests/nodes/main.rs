//! Nodes: an actor on another node is used like any other, and what can go wrong on the way is told by its name.

#[path = "../common/mod.rs"]
mod common;

mod asking;
mod hosted_apart;
mod hostile;
mod losing;
mod on_many_threads;
mod subscribing;
mod telling;
mod versions;
mod watching;

use std::collections::HashMap;
use std::time::Duration;

use actor_core::prelude::*;
use actor_core::remote::{MemoryNetwork, WireError};
use actor_core::testkit::{Recorder, hold, settle};
use actor_core::{DeadLetterReason, RestartError, ShutdownError, StopReason};
use serde::{Deserialize, Serialize};

use common::soon;

const S: Duration = Duration::from_secs(1);

/// Something was posted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Posted(u64);

/// Too little is there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Overdrawn {
    missing: u64,
}

/// What cannot be written to bytes.
#[derive(Debug, Clone)]
struct Stubborn;

impl Serialize for Stubborn {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("will not be written"))
    }
}

impl<'de> Deserialize<'de> for Stubborn {
    fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(serde::de::Error::custom("was never written"))
    }
}

#[actor(emits(Posted), behaviors(Open, Closed), mailbox = 10)]
#[derive(Default)]
struct Ledger {
    total: u64,
    seen: Vec<u64>,
    kept: Vec<ReplyTo<u64>>,
}

#[actor(remote)]
impl Ledger {
    #[handler(in(Open))]
    fn post(&mut self, ctx: &mut Context<Self>, amount: u64) -> u64 {
        self.total += amount;
        self.seen.push(amount);
        ctx.emit(Posted(amount));
        self.total
    }

    #[handler]
    fn pay(&mut self, amount: u64) -> Result<u64, Overdrawn> {
        match self.total.checked_sub(amount) {
            Some(left) => {
                self.total = left;
                Ok(left)
            }
            None => Err(Overdrawn {
                missing: amount - self.total,
            }),
        }
    }

    #[handler]
    fn seen(&self) -> Vec<u64> {
        self.seen.clone()
    }

    #[handler]
    fn fail(&mut self) -> Result<u64, Fault> {
        Err(Fault::msg("torn"))
    }

    #[handler]
    fn close(&mut self, ctx: &mut Context<Self>) {
        ctx.become_(LedgerBehavior::Closed);
    }

    #[handler]
    fn stop(&mut self, ctx: &mut Context<Self>) {
        ctx.stop();
    }

    /// Answers when `release` is called.
    #[handler]
    fn keep(&mut self, reply: ReplyTo<u64>) {
        self.kept.push(reply);
    }

    #[handler]
    fn release(&mut self, n: u64) {
        for reply in self.kept.drain(..) {
            reply.send(n);
        }
    }

    /// Where its argument is in memory.
    #[handler]
    fn address(&self, bytes: Vec<u8>) -> usize {
        bytes.as_ptr() as usize
    }

    #[handler]
    fn size(&self, bytes: Vec<u8>) -> usize {
        bytes.len()
    }

    #[handler]
    fn copies(&self, size: usize) -> Vec<u8> {
        vec![7; size]
    }

    #[handler]
    fn take(&mut self, what: Stubborn) {
        let _ = what;
    }

    #[handler]
    fn give(&mut self) -> Stubborn {
        Stubborn
    }

    #[handler]
    fn count(&self, words: HashMap<String, Option<u8>>) -> usize {
        words.len()
    }
}

/// Lives on the other node: asks the ledger, watches it, and gets its events.
#[actor]
#[derive(Default)]
struct Clerk {
    heard: Vec<u64>,
    gone: Vec<(String, StopReason)>,
}

#[actor]
impl Clerk {
    fn ledger(ctx: &Context<Self>) -> LedgerHandle {
        ShopEdge::of(ctx.system()).expect("it is hosted").ledger()
    }

    #[handler]
    async fn post(&mut self, ctx: &mut Context<Self>, amount: u64) -> Result<u64, AskError> {
        Self::ledger(ctx).post(amount).await
    }

    #[handler]
    fn watch(&mut self, ctx: &mut Context<Self>) {
        ctx.watch(&Self::ledger(ctx));
    }

    #[handler]
    fn heard(&self) -> Vec<u64> {
        self.heard.clone()
    }

    #[handler]
    fn gone(&self) -> Vec<(String, StopReason)> {
        self.gone.clone()
    }

    #[on(Posted)]
    fn hear(&mut self, event: Posted) {
        self.heard.push(event.0);
    }

    #[on(Terminated)]
    fn end(&mut self, gone: Terminated) {
        self.gone.push((gone.path().to_string(), gone.reason()));
    }
}

topology! {
    Shop;
    node core = "core-1";
    node edge = "edge-1";
    actor ledger: Ledger on core { id = "books"; }
    actor archive: Ledger on core { mailbox = 5000; }
    actor clerk: Clerk on edge;
    subscribe ledger -> clerk on [Posted];
}

/// Both nodes in this process, on a network that can be made bad.
struct Both {
    shop: Shop,
    network: MemoryNetwork,
    /// The ledger, from the other node.
    ledger: LedgerHandle,
}

impl Both {
    async fn start() -> Self {
        let network = MemoryNetwork::new();
        let shop = Shop::local().transport(network.clone());
        let shop = soon(shop.start()).await.expect("starts");
        let ledger = edge(&shop).ledger();
        Self {
            shop,
            network,
            ledger,
        }
    }

    async fn cut(&self) {
        self.network.cut("core-1", "edge-1");
        settle().await;
    }

    async fn heal(&self) {
        self.network.heal("core-1", "edge-1");
        settle().await;
    }

    async fn seen(&self) -> Vec<u64> {
        soon(self.shop.ledger().seen()).await.expect("answers")
    }

    fn recorder(&self, node: &str) -> Recorder {
        Recorder::new(self.shop.system(node).expect("is hosted"))
    }
}

fn edge(shop: &Shop) -> ShopEdge {
    ShopEdge::of(shop.system("edge").expect("is hosted")).expect("runs")
}
