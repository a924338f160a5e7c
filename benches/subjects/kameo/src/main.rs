//! kameo, without its `tracing` feature.

use std::convert::Infallible;

use harness::{CAPACITY, Counter, Relay, Subject};
use kameo::{mailbox, message::Context, prelude::*};

struct Sum(u64);

impl Actor for Sum {
    type Args = Self;
    type Error = Infallible;

    async fn on_start(args: Self, _: ActorRef<Self>) -> Result<Self, Infallible> {
        Ok(args)
    }
}

struct Add(u64);

impl Message<Add> for Sum {
    type Reply = u64;

    async fn handle(&mut self, Add(number): Add, _: &mut Context<Self, u64>) -> u64 {
        self.0 += number;
        self.0
    }
}

#[derive(Default)]
struct Link(Option<ActorRef<Link>>);

impl Actor for Link {
    type Args = Self;
    type Error = Infallible;

    async fn on_start(args: Self, _: ActorRef<Self>) -> Result<Self, Infallible> {
        Ok(args)
    }
}

struct Join(ActorRef<Link>);

impl Message<Join> for Link {
    type Reply = ();

    async fn handle(&mut self, Join(next): Join, _: &mut Context<Self, ()>) {
        self.0 = Some(next);
    }
}

struct Pass(u64);

impl Message<Pass> for Link {
    type Reply = ();

    async fn handle(&mut self, Pass(left): Pass, _: &mut Context<Self, ()>) {
        match &self.0 {
            Some(next) if left > 0 => {
                next.tell(Pass(left - 1))
                    .send()
                    .await
                    .expect("it has ended");
            }
            _ => harness::arrived(),
        }
    }
}

impl Relay<Kameo> for ActorRef<Link> {
    async fn spawn(_: &Kameo, _: u64) -> Self {
        Link::spawn(Link::default())
    }

    async fn join(&self, next: &Self) {
        self.ask(Join(next.clone()))
            .send()
            .await
            .expect("no answer");
    }

    async fn pass(&self, left: u64) {
        self.tell(Pass(left)).send().await.expect("it has ended");
    }

    async fn stop(self) {
        self.stop_gracefully().await.expect("the actor has ended");
        self.wait_for_shutdown().await;
    }
}

struct Kameo;

impl Subject for Kameo {
    type Bounded = Address<BOUNDED>;
    type Unbounded = Address<UNBOUNDED>;
    type Plain = Address<PLAIN>;
    type Relay = ActorRef<Link>;

    async fn start(_workers: usize) -> Self {
        Kameo
    }
}

const BOUNDED: u8 = 0;
const UNBOUNDED: u8 = 1;
const PLAIN: u8 = 2;

struct Address<const MAILBOX: u8>(ActorRef<Sum>);

impl<const MAILBOX: u8> Clone for Address<MAILBOX> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<const MAILBOX: u8> Counter<Kameo> for Address<MAILBOX> {
    async fn spawn(_: &Kameo, _: u64) -> Self {
        Self(match MAILBOX {
            BOUNDED => Sum::spawn_with_mailbox(Sum(0), mailbox::bounded(CAPACITY)),
            UNBOUNDED => Sum::spawn_with_mailbox(Sum(0), mailbox::unbounded()),
            _ => Sum::spawn(Sum(0)),
        })
    }

    async fn tell(&self, number: u64) {
        let told = self.0.tell(Add(number));
        match MAILBOX {
            UNBOUNDED => told.try_send(),
            // `.await` on the request itself would box this future.
            _ => told.send().await,
        }
        .expect("the actor has ended");
    }

    async fn ask(&self, number: u64) -> u64 {
        self.0.ask(Add(number)).send().await.expect("no answer")
    }

    async fn stop(self) {
        self.0.stop_gracefully().await.expect("the actor has ended");
        self.0.wait_for_shutdown().await;
    }
}

fn main() {
    harness::main::<Kameo>();
}
