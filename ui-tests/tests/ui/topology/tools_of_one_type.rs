use actor_core::prelude::*;

trait Clock: Send + Sync {}

#[actor]
#[derive(Default)]
struct Gate;

#[actor]
impl Gate {}

topology! {
    pub Shop;

    node edge = "edge";
    tool wall: dyn Clock;
    tool stop_watch: dyn Clock;
    actor gate: Gate on edge {
        tools = [wall];
    }
    actor back: Gate on edge {
        tools = [stop_watch];
    }
}

fn others(shop: &Shop) {
    let _ = shop.gate();
    let _ = shop.back();
    let _ = Shop::diagram();
}

fn main() {}
