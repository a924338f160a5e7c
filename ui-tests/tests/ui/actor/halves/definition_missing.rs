use actor_core::prelude::*;

struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn total(&self) -> u64 {
        self.total
    }

    #[on(PreStart)]
    fn open(&mut self) {}
}

fn others(till: &Till) -> u64 {
    till.total()
}

fn main() {}
