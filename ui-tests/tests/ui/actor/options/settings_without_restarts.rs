use actor_core::prelude::*;

#[actor(supervision = stop(max = 3, within = 60s))]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

#[actor(mailbox = -1, supervision = restart(max = 1.5))]
struct Drawer;

#[actor]
impl Drawer {}

async fn others(till: TillHandle) {
    let _ = till.total().await;
}

fn main() {}
