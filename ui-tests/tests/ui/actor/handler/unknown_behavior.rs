use actor_core::prelude::*;

#[actor(behaviors(Loading, Open, Closed))]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler(in(Closd), stash_in(Loading))]
    fn add(&mut self, amount: u64) {
        self.total += amount;
    }

    #[on(PostStart)]
    fn open(&mut self, ctx: &mut Context<Self>) {
        ctx.become_(TillBehavior::Open);
    }
}

async fn others(till: TillHandle) {
    let _ = till.add(3).await;
}

fn main() {}
