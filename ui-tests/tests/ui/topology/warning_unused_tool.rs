#![deny(deprecated)]

use actor_core::prelude::*;

trait Plan: Send + Sync {}

#[actor]
#[derive(Default)]
struct Gate;

#[actor]
impl Gate {}

topology! {
    pub Shop;

    node edge = "edge";
    actor gate: Gate on edge;
    tool plan: dyn Plan;
    #[allow(unused_tool)]
    tool other: dyn Fn() + Send + Sync;
}

fn others(shop: &Shop) {
    let _ = shop.gate();
    let _ = Shop::diagram();
}

fn main() {}
