use actor_core::prelude::*;

#[actor]
pub struct Session;

#[actor(remote)]
impl Session {
    #[handler]
    fn hello(&self) {}
}

topology! {
    pub Shop;
    node core = "core";
    client node edge = "edge";
    actor session(user: String): Session on core {
        init = Session;
        id = format!("session-{user}");
    }
}

fn main() {
    let edge: Option<ShopEdge> = None;
    let _ = edge.map(|edge| edge.session(String::from("anna")));
}
