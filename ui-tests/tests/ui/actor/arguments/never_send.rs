use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn raw(&mut self, amount: *const u64) {
        self.total = amount as u64;
    }

    #[handler]
    fn run(&mut self, task: Box<dyn FnOnce(u64) -> u64>) {
        self.total = task(self.total);
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.raw(&3).await;
    let _ = till.run(Box::new(|n| n + 1)).await;
    let _ = till.total().await;
}

fn main() {}
