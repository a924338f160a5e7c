use actor_core::prelude::*;

use std::rc::Rc;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn add(&mut self, amount: Rc<u64>) {
        self.total += *amount;
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.add(Rc::new(3)).await;
    let _ = till.total().await;
}

fn main() {}
