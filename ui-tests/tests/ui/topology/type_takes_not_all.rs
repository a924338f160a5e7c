use actor_core::prelude::*;

#[derive(Clone, Debug)]
struct Posted;

#[derive(Clone, Debug)]
struct Closed;

#[actor(emits(Posted, Closed))]
#[derive(Default)]
struct Ledger;

#[actor]
impl Ledger {}

#[actor]
#[derive(Default)]
struct Audit;

#[actor]
impl Audit {
    #[on(Posted)]
    fn posted(&mut self, _: Posted) {}
}

topology! {
    pub Shop;

    node edge = "edge";
    actor ledger: Ledger on edge;
    actor audit: Audit on edge;
    subscribe ledger -> audit;
}

fn others(shop: &Shop) {
    let _ = shop.ledger();
    let _ = shop.audit();
    let _ = Shop::diagram();
}

fn main() {}
