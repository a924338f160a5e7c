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
    fn shared(&self) -> Result<u64, Rc<u64>> {
        Err(Rc::new(self.total))
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
