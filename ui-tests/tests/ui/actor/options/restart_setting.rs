use actor_core::prelude::*;

#[actor(
    supervision = restart(maximum = 3, limit = 4, on_exhausted = explode)
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
