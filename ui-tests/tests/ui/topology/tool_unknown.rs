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
    tool route_plan: dyn Plan;
    actor gate: Gate on edge {
        tools = [route_plan];
    }
    actor back: Gate on edge {
        tools = [rout_plan, route_plan, route_plan];
    }
}

fn others(shop: &Shop) {
    let _ = shop.gate();
    let _ = shop.back();
    let _ = Shop::diagram();
}

fn main() {}
