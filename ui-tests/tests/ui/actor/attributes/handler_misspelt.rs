use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[hander]
    fn add(&mut self, amount: u64) {
        self.total += amount;
    }

    #[Handler]
    fn take(&mut self, amount: u64) {
        self.total -= amount;
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.add(3).await;
    let _ = till.take(3).await;
    let _ = till.total().await;
}

fn main() {}
