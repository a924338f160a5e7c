//! An actor with parameters is spawned when it is first asked for, once for each id.

use super::*;
use std::sync::atomic::{AtomicU32, Ordering};

use actor_core::SpawnError;

#[tokio::test(start_paused = true)]
async fn there_is_none_before_it_is_asked_for() {
    let shop = shop().await;
    let edge = shop.system("edge").expect("it is hosted");
    assert!(edge.actor_of::<Session>("session-ann").is_err());
    let ann = soon(shop.session("ann".into())).await.expect("starts");
    assert_eq!(ann.path().as_str(), "edge-1/session-ann");
    assert_eq!(soon(ann.visit()).await.expect("answers"), ("ann".into(), 1));
    assert_eq!(
        edge.actor_of::<Session>("session-ann").expect("it runs"),
        ann
    );
}

/// A topology of one kind of actors, whose `make` is counted.
fn counted(make: impl Fn(u32) -> Subject + Send + Sync + 'static) -> (Topology, Arc<AtomicU32>) {
    let made = Arc::new(AtomicU32::new(0));
    let counter = Arc::clone(&made);
    let topology = Topology::builder("Counted")
        .node("main", "main")
        .instances(
            "each",
            "main",
            |key: &u8| format!("each-{}", key % 10),
            move |_| make(counter.fetch_add(1, Ordering::Relaxed) + 1),
            |it| it,
        )
        .build()
        .expect("it is in order");
    (topology, made)
}

async fn each(running: &Running, key: u8) -> Result<SubjectHandle, SpawnError> {
    soon(running.instance::<Subject, u8>("each", key)).await
}

#[tokio::test(start_paused = true)]
async fn of_any_number_of_calls_at_once_one_spawns_it() {
    let gate = Gate::new();
    let at = gate.clone();
    let (topology, made) = counted(move |_| Subject::silent().pre_start_at(&at));
    let running = soon(topology.local().start()).await.expect("starts");
    let calls = (0..8).map(|_| {
        let running = running.clone();
        tokio::spawn(async move { each(&running, 1).await })
    });
    let calls: Vec<_> = calls.collect();
    gate.reached().await;
    settle().await;
    gate.open();
    let mut all = Vec::new();
    for call in calls {
        all.push(soon(call).await.expect("no panic").expect("starts"));
    }
    assert!(all.iter().all(|one| *one == all[0]));
    assert_eq!(made.load(Ordering::Relaxed), 1);
}

#[tokio::test(start_paused = true)]
async fn a_start_that_failed_is_tried_again_by_the_next_call() {
    let (topology, made) = counted(|time| {
        let subject = Subject::silent();
        if time == 1 {
            subject.failing_pre_start(&[1])
        } else {
            subject
        }
    });
    let running = soon(topology.local().start()).await.expect("starts");
    assert!(matches!(
        each(&running, 1).await,
        Err(SpawnError::InitFailed { .. })
    ));
    assert!(each(&running, 1).await.expect("starts").is_running());
    assert_eq!(made.load(Ordering::Relaxed), 2);
}

#[tokio::test(start_paused = true)]
async fn parameters_that_come_to_the_same_id_are_one_instance() {
    let (topology, made) = counted(|_| Subject::silent());
    let running = soon(topology.local().start()).await.expect("starts");
    let (one, two) = (each(&running, 3).await, each(&running, 13).await);
    assert_eq!(one.expect("starts"), two.expect("runs"));
    assert_ne!(
        each(&running, 4).await.expect("starts").path().name(),
        "each-3"
    );
    assert_eq!(made.load(Ordering::Relaxed), 2);
}

topology! {
    Named;
    node main = "main";
    actor everybody: Session on main {
        id = "all";
        init = Session::new("everybody".into());
    }
    actor session(user: String): Session on main {
        id = user;
        init = Session::new(user);
    }
}

#[tokio::test(start_paused = true)]
async fn an_actor_that_is_declared_is_not_taken_for_an_instance() {
    let named = soon(Named::local().start()).await.expect("starts");
    let all = soon(named.session("all".into())).await;
    assert!(matches!(all, Err(SpawnError::NameTaken { .. })), "{all:?}");
}

#[tokio::test(start_paused = true)]
async fn an_id_that_is_no_name_is_an_error_of_the_call() {
    let shop = shop().await;
    let nobody = soon(shop.session("a/b".into())).await;
    assert!(
        matches!(nobody, Err(SpawnError::InvalidName { .. })),
        "{nobody:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn it_is_made_from_its_parameters_again_when_it_restarts() {
    let shop = shop().await;
    let ann = soon(shop.session("ann".into())).await.expect("starts");
    soon(ann.visit()).await.expect("answers");
    assert!(soon(ann.fail()).await.is_err());
    tokio::time::sleep(S).await;
    settle().await;
    assert_eq!(soon(ann.visit()).await.expect("answers"), ("ann".into(), 1));
}

#[tokio::test(start_paused = true)]
async fn one_that_is_being_restarted_is_given_as_it_is() {
    let shop = shop().await;
    let ann = soon(shop.session("ann".into())).await.expect("starts");
    assert!(soon(ann.fail()).await.is_err());
    settle().await;
    assert!(ann.is_suspended(), "it waits for its back-off");
    assert_eq!(
        soon(shop.session("ann".into())).await.expect("is there"),
        ann
    );
}

#[tokio::test(start_paused = true)]
async fn one_that_has_ended_is_made_anew() {
    let shop = shop().await;
    let ann = soon(shop.session("ann".into())).await.expect("starts");
    soon(ann.visit()).await.expect("answers");
    soon(ann.shutdown()).await.expect("ends");
    let again = soon(shop.session("ann".into())).await.expect("starts");
    assert_ne!(again, ann);
    assert_eq!(
        soon(again.visit()).await.expect("answers"),
        ("ann".into(), 1)
    );
}
