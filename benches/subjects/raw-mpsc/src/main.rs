//! The baseline: a task, a tokio channel of an enum, and `oneshot` for answers.

use harness::{CAPACITY, Counter, Relay, Subject};
use tokio::sync::{mpsc, oneshot};

enum Message {
    Tell(u64),
    Ask(u64, oneshot::Sender<u64>),
    Stop,
}

enum Baton {
    Join(mpsc::Sender<Baton>),
    Pass(u64),
    Stop,
}

impl Relay<RawMpsc> for mpsc::Sender<Baton> {
    async fn spawn(_: &RawMpsc, _: u64) -> Self {
        let (address, mut batons) = mpsc::channel(CAPACITY);
        tokio::spawn(async move {
            let mut next: Option<Self> = None;
            while let Some(baton) = batons.recv().await {
                match (baton, &next) {
                    (Baton::Join(other), _) => next = Some(other),
                    (Baton::Pass(left), Some(next)) if left > 0 => {
                        let told = next.send(Baton::Pass(left - 1)).await;
                        told.expect("it has ended");
                    }
                    (Baton::Pass(_), _) => harness::arrived(),
                    (Baton::Stop, _) => break,
                }
            }
        });
        address
    }

    async fn join(&self, next: &Self) {
        let told = self.send(Baton::Join(next.clone())).await;
        told.expect("it has ended");
    }

    async fn pass(&self, left: u64) {
        let told = self.send(Baton::Pass(left)).await;
        told.expect("it has ended");
    }

    async fn stop(self) {
        self.send(Baton::Stop).await.expect("it has ended");
        self.closed().await;
    }
}

struct RawMpsc;

impl Subject for RawMpsc {
    type Bounded = mpsc::Sender<Message>;
    type Unbounded = mpsc::UnboundedSender<Message>;
    type Plain = mpsc::Sender<Message>;
    type Relay = mpsc::Sender<Baton>;

    async fn start(_workers: usize) -> Self {
        RawMpsc
    }
}

/// The task of an actor: both kinds of receiver have this `recv`, and no trait for it.
macro_rules! receive {
    ($messages:ident) => {
        async move {
            let mut sum = 0;
            while let Some(message) = $messages.recv().await {
                match message {
                    Message::Tell(number) => sum += number,
                    Message::Ask(number, answer) => {
                        sum += number;
                        let _ = answer.send(sum);
                    }
                    Message::Stop => break,
                }
            }
        }
    };
}

impl Counter<RawMpsc> for mpsc::Sender<Message> {
    async fn spawn(_: &RawMpsc, _: u64) -> Self {
        let (address, mut messages) = mpsc::channel(CAPACITY);
        tokio::spawn(receive!(messages));
        address
    }

    async fn tell(&self, number: u64) {
        self.send(Message::Tell(number))
            .await
            .expect("the actor has ended");
    }

    async fn ask(&self, number: u64) -> u64 {
        let (answer, answered) = oneshot::channel();
        self.send(Message::Ask(number, answer))
            .await
            .expect("the actor has ended");
        answered.await.expect("no answer")
    }

    async fn stop(self) {
        self.send(Message::Stop).await.expect("the actor has ended");
        self.closed().await;
    }
}

impl Counter<RawMpsc> for mpsc::UnboundedSender<Message> {
    async fn spawn(_: &RawMpsc, _: u64) -> Self {
        let (address, mut messages) = mpsc::unbounded_channel();
        tokio::spawn(receive!(messages));
        address
    }

    async fn tell(&self, number: u64) {
        self.send(Message::Tell(number))
            .expect("the actor has ended");
    }

    async fn ask(&self, number: u64) -> u64 {
        let (answer, answered) = oneshot::channel();
        self.send(Message::Ask(number, answer))
            .expect("the actor has ended");
        answered.await.expect("no answer")
    }

    async fn stop(self) {
        self.send(Message::Stop).expect("the actor has ended");
        self.closed().await;
    }
}

fn main() {
    harness::main::<RawMpsc>();
}
