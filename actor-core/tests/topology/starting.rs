//! A topology starts whole, in the order in which it is declared, or not at all.

use super::*;
use std::sync::atomic::{AtomicBool, Ordering};

use actor_core::SpawnError;

/// A topology of a node with the actors `a`, `b` and `c`, of which `b` is made by `make`.
fn three(log: &Log, make: impl Fn() -> Subject + Send + Sync + 'static) -> Topology {
    let (one, three) = (log.clone(), log.clone());
    Topology::builder("Three")
        .node("main", "main")
        .actor("a", "main", move || Subject::new(&one), |it| it)
        .actor("b", "main", make, |it| it)
        .actor("c", "main", move || Subject::new(&three), |it| it)
        .build()
        .expect("it is in order")
}

#[tokio::test(start_paused = true)]
async fn actors_start_one_after_the_other_in_the_order_of_their_declaration() {
    let (log, gate) = (Log::new(), Gate::new());
    let of_b = (log.clone(), gate.clone());
    let topology = three(&log, move || Subject::new(&of_b.0).pre_start_at(&of_b.1));
    let starting = tokio::spawn(topology.local().start());
    gate.reached().await;
    settle().await;
    assert_eq!(log.take(), ["a pre_start", "a post_start", "b pre_start"]);
    gate.open();
    let running = soon(starting).await.expect("no panic").expect("starts");
    settle().await;
    assert_eq!(log.take(), ["b post_start", "c pre_start", "c post_start"]);
    assert!(subject(&running, "c").is_running());
}

/// Posts something while it starts.
#[actor]
#[derive(Default)]
struct Early;

#[actor]
impl Early {
    #[on(PreStart)]
    fn post(&mut self, ctx: &mut Context<Self>) {
        let all = Ahead::of(ctx.system()).expect("it is part of one");
        assert!(!all.ledger().is_running());
        all.ledger().post(5).try_tell().expect("it has a mailbox");
    }
}

topology! {
    Ahead;
    node main = "main";
    actor early: Early on main;
    actor ledger: Ledger on main;
}

#[tokio::test(start_paused = true)]
async fn an_actor_can_be_sent_to_before_it_starts() {
    let all = soon(Ahead::local().start()).await.expect("starts");
    assert_eq!(soon(all.ledger().post(1)).await.expect("answers"), 6);
}

#[tokio::test(start_paused = true)]
async fn if_one_does_not_start_those_before_it_are_stopped_and_those_after_it_never_start() {
    let log = Log::new();
    let of_b = log.clone();
    let topology = three(&log, move || Subject::new(&of_b).failing_pre_start(&[1]));
    let error = soon(topology.local().start()).await.expect_err("b fails");
    let StartError::ActorFailed {
        actor,
        node,
        source,
    } = &error
    else {
        panic!("{error:?}");
    };
    assert_eq!((actor.as_str(), node.as_str()), ("b", "main"));
    assert!(
        matches!(source, SpawnError::InitFailed { .. }),
        "{source:?}"
    );
    assert_eq!(error.to_string(), "actor `b` on node `main` did not start");
    let noted = log.take();
    assert!(noted.contains(&"a post_stop".to_owned()), "{noted:?}");
    assert!(!noted.iter().any(|it| it.starts_with('c')), "{noted:?}");
}

