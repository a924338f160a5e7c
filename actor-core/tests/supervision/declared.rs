//! What `#[actor(supervision = …)]` says is what the actor gets.

use super::*;
use actor_core::DeadLetterReason;
use actor_core::testkit::hold;

macro_rules! actors {
    ($($name:ident($($options:tt)*))*) => { $(
        #[actor($($options)*)]
        struct $name;

        #[actor]
        impl $name {
            #[handler]
            fn fail(&mut self) -> Result<(), Fault> {
                Err(Fault::msg("no"))
            }

            #[handler]
            fn fail_badly(&mut self) -> Result<(), Fault> {
                Err(std::fmt::Error.into())
            }

            #[handler]
            fn say(&mut self) {}
        }
    )* };
}

actors! {
    Rebuilt(supervision = restart(backoff = 0s, mode = anew))
    RebuiltKeeping(supervision = restart(backoff = 0s, mode = anew, mailbox = keep))
    InPlace(supervision = restart(backoff = 0s, mode = in_place))
    InPlaceDiscarding(supervision = restart(backoff = 0s, mailbox = discard))
    Escalating(supervision = escalate(max = 3, within = 60s))
    EscalatingOnce(supervision = escalate(max = 1, backoff = 2s))
    EscalatingAnew(supervision = escalate(backoff = 0s, mode = anew))
    Once(supervision = restart(max = 1))
    Windowed(supervision = restart(max = 1, within = 5s, backoff = 0s))
    Capped(supervision = restart(backoff = 2s, cap = 3s))
    Hastened(supervision = restart(backoff = 1000s, jitter = 100))
    Held(supervision = restart(max = 0, on_exhausted = suspend))
    Ruled(supervision = stop, on_error(std::fmt::Error = resume))
}

/// Fails, and lets pass what takes no time.
macro_rules! fail {
    ($actor:expr) => {
        let failed = soon($actor.fail()).await;
        assert!(matches!(failed, Err(AskError::Failed { .. })), "{failed:?}");
        settle().await;
    };
}

/// Fails with a told message behind it, and returns how many became dead letters.
macro_rules! discarded {
    ($family:expr, $actor:expr) => {{
        let held = hold(&$actor).await;
        $actor.fail().try_tell().expect("it runs");
        $actor.say().try_tell().expect("it runs");
        held.release();
        settle().await;
        assert_eq!($actor.restart_count(), 1);
        $family.recorder.count(DeadLetterReason::Discarded)
    }};
}

async fn child<A: Actor>(family: &Family, name: &'static str, make: fn() -> A) -> A::Handle {
    let spawned = inside(&family.parent, move |ctx| {
        Box::pin(async move { ctx.spawn_child_with(name, make).await })
    });
    let spawned = spawned.await.expect("the child starts");
    settle().await;
    spawned
}

#[tokio::test(start_paused = true)]
async fn a_mode() {
    let mut family = Family::new(OneForOne).await;
    let rebuilt = child(&family, "rebuilt", || Rebuilt).await;
    let in_place = child(&family, "in_place", || InPlace).await;
    family.events();
    fail!(rebuilt);
    fail!(in_place);
    let expected = [
        "rebuilt ActorSuspended",
        "rebuilt ActorStopping",
        "rebuilt ActorStopped supervisor-restart",
        "rebuilt ActorStarted",
        "rebuilt ActorRestarted 1",
        "in_place ActorSuspended",
        "in_place ActorRestarted 1",
    ];
    assert_eq!(family.events(), expected);
    let given = soon(family.system.spawn("given", Rebuilt)).await;
    let refused = given.expect_err("a value cannot be built anew");
    assert!(matches!(refused, SpawnError::CannotBuildAnew { .. }));
}

