use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[on(PreStart)]
    fn open(&mut self) -> u64 {
        self.total
    }

    #[on(PostStop)]
    async fn close(&mut self) -> Result<u64, Fault> {
        Ok(self.total)
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
