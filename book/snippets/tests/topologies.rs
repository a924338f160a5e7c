//! The code of the chapter "Topologies".
#![allow(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

use std::sync::Arc;

use actor_core::prelude::*;
use actor_core::testkit::settle;
use actor_core::topology::Topology;

#[derive(Debug, Clone)]
pub struct Posted(pub u64);

// ANCHOR: tool
pub trait Rates: Send + Sync {
    fn in_cents(&self, amount: u64) -> u64;
}

#[actor(emits(Posted), tools(dyn Rates))]
#[derive(Default)]
pub struct Ledger {
    total: u64,
}

#[actor]
impl Ledger {
    #[handler]
    pub fn post(&mut self, ctx: &mut Context<Self>, amount: u64) -> u64 {
        let amount = ctx.tool::<dyn Rates>().in_cents(amount);
        self.total += amount;
        ctx.emit(Posted(amount));
        self.total
    }

    #[handler]
    pub fn fail(&mut self) -> Result<(), Fault> {
        Err(Fault::msg("no"))
    }
}
// ANCHOR_END: tool

#[actor]
#[derive(Default)]
pub struct Audit {
    seen: Vec<u64>,
}

#[actor]
impl Audit {
    #[on(Posted)]
    fn posted(&mut self, event: Posted) {
        self.seen.push(event.0);
    }

    #[handler]
    pub fn seen(&self) -> Vec<u64> {
        self.seen.clone()
    }
}

// ANCHOR: of
#[actor]
pub struct Session {
    user: String,
}

#[actor]
impl Session {
    #[handler]
    pub async fn buy(&mut self, ctx: &mut Context<Self>, amount: u64) -> Result<u64, Fault> {
        let shop = Shop::of(ctx.system()).ok_or(Fault::msg("no shop"))?;
        Ok(shop.ledger().post(amount).await?)
    }

    #[handler]
    pub fn user(&self) -> String {
        self.user.clone()
    }
}
// ANCHOR_END: of

// ANCHOR: declaration
topology! {
    /// The shop.
    pub Shop;

    node edge = "edge";
    node core = "core";

    tool rates: dyn Rates;

    actor ledger: Ledger on core {
        supervision = restart(max = 5, within = 60s, backoff = 0s);
        tools = [rates];
    }
    actor audit: Audit on core {
        mailbox = bounded(256, reject);
    }
    actor session(user: String): Session on edge {
        id = format!("session-{user}");
        init = Session { user };
        passivate(after = 10m);
    }

    supervisor books on core = one_for_all [ledger, audit];

    subscribe ledger -> audit on [Posted];
}
// ANCHOR_END: declaration

struct Fixed(u64);

impl Rates for Fixed {
    fn in_cents(&self, amount: u64) -> u64 {
        amount * self.0
    }
}

#[tokio::test]
async fn starting() -> Result<(), Box<dyn std::error::Error>> {
    // ANCHOR: starting
    let tools = ShopTools {
        rates: Arc::new(Fixed(100)),
    };
    let shop = Shop::local().tools(tools).start().await?;
    assert_eq!(shop.ledger().post(3).await?, 300); // there from the start
    let ann = shop.session("ann".into()).await?; // spawned now
    assert_eq!(ann.buy(4).await?, 700);
    assert_eq!(shop.audit().seen().await?, [300, 400]);
    shop.stop().await?;
    // ANCHOR_END: starting
    assert!(ann.user().await.is_err());
    Ok(())
}

#[tokio::test(start_paused = true)]
async fn failing() -> Result<(), Box<dyn std::error::Error>> {
    let tools = ShopTools {
        rates: Arc::new(Fixed(1)),
    };
    let shop = Shop::local().tools(tools).start().await?;
    shop.ledger().post(3).await?;
    // ANCHOR: failing
    let (ledger, audit) = (shop.ledger(), shop.audit());
    assert!(ledger.fail().await.is_err());
    settle().await;
    assert_eq!(audit.restart_count(), 1); // with the ledger, whose group it is in
    assert_eq!(ledger.post(5).await?, 5); // the same handle, a new ledger
    assert_eq!(audit.seen().await?, [5]); // still subscribed, and new as well
    // ANCHOR_END: failing
    Ok(())
}

#[tokio::test]
async fn one_node() -> Result<(), Box<dyn std::error::Error>> {
    let rates = Arc::new(Fixed(1));
    // ANCHOR: one_node
    let core: ShopCore = Shop::core().tools(ShopTools { rates }).start().await?;
    assert_eq!(core.system().name(), "core");
    core.ledger().post(5).await?;
    core.stop().await?;
    // ANCHOR_END: one_node
    Ok(())
}

#[tokio::test]
async fn building() -> Result<(), Box<dyn std::error::Error>> {
    // ANCHOR: building
    let workers = 3;
    let mut builder = Topology::builder("Workers").node("main", "main");
    for n in 0..workers {
        let key = format!("worker_{n}");
        builder = builder.actor(&key, "main", Audit::default, |it| {
            it.supervision(Directive::Stop)
        });
    }
    let running = builder.build()?.local().start().await?;
    let third = running.actor::<Audit>("worker_2");
    assert!(third.seen().await?.is_empty());

    let wrong = Topology::builder("Wrong")
        .node("main", "main")
        .actor("worker", "mian", Audit::default, |it| it)
        .subscribe::<Ledger, Audit, Posted>("ledger", "worker");
    let error = wrong.build().unwrap_err();
    assert_eq!(error.findings.len(), 2); // all at once
    // ANCHOR_END: building
    Ok(())
}

#[test]
fn picture() {
    // ANCHOR: picture
    let picture: String = Shop::diagram().mermaid(); // or .dot(), for Graphviz
    assert!(picture.contains("books: one_for_all"));
    // ANCHOR_END: picture
}
