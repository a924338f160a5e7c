use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Drawer {
    total: u64,
}

#[actor]
impl Drawr {
    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

fn main() {}
