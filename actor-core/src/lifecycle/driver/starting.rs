//! From the task's first turn to a running actor, or to none.

use std::sync::Weak;

use super::super::state::{State, StopMode, skipped, steps_of_failed_start};
use super::Driver;
use crate::actor::Actor;
use crate::error::SpawnError;
use crate::events::{EventKind, StopReason};
use crate::life::Stage;
use crate::private::Signal;
use crate::turn::Ended;

impl<A: Actor> Driver<A> {
    /// Runs `pre_start`. Returns whether the actor lives.
    pub(super) async fn start(&mut self) -> bool {
        let outcome = self.hook(Signal::PreStart, A::HOOKS.pre_start).await;
        let path = self.cell.core.path.clone();
        let failure = match outcome {
            Ended::Done(Ok(())) => None,
            Ended::Done(Err(fault)) | Ended::Panicked(fault) => {
                Some(SpawnError::InitFailed { path, fault })
            }
            Ended::Killed => Some(SpawnError::Interrupted { path }),
        };
        // An end that was ordered meanwhile, by the parent's own for instance, comes after the hook.
        let ordered = self.take_stop_order(State::Starting);
        if failure.is_none() && ordered.is_none() {
            self.started();
            return true;
        }
        self.live = failure.is_none();
        let (mode, reason, fault) = ordered.unwrap_or((StopMode::Now, StopReason::StopNow, None));
        self.go_stop(State::Starting, mode, reason, fault);
        let failure = failure.unwrap_or_else(|| self.cell.core.interrupted(reason));
        self.unwind_start(failure).await;
        false
    }

    /// The actor is running, registered, and announced; its first message will be `PostStart`.
    pub(crate) fn started(&mut self) {
        self.live = true;
        self.post_start_due = true;
        self.go(State::Running);
        let core = &self.cell.core;
        core.publish(EventKind::ActorStarted);
        if let Some(parent) = core.parent.as_ref().and_then(Weak::upgrade) {
            core.publish(EventKind::ActorChildCreated {
                parent: parent.core().path.clone(),
            });
        }
        core.life.advance(Stage::Started);
    }

    /// Takes back a start that failed: nothing of it is announced, and the name is free.
    pub(super) async fn unwind_start(&mut self, failure: SpawnError) {
        self.cell.core.life.advance(Stage::Unwinding);
        for &step in steps_of_failed_start() {
            if !skipped(step, self.mode()) {
                self.step_of_stop(step).await;
            }
        }
        self.cell.set_state_only(State::Stopped);
        self.state = State::Stopped;
        self.cell
            .core
            .life
            .advance(Stage::Failed(Box::new(failure)));
        self.refuse_orders();
    }
}
