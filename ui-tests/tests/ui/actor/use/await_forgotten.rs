#![deny(unused_must_use)]

use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn add(&mut self, amount: u64) {
        self.total += amount;
    }
}

async fn others(till: TillHandle) {
    till.add(3);
    till.add(3).tell();
    let _ = till.add(3).await;
}

fn main() {}
