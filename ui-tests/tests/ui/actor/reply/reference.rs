use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn owner(&self) -> &str {
        "me"
    }

    #[handler]
    fn first(&self) -> Option<&u64> {
        Some(&self.total)
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.owner().await.unwrap().len();
    let _ = till.first().await;
    let _ = till.total().await;
}

fn main() {}
