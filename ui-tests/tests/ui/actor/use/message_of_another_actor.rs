use actor_core::prelude::*;

#[actor]
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

#[actor]
struct Drawer;

#[actor]
impl Drawer {
    #[handler]
    fn open(&mut self) {}
}

async fn others(till: TillHandle) {
    let _ = till.send(DrawerMsg::open()).await;
    let _ = till.send(TillMsg::total()).await;
}

fn main() {}
