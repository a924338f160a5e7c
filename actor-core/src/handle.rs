//! Handles: how an actor is reached from outside.

use std::any::Any;
use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};

use crate::actor::{Actor, Emits, Subscriber};
use crate::call::Tell;
use crate::cell::{AnyCell, Cell, order_stop, topics};
use crate::error::{Refusal, RestartError, RunningError, SendError, ShutdownError};
use crate::events::StopReason;
use crate::life::{Ack, Place, is_over};
use crate::lifecycle::{State, StopMode};
use crate::mailbox::Command;
use crate::path::ActorPath;
use crate::recipient::Recipient;
use crate::sync::lock;
use crate::turn;
use crate::waits::{self, Until, Waiting};

/// A handle whose type is forgotten: to watch an actor, to ask after it, to stop it.
///
/// Every typed handle dereferences to one. Equal if they name the same actor; an actor spawned later under the same
/// name is another.
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
/// let anybody: ActorRef = till.actor_ref().clone();
/// assert!(anybody.is_running());
/// assert_eq!(anybody.path(), "shop/till");
/// anybody.shutdown().await?;
/// assert!(!till.is_running());
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct ActorRef(Arc<dyn AnyCell>);

impl ActorRef {
    pub(crate) fn new(cell: Arc<dyn AnyCell>) -> Self {
        Self(cell)
    }

    pub(crate) fn cell(&self) -> &Arc<dyn AnyCell> {
        &self.0
    }

    /// Where the actor stands.
    #[must_use]
    pub fn path(&self) -> &ActorPath {
        &self.0.core().path
    }

