//! A running actor: handling messages, being idle, ending by itself.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use tokio::time::{Instant, sleep_until};

use super::super::batch;
use super::super::passivation::{self, Activity, Passivating};
use super::super::state::{State, StopMode};
use super::Driver;
use crate::actor::Actor;
use crate::events::{EventKind, StopReason};
use crate::private::Signal;

impl<A: Actor> Driver<A> {
    /// Handles messages until the state changes.
    pub(super) async fn work(&mut self) {
        if std::mem::take(&mut self.post_start_due) && A::HOOKS.post_start {
            let outcome = self.hook(Signal::PostStart, true).await;
            self.settle(outcome);
        }
        while self.state == State::Running {
            if self.cell.core.control.is_pending() {
                self.obey();
                continue;
            }
            if self.ctx.hand_is_empty() && !self.ctx.take() {
                self.left_of_turn = batch::TURN;
                // So that what the last handler left undone is not taken for something it waits for.
                self.cell.core.next_turn();
                // The clock is read only by those who will need it.
                if self.passivation.needs_clock() {
                    self.idle().await;
                } else {
                    self.wait_for_work().await;
                }
                continue;
            }
            let outcome = self.batch().await;
            self.settle(outcome);
            if self.state == State::Running && self.has_handled_enough() {
                self.passivate(false);
                continue;
            }
            if self.is_turn_over() {
                self.let_others().await;
            }
        }
    }

    /// Waits for a message or an order, or until the actor has been idle for long enough.
    pub(super) async fn idle(&mut self) {
        let since = Instant::now();
        loop {
            let due = match self.passivating(since) {
                Passivating::Now => return self.passivate(true),
                Passivating::At(due) => due,
                Passivating::No => return self.wait_for_work().await,
            };
            // Boxed, so that those who never end by themselves need not have room for it.
            let mut timer = Box::pin(sleep_until(due));
            let mut work = pin!(self.wait_for_work());
            let worked = poll_fn(|cx| {
                if work.as_mut().poll(cx).is_ready() {
                    return Poll::Ready(true);
                }
                timer.as_mut().poll(cx).map(|()| false)
            })
            .await;
            if worked {
                return;
            }
        }
    }

    /// Called when the queue was just found empty: whoever sends or orders something from then on wakes the task, by
    /// the waker the cell knows. So the first poll need not look again.
    pub(super) fn wait_for_work(&mut self) -> impl Future<Output = ()> {
        let mut first = true;
        poll_fn(move |_| {
            if std::mem::take(&mut first) {
                return Poll::Pending;
            }
            if self.cell.core.control.is_pending() || !self.ctx.hand_is_empty() || self.ctx.take() {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        })
    }

    /// Whether it is time to end, for an actor that has been idle since then.
    pub(super) fn passivating(&self, since: Instant) -> Passivating {
        let activity = Activity {
            last: since,
            busy: self.ctx.is_busy(),
            processed: self.ctx.processed(),
        };
        passivation::decide(self.passivation, activity, Instant::now())
    }

    pub(super) fn has_handled_enough(&self) -> bool {
        passivation::left(self.passivation, self.ctx.processed()) == Some(0)
    }

    /// Ends by itself. If `only_if_empty`, a message that came in at the last moment keeps the actor alive.
    pub(super) fn passivate(&mut self, only_if_empty: bool) {
        if only_if_empty && !self.cell.queue.close_if_empty() {
            return;
        }
        self.cell.core.publish(EventKind::ActorPassivated);
        self.go_stop(
            State::Running,
            StopMode::Drain,
            StopReason::Passivated,
            None,
        );
    }
}
