//! The local end of an actor on another node: what its handles, watchers and subscriptions here hold.
//!
//! To all of them it is an actor like any other, with a mailbox. Its task handles no message: it writes them to bytes and
//! sends them.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::task::Poll;

use super::frame::{Frame, Kind};
use super::port::{Port, WeakPort};
use super::transport::Undelivered;
use super::wire::Crosses;
use super::wire::{Outcome, Outgoing, WireError, behaviors_of, tag, write};
use crate::actor::{Actor, Message};
use crate::cell::{AnyCell, Cell, Core, Fate};
use crate::error::{Refusal, Returned, SendError};
use crate::events::{DeadLetterReason, StopReason};
use crate::handle::ActorRef;
use crate::life::Stage;
use crate::lifecycle::State;
use crate::mailbox::Item;
use crate::path::ActorPath;
use crate::recipient::Deliver;
use crate::signal::Terminated;

/// Where an actor is that is not here.
pub(crate) struct Elsewhere {
    port: WeakPort,
    /// The address of its node.
    node: Arc<str>,
    /// Its name there.
    name: String,
}

impl Elsewhere {
    /// Has the other node tell of the actor's end. `false` if it cannot be reached.
    pub(crate) fn watch(&self) -> bool {
        self.port
            .upgrade()
            .is_some_and(|port| port.watch(&self.node, &self.name))
    }
}

/// A proxy whatever its type.
pub(super) trait Proxy: Send + Sync + 'static {
    fn cell(&self) -> Arc<dyn AnyCell>;
    fn up(&self);
    fn down(&self);
    /// The actor has ended.
    fn terminated(&self, reason: StopReason);
}

/// Writes a message.
pub(crate) type Encode<A> = fn(<A as Actor>::Msg, &mut Outgoing) -> Result<(), WireError>;

struct Local<A: Actor>(Arc<Cell<A>>);

impl Port {
    /// The handle of an actor on another node. Without `encode` its messages do not cross, and only events reach it.
    pub(crate) fn elsewhere<A: Actor>(
        self: &Arc<Self>,
        node: &Arc<str>,
        name: &str,
        encode: Option<Encode<A>>,
    ) -> Arc<dyn AnyCell> {
        let proxy = self.proxy(node, name, || {
            let path = ActorPath::system(node).child(name);
            let mut core = Core::new(path, self.system(), None, None);
            core.elsewhere = Some(Box::new(Elsewhere {
                port: Arc::downgrade(self),
                node: Arc::clone(node),
                name: name.to_owned(),
            }));
            let cell = Arc::new(Cell::<A>::new(core, A::OPTIONS.mailbox));
            cell.core.life.advance(Stage::Started);
            let local = Arc::new(Local(Arc::clone(&cell)));
            local.down();
            let way = Way {
                port: Arc::downgrade(self),
                node: Arc::clone(node),
                name: name.to_owned(),
                encode,
                behaviors: behaviors_of::<A>().into(),
                cell,
            };
            let forwarder = Forwarder {
                way,
                hand: VecDeque::new(),
            };
            let system = self.system();
            system.tasks().spawn(system.runtime(), forwarder.run());
            local
        });
        proxy.cell()
    }
}

impl<A: Actor> Proxy for Local<A> {
    fn cell(&self) -> Arc<dyn AnyCell> {
        Arc::clone(&self.0) as Arc<dyn AnyCell>
    }

    fn up(&self) {
        if self.0.core.state() != State::Stopped {
            self.0.set_state(State::Running);
        }
    }

    fn down(&self) {
        if self.0.core.state() == State::Stopped {
            return;
        }
        self.0.set_state(State::Suspended);
        for item in self.0.queue.clear() {
            self.0.item_died(item, DeadLetterReason::NodeLost);
        }
        self.terminated(StopReason::NodeLost);
    }

    fn terminated(&self, reason: StopReason) {
        for watcher in self.0.core.watchers.drain() {
            watcher.terminated(Terminated {
                actor: ActorRef::new(self.cell()),
                reason,
            });
        }
    }
}

/// The task of a proxy.
struct Forwarder<A: Actor> {
    way: Way<A>,
    /// Taken from the queue, and not sent yet.
    hand: VecDeque<Item<A::Msg>>,
}

