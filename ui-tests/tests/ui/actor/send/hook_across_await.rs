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
    #[on(PreStart)]
    async fn open(&mut self) {
        let shared = Rc::new(3);
        pause().await;
        self.total += *shared;
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.total().await;
}

fn main() {}
