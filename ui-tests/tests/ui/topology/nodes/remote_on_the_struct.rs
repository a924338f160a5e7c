use actor_core::prelude::*;

#[actor(remote)]
pub struct Till;

#[actor]
impl Till {
    #[handler]
    fn count(&self) -> u8 {
        0
    }
}

fn main() {}
