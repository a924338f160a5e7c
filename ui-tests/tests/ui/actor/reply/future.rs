use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn later(&self) -> impl Future<Output = u64> {
        let total = self.total;
        async move { total }
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.later().await.unwrap() + 1;
    let _ = till.total().await;
}

fn main() {}
