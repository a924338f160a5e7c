use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn total(&self) -> Self::Sum {
        self.total
    }

    #[handler]
    fn add(&mut self, amount: u64) {
        self.total += amount;
    }
}

async fn others(till: TillHandle) {
    let _ = till.total().await;
    let _ = till.add(3).await;
}

fn main() {}
