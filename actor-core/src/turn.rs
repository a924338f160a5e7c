//! Whose code runs on this thread: the actor whose turn it is, and the replies its panic leaves behind.
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
use crate::reply::Orphan;

#[derive(Default)]
struct Turn {
    current: Option<Arc<dyn AnyCell>>,
    /// Replies dropped by an unwinding panic of the current actor.
    orphans: Vec<Arc<dyn Orphan>>,
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

/// Keeps a reply whose holder panics until the fault is known.
///
/// # Errors
/// The reply, where no actor's turn is under way.
pub(crate) fn leave_orphan<O: Orphan + 'static>(reply: Arc<O>) -> Result<(), Arc<O>> {
    let mut reply = Some(reply);
    let _ = TURN.try_with(|turn| {
        let mut turn = turn.borrow_mut();
        if turn.current.is_some()
            && let Some(reply) = reply.take()
        {
            turn.orphans.push(reply);
        }
    });
    reply.map_or(Ok(()), Err)
}

/// Runs `f` as the turn of `cell`. A panic comes back as a fault, and is told to the replies it dropped.
fn run<R>(cell: &mut Option<Arc<dyn AnyCell>>, f: impl FnOnce() -> R) -> Result<R, Fault> {
    let (outer, _) = swap(cell.take());
    let result = catch_unwind(AssertUnwindSafe(f));
    let (current, has_orphans) = swap(outer);
    *cell = current;
    let result = result.map_err(Fault::from_panic);
    // There are some without a fault too, where the code has caught the panic itself.
    if has_orphans {
        close_orphans(result.as_ref().err());
    }
    result
}

/// Makes it the turn of `next`. Returns whose it was, and whether replies are left of it.
fn swap(next: Option<Arc<dyn AnyCell>>) -> (Option<Arc<dyn AnyCell>>, bool) {
    TURN.try_with(|turn| {
        let turn = &mut *turn.borrow_mut();
        let current = std::mem::replace(&mut turn.current, next);
        (current, !turn.orphans.is_empty())
    })
    .unwrap_or_default()
}

#[cold]
fn close_orphans(fault: Option<&Fault>) {
    let orphans = TURN.try_with(|turn| std::mem::take(&mut turn.borrow_mut().orphans));
    orphans
        .unwrap_or_default()
        .iter()
        .for_each(|reply| reply.close(fault));
}

/// Runs user code that is no future, such as a destructor, as the turn of `cell`.
pub(crate) fn guarded<R>(cell: Arc<dyn AnyCell>, f: impl FnOnce() -> R) -> Result<R, Fault> {
    run(&mut Some(cell), f)
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

impl<'a, F: Future> Guarded<'a, F> {
    pub(crate) fn new(cell: &'a mut Option<Arc<dyn AnyCell>>, future: F) -> Self {
        Self {
            future: Some(future),
            cell,
        }
    }
}

impl<F: Future> Future for Guarded<'_, F> {
    type Output = Ended<F::Output>;

    #[inline]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut this = self.project();
        if this
            .cell
            .as_ref()
            .is_some_and(|cell| cell.core().control.is_killed())
        {
            // A destructor that panics changes nothing: the actor is being killed.
            let _ = run(this.cell, || this.future.set(None));
            return Poll::Ready(Ended::Killed);
        }
        let polled = run(this.cell, || match this.future.as_mut().as_pin_mut() {
            Some(future) => future.poll(cx),
            None => Poll::Pending,
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
