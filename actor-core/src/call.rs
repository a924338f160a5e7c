//! Calls: what a handle's methods return, and the ways a call can be made.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;

use tokio::time::{Sleep, sleep};

use crate::actor::Actor;
use crate::cell::Sent;
use crate::deadlines::{self, Deadline, Expire};
use crate::error::{AskError, Refusal, Returned, SendError};
use crate::handle::Handle;
use crate::mailbox::{Item, Ticket};
use crate::reply::{Answer, ReplyTo, Slot};
use crate::system::ActorSystem;
use crate::timer::Timer;
use crate::turn;
use crate::waits::{self, Due, Until, Waiting};

/// A message about to be sent, by a method of a generated handle: the arguments, and nothing yet done.
///
/// Awaited, it asks: `till.add(5).await` gives the handler's answer as `Result<T, AskError<E>>`. The methods shape it:
///
/// | | |
/// |---|---|
/// | `.timeout(d)` | ask, for so long at the most |
/// | `.tell().await` | send, and wait for room in the mailbox, not for the handler |
/// | `.try_tell()` | send without waiting |
/// | `.blocking()` | ask from a thread that is not async |
/// | `.after(d)`, `.every(d)` | send later, or again and again |
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
/// use std::time::Duration;
///
/// # let system = ActorSystem::new("shop");
/// let till = system.spawn("till", Till::default()).await?;
/// till.add(1).tell().await?;
/// till.add(2).try_tell()?;
/// assert_eq!(till.add(3).await?, 6);
/// assert_eq!(till.add(4).timeout(Duration::from_millis(200)).await?, 10);
/// till.add(5).after(Duration::from_secs(60));
/// # Ok(()) }
/// ```
#[must_use = "a call does nothing until it is awaited or sent with `tell`"]
// `T` and `E` are `Send + 'static`, as `__new` has it. Bounds here, and on what can be done with a call, would be one more
// error about a reply that is not, at every handler and at every call.
pub struct Call<'a, A: Actor, Args, T, E = Infallible> {
    handle: &'a Handle<A>,
    args: Args,
    make: fn(Args, ReplyTo<T, E>) -> A::Msg,
    slot: fn() -> Arc<Slot<T, E>>,
}

impl<'a, A: Actor, Args, T: Send + 'static, E: Send + 'static> Call<'a, A, Args, T, E> {
    #[doc(hidden)]
    pub fn __new(
        handle: &'a Handle<A>,
        args: Args,
        make: fn(Args, ReplyTo<T, E>) -> A::Msg,
    ) -> Self {
        Self {
            handle,
            args,
            make,
            slot: Slot::new,
        }
    }
}

impl<'a, A: Actor, Args, T, E> Call<'a, A, Args, T, E> {
    /// Asks, and waits for `timeout` at the most, on tokio's clock. Without this the system's
    /// [`ask_timeout`](crate::SystemBuilder::ask_timeout) applies, 5 s by default, which may come up to a tenth late.
    ///
    /// A message whose asker has given up is passed over when its turn comes, unless its handler had begun.
    pub fn timeout(self, timeout: Duration) -> Ask<'a, A, T, E> {
        self.ask(Patience::Exactly(timeout))
    }

    /// Asks, and waits for as long as it takes.
    pub fn no_timeout(self) -> Ask<'a, A, T, E> {
        self.ask(Patience::Endless)
    }

    fn ask(self, patience: Patience) -> Ask<'a, A, T, E> {
        let slot = (self.slot)();
        let message = (self.make)(self.args, ReplyTo::to(Arc::clone(&slot)));
        Ask {
            delivery: Delivery::new(self.handle, message),
            asked: Asked(slot),
            patience,
            waiting: None,
            sent: false,
            deadline: None,
            sleep: None,
        }
    }

    /// Sends without asking for an answer. Awaited, it waits for room in the mailbox, not for the handler.
    ///
    /// # Errors
    /// The message, if the actor is stopping, stopped or suspended, if its mailbox is full and rejects, or if waiting
    /// for room would be waiting for oneself. A dead letter is published as well. A mailbox that drops what it has no
    /// room for is no error.
    ///
    /// # Cancel safety
    /// Dropped while it waits for room, the message is not sent.
    pub fn tell(self) -> Tell<'a, A> {
        Tell::new(self.handle, self.message())
    }

    /// Sends without asking for an answer and without waiting for room.
    ///
    /// # Errors
    /// The message, if the actor is stopping, stopped or suspended, or if its mailbox is full and does not drop. A dead
    /// letter is published as well.
    pub fn try_tell(self) -> Result<(), SendError<A::Msg>> {
        let handle = self.handle;
        handle.try_send(self.message())
    }

    /// Asks from a thread that is not async, and blocks it until the answer is there.
    ///
    /// # Errors
    /// As for an ask, and [`AskError::BlockingInActor`] in a handler. On a thread of a runtime outside of handlers it
    /// blocks that thread, which a runtime of one thread does not survive.
    ///
    /// The thread needs no runtime. Where the system's own shuts down meanwhile, and its clock with it, the ask ends at
    /// once with [`AskError::Discarded`] or [`AskError::NoReply`].
    pub fn blocking(self) -> Result<T, AskError<E>> {
        self.into_future().blocking()
    }

    /// Sends once, after `delay` on tokio's clock.
    ///
    /// A timer started in a handler ends with the incarnation that started it. One started elsewhere ends with the
    /// system. Dropping the [`Timer`] does not cancel it. It does not keep the actor alive; a message for an actor that
    /// has ended becomes a dead letter.
    pub fn after(self, delay: Duration) -> Timer {
        Timer::once(self.handle.clone(), self.message(), delay)
    }

    /// Sends again and again, first after one `period`, on tokio's clock. The timer ends when the actor has.
    ///
    /// See [`after`](Self::after) for whom it belongs to. Messages that are due while one waits for room are left out.
    /// A period of zero gives a timer that has [failed](Timer::failed).
    pub fn every(self, period: Duration) -> Timer
    where
        Args: Clone + Send + 'static,
        T: 'static,
        E: 'static,
    {
        let (args, make) = (self.args, self.make);
        Timer::every(
            self.handle.clone(),
            move || make(args.clone(), ReplyTo::none()),
            period,
        )
    }

    /// The message itself, for [`Handle::send`], a stash or a pipe. Nobody waits for its answer.
    #[must_use]
    pub fn message(self) -> A::Msg {
        (self.make)(self.args, ReplyTo::none())
    }
}