    /// The name of the actor's type.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        self.0.type_name()
    }

    /// The number of the incarnation that lives now: a new one at each start and restart, never used twice in a system.
    #[must_use]
    pub fn incarnation(&self) -> u64 {
        self.0.core().incarnation()
    }

    /// Whether the actor has started and is neither suspended nor stopping. `false` for one on another node, of which it
    /// is not known: watch it instead.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.0.core().state() == State::Running && !self.is_elsewhere()
    }

    /// Whether the actor is held by its supervisor, or is being restarted. `false` for one on another node, of which it is
    /// not known.
    #[must_use]
    pub fn is_suspended(&self) -> bool {
        let held = matches!(
            self.0.core().state(),
            State::Suspended | State::Down | State::Restarting
        );
        held && !self.is_elsewhere()
    }

    /// Whether the actor is on another node of its topology, and what is sent to it goes there.
    #[must_use]
    pub fn is_elsewhere(&self) -> bool {
        self.0.core().is_elsewhere()
    }

    /// How often the actor has been restarted in its life.
    #[must_use]
    pub fn restart_count(&self) -> u32 {
        self.0.core().restarts.load(Ordering::Relaxed)
    }

    /// How many messages this incarnation has begun to handle. Signals such as `PostStart` do not count.
    #[must_use]
    pub fn processed(&self) -> u64 {
        self.0.core().processed.load(Ordering::Relaxed)
    }

    /// How many asks were passed over since their askers had given up.
    #[must_use]
    pub fn skipped(&self) -> u64 {
        self.0.core().skipped.load(Ordering::Relaxed)
    }

    /// How many messages wait to be handled.
    #[must_use]
    pub fn queued(&self) -> usize {
        self.0.queued()
    }

    /// Stops the actor gracefully: from now on new messages are refused; those accepted are handled, then the children
    /// and the actor end. Stopping it again joins the first stop.
    ///
    /// The stop begins with the call, whether or not the future is polled. The future waits until the actor's value is
    /// dropped, its name free, and its watchers told.
    ///
    /// It takes as long as the actor and its children do. To wait for a time only, and then be done with it:
    ///
    /// ```
    /// # use actor_core::prelude::*;
    /// # #[actor]
    /// # struct Till;
    /// # #[actor]
    /// # impl Till {
    /// #     #[handler]
    /// #     async fn never(&mut self) { std::future::pending().await }
    /// # }
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use std::time::Duration;
    /// use tokio::time::timeout;
    ///
    /// # let till = ActorSystem::new("shop").spawn("till", Till).await?;
    /// # till.never().tell().await?;
    /// if timeout(Duration::from_secs(10), till.shutdown()).await.is_err() {
    ///     till.kill().await?;
    /// }
    /// # assert!(!till.is_running());
    /// # Ok(()) }
    /// ```
    ///
    /// An actor that is suspended is in no state to handle what it had accepted, and one that is being restarted is
    /// not started again: its hook ends, the restart is given up, and in both cases what was accepted becomes dead
    /// letters.
    ///
    /// # Errors
    /// The future fails with [`ShutdownError::Cycle`] in a handler the stop would wait for. The stop goes on. For an actor
    /// on another node it fails with [`ShutdownError::Elsewhere`], and nothing is stopped.
    ///
    /// # Cancel safety
    /// The stop goes on if the future is dropped.
    #[doc(alias = "stop")]
    pub fn shutdown(&self) -> Shutdown {
        order_stop(&*self.0, StopMode::Drain, StopReason::Shutdown);
        self.ended()
    }

    /// As [`shutdown`](Self::shutdown), but the actor ends after the message in hand. What else it had accepted becomes
    /// dead letters.
    ///
    /// The stop begins with the call, whether or not the future is polled.
    ///
    /// # Errors
    /// As for [`shutdown`](Self::shutdown).
    ///
    /// # Cancel safety
    /// The stop goes on if the future is dropped.
    pub fn stop_now(&self) -> Shutdown {
        order_stop(&*self.0, StopMode::Now, StopReason::StopNow);
        self.ended()
    }

    /// As [`stop_now`](Self::stop_now), but the running handler or hook is cut off at its next await, and `PostStop`
    /// does not run. The children are killed as well.
    ///
    /// A handler that never awaits cannot be cut off. The kill begins with the call, whether or not the future is
    /// polled.
    ///
    /// # Errors
    /// As for [`shutdown`](Self::shutdown).
    ///
    /// # Cancel safety
    /// The kill goes on if the future is dropped.
    pub fn kill(&self) -> Shutdown {
        order_stop(&*self.0, StopMode::Kill, StopReason::Killed);
        let mut ended = self.ended();
        ended.cut_off = true;
        ended
    }

    /// Waits for the actor's end without bringing it about.
    ///
    /// # Errors
    /// As for [`shutdown`](Self::shutdown).
    ///
    /// # Cancel safety
    /// Nothing is lost if the future is dropped; it can be waited for again.
    pub fn ended(&self) -> Shutdown {
        Shutdown {
            actor: self.clone(),
            place: Place::default(),
            waiting: None,
            cut_off: false,
        }
    }

    /// Waits until the actor runs: at once, if it does; else until it has started, or until whoever holds it, its
    /// supervisor in a back-off or somebody by hand, has brought it back.
    ///
    /// It may have failed again when this returns, so what is sent after it can be refused as well. Nor does it wait
    /// for a failure that is still to come: after a `tell` it may return before the message is handled that will make
    /// the actor fail. Ask instead of telling, since the answer comes after the failure; or
    /// [watch](crate::Context::watch) the actor, where a failure ends it.
    ///
    /// ```
    /// use actor_core::prelude::*;
    /// # #[actor]
    /// # struct Till { total: u64 }
    /// #[actor]
    /// impl Till {
    ///     #[handler]
    ///     fn pay(&mut self, amount: u64) -> Result<u64, Fault> {
    ///         self.total = self.total.checked_sub(amount).ok_or(Fault::msg("overdrawn"))?;
    ///         Ok(self.total)
    ///     }
    /// }
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let system = ActorSystem::new("shop");
    /// # let till = system.spawn("till", Till { total: 1 }).await?;
    /// assert!(till.pay(5).await.is_err()); // it is restarted after a second
    /// till.running().await?;
    /// assert_eq!(till.pay(1).await?, 0);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`RunningError::Ended`] if the actor is stopping or has stopped, also while this waits, and
    /// [`RunningError::Cycle`] in a handler the actor waits for, or its group before it brings the actor back.
    /// [`RunningError::Elsewhere`] if it is on another node.
    ///
    /// # Cancel safety
    /// Nothing is lost if the future is dropped; it can be waited for again.
    pub async fn running(&self) -> Result<(), RunningError> {
        let core = self.0.core();
        if core.is_elsewhere() {
            let path = core.path.clone();
            return Err(RunningError::Elsewhere { path });
        }
        let ended = || RunningError::Ended {
            path: core.path.clone(),
        };
        match core.state() {
            State::Running => return Ok(()),
            State::Stopping | State::Stopped => return Err(ended()),
            State::Starting | State::Suspended | State::Down | State::Restarting => {}
        }
        let runs = core.life.wait_looking(|_| {
            matches!(
                core.state(),
                State::Running | State::Stopping | State::Stopped
            )
        });
        if waits::during(&self.0, || Until::Runs, runs).await.is_err() {
            let path = core.path.clone();
            return Err(RunningError::Cycle { path });
        }
        match core.state() {
            State::Stopping | State::Stopped => Err(ended()),
            // It may have failed again, after it ran.
            State::Starting
            | State::Running
            | State::Suspended
            | State::Down
            | State::Restarting => Ok(()),
        }
    }

    /// Queues a graceful stop behind what the actor has accepted so far. It takes no room in the mailbox.
    ///
    /// # Errors
    /// If the actor does not run, or is on another node.
    pub fn poison_pill(&self) -> Result<(), SendError<()>> {
        let poisoned = if self.is_elsewhere() {
            Err(Refusal::NotRunning)
        } else {
            self.0.poison()
        };
        poisoned.map_err(|why| SendError::new(why, self.path().clone(), ()))
    }

    /// Tears the actor down and starts it again: children stop, `PostStop` runs unless the actor was suspended,
    /// behaviour and stash are reset, `PreStart` runs. The mailbox, the name and the watchers stay. There is no
    /// `Terminated`.
    ///
    /// An actor spawned from a value goes on with the same value, one spawned from a factory with a fresh one; see
    /// [`ActorSystem::spawn`](crate::ActorSystem::spawn).
    ///
    /// Unlike the stops this begins when the future is first polled: without `.await` nothing happens.
    ///
    /// # Errors
    /// If the actor is stopping, stopped, or being restarted, or is told to stop meanwhile; if `PreStart` or the factory
    /// fails, which leaves it suspended; or in a handler the restart would wait for.
    ///
    /// # Cancel safety
    /// Once polled, the restart goes on if the future is dropped.
    pub async fn restart(&self) -> Result<(), RestartError> {
        let path = self.path().clone();
        if self.is_elsewhere() {
            return Err(RestartError::Elsewhere { path });
        }
        let (ack, acked) = Ack::new(Err(RestartError::NotRunning { path: path.clone() }));
        let due = acked.due();
        let restarted = async {
            if matches!(self.0.core().state(), State::Stopping | State::Stopped) {
                return Err(RestartError::NotRunning { path: path.clone() });
            }
            self.0.core().order(Command::Restart(ack));
            self.unless_over(acked).await
        };
        let waited = waits::during(&self.0, || Until::Restarts(due.clone()), restarted).await;
        waited.unwrap_or_else(|waits::Cycle| Err(RestartError::Cycle { path: path.clone() }))
    }

    /// Lifts a suspension: the actor goes on with its state, its mailbox and its stash as they are. The message that
    /// failed is not delivered again.
    ///
    /// Returns whether the actor was suspended. It begins when the future is first polled: without `.await` nothing
    /// happens.
    ///
    /// # Cancel safety
    /// Once polled, the order stands if the future is dropped.
    pub async fn reinstate(&self) -> bool {
        if self.0.core().state() != State::Suspended || self.is_elsewhere() {
            return false;
        }
        let (ack, acked) = Ack::new(false);
        // It waits for nobody while it is suspended. It may when it begins to start again before it gets the order.
        let due = acked.due();
        let reinstated = async {
            self.0.core().order(Command::Reinstate(ack));
            self.unless_over(acked).await
        };
        let waited = waits::during(&self.0, || Until::Obeys(due.clone()), reinstated).await;
        waited.unwrap_or(false)
    }

    /// Waits for an order to be carried out. An actor that ended in the meantime does not take orders any more: what
    /// is left on its lane is dropped here, and so answered.
    async fn unless_over<T>(&self, acked: crate::life::Acked<T>) -> T {
        if self.0.core().life.is_over() {
            while self.0.core().control.take().is_some() {}
        }
        acked.await
    }
}

