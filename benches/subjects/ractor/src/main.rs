//! ractor, whose mailboxes are all unbounded, without spans per message.

use harness::{Counter, Missing, Subject};
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

struct Ractor;

impl Subject for Ractor {
    type Bounded = Missing;
    type Unbounded = Address;
    type Plain = Address;

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
