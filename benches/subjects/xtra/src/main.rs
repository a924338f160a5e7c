//! xtra. Its mailbox is a heap of equal priorities: it keeps no order among the
//! messages of a sender.

use harness::{CAPACITY, Counter, Subject};
use xtra::prelude::*;

struct Sum(u64);

impl Actor for Sum {
    type Stop = ();

    async fn stopped(self) {}
}

struct Add(u64);

impl Handler<Add> for Sum {
    type Return = u64;

    async fn handle(&mut self, Add(number): Add, _: &mut Context<Self>) -> u64 {
        self.0 += number;
        self.0
    }
}

struct Stop;

impl Handler<Stop> for Sum {
    type Return = ();

    async fn handle(&mut self, _: Stop, ctx: &mut Context<Self>) {
        ctx.stop_self();
    }
}

struct Xtra;

impl Subject for Xtra {
    type Bounded = Sums<true>;
    type Unbounded = Sums<false>;
    // xtra makes its users choose.
    type Plain = Sums<true>;

    async fn start(_workers: usize) -> Self {
        Xtra
    }
}

#[derive(Clone)]
struct Sums<const BOUNDED: bool>(Address<Sum>);

impl<const BOUNDED: bool> Counter<Xtra> for Sums<BOUNDED> {
    async fn spawn(_: &Xtra, _: u64) -> Self {
        let mailbox = if BOUNDED {
            Mailbox::bounded(CAPACITY)
        } else {
            Mailbox::unbounded()
        };
        Self(xtra::spawn_tokio(Sum(0), mailbox))
    }

    async fn tell(&self, number: u64) {
        let _answer = self
            .0
            .send(Add(number))
            .detach()
            .await
            .expect("the actor has ended");
    }

    async fn ask(&self, number: u64) -> u64 {
        self.0.send(Add(number)).await.expect("no answer")
    }

    async fn stop(self) {
        let ended = self.0.join();
        self.0.send(Stop).await.expect("the actor has ended");
        ended.await;
    }
}

fn main() {
    harness::main::<Xtra>();
}
