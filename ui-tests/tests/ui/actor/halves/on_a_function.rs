use actor_core::prelude::*;

#[actor]
fn till() -> u64 {
    3
}

fn others() {
    let _ = till();
}

fn main() {}
