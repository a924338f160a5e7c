//! What an actor's handles, its parent and its own task share.
//!
//! A [`Cell`] lives as long as anybody refers to the actor; the actor's value and context live in its task and go with
//! it. [`AnyCell`] is the same with the type forgotten: what the tree, the watchers and the wait-for graph hold.

use std::any::Any;
use std::sync::atomic::{AtomicU32, AtomicU64};
use std::sync::{Arc, OnceLock, Weak};
use std::task::Waker;

use crate::actor::{Actor, Message};
use crate::error::{Refusal, SpawnError};
use crate::events::{DeadLetter, DeadLetterReason, EventKind, StopReason, Topics};
use crate::fault::Fault;
use crate::life::{Life, Stage};
use crate::lifecycle::{State, StopMode};
use crate::mailbox::{Command, Control, Gate, Item, Offer, Queue, Ticket};
use crate::options::Mailbox;
use crate::path::ActorPath;
#[cfg(feature = "remote")]
use crate::remote::Elsewhere;
use crate::signal::{PanicSignal, Terminated};
use crate::supervision::{Member, Policy, RestartMode};
use crate::sync::{AtomicBool, AtomicU8, AtomicUsize, Mutex, Ordering, fence, lock};
use crate::system::{ActorSystem, Children};
use crate::tasks::Tasks;
use crate::turn;
use crate::waits::Edges;
use crate::watch::Watchers;

/// What a spawn says about an actor, in the place of the actor's own declaration.
#[derive(Default)]
pub(crate) struct Given {
    pub(crate) policy: Option<Policy>,
    /// How it is restarted where no policy says it.
    pub(crate) mode: Option<RestartMode>,
    pub(crate) member: Option<Member>,
}

/// The part of an actor that knows its type.
pub(crate) struct Cell<A: Actor> {
    pub(crate) core: Core,
    pub(crate) queue: Queue<Item<A::Msg>>,
}

/// What became of a message that is a dead letter.
#[derive(Clone, Copy)]
pub(crate) enum Fate {
    /// Its sender, in whose code this is, has it back.
    Returned,
    /// It was not accepted. Its sender, in whose code this is, is not told.
    Refused,
    /// It had been accepted. Who sent it is not known any more.
    Lost,
}

/// Counts the actors of all systems: those of two systems may watch each other and wait for each other, and are told
/// apart there by their numbers. It is all that two systems share, and a number says nothing of what it counts.
static NEXT_UID: AtomicU64 = AtomicU64::new(1);

/// The part of an actor that does not.
pub(crate) struct Core {
    pub(crate) path: ActorPath,
    /// The actor's own number, never used again in this process.
    pub(crate) uid: u64,
    pub(crate) incarnation: AtomicU64,
    pub(crate) system: ActorSystem,
    /// Weak, so that a long chain of children is never dropped from within itself.
    pub(crate) parent: Option<Weak<dyn AnyCell>>,
    state: AtomicU8,
    pub(crate) restarts: AtomicU32,
    pub(crate) processed: AtomicU64,
    pub(crate) skipped: AtomicU64,
    /// Piped futures whose outcome is to come.
    pub(crate) in_flight: AtomicUsize,
    pub(crate) control: Control,
    /// The task's waker; a tokio task has the same one all its life.
    waker: OnceLock<Waker>,
    pub(crate) life: Life,
    pub(crate) watchers: Watchers,
    /// Whom it waits for. Made on first use, as most actors wait for nobody.
    waits: OnceLock<Box<Mutex<Edges>>>,
    /// The number of the message or signal that is being handled, or was last; it does not come again. Each actor
    /// counts from another, far enough apart that two are hardly ever at the same number. If they are, a reply that one
    /// drops for the other may be answered `Failed` in the place of `NoReply`, should its handler fail just then.
    turn: AtomicUsize,
    awaits_children: AtomicBool,
    pub(crate) tasks: Tasks,
    /// `None` is there for good, set by an end that came before the first child.
    // Boxed where most actors have none.
    children: OnceLock<Option<Box<Children>>>,
    pub(crate) topics: OnceLock<Box<Mutex<Topics>>>,
    /// What the spawn said. Boxed, as most say nothing.
    pub(crate) given: Option<Box<Given>>,
    /// Where it is, of an actor on another node: this is its local end, then.
    #[cfg(feature = "remote")]
    pub(crate) elsewhere: Option<Box<Elsewhere>>,
}