impl<'a, A: Actor, Args, T, E> IntoFuture for Call<'a, A, Args, T, E> {
    type Output = Result<T, AskError<E>>;
    type IntoFuture = Ask<'a, A, T, E>;

    fn into_future(self) -> Ask<'a, A, T, E> {
        let timeout = self.handle.cell().core().system.ask_timeout();
        self.ask(timeout.map_or(Patience::Endless, Patience::of_system))
    }
}

/// A message on its way into a mailbox.
struct Delivery<'a, A: Actor> {
    handle: &'a Handle<A>,
    /// Until it is accepted, or has a place in the line.
    message: Option<A::Msg>,
    ticket: Option<Ticket>,
    waiting: Option<Waiting>,
}

impl<'a, A: Actor> Delivery<'a, A> {
    fn new(handle: &'a Handle<A>, message: A::Msg) -> Self {
        Self {
            handle,
            message: Some(message),
            ticket: None,
            waiting: None,
        }
    }

    /// Ready when the message is accepted, or is refused and back. `noted` says that the edge of the wait-for graph is
    /// there already.
    #[inline]
    fn poll(&mut self, waker: &Waker, noted: bool) -> Poll<Result<(), (Refusal, A::Msg)>> {
        let Some(message) = self.message.take() else {
            return self.wait(None, waker, noted);
        };
        match self.handle.typed_cell().offer(message) {
            Sent::Taken => Poll::Ready(Ok(())),
            Sent::Refused(why, message) => Poll::Ready(Err((why, message))),
            Sent::Full(message) => self.wait(Some(Item::Message(message)), waker, noted),
        }
    }

    /// Waits for room for `item`, or for what has a place in the line.
    fn wait(
        &mut self,
        mut item: Option<Item<A::Msg>>,
        waker: &Waker,
        noted: bool,
    ) -> Poll<Result<(), (Refusal, A::Msg)>> {
        let cell = self.handle.typed_cell();
        match cell.queue.poll_room(&mut item, &mut self.ticket, waker) {
            Poll::Pending => {
                if !noted && let Some(ticket) = self.ticket {
                    let room = || Until::HasRoom(ticket);
                    if waits::keep(&mut self.waiting, self.handle.cell(), room).is_err() {
                        // Unless it has been let in since.
                        let back = self.take_back().map(|it| cell.refused(Refusal::Cycle, it));
                        return Poll::Ready(back.map_or(Ok(()), Err));
                    }
                }
                Poll::Pending
            }
            Poll::Ready(Ok(wake)) => {
                if wake {
                    cell.core.wake();
                }
                self.waiting = None;
                Poll::Ready(Ok(()))
            }
            Poll::Ready(Err(gate)) => {
                self.waiting = None;
                match item {
                    Some(Item::Message(message)) => {
                        Poll::Ready(Err(cell.refused(cell.refusal(gate), message)))
                    }
                    // What was put in is what comes out.
                    _ => Poll::Ready(Ok(())),
                }
            }
        }
    }

