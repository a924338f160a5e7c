//! The code of the chapter "Quick start".
#![allow(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

// ANCHOR: till
use actor_core::prelude::*;

#[actor]
#[derive(Default)]
pub struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    pub fn add(&mut self, amount: u64) -> u64 {
        self.total += amount;
        self.total
    }
}
// ANCHOR_END: till

#[tokio::test]
async fn it_runs() -> Result<(), Box<dyn std::error::Error>> {
    // ANCHOR: spawn
    let system = ActorSystem::new("shop");
    let till = system.spawn("till", Till::default()).await?;
    // ANCHOR_END: spawn

    // ANCHOR: talk
    till.add(250).tell().await?;
    let total = till.add(100).await?;
    assert_eq!(total, 350);
    // ANCHOR_END: talk

    // ANCHOR: stop
    system.stop().await?;
    let refused = till.add(1).tell().await.expect_err("the till has stopped");
    assert_eq!(refused.to_string(), "shop/till is not running");
    // ANCHOR_END: stop
    Ok(())
}
