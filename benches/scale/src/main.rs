//! What it costs when there are many: actors in a system, children of one parent, watchers of one actor.
//!
//! `cargo run --release -p scale` prints nanoseconds per actor, which should hardly depend on how many there are.

use std::{error::Error, time::Duration, time::Instant};

use actor_core::prelude::*;

type Outcome = Result<(), Box<dyn Error>>;

/// An actor that can be all of it.
#[actor(supervision = restart(max = 1_000_000, backoff = 0s))]
#[derive(Default)]
struct One {
    sum: u64,
}

#[actor]
impl One {
    #[handler]
    fn add(&mut self, number: u64) -> u64 {
        self.sum += number;
        self.sum
    }

    #[handler]
    fn fail(&mut self) -> Result<(), Fault> {
        Err(Fault::msg("as it was told"))
    }

    #[handler]
    async fn spawn(&mut self, ctx: &mut Context<Self>, children: usize) -> Result<(), SpawnError> {
        for n in 0..children {
            ctx.spawn_child(n.to_string(), One::default()).await?;
        }
        Ok(())
    }

    #[handler]
    fn child(&mut self, ctx: &mut Context<Self>, n: usize) -> Result<OneHandle, LookupError> {
        ctx.child::<One>(&n.to_string())
    }

    #[handler]
    fn watch(&mut self, ctx: &mut Context<Self>, whom: ActorRef) {
        ctx.watch(&whom);
    }

    #[on(Terminated)]
    fn terminated(&mut self, _: Terminated) {
        self.sum += 1;
    }
}

fn each(took: Duration, times: usize) -> f64 {
    took.as_nanos() as f64 / times as f64
}

/// A number that is far from the last, below `all`.
fn somewhere(n: usize, all: usize) -> usize {
    n * 7919 % all
}

async fn actors(all: usize) -> Outcome {
    let system = ActorSystem::new("scale");
    let begin = Instant::now();
    let mut alive = Vec::with_capacity(all);
    for n in 0..all {
        alive.push(system.spawn(n.to_string(), One::default()).await?);
    }
    let spawned = each(begin.elapsed(), all);

    let begin = Instant::now();
    for n in 0..100_000 {
        alive[somewhere(n, all)].add(1).await?;
    }
    let asked = each(begin.elapsed(), 100_000);

    let begin = Instant::now();
    for _ in 0..10_000 {
        let another = system.spawn("another", One::default()).await?;
        another.shutdown().await?;
    }
    let another = each(begin.elapsed(), 10_000);

    let begin = Instant::now();
    system.stop().await?;
    let stopped = each(begin.elapsed(), all);
    println!("| {all} | {spawned:.0} | {asked:.0} | {another:.0} | {stopped:.0} |");
    Ok(())
}

async fn children(all: usize) -> Outcome {
    let system = ActorSystem::new("scale");
    let parent = system.spawn("parent", One::default()).await?;
    let begin = Instant::now();
    parent.spawn(all).no_timeout().await?;
    let spawned = each(begin.elapsed(), all);

    let mut some = Vec::new();
    for n in 0..10 {
        some.push(parent.child(somewhere(n, all)).await?);
    }
    let begin = Instant::now();
    for n in 0..2_000 {
        let one = &some[n % some.len()];
        assert!(one.fail().await.is_err(), "it was told to fail");
        one.running().await?;
    }
    let restarted = each(begin.elapsed(), 2_000);

    let begin = Instant::now();
    for one in &some {
        one.shutdown().await?;
    }
    let stopped = each(begin.elapsed(), some.len());

    let begin = Instant::now();
    parent.shutdown().await?;
    let all_stopped = each(begin.elapsed(), all);
    println!("| {all} | {spawned:.0} | {restarted:.0} | {stopped:.0} | {all_stopped:.0} |");
    system.stop().await?;
    Ok(())
}

async fn watchers(all: usize) -> Outcome {
    let system = ActorSystem::new("scale");
    let watched = system.spawn("watched", One::default()).await?;
    let mut watchers = Vec::with_capacity(all);
    for n in 0..all {
        watchers.push(system.spawn(n.to_string(), One::default()).await?);
    }
    let begin = Instant::now();
    for watcher in &watchers {
        watcher.watch(watched.actor_ref().clone()).await?;
    }
    let begun = each(begin.elapsed(), all);

    let begin = Instant::now();
    watched.shutdown().await?;
    for watcher in &watchers {
        while watcher.add(0).await? == 0 {
            tokio::task::yield_now().await;
        }
    }
    let told = each(begin.elapsed(), all);
    println!("| {all} | {begun:.0} | {told:.0} |");
    system.stop().await?;
    Ok(())
}

#[tokio::main(worker_threads = 2)]
async fn main() -> Outcome {
    println!("| actors | spawn one | ask one | spawn and stop another | stop all, each |");
    for all in [1_000, 10_000, 100_000, 1_000_000] {
        actors(all).await?;
    }
    println!("| children | spawn one | crash and restart one | stop one | stop all, each |");
    for all in [100, 1_000, 10_000, 100_000] {
        children(all).await?;
    }
    println!("| watchers | watch | be told of the end |");
    for all in [100, 10_000, 100_000] {
        watchers(all).await?;
    }
    Ok(())
}
