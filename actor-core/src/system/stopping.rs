//! The end of a system: one job, begun by whoever asks first, whose result all get.

use std::pin::pin;
use std::sync::{Arc, OnceLock};
use std::task::Poll;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::{AbortHandle, yield_now};
use tokio::time::sleep;

use super::ActorSystem;
use crate::cell::{AnyCell, order_stop};
use crate::error::StopError;
use crate::events::{EventKind, StopReason};
use crate::lifecycle::StopMode;

type Outcome = Result<(), StopError>;

/// The end of a system, once it has begun.
#[derive(Default)]
pub(super) struct Ending(OnceLock<Job>);

struct Job {
    outcome: watch::Receiver<Option<Outcome>>,
    task: Option<AbortHandle>,
}

impl Ending {
    pub(super) fn has_begun(&self) -> bool {
        self.0.get().is_some()
    }

    /// Begins the end, unless it has begun. The time runs from the first call.
    pub(super) fn begin(&self, system: &ActorSystem) {
        self.0.get_or_init(|| {
            let (tell, outcome) = watch::channel(None);
            system.publish(system.root(), 0, EventKind::SystemStopping);
            system.top_level().close();
            let all = system.top_level().list();
            for actor in &all {
                order_stop(&**actor, StopMode::Drain, StopReason::ParentStopped);
            }
            let job = run(system.clone(), all, tell);
            // A system without a runtime has no actors that run, and nothing to wait for.
            let task = system
                .runtime()
                .map(|runtime| runtime.spawn(job).abort_handle());
            Job { outcome, task }
        });
    }

    /// The outcome, when there is one.
    pub(super) async fn outcome(&self) -> Outcome {
        let Some(job) = self.0.get() else {
            return Ok(());
        };
        let mut outcome = job.outcome.clone();
        let told = match outcome.wait_for(Option::is_some).await {
            Ok(told) => told.clone(),
            // The runtime went away under the job, and all actors with it.
            Err(_) => None,
        };
        // Nothing of the system is left when this returns, not even the task of its end.
        while job.task.as_ref().is_some_and(|task| !task.is_finished()) {
            yield_now().await;
        }
        told.unwrap_or(Ok(()))
    }
}

async fn run(
    system: ActorSystem,
    all: Vec<Arc<dyn AnyCell>>,
    tell: watch::Sender<Option<Outcome>>,
) {
    let after = system.shutdown_timeout();
    let outcome = if ended_within(&system, &all, after).await {
        Ok(())
    } else {
        abandon(&system, &all, after)
    };
    system.publish(system.root(), 0, EventKind::SystemStopped);
    system.events().close();
    tell.send_replace(Some(outcome));
}

async fn ended_within(system: &ActorSystem, all: &[Arc<dyn AnyCell>], time: Duration) -> bool {
    let mut deadline = pin!(sleep(time));
    let mut ended = pin!(async {
        for actor in all {
            actor.core().life.ended().await;
        }
        system.tasks().end(true).await;
    });
    std::future::poll_fn(|cx| {
        if ended.as_mut().poll(cx).is_ready() {
            return Poll::Ready(true);
        }
        deadline.as_mut().poll(cx).map(|()| false)
    })
    .await
}

/// Kills what has not ended, and names it.
fn abandon(system: &ActorSystem, all: &[Arc<dyn AnyCell>], after: Duration) -> Outcome {
    let mut actors = Vec::new();
    for actor in all {
        if !actor.core().life.is_over() {
            order_stop(&**actor, StopMode::Kill, StopReason::Killed);
            actors.push(actor.core().path.clone());
        }
    }
    system.tasks().abort_for_good();
    if actors.is_empty() {
        return Ok(());
    }
    actors.sort();
    Err(StopError::Abandoned { after, actors })
}
