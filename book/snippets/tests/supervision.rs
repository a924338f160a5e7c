//! The code of the chapter "Supervision".
#![allow(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

use actor_core::prelude::*;
use actor_core::testkit::{Recorder, settle};
use actor_core::{Group, Strategy};

#[actor]
#[derive(Default)]
pub struct Worker {
    pages: u32,
}

#[actor]
impl Worker {
    #[handler]
    pub fn print(&mut self) -> u32 {
        self.pages += 1;
        self.pages
    }

    #[handler]
    pub fn jam(&mut self) -> Result<(), Fault> {
        Err(Fault::msg("paper jam"))
    }
}

// ANCHOR: declared
topology! {
    pub PrintShop;
    node shop = "shop";

    actor feeder: Worker on shop;
    actor press: Worker on shop {
        supervision = restart(max = 3, within = 1m, backoff = 200ms);
    }
    actor folder: Worker on shop;

    supervisor line on shop = rest_for_one [feeder, press, folder];
}
// ANCHOR_END: declared

#[tokio::test(start_paused = true)]
async fn restart() -> Result<(), Box<dyn std::error::Error>> {
    let shop = PrintShop::local().start().await?;
    let mut recorder = Recorder::new(shop.system("shop").ok_or("not hosted")?);
    shop.feeder().print().await?;
    // ANCHOR: restart
    assert!(shop.press().jam().await.is_err()); // the asker is told at once
    assert!(shop.press().is_suspended());
    assert_eq!(shop.folder().print().await?, 1); // works on during the wait
    shop.press().running().await?; // 200 ms later
    settle().await;
    assert_eq!(shop.folder().print().await?, 1); // restarted with the press
    assert_eq!(shop.feeder().print().await?, 2); // not restarted: it is in front of the press
    let ends: Vec<String> = recorder
        .all()
        .iter()
        .filter(|event| event.kind.name() == "ActorStopped")
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        ends,
        [
            "shop/folder ActorStopped (supervisor-group-restart: paper jam)", // the last first
            "shop/press ActorStopped (supervisor-group-restart: paper jam)",
        ]
    );
    // ANCHOR_END: restart
    Ok(())
}

// ANCHOR: intensity
topology! {
    pub Pair;
    node shop = "shop";

    actor reader: Worker on shop;
    actor writer: Worker on shop;

    supervisor pair on shop = one_for_all(intensity(max = 5, within = 1m)) [reader, writer];
}
// ANCHOR_END: intensity

#[tokio::test(start_paused = true)]
async fn intensity() -> Result<(), Box<dyn std::error::Error>> {
    let pair = Pair::local().start().await?;
    for _ in 0..3 {
        for failing in [pair.reader(), pair.writer()] {
            assert!(failing.jam().await.is_err());
            tokio::time::sleep(std::time::Duration::from_secs(3)).await;
            settle().await;
        }
    }
    assert!(pair.reader().print().await.is_err(), "the sixth time");
    Ok(())
}

// ANCHOR: children
#[actor]
pub struct Importer;

#[actor]
impl Importer {
    #[on(PreStart)]
    async fn begin(&mut self, ctx: &mut Context<Self>) -> Result<(), SpawnError> {
        ctx.supervise_children(Group::new(Strategy::OneForAll));
        ctx.spawn_child_with("reader", Worker::default).await?;
        ctx.spawn_child_with("writer", Worker::default).await?;
        Ok(())
    }

    #[handler]
    pub fn child(
        &self,
        ctx: &mut Context<Self>,
        name: &'static str,
    ) -> Result<WorkerHandle, LookupError> {
        ctx.child::<Worker>(name)
    }
}
// ANCHOR_END: children

#[tokio::test(start_paused = true)]
async fn children() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("app");
    let importer = system.spawn("importer", Importer).await?;
    let reader = importer.child("reader").await?;
    let writer = importer.child("writer").await?;
    assert!(reader.jam().await.is_err());
    tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    settle().await;
    assert_eq!((reader.restart_count(), writer.restart_count()), (1, 1));
    Ok(())
}