impl PartialEq for ActorRef {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for ActorRef {}

impl std::hash::Hash for ActorRef {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.core().uid.hash(state);
    }
}

impl fmt::Debug for ActorRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.path(), self.incarnation())
    }
}

/// Waits for an actor's end, which has been ordered already; see [`ActorRef::shutdown`]. Dropped, it takes nothing back.
pub struct Shutdown {
    actor: ActorRef,
    place: Place,
    waiting: Option<Waiting>,
    /// Its handler and those of its children are cut off: it waits for nobody, whatever they wait for.
    cut_off: bool,
}

impl Future for Shutdown {
    type Output = Result<(), ShutdownError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        let core = this.actor.0.core();
        if core.is_elsewhere() {
            let path = core.path.clone();
            return Poll::Ready(Err(ShutdownError::Elsewhere { path }));
        }
        if core.life.poll(cx, &mut this.place, is_over).is_ready() {
            this.waiting = None;
            return Poll::Ready(Ok(()));
        }
        if (!this.cut_off || turn::is_of(Some(&this.actor.0)))
            && waits::keep(&mut this.waiting, &this.actor.0, || Until::Ends).is_err()
        {
            return Poll::Ready(Err(ShutdownError::Cycle {
                path: core.path.clone(),
            }));
        }
        Poll::Pending
    }
}

