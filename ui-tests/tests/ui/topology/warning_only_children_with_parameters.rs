#![deny(deprecated)]

use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Gate;

#[actor]
impl Gate {}

#[actor]
struct Session(u64);

#[actor]
impl Session {
    #[handler]
    fn user(&self) -> u64 {
        self.0
    }
}

topology! {
    pub Shop;

    node edge = "edge";
    actor gate: Gate on edge;
    actor session(user: u64): Session on edge {
        id = format!("session-{user}");
        init = Session(user);
    }
    supervisor front on edge = one_for_one [session];
}

fn others(shop: &Shop) {
    let _ = shop.gate();
    let _ = shop.session(7);
    let _ = Shop::diagram();
}

fn main() {}