#[tokio::test(start_paused = true)]
async fn an_init_that_panics_is_an_error_of_the_start() {
    let log = Log::new();
    let topology = three(&log, || panic!("no value"));
    let error = soon(topology.local().start()).await.expect_err("b panics");
    let StartError::ActorFailed { source, .. } = &error else {
        panic!("{error:?}");
    };
    assert!(
        matches!(source, SpawnError::InitFailed { .. }),
        "{source:?}"
    );
    assert!(log.take().contains(&"a post_stop".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn a_start_that_is_given_up_leaves_nothing_running() {
    let (log, gate) = (Log::new(), Gate::new());
    let of_b = (log.clone(), gate.clone());
    let topology = three(&log, move || Subject::new(&of_b.0).pre_start_at(&of_b.1));
    let mut starting = Box::pin(topology.local().start());
    tokio::select! {
        _ = &mut starting => panic!("b waits at its gate"),
        () = gate.reached() => {}
    }
    drop(starting);
    settle().await;
    let noted = log.take();
    assert!(noted.contains(&"a post_stop".to_owned()), "{noted:?}");
    assert!(!noted.iter().any(|it| it.starts_with('c')), "{noted:?}");
}

#[tokio::test(start_paused = true)]
async fn a_system_that_is_stopped_meanwhile_is_an_error_of_the_start() {
    let log = Log::new();
    let of_b = log.clone();
    let topology = three(&log, move || {
        Subject::new(&of_b).on_pre_start(|ctx| {
            ctx.system().request_stop();
            Box::pin(async { Ok(()) })
        })
    });
    let error = soon(topology.local().start()).await.expect_err("it stops");
    assert!(
        matches!(
            &error,
            StartError::ActorFailed {
                source: SpawnError::Interrupted { .. },
                ..
            }
        ),
        "{error:?}"
    );
    let noted = log.take();
    assert!(!noted.iter().any(|it| it.starts_with('c')), "{noted:?}");
}

/// A group may restart while its topology starts: those that have not started yet start once, when it is their turn.
#[tokio::test(start_paused = true)]
async fn a_group_that_restarts_meanwhile_does_not_hold_up_the_start() {
    let (log, gate) = (Log::new(), Gate::new());
    let (of_a, of_b, of_c) = (log.clone(), (log.clone(), gate.clone()), log.clone());
    let at_once =
        |it: ActorBuilder<Subject>| it.supervision(Restart::DEFAULT.backoff(Duration::ZERO));
    let first = AtomicBool::new(true);
    let failing_b = move || {
        let (first, gate) = (first.swap(false, Ordering::Relaxed), of_b.1.clone());
        Subject::new(&of_b.0).on_pre_start(move |ctx| {
            let a = ctx.system().actor_of::<Subject>("a");
            let gate = gate.clone();
            Box::pin(async move {
                if first {
                    assert!(a?.fail(Fault::msg("no")).await.is_err());
                    settle().await;
                    gate.wait().await;
                }
                Ok(())
            })
        })
    };
    let topology = Topology::builder("Three")
        .node("main", "main")
        .actor("a", "main", move || Subject::new(&of_a), at_once)
        .actor("b", "main", failing_b, at_once)
        .actor("c", "main", move || Subject::new(&of_c), at_once)
        .group("all", "main", Strategy::OneForAll, ["a", "b", "c"])
        .build()
        .expect("it is in order");
    let starting = tokio::spawn(topology.local().start());
    gate.reached().await;
    gate.open();
    let running = soon(starting).await.expect("no panic").expect("starts");
    settle().await;
    for key in ["a", "b", "c"] {
        assert!(subject(&running, key).is_running(), "{key}");
    }
    assert_eq!(subject(&running, "a").restart_count(), 1);
    let starts_of_c = log.take().into_iter().filter(|it| it == "c pre_start");
    assert_eq!(starts_of_c.count(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_group_that_is_given_up_meanwhile_is_an_error_of_the_start() {
    let log = Log::new();
    let (of_a, of_c) = (log.clone(), log.clone());
    let failing =
        move || Subject::new(&of_a).on_post_start(|_| Box::pin(async { Err(Fault::msg("no")) }));
    let topology = Topology::builder("Two")
        .node("main", "main")
        .actor("a", "main", failing, |it| it)
        .actor("c", "main", move || Subject::new(&of_c), |it| it)
        .group("all", "main", Strategy::Escalate, ["a", "c"])
        .build()
        .expect("it is in order");
    let error = soon(topology.local().start()).await;
    let error = error.expect_err("`c` is stopped before it has started");
    assert!(
        matches!(&error, StartError::ActorFailed { actor, source: SpawnError::Interrupted { .. }, .. } if actor == "c"),
        "{error:?}"
    );
    assert!(log.take().contains(&"a post_stop".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn a_system_that_has_started_says_so_last_and_can_be_listened_to_from_the_first_event_on() {
    let log = Log::new();
    let recorders = Arc::new(Mutex::new(Vec::new()));
    let prepared = Arc::clone(&recorders);
    let hosting = subjects(&log, &["a", "b"]).local().prepare(move |system| {
        let mut recorders = prepared.lock().expect("nobody panics here");
        recorders.push(Recorder::new(system));
    });
    soon(hosting.start()).await.expect("starts");
    let mut recorders = recorders.lock().expect("nobody panics here");
    let [recorder] = &mut recorders[..] else {
        panic!("there is one node");
    };
    let all = events(recorder, &["ActorStarted", "SystemStarted"]);
    assert_eq!(
        all,
        ["a ActorStarted", "b ActorStarted", "main SystemStarted"]
    );
}

#[tokio::test(start_paused = true)]
async fn a_node_with_more_actors_than_its_system_may_have_does_not_start() {
    let log = Log::new();
    let of_b = log.clone();
    let topology = three(&log, move || Subject::new(&of_b));
    let start = |most| {
        topology
            .local()
            .system(move |it| it.max_actors(most))
            .start()
    };
    let error = soon(start(2)).await.expect_err("too many");
    assert!(matches!(
        error,
        StartError::ActorFailed {
            source: SpawnError::TooManyActors { limit: 2, .. },
            ..
        }
    ));
    settle().await;
    assert!(
        log.take().is_empty(),
        "no name is left to start one without"
    );
    soon(start(3)).await.expect("there is room for three");
}
