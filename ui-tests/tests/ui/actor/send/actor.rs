use actor_core::prelude::*;
use std::rc::Rc;

#[actor]
struct Till {
    total: Rc<u64>,
}

#[actor]
impl Till {
    #[handler]
    fn total(&self) -> u64 {
        *self.total
    }

    #[handler]
    async fn later(&mut self) -> u64 {
        *self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.total().await;
}

fn main() {}
