use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn __add(&mut self, __amount: u64) {
        self.total += __amount;
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.__add(3).await;
    let _ = till.total().await;
}

fn main() {}
