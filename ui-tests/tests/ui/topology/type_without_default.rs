use actor_core::prelude::*;

#[actor]
struct Session(u64);

#[actor]
impl Session {
    #[handler]
    fn user(&self) -> u64 {
        self.0
    }
}

topology! {
    pub Shop;

    node edge = "edge";
    actor session: Session on edge;
}

fn others(shop: &Shop) {
    let _ = shop.session();
    let _ = Shop::diagram();
}

fn main() {}
