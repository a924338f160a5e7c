use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Gate;

#[actor]
impl Gate {}

#[actor(resume_after_panic)]
#[derive(Default)]
struct Wall;

#[actor]
impl Wall {}

topology! {
    pub Shop;

    node edge = "edge";
    actor gate: Gate on edge {
        supervision = resume;
    }
    actor wall: Wall on edge {
        supervision = resume;
    }
}

fn others(shop: &Shop) {
    let _ = shop.gate();
    let _ = shop.wall();
    let _ = Shop::diagram();
}

fn main() {}
