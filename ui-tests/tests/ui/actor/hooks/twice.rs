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
    #[on(PreStart)]
    fn open(&mut self) {}

    #[on(PreStart)]
    fn load(&mut self) {}

    #[on(Sold)]
    fn sold(&mut self, sold: Sold) {
        self.total += sold.0;
    }

    #[on(Sold)]
    fn count(&mut self, _: Sold) {
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
