//! The code of the chapter "Children and lookup".
#![allow(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

use actor_core::prelude::*;
use actor_core::testkit::settle;

// ANCHOR: actors
#[actor]
#[derive(Default)]
pub struct Drawer {
    coins: u64,
}

#[actor]
impl Drawer {
    #[handler]
    pub fn put(&mut self, amount: u64) -> u64 {
        self.coins += amount;
        self.coins
    }
}

#[actor]
pub struct Till;

#[actor]
impl Till {
    /// `PostStart` is the first message: the place to spawn children, again after each restart.
    #[on(PostStart)]
    async fn open(&mut self, ctx: &mut Context<Self>) -> Result<(), SpawnError> {
        ctx.spawn_child("coins", Drawer::default()).await?; // a restart keeps this value
        ctx.spawn_child_with("notes", Drawer::default).await?; // a restart makes a fresh one
        Ok(())
    }

    /// A child is found by its name among the children, and its type.
    #[handler]
    pub fn drawer(
        &self,
        ctx: &mut Context<Self>,
        name: String,
    ) -> Result<DrawerHandle, LookupError> {
        ctx.child::<Drawer>(&name)
    }

    #[handler]
    pub fn drawers(&self, ctx: &mut Context<Self>) -> Vec<String> {
        let children = ctx.children(); // Vec<ActorRef>, in the order of their spawning
        children
            .iter()
            .map(|child| child.path().name().to_owned())
            .collect()
    }
}
// ANCHOR_END: actors

// ANCHOR: respawn
/// Has a drawer for as long as it lives.
#[actor]
pub struct Counter;

#[actor]
impl Counter {
    #[on(PostStart)]
    async fn open(&mut self, ctx: &mut Context<Self>) -> Result<(), SpawnError> {
        let drawer = ctx.get_or_spawn_child("drawer", Drawer::default).await?;
        ctx.watch(&drawer); // twice is once
        Ok(())
    }

    /// Not `spawn_child`: the notice may be of a drawer that has been replaced already.
    #[on(Terminated)]
    async fn gone(&mut self, ctx: &mut Context<Self>, _: Terminated) -> Result<(), SpawnError> {
        self.open(ctx).await
    }

    #[handler]
    pub fn drawer(&self, ctx: &mut Context<Self>) -> Result<DrawerHandle, LookupError> {
        ctx.child::<Drawer>("drawer")
    }
}
// ANCHOR_END: respawn

#[tokio::test(start_paused = true)]
async fn a_child_that_ended_is_replaced() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("shop");
    let counter = system.spawn("counter", Counter).await?;
    let first = counter.drawer().await?;
    first.kill().await?;
    settle().await;
    let second = counter.drawer().await?;
    assert_ne!(second, first);

    counter.restart().await?;
    settle().await;
    let third = counter.drawer().await?;
    assert_ne!(third, second);
    assert_eq!(counter.restart_count(), 1);
    third.kill().await?;
    settle().await;
    assert!(counter.drawer().await?.is_running());
    Ok(())
}

#[tokio::test]
async fn children_are_found() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("shop");
    // ANCHOR: children
    let till = system.spawn("till", Till).await?;
    assert_eq!(till.drawers().await?, ["coins", "notes"]);

    let coins = till.drawer("coins".into()).await?;
    assert_eq!(coins.path(), "shop/till/coins");
    coins.put(50).await?;

    let missing = till.drawer("cheques".into()).await;
    assert!(matches!(
        missing,
        Err(AskError::Handler(LookupError::NotFound { .. }))
    ));
    // ANCHOR_END: children

    // ANCHOR: lookup
    let found: TillHandle = system.actor_of::<Till>("till")?; // by name and type
    assert_eq!(found, till);

    let anywhere: Option<ActorRef> = system.find("till/notes"); // by place, whatever its type
    assert!(anywhere.is_some_and(|drawer| drawer.is_running()));
    assert!(system.find("till/cheques").is_none());

    let all: Vec<ActorRef> = system.actors(); // those without a parent
    assert_eq!(all.len(), 1);
    // ANCHOR_END: lookup

    // ANCHOR: get_or_spawn
    let (one, two) = tokio::join!(
        system.get_or_spawn("spare", Drawer::default),
        system.get_or_spawn("spare", Drawer::default)
    );
    assert_eq!(one?, two?); // one spawned, both got it

    let wrong = system.get_or_spawn("till", Drawer::default).await;
    assert!(matches!(wrong, Err(SpawnError::WrongType { .. })));
    // ANCHOR_END: get_or_spawn

    // ANCHOR: tree
    till.shutdown().await?;
    assert!(!coins.is_running()); // the children have ended before their parent
    // ANCHOR_END: tree
    Ok(())
}
