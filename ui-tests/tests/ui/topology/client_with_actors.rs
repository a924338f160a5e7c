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
    client node desk = "desk";
    actor clerk: Gate on desk;
}

fn others(shop: &Shop) {
    let _ = shop.gate();
    let _ = shop.clerk();
    let _ = Shop::diagram();
}

fn main() {}
