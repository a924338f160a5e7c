//! Names: which are valid, whose they are and until when, and what is found under them.

mod common;

use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::settle;
use actor_core::{MAX_NAME_LEN, NameError, SystemError};

use common::{Gate, Log, Plain, Subject, SubjectHandle, inside, soon, spawn_child};

async fn subject(system: &ActorSystem, name: &str) -> SubjectHandle {
    soon(system.spawn(name, Subject::silent()))
        .await
        .expect("starts")
}

/// Spawns an actor that is suspended at its first failure, and lets it fail.
async fn suspended(system: &ActorSystem, name: &str, value: Subject) -> SubjectHandle {
    let spawn = system.spawn(name, value).supervision(Directive::Suspend);
    let actor = soon(spawn).await.expect("starts");
    let _ = soon(actor.fail(Fault::msg("no"))).await;
    assert!(actor.is_suspended());
    actor
}

fn is_taken<T>(spawned: Result<T, SpawnError>) -> bool {
    matches!(spawned, Err(SpawnError::NameTaken { path }) if path == "test/a")
}

fn is_hidden(system: &ActorSystem) -> bool {
    let alone = system.actors().is_empty();
    alone
        && matches!(system.actor_of::<Subject>("a"), Err(LookupError::NotFound { path }) if path == "test/a")
}

// === Which names are valid ===

#[tokio::test(start_paused = true)]
async fn actor_names_are_checked() {
    let longest = "x".repeat(MAX_NAME_LEN);
    let valid = [
        "a",
        "Z",
        "7",
        "till-1",
        "till_1",
        "till.1",
        "a..b",
        "a-",
        "actorcore",
        &longest,
    ];
    let too_long = "x".repeat(MAX_NAME_LEN + 1);
    let invalid = [
        ("", NameError::Empty),
        (&too_long, NameError::TooLong(MAX_NAME_LEN + 1)),
        (" a", NameError::Start(' ')),
        ("-a", NameError::Start('-')),
        ("_a", NameError::Start('_')),
        (".a", NameError::Start('.')),
        ("/a", NameError::Start('/')),
        ("é", NameError::Start('é')),
        ("a ", NameError::Character(' ')),
        ("a\n", NameError::Character('\n')),
        ("a/b", NameError::Character('/')),
        ("a#b", NameError::Character('#')),
        ("aé", NameError::Character('é')),
        ("ActorCore", NameError::Reserved),
        ("ActorCore-x", NameError::Reserved),
    ];
    let system = ActorSystem::new("test");
    for name in valid {
        let actor = soon(system.spawn(name, Plain::default())).await;
        assert_eq!(actor.expect(name).path().name(), name);
    }
    for (name, why) in invalid {
        let log = Log::new();
        match soon(system.spawn(name, Subject::new(&log))).await {
            Err(SpawnError::InvalidName {
                name: given,
                reason,
            }) => {
                assert_eq!((given.as_str(), reason), (name, why));
            }
            other => panic!("{name:?}: {other:?}"),
        }
        assert!(log.take().is_empty(), "{name:?}: `pre_start` has run");
    }
}

#[tokio::test(start_paused = true)]
async fn the_names_of_children_are_checked_as_well() {
    let parent = subject(&ActorSystem::new("test"), "p").await;
    let kid = inside(&parent, |ctx| {
        Box::pin(async move { ctx.spawn_child("a/b", Plain::default()).await.map(drop) })
    });
    assert!(matches!(kid.await, Err(SpawnError::InvalidName { .. })));
}

/// As for actors, without dots.
#[tokio::test(start_paused = true)]
async fn system_names_are_checked() {
    for name in ["a", "shop-1", "shop_1", "7"] {
        assert_eq!(ActorSystem::builder(name).build().expect(name).name(), name);
    }
    let invalid = [
        ("", NameError::Empty),
        ("a.b", NameError::Character('.')),
        ("a/b", NameError::Character('/')),
        ("-a", NameError::Start('-')),
        (" a", NameError::Start(' ')),
        ("ActorCore", NameError::Reserved),
    ];
    for (name, reason) in invalid {
        let name = name.to_owned();
        assert_eq!(
            ActorSystem::builder(&name).build().err(),
            Some(SystemError::InvalidName { name, reason })
        );
    }
}

// === Whose they are ===

