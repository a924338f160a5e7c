use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn digits(&self) -> impl Iterator<Item = u64> {
        0..self.total
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.digits().await;
    let _ = till.total().await;
}

fn main() {}
