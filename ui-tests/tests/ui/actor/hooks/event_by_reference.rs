use actor_core::prelude::*;

#[derive(Clone)]
struct Sold(u64);

fn takes_sold<A: actor_core::Subscriber<Sold>>(_: &actor_core::Handle<A>) {}

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[on(Sold)]
    fn sold(&mut self, sold: &Sold) {
        self.total += sold.0;
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = takes_sold(&till);
    let _ = till.total().await;
}

fn main() {}
