//! The code of the chapter "Common mistakes".
#![allow(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

// ANCHOR: module
pub mod shop {
    use actor_core::prelude::*; // not `use actor_core::{actor, handler}`

    #[actor]
    #[derive(Default)]
    pub struct Till {
        total: u64,
    }

    #[actor(msg(derive(Debug)))] // the messages are the block's
    impl Till {
        /// `pub`, so `till.add(…)` can be called in other modules.
        #[handler]
        pub fn add(&mut self, amount: u64) -> u64 {
            self.total += amount;
            self.total
        }

        /// Private, so only this module can send it.
        #[handler]
        fn reset(&mut self) {
            self.total = 0;
        }
    }

    pub async fn close(till: &TillHandle) -> Result<(), AskError> {
        till.reset().await
    }
}
// ANCHOR_END: module

use actor_core::prelude::*;
use shop::{Till, TillMsg};

#[tokio::test]
async fn what_is_public_is_called_from_here() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("shop");
    let till = system.spawn("till", Till::default()).await?;
    assert_eq!(till.add(5).await?, 5);
    shop::close(&till).await?;
    assert_eq!(till.add(1).await?, 1);
    assert!(format!("{:?}", TillMsg::add(5)).starts_with("Add"));
    Ok(())
}

// ANCHOR: self_ask
#[actor]
#[derive(Default)]
pub struct Counter {
    count: u64,
}

#[actor]
impl Counter {
    #[handler]
    pub fn up(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    /// Wrong: `up` could run only after this handler, which waits for it. It is refused at once.
    #[handler]
    pub async fn twice_by_asking(&mut self, ctx: &mut Context<Self>) -> Result<u64, AskError> {
        ctx.myself().up().await?;
        ctx.myself().up().await
    }

    /// A handler is a method: call it.
    #[handler]
    pub fn twice(&mut self) -> u64 {
        self.up();
        self.up()
    }

    /// Or tell: it runs after this handler.
    #[handler]
    pub fn up_later(&mut self, ctx: &mut Context<Self>) -> Result<(), Fault> {
        ctx.myself().up().try_tell()?;
        Ok(())
    }
}
// ANCHOR_END: self_ask

#[tokio::test]
async fn an_actor_does_not_ask_itself() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("app");
    let counter = system.spawn("counter", Counter::default()).await?;
    // ANCHOR: self_asked
    let refused = counter.twice_by_asking().await;
    assert!(matches!(
        refused,
        Err(AskError::Handler(AskError::Cycle { .. }))
    ));
    assert_eq!(counter.twice().await?, 2);
    counter.up_later().await?;
    assert_eq!(counter.up().await?, 4);
    // ANCHOR_END: self_asked
    Ok(())
}

// ANCHOR: stop
#[tokio::test]
async fn stops_and_restarts() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("app");
    let counter = system.spawn("counter", Counter::default()).await?;
    drop(counter.restart()); // nothing happens: a restart begins when it is awaited
    assert_eq!(counter.restart_count(), 0);
    let ended = counter.shutdown(); // the stop has begun
    assert!(!counter.is_running());
    ended.await?;
    Ok(())
}
// ANCHOR_END: stop
