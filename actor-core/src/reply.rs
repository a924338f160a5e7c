//! The way back: where a handler's answer goes.

use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;
use std::task::{Poll, Waker};

use crate::deadlines::Expire;
#[cfg(feature = "remote")]
use crate::error::Refusal;
use crate::fault::Fault;
#[cfg(feature = "remote")]
use crate::remote::WireError;
use crate::sync::{AtomicU8, AtomicUsize, Mutex, Ordering, lock};
use crate::turn;
use crate::waits::Due;

/// Where the answer to a message goes.
///
/// A handler that takes one as an argument delegates its answer: it returns at once, and whoever holds the `ReplyTo`
/// answers later. `T` and `E` are what the asker gets, as `Result<T, AskError<E>>`.
///
/// Answering a message that was told, not asked, does nothing. Dropped without an answer, it tells the asker so
/// ([`AskError::NoReply`](crate::AskError::NoReply)), or with what the handler failed that had it in hand
/// ([`AskError::Failed`](crate::AskError::Failed)). A clone is empty and answers nobody: a message that is cloned is
/// a second message, for which nobody waits.
///
/// ```
/// use actor_core::prelude::*;
/// #[actor]
/// #[derive(Default)]
/// struct Door { waiting: Vec<ReplyTo<&'static str>> }
///
/// #[actor]
/// impl Door {
///     /// Answers when the door opens.
///     #[handler]
///     fn wait(&mut self, reply: ReplyTo<&'static str>) { self.waiting.push(reply); }
///
///     #[handler]
///     fn open(&mut self) {
///         for reply in self.waiting.drain(..) { reply.send("come in"); }
///     }
/// }
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let system = ActorSystem::new("house");
/// let door = system.spawn("door", Door::default()).await?;
/// let (welcome, opened) = tokio::join!(door.wait(), door.open());
/// opened?;
/// assert_eq!(welcome?, "come in");
/// # Ok(()) }
/// ```
// Without bounds, which would be one more error about a reply that is not `Send` wherever it is mentioned.
pub struct ReplyTo<T, E = Infallible>(Option<Arc<Slot<T, E>>>);

/// What an asker gets back.
pub(crate) enum Answer<T, E> {
    Reply(Result<T, E>),
    Failed(Fault),
    Unhandled(&'static str),
    Discarded,
    NoReply,
    /// Nobody answered within the system's timeout.
    TimedOut,
    /// The actor is on another node, where its mailbox did not take the message.
    #[cfg(feature = "remote")]
    Refused(Refusal),
    /// The actor is on another node, which was lost.
    #[cfg(feature = "remote")]
    NodeLost,
    /// The message or its answer did not cross nodes.
    #[cfg(feature = "remote")]
    Wire(WireError),
}

/// Asked, and the handler has not begun.
const WAITING: u8 = 0;
const BEGUN: u8 = 1;
/// The asker does not wait any more, and the handler is not to begin.
const GIVEN_UP: u8 = 2;
/// The message was not accepted and went back to the asker. Sent again, it is a told one.
const RETURNED: u8 = 3;

pub(crate) struct Slot<T, E> {
    /// Decides between a handler that begins and an asker that gives up: exactly one of them is first.
    stage: AtomicU8,
    /// The turn of the actor in which the handler began.
    begun: AtomicUsize,
    /// Forgets the types. Taken along from where they are known to be `Send`, as a destructor has no bounds of its own.
    forget: fn(Arc<Self>) -> Arc<dyn AnySlot>,
    way: Mutex<Way<T, E>>,
}

struct Way<T, E> {
    answer: Option<Answer<T, E>>,
    asker: Option<Waker>,
}

impl<T: Send + 'static, E: Send + 'static> Slot<T, E> {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self {
            stage: AtomicU8::new(WAITING),
            begun: AtomicUsize::new(0),
            forget: |slot| slot,
            way: Mutex::new(Way {
                answer: None,
                asker: None,
            }),
        })
    }
}

impl<T, E> Slot<T, E> {
    /// This slot with its types forgotten.
    pub(crate) fn any(self: Arc<Self>) -> Arc<dyn AnySlot> {
        (self.forget)(self)
    }

    pub(crate) fn poll(&self, waker: &Waker) -> Poll<Answer<T, E>> {
        let mut way = lock(&self.way);
        if let Some(answer) = way.answer.take() {
            return Poll::Ready(answer);
        }
        match &mut way.asker {
            Some(old) => old.clone_from(waker),
            none => *none = Some(waker.clone()),
        }
        Poll::Pending
    }

    /// The asker gives up. Returns whether the handler had begun.
    pub(crate) fn give_up(&self) -> bool {
        let order = (Ordering::AcqRel, Ordering::Acquire);
        let first = self
            .stage
            .compare_exchange(WAITING, GIVEN_UP, order.0, order.1);
        first == Err(BEGUN)
    }

    /// The message goes back to the asker, who holds all of it then.
    pub(crate) fn came_back(&self) {
        self.stage.store(RETURNED, Ordering::Release);
    }