/// A [`Cell`] of any actor.
pub(crate) trait AnyCell: Any + Send + Sync {
    fn core(&self) -> &Core;
    fn type_name(&self) -> &'static str;
    fn handles_panic_signal(&self) -> bool;
    /// Delivered whatever the capacity, and kept while suspended. Nothing happens once the actor has ended.
    fn terminated(&self, signal: Terminated);
    /// Whether it was taken.
    fn panic_signal(&self, signal: PanicSignal) -> bool;
    /// Whether it was taken.
    fn poison(&self) -> Result<(), Refusal>;
    fn set_gate(&self, gate: Gate);
    fn queued(&self) -> usize;
    fn before_waiting(&self);
    /// It had its name, and will never be started.
    fn never_started(&self);
    /// Whether a message still waits for room.
    fn is_in_line(&self, ticket: Ticket) -> bool;
}

impl Core {
    pub(crate) fn new(
        path: ActorPath,
        system: &ActorSystem,
        parent: Option<&Arc<dyn AnyCell>>,
        given: Option<Box<Given>>,
    ) -> Self {
        let uid = NEXT_UID.fetch_add(1, Ordering::Relaxed);
        Self {
            path,
            uid,
            incarnation: AtomicU64::new(system.next_incarnation()),
            system: system.clone(),
            parent: parent.map(Arc::downgrade),
            state: AtomicU8::new(State::Starting as u8),
            restarts: AtomicU32::new(0),
            processed: AtomicU64::new(0),
            skipped: AtomicU64::new(0),
            in_flight: AtomicUsize::new(0),
            control: Control::new(),
            waker: OnceLock::new(),
            life: Life::new(Stage::Starting),
            watchers: Watchers::default(),
            waits: OnceLock::new(),
            turn: AtomicUsize::new((uid as usize) << (usize::BITS / 2)),
            awaits_children: AtomicBool::new(false),
            tasks: Tasks::default(),
            children: OnceLock::new(),
            topics: OnceLock::new(),
            given,
            #[cfg(feature = "remote")]
            elsewhere: None,
        }
    }

    /// Whether the actor is on another node.
    pub(crate) fn is_elsewhere(&self) -> bool {
        #[cfg(feature = "remote")]
        return self.elsewhere.is_some();
        #[cfg(not(feature = "remote"))]
        false
    }

    /// Its place in a group: of a topology, or of the children of its parent.
    pub(crate) fn member(&self) -> Option<Member> {
        if let Some(member) = self.given.as_ref().and_then(|given| given.member.as_ref()) {
            return Some(member.clone());
        }
        let parent = self.parent.as_ref().and_then(Weak::upgrade)?;
        let supervisor = parent.core().known_children()?.supervisor()?;
        Some(Member {
            supervisor: Arc::clone(supervisor),
            order: self.uid,
        })
    }

    /// The state as others see it: an actor that was told to stop is stopping, whatever it has still in hand.
    #[inline]
    pub(crate) fn state(&self) -> State {
        let state = State::from_u8(self.state.load(Ordering::Acquire));
        if state != State::Stopped && self.control.is_stopping() {
            return State::Stopping;
        }
        state
    }

    /// Whether it does nothing until its supervisor, or somebody by hand, says so.
    pub(crate) fn is_held(&self) -> bool {
        matches!(self.state(), State::Suspended | State::Down)
    }

    /// Whether its driver waits for the ends of its children.
    pub(crate) fn awaits_children(&self) -> bool {
        self.awaits_children.load(Ordering::Relaxed)
    }

