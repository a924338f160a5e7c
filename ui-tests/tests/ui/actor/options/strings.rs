use actor_core::prelude::*;

#[actor(
    mailbox = "big",
    stash = "100",
    passivate(after = "soon"),
    supervision = restart(max = "3", within = "60s")
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
