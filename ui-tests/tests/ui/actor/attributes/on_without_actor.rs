use actor_core::prelude::*;

#[on(PreStart)]
fn open() {}

fn others() {
    open();
}

fn main() {}
