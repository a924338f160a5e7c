use actor_core::prelude::*;

#[derive(Clone)]
struct Sold(u64);

#[actor(emits(Sold))]
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

#[actor]
struct Book;

#[actor]
impl Book {}

fn others(till: TillHandle, book: BookHandle) {
    till.subscribe::<Sold>(&book);
}

fn main() {}
