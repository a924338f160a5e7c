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
    node a_b = "a-b";
    node a__b = "ab";
    actor one: Gate on a_b;
    actor two: Gate on a__b;
}

fn others(shop: &Shop) {
    let _ = shop.gate();
    let _ = Shop::diagram();
}

fn main() {}
