//! ractor, whose mailboxes are all unbounded, without spans per message.

use harness::{Counter, Missing, Relay, Subject};
use ractor::{Actor, ActorProcessingErr, ActorRef, RpcReplyPort};

enum Message {
    Tell(u64),
    Ask(u64, RpcReplyPort<u64>),
}

struct Sum;

impl Actor for Sum {
    type Msg = Message;
    type State = u64;
    type Arguments = u64;

    async fn pre_start(&self, _: ActorRef<Message>, start: u64) -> Result<u64, ActorProcessingErr> {
        Ok(start)
    }

    async fn handle(
        &self,
        _: ActorRef<Message>,
        message: Message,
        sum: &mut u64,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            Message::Tell(number) => *sum += number,
            Message::Ask(number, answer) => {
                *sum += number;
                answer.send(*sum)?;
            }
        }
        Ok(())
    }
}

enum Baton {
    Join(ActorRef<Baton>, RpcReplyPort<()>),
    Pass(u64),
}

struct Link;

impl Actor for Link {
    type Msg = Baton;
    type State = Option<ActorRef<Baton>>;
    type Arguments = ();

    async fn pre_start(
        &self,
        _: ActorRef<Baton>,
        (): (),
    ) -> Result<Self::State, ActorProcessingErr> {
        Ok(None)
    }

    async fn handle(
        &self,
        _: ActorRef<Baton>,
        message: Baton,
        next: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match (message, &next) {
            (Baton::Join(other, answer), _) => {
                *next = Some(other);
                answer.send(())?;
            }
            (Baton::Pass(left), Some(next)) if left > 0 => next.cast(Baton::Pass(left - 1))?,
            (Baton::Pass(_), _) => harness::arrived(),
        }
        Ok(())
    }
}

impl Relay<Ractor> for ActorRef<Baton> {
    async fn spawn(_: &Ractor, _: u64) -> Self {
        let (address, _task) = Actor::spawn(None, Link, ()).await.expect("cannot spawn");
        address
    }

    async fn join(&self, next: &Self) {
        ractor::call!(self, Baton::Join, next.clone()).expect("no answer");
    }

    async fn pass(&self, left: u64) {
        self.cast(Baton::Pass(left)).expect("the actor has ended");
    }

    async fn stop(self) {
        self.stop_and_wait(None, None)
            .await
            .expect("the actor has ended");
    }
}

struct Ractor;

impl Subject for Ractor {
    type Bounded = Missing;
    type Unbounded = Address;
    type Plain = Address;
    type Relay = ActorRef<Baton>;

    async fn start(_workers: usize) -> Self {
        Ractor
    }
}

#[derive(Clone)]
struct Address(ActorRef<Message>);

impl Counter<Ractor> for Address {
    async fn spawn(_: &Ractor, _: u64) -> Self {
        let (address, _task) = Actor::spawn(None, Sum, 0).await.expect("cannot spawn");
        Self(address)
    }

    async fn tell(&self, number: u64) {
        self.0
            .cast(Message::Tell(number))
            .expect("the actor has ended");
    }

    async fn ask(&self, number: u64) -> u64 {
        ractor::call!(self.0, Message::Ask, number).expect("no answer")
    }

    async fn stop(self) {
        self.0
            .stop_and_wait(None, None)
            .await
            .expect("the actor has ended");
    }
}

fn main() {
    harness::main::<Ractor>();
}
