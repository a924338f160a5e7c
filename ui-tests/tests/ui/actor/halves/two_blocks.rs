use actor_core::prelude::*;

#[actor]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

#[actor]
impl Till {
    #[handler]
    fn reset(&mut self) {
        self.total = 0;
    }
}

async fn others(till: TillHandle) {
    let _ = till.total().await;
    let _ = till.reset().await;
}

fn main() {}
