//! A shop, declared: who runs where, who is restarted with whom, and whose events go to whom.

use std::sync::Arc;

use actor_core::prelude::*;

/// What a ledger announces.
#[derive(Debug, Clone)]
struct Posted {
    amount: u64,
}

/// Something actors use that is no actor. Whoever starts the shop supplies it.
trait Rates: Send + Sync {
    fn in_cents(&self, amount: u64) -> u64;
}

struct Fixed(u64);

impl Rates for Fixed {
    fn in_cents(&self, amount: u64) -> u64 {
        amount * self.0
    }
}

#[actor(emits(Posted), tools(dyn Rates))]
#[derive(Default)]
struct Ledger {
    total: u64,
}

#[actor]
impl Ledger {
    #[handler]
    fn post(&mut self, ctx: &mut Context<Self>, amount: u64) -> u64 {
        let amount = ctx.tool::<dyn Rates>().in_cents(amount);
        self.total += amount;
        ctx.emit(Posted { amount });
        self.total
    }

    #[handler]
    fn burn(&mut self) -> Result<(), Fault> {
        Err(Fault::msg("the ledger is on fire"))
    }
}

#[actor]
#[derive(Default)]
struct Audit {
    entries: Vec<u64>,
}

#[actor]
impl Audit {
    #[on(Posted)]
    fn enter(&mut self, event: Posted) {
        self.entries.push(event.amount);
    }

    #[handler]
    fn entries(&self) -> Vec<u64> {
        self.entries.clone()
    }
}

#[actor]
struct Session {
    user: String,
}

#[actor]
impl Session {
    /// Finds the ledger by the topology that both are part of.
    #[handler]
    async fn buy(&mut self, ctx: &mut Context<Self>, amount: u64) -> Result<String, Fault> {
        let shop = Shop::of(ctx.system()).ok_or(Fault::msg("the shop is closed"))?;
        let total = shop.ledger().post(amount).await?;
        Ok(format!("{} brings it to {total}", self.user))
    }
}

topology! {
    /// The shop.
    Shop;

    node edge = "edge";
    node core = "core";

    tool rates: dyn Rates;

    actor ledger: Ledger on core {
        supervision = restart(max = 5, within = 60s, backoff = 0s);
        tools = [rates];
    }
    actor audit: Audit on core;
    actor session(user: String): Session on edge {
        id = format!("session-{user}");
        init = Session { user };
        passivate(after = 10m);
    }

    supervisor books on core = one_for_all [ledger, audit];

    subscribe ledger -> audit on [Posted];
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rates = Arc::new(Fixed(100));
    let shop = Shop::local().tools(ShopTools { rates }).start().await?;

    // Actors with parameters are spawned when they are first asked for.
    let ann = shop.session("ann".into()).await?;
    println!("{}: {}", ann.path(), ann.buy(3).await?);
    let bob = shop.session("bob".into()).await?;
    println!("{}: {}", bob.path(), bob.buy(4).await?);
    println!("entries: {:?}", shop.audit().entries().await?);

    // The two are restarted together, each with a value of its own, and the subscription holds.
    let mut events = shop
        .system("core")
        .ok_or("not hosted")?
        .events()
        .subscribe();
    println!("{}", shop.ledger().burn().await.unwrap_err());
    while let Some(event) = events.recv().await {
        if event.kind.name() == "ActorRestarted" {
            println!("{event}");
            if event.path == *shop.audit().path() {
                break;
            }
        }
    }
    ann.buy(1).await?;
    println!("entries: {:?}", shop.audit().entries().await?);

    shop.stop().await?;
    println!("{}", Shop::diagram().mermaid());
    Ok(())
}
