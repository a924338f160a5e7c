//! Where what comes from other nodes goes in.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;

use super::wire::{Answered, Crosses, Incoming, Outcome, Remote, WireError, read, refused};
use crate::actor::{Actor, Subscriber};
use crate::cell::AnyCell;
use crate::error::Refusal;
use crate::handle::{ActorRef, Handle};

/// One actor that is sent to from other nodes.
pub(crate) struct Inlet {
    pub(super) cell: Arc<dyn AnyCell>,
    /// `None` if its messages do not cross nodes.
    pub(super) messages: Option<Box<dyn TakesMessages>>,
    /// By the tag of the event.
    pub(super) events: HashMap<u64, Box<dyn TakesEvents>>,
}

impl Inlet {
    pub(crate) fn new(cell: Arc<dyn AnyCell>, messages: Option<Box<dyn TakesMessages>>) -> Self {
        Self {
            cell,
            messages,
            events: HashMap::new(),
        }
    }

    pub(crate) fn events(&mut self, tag: u64, events: Box<dyn TakesEvents>) {
        self.events.insert(tag, events);
    }
}

/// The answer that will come.
pub(super) type Answer = Pin<Box<dyn Future<Output = Answered> + Send>>;

pub(crate) trait TakesMessages: Send + Sync {
    /// Hands a message to the actor, and gives back what is to be waited for if it was asked.
    fn take(
        &self,
        cell: &Arc<dyn AnyCell>,
        tag: u64,
        body: &[u8],
        asked: bool,
    ) -> Result<Option<Answer>, NotTaken>;
}

pub(crate) trait TakesEvents: Send + Sync {
    fn take(&self, cell: &Arc<dyn AnyCell>, body: &[u8]) -> Result<(), NotTaken>;
}

/// Why something that came from another node did not reach its actor.
#[derive(Debug)]
pub(crate) enum NotTaken {
    /// A dead letter was published.
    Refused(Refusal),
    Wire(WireError),
}

impl NotTaken {
    /// What the asker is told.
    pub(super) fn answered(self) -> Answered {
        match self {
            Self::Refused(why) => (refused(why), Vec::new()),
            Self::Wire(WireError::Unknown | WireError::Local) => (Outcome::Unknown, Vec::new()),
            Self::Wire(WireError::Unreadable { reason }) => {
                (Outcome::Unreadable, reason.into_bytes())
            }
            Self::Wire(other) => (Outcome::Unreadable, other.to_string().into_bytes()),
        }
    }
}

/// The messages of an `A`.
pub(crate) struct MessagesIn<A>(pub(crate) PhantomData<fn(A)>);

impl<A: Remote> TakesMessages for MessagesIn<A> {
    fn take(
        &self,
        cell: &Arc<dyn AnyCell>,
        tag: u64,
        body: &[u8],
        asked: bool,
    ) -> Result<Option<Answer>, NotTaken> {
        let mut incoming = Incoming::new(tag, body, asked).map_err(NotTaken::Wire)?;
        let message = A::__decode(&mut incoming).map_err(NotTaken::Wire)?;
        offer::<A>(cell, message)?;
        Ok(incoming.answer)
    }
}

/// Events of type `E`, for a `B`.
pub(crate) struct EventsIn<B, E>(pub(crate) PhantomData<fn(B, E)>);

impl<B: Subscriber<E>, E: Crosses> TakesEvents for EventsIn<B, E> {
    fn take(&self, cell: &Arc<dyn AnyCell>, body: &[u8]) -> Result<(), NotTaken> {
        let event = read(body).map_err(NotTaken::Wire)?;
        offer::<B>(cell, B::__event(event))
    }
}

fn offer<A: Actor>(cell: &Arc<dyn AnyCell>, message: A::Msg) -> Result<(), NotTaken> {
    let handle = Handle::<A>::of(ActorRef::new(Arc::clone(cell)));
    let Some(handle) = handle else {
        return Err(NotTaken::Wire(WireError::Unknown));
    };
    let offered = handle.typed_cell().offer_from_afar(message);
    offered.map_err(NotTaken::Refused)
}
