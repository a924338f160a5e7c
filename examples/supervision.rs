//! What happens when actors that belong together fail: an account of each strategy, as the events of the system tell it.

use std::fmt;

use actor_core::prelude::*;
use actor_core::{Events, SystemEvent};

/// What a worker can go on after.
#[derive(Debug)]
struct Smudged;

impl fmt::Display for Smudged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a page is smudged")
    }
}

impl std::error::Error for Smudged {}

#[actor]
#[derive(Default)]
struct Worker {
    pages: u32,
}

#[actor]
impl Worker {
    /// Counts since the actor was made.
    #[handler]
    fn print(&mut self) -> u32 {
        self.pages += 1;
        self.pages
    }

    #[handler]
    fn jam(&mut self) -> Result<(), Fault> {
        Err(Fault::msg("paper jam"))
    }

    #[handler]
    fn smudge(&mut self) -> Result<(), Fault> {
        Err(Fault::from(Smudged))
    }
}

topology! {
    PrintShop;

    node shop = "shop";

    // Each on its own.
    actor copier: Worker on shop {
        supervision = restart(max = 3, within = 1m, backoff = 20ms);
    }
    actor scanner: Worker on shop;
    supervisor counter on shop = one_for_one [copier, scanner];

    // Each needs both of the others.
    actor feeder: Worker on shop;
    actor press: Worker on shop {
        supervision = restart(max = 1, within = 1m, backoff = 20ms);
        on_error(Smudged = resume);
    }
    actor folder: Worker on shop;
    supervisor line on shop = one_for_all [feeder, press, folder];

    // Each works on what the one before it has made.
    actor cutter: Worker on shop;
    actor binder: Worker on shop {
        supervision = restart(max = 3, within = 1m, backoff = 20ms);
    }
    actor wrapper: Worker on shop;
    supervisor bindery on shop = rest_for_one [cutter, binder, wrapper];

    // Nobody may go on if one fails.
    actor till: Worker on shop;
    actor safe: Worker on shop;
    supervisor office on shop = escalate [till, safe];
}

/// Prints what happens up to the last event of a scene.
async fn account(events: &mut Events, last: impl Fn(&SystemEvent) -> bool) {
    while let Some(event) = events.recv().await {
        println!("  {event}");
        if last(&event) {
            return;
        }
    }
}

/// Whether an event is of this name and about this actor.
fn is<'a>(name: &'a str, actor: &'a WorkerHandle) -> impl Fn(&SystemEvent) -> bool + 'a {
    move |event| event.kind.name() == name && event.path == *actor.path()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let shop = PrintShop::local().start().await?;
    let events = &mut shop
        .system("shop")
        .ok_or("not hosted")?
        .events()
        .subscribe();

    println!("one_for_one: the copier fails, and is restarted alone");
    shop.scanner().print().await?;
    shop.copier().jam().tell().await?;
    account(events, is("ActorRestarted", &shop.copier())).await;
    println!(
        "  the scanner goes on: page {}",
        shop.scanner().print().await?
    );

    println!("one_for_all: the press fails, and the line is restarted as one");
    shop.feeder().print().await?;
    shop.press().jam().tell().await?;
    account(events, is("ActorRestarted", &shop.folder())).await;
    println!(
        "  the feeder begins anew: page {}",
        shop.feeder().print().await?
    );

    println!("a failure that is resumed is nobody else's, in any group");
    shop.press().smudge().tell().await?;
    account(events, is("ActorResumed", &shop.press())).await;
    println!(
        "  the feeder goes on: page {}",
        shop.feeder().print().await?
    );

    println!("the press may be restarted once within a minute: the second time the group gives up");
    shop.press().jam().tell().await?;
    account(events, is("ActorEscalated", &shop.press())).await;

    println!("rest_for_one: the binder fails, and is restarted with those after it");
    shop.cutter().print().await?;
    shop.binder().jam().tell().await?;
    account(events, is("ActorRestarted", &shop.wrapper())).await;
    println!(
        "  the cutter goes on: page {}",
        shop.cutter().print().await?
    );

    println!("escalate: the safe fails, and the whole office ends");
    shop.safe().jam().tell().await?;
    account(events, is("ActorEscalated", &shop.safe())).await;

    println!(
        "what was not of these groups still runs: page {}",
        shop.copier().print().await?
    );
    match shop.till().print().await {
        Err(error) => println!("what was, is gone: {error}"),
        Ok(page) => println!("page {page}"),
    }
    shop.stop().await?;
    Ok(())
}
