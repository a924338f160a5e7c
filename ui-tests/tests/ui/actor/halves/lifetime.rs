use actor_core::prelude::*;

#[actor]
struct Till<'a> {
    owner: &'a str,
}

#[actor]
impl<'a> Till<'a> {
    #[handler]
    fn add(&mut self, amount: u64) -> u64 {
        amount + self.owner.len() as u64
    }
}

async fn others(till: TillHandle) {
    let _ = till.add(3).await;
}

fn main() {}