#[tokio::test(start_paused = true)]
async fn a_name_is_unique_among_siblings() {
    let system = ActorSystem::new("test");
    let first = subject(&system, "a").await;
    let second = Subject::silent();
    let alive = second.alive();
    assert!(is_taken(soon(system.spawn("a", second)).await));
    assert_eq!(alive.strong_count(), 0, "the value refused is dropped");
    assert!(
        is_taken(soon(system.spawn("a", Plain::default())).await),
        "whatever the type"
    );
    assert!(first.is_running(), "the holder is not touched");
    assert_eq!(*system.actor_of::<Subject>("a").expect("found"), *first);
}

#[tokio::test(start_paused = true)]
async fn children_of_different_parents_may_share_a_name() {
    let system = ActorSystem::new("test");
    let (p, q) = (subject(&system, "p").await, subject(&system, "q").await);
    let of_p = spawn_child(&p, "kid", Subject::silent()).await;
    let of_q = spawn_child(&q, "kid", Subject::silent()).await;
    let deep = spawn_child(&of_p, "p", Subject::silent()).await;
    assert_eq!(of_p.path(), "test/p/kid");
    assert_eq!(of_q.path(), "test/q/kid");
    assert_eq!(deep.path(), "test/p/kid/p");
    assert_ne!(*of_p, *of_q);
    let second = inside(&p, |ctx| {
        Box::pin(async move { ctx.spawn_child("kid", Plain::default()).await.map(drop) })
    });
    assert!(matches!(second.await, Err(SpawnError::NameTaken { path }) if path == "test/p/kid"));
}

#[tokio::test(start_paused = true)]
async fn two_systems_of_one_name_know_nothing_of_each_other() {
    let (one, two) = (ActorSystem::new("test"), ActorSystem::new("test"));
    let a = subject(&one, "a").await;
    assert!(two.actor_of::<Subject>("a").is_err());
    let other = subject(&two, "a").await;
    assert_ne!(*a, *other);
    soon(one.stop()).await.expect("stops");
    assert!(other.is_running());
}

// === Until when: occupied until fully stopped ===

#[tokio::test(start_paused = true)]
async fn a_name_is_taken_and_hidden_while_its_holder_starts() {
    let (system, gate) = (ActorSystem::new("test"), Gate::new());
    let spawn = system.spawn("a", Subject::silent().pre_start_at(&gate));
    let spawn = tokio::spawn(spawn.into_future());
    gate.reached().await;
    assert!(is_hidden(&system));
    assert!(is_taken(soon(system.spawn("a", Subject::silent())).await));
    gate.open();
    soon(spawn).await.expect("no panic").expect("starts");
    assert!(!is_hidden(&system));
}

#[tokio::test(start_paused = true)]
async fn a_name_is_taken_and_hidden_while_its_holder_is_suspended() {
    let system = ActorSystem::new("test");
    let actor = suspended(&system, "a", Subject::silent()).await;
    assert!(is_hidden(&system));
    assert!(is_taken(soon(system.spawn("a", Subject::silent())).await));
    assert!(soon(actor.reinstate()).await);
    assert_eq!(
        *system.actor_of::<Subject>("a").expect("found again"),
        *actor
    );
}

#[tokio::test(start_paused = true)]
async fn a_name_is_taken_and_hidden_while_its_holder_waits_for_a_restart() {
    let system = ActorSystem::new("test");
    let actor = subject(&system, "a").await;
    let _ = soon(actor.fail(Fault::msg("no"))).await;
    assert!(is_hidden(&system), "the default policy waits for a second");
    assert!(is_taken(soon(system.spawn("a", Subject::silent())).await));
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(
        *system.actor_of::<Subject>("a").expect("found again"),
        *actor
    );
}

#[tokio::test(start_paused = true)]
async fn a_name_is_taken_and_hidden_while_its_holder_is_restarted() {
    let (system, gate) = (ActorSystem::new("test"), Gate::new());
    let actor = soon(system.spawn("a", Subject::silent().post_stop_at(&gate)));
    let actor = actor.await.expect("starts");
    let restart = tokio::spawn({
        let actor = actor.clone();
        async move { actor.restart().await }
    });
    gate.reached().await;
    assert!(is_hidden(&system));
    assert!(is_taken(soon(system.spawn("a", Subject::silent())).await));
    gate.open();
    soon(restart).await.expect("no panic").expect("restarts");
    assert_eq!(
        *system.actor_of::<Subject>("a").expect("found again"),
        *actor
    );
}

