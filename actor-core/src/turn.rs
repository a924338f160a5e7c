//! Whose code runs on this thread: the actor whose turn it is, and the replies its failure leaves behind.
//!
//! While user code of an actor is polled, its cell stands in a thread-local. That is how a plain handle knows, without
//! a context being passed, that it is used inside an actor: an ask adds an edge to the wait-for graph, a stop of
//! oneself is refused instead of waited for, a dead letter knows its sender.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use pin_project_lite::pin_project;

use crate::cell::AnyCell;
use crate::fault::Fault;
use crate::private::Outcome;
use crate::reply::AnySlot;

#[derive(Default)]
struct Turn {
    current: Option<Arc<dyn AnyCell>>,
    /// Replies the current actor has dropped, until it is known whether it has failed.
    orphans: Vec<Left>,
}

struct Left {
    reply: Arc<dyn AnySlot>,
    /// The turn in which it was dropped, unless it was by an unwinding panic.
    turn: Option<usize>,
}

thread_local! {
    static TURN: RefCell<Turn> = const { RefCell::new(Turn { current: None, orphans: Vec::new() }) };
}

/// The actor whose code runs here, if any.
pub(crate) fn current() -> Option<Arc<dyn AnyCell>> {
    // The thread-local may be gone while the thread ends; nobody's turn it is then.
    TURN.try_with(|turn| turn.borrow().current.clone())
        .ok()
        .flatten()
}

/// Whether it is the turn of this one, or nobody's.
#[inline]
pub(crate) fn is_of(cell: Option<&Arc<dyn AnyCell>>) -> bool {
    let is_of = TURN.try_with(|turn| match (&turn.borrow().current, cell) {
        (Some(current), Some(cell)) => Arc::ptr_eq(current, cell),
        (None, None) => true,
        _ => false,
    });
    is_of.unwrap_or(cell.is_none())
}

/// Keeps a reply dropped by the handler that was to give it, or by a panic, until it is known whether that has failed.
/// `begun` is the turn in which the handler began.
///
/// # Errors
/// The reply, where somebody else drops it.
pub(crate) fn leave_orphan(reply: Arc<dyn AnySlot>, begun: usize) -> Result<(), Arc<dyn AnySlot>> {
    let mut reply = Some(reply);
    let panics = std::thread::panicking();
    let _ = TURN.try_with(|turn| {
        let turn = &mut *turn.borrow_mut();
        if let Some(current) = &turn.current
            && (panics || current.core().turn() == begun)
            && let Some(reply) = reply.take()
        {
            let turn_of_drop = (!panics).then_some(begun);
            turn.orphans.push(Left {
                reply,
                turn: turn_of_drop,
            });
        }
    });
    reply.map_or(Ok(()), Err)
}

/// The actor whose code runs here, if any, and is about to wait. What it has dropped it has not dropped by failing.
#[inline]
pub(crate) fn about_to_wait() -> Option<Arc<dyn AnyCell>> {
    let nobody = TURN.try_with(|turn| {
        let turn = turn.borrow();
        turn.current.is_none() && turn.orphans.is_empty()
    });
    if nobody.unwrap_or(true) {
        return None;
    }
    settled()
}

fn settled() -> Option<Arc<dyn AnyCell>> {
    let turn = TURN.try_with(|turn| {
        let turn = &mut *turn.borrow_mut();
        (turn.current.clone(), std::mem::take(&mut turn.orphans))
    });
    let (current, orphans) = turn.unwrap_or_default();
    orphans.iter().for_each(|left| left.reply.close(None));
    current
}

