//! Handles that are dropped, systems side by side, several threads and runtimes, and that nothing is left.

#[path = "common/soon.rs"]
mod soon;

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::{Probe, Recorder, hold, settle};
use actor_core::{RestartError, Spawn, StopReason, SystemError};
use soon::at_once;
use tokio::runtime::{Builder, Handle as Runtime};
use tokio::task::JoinSet;
use tokio::time::timeout;

const S: Duration = Duration::from_secs(1);
const MS: Duration = Duration::from_millis(1);

/// Counts, and has what an actor can have.
#[actor]
#[derive(Default)]
struct Counter {
    sum: u64,
    alive: Arc<()>,
}

#[actor]
impl Counter {
    #[handler]
    fn add(&mut self, n: u64) -> u64 {
        self.sum += n;
        self.sum
    }

    #[handler]
    fn hold(&mut self, what: Arc<()>) -> usize {
        Arc::strong_count(&what)
    }

    #[handler]
    async fn branch_out(&mut self, depth: u32, ctx: &mut Context<Self>) {
        let me = ctx.myself();
        me.add(1).every(S);
        me.add(1).after(1_000 * S);
        ctx.pipe(std::future::pending(), |()| CounterMsg::add(1));
        ctx.spawn(std::future::pending());
        if depth > 0 {
            for name in ["left", "right"] {
                let child = ctx.spawn_child(name, Counter::default()).await;
                let child = child.expect("starts");
                let told = child.branch_out(depth - 1).tell().await;
                told.expect("accepted");
            }
        }
    }

    #[handler]
    async fn ask(&mut self, other: CounterHandle) -> Result<u64, AskError> {
        other.add(1).no_timeout().await
    }

    #[handler]
    async fn never(&mut self) {
        std::future::pending::<()>().await;
    }
}

async fn counter(system: &ActorSystem, name: &str) -> CounterHandle {
    let spawn = system.spawn(name, Counter::default());
    spawn.await.expect("starts")
}

// === Handles ===

#[tokio::test(start_paused = true)]
async fn an_actor_lives_on_without_handles() {
    let system = ActorSystem::new("ledger");
    counter(&system, "counter")
        .await
        .add(5)
        .await
        .expect("answers");
    settle().await;
    let found = system.actor_of::<Counter>("counter").expect("it is there");
    assert_eq!(found.add(1).await.ok(), Some(6));
}

#[tokio::test(start_paused = true)]
async fn handles_do_not_keep_the_value_of_an_actor_that_has_ended() {
    let system = ActorSystem::new("ledger");
    let value = Counter::default();
    let alive = Arc::downgrade(&value.alive);
    let counter = system.spawn("counter", value).await.expect("starts");
    let (_other, _any) = (counter.clone(), counter.actor_ref().clone());
    assert_eq!(alive.strong_count(), 1);
    at_once(counter.shutdown()).await.expect("no cycle");
    assert_eq!(alive.strong_count(), 0);
}

#[test]
fn handles_and_calls_go_from_thread_to_thread() {
    fn assert_send<T: Send>() {}
    fn assert_sync<T: Sync>() {}
    assert_send::<CounterHandle>();
    assert_sync::<CounterHandle>();
    assert_send::<ActorRef>();
    assert_sync::<ActorRef>();
    assert_send::<Recipient<u32>>();
    assert_sync::<Recipient<u32>>();
    assert_send::<ActorSystem>();
    assert_sync::<ActorSystem>();
    assert_send::<Timer>();
    assert_send::<Spawn<CounterHandle>>();
    assert_send::<actor_core::Ask<'static, Counter, u64, std::convert::Infallible>>();
    assert_send::<actor_core::Tell<'static, Counter>>();
    assert_send::<actor_core::Shutdown>();
}

// === Nothing is left ===

