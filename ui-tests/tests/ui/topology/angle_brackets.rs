use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Gate;

#[actor]
impl Gate {}

topology!<Shop> {
    node edge = "edge";
    actor gate: Gate on edge;
}

fn main() {}
