use actor_core::prelude::*;

struct Sold;

#[actor(
    mailbox(64),
    passivate = 2m,
    emits = [Sold],
    behaviors = Loading,
    supervision(restart(max(3)))
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
