//! How others wait for an actor's start and end.

use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::task::{Context, Poll, Waker};

use crate::error::SpawnError;
use crate::events::StopReason;
use crate::places::Places;
use crate::sync::{Mutex, lock};
use crate::turn;
use crate::waits::Due;

/// How far an actor has come. It only moves forward.
#[derive(Clone)]
pub(crate) enum Stage {
    Starting,
    Started,
    /// It will not start, and what it had begun is being taken back.
    Unwinding,
    /// Never started; the end of it.
    Failed(Box<SpawnError>),
    /// Started once, and gone: value dropped, name free, watchers told.
    Ended(StopReason),
}

impl Stage {
    /// Whether it has started, or never will.
    pub(crate) fn is_past_start(&self) -> bool {
        !matches!(self, Self::Starting | Self::Unwinding)
    }
}

pub(crate) struct Life(Mutex<Waiters>);

struct Waiters {
    stage: Stage,
    /// One keeps its place, so that a waker is replaced and not added at each poll.
    waiting: Places<Waiter>,
    /// Which list of wakers this is: each advance begins a new one, in which older places mean nothing.
    list: u8,
}

struct Waiter {
    waker: Waker,
    /// It waits for more than a stage, or in a handler, where its wait may have to be refused.
    looks_again: bool,
}

impl Waiters {
    fn at(&self, place: &Place) -> Option<u32> {
        place
            .0
            .filter(|(list, _)| *list == self.list)
            .map(|(_, at)| at)
    }
}

/// The place of one waiter, and in which list.
#[derive(Default)]
pub(crate) struct Place(Option<(u8, u32)>);

impl Life {
    pub(crate) fn new(stage: Stage) -> Self {
        Self(Mutex::new(Waiters {
            stage,
            waiting: Places::default(),
            list: 0,
        }))
    }

    pub(crate) fn advance(&self, to: Stage) {
        let mut waiters = lock(&self.0);
        waiters.stage = to;
        waiters.list += 1;
        let waiting = std::mem::take(&mut waiters.waiting);
        drop(waiters);
        waiting.into_all().for_each(|waiter| waiter.waker.wake());
    }

    /// Has those who wait look again, at something other than the stage, if that can be of use to them.
    pub(crate) fn look_again(&self) {
        // They keep their places: a place that was left empty could be given to another.
        let waiters = lock(&self.0);
        if !waiters.waiting.iter().any(|it| it.looks_again) {
            // The usual case, without a list being made.
            return;
        }
        let looking = waiters.waiting.iter().filter(|it| it.looks_again);
        let wakers: Vec<_> = looking.map(|it| it.waker.clone()).collect();
        drop(waiters);
        wakers.into_iter().for_each(Waker::wake);
    }

    pub(crate) fn is_starting(&self) -> bool {
        matches!(lock(&self.0).stage, Stage::Starting)
    }

    pub(crate) fn is_past_start(&self) -> bool {
        lock(&self.0).stage.is_past_start()
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(lock(&self.0).stage, Stage::Failed(_) | Stage::Ended(_))
    }

    /// Ready with the stage when `until` holds for it.
    pub(crate) fn poll(
        &self,
        cx: &mut Context<'_>,
        place: &mut Place,
        until: impl Fn(&Stage) -> bool,
    ) -> Poll<Stage> {
        self.poll_looking(cx, place, until, false)
    }

    fn poll_looking(
        &self,
        cx: &mut Context<'_>,
        place: &mut Place,
        until: impl Fn(&Stage) -> bool,
        looks_again: bool,
    ) -> Poll<Stage> {
        let mut waiters = lock(&self.0);
        if until(&waiters.stage) {
            return Poll::Ready(waiters.stage.clone());
        }
        let looks_again = looks_again || !turn::is_of(None);
        let at = waiters.at(place);
        match at.and_then(|at| waiters.waiting.get_mut(at)) {
            Some(waiter) => {
                waiter.waker.clone_from(cx.waker());
                waiter.looks_again = looks_again;
            }
            None => {
                let waker = cx.waker().clone();
                let at = waiters.waiting.add(Waiter { waker, looks_again });
                place.0 = Some((waiters.list, at));
            }
        }
        Poll::Pending
    }

    pub(crate) fn leave(&self, place: &Place) {
        let mut waiters = lock(&self.0);
        let at = waiters.at(place);
        let left = at.and_then(|at| waiters.waiting.take(at));
        drop(waiters);
        drop(left);
    }

