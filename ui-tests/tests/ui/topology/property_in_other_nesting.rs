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
        supervision(restart(max(5), within(60s)));
        mailbox(64, reject);
    }
    actor back: Gate on edge {
        supervision = escalate(max(3));
        mailbox(some, thing);
    }
}

fn others(shop: &Shop) {
    let _ = shop.gate();
    let _ = shop.back();
    let _ = Shop::diagram();
}

fn main() {}
