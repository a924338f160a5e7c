use actor_core::prelude::*;

#[actor(
    mailbox(64, reject),
    supervision(restart(max(3), within(60s))),
    passivate = after(2m)
)]
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

#[actor(supervision(restart(3)))]
struct Drawer;

#[actor]
impl Drawer {}

#[actor(supervision = restart(max(3)))]
struct Shelf;

#[actor]
impl Shelf {}

#[actor(supervision = restart = 3)]
struct Store;

#[actor]
impl Store {}

#[actor(supervision(escalate(max(3), within(60s))))]
struct Cellar;

#[actor]
impl Cellar {}

#[actor(supervision = restart(mode(anew), mailbox(discard)))]
struct Attic;

#[actor]
impl Attic {}

async fn others(till: TillHandle) {
    let _ = till.total().await;
}

fn main() {}
