use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

impl Till {
    #[handler]
    fn add(&mut self, amount: u64) -> u64 {
        self.total += amount;
        self.total
    }
}

async fn others(system: ActorSystem) -> Result<u64, Box<dyn std::error::Error>> {
    let till = system.spawn("till", Till::default()).await?;
    Ok(till.add(3).await?)
}

fn main() {}