    fn fill(&self, answer: Answer<T, E>) {
        let mut way = lock(&self.way);
        if way.answer.is_none() {
            way.answer = Some(answer);
        }
        let waker = way.asker.take();
        drop(way);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl<T, E> ReplyTo<T, E> {
    /// Answers nobody: the reply of a message that is told.
    #[must_use]
    pub const fn none() -> Self {
        Self(None)
    }

    #[cfg(feature = "testkit")]
    pub(crate) fn pair() -> (Self, Arc<Slot<T, E>>)
    where
        T: Send + 'static,
        E: Send + 'static,
    {
        let slot = Slot::new();
        (Self(Some(Arc::clone(&slot))), slot)
    }

    pub(crate) fn to(slot: Arc<Slot<T, E>>) -> Self {
        Self(Some(slot))
    }

    /// Answers with `value`.
    pub fn send(self, value: T) {
        self.respond(Ok(value));
    }

    /// Answers with an error, which the asker meets as [`AskError::Handler`](crate::AskError::Handler).
    pub fn fail(self, error: E) {
        self.respond(Err(error));
    }

    /// Answers with a result.
    pub fn respond(self, result: Result<T, E>) {
        self.answer(Answer::Reply(result));
    }

    /// Whether somebody waits for the answer: the message was asked, and the asker has not given up.
    #[must_use]
    pub fn is_awaited(&self) -> bool {
        self.0.as_ref().is_some_and(|slot| {
            // The asker holds the other reference for as long as it waits.
            Arc::strong_count(slot) > 1 && slot.stage.load(Ordering::Acquire) != GIVEN_UP
        })
    }

    /// Whether the message was asked at all.
    pub(crate) fn is_asked(&self) -> bool {
        self.0
            .as_ref()
            .is_some_and(|slot| slot.stage.load(Ordering::Acquire) != RETURNED)
    }

    /// The handler begins, unless the asker has given up.
    #[inline]
    pub(crate) fn begin(&self, turn: usize) -> bool {
        let Some(slot) = &self.0 else { return true };
        slot.begun.store(turn, Ordering::Relaxed);
        let order = (Ordering::AcqRel, Ordering::Acquire);
        let before = slot
            .stage
            .compare_exchange(WAITING, BEGUN, order.0, order.1);
        match before {
            Err(GIVEN_UP) => false,
            Err(RETURNED) => true,
            // Begun before: it was stashed, and the asker may have gone meanwhile.
            _ => Arc::strong_count(slot) > 1,
        }
    }

    #[inline]
    pub(crate) fn answer(mut self, answer: Answer<T, E>) {
        if let Some(slot) = self.0.take() {
            slot.fill(answer);
        }
    }
}

impl<T, E> Drop for ReplyTo<T, E> {
    #[inline]
    fn drop(&mut self) {
        if let Some(slot) = self.0.take() {
            left_unanswered(slot);
        }
    }
}

fn left_unanswered<T, E>(slot: Arc<Slot<T, E>>) {
    if slot.stage.load(Ordering::Acquire) != BEGUN {
        slot.fill(Answer::Discarded);
        return;
    }
    // If it is dropped since the handler fails, the asker is told with what, once that is known.
    let begun = slot.begun.load(Ordering::Relaxed);
    if let Err(slot) = turn::leave_orphan(slot.any(), begun) {
        slot.close(None);
    }
}

impl<T: Send + 'static, E: Send + 'static> Due for Slot<T, E> {
    fn is_due(&self, turn: usize) -> bool {
        let to_come = match self.stage.load(Ordering::Acquire) {
            WAITING => true,
            // A handler that has returned leaves the answer to somebody else.
            BEGUN => self.begun.load(Ordering::Relaxed) == turn,
            _ => false,
        };
        to_come && lock(&self.way).answer.is_none()
    }

    fn cancel(&self) {
        // What has begun is for another to answer.
        if !self.give_up() {
            self.fill(Answer::Discarded);
        }
    }
}

impl<T: Send + 'static, E: Send + 'static> Expire for Slot<T, E> {
    fn expire(&self) {
        self.fill(Answer::TimedOut);
    }

    fn cut_off(&self) {
        let began = self.give_up();
        self.fill(if began {
            Answer::NoReply
        } else {
            Answer::Discarded
        });
    }
}

/// A reply whatever its types: to be waited for, to expire, or to be closed when its holder may have failed.
pub(crate) trait AnySlot: Due + Expire {
    fn close(&self, fault: Option<&Fault>);
}

impl<T: Send + 'static, E: Send + 'static> AnySlot for Slot<T, E> {
    fn close(&self, fault: Option<&Fault>) {
        self.fill(fault.map_or(Answer::NoReply, |fault| Answer::Failed(fault.clone())));
    }
}

impl<T, E> Clone for ReplyTo<T, E> {
    fn clone(&self) -> Self {
        Self::none()
    }
}

impl<T, E> fmt::Debug for ReplyTo<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_awaited() {
            "ReplyTo(awaited)"
        } else {
            "ReplyTo(nobody)"
        })
    }
}

#[cfg(all(test, actor_loom))]
mod models {
    use loom::thread;

    use super::*;

    /// A handler that begins and an asker that gives up agree on who was first.
    #[test]
    fn an_asker_that_gives_up_knows_whether_the_handler_ran() {
        loom::model(|| {
            let slot = Slot::<u8, Infallible>::new();
            let reply = ReplyTo::to(Arc::clone(&slot));
            let handler = thread::spawn(move || {
                let begun = reply.begin(1);
                if begun {
                    reply.send(1);
                }
                begun
            });
            let began = slot.give_up();
            let ran = handler.join().expect("handler");
            assert_eq!(began, ran);
        });
    }
}