    pub(crate) fn set_awaits_children(&self, awaits: bool) {
        self.awaits_children.store(awaits, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn turn(&self) -> usize {
        self.turn.load(Ordering::Relaxed)
    }

    /// The next message or signal is handled. Only the driver says so.
    #[inline]
    pub(crate) fn next_turn(&self) {
        self.turn
            .store(self.turn().wrapping_add(1), Ordering::Relaxed);
    }

    pub(crate) fn incarnation(&self) -> u64 {
        self.incarnation.load(Ordering::Relaxed)
    }

    pub(crate) fn waits(&self) -> &Mutex<Edges> {
        self.waits.get_or_init(Box::default)
    }

    /// The same, if it has ever waited for anybody.
    pub(crate) fn known_waits(&self) -> Option<&Mutex<Edges>> {
        self.waits.get().map(|waits| &**waits)
    }

    /// The actor's children, made on first use. `None` if it ends, or has ended, without ever having had any.
    pub(crate) fn children(&self) -> Option<&Children> {
        self.children
            .get_or_init(|| Some(Box::new(Children::of_actor())))
            .as_deref()
    }

    /// The actor's children, if it ever had any.
    pub(crate) fn known_children(&self) -> Option<&Children> {
        self.children.get()?.as_deref()
    }

    /// Has the actor take no new children, not even a first one.
    pub(crate) fn close_children(&self) {
        if let Some(children) = self.children.get_or_init(|| None) {
            children.close();
        }
    }

    /// Gives the name back, and lets go of those who had subscribed.
    pub(crate) fn leave_tree(&self) {
        if let Some(topics) = self.topics.get() {
            let topics = std::mem::take(&mut *lock(topics));
            drop(topics);
        }
        match &self.parent {
            Some(parent) => {
                let parent = parent.upgrade();
                if let Some(children) = parent.as_deref().and_then(|p| p.core().known_children()) {
                    children.remove(self.uid, &self.path);
                }
            }
            None => self.system.top_level().remove(self.uid, &self.path),
        }
        if let Some(limit) = self.system.limit() {
            limit.left();
        }
    }

    pub(crate) fn set_waker(&self, waker: &Waker) {
        let _ = self.waker.set(waker.clone());
        fence(Ordering::SeqCst);
    }

    /// Has the driver look at its control lane or its queue. A driver that has not been polled yet needs no waking.
    #[inline]
    pub(crate) fn wake(&self) {
        if let Some(waker) = self.waker.get() {
            waker.wake_by_ref();
        }
    }

    pub(crate) fn order(&self, command: Command) {
        self.control.push(command);
        // Pairs with the fence in `set_waker`: either the waker is seen here, or the order by the driver's first look.
        fence(Ordering::SeqCst);
        self.wake();
    }

    /// The error of a start that an end cut off.
    pub(crate) fn interrupted(&self, reason: StopReason) -> SpawnError {
        if reason == StopReason::RuntimeGone {
            return SpawnError::RuntimeGone {
                path: self.path.clone(),
            };
        }
        match self.parent.as_ref().and_then(Weak::upgrade) {
            Some(parent) if reason == StopReason::ParentStopped => SpawnError::ParentNotRunning {
                path: parent.core().path.clone(),
            },
            _ => SpawnError::Interrupted {
                path: self.path.clone(),
            },
        }
    }

    pub(crate) fn publish(&self, kind: EventKind) {
        self.system.publish(&self.path, self.incarnation(), kind);
    }

    pub(crate) fn dead_letter(&self, message: &'static str, reason: DeadLetterReason, fate: Fate) {
        let (returned, here) = match fate {
            Fate::Returned => (true, true),
            Fate::Refused => (false, true),
            Fate::Lost => (false, false),
        };
        let sender = if here { turn::current() } else { None };
        let sender = sender.map(|cell| cell.core().path.clone());
        let receiver = self.path.clone();
        let letter = DeadLetter {
            receiver,
            sender,
            message,
            reason,
            returned,
        };
        self.system.dead_letter(self.incarnation(), letter);
    }
}

impl<A: Actor> Cell<A> {
    pub(crate) fn new(core: Core, mailbox: Mailbox) -> Self {
        // Open while it starts: what `pre_start` sends to itself is kept for afterwards.
        Self {
            core,
            queue: Queue::new(mailbox, Gate::Open),
        }
    }

    /// The end of an actor that had its name and no task. Whoever had its handle may have sent to it.
    pub(crate) fn fail_to_start(&self, error: SpawnError) {
        self.set_state(State::Stopped);
        for item in self.queue.dispose() {
            self.item_died(item, DeadLetterReason::Stopped);
        }
        self.core.leave_tree();
        self.core.life.advance(Stage::Failed(Box::new(error)));
    }

    /// Sets the state that others see, and the gate with it.
    pub(crate) fn set_state(&self, state: State) {
        self.core.state.store(state as u8, Ordering::Release);
        self.queue.set_gate(state.gate());
    }

    /// As [`set_state`](Self::set_state) where the gate is closed already.
    pub(crate) fn set_state_only(&self, state: State) {
        self.core.state.store(state as u8, Ordering::Release);
    }

    /// Sends a message that does not wait for room.
    ///
    /// # Errors
    /// The message, and why; a dead letter was published.
    pub(crate) fn send_now(&self, message: A::Msg) -> Result<(), (Refusal, A::Msg)> {
        match self.offer(message) {
            Sent::Taken => Ok(()),
            Sent::Refused(why, message) => Err((why, message)),
            Sent::Full(message) => Err(self.refused(Refusal::MailboxFull, message)),
        }
    }

    /// Offers a message. Where it is refused, or is dropped by the mailbox's own rule, a dead letter is published.
    #[inline]
    pub(crate) fn offer(&self, message: A::Msg) -> Sent<A::Msg> {
        match self.queue.offer(Item::Message(message)) {
            Offer::Accepted { wake } => {
                if wake {
                    self.core.wake();
                }
                Sent::Taken
            }
            other => self.not_simply_accepted(other),
        }
    }

    #[cold]
    fn not_simply_accepted(&self, offer: Offer<Item<A::Msg>>) -> Sent<A::Msg> {
        match offer {
            Offer::Accepted { wake } => {
                if wake {
                    self.core.wake();
                }
                Sent::Taken
            }
            Offer::Displaced { wake, oldest } => {
                if wake {
                    self.core.wake();
                }
                self.item_died(oldest, DeadLetterReason::MailboxFull);
                Sent::Taken
            }
            Offer::Dropped(newest) => {
                self.item_ended(newest, DeadLetterReason::MailboxFull, Fate::Refused);
                Sent::Taken
            }
            Offer::Full(Item::Message(message)) => {
                let (why, message) = self.refused(Refusal::MailboxFull, message);
                Sent::Refused(why, message)
            }
            Offer::Wait(Item::Message(message)) => Sent::Full(message),
            // What `pre_start` sends to its own actor is kept for afterwards, as it is at the first start.
            Offer::Refused(Gate::Held, Item::Message(message)) if self.starts_again_here() => {
                self.send_past_limits(message);
                Sent::Taken
            }
            Offer::Refused(gate, Item::Message(message)) => {
                let (why, message) = self.refused(self.refusal(gate), message);
                Sent::Refused(why, message)
            }
            // Only messages are offered.
            Offer::Full(_) | Offer::Wait(_) | Offer::Refused(..) => Sent::Taken,
        }
    }

    /// Whether this is called by the actor's own hook in a restart.
    fn starts_again_here(&self) -> bool {
        self.core.state() == State::Restarting
            && turn::current().is_some_and(|cell| cell.core().uid == self.core.uid)
    }

    /// Why a message is refused that meets this gate.
    pub(crate) fn refusal(&self, gate: Gate) -> Refusal {
        match gate {
            Gate::Held if self.core.is_elsewhere() => Refusal::Unreachable,
            Gate::Held => Refusal::Suspended,
            Gate::Open | Gate::Closed => Refusal::NotRunning,
        }
    }

    /// Offers a message that came from another node, where its sender does not wait for room and cannot have it back.
    #[cfg(feature = "remote")]
    pub(crate) fn offer_from_afar(&self, message: A::Msg) -> Result<(), Refusal> {
        let (item, why, reason) = match self.queue.offer(Item::Message(message)) {
            Offer::Full(item) | Offer::Wait(item) => {
                (item, Refusal::MailboxFull, DeadLetterReason::MailboxFull)
            }
            Offer::Refused(Gate::Held, item) => {
                (item, Refusal::Suspended, DeadLetterReason::Suspended)
            }
            Offer::Refused(_, item) => (item, Refusal::NotRunning, DeadLetterReason::NotRunning),
            other => {
                self.not_simply_accepted(other);
                return Ok(());
            }
        };
        self.item_ended(item, reason, Fate::Refused);
        Err(why)
    }

    /// Publishes the dead letter of a message that goes back to its sender.
    pub(crate) fn refused(&self, why: Refusal, message: A::Msg) -> (Refusal, A::Msg) {
        let reason = match why {
            Refusal::NotRunning => DeadLetterReason::NotRunning,
            Refusal::Suspended => DeadLetterReason::Suspended,
            Refusal::MailboxFull => DeadLetterReason::MailboxFull,
            Refusal::Cycle => DeadLetterReason::Cycle,
            Refusal::Unreachable => DeadLetterReason::NodeLost,
        };
        self.core
            .dead_letter(message.name(), reason, Fate::Returned);
        (why, message)
    }

    /// Delivers what an actor is owed by its own doing, whatever the capacity and also while it is suspended.
    pub(crate) fn send_past_limits(&self, message: A::Msg) {
        match self.queue.push_past_limits(Item::Message(message)) {
            Ok(true) => self.core.wake(),
            Ok(false) => {}
            Err(item) => self.item_died(item, DeadLetterReason::NotRunning),
        }
    }

    /// What was accepted and is given up becomes a dead letter. Its asker, if any, is told by the drop of the message.
    pub(crate) fn item_died(&self, item: Item<A::Msg>, reason: DeadLetterReason) {
        self.item_ended(item, reason, Fate::Lost);
    }

    fn item_ended(&self, item: Item<A::Msg>, reason: DeadLetterReason, fate: Fate) {
        if let Item::Message(message) = item {
            self.core.dead_letter(message.name(), reason, fate);
            // A message is a user's value: its destructor may panic.
            drop_quietly(message);
        }
    }

    /// Delivers what the runtime itself sends, whatever the capacity. Returns whether it was taken.
    pub(crate) fn runtime_item(&self, item: Item<A::Msg>) -> bool {
        match self.queue.push_past_limits(item) {
            Ok(wake) => {
                if wake {
                    self.core.wake();
                }
                true
            }
            Err(_) => false,
        }
    }
}

/// What became of a message that was offered.
pub(crate) enum Sent<M> {
    Taken,
    /// A dead letter was published.
    Refused(Refusal, M),
    /// There is no room now, and the mailbox lets senders wait.
    Full(M),
}

/// Drops a user's value; a panic of its destructor is caught.
pub(crate) fn drop_quietly<T>(value: T) {
    let dropped = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || drop(value)));
    if let Err(payload) = dropped {
        let fault = crate::fault::Fault::from_panic(payload);
        crate::log::dropped_with_a_panic(&fault);
    }
}

