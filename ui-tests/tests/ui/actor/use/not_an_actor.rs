use actor_core::prelude::*;

struct Till {
    total: u64,
}

async fn others(system: ActorSystem) -> Result<(), SpawnError> {
    let till = system.spawn("till", Till { total: 0 }).await?;
    till.shutdown().await.expect("shut down");
    let _ = system
        .spawn_with("till", || Till { total: 0 })
        .mailbox(Mailbox::unbounded())
        .await;
    Ok(())
}

fn main() {}
