//! What stays after an actor has ended: nothing. Not its value, not its place in the tree, not its memory.

mod common;

use std::fs::{self, File};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{self, Wake, Waker};

use actor_core::prelude::*;
use actor_core::{ActorRef, Shutdown};
use tokio::runtime::Builder;

use common::{Gate, Plain, Subject, SubjectHandle, in_real_time, inside};

/// An actor that holds a lock file for as long as its value exists.
#[actor]
struct Holder {
    path: PathBuf,
    file: Option<LockFile>,
}

struct LockFile(PathBuf);

impl Drop for LockFile {
    fn drop(&mut self) {
        fs::remove_file(&self.0).expect("it is ours");
    }
}

#[actor]
impl Holder {
    #[on(PreStart)]
    fn lock(&mut self) -> Result<(), Fault> {
        File::create_new(&self.path)?;
        self.file = Some(LockFile(self.path.clone()));
        Ok(())
    }

    #[handler]
    fn is_locked(&self) -> bool {
        self.file.is_some()
    }
}

/// Whoever waits for an end may at once take what the actor owned.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_value_is_dropped_before_the_stop_resolves_a_thousand_times() {
    let system = ActorSystem::new("test");
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = path.join(format!("lock-{}", std::process::id()));
    let orders: [fn(&ActorRef) -> Shutdown; 3] =
        [ActorRef::shutdown, ActorRef::stop_now, ActorRef::kill];
    for round in 0..1000 {
        let value = Holder {
            path: path.clone(),
            file: None,
        };
        let actor = system
            .spawn("holder", value)
            .await
            .expect("the file is free");
        if round % 2 == 0 {
            assert!(in_real_time(actor.is_locked()).await.expect("answered"));
        }
        in_real_time(orders[round % 3](&actor)).await.expect("ends");
    }
    assert!(!path.exists());
}

/// A notice of an end is as good as waiting for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_value_is_dropped_before_terminated_is_handled() {
    let system = ActorSystem::new("test");
    for _ in 0..300 {
        let value = Subject::silent();
        let alive = value.alive();
        let (tell, told) = tokio::sync::oneshot::channel();
        let mut tell = Some(tell);
        let watcher = Subject::silent().on_terminated(move |_, _| {
            let dropped = alive.strong_count() == 0;
            if let Some(tell) = tell.take() {
                let _ = tell.send(dropped);
            }
            Box::pin(async { Ok(()) })
        });
        let watcher = system.spawn("w", watcher).await.expect("starts");
        let actor = system.spawn("a", value).await.expect("starts");
        let target = actor.actor_ref().clone();
        inside(&watcher, move |ctx| {
            Box::pin(async move { ctx.watch(&target) })
        })
        .await;
        drop(actor.shutdown());
        assert!(in_real_time(told).await.expect("told"));
        in_real_time(watcher.shutdown()).await.expect("stops");
    }
}

/// Resident memory in KiB, where the system tells it.
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[tokio::test]
async fn ten_thousand_rounds_of_spawning_and_stopping_need_no_memory() {
    async fn round(system: &ActorSystem, n: usize) {
        let parent: SubjectHandle = system.spawn("p", Subject::silent()).await.expect("starts");
        inside(&parent, |ctx| {
            Box::pin(async move {
                let kid = ctx
                    .spawn_child("kid", Plain::default())
                    .await
                    .expect("starts");
                ctx.watch(&kid);
            })
        })
        .await;
        let ended = match n % 3 {
            0 => parent.shutdown(),
            1 => parent.stop_now(),
            _ => parent.kill(),
        };
        in_real_time(ended).await.expect("ends");
    }

    let system = ActorSystem::new("test");
    for n in 0..2_000 {
        round(&system, n).await;
    }
    let before = resident();
    for n in 0..10_000 {
        round(&system, n).await;
    }
    assert!(system.actors().is_empty());
    if let (Some(before), Some(after)) = (before, resident()) {
        let grown = after.saturating_sub(before);
        assert!(grown < 2_000, "20,000 actors left {grown} KiB behind");
    }
}

