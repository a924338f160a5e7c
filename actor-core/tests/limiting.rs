//! A system has no more actors than it may, and each that ends makes room for another.

mod common;

use actor_core::prelude::*;
use actor_core::testkit::settle;

use common::{Gate, Subject, SubjectHandle, inside, soon};

fn system(most: usize) -> ActorSystem {
    let built = ActorSystem::builder("test").max_actors(most).build();
    built.expect("the name is valid")
}

async fn spawn(system: &ActorSystem, name: &str) -> Result<SubjectHandle, SpawnError> {
    soon(system.spawn(name, Subject::silent())).await
}

fn assert_full(spawned: Result<SubjectHandle, SpawnError>, most: usize) {
    match spawned {
        Err(SpawnError::TooManyActors { system, limit }) => {
            assert_eq!((system.as_str(), limit), ("test", most));
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn one_more_is_refused_until_one_has_ended() {
    let system = system(2);
    let a = spawn(&system, "a").await.expect("there is room");
    spawn(&system, "b").await.expect("there is room");
    assert_full(spawn(&system, "c").await, 2);
    soon(a.shutdown()).await.expect("ends");
    spawn(&system, "c").await.expect("there is room again");
    assert_full(spawn(&system, "a").await, 2);
}

#[tokio::test(start_paused = true)]
async fn one_that_is_ending_counts_until_its_name_is_free() {
    let system = system(1);
    let gate = Gate::new();
    let a = soon(system.spawn("a", Subject::silent().post_stop_at(&gate)))
        .await
        .expect("there is room");
    let ending = a.shutdown();
    gate.reached().await;
    assert_full(spawn(&system, "b").await, 1);
    gate.open();
    soon(ending).await.expect("ends");
    spawn(&system, "b").await.expect("there is room");
}

#[tokio::test(start_paused = true)]
async fn children_count_and_leave_with_their_parent() {
    let system = system(3);
    let parent = spawn(&system, "p").await.expect("there is room");
    let spawned = inside(&parent, |ctx| {
        Box::pin(async move {
            let mut spawned = Vec::new();
            for name in ["a", "b", "c"] {
                spawned.push(ctx.spawn_child(name, Subject::silent()).await.is_ok());
            }
            spawned
        })
    });
    assert_eq!(spawned.await, [true, true, false]);
    soon(parent.kill()).await.expect("ends");
    for name in ["x", "y", "z"] {
        spawn(&system, name).await.expect("there is room");
    }
    assert_full(spawn(&system, "p").await, 3);
}

#[tokio::test(start_paused = true)]
async fn what_never_starts_takes_no_room() {
    let system = system(1);
    for _ in 0..3 {
        let failing = Subject::silent().failing_pre_start(&[1]);
        let failed = soon(system.spawn("a", failing)).await;
        assert!(
            matches!(failed, Err(SpawnError::InitFailed { .. })),
            "{failed:?}"
        );
        let invalid = spawn(&system, "/").await;
        assert!(
            matches!(invalid, Err(SpawnError::InvalidName { .. })),
            "{invalid:?}"
        );
        drop(system.spawn("a", Subject::silent()));
    }
    let a = spawn(&system, "a").await.expect("there is room");
    let taken = spawn(&system, "a").await;
    assert!(
        matches!(taken, Err(SpawnError::NameTaken { .. })),
        "{taken:?}"
    );
    soon(a.shutdown()).await.expect("ends");
    spawn(&system, "b").await.expect("there is room");
}

#[tokio::test(start_paused = true)]
async fn one_that_is_there_is_got_though_there_is_no_room() {
    let system = system(1);
    let a = spawn(&system, "a").await.expect("there is room");
    let got = soon(system.get_or_spawn("a", Subject::silent)).await;
    assert_eq!(got.expect("it is there"), a);
    assert_full(soon(system.get_or_spawn("b", Subject::silent)).await, 1);
}

#[tokio::test(start_paused = true)]
async fn a_restart_needs_no_room() {
    let system = system(1);
    let a = spawn(&system, "a").await.expect("there is room");
    soon(a.restart()).await.expect("restarts");
    settle().await;
    assert_full(spawn(&system, "b").await, 1);
    soon(a.shutdown()).await.expect("ends");
    spawn(&system, "b").await.expect("there is room");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn spawns_at_once_are_counted_right() {
    let system = system(10);
    for round in 0..50 {
        let mut spawning = tokio::task::JoinSet::new();
        for n in 0..20 {
            let system = system.clone();
            spawning.spawn(async move { spawn(&system, &format!("{round}-{n}")).await });
        }
        let spawned = spawning.join_all().await;
        let alive: Vec<_> = spawned.into_iter().filter_map(Result::ok).collect();
        assert_eq!(alive.len(), 10);
        for actor in alive {
            soon(actor.kill()).await.expect("ends");
        }
    }
}
