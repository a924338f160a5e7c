use actor_core::prelude::*;
use std::rc::Rc;

type Shared = Rc<u64>;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn add(&mut self, ctx: &mut Context<Self>, amount: Shared) {
        self.total += *amount;
        ctx.myself();
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(system: ActorSystem) -> Result<TillHandle, SpawnError> {
    let till = system.spawn("till", Till::default()).await?;
    let _ = till.add(Shared::new(3)).await;
    let _ = till.total().await;
    Ok(till)
}

fn main() {}
