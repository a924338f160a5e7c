use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Gate;

#[actor]
impl Gate {}

topology! {
    pub Shop;
}

fn others(_: &Shop) {
    let _ = Shop::diagram();
}

fn main() {}
