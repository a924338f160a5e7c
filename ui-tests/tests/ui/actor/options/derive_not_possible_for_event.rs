use actor_core::prelude::*;

#[derive(Clone)]
struct Sold;

#[actor]
struct Till {
    sold: u64,
}

#[actor(msg(derive(Debug)))]
impl Till {
    #[on(Sold)]
    fn count(&mut self, _sold: Sold) {
        self.sold += 1;
    }

    #[handler]
    fn sold(&self) -> u64 {
        self.sold
    }
}

async fn others(till: TillHandle) {
    let _ = till.sold().await;
}

fn main() {}
