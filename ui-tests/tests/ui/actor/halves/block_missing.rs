use actor_core::prelude::*;

#[actor(emits(Sold))]
struct Till {
    total: u64,
}

#[derive(Clone)]
struct Sold;

fn others(till: &Till) -> u64 {
    till.total
}

fn main() {}
