//! The code of the chapter "When an actor fails".
#![allow(missing_docs)]

use std::num::ParseIntError;

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
    fn line(&mut self, text: String) -> Result<i64, Fault> {
        self.sum += text.parse::<i64>()?;
        Ok(self.sum)
    }

    #[handler]
    fn crash(&mut self) {
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

// ANCHOR: escalate
#[actor(supervision = escalate)]
pub struct Child;

#[actor]
impl Child {
    #[handler]
    fn fail(&mut self) -> Result<(), Fault> {
        Err(Fault::msg("not my business"))
    }
}

#[actor]
pub struct Parent;

#[actor]
impl Parent {
    #[handler]
    async fn child(&mut self, ctx: &mut Context<Self>) -> Result<ChildHandle, SpawnError> {
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
