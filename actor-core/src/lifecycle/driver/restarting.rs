//! A restart: torn down and started again under the same name, alone or with a group.

use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::Poll;

use tokio::time::Instant;

use super::super::state::{State, Step, steps_of_teardown};
use super::{Driver, Due};
use crate::actor::Actor;
use crate::error::RestartError;
use crate::events::{DeadLetterReason, EventKind, StopReason};
use crate::fault::Fault;
use crate::log;
use crate::mailbox::Item;
use crate::private::Signal;

use crate::supervision::{GroupRestart, History, OwnRestart, Queued, RestartMode, Resumable};
use crate::turn::{Ended, guarded};

impl<A: Actor> Driver<A> {
    /// A restart of this actor alone, or the second half of one with its group.
    pub(super) async fn restart(&mut self) {
        if self.group_restart.is_none() && !self.tear_down().await {
            return;
        }
        self.start_again().await;
    }

    /// The first half of a restart with the group: torn down, it waits until all others are.
    pub(super) async fn be_down(&mut self) {
        if !self.tear_down().await {
            return;
        }
        if let Some(ack) = self.group_ack.take() {
            ack.answer(true);
        }
        while self.state == State::Down {
            if self.cell.core.control.is_pending() {
                self.obey();
                continue;
            }
            let control = &self.cell.core.control;
            poll_fn(|_| {
                if control.is_pending() {
                    Poll::Ready(())
                } else {
                    Poll::Pending
                }
            })
            .await;
        }
    }

    /// Returns whether that was all: a stop may come in between.
    async fn tear_down(&mut self) -> bool {
        let (mode, _) = self.rebuilding();
        for &step in steps_of_teardown(self.restart_from, mode) {
            match step {
                Step::Reset => self.reset(),
                Step::Clear => self.clear(),
                Step::AnnounceRebuilding => self.cell.core.publish(EventKind::ActorStopping),
                Step::AnnounceTornDown => self.announce_torn_down(),
                other => self.step_of_stop(other).await,
            }
            if self.stop_instead() {
                return false;
            }
        }
        if let Some(GroupRestart { own: None, .. }) = self.group_restart.as_deref() {
            // Restarted on another's account, it begins afresh.
            self.history = History::default();
        }
        true
    }

    async fn start_again(&mut self) {
        self.live = false;
        if let Some(children) = self.cell.core.known_children() {
            children.reopen();
        }
        let outcome = match self.renew() {
            Ok(()) => self.hook(Signal::PreStart, A::HOOKS.pre_start).await,
            Err(fault) => Ended::Panicked(fault),
        };
        match outcome {
            Ended::Done(Ok(())) => self.live = true,
            Ended::Done(Err(fault)) | Ended::Panicked(fault) => {
                if !self.stop_instead() {
                    self.restart_failed(fault);
                }
                return;
            }
            Ended::Killed => {}
        }
        if !self.stop_instead() {
            self.restarted();
        }
    }

    /// What the restart under way does with the value and with the messages that wait. One by hand keeps them.
    fn rebuilding(&self) -> (RestartMode, Queued) {
        let bounds = match (&self.due, &self.group_restart) {
            (Some(due), _) => due.bounds,
            (None, Some(group)) => group
                .own
                .map_or_else(|| self.policy().restart(), |own| own.bounds),
            (None, None) => return (RestartMode::InPlace, Queued::Keep),
        };
        let given = self.cell.core.given.as_ref().and_then(|given| given.mode);
        let mode = bounds.mode.or(given).unwrap_or(RestartMode::InPlace);
        // What a member of a group was given as a value can only go on with it.
        let mode = match self.factory {
            Some(_) => mode,
            None => RestartMode::InPlace,
        };
        let queued = bounds.mailbox.unwrap_or(match mode {
            RestartMode::InPlace => Queued::Keep,
            RestartMode::Anew => Queued::Discard,
        });
        (mode, queued)
    }

    /// An actor from a factory gets a new value; one that was given goes on with its own.
    pub(super) fn renew(&mut self) -> Result<(), Fault> {
        let (Some(factory), Some(me)) = (&mut self.factory, &self.me) else {
            return Ok(());
        };
        let value = guarded(Arc::clone(me), factory)?;
        self.drop_value();
        self.value = Some(value);
        Ok(())
    }