/// The way of messages from a proxy to its actor.
struct Way<A: Actor> {
    port: WeakPort,
    node: Arc<str>,
    name: String,
    encode: Option<Encode<A>>,
    behaviors: Arc<[&'static str]>,
    cell: Arc<Cell<A>>,
}

impl<A: Actor> Forwarder<A> {
    async fn run(mut self) {
        loop {
            poll_fn(|cx| {
                let cell = &self.way.cell;
                cell.core.set_waker(cx.waker());
                if cell.queue.take(&mut self.hand) {
                    Poll::Ready(())
                } else {
                    Poll::Pending
                }
            })
            .await;
            while let Some(item) = self.hand.pop_front() {
                // Nothing else is for an actor that is not here.
                if let Item::Message(message) = item {
                    self.way.cell.queue.handled();
                    self.way.forward(message).await;
                    tokio::task::consume_budget().await;
                }
            }
        }
    }
}

impl<A: Actor> Way<A> {
    async fn forward(&self, message: A::Msg) {
        let core = &self.cell.core;
        let Some(port) = self.port.upgrade().filter(|port| port.is_up(&self.node)) else {
            self.cell
                .item_died(Item::Message(message), DeadLetterReason::NodeLost);
            return;
        };
        let name = message.name();
        let mut out = Outgoing::default();
        let written = match self.encode {
            Some(encode) => encode(message, &mut out),
            None => Err(WireError::Local),
        };
        if out.abandoned {
            core.skipped.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let mut leaving = Leaving {
            core,
            name,
            stays: Some(DeadLetterReason::Stopped),
        };
        if let Err(error) = written {
            tracing::error!(path = %core.path, message = name, %error, "dropped a message");
            leaving.stays = Some(DeadLetterReason::Unwritable);
            if let Some(asker) = out.asked {
                asker.not_written(error);
            }
            return;
        }
        core.processed.fetch_add(1, Ordering::Relaxed);
        let mut frame = Frame::new(Kind::Tell, &self.name);
        frame.tag = out.tag;
        frame.body = out.body;
        if let Some(asker) = out.asked {
            frame.kind = Kind::Ask;
            frame.number = port.note(&self.node, asker, &self.behaviors);
        }
        match port.send(&self.node, &frame).await {
            Ok(()) => leaving.stays = None,
            Err(Undelivered::TooLarge) => {
                leaving.stays = Some(DeadLetterReason::Unwritable);
                if let Some(asker) = port.asker(frame.number) {
                    asker.not_written(WireError::TooLarge {
                        bytes: frame.body.len(),
                    });
                }
            }
            Err(_) => {
                leaving.stays = Some(DeadLetterReason::NodeLost);
                if let Some(asker) = port.asker(frame.number) {
                    asker.answer(Outcome::Discarded, &[], &self.behaviors);
                }
            }
        }
    }
}

/// A message that is about to leave. What stays is a dead letter, also where the task ends with the system.
struct Leaving<'a> {
    core: &'a Core,
    name: &'static str,
    /// Why, if it stays.
    stays: Option<DeadLetterReason>,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        if let Some(reason) = self.stays {
            self.core.dead_letter(self.name, reason, Fate::Lost);
        }
    }
}

/// The end of the system: nothing leaves any more.
impl<A: Actor> Drop for Forwarder<A> {
    fn drop(&mut self) {
        let cell = &self.way.cell;
        cell.set_state(State::Stopped);
        let left = self.hand.drain(..).chain(cell.queue.dispose());
        for item in left {
            cell.item_died(item, DeadLetterReason::Stopped);
        }
        let reason = StopReason::ParentStopped;
        cell.core.life.advance(Stage::Ended(reason));
    }
}

/// Sends the events of a publisher here to a subscriber on another node.
pub(crate) struct Across {
    pub(crate) port: Weak<Port>,
    pub(crate) node: Arc<str>,
    pub(crate) name: String,
    pub(crate) subscriber: ActorRef,
}

impl Across {
    fn frame<E: Crosses>(&self, event: &E) -> Result<Frame, WireError> {
        let mut frame = Frame::new(Kind::Event, &self.name);
        frame.tag = event_tag::<E>();
        frame.body = write(event)?;
        Ok(frame)
    }

    fn refused<E: Crosses>(&self, why: Undelivered, event: E) -> SendError<Returned> {
        let core = self.subscriber.cell().core();
        let (refusal, reason) = match why {
            Undelivered::Full => (Refusal::MailboxFull, DeadLetterReason::MailboxFull),
            Undelivered::TooLarge => (Refusal::Unreachable, DeadLetterReason::Unwritable),
            Undelivered::NoRoute | Undelivered::Closed => {
                (Refusal::Unreachable, DeadLetterReason::NodeLost)
            }
        };
        core.dead_letter(event_name::<E>(), reason, Fate::Returned);
        SendError::new(refusal, core.path.clone(), Returned::new(event))
    }

    fn unwritable<E: Crosses>(&self, error: &WireError, event: E) -> SendError<Returned> {
        tracing::error!(path = %self.subscriber.path(), %error, "dropped an event");
        self.refused(Undelivered::TooLarge, event)
    }
}

/// The number that stands for a type of events in frames.
pub(crate) fn event_tag<E>() -> u64 {
    tag(event_name::<E>())
}

/// As messages are named: without the module.
fn event_name<E>() -> &'static str {
    let name = std::any::type_name::<E>();
    let generics = name.find('<').unwrap_or(name.len());
    let from = name[..generics].rfind("::").map_or(0, |at| at + 2);
    &name[from..]
}

impl<E: Crosses> Deliver<E> for Across {
    fn actor(&self) -> &ActorRef {
        &self.subscriber
    }

    fn now(&self, event: E) -> Result<(), SendError<Returned>> {
        let frame = match self.frame(&event) {
            Ok(frame) => frame,
            Err(error) => return Err(self.unwritable(&error, event)),
        };
        let port = self.port.upgrade().ok_or(Undelivered::Closed);
        let sent = port.and_then(|port| port.try_send(&self.node, &frame));
        sent.map_err(|why| self.refused(why, event))
    }

    fn with_room<'a>(
        &'a self,
        event: E,
    ) -> std::pin::Pin<Box<dyn Future<Output = Result<(), SendError<Returned>>> + Send + 'a>>
    where
        E: 'a,
    {
        Box::pin(async move {
            let frame = match self.frame(&event) {
                Ok(frame) => frame,
                Err(error) => return Err(self.unwritable(&error, event)),
            };
            let Some(port) = self.port.upgrade() else {
                return Err(self.refused(Undelivered::Closed, event));
            };
            let sent = port.send(&self.node, &frame).await;
            sent.map_err(|why| self.refused(why, event))
        })
    }
}
