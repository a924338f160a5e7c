use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn close(self) -> u64 {
        self.total
    }

    #[handler]
    fn shut(mut self: Box<Self>) -> u64 {
        self.total += 1;
        self.total
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.close().await;
    let _ = till.shut().await;
    let _ = till.total().await;
}

fn main() {}
