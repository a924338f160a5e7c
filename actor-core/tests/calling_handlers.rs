//! A handler called as the plain method it is, with `testkit::context()`: what works in it, and how the rest fails.

use std::time::Duration;

use actor_core::TimerError;
use actor_core::prelude::*;
use actor_core::testkit::{self, Probe};
use tokio::time::Instant;

const S: Duration = Duration::from_secs(1);

#[derive(Debug, Clone, PartialEq)]
struct Added(u64);

#[actor(emits(Added))]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor(msg(derive(Debug)))]
impl Till {
    #[handler]
    fn add(&mut self, amount: u64) -> u64 {
        self.total += amount;
        self.total
    }
}

fn context() -> Context<Till> {
    testkit::context()
}

#[tokio::test(start_paused = true)]
async fn an_ask_nobody_answers_ends_by_the_default_timeout() {
    let began = Instant::now();
    let asked = context().myself().add(1).await;
    assert!(matches!(asked, Err(AskError::Timeout { began: false, .. })));
    let waited = began.elapsed();
    assert!(waited >= 5 * S && waited < 6 * S, "{waited:?}");
}

#[tokio::test(start_paused = true)]
async fn an_ask_nobody_answers_ends_by_its_own_timeout() {
    let began = Instant::now();
    let asked = context().myself().add(1).timeout(S).await;
    assert!(matches!(asked, Err(AskError::Timeout { began: false, .. })));
    assert!(began.elapsed() >= S && began.elapsed() < 2 * S);
}

#[tokio::test]
async fn an_ask_on_a_thread_of_the_runtime_ends_by_its_timeout() {
    let blocked = tokio::task::spawn_blocking(|| {
        let millis = Duration::from_millis(10);
        context().myself().add(1).timeout(millis).blocking()
    });
    let asked = blocked.await.expect("it does not panic");
    assert!(matches!(asked, Err(AskError::Timeout { began: false, .. })));
}

/// Without a clock it would wait for ever.
#[test]
fn an_ask_without_a_runtime_ends_at_once() {
    let asked = context().myself().add(1).blocking();
    assert!(matches!(asked, Err(AskError::Discarded { .. })));
}

#[tokio::test]
async fn what_is_told_stays_queued() -> Result<(), Box<dyn std::error::Error>> {
    let context = context();
    let myself = context.myself();
    myself.add(1).tell().await?;
    myself.add(2).try_tell()?;
    assert_eq!(myself.queued(), 2);
    Ok(())
}

#[tokio::test]
async fn nothing_is_spawned() {
    let context = context();
    let child = context.spawn_child("child", Till::default()).await;
    assert!(matches!(child, Err(SpawnError::RuntimeGone { .. })));
    let child = context.get_or_spawn_child("child", Till::default).await;
    assert!(matches!(child, Err(SpawnError::RuntimeGone { .. })));
    let beside = context.system().spawn("other", Till::default()).await;
    assert!(matches!(beside, Err(SpawnError::RuntimeGone { .. })));
    let child = context.child::<Till>("child");
    assert!(matches!(child, Err(LookupError::NotFound { .. })));
    assert!(context.children().is_empty());
}

#[tokio::test]
async fn nothing_runs_beside_it() {
    let context = context();
    assert!(context.spawn(async {}).is_none());
    context.pipe(async { 1 }, TillMsg::add);
    let timer = context.myself().add(1).every(S);
    assert_eq!(timer.failed(), Some(TimerError::OwnerEnded));
    assert!(!timer.is_active());
    tokio::task::yield_now().await;
    assert_eq!(context.myself().queued(), 0);
}

#[tokio::test(start_paused = true)]
async fn events_reach_a_probe() {
    let system = ActorSystem::new("test");
    let mut probe = Probe::<Added>::new(&system).await;
    let context = context();
    context.myself().subscribe::<Added>(probe.handle());
    assert_eq!(context.emit(Added(3)), 1);
    assert_eq!(probe.expect().await, Added(3));
}

/// They belong to a system that runs, whoever asks.
#[tokio::test(start_paused = true)]
async fn other_actors_can_be_used() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("test");
    let till = system.spawn("till", Till::default()).await?;
    let mut context = context();
    context.watch(&till);
    assert!(context.is_watching(&till));
    let timer = till.add(5).after(S);
    assert!(timer.is_active());
    tokio::time::sleep(2 * S).await;
    assert_eq!(till.add(1).await?, 6);
    Ok(())
}
