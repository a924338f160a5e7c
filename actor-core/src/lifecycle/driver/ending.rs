//! The end of an actor, step by step.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use super::super::state::{State, Step, StopMode, skipped, steps_of_stop, steps_without_waiting};
use super::Driver;
use crate::actor::Actor;
use crate::cell::order_stop;
use crate::events::{DeadLetterReason, EventKind, StopReason};
use crate::handle::ActorRef;
use crate::life::Stage;
use crate::log;
use crate::mailbox::Item;
use crate::private::Signal;
use crate::signal::Terminated;
use crate::supervision::Decision;
use crate::system::Children;
use crate::turn::{Ended, guarded};
use crate::waits;

impl<A: Actor> Driver<A> {
    /// Carries the end out, step by step, as strong as it was last ordered.
    pub(super) async fn end(&mut self) {
        let from = self.stop.as_ref().map_or(State::Running, |stop| stop.from);
        for &step in steps_of_stop(from) {
            while self.cell.core.control.is_pending() {
                self.obey();
            }
            if !skipped(step, self.mode()) {
                self.step_of_stop(step).await;
            }
        }
    }

    pub(super) fn mode(&self) -> StopMode {
        if self.cell.core.control.is_killed() {
            return StopMode::Kill;
        }
        self.stop.as_ref().map_or(StopMode::Drain, |stop| stop.mode)
    }

    pub(super) async fn step_of_stop(&mut self, step: Step) {
        match step {
            Step::Drain => self.drain().await,
            Step::StopChildren => self.stop_children().await,
            Step::EndTasks => {
                let for_good = !self.starts_again();
                self.cell.core.tasks.end(for_good).await;
            }
            Step::PostStop => {
                if std::mem::take(&mut self.live) {
                    let outcome = self.hook(Signal::PostStop, A::HOOKS.post_stop).await;
                    if let Ended::Done(Err(fault)) | Ended::Panicked(fault) = outcome {
                        log::post_stop_failed(&self.cell.core, &fault);
                        self.cell.core.publish(EventKind::PostStopFailed { fault });
                    }
                }
            }
            other => self.step_at_once(other),
        }
    }

    /// The steps that wait for nothing.
    pub(super) fn step_at_once(&mut self, step: Step) {
        match step {
            Step::DropValue => {
                self.drop_value();
                self.drop_factory();
            }
            Step::GiveUp => self.give_up(),
            Step::Dispose => self.dispose(),
            Step::Leave => self.leave(),
            Step::TellWatchers => self.tell_watchers(),
            Step::Announce => self.announce(),
            // Those that wait, and those of a restart alone.
            Step::Drain | Step::StopChildren | Step::EndTasks | Step::PostStop => {}
            Step::Reset | Step::Clear | Step::AnnounceRebuilding | Step::AnnounceTornDown => {}
        }
    }

    /// Handles what was accepted. A fault that is not resumed ends it: what is left becomes dead letters.
    pub(super) async fn drain(&mut self) {
        while self.mode() == StopMode::Drain {
            if self.cell.core.control.is_pending() {
                self.obey();
                continue;
            }
            if self.ctx.hand_is_empty() && !self.ctx.take() {
                return;
            }
            match self.batch().await {
                Ended::Done(Ok(())) if self.is_turn_over() => self.let_others().await,
                Ended::Done(Ok(())) => {}
                Ended::Done(Err(fault)) | Ended::Panicked(fault) => {
                    log::failed_while_it_stopped(&self.cell.core, &fault);
                    if self.decide(&fault, Self::AFTER_A_FAULT) != Decision::Resume {
                        self.cell.core.publish(EventKind::ActorSuspended { fault });
                        return;
                    }
                    self.cell.core.publish(EventKind::ActorResumed { fault });
                }
                Ended::Killed => return,
            }
        }
    }

    /// Stops all children at once and waits for their ends. A stronger order meanwhile is passed on to them.
    pub(super) async fn stop_children(&mut self) {
        // A restart closes for a while, an end has closed for good.
        let children = match self.state {
            State::Down | State::Restarting => self.cell.core.children(),
            _ => self.cell.core.known_children(),
        };
        let Some(children) = children else {
            return;
        };
        children.close();
        let mut left = children.list();
        // It knows that they end. A notice would come to the next incarnation, which may have spawned the same name again.
        for child in &left {
            self.ctx.unwatch(&ActorRef::new(Arc::clone(child)));
        }
        let cell = Arc::clone(&self.cell);
        // No message is being handled, so what is not answered yet is queued, stashed, or delegated.
        cell.core.next_turn();
        cell.core.set_awaits_children(true);
        // Who waits for it to start or to run may be the one its children wait for.
        cell.core.life.look_again();
        if self.ctx.has_messages() {
            waits::release_children(&*cell, &left);
        }
        let starts_again = self.starts_again();
        let mut ordered = None;
        while let Some(child) = left.last().cloned() {
            let mode = self.mode();
            if ordered < Some(mode) {
                for child in &left {
                    order_stop(&**child, mode, StopReason::ParentStopped);
                }
                ordered = Some(mode);
            }
            let mut ended = pin!(child.core().life.ended());
            let control = &cell.core.control;
            let over = poll_fn(|cx| {
                if ended.as_mut().poll(cx).is_ready() {
                    return Poll::Ready(true);
                }
                if starts_again {
                    // A child may wait for what it has ordered.
                    control.refuse_all_but_stops();
                }
                // A restart looks at its orders when the children are gone; only a kill does not wait for them.
                let stronger = self.state == State::Stopping && control.is_pending()
                    || control.is_killed() && ordered < Some(StopMode::Kill);
                if stronger {
                    Poll::Ready(false)
                } else {
                    Poll::Pending
                }
            })
            .await;
            if over {
                left.pop();
            } else if self.state == State::Stopping {
                self.obey();
            }
        }
        cell.core.set_awaits_children(false);
    }

