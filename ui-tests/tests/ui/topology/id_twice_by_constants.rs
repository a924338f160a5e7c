use actor_core::prelude::*;

mod ids {
    pub const GATE: &str = "gate";
    pub const BACK: &str = "gate";
}

#[actor]
#[derive(Default)]
struct Gate;

#[actor]
impl Gate {}

topology! {
    pub Shop;

    node edge = "edge";
    actor gate: Gate on edge {
        id = ids::GATE;
    }
    actor back: Gate on edge {
        id = ids::BACK;
    }
}

fn others(shop: &Shop) {
    let _ = shop.gate();
    let _ = shop.back();
    let _ = Shop::diagram();
}

fn main() {}
