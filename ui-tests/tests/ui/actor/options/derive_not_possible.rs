use actor_core::prelude::*;

struct Receipt;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor(msg(derive(Debug)))]
impl Till {
    #[handler]
    fn file(&mut self, receipt: Receipt) {
        let Receipt = receipt;
        self.total += 1;
    }
}

async fn others(till: TillHandle) {
    let _ = till.file(Receipt).await;
}

fn main() {}
