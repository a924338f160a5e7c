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

#[actor]
#[derive(Default)]
struct Audit;

#[actor]
impl Audit {}

topology! {
    pub Shop;

    node edge = "edge";
    node core = "core";
    actor gate: Gate on edge;
    actor ledger: Ledger on core;
    actor audit: Audit on core;
    subscribe ledger -> [gate, ghost];
}

fn others(shop: &Shop) {
    let _ = shop.gate();
    let _ = shop.ledger();
    let _ = shop.audit();
    let _ = Shop::diagram();
}

fn main() {}
