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
    actor gate: Gate on egde;
    actor ledger: Ledger on core;
    actor audit Audit on core;
    actor spare: Ledger on core {
        ide = "spare";
        mailbox = 0;
    }
    supervisor books on core = one-for-all [ledger, audit, ghost];
    subscribe ledger -> ledger;
}

fn others(shop: &Shop) {
    let _ = shop.gate();
    let _ = shop.ledger();
    let _ = shop.spare();
    let _ = Shop::diagram();
}

fn main() {}