    /// Waits until `until` holds for the stage. Dropped, it leaves no waker behind.
    pub(crate) fn wait<F: Fn(&Stage) -> bool>(&self, until: F) -> Wait<'_, F> {
        Wait {
            life: self,
            place: Place::default(),
            until,
            looks_again: false,
        }
    }

    /// The same for an `until` that holds by something else as well: it is looked at again where
    /// [`look_again`](Self::look_again) says so.
    pub(crate) fn wait_looking<F: Fn(&Stage) -> bool>(&self, until: F) -> Wait<'_, F> {
        let mut wait = self.wait(until);
        wait.looks_again = true;
        wait
    }

    pub(crate) async fn ended(&self) {
        self.wait(is_over).await;
    }

    /// Why it ended, when it has.
    #[cfg(feature = "remote")]
    pub(crate) async fn ended_by(&self) -> StopReason {
        match self.wait(is_over).await {
            Stage::Ended(reason) => reason,
            _ => StopReason::Unknown,
        }
    }
}

/// Waits for a stage; see [`Life::wait`].
pub(crate) struct Wait<'a, F> {
    life: &'a Life,
    place: Place,
    until: F,
    looks_again: bool,
}

/// Nothing in it is pinned.
impl<F> Unpin for Wait<'_, F> {}

impl<F: Fn(&Stage) -> bool> Future for Wait<'_, F> {
    type Output = Stage;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Stage> {
        let this = &mut *self;
        this.life
            .poll_looking(cx, &mut this.place, &this.until, this.looks_again)
    }
}

impl<F> Drop for Wait<'_, F> {
    fn drop(&mut self) {
        self.life.leave(&self.place);
    }
}

pub(crate) fn is_over(stage: &Stage) -> bool {
    matches!(stage, Stage::Failed(_) | Stage::Ended(_))
}

/// Answers one order given on the control lane. Dropped unanswered, it answers with what it was made with.
pub(crate) struct Ack<T: Send + 'static>(Arc<AckSlot<T>>);

struct AckSlot<T>(Mutex<Answer<T>>);

struct Answer<T> {
    /// What is answered if nobody says anything else, until somebody has answered.
    otherwise: Option<T>,
    given: Option<T>,
    waker: Option<Waker>,
}

/// Waits for an [`Ack`].
pub(crate) struct Acked<T>(Arc<AckSlot<T>>);

impl<T: Send + 'static> Ack<T> {
    /// `otherwise` is the answer if nobody gives one.
    pub(crate) fn new(otherwise: T) -> (Self, Acked<T>) {
        let slot = Arc::new(AckSlot(Mutex::new(Answer {
            otherwise: Some(otherwise),
            given: None,
            waker: None,
        })));
        (Self(Arc::clone(&slot)), Acked(slot))
    }

    pub(crate) fn answer(self, with: T) {
        self.0.answer(|_| with);
    }
}

impl<T: Send + 'static> Drop for Ack<T> {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl<T: Send + 'static> Acked<T> {
    /// What is waited for, for those who want to know whether it is still to come.
    pub(crate) fn due(&self) -> Weak<dyn Due> {
        let slot: Weak<AckSlot<T>> = Arc::downgrade(&self.0);
        slot
    }
}

impl<T: Send> Due for AckSlot<T> {
    fn is_due(&self, _turn: usize) -> bool {
        lock(&self.0).otherwise.is_some()
    }

    fn cancel(&self) {
        self.answer(|otherwise| otherwise);
    }
}

impl<T> AckSlot<T> {
    /// Answers, if nobody has yet.
    fn answer(&self, with: impl FnOnce(T) -> T) {
        let mut answer = lock(&self.0);
        let Some(otherwise) = answer.otherwise.take() else {
            return;
        };
        answer.given = Some(with(otherwise));
        let waker = answer.waker.take();
        drop(answer);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl<T> Future for Acked<T> {
    type Output = T;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        let mut answer = lock(&self.0.0);
        match answer.given.take() {
            Some(given) => Poll::Ready(given),
            None => {
                answer.waker = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }
}
#[cfg(test)]
mod tests {
    use super::*;

    /// A watchdog that waits anew before it gives up the wait before has always one at each end of the list.
    #[test]
    fn waits_that_overlap_need_no_more_room_than_there_are_of_them() {
        let life = Life::new(Stage::Started);
        let begin = || {
            let mut wait = life.wait(is_over);
            let polled = Pin::new(&mut wait).poll(&mut Context::from_waker(Waker::noop()));
            assert!(polled.is_pending());
            wait
        };
        let mut before = begin();
        for _ in 0..1_000 {
            before = begin();
        }
        assert!(lock(&life.0).waiting.room() <= 2);
        drop(before);
    }
}
