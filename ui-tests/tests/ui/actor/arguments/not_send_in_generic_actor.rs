use actor_core::prelude::*;
use std::rc::Rc;

struct Shared(Rc<u64>);

#[actor]
struct Till<T> {
    items: Vec<T>,
}

#[actor]
impl<T: Send + 'static> Till<T> {
    #[handler]
    fn add(&mut self, item: T, times: Shared) -> usize {
        self.items.push(item);
        self.items.len() * *times.0 as usize
    }
}

async fn others(till: TillHandle<u64>) {
    let _ = till.add(3, Shared(Rc::new(3))).await;
}

fn main() {}
