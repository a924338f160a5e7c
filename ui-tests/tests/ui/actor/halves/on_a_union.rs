use actor_core::prelude::*;

#[actor]
union Till {
    total: u64,
}

fn others() {
    let _ = Till { total: 3 };
}

fn main() {}
