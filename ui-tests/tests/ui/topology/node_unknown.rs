use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Gate;

#[actor]
impl Gate {}

#[actor]
#[derive(Default)]
struct Ledger;

#[actor]
impl Ledger {}

topology! {
    pub Shop;

    node edge = "edge";
    node core = "core";
    actor gate: Gate on egde;
    actor ledger: Ledger on core;
}

fn others(shop: &Shop) {
    let _ = shop.gate();
    let _ = shop.ledger();
    let _ = Shop::diagram();
}

fn main() {}
