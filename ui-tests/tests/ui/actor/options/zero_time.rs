use actor_core::prelude::*;

#[actor(
    passivate(after = 0s),
    supervision = restart(max = 3, within = 0s)
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
