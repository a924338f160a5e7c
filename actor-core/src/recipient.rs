//! Recipients: handles narrowed to one type of value.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use crate::actor::Actor;
use crate::error::{Returned, SendError};
use crate::handle::{ActorRef, Handle};

/// A handle that takes values of type `E` and nothing else, whatever actor is behind it.
///
/// Made by [`Handle::recipient`] for an event the actor has an `#[on(…)]` method for, or by
/// [`Handle::recipient_of`] for any value that can be made a message.
///
/// ```
/// use actor_core::prelude::*;
/// # #[actor]
/// # #[derive(Default)]
/// # struct Till { total: u64 }
/// # #[actor]
/// # impl Till {
/// #     #[handler]
/// #     fn add(&mut self, amount: u64) -> u64 { self.total += amount; self.total }
/// # }
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let system = ActorSystem::new("shop");
/// let till = system.spawn("till", Till::default()).await?;
/// let coins: Recipient<u64> = till.recipient_of(TillMsg::add);
/// coins.tell(50).await?;
/// assert_eq!(till.add(0).await?, 50);
/// # Ok(()) }
/// ```
pub struct Recipient<E>(Arc<dyn Deliver<E>>);

pub(crate) trait Deliver<E>: Send + Sync {
    fn actor(&self) -> &ActorRef;
    fn now(&self, event: E) -> Result<(), SendError<Returned>>;
    fn with_room<'a>(
        &'a self,
        event: E,
    ) -> Pin<Box<dyn Future<Output = Result<(), SendError<Returned>>> + Send + 'a>>
    where
        E: 'a;
}

struct To<A: Actor, F> {
    actor: Handle<A>,
    make: F,
}

impl<E, A, F> Deliver<E> for To<A, F>
where
    E: Send,
    A: Actor,
    F: Fn(E) -> A::Msg + Send + Sync,
{
    fn actor(&self) -> &ActorRef {
        self.actor.actor_ref()
    }

    fn now(&self, event: E) -> Result<(), SendError<Returned>> {
        self.actor
            .try_send((self.make)(event))
            .map_err(|error| error.map(Returned::new))
    }

    fn with_room<'a>(
        &'a self,
        event: E,
    ) -> Pin<Box<dyn Future<Output = Result<(), SendError<Returned>>> + Send + 'a>>
    where
        E: 'a,
    {
        let message = (self.make)(event);
        Box::pin(async move {
            self.actor
                .send(message)
                .await
                .map_err(|error| error.map(Returned::new))
        })
    }
}

impl<E: Send + 'static> Recipient<E> {
    pub(crate) fn new<A: Actor>(
        actor: Handle<A>,
        make: impl Fn(E) -> A::Msg + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(To { actor, make }))
    }

    #[cfg(feature = "remote")]
    pub(crate) fn across(across: crate::remote::Across) -> Self
    where
        E: crate::remote::Crosses,
    {
        Self(Arc::new(across))
    }

    /// Sends `event` and waits for room in the mailbox, not for the handler.
    ///
    /// # Errors
    /// As for [`Call::tell`](crate::Call::tell): the actor is stopping, stopped or suspended, its mailbox is full and
    /// rejects, or waiting for room would be waiting for oneself. The event comes back as the actor's own message, and a
    /// dead letter is published.
    ///
    /// # Cancel safety
    /// Dropped while it waits for room, the event is not sent.
    pub async fn tell(&self, event: E) -> Result<(), SendError<Returned>> {
        self.0.with_room(event).await
    }

    /// Sends `event` without waiting.
    ///
    /// # Errors
    /// As for [`Call::try_tell`](crate::Call::try_tell). The message comes back as the actor's own.
    pub fn try_tell(&self, event: E) -> Result<(), SendError<Returned>> {
        self.0.now(event)
    }

    /// The actor behind it.
    #[must_use]
    pub fn actor(&self) -> ActorRef {
        self.0.actor().clone()
    }

    pub(crate) fn uid(&self) -> u64 {
        self.0.actor().cell().core().uid
    }

    /// Whether the actor behind it has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.0.actor().cell().core().life.is_over()
    }
}

impl<E> Clone for Recipient<E> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<E: Send + 'static> fmt::Debug for Recipient<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Recipient({:?})", self.actor())
    }
}