    /// Takes the message back, unless it was accepted.
    fn take_back(&mut self) -> Option<A::Msg> {
        let queue = &self.handle.typed_cell().queue;
        match self.ticket.take().and_then(|ticket| queue.cancel(ticket)) {
            Some(Item::Message(message)) => Some(message),
            _ => self.message.take(),
        }
    }
}

impl<A: Actor> Drop for Delivery<'_, A> {
    fn drop(&mut self) {
        if self.ticket.is_some() {
            drop(self.take_back());
        }
    }
}

/// Sends one message, waiting for room. See [`Call::tell`].
#[must_use = "a message is sent only when this is awaited"]
pub struct Tell<'a, A: Actor>(Delivery<'a, A>);

impl<'a, A: Actor> Tell<'a, A> {
    pub(crate) fn new(handle: &'a Handle<A>, message: A::Msg) -> Self {
        Self(Delivery::new(handle, message))
    }
}

/// The message in it is moved, never pinned.
impl<A: Actor> Unpin for Tell<'_, A> {}

impl<A: Actor> Future for Tell<'_, A> {
    type Output = Result<(), SendError<A::Msg>>;

    #[inline]
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let handle = self.0.handle;
        let polled = self.0.poll(cx.waker(), false);
        polled.map_err(|(why, message)| handle.refused(why, message))
    }
}

/// How long an asker waits.
#[derive(Clone, Copy)]
enum Patience {
    Endless,
    /// For the system's timeout, coarsely.
    AsTheSystem(Duration),
    Exactly(Duration),
    /// As exactly, by a task that was started for it.
    ByTask(Duration),
}

impl Patience {
    /// Short ones are kept exactly: the walks over the list cannot be closer than a millisecond.
    fn of_system(timeout: Duration) -> Self {
        if timeout < Duration::from_millis(100) {
            Self::Exactly(timeout)
        } else {
            Self::AsTheSystem(timeout)
        }
    }

    fn duration(self) -> Duration {
        match self {
            Self::Endless => Duration::MAX,
            Self::AsTheSystem(timeout) | Self::Exactly(timeout) | Self::ByTask(timeout) => timeout,
        }
    }
}

/// A deadline kept by the system, while there is one.
struct Coarse<'a> {
    system: &'a ActorSystem,
    deadline: Deadline,
}

impl Drop for Coarse<'_> {
    fn drop(&mut self) {
        self.system.deadlines().remove(&self.deadline);
    }
}

/// The asker's end of the way back. Dropped, it gives up.
pub(crate) struct Asked<T, E>(Arc<Slot<T, E>>);

impl<T, E> Asked<T, E> {
    #[cfg(feature = "remote")]
    pub(crate) fn new(slot: Arc<Slot<T, E>>) -> Self {
        Self(slot)
    }

    #[cfg(feature = "remote")]
    pub(crate) fn poll(&self, waker: &Waker) -> Poll<Answer<T, E>> {
        self.0.poll(waker)
    }

    /// The message that was not accepted, to go back to the asker.
    fn back<M: Send + 'static>(&self, message: M) -> Returned {
        self.0.came_back();
        Returned::new(message)
    }
}

impl<T, E> Drop for Asked<T, E> {
    fn drop(&mut self) {
        self.0.give_up();
    }
}

/// Asks: sends one message and waits for its answer. See [`Call`].
///
/// # Cancel safety
/// Dropped, the message is not sent, or is passed over when its turn comes, unless its handler had begun.
#[must_use = "nothing is asked until this is awaited"]
pub struct Ask<'a, A: Actor, T, E> {
    delivery: Delivery<'a, A>,
    asked: Asked<T, E>,
    patience: Patience,
    waiting: Option<Waiting>,
    sent: bool,
    // Both are made only when there is something to wait for.
    deadline: Option<Coarse<'a>>,
    // Boxed: few asks name a timeout, and all would be three times as large.
    sleep: Option<Pin<Box<Sleep>>>,
}

/// The message in it is moved, never pinned.
impl<A: Actor, T, E> Unpin for Ask<'_, A, T, E> {}