#[tokio::test(start_paused = true)]
async fn a_name_is_taken_and_hidden_while_its_holder_drains_and_stops() {
    let (system, gate) = (ActorSystem::new("test"), Gate::new());
    let actor = soon(system.spawn("a", Subject::silent().post_stop_at(&gate)));
    let actor = actor.await.expect("starts");
    actor.stay(gate.clone()).try_tell().expect("taken");
    gate.reached().await;
    let stop = actor.shutdown();
    gate.open();
    gate.reached().await;
    assert!(is_hidden(&system), "in post_stop");
    assert!(is_taken(soon(system.spawn("a", Subject::silent())).await));
    gate.open();
    soon(stop).await.expect("stops");
    subject(&system, "a").await;
}

#[tokio::test(start_paused = true)]
async fn a_name_is_free_when_the_stop_resolves_however_it_was_ordered() {
    let system = ActorSystem::new("test");
    for _ in 0..100 {
        soon(subject(&system, "a").await.shutdown())
            .await
            .expect("stops");
        soon(subject(&system, "a").await.stop_now())
            .await
            .expect("stops");
        soon(subject(&system, "a").await.kill())
            .await
            .expect("stops");
        let pilled = subject(&system, "a").await;
        pilled.poison_pill().expect("taken");
        soon(pilled.ended()).await.expect("stops");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_name_is_free_when_the_stop_resolves_on_any_thread() {
    let system = ActorSystem::new("test");
    for _ in 0..2000 {
        let actor = system
            .spawn("a", Plain::default())
            .await
            .expect("the name is free");
        common::in_real_time(actor.shutdown()).await.expect("stops");
    }
}

/// The usual way to bring an actor back: its watcher spawns another under its name.
#[tokio::test(start_paused = true)]
async fn a_name_is_free_when_terminated_is_handled() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let seen = log.clone();
    let watcher = Subject::silent().on_terminated(move |ctx, gone| {
        let (system, seen) = (ctx.system().clone(), seen.clone());
        Box::pin(async move {
            let again = system.spawn(gone.path().name(), Plain::default()).await;
            seen.note(if again.is_ok() { "again" } else { "taken" });
            Ok(())
        })
    });
    let watcher = soon(system.spawn("w", watcher)).await.expect("starts");
    let actor = subject(&system, "a").await;
    let target = actor.actor_ref().clone();
    inside(&watcher, move |ctx| {
        Box::pin(async move { ctx.watch(&target) })
    })
    .await;
    soon(actor.shutdown()).await.expect("stops");
    settle().await;
    assert_eq!(log.take(), ["again"]);
}

#[tokio::test(start_paused = true)]
async fn the_name_of_a_child_is_free_when_terminated_is_handled() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let seen = log.clone();
    let parent = Subject::silent().on_terminated(move |ctx, gone| {
        let seen = seen.clone();
        Box::pin(async move {
            let again = ctx.spawn_child(gone.path().name(), Plain::default()).await;
            seen.note(if again.is_ok() { "again" } else { "taken" });
            Ok(())
        })
    });
    let parent = soon(system.spawn("p", parent)).await.expect("starts");
    let kid = spawn_child(&parent, "kid", Subject::silent()).await;
    let target = kid.actor_ref().clone();
    inside(&parent, move |ctx| {
        Box::pin(async move { ctx.watch(&target) })
    })
    .await;
    soon(kid.kill()).await.expect("stops");
    settle().await;
    assert_eq!(log.take(), ["again"]);
}

// === What is found ===

#[tokio::test(start_paused = true)]
async fn an_actor_is_found_by_its_name_and_type() {
    let system = ActorSystem::new("test");
    let actor = subject(&system, "a").await;
    assert_eq!(*system.actor_of::<Subject>("a").expect("found"), *actor);
    let wrong = system.actor_of::<Plain>("a").expect_err("a subject");
    assert!(
        matches!(&wrong, LookupError::WrongType { path, expected: "Plain" } if *path == "test/a")
    );
    let missing = system.actor_of::<Plain>("b").expect_err("no such name");
    assert!(matches!(&missing, LookupError::NotFound { path } if *path == "test/b"));
}

