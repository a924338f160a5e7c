//! A first look: a till that counts, crashes, comes back, and is closed, and a clerk who watches it.
//!
//! `cargo run -p examples --example quickstart`

use actor_core::prelude::*;
use actor_core::{EventKind, Events};
use std::fmt;

/// A till. If it fails it is restarted after 100 ms, at most three times a minute.
#[actor(supervision = restart(max = 3, within = 60s, backoff = 100ms))]
#[derive(Default)]
struct Till {
    total: u64,
}

#[derive(Debug)]
struct Overdrawn {
    missing: u64,
}

impl fmt::Display for Overdrawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cents are missing", self.missing)
    }
}

impl std::error::Error for Overdrawn {}

#[actor]
impl Till {
    /// Runs before the first message, and again at each restart: state that is set here is fresh each time.
    #[on(PreStart)]
    fn open(&mut self) {
        self.total = 0;
        println!("  till   opens, empty");
    }

    /// Adds `amount` cents and returns the new total.
    #[handler]
    fn add(&mut self, amount: u64) -> u64 {
        self.total += amount;
        self.total
    }

    /// Pays out, or says what is missing.
    #[handler]
    fn pay(&mut self, amount: u64) -> Result<u64, Overdrawn> {
        match self.total.checked_sub(amount) {
            Some(left) => self.total = left,
            None => {
                return Err(Overdrawn {
                    missing: amount - self.total,
                });
            }
        }
        Ok(self.total)
    }

    /// An accident.
    #[handler]
    fn shake(&mut self) {
        panic!("coins everywhere");
    }

    #[on(PostStop)]
    fn close(&mut self) {
        println!("  till   closes with {} cents in it", self.total);
    }
}

/// A clerk who is told when the till is gone.
#[actor]
#[derive(Default)]
struct Clerk {
    gone: u32,
}

#[actor]
impl Clerk {
    #[handler]
    fn guard(&mut self, ctx: &mut Context<Self>, till: TillHandle) {
        ctx.watch(&till);
    }

    #[on(Terminated)]
    fn till_gone(&mut self, gone: Terminated) {
        self.gone += 1;
        println!(
            "  clerk  {} is gone ({}), time to go home",
            gone.path(),
            gone.reason()
        );
    }

    #[handler]
    fn gone(&self) -> u32 {
        self.gone
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A panic is reported by the supervisor below; Rust's own report would only clutter the picture.
    std::panic::set_hook(Box::new(|_| {}));

    let system = ActorSystem::new("shop");
    let mut events = system.events().subscribe();

    println!("1. spawn two actors");
    let till = system.spawn("till", Till::default()).await?;
    let clerk = system.spawn("clerk", Clerk::default()).await?;
    clerk.guard(till.clone()).await?;

    println!("2. tell and ask");
    till.add(250).tell().await?; // told: waits for room in the mailbox, not for the handler
    println!("  main   total is {}", till.add(100).await?); // asked: waits for the answer

    println!("3. a request that fails is an answer, not an accident");
    println!("  main   {} left", till.pay(50).await?);
    match till.pay(1_000).await {
        Err(AskError::Handler(overdrawn)) => println!("  main   {overdrawn}"),
        other => println!("  main   {other:?}"),
    }

    println!("4. an accident: the till crashes and is restarted");
    let crashed = till.shake().await;
    println!("  main   {}", crashed.expect_err("it panics"));
    until(&mut events, "restarted", |kind| {
        matches!(kind, EventKind::ActorRestarted { .. })
    })
    .await;
    println!(
        "  main   the same handle works, total is {}",
        till.add(40).await?
    );

    println!("5. an orderly stop: what was accepted is handled first");
    till.add(2).tell().await?;
    till.shutdown().await?;
    println!(
        "  main   the clerk has seen {} till go",
        clerk.gone().await?
    );

    println!("6. a message to an actor that is gone comes back, and is a dead letter");
    let refused = till.add(1).tell().await.expect_err("the till is closed");
    println!("  main   {refused}");
    until(&mut events, "dead letter", |kind| {
        matches!(kind, EventKind::DeadLetter(_))
    })
    .await;

    system.stop().await?;
    println!("7. all stopped");
    Ok(())
}

/// Shows the event for which `wanted` holds, when it comes.
async fn until(events: &mut Events, what: &str, wanted: impl Fn(&EventKind) -> bool) {
    while let Some(event) = events.recv().await {
        if wanted(&event.kind) {
            println!("  event  {what}: {event}");
            return;
        }
    }
}
