use actor_core::prelude::*;

struct Sold(u64);

#[actor(emits(Sold))]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn sell(&mut self, ctx: &mut Context<Self>, amount: u64) {
        self.total += amount;
        ctx.emit(Sold(amount));
    }

    #[on(Sold)]
    fn sold(&mut self, event: Sold) {
        self.total -= event.0;
    }
}

async fn others(till: TillHandle) {
    let _ = till.sell(3).await;
}

fn main() {}
