use actor_core::prelude::*;

#[actor(mailbox = 0, supervison = stop)]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn add(amount: u64) -> u64 {
        amount
    }

    #[handler(prio = 3)]
    fn note(&mut self, text: &str, (a, b): (u64, u64)) -> usize {
        self.total += a + b;
        text.len()
    }

    #[hander]
    fn take(&mut self, amount: u64) -> u64 {
        self.total -= amount;
        self.total
    }

    #[on(PreStrat)]
    fn open(&mut self) {}

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.add(3).await;
    let _ = till.note("a", (1, 2)).await;
    let _ = till.take(3).await;
    let _ = till.total().await;
}

fn main() {}
