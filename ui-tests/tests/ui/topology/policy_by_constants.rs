use actor_core::prelude::*;
use std::time::Duration;

#[actor]
#[derive(Default)]
struct Gate;

#[actor]
impl Gate {}

const MANY: u32 = 6;
const NEVER: Duration = Duration::ZERO;
const SHORT: Duration = Duration::from_millis(200);

topology! {
    pub Shop;

    node edge = "edge";
    actor many: Gate on edge {
        supervision = restart(max = MANY, within = 30s);
    }
    actor never: Gate on edge {
        supervision = restart(max = 3, within = NEVER);
    }
    actor short: Gate on edge {
        supervision = restart(cap = SHORT);
    }
    actor far: Gate on edge {
        supervision = escalate(max = MANY, within = 30s);
    }
    supervisor all on edge = one_for_all(intensity(max = 1, within = NEVER)) [short, far];
    actor gate: Gate on edge {
        supervision = restart(max = MANY, within = 30s, cap = 5s, backoff = SHORT);
    }
}

fn others(shop: &Shop) {
    let _ = shop.gate();
    let _ = Shop::diagram();
}

fn main() {}
