use actor_core::prelude::*;

#[derive(Clone)]
struct Sold(u64);

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[on(Sold)]
    fn sold(&mut self, sold: Sold, reply: ReplyTo<u64>) {
        self.total += sold.0;
        reply.send(self.total);
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
