use actor_core::prelude::*;

struct Till {
    total: u64,
}

impl Till {
    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

fn others(till: &Till) -> u64 {
    till.total()
}

fn main() {}
