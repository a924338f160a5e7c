use actor_core::prelude::*;

use std::ptr::NonNull;
use std::rc::Rc;

struct Shared(Rc<u64>);

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn add(&mut self, amount: Shared, times: u64) {
        self.total += *amount.0 * times;
    }

    #[handler]
    fn set(&mut self, to: NonNull<u64>) {
        self.total = to.addr().get() as u64;
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.add(Shared(Rc::new(3)), 4).await;
    let _ = till.set(NonNull::dangling()).await;
    let _ = till.total().await;
}

fn main() {}
