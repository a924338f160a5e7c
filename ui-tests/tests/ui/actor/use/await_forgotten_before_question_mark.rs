use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn add(&mut self, amount: u64) {
        self.total += amount;
    }
}

async fn others(till: TillHandle) -> Result<(), SendError<TillMsg>> {
    till.add(3).tell()?;
    Ok(())
}

fn main() {}
