//! The framework of this repository, with the defaults of a system: every actor
//! has a name, a supervisor, and a place in the tree, and an ask has a timeout.

use actor_core::prelude::*;
use harness::{CAPACITY, Counter, Relay, Subject};

#[actor]
struct Sum(u64);

#[actor]
impl Sum {
    #[handler]
    fn add(&mut self, number: u64) -> u64 {
        self.0 += number;
        self.0
    }
}

#[actor]
#[derive(Default)]
struct Link {
    next: Option<LinkHandle>,
}

#[actor]
impl Link {
    #[handler]
    fn join(&mut self, next: LinkHandle) {
        self.next = Some(next);
    }

    #[handler]
    async fn pass(&mut self, left: u64) {
        match &self.next {
            Some(next) if left > 0 => next.pass(left - 1).tell().await.expect("it has ended"),
            _ => harness::arrived(),
        }
    }
}

impl Relay<System> for LinkHandle {
    async fn spawn(System(system): &System, n: u64) -> Self {
        let spawned = system.spawn(format!("link-{n}"), Link::default()).await;
        spawned.expect("cannot spawn")
    }

    async fn join(&self, next: &Self) {
        LinkHandle::join(self, next.clone())
            .await
            .expect("no answer");
    }

    async fn pass(&self, left: u64) {
        LinkHandle::pass(self, left)
            .tell()
            .await
            .expect("it has ended");
    }

    async fn stop(self) {
        self.shutdown().await.expect("the actor does not stop");
    }
}

struct System(ActorSystem);

impl Subject for System {
    type Bounded = Address<BOUNDED>;
    type Unbounded = Address<UNBOUNDED>;
    type Plain = Address<PLAIN>;
    type Relay = LinkHandle;

    async fn start(_workers: usize) -> Self {
        System(ActorSystem::new("benches"))
    }
}

const BOUNDED: u8 = 0;
const UNBOUNDED: u8 = 1;
const PLAIN: u8 = 2;

#[derive(Clone)]
struct Address<const MAILBOX: u8>(SumHandle);

impl<const MAILBOX: u8> Counter<System> for Address<MAILBOX> {
    async fn spawn(System(system): &System, n: u64) -> Self {
        let spawn = system.spawn(n.to_string(), Sum(0));
        let spawn = match MAILBOX {
            BOUNDED => spawn.mailbox(Mailbox::bounded(CAPACITY)),
            UNBOUNDED => spawn.mailbox(Mailbox::unbounded()),
            _ => spawn,
        };
        Self(spawn.await.expect("cannot spawn"))
    }

    async fn tell(&self, number: u64) {
        self.0
            .add(number)
            .tell()
            .await
            .expect("the actor has ended");
    }

    async fn ask(&self, number: u64) -> u64 {
        self.0.add(number).await.expect("no answer")
    }

    async fn stop(self) {
        self.0.shutdown().await.expect("the actor does not stop");
    }
}

fn main() {
    harness::main::<System>();
}
