use actor_core::prelude::*;

const GATE: &str = "guardian";

#[actor]
#[derive(Default)]
struct Gate;

#[actor]
impl Gate {}

topology! {
    pub Shop;

    node edge = "edge";
    actor gate: Gate on edge {
        id = GATE;
    }
}

fn others(shop: &Shop) {
    let _ = shop.gate();
    let _ = Shop::diagram();
}

fn main() {}
