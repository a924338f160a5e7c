use actor_core::prelude::*;

struct Jammed;

fn unlock() -> Result<u64, Jammed> {
    Err(Jammed)
}

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn open(&mut self) -> Result<u64, Fault> {
        self.total += unlock()?;
        Ok(self.total)
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.open().await;
    let _ = till.total().await;
}

fn main() {}