    /// Whether this is no end: another incarnation follows.
    pub(super) fn starts_again(&self) -> bool {
        matches!(self.state, State::Down | State::Restarting)
    }

    pub(super) fn drop_value(&mut self) {
        let value = self.value.take();
        self.drop_in_turn("actor", value);
    }

    /// What a factory holds is the user's as well, and goes with the actor.
    fn drop_factory(&mut self) {
        let factory = self.factory.take();
        self.drop_in_turn("factory", factory);
    }

    /// Drops a user's value as the actor's own code, so that its destructor may use the actor's handles, and panic.
    fn drop_in_turn<T>(&self, what: &'static str, value: Option<T>) {
        if !std::mem::needs_drop::<T>() {
            return;
        }
        if let (Some(me), Some(value)) = (self.me.clone(), value)
            && let Err(fault) = guarded(me, move || drop(value))
        {
            log::destructor_panicked(&self.cell.core, what, &fault);
        }
    }

    fn give_up(&mut self) {
        let (hand, stash) = self.ctx.take_messages();
        self.lose(hand, stash);
    }

    pub(super) fn dispose(&mut self) {
        let (hand, stash) = self.ctx.dispose();
        self.lose(hand, stash);
    }

    fn lose(&mut self, hand: VecDeque<Item<A::Msg>>, stash: Vec<A::Msg>) {
        let queued = self.cell.queue.dispose();
        if !hand.is_empty() || !queued.is_empty() {
            for item in hand.into_iter().chain(queued) {
                self.cell.item_died(item, DeadLetterReason::Stopped);
            }
        }
        for message in stash {
            self.cell
                .item_died(Item::Message(message), DeadLetterReason::StashDisposed);
        }
    }

    pub(super) fn leave(&mut self) {
        self.cell.core.leave_tree();
        self.ctx.stop_watching();
    }

    pub(super) fn tell_watchers(&mut self) {
        let reason = self
            .stop
            .as_ref()
            .map_or(StopReason::RuntimeGone, |stop| stop.reason);
        for watcher in self.cell.core.watchers.take(reason) {
            watcher.terminated(Terminated {
                actor: self.ctx.actor_ref(),
                reason,
            });
        }
    }

    pub(super) fn announce(&mut self) {
        let reason = self
            .stop
            .as_ref()
            .map_or(StopReason::RuntimeGone, |stop| stop.reason);
        self.state = State::Stopped;
        self.cell.set_state_only(State::Stopped);
        let fault = self.stop.as_ref().and_then(|stop| stop.fault.clone());
        self.cell
            .core
            .publish(EventKind::ActorStopped { reason, fault });
        self.cell.core.life.advance(Stage::Ended(reason));
        self.refuse_orders();
    }

    /// Answers, by dropping them, the orders that came too late. Whoever gives one looks once more after that.
    pub(super) fn refuse_orders(&self) {
        while self.cell.core.control.take().is_some() {}
    }
}

/// The task was dropped before its end, since its runtime went away: what can be done without waiting is done.
impl<A: Actor> Drop for Driver<A> {
    fn drop(&mut self) {
        if self.state == State::Stopped {
            return;
        }
        let starting = self.state == State::Starting;
        self.stop = None;
        self.cell.set_state(State::Stopping);
        self.cell.core.close_children();
        // Their runtime may be another, or the driver may have panicked: they do not outlive their parent.
        for child in self
            .cell
            .core
            .known_children()
            .map(Children::list)
            .unwrap_or_default()
        {
            order_stop(&*child, StopMode::Kill, StopReason::ParentStopped);
        }
        self.cell.core.tasks.abort_for_good();
        for &step in steps_without_waiting() {
            self.step_at_once(step);
        }
        if starting {
            let interrupted = self.cell.core.interrupted(StopReason::RuntimeGone);
            self.cell.set_state_only(State::Stopped);
            self.cell
                .core
                .life
                .advance(Stage::Failed(Box::new(interrupted)));
            self.refuse_orders();
        } else {
            self.announce();
        }
    }
}