    /// Gives the restart under way up if a stop was ordered meanwhile.
    pub(super) fn stop_instead(&mut self) -> bool {
        let Some((mode, reason, fault)) = self.take_stop_order(State::Restarting) else {
            return false;
        };
        self.history.abandoned();
        // Dropped, an ack answers that the actor does not run.
        self.restart_ack = None;
        self.group_ack = None;
        self.group_restart = None;
        self.go_stop(State::Restarting, mode, reason, fault);
        true
    }

    pub(super) fn restarted(&mut self) {
        let (mode, _) = self.rebuilding();
        let now = Instant::now();
        let due = self.due.take();
        let group = self.group_restart.take();
        let own = own_restart(due.as_deref(), group.as_deref());
        if let Some(own) = own {
            self.history.restarted(own.attempt, own.bounds.within, now);
        }
        let attempt = attempt(own, group.as_deref());
        let core = &self.cell.core;
        core.incarnation
            .store(core.system.next_incarnation(), Ordering::Relaxed);
        let restart_count = core.restarts.fetch_add(1, Ordering::Relaxed) + 1;
        self.post_start_due = true;
        self.go(State::Running);
        if mode == RestartMode::Anew {
            self.cell.core.publish(EventKind::ActorStarted);
        }
        self.cell.core.publish(EventKind::ActorRestarted {
            attempt,
            restart_count,
            supervisor: group.map(|group| group.supervisor),
        });
        self.cell.core.life.look_again();
        if let Some(ack) = self.restart_ack.take() {
            ack.answer(Ok(()));
        }
        if let Some(ack) = self.group_ack.take() {
            ack.answer(true);
        }
    }

    /// `pre_start` failed. Asked for by hand, that is that; by a supervisor, it is one more failure.
    pub(super) fn restart_failed(&mut self, fault: Fault) {
        let path = self.cell.core.path.clone();
        log::failed_to_start_again(&self.cell.core, &fault);
        let (due, group) = (self.due.take(), self.group_restart.take());
        let supervised = due.is_some() || group.is_some();
        self.go(State::Suspended);
        self.cell.core.publish(EventKind::ActorRestartFailed {
            attempt: attempt(
                own_restart(due.as_deref(), group.as_deref()),
                group.as_deref(),
            ),
            fault: fault.clone(),
        });
        if supervised {
            let decision = self.decide(&fault, Resumable::Never);
            self.carry_out(decision, &fault);
        }
        if let Some(ack) = self.restart_ack.take() {
            ack.answer(Err(RestartError::InitFailed { path, fault }));
        }
        // Dropped, it answers that it has not started.
        self.group_ack = None;
    }

    pub(super) fn reset(&mut self) {
        for message in self.ctx.reset() {
            self.cell
                .item_died(Item::Message(message), DeadLetterReason::StashDisposed);
        }
    }

    fn clear(&mut self) {
        let (mode, queued) = self.rebuilding();
        if queued == Queued::Discard {
            for item in self.ctx.clear() {
                self.cell.item_died(item, DeadLetterReason::Discarded);
            }
        }
        if mode == RestartMode::Anew {
            self.drop_value();
        }
    }

    fn announce_torn_down(&self) {
        let (reason, fault) = match (&self.due, &self.group_restart) {
            (Some(due), _) => (StopReason::SupervisorRestart, Some(&due.fault)),
            (None, Some(group)) => (StopReason::SupervisorGroupRestart, Some(&group.fault)),
            (None, None) => (StopReason::SupervisorRestart, None),
        };
        self.cell.core.publish(EventKind::ActorStopped {
            reason,
            fault: fault.cloned(),
        });
    }
}

/// The restart that the actor's own policy decided on, if it is one.
fn own_restart(due: Option<&Due>, group: Option<&GroupRestart>) -> Option<OwnRestart> {
    let due = due.map(|due| OwnRestart {
        attempt: due.attempt,
        bounds: due.bounds,
    });
    due.or_else(|| group.and_then(|group| group.own))
}

/// Which restart in a row it is: the first for those that are restarted on another's account, none by hand.
fn attempt(own: Option<OwnRestart>, group: Option<&GroupRestart>) -> u32 {
    own.map_or(u32::from(group.is_some()), |own| own.attempt)
}