/// Neither the stop of a deep tree nor its memory is a recursion: the stack is too small for one.
#[test]
fn a_chain_of_ten_thousand_generations_ends() {
    let run = || {
        let runtime = Builder::new_current_thread()
            .enable_time()
            .build()
            .expect("a runtime");
        runtime.block_on(async {
            let system = ActorSystem::new("test");
            let ended = Arc::new(AtomicBool::new(false));
            let seen = Arc::clone(&ended);
            let top = Subject::silent().on_post_stop(move |_| {
                seen.store(true, Ordering::Relaxed);
                Box::pin(async { Ok(()) })
            });
            let top = system.spawn("t", top).await.expect("starts");
            let mut last = top.clone();
            for _ in 0..10_000 {
                last = common::spawn_child(&last, "c", Subject::silent()).await;
            }
            in_real_time(top.shutdown()).await.expect("stops");
            assert!(ended.load(Ordering::Relaxed) && !last.is_running());
        });
    };
    let thread = std::thread::Builder::new()
        .stack_size(256 * 1024)
        .spawn(run);
    thread.expect("a thread").join().expect("no panic");
}

/// Each watches the next and ends when it does.
#[test]
fn a_chain_of_fifty_thousand_watchers_ends() {
    let run = || {
        let runtime = Builder::new_current_thread()
            .enable_time()
            .build()
            .expect("a runtime");
        runtime.block_on(async {
            let system = ActorSystem::new("test");
            let first = system
                .spawn("a", Follower { before: None })
                .await
                .expect("starts");
            let mut before = first.actor_ref().clone();
            for n in 0..50_000 {
                let follower = Follower {
                    before: Some(before),
                };
                let spawned = system.spawn(format!("a-{n}"), follower).await;
                before = spawned.expect("starts").actor_ref().clone();
            }
            drop(first.shutdown());
            in_real_time(before.ended()).await.expect("ends");
            assert!(system.actors().is_empty());
        });
    };
    let thread = std::thread::Builder::new()
        .stack_size(256 * 1024)
        .spawn(run);
    thread.expect("a thread").join().expect("no panic");
}

#[actor]
struct Follower {
    before: Option<ActorRef>,
}

#[actor]
impl Follower {
    #[on(PreStart)]
    fn follow(&mut self, ctx: &mut Context<Self>) {
        if let Some(before) = self.before.take() {
            ctx.watch(&before);
        }
    }

    #[on(Terminated)]
    fn gone(&mut self, ctx: &mut Context<Self>, _gone: Terminated) {
        ctx.stop();
    }
}

/// Wakes nobody; whether it is still held somewhere is what counts.
struct Silent;

impl Wake for Silent {
    fn wake(self: Arc<Self>) {}
}

/// Begins to wait a thousand times, and each time gives up.
fn give_up<F: Future>(waker: &Arc<Silent>, wait: impl Fn() -> F) {
    for _ in 0..1_000 {
        let waker = Waker::from(Arc::clone(waker));
        let waiting = pin!(wait());
        assert!(
            waiting
                .poll(&mut task::Context::from_waker(&waker))
                .is_pending()
        );
    }
}

#[tokio::test(start_paused = true)]
async fn who_gives_up_waiting_leaves_no_waker_behind() {
    let system = ActorSystem::new("test");
    let (starts, ends) = (Gate::new(), Gate::new());
    let value = Subject::silent().pre_start_at(&starts).post_stop_at(&ends);
    let start = tokio::spawn(system.spawn("a", value).into_future());
    starts.reached().await;
    let waker = Arc::new(Silent);
    let get = || system.get_or_spawn("a", Subject::silent).into_future();
    give_up(&waker, get);
    assert_eq!(Arc::strong_count(&waker), 1, "while it starts");

    starts.open();
    let actor = start.await.expect("no panic").expect("starts");
    give_up(&waker, || actor.ended());
    assert_eq!(Arc::strong_count(&waker), 1, "while it runs");

    let end = actor.shutdown();
    ends.reached().await;
    give_up(&waker, get);
    give_up(&waker, || actor.ended());
    assert_eq!(Arc::strong_count(&waker), 1, "while it ends");
    ends.open();
    end.await.expect("no cycle");
}
