#![deny(deprecated)]

use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Gate;

#[actor]
impl Gate {}

topology! {
    pub Shop;

    node edge = "edge";
    actor gate: Gate on edge {
        supervision = escalate;
    }
}

fn others(shop: &Shop) {
    let _ = shop.gate();
    let _ = Shop::diagram();
}

fn main() {}
