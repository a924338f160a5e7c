use actor_core::prelude::*;

#[derive(Clone)]
struct Sold(u64);

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn on_sold(&mut self, amount: u64) {
        self.total += amount;
    }

    #[on(Sold)]
    fn sold(&mut self, sold: Sold) {
        self.total += sold.0;
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.on_sold(3).await;
    let _ = till.total().await;
}

fn main() {}
