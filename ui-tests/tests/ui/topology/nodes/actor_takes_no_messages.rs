use actor_core::prelude::*;

#[actor]
#[derive(Default)]
pub struct Ledger;

#[actor]
impl Ledger {
    #[handler]
    fn post(&mut self, _amount: u64) {}
}

topology! {
    pub Shop;
    node core = "core";
    client node edge = "edge";
    actor ledger: Ledger on core;
}

async fn post(edge: &ShopEdge) {
    let _ = edge.ledger().post(5).await;
}

fn main() {
    let _ = post;
}
