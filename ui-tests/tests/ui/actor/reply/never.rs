use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn run(&mut self) -> ! {
        loop {
            self.total += 1;
        }
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.run().await;
    let _ = till.total().await;
}

fn main() {}
