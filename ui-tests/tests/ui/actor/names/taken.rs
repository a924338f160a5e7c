use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn clone(&self) -> u64 {
        self.total
    }

    #[handler]
    fn deref(&self) -> u64 {
        self.total
    }

    #[handler]
    fn from(&self) -> u64 {
        self.total
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.clone();
    let _ = *till;
    let _ = till.total().await;
}

fn main() {}
