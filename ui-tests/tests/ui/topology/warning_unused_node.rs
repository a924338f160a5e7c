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
    node core = "core";
    actor gate: Gate on edge;
    #[allow(unused_node)]
    node desk = "desk";
    client node shelf = "shelf";
}

fn others(shop: &Shop) {
    let _ = shop.gate();
    let _ = Shop::diagram();
}

fn main() {}
