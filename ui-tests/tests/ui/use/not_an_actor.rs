use actor_core::prelude::*;

struct Till {
    total: u64,
}

async fn others(system: ActorSystem) {
    let _ = system.spawn("till", Till { total: 0 }).await;
}

fn main() {}
