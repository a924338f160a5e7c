//! What a handler sees of the runtime.

use std::collections::{HashMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};

use tokio::task::AbortHandle;

use crate::actor::{Actor, Behavior, Emits};
use crate::cell::{AnyCell, Cell, Fate, recipients};
use crate::error::{LookupError, StashEmpty, StashFull};
use crate::events::{DeadLetterReason, EventKind, StopReason};
use crate::fault::Fault;
use crate::handle::{ActorRef, Handle};
use crate::life::Ack;
use crate::lifecycle::{BehaviorStack, Stash, StopMode};
use crate::log;
use crate::mailbox::{Command, Item};
use crate::path::ActorPath;
use crate::recipient::Recipient;
use crate::reply::{Answer, ReplyTo};
use crate::signal::Terminated;
use crate::spawn::{GetOrSpawn, Spawn};
use crate::supervision::{Group, Supervisor};
use crate::sync::lock;
use crate::system::ActorSystem;
use crate::topology::{Host, Tools, Uses};

/// What an actor's handlers and hooks see of the runtime: who the actor is, its children, whom it watches, its
/// behaviour, its stash, and the tasks it starts.
///
/// Taken as `ctx: &mut Context<Self>`, in any position, by the handlers that want it.
///
/// ```
/// use actor_core::prelude::*;
/// #[actor]
/// #[derive(Default)]
/// struct Parent { ended: Vec<String> }
///
/// #[actor]
/// impl Parent {
///     #[handler]
///     async fn adopt(&mut self, ctx: &mut Context<Self>, name: String) -> Result<ChildHandle, SpawnError> {
///         let child = ctx.spawn_child(name, Child).await?;
///         ctx.watch(&child);
///         Ok(child)
///     }
///
///     #[on(Terminated)]
///     fn gone(&mut self, gone: Terminated) {
///         self.ended.push(gone.path().to_string());
///     }
///
///     #[handler]
///     fn ended(&self) -> Vec<String> { self.ended.clone() }
/// }
///
/// #[actor]
/// struct Child;
///
/// #[actor]
/// impl Child {
///     #[handler]
///     fn leave(&mut self, ctx: &mut Context<Self>) { ctx.stop(); }
/// }
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let system = ActorSystem::new("home");
/// let parent = system.spawn("parent", Parent::default()).await?;
/// let child = parent.adopt("child".into()).await?;
/// child.leave().await?;
/// child.ended().await?;
/// assert_eq!(parent.ended().await?, ["home/parent/child"]);
/// # Ok(()) }
/// ```
pub struct Context<A: Actor> {
    cell: Arc<Cell<A>>,
    /// What was taken from the queue and not yet handled.
    hand: VecDeque<Item<A::Msg>>,
    behaviors: BehaviorStack<A::Behavior>,
    // Boxed: most actors stash nothing and watch nobody.
    stash: Option<Box<Stash<A::Msg>>>,
    #[expect(
        clippy::box_collection,
        reason = "a map without entries is five words wide"
    )]
    watching: Option<Box<HashMap<u64, Weak<dyn AnyCell>>>>,
    processed: u64,
    message: &'static str,
    /// The turn of the last message that was dropped without being handled.
    dropped_in: Option<usize>,
}

impl<A: Actor> Context<A> {
    pub(crate) fn new(cell: Arc<Cell<A>>) -> Self {
        Self {
            cell,
            hand: VecDeque::new(),
            behaviors: BehaviorStack::new(),
            stash: None,
            watching: None,
            processed: 0,
            message: "",
            dropped_in: None,
        }
    }

    // === Who ===

    /// This actor's own typed handle.
    #[must_use]
    pub fn myself(&self) -> A::Handle {
        Handle::new(Arc::clone(&self.cell)).into()
    }

    pub(crate) fn actor_ref(&self) -> ActorRef {
        ActorRef::new(Arc::clone(&self.cell) as Arc<dyn AnyCell>)
    }

    /// Where this actor stands.
    #[must_use]
    pub fn path(&self) -> &ActorPath {
        &self.cell.core.path
    }

