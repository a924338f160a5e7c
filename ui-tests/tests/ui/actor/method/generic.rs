use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn add<N: Into<u64>>(&mut self, amount: N) {
        self.total += amount.into();
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.add(3_u32).await;
    let _ = till.total().await;
}

fn main() {}
