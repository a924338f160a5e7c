use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Gate;

#[actor]
impl Gate {}

#[actor]
#[derive(Default)]
struct Audit;

#[actor]
impl Audit {}

topology! {
    pub Shop;

    node edge = "edge";
    actor gate: Gate on edge;
    actor audit: Audit on edge;
    subscribe gate -> audit;
}

fn others(shop: &Shop) {
    let _ = shop.gate();
    let _ = shop.audit();
    let _ = Shop::diagram();
}

fn main() {}
