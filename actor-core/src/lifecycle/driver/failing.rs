//! A fault: what the policy says about it, and the suspension that follows.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::{Arc, Weak};
use std::task::Poll;

use tokio::time::{Instant, sleep_until};

use super::super::state::{State, StopMode};
use super::{Driver, Due};
use crate::actor::Actor;
use crate::cell::AnyCell;
use crate::events::{EscalationReason, EventKind, StopReason};
use crate::fault::Fault;
use crate::log;
use crate::signal::PanicSignal;
use crate::supervision::{Decision, Failure, GiveUp, Member, Policy, Resumable, Terms, decide};

impl<A: Actor> Driver<A> {
    /// Carries out what the policy says about a fault of a running actor.
    pub(super) fn failed(&mut self, fault: &Fault) {
        let core = &self.cell.core;
        log::failed(core, self.ctx.message(), fault);
        match self.decide(fault, Self::AFTER_A_FAULT) {
            Decision::Resume => core.publish(EventKind::ActorResumed {
                fault: fault.clone(),
            }),
            decision => {
                self.go(State::Suspended);
                self.cell.core.publish(EventKind::ActorSuspended {
                    fault: fault.clone(),
                });
                self.carry_out(decision, fault);
            }
        }
    }

    pub(super) const AFTER_A_FAULT: Resumable = if A::OPTIONS.resume_after_panic {
        Resumable::Always
    } else {
        Resumable::AfterErrors
    };

    pub(super) fn policy(&self) -> &Policy {
        let core = &self.cell.core;
        let given = core.given.as_ref().and_then(|given| given.policy.as_ref());
        given
            .or(A::OPTIONS.supervision.as_ref())
            .unwrap_or_else(|| core.system.default_policy())
    }

    pub(super) fn decide(&self, fault: &Fault, resumable: Resumable) -> Decision {
        let core = &self.cell.core;
        let terms = Terms {
            policy: self.policy(),
            resumable,
            group: core.member().map(|member| member.supervisor.strategy()),
        };
        decide(
            &terms,
            &self.history,
            fault,
            Instant::now(),
            core.system.random(),
        )
    }

    /// Carries out a decision about an actor that is suspended.
    pub(super) fn carry_out(&mut self, decision: Decision, fault: &Fault) {
        if let Some(member) = self.cell.core.member()
            && member.supervisor.concerns(&decision)
        {
            return self.report(&member, decision, fault);
        }
        match decision {
            // Only a running actor is resumed, and that is done before.
            Decision::Resume | Decision::Suspend => {}
            Decision::Restart {
                attempt,
                delay,
                bounds,
            } => {
                self.history.decided();
                let at = (!delay.is_zero())
                    .then(|| Instant::now().checked_add(delay))
                    .flatten();
                // A wait too long for the clock is a wait for ever.
                let for_ever = !delay.is_zero() && at.is_none();
                self.due = (!for_ever).then(|| {
                    Box::new(Due {
                        at,
                        attempt,
                        bounds,
                        fault: fault.clone(),
                    })
                });
            }
            Decision::Stop(why) => {
                let reason = match why {
                    GiveUp::Policy => StopReason::SupervisionStop,
                    GiveUp::MaxRestartsExceeded => StopReason::MaxRestartsExceeded,
                };
                let fault = Some(fault.clone());
                self.go_stop(State::Suspended, StopMode::Drain, reason, fault);
            }
            Decision::Escalate => self.escalate(fault),
        }
    }

    /// Leaves it to the group. The actor waits, suspended, for what its supervisor orders.
    fn report(&mut self, member: &Member, decision: Decision, fault: &Fault) {
        if let Decision::Restart { .. } = decision {
            self.history.decided();
        }
        member.supervisor.report(Failure {
            cell: Arc::clone(&self.cell) as Arc<dyn AnyCell>,
            order: member.order,
            incarnation: self.cell.core.incarnation(),
            fault: fault.clone(),
            decision,
        });
    }

    /// To the parent, if it takes such signals: it then decides. Else past everybody, and the actor ends.
    pub(super) fn escalate(&mut self, fault: &Fault) {
        let core = &self.cell.core;
        let parent = core.parent.as_ref().and_then(Weak::upgrade);
        let signal = PanicSignal {
            child: self.ctx.actor_ref(),
            fault: fault.clone(),
        };
        if parent.is_some_and(|parent| parent.handles_panic_signal() && parent.panic_signal(signal))
        {
            return;
        }
        let reason = EscalationReason::SupervisionEscalate;
        core.publish(EventKind::ActorEscalated {
            fault: fault.clone(),
            reason,
            supervisor: None,
        });
        let fault = Some(fault.clone());
        self.go_stop(
            State::Suspended,
            StopMode::Drain,
            StopReason::Escalated,
            fault,
        );
    }

    /// Waits, suspended, until the restart is due or an order lifts the suspension.
    pub(super) async fn hold(&mut self) {
        while self.state == State::Suspended {
            if self.cell.core.control.is_pending() {
                self.obey();
                continue;
            }
            match self.due.as_deref() {
                Some(Due { at: None, .. }) => self.restart_when_due(),
                Some(Due { at: Some(at), .. }) => {
                    let mut timer = pin!(sleep_until(*at));
                    let control = &self.cell.core.control;
                    let due = poll_fn(|cx| {
                        if control.is_pending() {
                            return Poll::Ready(false);
                        }
                        timer.as_mut().poll(cx).map(|()| true)
                    })
                    .await;
                    if due {
                        self.restart_when_due();
                    }
                }
                None => {
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
        }
    }

    pub(super) fn restart_when_due(&mut self) {
        self.restart_from = State::Suspended;
        self.go(State::Restarting);
    }
}