/// Runs `f` as the turn of `cell`. A panic comes back as a fault. That, or the failure that `failed` finds in what came
/// out, is told to the replies it dropped.
fn run<R>(
    cell: &mut Option<Arc<dyn AnyCell>>,
    f: impl FnOnce() -> R,
    failed: impl FnOnce(&R) -> Option<&Fault>,
) -> Result<R, Fault> {
    let outer = enter(cell);
    let result = catch_unwind(AssertUnwindSafe(f)).map_err(Fault::from_panic);
    let orphans = leave(cell, outer);
    // Those of a panic may be there without a fault, where the code has caught the panic itself.
    if !orphans.is_empty() {
        let turn = cell.as_ref().map(|cell| cell.core().turn());
        close_orphans(orphans, result.as_ref().map_or_else(Some, failed), turn);
    }
    result
}

#[inline]
fn enter(cell: &mut Option<Arc<dyn AnyCell>>) -> Turn {
    swap(Turn {
        current: cell.take(),
        orphans: Vec::new(),
    })
}

#[inline]
fn leave(cell: &mut Option<Arc<dyn AnyCell>>, outer: Turn) -> Vec<Left> {
    let Turn { current, orphans } = swap(outer);
    *cell = current;
    orphans
}

/// Begins the turn of `next`, or goes on with it. Returns the one that was broken off: a turn may begin within another, as
/// when an actor makes a child by a factory, and each has its own orphans.
#[inline]
fn swap(next: Turn) -> Turn {
    TURN.try_with(|turn| turn.replace(next)).unwrap_or_default()
}

/// Several messages may have been handled in one go, and only the last of them failed, if any.
#[cold]
fn close_orphans(orphans: Vec<Left>, fault: Option<&Fault>, last: Option<usize>) {
    for left in orphans {
        let of_last = left.turn.is_none() || left.turn == last;
        left.reply.close(fault.filter(|_| of_last));
    }
}

/// Runs user code that is no future, such as a destructor, as the turn of `cell`.
pub(crate) fn guarded<R>(cell: Arc<dyn AnyCell>, f: impl FnOnce() -> R) -> Result<R, Fault> {
    run(&mut Some(cell), f, |_| None)
}

/// How user code ended.
pub(crate) enum Ended<T> {
    Done(T),
    Panicked(Fault),
    /// Cut off at an await by a kill; the future is dropped.
    Killed,
}

pin_project! {
    /// Polls user code as the turn of its actor, until it ends or is cut off.
    pub(crate) struct Guarded<'a, F> {
        // Taken when it is cut off, so that its destructors run in the actor's turn as well.
        #[pin]
        future: Option<F>,
        // Lent to the thread-local while the future is polled, so that no count goes up and down per message.
        cell: &'a mut Option<Arc<dyn AnyCell>>,
    }
}

impl<'a, F: Future<Output = Outcome>> Guarded<'a, F> {
    pub(crate) fn new(cell: &'a mut Option<Arc<dyn AnyCell>>, future: F) -> Self {
        Self {
            future: Some(future),
            cell,
        }
    }
}

impl<F: Future<Output = Outcome>> Future for Guarded<'_, F> {
    type Output = Ended<Outcome>;

    #[inline]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut this = self.project();
        if this
            .cell
            .as_ref()
            .is_some_and(|cell| cell.core().control.is_killed())
        {
            // A destructor that panics changes nothing: the actor is being killed.
            let _ = run(this.cell, || this.future.set(None), |()| None);
            return Poll::Ready(Ended::Killed);
        }
        let poll = || match this.future.as_mut().as_pin_mut() {
            Some(future) => future.poll(cx),
            None => Poll::Pending,
        };
        let polled = run(this.cell, poll, |polled| match polled {
            Poll::Ready(outcome) => outcome.as_ref().err(),
            Poll::Pending => None,
        });
        match polled {
            Ok(Poll::Ready(output)) => Poll::Ready(Ended::Done(output)),
            Ok(Poll::Pending) => {
                if let Some(cell) = this.cell {
                    cell.before_waiting();
                }
                Poll::Pending
            }
            Err(fault) => Poll::Ready(Ended::Panicked(fault)),
        }
    }
}
