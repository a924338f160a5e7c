//! The code of the chapter "Actors".
#![allow(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

use std::time::Duration;

use actor_core::prelude::*;

#[derive(Debug, PartialEq)]
pub struct Overdrawn(u64);

// ANCHOR: handlers
#[actor(mailbox = bounded(64, reject))]
#[derive(Default)]
pub struct Till {
    total: u64,
}

#[actor(msg(derive(Debug)))]
impl Till {
    /// `&self` for what only looks, `&mut self` for what changes something.
    #[handler]
    pub fn total(&self) -> u64 {
        self.total
    }

    /// A `Result` is the reply: the asker gets `Result<u64, AskError<Overdrawn>>`.
    #[handler]
    pub fn pay(&mut self, amount: u64) -> Result<u64, Overdrawn> {
        self.total = self
            .total
            .checked_sub(amount)
            .ok_or_else(|| Overdrawn(amount - self.total))?;
        Ok(self.total)
    }

    /// An async handler holds the actor until it is done: the next message waits.
    #[handler]
    pub async fn count(&mut self, ctx: &mut Context<Self>) -> String {
        tokio::time::sleep(Duration::from_millis(5)).await;
        format!("{} holds {}", ctx.path(), self.total)
    }

    /// With a `ReplyTo` the answer comes later, and the actor is free meanwhile.
    #[handler]
    pub fn audit(&mut self, ctx: &mut Context<Self>, reply: ReplyTo<u64>) {
        let total = self.total;
        ctx.spawn(async move {
            tokio::time::sleep(Duration::from_secs(1)).await;
            reply.send(total);
        });
    }

    #[handler]
    pub fn add(&mut self, amount: u64) {
        self.total += amount;
    }
}
// ANCHOR_END: handlers

#[tokio::test(start_paused = true)]
async fn the_ways_to_send() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("shop");
    let till = system.spawn("till", Till::default()).await?;
    // ANCHOR: calls
    till.add(100).tell().await?; // waits for room in the mailbox
    till.add(50).try_tell()?; // does not wait: a full mailbox is an error
    till.send(TillMsg::add(5)).await?; // a message made before

    let total = till.total().await?; // asks, for 5 s at the most
    let counted = till.count().timeout(Duration::from_millis(200)).await?;
    let audited = till.audit().no_timeout().await?;

    till.add(1).after(Duration::from_secs(5)); // once, later
    let timer = till.add(1).every(Duration::from_secs(60)); // again and again
    timer.cancel();
    // ANCHOR_END: calls
    assert_eq!((total, audited), (155, 155));
    assert!(matches!(till.pay(5).await, Ok(150)));
    assert_eq!(counted, "shop/till holds 155");

    // ANCHOR: errors
    match till.pay(1_000).await {
        Ok(left) => println!("{left} left"),
        Err(AskError::Handler(Overdrawn(missing))) => println!("{missing} missing"),
        Err(other) if other.never_ran() => println!("safe to ask again: {other:?}"),
        Err(other) => println!("it may have run: {other:?}"),
    }
    // ANCHOR_END: errors
    system.stop().await?;
    Ok(())
}

// ANCHOR: behaviors
#[actor(behaviors(Loading, Serving))]
#[derive(Default)]
pub struct Connection;

#[actor]
impl Connection {
    #[handler(in(Loading))]
    pub fn loaded(&mut self, ctx: &mut Context<Self>) {
        ctx.become_(ConnectionBehavior::Serving);
    }

    #[handler(in(Serving), stash_in(Loading))]
    pub fn query(&mut self, text: String) -> String {
        text.to_uppercase()
    }
}
// ANCHOR_END: behaviors

#[tokio::test(start_paused = true)]
async fn a_query_waits_for_the_connection() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("app");
    let connection = system.spawn("connection", Connection).await?;
    let (answer, loaded) = tokio::join!(connection.query("a".into()), connection.loaded());
    loaded?;
    assert_eq!(answer?, "A");
    assert!(matches!(
        connection.loaded().await,
        Err(AskError::Unhandled {
            behavior: "Serving",
            ..
        })
    ));
    Ok(())
}

// ANCHOR: stash
#[actor(stash = 20)]
#[derive(Default)]
pub struct Counter {
    closed: bool,
}

#[actor]
impl Counter {
    #[handler]
    pub fn buy(
        &mut self,
        ctx: &mut Context<Self>,
        item: String,
        reply: ReplyTo<String>,
    ) -> Result<(), Fault> {
        if self.closed {
            ctx.stash(CounterMsg::Buy { item, reply })?; // a full stash is a failure here
        } else {
            reply.send(format!("one {item}"));
        }
        Ok(())
    }

    #[handler]
    pub fn close(&mut self) {
        self.closed = true;
    }

    #[handler]
    pub fn open(&mut self, ctx: &mut Context<Self>) {
        self.closed = false;
        ctx.unstash_all(); // handled next, oldest first
    }
}
// ANCHOR_END: stash

#[tokio::test(start_paused = true)]
async fn a_customer_waits_for_the_counter() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("shop");
    let counter = system.spawn("counter", Counter::default()).await?;
    counter.close().await?;
    let (bought, opened) = tokio::join!(counter.buy("tea".into()), counter.open());
    opened?;
    assert_eq!(bought?, "one tea");
    Ok(())
}

// ANCHOR: events
#[derive(Clone)]
pub struct PriceChanged(u64);

#[actor(emits(PriceChanged))]
pub struct Shelf;

#[actor]
impl Shelf {
    #[handler]
    pub fn reprice(&mut self, ctx: &mut Context<Self>, price: u64) {
        ctx.emit(PriceChanged(price));
    }
}

#[actor]
#[derive(Default)]
pub struct Label(u64);

#[actor]
impl Label {
    #[on(PriceChanged)]
    fn show(&mut self, event: PriceChanged) {
        self.0 = event.0;
    }

    #[handler]
    pub fn shown(&self) -> u64 {
        self.0
    }
}
// ANCHOR_END: events

#[tokio::test]
async fn a_label_shows_the_price() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("shop");
    let shelf = system.spawn("shelf", Shelf).await?;
    let label = system.spawn("label", Label::default()).await?;
    // ANCHOR: subscribe
    shelf.subscribe::<PriceChanged>(&label);
    shelf.reprice(199).await?;
    assert_eq!(label.shown().await?, 199);
    // ANCHOR_END: subscribe
    Ok(())
}
