//! Groups: whom the failure of one member concerns, in what order they are stopped and started, and when they are
//! given up.

#[path = "../common/mod.rs"]
mod common;

mod against_an_oracle;
mod declared;
mod during_a_restart;
mod giving_up;
mod group_restarts;
mod on_many_threads;
mod rebuilding;
mod survives;
mod waiting;

use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::{Recorder, settle};
use actor_core::{EventKind, Group, Strategy, SystemEvent};

use tokio::task::JoinHandle;

use common::{Log, Subject, SubjectHandle, inside, soon};

const S: Duration = Duration::from_secs(1);

/// A parent whose children are a group.
struct Family {
    system: ActorSystem,
    parent: SubjectHandle,
    log: Log,
    recorder: Recorder,
}

impl Family {
    async fn new(group: impl Into<Group>) -> Self {
        let (system, log) = (ActorSystem::new("test"), Log::new());
        let recorder = Recorder::new(&system);
        let parent = soon(system.spawn("p", Subject::silent()))
            .await
            .expect("starts");
        let group = group.into();
        let first = inside(&parent, move |ctx| {
            Box::pin(async move { ctx.supervise_children(group) })
        });
        assert!(first.await);
        Self {
            system,
            parent,
            log,
            recorder,
        }
    }

    /// A child of this policy, made anew at each restart by `make`.
    async fn child_made(
        &self,
        name: &'static str,
        policy: impl Into<Policy>,
        mut make: impl FnMut(&Log) -> Subject + Send + 'static,
    ) -> SubjectHandle {
        let (log, policy) = (self.log.clone(), policy.into());
        let spawned = inside(&self.parent, move |ctx| {
            Box::pin(async move {
                ctx.spawn_child_with(name, move || make(&log))
                    .supervision(policy)
                    .await
            })
        });
        spawned.await.expect("the child starts")
    }

    async fn child(&self, name: &'static str, policy: impl Into<Policy>) -> SubjectHandle {
        self.child_made(name, policy, Subject::new).await
    }

    /// Children `a`, `b` and `c` of the same policy.
    async fn three(&self, policy: impl Into<Policy>) -> [SubjectHandle; 3] {
        let policy = policy.into();
        let three = [
            self.child("a", policy.clone()).await,
            self.child("b", policy.clone()).await,
            self.child("c", policy).await,
        ];
        settle().await;
        self.log.take();
        three
    }

    /// The events about the children, as `<name> <event>`, from the last call on.
    fn events(&mut self) -> Vec<String> {
        let all = of_children(self.recorder.all());
        let new = all.map(|event| format!("{} {}", event.path.name(), said(event)));
        let new = new.collect();
        self.recorder = Recorder::new(&self.system);
        new
    }
}

fn of_children(events: &[SystemEvent]) -> impl Iterator<Item = &SystemEvent> {
    events
        .iter()
        .filter(|event| event.path.as_str().starts_with("test/p/"))
}

/// The event with what tells it from others of its kind.
fn said(event: &SystemEvent) -> String {
    let name = event.kind.name();
    match &event.kind {
        EventKind::ActorStopped { reason, .. } => format!("{name} {reason}"),
        EventKind::ActorRestarted { attempt, .. } => format!("{name} {attempt}"),
        EventKind::ActorEscalated { reason, .. } => format!("{name} {reason}"),
        EventKind::DeadLetter(letter) => format!("{name} {}", letter.reason),
        _ => name.to_owned(),
    }
}

async fn fail(actor: &SubjectHandle) {
    let failed = soon(actor.fail(Fault::msg("no"))).await;
    assert!(matches!(failed, Err(AskError::Failed { .. })), "{failed:?}");
    settle().await;
}

/// Asks, and does not wait for the answer.
fn asked(actor: &SubjectHandle, text: &'static str) -> JoinHandle<Result<u64, AskError>> {
    let actor = actor.clone();
    tokio::spawn(async move { actor.say(text).await })
}

async fn pass(time: Duration) {
    tokio::time::sleep(time).await;
    settle().await;
}

/// A restart that waits for nothing.
const AT_ONCE: Restart = Restart::DEFAULT.backoff(Duration::ZERO);

/// The same, which builds anew.
const ANEW: Restart = AT_ONCE.mode(actor_core::RestartMode::Anew);

use Strategy::{Escalate, OneForAll, OneForOne, RestForOne};
