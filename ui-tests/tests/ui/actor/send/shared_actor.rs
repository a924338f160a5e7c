use actor_core::prelude::*;
use std::cell::Cell;

#[actor]
struct Till {
    total: Cell<u64>,
}

#[actor]
impl Till {
    #[handler]
    async fn total(&self) -> u64 {
        pause().await;
        self.total.get()
    }
}

async fn pause() {}

async fn others(till: TillHandle) {
    let _ = till.total().await;
}

fn main() {}
