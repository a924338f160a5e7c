use actor_core::prelude::*;

#[derive(Clone)]
struct Sold(u64);

mod other {
    #[derive(Clone)]
    pub struct Sold;
}

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[on(Sold)]
    fn sold(&mut self, sold: Sold) {
        self.total += sold.0;
    }

    #[on(other::Sold)]
    fn sold_elsewhere(&mut self, _: other::Sold) {
        self.total += 1;
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
