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
    fn shared(&self) -> Rc<u64> {
        Rc::new(self.total)
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.shared().await;
    let _ = till.total().await;
}

fn main() {}
