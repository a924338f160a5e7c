use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn later(&mut self, reply: &ReplyTo<u64>) {
        let _ = reply;
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) -> Result<u64, AskError> {
    till.later().await?;
    till.total().await
}

fn main() {}
