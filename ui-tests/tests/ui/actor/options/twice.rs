use actor_core::prelude::*;

#[actor(
    mailbox = 256,
    mailbox = 64,
    resume_after_panic,
    resume_after_panic
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
