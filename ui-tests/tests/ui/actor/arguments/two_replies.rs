use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn add(&mut self, amount: u64, reply: ReplyTo<u64>, again: ReplyTo<u64>) {
        self.total += amount;
        reply.send(self.total);
        again.send(self.total);
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.add(3).await;
    let _ = till.total().await;
}

fn main() {}
