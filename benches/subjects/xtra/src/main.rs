//! xtra. Its mailbox is a heap of equal priorities: it keeps no order among the
//! messages of a sender.

use harness::{CAPACITY, Counter, Relay, Subject};
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

#[derive(Default)]
struct Link(Option<Address<Link>>);

impl Actor for Link {
    type Stop = ();

    async fn stopped(self) {}
}

struct Join(Address<Link>);

impl Handler<Join> for Link {
    type Return = ();

    async fn handle(&mut self, Join(next): Join, _: &mut Context<Self>) {
        self.0 = Some(next);
    }
}

struct Pass(u64);

impl Handler<Pass> for Link {
    type Return = ();

    async fn handle(&mut self, Pass(left): Pass, _: &mut Context<Self>) {
        match &self.0 {
            Some(next) if left > 0 => {
                let told = next.send(Pass(left - 1)).detach().await;
                let _answer = told.expect("it has ended");
            }
            _ => harness::arrived(),
        }
    }
}

impl Handler<Stop> for Link {
    type Return = ();

    async fn handle(&mut self, _: Stop, ctx: &mut Context<Self>) {
        ctx.stop_self();
    }
}

impl Relay<Xtra> for Address<Link> {
    async fn spawn(_: &Xtra, _: u64) -> Self {
        xtra::spawn_tokio(Link::default(), Mailbox::bounded(CAPACITY))
    }

    async fn join(&self, next: &Self) {
        self.send(Join(next.clone())).await.expect("no answer");
    }

    async fn pass(&self, left: u64) {
        let told = self.send(Pass(left)).detach().await;
        let _answer = told.expect("it has ended");
    }

    async fn stop(self) {
        let ended = Address::join(&self);
        self.send(Stop).await.expect("the actor has ended");
        ended.await;
    }
}

struct Xtra;

impl Subject for Xtra {
    type Bounded = Sums<true>;
    type Unbounded = Sums<false>;
    // xtra makes its users choose.
    type Plain = Sums<true>;
    type Relay = Address<Link>;

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
