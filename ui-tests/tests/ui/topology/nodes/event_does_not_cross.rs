use actor_core::prelude::*;

#[derive(Clone)]
pub struct Posted(u64);

#[actor(emits(Posted))]
#[derive(Default)]
pub struct Ledger;

#[actor]
impl Ledger {
    #[handler]
    fn post(&mut self, ctx: &mut Context<Self>, amount: u64) {
        ctx.emit(Posted(amount));
    }
}

#[actor]
#[derive(Default)]
pub struct Audit;

#[actor]
impl Audit {
    #[on(Posted)]
    fn posted(&mut self, _event: Posted) {}
}

topology! {
    pub Shop;
    node core = "core";
    node edge = "edge";
    actor ledger: Ledger on core;
    actor audit: Audit on edge;
    subscribe ledger -> audit on [Posted];
}

fn main() {
    let _ = Shop::local();
}
