//! Groups whose members fail, are taken in hand, and ask each other, all at once and on several threads: nobody waits for
//! ever, and the system ends.

use super::*;

use actor_core::RestartMode;
use actor_core::Strategy::{Escalate, OneForAll, OneForOne, RestForOne};
use tokio::task::JoinSet;
use tokio::time::timeout;

/// Numbers that look random, and are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % below
    }
}

/// One of a group.
#[actor]
#[derive(Default)]
struct Sibling;

#[actor]
impl Sibling {
    #[handler]
    fn ping(&self) -> u64 {
        1
    }

    #[handler]
    async fn ask(&mut self, other: SiblingHandle) -> Result<u64, AskError> {
        other.ping().await
    }

    /// Waits until another runs, as one does who relies on it.
    #[handler]
    async fn wait_for(&mut self, other: SiblingHandle) -> bool {
        other.running().await.is_ok()
    }

    #[handler]
    fn fail(&mut self) -> Result<(), Fault> {
        Err(Fault::msg("no"))
    }

    #[handler]
    async fn order(&mut self, other: SiblingHandle, what: u64) {
        match what {
            0 => drop(other.restart().await),
            1 => drop(other.reinstate().await),
            2 => drop(other.kill().await),
            _ => drop(other.shutdown().await),
        }
    }
}

#[actor]
struct Parent(Group, Policy);

#[actor]
impl Parent {
    #[on(PostStart)]
    async fn begin(&mut self, ctx: &mut Context<Self>) -> Result<(), SpawnError> {
        ctx.supervise_children(self.0);
        for name in ["a", "b", "c", "d"] {
            let spawn = ctx.spawn_child_with(name, Sibling::default);
            spawn.supervision(self.1.clone()).await?;
        }
        Ok(())
    }

    #[handler]
    fn children(&mut self, ctx: &mut Context<Self>) -> Vec<SiblingHandle> {
        let names = ["a", "b", "c", "d"];
        let found = names
            .iter()
            .filter_map(|name| ctx.child::<Sibling>(name).ok());
        found.collect()
    }
}

async fn a_bad_day(seed: u64) {
    let mut numbers = Numbers::new(seed);
    let strategies = [OneForOne, OneForAll, RestForOne, Escalate];
    let mut group = Group::new(strategies[numbers.below(4) as usize]);
    if numbers.below(3) == 0 {
        group = group.intensity(20, S);
    }
    let mode = [RestartMode::InPlace, RestartMode::Anew][numbers.below(2) as usize];
    let max = [1, 5, 1_000][numbers.below(3) as usize];
    let policy =
        Policy::new(AT_ONCE.max(max).mode(mode)).on::<actor_core::Panic>(Directive::Resume);
    let system = ActorSystem::new("test");
    let parent = in_time(system.spawn("p", Parent(group, policy)).into_future()).await;
    let parent = parent.expect("starts");
    let children = in_time(parent.children().into_future())
        .await
        .expect("answers");
    let mut doing = JoinSet::new();
    for _ in 0..6 {
        let mut what = Vec::new();
        for _ in 0..60 {
            what.push((
                numbers.below(12),
                numbers.below(4) as usize,
                numbers.below(4) as usize,
            ));
        }
        let (children, parent) = (children.clone(), parent.clone());
        doing.spawn(async move {
            for (what, one, other) in what {
                let (Some(one), Some(other)) = (children.get(one), children.get(other)) else {
                    return;
                };
                match what {
                    0 | 1 => drop(one.fail().await),
                    2 => drop(one.fail().tell().await),
                    3 => drop(one.ask(other.clone()).no_timeout().await),
                    4 => drop(one.wait_for(other.clone()).no_timeout().await),
                    5 => drop(one.order(other.clone(), 0).no_timeout().await),
                    6 => drop(one.order(other.clone(), 1).no_timeout().await),
                    7 => drop(one.restart().await),
                    8 => drop(one.reinstate().await),
                    9 => drop(one.running().await),
                    10 => drop(parent.restart().await),
                    _ => drop(one.ping().no_timeout().await),
                }
                tokio::task::yield_now().await;
            }
        });
    }
    if numbers.below(2) == 0 {
        for child in &children {
            match numbers.below(4) {
                0 => drop(child.kill()),
                1 => drop(child.shutdown()),
                2 => drop(child.stop_now()),
                _ => {}
            }
            tokio::task::yield_now().await;
        }
    }
    let over = async { while doing.join_next().await.is_some() {} };
    let over = timeout(20 * S, over).await;
    assert!(over.is_ok(), "somebody waits for ever: {seed}");
    let stopped = timeout(20 * S, system.stop()).await;
    assert!(stopped.expect("it ends").is_ok(), "{seed}");
    assert!(children.iter().all(|child| !child.is_running()), "{seed}");
}

async fn in_time<F: Future>(future: F) -> F::Output {
    timeout(20 * S, future).await.expect("in time")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nobody_waits_for_ever_and_the_system_ends() {
    for seed in 0..200 {
        a_bad_day(seed).await;
    }
}
