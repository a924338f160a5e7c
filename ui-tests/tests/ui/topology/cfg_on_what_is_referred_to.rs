use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Gate;

#[actor]
impl Gate {}

topology! {
    pub Shop;

    node edge = "edge";
    #[cfg(all())]
    actor gate: Gate on edge;
    actor back: Gate on edge;
    supervisor front on edge = one_for_all [gate, back];
}

fn others(shop: &Shop) {
    let _ = shop.gate();
    let _ = shop.back();
    let _ = Shop::diagram();
}

fn main() {}