impl Drop for Shutdown {
    fn drop(&mut self) {
        self.actor.0.core().life.leave(&self.place);
    }
}

/// The handle of an actor of type `A`; the generated handle (`TillHandle` for `Till`) wraps one and adds a method per
/// handler.
///
/// It stays the same over restarts. It does not keep the actor alive, and dropping it does not stop the actor.
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
/// let till: TillHandle = system.spawn("till", Till::default()).await?;
/// till.send(TillMsg::add(5)).await?; // a message made before
/// assert_eq!(till.add(1).await?, 6); // by the method of its handler
/// # Ok(()) }
/// ```
// The cell's type is forgotten here as well, and found again where it is needed. So a handle is `Send` by its own
// declaration, and rustc does not walk through the messages of `A`, and the handles in those, to see it: actors that
// carry each other's handles in long chains would overflow its recursion limit.
pub struct Handle<A: Actor> {
    any: ActorRef,
    actor: PhantomData<fn(A) -> A>,
}

impl<A: Actor> Handle<A> {
    pub(crate) fn new(cell: Arc<Cell<A>>) -> Self {
        Self {
            any: ActorRef::new(cell),
            actor: PhantomData,
        }
    }

    /// The typed handle of an actor, if it is an `A`.
    pub(crate) fn of(any: ActorRef) -> Option<Self> {
        let cell: &dyn Any = &**any.cell();
        cell.is::<Cell<A>>().then_some(Self {
            any,
            actor: PhantomData,
        })
    }

