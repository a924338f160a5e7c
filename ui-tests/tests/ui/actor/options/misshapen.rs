use actor_core::prelude::*;

struct Sold;

#[actor(
    mailbox,
    stash(3),
    emits = Sold,
    behaviors(),
    resume_after_panic = true
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
