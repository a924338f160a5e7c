use actor_core::prelude::*;

#[actor]
struct Till<T> {
    items: Vec<T>,
}

#[actor]
impl<T> Till<T> {
    #[handler]
    fn add(&mut self, item: T) -> usize {
        self.items.push(item);
        self.items.len()
    }
}

async fn others(till: TillHandle<u64>) {
    let _ = till.add(3).await;
}

fn main() {}
