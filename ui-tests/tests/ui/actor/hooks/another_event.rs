use actor_core::prelude::*;

#[derive(Clone)]
struct Sold(u64);

#[derive(Clone)]
struct Bought(u64);

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[on(Sold)]
    fn sold(&mut self, sold: Bought) {
        self.total += sold.0;
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.total().await;
}

fn main() {}
