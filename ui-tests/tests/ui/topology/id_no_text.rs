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
    actor back: Gate on edge {
        id = 7;
    }
    actor front: Gate on edge {
        id = format!("front");
    }
}

fn others(shop: &Shop) {
    let _ = shop.gate();
    let _ = shop.back();
    let _ = shop.front();
    let _ = Shop::diagram();
}

fn main() {}
