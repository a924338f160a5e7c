use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn add_one(&mut self) {
        self.total += 1;
    }

    #[handler]
    fn add__one(&mut self) {
        self.total += 1;
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.add_one().await;
    let _ = till.add__one().await;
    let _ = till.total().await;
}

fn main() {}
