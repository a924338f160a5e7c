//! The code of the chapter "When an actor fails".
#![allow(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

use std::num::ParseIntError;
use std::time::Duration;

use actor_core::prelude::*;

// ANCHOR: declared
#[actor(
    supervision = restart(max = 5, within = 60s, backoff = 200ms, cap = 5s),
    on_error(ParseIntError = resume, Panic = stop)
)]
#[derive(Default)]
pub struct Importer {
    sum: i64,
}

#[actor]
impl Importer {
    /// `?` makes any error a `Fault`, which engages the supervisor.
    #[handler]
    pub fn line(&mut self, text: String) -> Result<i64, Fault> {
        self.sum += text.parse::<i64>()?;
        Ok(self.sum)
    }

    #[handler]
    pub fn crash(&mut self) {
        panic!("out of luck");
    }
}
// ANCHOR_END: declared

#[tokio::test(start_paused = true)]
async fn rules_by_error_type() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("app");
    let importer = system.spawn("importer", Importer::default()).await?;
    // ANCHOR: seen
    importer.line("40".into()).await?;
    let failed = importer.line("forty".into()).await;
    assert!(matches!(failed, Err(AskError::Failed { fault, .. }) if fault.is::<ParseIntError>()));
    assert_eq!(importer.line("2".into()).await?, 42); // resumed: the state is what it was
    // ANCHOR_END: seen
    let crashed = importer.crash().await;
    assert!(matches!(crashed, Err(AskError::Failed { fault, .. }) if fault.is_panic()));
    importer.ended().await?;

    // ANCHOR: at_spawn
    let patient = Policy::new(Restart::DEFAULT.max(10)).on::<Panic>(Directive::Suspend);
    let importer = system
        .spawn("importer", Importer::default())
        .supervision(patient)
        .await?;
    // ANCHOR_END: at_spawn
    let _ = importer.crash().await;
    assert!(importer.is_suspended());
    // ANCHOR: by_hand
    let refused = importer.line("1".into()).await;
    assert!(matches!(refused, Err(AskError::Suspended { .. })));
    importer.reinstate().await; // go on as if nothing had happened, or importer.restart().await
    assert_eq!(importer.line("1".into()).await?, 1);
    // ANCHOR_END: by_hand
    Ok(())
}

#[tokio::test(start_paused = true)]
async fn a_failure_that_is_still_to_come() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("app");
    let counter = system.spawn_with("counter", Counter::default).await?;
    // ANCHOR: told
    counter.crash().tell().await?; // accepted, not yet handled
    counter.running().await?; // at once: it has not failed yet
    assert_eq!(counter.up().await?, 1); // accepted behind it, and handled after the restart

    assert!(counter.crash().await.is_err()); // asked: the error comes when it has failed
    assert!(counter.is_suspended());
    counter.running().await?; // waits for the restart
    assert_eq!(counter.restart_count(), 2);
    // ANCHOR_END: told
    Ok(())
}

#[actor]
#[derive(Default)]
pub struct Counter {
    count: u64,
}

#[actor]
impl Counter {
    #[handler]
    pub fn up(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    #[handler]
    pub fn crash(&mut self) {
        self.count += 100;
        panic!("half-way");
    }
}

#[tokio::test(start_paused = true)]
async fn what_a_restart_goes_on_with() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("app");
    // ANCHOR: state
    let same = system.spawn("same", Counter::default()).await?;
    let fresh = system.spawn_with("fresh", Counter::default).await?;
    for counter in [&same, &fresh] {
        counter.up().await?;
        let _ = counter.crash().await; // adds 100, then panics
        tokio::time::sleep(Duration::from_secs(2)).await; // restarted after 1 s
    }
    assert_eq!(same.up().await?, 102);
    assert_eq!(fresh.up().await?, 1);
    // ANCHOR_END: state
    Ok(())
}

// ANCHOR: escalate
#[actor(supervision = escalate)]
pub struct Child;

#[actor]
impl Child {
    #[handler]
    pub fn fail(&mut self) -> Result<(), Fault> {
        Err(Fault::msg("not my business"))
    }
}

#[actor]
pub struct Parent;

#[actor]
impl Parent {
    #[handler]
    pub async fn child(&mut self, ctx: &mut Context<Self>) -> Result<ChildHandle, SpawnError> {
        ctx.spawn_child("child", Child).await
    }

    #[on(PanicSignal)]
    async fn child_failed(&mut self, failed: PanicSignal) {
        println!("{} failed: {}", failed.child().path(), failed.fault());
        failed.child().reinstate().await;
    }
}
// ANCHOR_END: escalate

#[tokio::test(start_paused = true)]
async fn a_parent_decides() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("app");
    let parent = system.spawn("parent", Parent).await?;
    let child = parent.child().await?;
    assert!(child.fail().await.is_err());
    actor_core::testkit::settle().await;
    assert!(child.is_running());
    Ok(())
}
