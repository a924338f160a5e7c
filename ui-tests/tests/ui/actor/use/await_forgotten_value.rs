use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn add(&mut self, amount: u64) -> u64 {
        self.total += amount;
        self.total
    }
}

async fn others(till: TillHandle) -> Result<u64, AskError> {
    let total: u64 = till.add(3);
    let rest = till.add(4).await?;
    Ok(total + rest)
}

fn main() {}
