use actor_core::prelude::*;

#[actor(
    supervision = restart(backoff = 10s, cap = 1s, jitter = 120)
)]
#[derive(Default)]
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

async fn others(till: TillHandle) {
    let _ = till.total().await;
}

fn main() {}
