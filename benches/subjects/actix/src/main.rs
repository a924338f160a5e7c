//! actix. An actor lives on the thread of its arbiter: with two workers the
//! actors live on one thread and their callers on the other.

use actix::prelude::*;
use harness::{CAPACITY, Counter, Relay, Subject};
use tokio::{sync::oneshot, task::yield_now};

struct Sum {
    sum: u64,
    /// Resolved in `stopped`: actix has no other way to wait for an actor's end.
    ended: Option<oneshot::Sender<()>>,
}

impl Actor for Sum {
    type Context = Context<Self>;

    fn stopped(&mut self, _: &mut Self::Context) {
        if let Some(ended) = self.ended.take() {
            let _ = ended.send(());
        }
    }
}

#[derive(Clone, Copy)]
struct Add(u64);

impl Message for Add {
    type Result = u64;
}

impl Handler<Add> for Sum {
    type Result = u64;

    fn handle(&mut self, Add(number): Add, _: &mut Self::Context) -> u64 {
        self.sum += number;
        self.sum
    }
}

struct Stop(oneshot::Sender<()>);

impl Message for Stop {
    type Result = ();
}

impl Handler<Stop> for Sum {
    type Result = ();

    fn handle(&mut self, Stop(ended): Stop, ctx: &mut Self::Context) {
        self.ended = Some(ended);
        ctx.stop();
    }
}

#[derive(Default)]
struct Link {
    next: Option<Addr<Link>>,
    ended: Option<oneshot::Sender<()>>,
}

impl Actor for Link {
    type Context = Context<Self>;

    fn stopped(&mut self, _: &mut Self::Context) {
        if let Some(ended) = self.ended.take() {
            let _ = ended.send(());
        }
    }
}

struct Join(Addr<Link>);

impl Message for Join {
    type Result = ();
}

impl Handler<Join> for Link {
    type Result = ();

    fn handle(&mut self, Join(next): Join, _: &mut Self::Context) {
        self.next = Some(next);
    }
}

struct Pass(u64);

impl Message for Pass {
    type Result = ();
}

impl Handler<Pass> for Link {
    type Result = ();

    fn handle(&mut self, Pass(left): Pass, _: &mut Self::Context) {
        match &self.next {
            Some(next) if left > 0 => next.do_send(Pass(left - 1)),
            _ => harness::arrived(),
        }
    }
}

impl Handler<Stop> for Link {
    type Result = ();

    fn handle(&mut self, Stop(ended): Stop, ctx: &mut Self::Context) {
        self.ended = Some(ended);
        // Those of a ring keep each other alive.
        self.next = None;
        ctx.stop();
    }
}

impl Relay<Actix> for Addr<Link> {
    async fn spawn(actix: &Actix, _: u64) -> Self {
        let start = |_: &mut Context<Link>| Link::default();
        match &actix.arbiter {
            Some(arbiter) => Link::start_in_arbiter(arbiter, start),
            None => Link::create(start),
        }
    }

    async fn join(&self, next: &Self) {
        self.send(Join(next.clone())).await.expect("no answer");
    }

    async fn pass(&self, left: u64) {
        self.do_send(Pass(left));
    }

    async fn stop(self) {
        let (ended, has_ended) = oneshot::channel();
        self.do_send(Stop(ended));
        has_ended.await.expect("the actor does not stop");
    }
}

struct Actix {
    /// The other thread, if the actors live on one.
    arbiter: Option<ArbiterHandle>,
}

impl Subject for Actix {
    type Bounded = Address<BOUNDED>;
    type Unbounded = Address<UNBOUNDED>;
    type Plain = Address<PLAIN>;
    type Relay = Addr<Link>;

    async fn start(workers: usize) -> Self {
        Actix {
            arbiter: (workers > 1).then(|| Arbiter::new().handle()),
        }
    }

    fn block_on<F>(_workers: usize, work: F) -> F::Output
    where
        F: Future<Output: Send> + Send + 'static,
    {
        System::new().block_on(work)
    }
}

const BOUNDED: u8 = 0;
const UNBOUNDED: u8 = 1;
const PLAIN: u8 = 2;

#[derive(Clone)]
struct Address<const MAILBOX: u8>(Addr<Sum>);

impl<const MAILBOX: u8> Counter<Actix> for Address<MAILBOX> {
    async fn spawn(actix: &Actix, _: u64) -> Self {
        let start = |ctx: &mut Context<Sum>| {
            if MAILBOX == BOUNDED {
                ctx.set_mailbox_capacity(CAPACITY);
            }
            Sum {
                sum: 0,
                ended: None,
            }
        };
        Self(match &actix.arbiter {
            Some(arbiter) => Sum::start_in_arbiter(arbiter, start),
            None => Sum::create(start),
        })
    }

    async fn tell(&self, number: u64) {
        match MAILBOX {
            // Sends whatever the capacity.
            UNBOUNDED => self.0.do_send(Add(number)),
            // actix has no one-way send that waits for room.
            _ => {
                while let Err(error) = self.0.try_send(Add(number)) {
                    assert!(matches!(error, SendError::Full(_)), "the actor has ended");
                    yield_now().await;
                }
            }
        }
    }

    async fn ask(&self, number: u64) -> u64 {
        self.0.send(Add(number)).await.expect("no answer")
    }

    async fn stop(self) {
        let (ended, has_ended) = oneshot::channel();
        self.0.do_send(Stop(ended));
        has_ended.await.expect("the actor does not stop");
    }
}

fn main() {
    harness::main::<Actix>();
}