#[tokio::test(start_paused = true)]
async fn what_becomes_of_the_mailbox() {
    let mut family = Family::new(OneForOne).await;
    let keeping = child(&family, "keeping", || RebuiltKeeping).await;
    assert_eq!(discarded!(family, keeping), 0);
    let in_place = child(&family, "in_place", || InPlace).await;
    assert_eq!(discarded!(family, in_place), 0);
    let discarding = child(&family, "discarding", || InPlaceDiscarding).await;
    assert_eq!(discarded!(family, discarding), 1);
    let rebuilt = child(&family, "rebuilt", || Rebuilt).await;
    assert_eq!(discarded!(family, rebuilt), 2);
}

/// Without the window of a minute, the first failure would be forgotten at the fourth.
#[tokio::test(start_paused = true)]
async fn the_window_of_an_escalation() {
    let family = Family::new(OneForAll).await;
    let [a, b] = [
        child(&family, "a", || Escalating).await,
        child(&family, "b", || Escalating).await,
    ];
    for restarts in 1..=3 {
        fail!(a);
        pass(18 * S).await;
        let counts = [&a, &b].map(|it| it.restart_count());
        assert_eq!(counts, [restarts; 2]);
    }
    fail!(a);
    assert!(!a.is_running() && !b.is_running());
}

#[tokio::test(start_paused = true)]
async fn the_bounds_of_an_escalation() {
    let family = Family::new(OneForAll).await;
    let a = child(&family, "a", || EscalatingOnce).await;
    fail!(a);
    pass(S).await;
    assert_eq!(a.restart_count(), 0);
    pass(S).await;
    assert_eq!(a.restart_count(), 1);
    fail!(a);
    assert!(!a.is_running());
}

#[tokio::test(start_paused = true)]
async fn the_mode_of_an_escalation() {
    let mut family = Family::new(OneForAll).await;
    let a = child(&family, "a", || EscalatingAnew).await;
    family.events();
    fail!(a);
    let stopped = String::from("a ActorStopped supervisor-group-restart");
    let events = family.events();
    assert!(events.contains(&stopped), "{events:?}");
    assert_eq!(a.restart_count(), 1);
}

#[tokio::test(start_paused = true)]
async fn the_bounds_of_a_restart() {
    let family = Family::new(OneForOne).await;
    let once = child(&family, "once", || Once).await;
    fail!(once);
    pass(S).await;
    assert_eq!(once.restart_count(), 1);
    fail!(once);
    assert!(!once.is_running());

    let windowed = child(&family, "windowed", || Windowed).await;
    fail!(windowed);
    pass(6 * S).await;
    fail!(windowed);
    assert_eq!(windowed.restart_count(), 2, "the window slid");
    fail!(windowed);
    assert!(!windowed.is_running());

    let held = child(&family, "held", || Held).await;
    fail!(held);
    pass(60 * S).await;
    assert!(held.is_suspended());
}

#[tokio::test(start_paused = true)]
async fn the_waits_of_a_restart() {
    let family = Family::new(OneForOne).await;
    let capped = child(&family, "capped", || Capped).await;
    for (restarts, wait) in [(1, 2), (2, 3)] {
        fail!(capped);
        pass((wait - 1) * S).await;
        assert_eq!(capped.restart_count(), restarts - 1);
        pass(S).await;
        assert_eq!(capped.restart_count(), restarts);
    }

    // Of this many, all would have to draw a wait that is hardly shortened.
    for _ in 0..20 {
        let hastened = child(&family, "hastened", || Hastened).await;
        fail!(hastened);
        pass(900 * S).await;
        let early = hastened.restart_count() == 1;
        soon(hastened.shutdown()).await.expect("ends");
        if early {
            return;
        }
    }
    panic!("no wait was shortened");
}

#[tokio::test(start_paused = true)]
async fn a_rule_for_one_error() {
    let family = Family::new(OneForOne).await;
    let ruled = child(&family, "ruled", || Ruled).await;
    let failed = soon(ruled.fail_badly()).await;
    assert!(failed.is_err() && ruled.is_running() && ruled.restart_count() == 0);
    fail!(ruled);
    assert!(!ruled.is_running());
}
