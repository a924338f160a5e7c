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
        supervision = restart(backoff = 10s, cap = 1s, jitter = 120);
    }
}

fn others(shop: &Shop) {
    let _ = shop.gate();
    let _ = shop.back();
    let _ = Shop::diagram();
}

fn main() {}
