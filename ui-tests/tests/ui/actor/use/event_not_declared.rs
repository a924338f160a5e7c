use actor_core::prelude::*;

#[derive(Clone)]
struct Sold(u64);

#[actor]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn add(&mut self, ctx: &mut Context<Self>, amount: u64) {
        self.total += amount;
        ctx.emit(Sold(amount));
    }
}

async fn others(till: TillHandle) {
    let _ = till.add(3).await;
}

fn main() {}