impl<A: Actor, T, E> Future for Ask<'_, A, T, E> {
    type Output = Result<T, AskError<E>>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        let handle = this.delivery.handle;
        let asked = &this.asked;
        let refused = |(why, message)| {
            Poll::Ready(Err(AskError::refused(
                handle.refused(why, asked.back::<A::Msg>(message)),
            )))
        };
        let due = || {
            let slot: Arc<dyn Due> = Arc::clone(&asked.0).any();
            Until::Answers(Arc::downgrade(&slot))
        };
        let mut noted = false;
        if !this.sent {
            if this.delivery.message.is_some() {
                if this.patience.duration().is_zero()
                    && let Some(message) = this.delivery.message.take()
                {
                    let path = handle.path().clone();
                    let message = asked.back(message);
                    return Poll::Ready(Err(AskError::InvalidTimeout { path, message }));
                }
                match waits::begin(handle.cell(), due) {
                    Ok(waiting) => (this.waiting, noted) = (waiting, true),
                    Err(waits::Cycle) => {
                        if let Some(message) = this.delivery.message.take() {
                            return refused(handle.typed_cell().refused(Refusal::Cycle, message));
                        }
                    }
                }
            }
            match this.delivery.poll(cx.waker(), true) {
                Poll::Ready(Ok(())) => this.sent = true,
                Poll::Ready(Err(back)) => {
                    this.waiting = None;
                    return refused(back);
                }
                Poll::Pending => {}
            }
        }
        // Polled also while the message waits for room: the system's deadline comes this way as well.
        let timed_out = match this.asked.0.poll(cx.waker()) {
            Poll::Ready(Answer::TimedOut) => true,
            Poll::Ready(answer) => {
                this.waiting = None;
                return Poll::Ready(outcome(handle, answer));
            }
            Poll::Pending => match this.patience {
                Patience::Endless | Patience::ByTask(_) => false,
                Patience::AsTheSystem(timeout) => {
                    if this.deadline.is_none() {
                        let system = &handle.cell().core().system;
                        let asked = Arc::clone(&this.asked.0).any();
                        let deadline = system.deadlines().add(asked, timeout, system);
                        this.deadline = Some(Coarse { system, deadline });
                    }
                    false
                }
                Patience::Exactly(timeout) => {
                    let sleep = this.sleep.get_or_insert_with(|| Box::pin(sleep(timeout)));
                    sleep.as_mut().poll(cx).is_ready()
                }
            },
        };
        if !timed_out {
            // It may have been moved to where somebody else waits, or nobody.
            if noted || waits::keep(&mut this.waiting, handle.cell(), due).is_ok() {
                return Poll::Pending;
            }
            if let Some(message) = this.delivery.take_back() {
                return refused(handle.typed_cell().refused(Refusal::Cycle, message));
            }
            return Poll::Ready(Err(AskError::Cycle {
                path: handle.path().clone(),
                message: Returned::nothing(),
                began: asked.0.give_up(),
            }));
        }
        this.waiting = None;
        let after = this.patience.duration();
        let began = this.delivery.take_back().is_none() && this.asked.0.give_up();
        Poll::Ready(Err(AskError::Timeout {
            path: handle.path().clone(),
            after,
            began,
        }))
    }
}

/// What an answer is to the asker.
fn outcome<A: Actor, T, E>(handle: &Handle<A>, answer: Answer<T, E>) -> Result<T, AskError<E>> {
    let path = || handle.path().clone();
    match answer {
        Answer::Reply(Ok(value)) => Ok(value),
        Answer::Reply(Err(error)) => Err(AskError::Handler(error)),
        Answer::Failed(fault) => Err(AskError::Failed {
            path: path(),
            fault,
        }),
        Answer::Unhandled(behavior) => Err(AskError::Unhandled {
            path: path(),
            behavior,
        }),
        Answer::Discarded => Err(AskError::Discarded { path: path() }),
        #[cfg(feature = "remote")]
        Answer::Refused(why) => {
            let refused = SendError::new(why, path(), Returned::nothing());
            Err(AskError::refused(refused))
        }
        #[cfg(feature = "remote")]
        Answer::NodeLost => Err(AskError::NodeLost { path: path() }),
        #[cfg(feature = "remote")]
        Answer::Wire(error) => Err(AskError::Wire {
            path: path(),
            error,
        }),
        // A deadline is told apart before: who is late depends on whether the handler began.
        Answer::NoReply | Answer::TimedOut => Err(AskError::NoReply { path: path() }),
    }
}

impl<A: Actor, T, E> Ask<'_, A, T, E> {
    /// Blocks the thread until the answer is there; see [`Call::blocking`].
    ///
    /// # Errors
    /// As for [`Call::blocking`].
    pub fn blocking(mut self) -> Result<T, AskError<E>> {
        let handle = self.delivery.handle;
        if turn::current().is_some()
            && let Some(message) = self.delivery.message.take()
        {
            let path = handle.path().clone();
            return Err(AskError::BlockingInActor {
                path,
                message: self.asked.back(message),
            });
        }
        let timer = match self.patience {
            Patience::Exactly(timeout) if !timeout.is_zero() => {
                self.patience = Patience::ByTask(timeout);
                let asked: Arc<dyn Expire> = Arc::clone(&self.asked.0).any();
                deadlines::after(asked, timeout, &handle.typed_cell().core.system)
            }
            _ => None,
        };
        let answer = block_on(self);
        if let Some(timer) = timer {
            timer.abort();
        }
        answer
    }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

fn block_on<F: Future>(future: F) -> F::Output {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut cx = Context::from_waker(&waker);
    let mut future = std::pin::pin!(future);
    loop {
        match future.as_mut().poll(&mut cx) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}
