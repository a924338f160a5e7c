use actor_core::prelude::*;

struct Jammed;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[on(PreStart)]
    fn open(&mut self) -> Result<(), Jammed> {
        Err(Jammed)
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.total().await;
}

fn main() {}
