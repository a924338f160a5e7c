use actor_core::prelude::*;

#[actor(
    passivate(after = 60),
    supervision = restart(within = 60sec, backoff = 1.5s)
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
