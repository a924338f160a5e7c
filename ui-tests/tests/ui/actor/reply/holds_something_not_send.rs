use actor_core::prelude::*;
use std::rc::Rc;

struct Order {
    who: Rc<str>,
}

#[derive(Debug)]
struct Lost(Rc<str>);

#[actor]
struct Desk {
    orders: Vec<u64>,
}

#[actor]
impl Desk {
    #[handler]
    fn latest(&self) -> Option<Order> {
        None
    }

    #[handler]
    fn find(&self, _number: u64) -> Result<u64, Lost> {
        Err(Lost("nobody".into()))
    }

    #[handler]
    fn later(&self, reply: ReplyTo<Order>) {
        reply.send(Order { who: "me".into() });
    }

    #[handler]
    fn total(&self) -> usize {
        self.orders.len()
    }
}

async fn uses(desk: &DeskHandle) {
    let _ = desk.latest().await;
    let _ = desk.find(3).timeout(std::time::Duration::ZERO).await;
    let _ = desk.later().tell().await;
    let _ = desk.total().await;
}

fn main() {}
