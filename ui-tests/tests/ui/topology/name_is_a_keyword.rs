use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Gate;

#[actor]
impl Gate {}

topology! {
    pub Shop;

    node edge = "edge";
    actor gate: Gate on edge;
    actor type: Gate on edge;
}

fn others(shop: &Shop) {
    let _ = shop.gate();
    let _ = Shop::diagram();
}

fn main() {}
