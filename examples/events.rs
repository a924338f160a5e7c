//! Events between actors: a till announces what it earns, and does not know who listens.

use actor_core::prelude::*;

/// What is announced. Every subscriber gets a clone.
#[derive(Debug, Clone)]
struct Earned {
    amount: u64,
}

#[actor(emits(Earned))]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn add(&mut self, ctx: &mut Context<Self>, amount: u64) -> usize {
        self.total += amount;
        ctx.emit(Earned { amount })
    }
}

#[actor]
#[derive(Default)]
struct Ledger {
    entries: Vec<u64>,
}

#[actor]
impl Ledger {
    #[on(Earned)]
    fn enter(&mut self, event: Earned) {
        self.entries.push(event.amount);
    }

    #[handler]
    fn entries(&self) -> Vec<u64> {
        self.entries.clone()
    }
}

#[actor]
#[derive(Default)]
struct Bell {
    rings: u32,
}

#[actor]
impl Bell {
    #[on(Earned)]
    fn ring(&mut self, _event: Earned) {
        self.rings += 1;
    }

    #[handler]
    fn rings(&self) -> u32 {
        self.rings
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("shop");
    let till = system.spawn("till", Till::default()).await?;
    let ledger = system.spawn("ledger", Ledger::default()).await?;
    let bell = system.spawn("bell", Bell::default()).await?;

    println!("heard by {}", till.add(1).await?);
    till.subscribe::<Earned>(&ledger);
    till.subscribe::<Earned>(&bell);
    println!("heard by {}", till.add(250).await?);
    till.unsubscribe::<Earned>(&bell);
    println!("heard by {}", till.add(100).await?);

    // A recipient is a handle narrowed to one type: whoever has it can send that and nothing else.
    let anybody: Recipient<Earned> = ledger.recipient();
    anybody.tell(Earned { amount: 7 }).await?;

    println!("entries: {:?}", ledger.entries().await?);
    println!("rings: {}", bell.rings().await?);
    system.stop().await?;
    Ok(())
}