    /// The number of this incarnation: a new one at each start and restart, never used twice in a system.
    #[must_use]
    pub fn incarnation(&self) -> u64 {
        self.cell.core.incarnation()
    }

    /// The system this actor lives in.
    #[must_use]
    pub fn system(&self) -> &ActorSystem {
        &self.cell.core.system
    }

    /// The parent, unless this is a top-level actor.
    #[must_use]
    pub fn parent(&self) -> Option<ActorRef> {
        self.cell
            .core
            .parent
            .as_ref()
            .and_then(Weak::upgrade)
            .map(ActorRef::new)
    }

    /// How many messages this incarnation has begun to handle, the one in hand included. Signals such as `PostStart`
    /// do not count.
    #[must_use]
    pub fn processed(&self) -> u64 {
        self.processed
    }

    /// The handler that runs, or the last one that ran.
    pub(crate) fn message(&self) -> &'static str {
        self.message
    }

    // === Its own life ===

    /// Requests this actor's graceful stop: from now on new messages are refused, those accepted are handled, then the
    /// children and the actor end. Returns at once.
    pub fn stop(&mut self) {
        crate::cell::order_stop(&*self.cell, StopMode::Drain, StopReason::Shutdown);
    }

    /// Requests this actor's restart after the current message. Returns at once.
    pub fn restart(&mut self) {
        let path = self.path().clone();
        let (ack, _nobody) = Ack::new(Err(crate::error::RestartError::NotRunning { path }));
        self.cell.core.order(Command::Restart(ack));
    }

    // === Tools ===

    /// A tool that the host of the topology supplies. Only those are to be had that the actor says it uses, by
    /// `#[actor(tools(dyn Clock))]`, and the topology sees to it that they are supplied.
    ///
    /// # Panics
    /// If the actor was not spawned by a topology, and so nobody supplies it.
    #[must_use]
    pub fn tool<T: ?Sized + Send + Sync + 'static>(&self) -> &Arc<T>
    where
        A: Uses<T>,
    {
        let tools = self.system().host().map(Host::tools);
        tools.and_then(Tools::get).unwrap_or_else(|| {
            let tool = std::any::type_name::<T>();
            panic!("{} uses `{tool}`, and no topology supplies it", self.path())
        })
    }

    // === Children ===

    /// Spawns a child under `name`. It is stopped before this actor is.
    ///
    /// As for [`ActorSystem::spawn`], nothing happens until the returned [`Spawn`] is awaited, and a restart of the
    /// child goes on with the same value.
    ///
    /// # Errors
    /// The awaited future fails as for [`ActorSystem::spawn`], with [`SpawnError::ParentNotRunning`] if this actor is
    /// stopping.
    ///
    /// [`SpawnError::ParentNotRunning`]: crate::SpawnError::ParentNotRunning
    pub fn spawn_child<B: Actor>(&self, name: impl Into<String>, value: B) -> Spawn<B::Handle> {
        Spawn::of_value(self.system().clone(), Some(self.me()), name.into(), value)
    }

    /// As [`spawn_child`](Self::spawn_child), with the value made by `factory`: now, and anew at each restart.
    ///
    /// # Errors
    /// As for [`spawn_child`](Self::spawn_child), and [`SpawnError::InitFailed`](crate::SpawnError::InitFailed) if the
    /// factory panics.
    pub fn spawn_child_with<B: Actor>(
        &self,
        name: impl Into<String>,
        factory: impl FnMut() -> B + Send + 'static,
    ) -> Spawn<B::Handle> {
        Spawn::of_factory(self.system().clone(), Some(self.me()), name.into(), factory)
    }

    /// The running child of this name, or a new one made by `factory`, as
    /// [`ActorSystem::get_or_spawn`] gives a top-level actor.
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
    /// #[actor]
    /// struct Shop;
    ///
    /// #[actor]
    /// impl Shop {
    ///     #[handler]
    ///     async fn sell(&mut self, ctx: &mut Context<Self>, till: String, price: u64) -> Result<u64, Fault> {
    ///         let till = ctx.get_or_spawn_child(till, Till::default).await?;
    ///         Ok(till.add(price).await?)
    ///     }
    /// }
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let shop = ActorSystem::new("town").spawn("shop", Shop).await?;
    /// assert_eq!(shop.sell("west".into(), 3).await?, 3);
    /// assert_eq!(shop.sell("west".into(), 4).await?, 7);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// The awaited future fails as for [`ActorSystem::get_or_spawn`], with
    /// [`SpawnError::ParentNotRunning`](crate::SpawnError::ParentNotRunning) if this actor is stopping.
    pub fn get_or_spawn_child<B: Actor>(
        &self,
        name: impl Into<String>,
        factory: impl FnMut() -> B + Send + 'static,
    ) -> GetOrSpawn<B::Handle> {
        GetOrSpawn::new(self.system().clone(), Some(self.me()), name.into(), factory)
    }

    /// The running child of this name.
    ///
    /// # Errors
    /// If no running child has the name, or it is no `B`.
    pub fn child<B: Actor>(&self, name: &str) -> Result<B::Handle, LookupError> {
        let found = self
            .cell
            .core
            .known_children()
            .and_then(|children| children.get(name));
        crate::system::typed_running::<B>(found, || self.path().child(name))
    }

    /// The running children, in the order of their spawning.
    #[must_use]
    pub fn children(&self) -> Vec<ActorRef> {
        let all = self
            .cell
            .core
            .known_children()
            .map(crate::system::Children::list)
            .unwrap_or_default();
        all.into_iter()
            .map(ActorRef::new)
            .filter(ActorRef::is_running)
            .collect()
    }

    /// Has this actor's children, those there are and those to come, be treated as a group from now on: declaration
    /// order is the order of their spawning. It stays so over restarts, and can be said once.
    ///
    /// Returns whether it was said for the first time; if not, nothing changes.
    pub fn supervise_children(&self, group: impl Into<Group>) -> bool {
        let supervisor = Supervisor::of_children(&self.me(), group.into());
        let children = self.cell.core.children();
        children.is_some_and(|children| children.supervise(supervisor))
    }

    /// Lifts the suspension of the child of this name, as [`ActorRef::reinstate`] does for a handle. A suspended child
    /// is not found by [`child`](Self::child).
    ///
    /// Returns whether the child was suspended. The child is looked up by the call; the suspension is lifted when the
    /// future is first polled.
    ///
    /// # Errors
    /// The future fails if there is no such child.
    pub fn reinstate(
        &self,
        name: &str,
    ) -> impl Future<Output = Result<bool, LookupError>> + Send + use<A> {
        let child = self
            .cell
            .core
            .known_children()
            .and_then(|children| children.get(name));
        let path = self.path().child(name);
        // Nothing of the context is borrowed while this waits. A handler's future has to be `Send`, and a `&Context` in
        // it is only where the messages are `Sync`, which they need not be.
        async move {
            match child {
                Some(child) => Ok(ActorRef::new(child).reinstate().await),
                None => Err(LookupError::NotFound { path }),
            }
        }
    }

    fn me(&self) -> Arc<dyn AnyCell> {
        Arc::clone(&self.cell) as Arc<dyn AnyCell>
    }

    // === Death watch ===

    /// Watches `target`: when it ends, this actor gets exactly one [`Terminated`], after the target's name is free. At
    /// once, if it has ended already. Watching twice is watching once.
    ///
    /// A restart ends no watch but those of its own children, which it stops: it is not told of their ends.
    pub fn watch(&mut self, target: &ActorRef) {
        let target = target.cell();
        let uid = target.core().uid;
        if uid == self.cell.core.uid {
            // It would be told when there is nobody left to be told.
            return;
        }
        let watching = self.watching.get_or_insert_default();
        if watching.insert(uid, Arc::downgrade(target)).is_some() {
            return;
        }
        let added = target.core().watchers.add(&self.me());
        #[cfg(feature = "remote")]
        let added = added.and_then(|()| match &target.core().elsewhere {
            Some(elsewhere) if !elsewhere.watch() => Err(crate::events::StopReason::NodeLost),
            _ => Ok(()),
        });
        if let Err(reason) = added {
            self.cell.terminated(Terminated {
                actor: ActorRef::new(Arc::clone(target)),
                reason,
            });
        }
    }

    /// Ends a watch. A notice that is on its way already is not delivered any more.
    pub fn unwatch(&mut self, target: &ActorRef) {
        let core = target.cell().core();
        if self
            .watching
            .as_mut()
            .is_some_and(|watching| watching.remove(&core.uid).is_some())
        {
            core.watchers.remove(self.cell.core.uid);
        }
    }

    /// Whether this actor watches `target`, and has not been told of its end yet.
    #[must_use]
    pub fn is_watching(&self, target: &ActorRef) -> bool {
        let uid = target.cell().core().uid;
        self.watching
            .as_ref()
            .is_some_and(|watching| watching.contains_key(&uid))
    }

    /// Whether a notice is still wanted; the watch ends with it.
    pub(crate) fn still_watches(&mut self, signal: &Terminated) -> bool {
        let uid = signal.actor().cell().core().uid;
        self.watching
            .as_mut()
            .is_some_and(|watching| watching.remove(&uid).is_some())
    }

    pub(crate) fn stop_watching(&mut self) {
        for target in self
            .watching
            .take()
            .into_iter()
            .flat_map(|watching| watching.into_values())
        {
            if let Some(target) = target.upgrade() {
                target.core().watchers.remove(self.cell.core.uid);
            }
        }
    }

    // === Behaviours ===

    /// The behaviour the actor is in.
    #[must_use]
    pub fn behavior(&self) -> A::Behavior {
        self.behaviors.current()
    }

    /// Changes the behaviour from the next message on, and forgets those before.
    ///
    /// Messages that waited by `stash_in` come back, in front of all others.
    pub fn become_(&mut self, behavior: A::Behavior) {
        self.behaviors.become_(behavior);
        self.release_declared();
    }

    /// Changes the behaviour from the next message on; [`unbecome_stacked`](Self::unbecome_stacked) goes back.
    pub fn become_stacked(&mut self, behavior: A::Behavior) {
        self.behaviors.become_stacked(behavior);
        self.release_declared();
    }

    /// Goes back to the behaviour before the last [`become_stacked`](Self::become_stacked); where there is none, to
    /// the initial one.
    pub fn unbecome_stacked(&mut self) {
        self.behaviors.unbecome_stacked();
        self.release_declared();
    }

    /// Goes back to the initial behaviour.
    pub fn unbecome(&mut self) {
        self.behaviors.unbecome();
        self.release_declared();
    }

    // === Stash ===

    /// Keeps a message for later, its reply included.
    ///
    /// # Errors
    /// The message, if the stash is full: it holds as many as `#[actor(stash = …)]` says, by default as many as the
    /// mailbox.
    pub fn stash(&mut self, message: A::Msg) -> Result<(), StashFull<A::Msg>> {
        let stash = self.stash_mut();
        let capacity = stash.capacity();
        stash
            .push(message, false)
            .map_err(|message| StashFull { message, capacity })
    }

    /// Takes the oldest stashed message out: it is handled next, before all that waits in the mailbox.
    ///
    /// # Errors
    /// If nothing is stashed.
    pub fn unstash(&mut self) -> Result<(), StashEmpty> {
        let oldest = self
            .stash
            .as_mut()
            .and_then(|stash| stash.take_oldest())
            .ok_or(StashEmpty)?;
        self.hand_back([oldest]);
        Ok(())
    }

    /// Takes all stashed messages out: they are handled next, oldest first, before all that waits in the mailbox.
    pub fn unstash_all(&mut self) {
        if let Some(stash) = &mut self.stash {
            let all: Vec<_> = stash.take_all().collect();
            self.hand_back(all);
        }
    }

    /// How many messages are stashed.
    #[must_use]
    pub fn stashed(&self) -> usize {
        self.stash.as_ref().map_or(0, |stash| stash.len())
    }

    fn stash_mut(&mut self) -> &mut Stash<A::Msg> {
        let capacity = A::OPTIONS.stash.unwrap_or(self.cell.queue.capacity());
        self.stash
            .get_or_insert_with(|| Box::new(Stash::new(capacity)))
    }

    fn release_declared(&mut self) {
        if let Some(stash) = &mut self.stash {
            let declared = stash.take_declared();
            self.hand_back(declared);
        }
    }

    /// Puts messages in front of all others, in their order.
    fn hand_back(
        &mut self,
        messages: impl IntoIterator<Item = A::Msg, IntoIter: DoubleEndedIterator>,
    ) {
        for message in messages.into_iter().rev() {
            self.cell.queue.back_in_hand();
            self.hand.push_front(Item::Message(message));
        }
    }

    // === Events, futures, tasks ===

    /// Announces an event to all that have subscribed to it, and returns how many took it.
    ///
    /// An event does not wait: a subscriber whose mailbox is full does not get it, and a dead letter says so.
    pub fn emit<E: Clone + Send + 'static>(&self, event: E) -> usize
    where
        A: Emits<E>,
    {
        let mut all = recipients::<E>(&self.cell.core);
        let Some(last) = all.pop() else { return 0 };
        let mut gone = HashSet::new();
        let mut announce = |to: &Recipient<E>, event: E| {
            let taken = to.try_tell(event).is_ok();
            if !taken && to.is_over() {
                gone.insert(to.uid());
            }
            usize::from(taken)
        };
        let mut taken = 0;
        for to in &all {
            taken += announce(to, event.clone());
        }
        taken += announce(&last, event);
        if !gone.is_empty()
            && let Some(topics) = self.cell.core.topics.get()
        {
            lock(topics).remove::<E>(&gone);
        }
        taken
    }

    /// Runs `future` beside this actor; `map` makes its outcome a message to this actor.
    ///
    /// The message is delivered also while the mailbox is full or the actor suspended. The future ends, unfinished,
    /// when the actor stops or is restarted. If it panics, nothing is delivered and a dead letter says so. An actor
    /// with a future under way is not idle. Where the actor's tasks have ended already, as in `PostStop` of its last
    /// life, this does nothing: the future is dropped without being polled.
    pub fn pipe<F>(&self, future: F, map: impl FnOnce(F::Output) -> A::Msg + Send + 'static)
    where
        F: Future + Send + 'static,
    {
        let in_flight = InFlight::new(Arc::clone(&self.cell));
        let message = self.message;
        self.spawn(async move {
            let mut outcome = pin!(async { map(future.await) });
            let caught = std::future::poll_fn(|cx| {
                match catch_unwind(AssertUnwindSafe(|| outcome.as_mut().poll(cx))) {
                    Ok(poll) => poll.map(Ok),
                    Err(payload) => std::task::Poll::Ready(Err(Fault::from_panic(payload))),
                }
            })
            .await;
            match caught {
                Ok(message) => in_flight.0.send_past_limits(message),
                Err(fault) => {
                    let core = &in_flight.0.core;
                    log::pipe_panicked(core, message, &fault);
                    core.dead_letter(message, DeadLetterReason::PipePanicked, Fate::Lost);
                }
            }
        });
    }

    /// Runs `future` beside this actor. It ends, unfinished, when the actor stops or is restarted.
    ///
    /// `None` if the actor has ended.
    pub fn spawn(&self, future: impl Future<Output = ()> + Send + 'static) -> Option<AbortHandle> {
        self.cell.core.tasks.spawn(self.system().runtime(), future)
    }

    // === For the generated code ===

    #[doc(hidden)]
    #[inline]
    pub fn __begin<T, E>(&mut self, name: &'static str, reply: &ReplyTo<T, E>) -> bool {
        self.message = name;
        if reply.begin(self.cell.core.turn()) {
            self.count();
            true
        } else {
            self.cell.core.skipped.fetch_add(1, Ordering::Relaxed);
            self.dropped_in = Some(self.cell.core.turn());
            false
        }
    }

    #[doc(hidden)]
    #[inline]
    pub fn __begin_event(&mut self, name: &'static str) {
        self.message = name;
        self.count();
    }

    fn count(&mut self) {
        self.processed += 1;
        // Only this task writes it.
        self.cell
            .core
            .processed
            .store(self.processed, Ordering::Relaxed);
    }

    #[doc(hidden)]
    pub fn __stash(&mut self, message: A::Msg) {
        if let Err(message) = self.stash_mut().push(message, true) {
            self.cell
                .item_died(Item::Message(message), DeadLetterReason::StashFull);
        }
    }

    #[doc(hidden)]
    pub fn __unhandled<T, E>(&mut self, name: &'static str, reply: ReplyTo<T, E>) {
        self.dropped_in = Some(self.cell.core.turn());
        if reply.is_asked() {
            reply.answer(Answer::Unhandled(self.behavior().name()));
        } else {
            self.cell
                .core
                .dead_letter(name, DeadLetterReason::Unhandled, Fate::Lost);
        }
    }

    /// Publishes the error of a handler whose answer nobody waits for.
    pub(crate) fn unheard(&self, error: String) {
        log::nobody_waits(&self.cell.core, self.message, &error);
        self.cell.core.publish(EventKind::HandlerError {
            message: self.message,
            error,
        });
    }

    // === For the driver ===

    #[inline]
    pub(crate) fn next_item(&mut self) -> Option<Item<A::Msg>> {
        let item = self.hand.pop_front()?;
        self.cell.core.next_turn();
        if let Item::Message(_) = item {
            self.cell.queue.handled();
        }
        Some(item)
    }

    pub(crate) fn hand_is_empty(&self) -> bool {
        self.hand.is_empty()
    }

    pub(crate) fn take(&mut self) -> bool {
        self.cell.queue.take(&mut self.hand)
    }

    /// Whether an order waits on the control lane.
    pub(crate) fn is_called(&self) -> bool {
        self.cell.core.control.is_pending()
    }

    /// Whether any message waits here to be handled.
    pub(crate) fn has_messages(&self) -> bool {
        !self.hand.is_empty() || self.cell.queue.len() > 0 || self.stashed() > 0
    }

    /// Whether the message of this turn is dropped and not handled: a panic is then one of a destructor.
    pub(crate) fn only_drops(&self) -> bool {
        self.dropped_in == Some(self.cell.core.turn())
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.stashed() > 0 || self.cell.core.in_flight.load(Ordering::Acquire) > 0
    }

    /// Back to the beginnings; returns what was stashed.
    pub(crate) fn reset(&mut self) -> Vec<A::Msg> {
        self.behaviors.unbecome();
        self.processed = 0;
        self.cell.core.processed.store(0, Ordering::Relaxed);
        self.stash
            .take()
            .map(|mut stash| stash.take_all().collect())
            .unwrap_or_default()
    }

    /// What is in hand, and what is stashed; the rest stays as it is.
    pub(crate) fn take_messages(&mut self) -> (VecDeque<Item<A::Msg>>, Vec<A::Msg>) {
        let stash = self.stash.as_mut();
        let stashed = stash.map(|stash| stash.take_all().collect());
        (std::mem::take(&mut self.hand), stashed.unwrap_or_default())
    }

    /// The messages in hand and in the queue; what the runtime itself sent stays.
    pub(crate) fn clear(&mut self) -> VecDeque<Item<A::Msg>> {
        let hand = std::mem::take(&mut self.hand).into_iter();
        let (mut messages, kept): (VecDeque<_>, VecDeque<_>) = hand.partition(Item::is_message);
        self.hand = kept;
        messages.extend(self.cell.queue.clear());
        messages
    }

    /// What was in hand, and what was stashed.
    pub(crate) fn dispose(&mut self) -> (VecDeque<Item<A::Msg>>, Vec<A::Msg>) {
        (std::mem::take(&mut self.hand), self.reset())
    }
}

/// Counts a piped future for as long as it is under way.
struct InFlight<A: Actor>(Arc<Cell<A>>);

impl<A: Actor> InFlight<A> {
    fn new(cell: Arc<Cell<A>>) -> Self {
        cell.core.in_flight.fetch_add(1, Ordering::AcqRel);
        Self(cell)
    }
}

impl<A: Actor> Drop for InFlight<A> {
    fn drop(&mut self) {
        self.0.core.in_flight.fetch_sub(1, Ordering::AcqRel);
    }
}
