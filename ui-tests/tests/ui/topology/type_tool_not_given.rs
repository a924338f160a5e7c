use actor_core::prelude::*;

trait Plan: Send + Sync {}
trait Clock: Send + Sync {}

#[actor(tools(dyn Plan, dyn Clock))]
#[derive(Default)]
struct Gate;

#[actor]
impl Gate {}

topology! {
    pub Shop;

    node edge = "edge";
    tool plan: dyn Plan;
    tool clock: dyn Clock;
    actor gate: Gate on edge {
        tools = [plan];
    }
    actor back: Gate on edge {
        tools = [plan, clock];
    }
}

fn others(shop: &Shop) {
    let _ = shop.gate();
    let _ = shop.back();
    let _ = Shop::diagram();
}

fn main() {}
