use actor_core::prelude::*;

#[actor(
    on_error(Panic = resume)
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