#[tokio::test(start_paused = true)]
async fn a_top_level_lookup_does_not_find_children() {
    let system = ActorSystem::new("test");
    let parent = subject(&system, "p").await;
    spawn_child(&parent, "kid", Subject::silent()).await;
    for name in ["kid", "p/kid", "test/p", ""] {
        assert!(system.actor_of::<Subject>(name).is_err(), "{name:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_parent_finds_its_children_by_name_and_type() {
    let system = ActorSystem::new("test");
    let parent = subject(&system, "p").await;
    let kid = spawn_child(&parent, "kid", Subject::silent()).await;
    spawn_child(&kid, "grandkid", Subject::silent()).await;
    let (found, wrong, missing) = inside(&parent, |ctx| {
        Box::pin(async move {
            (
                ctx.child::<Subject>("kid"),
                ctx.child::<Plain>("kid").map(drop),
                ctx.child::<Subject>("grandkid").map(drop),
            )
        })
    })
    .await;
    assert_eq!(*found.expect("found"), *kid);
    assert!(matches!(wrong, Err(LookupError::WrongType { path, .. }) if path == "test/p/kid"));
    assert!(matches!(missing, Err(LookupError::NotFound { path }) if path == "test/p/grandkid"));
}

#[tokio::test(start_paused = true)]
async fn children_are_listed_in_the_order_of_their_spawning_and_only_while_they_run() {
    let system = ActorSystem::new("test");
    let parent = subject(&system, "p").await;
    let mut kids = Vec::new();
    for name in ["zoe", "bob", "amy", "max"] {
        kids.push(spawn_child(&parent, name, Subject::silent()).await);
    }
    let names = || {
        inside(&parent, |ctx| {
            Box::pin(async move {
                let kids = ctx.children();
                kids.iter()
                    .map(|kid| kid.path().name().to_owned())
                    .collect::<Vec<_>>()
            })
        })
    };
    assert_eq!(names().await, ["zoe", "bob", "amy", "max"]);
    soon(kids[1].shutdown()).await.expect("stops");
    let _ = soon(kids[2].fail(Fault::msg("no"))).await;
    assert_eq!(names().await, ["zoe", "max"]);
    assert!(
        inside(&parent, |ctx| Box::pin(async move {
            ctx.child::<Subject>("amy").is_err()
        }))
        .await
    );
    assert!(soon(kids[2].reinstate()).await);
    spawn_child(&parent, "bob", Subject::silent()).await;
    assert_eq!(names().await, ["zoe", "amy", "max", "bob"]);
}

#[tokio::test(start_paused = true)]
async fn a_child_knows_its_parent_and_a_top_level_actor_has_none() {
    let system = ActorSystem::new("test");
    let parent = subject(&system, "p").await;
    let kid = spawn_child(&parent, "kid", Subject::silent()).await;
    let of_kid = inside(&kid, |ctx| Box::pin(async move { ctx.parent() })).await;
    assert_eq!(of_kid.as_ref(), Some(parent.actor_ref()));
    assert_eq!(
        inside(&parent, |ctx| Box::pin(async move { ctx.parent() })).await,
        None
    );
}

// === Handles ===

/// A name names a place. A handle means the actor it was taken for, and no other.
#[tokio::test(start_paused = true)]
async fn a_handle_never_reaches_a_later_actor_of_its_name() {
    let (system, log) = (ActorSystem::new("test"), Log::new());
    let first = subject(&system, "a").await;
    soon(first.shutdown()).await.expect("stops");
    let second = soon(system.spawn("a", Subject::new(&log)))
        .await
        .expect("starts");
    settle().await;
    log.take();
    assert_eq!(first.path(), second.path());
    assert_ne!(*first, *second);
    assert_ne!(first.incarnation(), second.incarnation());
    assert!(!first.is_running() && second.is_running());
    assert!(matches!(
        first.say("lost").try_tell(),
        Err(SendError::NotRunning { .. })
    ));
    assert!(matches!(
        soon(first.say("lost")).await,
        Err(AskError::NotRunning { .. })
    ));
    assert!(first.poison_pill().is_err());
    soon(first.kill()).await.expect("nothing to do");
    soon(first.restart()).await.expect_err("it has ended");
    assert!(!soon(first.reinstate()).await);
    settle().await;
    assert!(second.is_running());
    assert!(log.take().is_empty());
}

#[tokio::test(start_paused = true)]
async fn an_incarnation_number_is_never_used_twice() {
    let system = ActorSystem::new("test");
    let mut seen = std::collections::HashSet::new();
    for _ in 0..50 {
        let actor = subject(&system, "a").await;
        assert!(seen.insert(actor.incarnation()));
        soon(actor.restart()).await.expect("restarts");
        assert!(seen.insert(actor.incarnation()));
        soon(actor.shutdown()).await.expect("stops");
    }
}

#[tokio::test(start_paused = true)]
async fn handles_of_one_actor_are_equal() {
    let system = ActorSystem::new("test");
    let actor = subject(&system, "a").await;
    let own = inside(&actor, |ctx| Box::pin(async move { ctx.myself() })).await;
    assert_eq!(*own, *actor);
    assert_eq!(own.actor_ref(), actor.clone().actor_ref());
    assert_eq!(system.actors(), [actor.actor_ref().clone()]);
}