#[tokio::test(start_paused = true)]
async fn nothing_is_left_of_a_system_that_has_stopped() {
    let system = ActorSystem::new("ledger");
    let stuck = counter(&system, "stuck").await;
    let mut asks = JoinSet::new();
    for n in 0..10 {
        let root = counter(&system, &format!("root{n}")).await;
        root.branch_out(3).await.expect("answers");
        root.add(1).every(S);
        let stuck = stuck.clone();
        asks.spawn(async move { stuck.never().timeout(100 * S).await });
    }
    tokio::time::sleep(10 * S).await;
    assert!(Runtime::current().metrics().num_alive_tasks() > 100);
    stuck.kill();
    at_once(system.stop()).await.expect("stops");
    while let Some(asked) = at_once(asks.join_next()).await {
        assert!(asked.expect("no panic").is_err());
    }
    assert_eq!(Runtime::current().metrics().num_alive_tasks(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nothing_is_left_of_a_system_that_has_stopped_on_several_threads() {
    let system = ActorSystem::new("ledger");
    for n in 0..20 {
        let root = counter(&system, &format!("root{n}")).await;
        root.branch_out(3).tell().await.expect("accepted");
        root.add(1).every(MS);
    }
    system.stop().await.expect("stops");
    // The last task may still be on its way out.
    let gone = async {
        while Runtime::current().metrics().num_alive_tasks() > 0 {
            tokio::task::yield_now().await;
        }
    };
    timeout(10 * S, gone).await.expect("nothing is left");
}

/// Has so many asks time out, at one actor that is held, and looks that nothing is left of them.
async fn timed_out_asks_leave_nothing(mailbox: Mailbox, patience: Option<Duration>) {
    const ASKS: usize = 10_000;
    let builder = ActorSystem::builder("ledger").ask_timeout(S);
    let system = builder.build().expect("a valid name");
    let spawn = system.spawn("counter", Counter::default());
    let counter = spawn.mailbox(mailbox).await.expect("starts");
    let held = hold(&counter).await;
    let before = Runtime::current().metrics().num_alive_tasks();
    let what = Arc::new(());
    let mut asks = JoinSet::new();
    for _ in 0..ASKS {
        let (counter, what) = (counter.clone(), Arc::clone(&what));
        asks.spawn(async move {
            match patience {
                Some(patience) => counter.hold(what).timeout(patience).await,
                None => counter.hold(what).await,
            }
        });
    }
    while let Some(asked) = asks.join_next().await {
        let error = asked.expect("no panic").expect_err("held");
        assert!(matches!(error, AskError::Timeout { began: false, .. }));
    }
    let accepted = counter.queued();
    assert_eq!(Arc::strong_count(&what), 1 + accepted);
    held.release();
    settle().await;
    assert_eq!(Arc::strong_count(&what), 1);
    assert_eq!(counter.queued(), 0);
    assert_eq!(counter.skipped(), accepted as u64);
    assert_eq!(counter.processed(), 0);
    assert_eq!(system.dead_letters(), 0);
    // What watches over the timeouts looks once more.
    tokio::time::sleep(S).await;
    assert_eq!(Runtime::current().metrics().num_alive_tasks(), before);
    assert_eq!(counter.add(1).await.ok(), Some(1));
    system.stop().await.expect("stops");
}

#[tokio::test(start_paused = true)]
async fn ten_thousand_asks_that_time_out_leave_nothing() {
    timed_out_asks_leave_nothing(Mailbox::unbounded(), Some(S)).await;
}

#[tokio::test(start_paused = true)]
async fn ten_thousand_asks_that_time_out_by_the_systems_timeout_leave_nothing() {
    timed_out_asks_leave_nothing(Mailbox::unbounded(), None).await;
}

#[tokio::test(start_paused = true)]
async fn ten_thousand_asks_that_time_out_while_they_wait_for_room_leave_nothing() {
    timed_out_asks_leave_nothing(Mailbox::bounded(10), Some(S)).await;
    timed_out_asks_leave_nothing(Mailbox::bounded(10), None).await;
}

// === Two systems ===

#[tokio::test(start_paused = true)]
async fn two_systems_know_nothing_of_each_other() {
    let (one, two) = (ActorSystem::new("ledger"), ActorSystem::new("ledger"));
    let mut recorder = Recorder::new(&two);
    let (of_one, of_two) = (
        counter(&one, "counter").await,
        counter(&two, "counter").await,
    );
    assert_ne!(of_one.actor_ref(), of_two.actor_ref());
    of_one.add(5).await.expect("answers");
    assert_eq!(of_two.add(1).await.ok(), Some(1));
    at_once(one.stop()).await.expect("stops");
    assert!(of_one.add(1).await.is_err());
    assert_eq!(of_two.add(1).await.ok(), Some(2));
    assert_eq!(recorder.names_of(of_two.path()), ["ActorStarted"]);
    assert_eq!((one.dead_letters(), two.dead_letters()), (1, 0));
    assert!(!two.is_stopping());
}

#[tokio::test(start_paused = true)]
async fn actors_of_two_systems_may_talk_to_each_other() {
    let (one, two) = (ActorSystem::new("one"), ActorSystem::new("two"));
    // Each is the first of its system.
    let (of_one, of_two) = (
        counter(&one, "counter").await,
        counter(&two, "counter").await,
    );
    let asked = at_once(of_one.ask(of_two.clone())).await;
    assert_eq!(asked.expect("no cycle"), 1);
}

#[tokio::test(start_paused = true)]
async fn an_actor_may_watch_one_of_another_system() {
    let (one, two) = (ActorSystem::new("one"), ActorSystem::new("two"));
    let mut probe = Probe::<()>::new(&one).await;
    let of_two = counter(&two, "counter").await;
    probe.watch(&of_two).await;
    at_once(two.stop()).await.expect("stops");
    let gone = probe.expect_terminated(&of_two).await;
    assert_eq!(gone.reason(), StopReason::ParentStopped);
}

// === Threads and runtimes ===

fn runtime(threads: usize) -> tokio::runtime::Runtime {
    let mut builder = match threads {
        1 => Builder::new_current_thread(),
        _ => Builder::new_multi_thread(),
    };
    let builder = builder.worker_threads(threads).enable_time();
    builder.build().expect("builds")
}

#[test]
fn an_actor_is_used_from_several_runtimes_and_threads() {
    let home = runtime(2);
    let system = home.block_on(async { ActorSystem::new("ledger") });
    let counter = home.block_on(counter(&system, "counter"));
    thread::scope(|scope| {
        for n in 0..6 {
            let counter = counter.clone();
            scope.spawn(move || {
                if n % 2 == 0 {
                    for _ in 0..100 {
                        counter.add(1).blocking().expect("answers");
                    }
                } else {
                    let away = runtime(1);
                    away.block_on(async {
                        for _ in 0..100 {
                            counter.add(1).timeout(60 * S).await.expect("answers");
                            counter.add(1).tell().await.expect("accepted");
                        }
                    });
                }
            });
        }
    });
    assert_eq!(counter.add(0).blocking().ok(), Some(3 * 100 + 3 * 200));
    home.block_on(system.stop()).expect("stops");
}

#[test]
fn an_ask_times_out_on_whatever_runtime_it_is_made() {
    let (home, away) = (runtime(2), runtime(1));
    let builder = ActorSystem::builder("ledger").ask_timeout(20 * MS);
    let system = builder.runtime(home.handle().clone()).build();
    let system = system.expect("a valid name");
    let counter = home.block_on(counter(&system, "counter"));
    let _held = home.block_on(hold(&counter));
    away.block_on(async {
        let exact = counter.add(1).timeout(5 * MS).await;
        assert!(matches!(exact, Err(AskError::Timeout { .. })));
        let of_the_system = counter.add(1).await;
        assert!(matches!(of_the_system, Err(AskError::Timeout { .. })));
    });
    assert!(counter.add(1).blocking().is_err());
}

#[test]
fn a_system_runs_on_the_runtime_it_was_given() {
    let (home, away) = (runtime(2), runtime(1));
    let system = ActorSystem::builder("ledger").runtime(home.handle().clone());
    let system = system.build().expect("a valid name");
    away.block_on(async {
        let counter = counter(&system, "counter").await;
        assert_eq!(counter.add(1).await.ok(), Some(1));
        assert_eq!(Runtime::current().metrics().num_alive_tasks(), 0);
        assert!(home.metrics().num_alive_tasks() > 0);
    });
}

#[test]
fn without_a_runtime_there_is_no_system() {
    let built = ActorSystem::builder("ledger").build();
    assert_eq!(built.err(), Some(SystemError::NoRuntime));
}

#[test]
fn when_the_runtime_is_gone_everything_fails_at_once() {
    let (home, away) = (runtime(1), runtime(1));
    let system = home.block_on(async { ActorSystem::new("ledger") });
    let counter = home.block_on(counter(&system, "counter"));
    let mut events = system.events().subscribe();
    drop(home);
    let stopped = events.try_recv().expect("told");
    assert_eq!(
        stopped.to_string(),
        "ledger/counter ActorStopped (runtime-gone)"
    );
    away.block_on(async {
        let at_once = async {
            assert!(matches!(
                counter.add(1).await,
                Err(AskError::NotRunning { .. })
            ));
            assert!(counter.add(1).tell().await.is_err());
            assert!(counter.add(1).try_tell().is_err());
            assert!(counter.poison_pill().is_err());
            assert_eq!(counter.shutdown().await, Ok(()));
            assert_eq!(counter.kill().await, Ok(()));
            assert!(matches!(
                counter.restart().await,
                Err(RestartError::NotRunning { .. })
            ));
            assert!(!counter.reinstate().await);
            // Whether it is said or not, no actor runs.
            let spawned = system.spawn("another", Counter::default()).await;
            assert!(spawned.is_err() || spawned.is_ok_and(|another| !another.is_running()));
            system.stop().await.expect("stops");
        };
        timeout(10 * S, at_once).await.expect("at once");
    });
    assert!(matches!(
        counter.add(1).blocking(),
        Err(AskError::NotRunning { .. })
    ));
}

#[test]
fn a_system_that_is_dropped_goes_on_for_as_long_as_its_runtime() {
    let home = runtime(1);
    let counter = home.block_on(async {
        let system = ActorSystem::new("ledger");
        counter(&system, "counter").await
    });
    assert_eq!(home.block_on(async { counter.add(1).await.ok() }), Some(1));
    drop(home);
    assert!(!counter.is_running());
}
