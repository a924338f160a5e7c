//! A restart: torn down and started again under the same name.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::time::Instant;

use super::super::state::{State, Step, steps_of_restart};
use super::{Driver, Due};
use crate::actor::Actor;
use crate::error::RestartError;
use crate::events::{DeadLetterReason, EventKind};
use crate::fault::Fault;
use crate::mailbox::Item;
use crate::private::Signal;
use crate::supervision::Resumable;
use crate::turn::{Ended, guarded};

impl<A: Actor> Driver<A> {
    pub(super) async fn restart(&mut self) {
        let due = self.due.take();
        for &step in steps_of_restart(self.restart_from) {
            match step {
                Step::PreStart => {
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
                                self.restart_failed(due.is_some(), fault);
                            }
                            return;
                        }
                        Ended::Killed => {}
                    }
                }
                Step::Reset => self.reset(),
                other => self.step_of_stop(other).await,
            }
            if self.stop_instead() {
                return;
            }
        }
        self.restarted(due);
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
        let Some((mode, reason)) = self.take_stop_order(State::Restarting) else {
            return false;
        };
        self.history.abandoned();
        // Dropped, the ack answers that the actor does not run.
        self.restart_ack = None;
        self.go_stop(State::Restarting, mode, reason);
        true
    }

    pub(super) fn restarted(&mut self, due: Option<Due>) {
        let core = &self.cell.core;
        core.incarnation
            .store(core.system.next_incarnation(), Ordering::Relaxed);
        let restart_count = core.restarts.fetch_add(1, Ordering::Relaxed) + 1;
        let now = Instant::now();
        self.post_start_due = true;
        self.go(State::Running);
        let attempt = due.map_or(0, |due| due.attempt);
        if let Some(due) = due {
            self.history.restarted(due.attempt, due.window, now);
        }
        self.cell.core.publish(EventKind::ActorRestarted {
            attempt,
            restart_count,
        });
        self.cell.core.life.look_again();
        if let Some(ack) = self.restart_ack.take() {
            ack.answer(Ok(()));
        }
    }

    /// `pre_start` failed. Asked for by hand, that is that; by the supervisor, it is one more failure.
    pub(super) fn restart_failed(&mut self, supervised: bool, fault: Fault) {
        let path = self.cell.core.path.clone();
        tracing::warn!(%path, %fault, "an actor failed to start again");
        self.go(State::Suspended);
        self.cell.core.publish(EventKind::ActorRestartFailed {
            fault: fault.clone(),
        });
        if supervised {
            let decision = self.decide(&fault, Resumable::Never);
            self.carry_out(decision, &fault);
        }
        if let Some(ack) = self.restart_ack.take() {
            ack.answer(Err(RestartError::InitFailed { path, fault }));
        }
    }

    pub(super) fn reset(&mut self) {
        for message in self.ctx.reset() {
            self.cell
                .item_died(Item::Message(message), DeadLetterReason::StashDisposed);
        }
    }
}