    #[inline]
    pub(crate) fn typed_cell(&self) -> &Cell<A> {
        let cell: &dyn Any = &**self.any.cell();
        cell.downcast_ref()
            .expect("a handle is made of a cell of its own type")
    }

    /// This handle with its type forgotten.
    #[must_use]
    pub fn actor_ref(&self) -> &ActorRef {
        &self.any
    }

    /// Sends a message made before, as `TillMsg::add(5)` makes one: waits for room, not for the handler.
    ///
    /// Nothing is sent until the future is awaited.
    ///
    /// # Errors
    /// The message, if the actor is stopping, stopped or suspended, if its mailbox is full and rejects, or if waiting
    /// for room would be waiting for oneself. A dead letter is published as well. A mailbox that drops what it has no
    /// room for is no error.
    ///
    /// # Cancel safety
    /// Dropped while it waits for room, the message is not sent.
    pub fn send(&self, message: A::Msg) -> Tell<'_, A> {
        Tell::new(self, message)
    }

    /// Sends a message made before, without waiting.
    ///
    /// # Errors
    /// The message, if the actor is stopping, stopped or suspended, or if its mailbox is full and does not drop. A dead
    /// letter is published as well.
    pub fn try_send(&self, message: A::Msg) -> Result<(), SendError<A::Msg>> {
        self.typed_cell()
            .send_now(message)
            .map_err(|(why, message)| self.refused(why, message))
    }

    pub(crate) fn refused<M>(&self, why: Refusal, message: M) -> SendError<M> {
        SendError::new(why, self.path().clone(), message)
    }

    /// A narrow handle that takes events of type `E` and nothing else.
    #[must_use]
    pub fn recipient<E: Send + 'static>(&self) -> Recipient<E>
    where
        A: Subscriber<E>,
    {
        Recipient::new(self.clone(), A::__event)
    }

    /// A narrow handle that takes values of type `E`; `map` makes each a message.
    #[must_use]
    pub fn recipient_of<E: Send + 'static>(
        &self,
        map: impl Fn(E) -> A::Msg + Send + Sync + 'static,
    ) -> Recipient<E> {
        Recipient::new(self.clone(), map)
    }

    /// Has `subscriber` get the events of type `E` this actor emits from now on. Again changes nothing.
    ///
    /// A subscription survives restarts of either and ends with either.
    ///
    /// One to an actor on another node has no effect, and an error is logged: subscriptions between nodes are declared in
    /// their topology.
    pub fn subscribe<E: Clone + Send + 'static>(&self, subscriber: &Handle<impl Subscriber<E>>)
    where
        A: Emits<E>,
    {
        if self.is_elsewhere() {
            tracing::error!(path = %self.path(), "subscribed to an actor on another node, which has no effect");
            return;
        }
        lock(topics(self.any.cell().core())).add(subscriber.recipient::<E>());
    }

    /// Ends a subscription. Returns whether there was one.
    pub fn unsubscribe<E: Clone + Send + 'static>(&self, subscriber: &ActorRef) -> bool
    where
        A: Emits<E>,
    {
        let uid = subscriber.cell().core().uid;
        self.any
            .cell()
            .core()
            .topics
            .get()
            .is_some_and(|topics| lock(topics).remove::<E>(&HashSet::from([uid])))
    }
}

impl<A: Actor> Clone for Handle<A> {
    fn clone(&self) -> Self {
        Self {
            any: self.any.clone(),
            actor: PhantomData,
        }
    }
}

impl<A: Actor> Deref for Handle<A> {
    type Target = ActorRef;

    fn deref(&self) -> &ActorRef {
        &self.any
    }
}

impl<A: Actor> PartialEq for Handle<A> {
    fn eq(&self, other: &Self) -> bool {
        self.any == other.any
    }
}

impl<A: Actor> Eq for Handle<A> {}

impl<A: Actor> std::hash::Hash for Handle<A> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.any.hash(state);
    }
}

impl<A: Actor> fmt::Debug for Handle<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.any.fmt(f)
    }
}