impl<A: Actor> AnyCell for Cell<A> {
    fn core(&self) -> &Core {
        &self.core
    }

    fn type_name(&self) -> &'static str {
        A::TYPE_NAME
    }

    fn handles_panic_signal(&self) -> bool {
        A::HOOKS.panic_signal
    }

    fn terminated(&self, signal: Terminated) {
        self.runtime_item(Item::Terminated(Box::new(signal)));
    }

    fn panic_signal(&self, signal: PanicSignal) -> bool {
        self.runtime_item(Item::PanicSignal(Box::new(signal)))
    }

    fn poison(&self) -> Result<(), Refusal> {
        match self.core.state() {
            State::Running | State::Starting if self.runtime_item(Item::PoisonPill) => Ok(()),
            State::Suspended | State::Down | State::Restarting => Err(Refusal::Suspended),
            _ => Err(Refusal::NotRunning),
        }
    }

    fn set_gate(&self, gate: Gate) {
        self.queue.set_gate(gate);
    }

    fn queued(&self) -> usize {
        self.queue.len()
    }

    fn before_waiting(&self) {
        self.queue.before_waiting();
    }

    fn never_started(&self) {
        self.fail_to_start(SpawnError::Interrupted {
            path: self.core.path.clone(),
        });
    }

    fn is_in_line(&self, ticket: Ticket) -> bool {
        self.queue.is_in_line(ticket)
    }
}

/// Orders an actor to stop. New messages are refused from now on.
pub(crate) fn order_stop(cell: &dyn AnyCell, mode: StopMode, reason: StopReason) {
    order_stop_for(cell, mode, reason, None);
}

/// As [`order_stop`], on account of a failure.
pub(crate) fn order_stop_for(
    cell: &dyn AnyCell,
    mode: StopMode,
    reason: StopReason,
    fault: Option<Fault>,
) {
    if cell.core().is_elsewhere() {
        return;
    }
    let core = cell.core();
    if core.state() != State::Stopped {
        cell.set_gate(Gate::Closed);
        core.order(Command::Stop(mode, reason, fault));
    }
}

/// The topics of an actor, made on first use.
pub(crate) fn topics(core: &Core) -> &Mutex<Topics> {
    core.topics.get_or_init(Box::default)
}

/// The recipients of one event, to be sent to after the lock is released.
pub(crate) fn recipients<E: Send + 'static>(core: &Core) -> Vec<crate::recipient::Recipient<E>> {
    core.topics
        .get()
        .map(|topics| lock(topics).list())
        .unwrap_or_default()
}
