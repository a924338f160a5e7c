use actor_core::prelude::*;

#[actor(
    behaviors(Open, Closed, Open, 3)
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
    let _ = TillBehavior::Closed;
}

fn main() {}
