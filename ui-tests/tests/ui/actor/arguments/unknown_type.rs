use actor_core::prelude::*;

struct Amount(u64);

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn add(&mut self, amount: Amuont) {
        self.total += amount.0;
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.add(Amount(3)).await;
    let _ = till.total().await;
}

fn main() {}
