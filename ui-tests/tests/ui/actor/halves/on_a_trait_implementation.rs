use actor_core::prelude::*;

trait Count {
    fn total(&self) -> u64;
}

#[actor]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn reset(&mut self) {
        self.total = 0;
    }
}

#[actor]
impl Count for Till {
    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle, value: Till) {
    let _ = till.reset().await;
    let _ = value.total();
}

fn main() {}
