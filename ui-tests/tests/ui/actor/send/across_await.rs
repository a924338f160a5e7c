use actor_core::prelude::*;

use std::rc::Rc;

async fn pause() {}

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    async fn add(&mut self, amount: u64) {
        let shared = Rc::new(amount);
        pause().await;
        self.total += *shared;
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.add(3).await;
    let _ = till.total().await;
}

fn main() {}
