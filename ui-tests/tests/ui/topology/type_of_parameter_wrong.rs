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
    actor session(user: u64): Session on edge {
        id = format!("session-{user}");
        init = Session(user);
    }
}

fn others(shop: &Shop) {
    let _ = shop.session("ann");
    let _ = Shop::diagram();
}

fn main() {}
