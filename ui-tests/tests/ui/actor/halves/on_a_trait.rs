use actor_core::prelude::*;

#[actor]
pub trait Till {
    fn total(&self) -> u64;
}

fn others(till: &impl Till) -> u64 {
    till.total()
}

fn main() {}
