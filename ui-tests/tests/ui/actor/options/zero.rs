use actor_core::prelude::*;

#[actor(
    mailbox = 0,
    stash = 0,
    passivate(messages = 0)
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
