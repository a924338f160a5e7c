//! What of an actor survives which end of an incarnation, row by row: each test brings about every end and looks.

use super::*;

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use actor_core::{ActorRef, DeadLetterReason};

use common::Gate;

/// How an incarnation ends, and of which member of the topology.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// A failure, and a restart with the same value.
    InPlace,
    /// A failure, and a restart with a new one.
    Anew,
    /// A failure, and a restart of its group.
    OwnFailure,
    /// The failure of another of its group, and a restart with it.
    WithGroup,
    /// A failure that ends it.
    Stop,
    /// The stop of the host, and another start.
    Host,
}

use End::{Anew, Host, InPlace, OwnFailure, Stop, WithGroup};

const ALL: [End; 6] = [InPlace, Anew, OwnFailure, WithGroup, Stop, Host];
/// Those after which it is there.
const RESTARTS: [End; 4] = [InPlace, Anew, OwnFailure, WithGroup];

thread_local! {
    static LOG: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// What was noted since the last time.
fn noted() -> Vec<String> {
    LOG.with(RefCell::take)
}

#[derive(Debug, Clone)]
struct Rang(&'static str);

/// Who is looked at.
#[actor(emits(Rang), behaviors(Day, Night))]
#[derive(Default)]
struct Whole {
    sum: u64,
}

#[actor]
impl Whole {
    #[on(PostStop)]
    fn post_stop(&mut self, ctx: &mut Context<Self>) {
        note(ctx, "post_stop");
    }

    #[on(Terminated)]
    fn gone(&mut self, ctx: &mut Context<Self>, gone: Terminated) {
        note(ctx, &format!("told of {}", gone.path().name()));
    }

    #[on(Rang)]
    fn rang(&mut self, ctx: &mut Context<Self>, rang: Rang) {
        note(ctx, &format!("heard {}", rang.0));
    }

    #[handler]
    fn add(&mut self, n: u64) -> u64 {
        self.sum += n;
        self.sum
    }

    #[handler]
    fn fail(&mut self, ctx: &mut Context<Self>) -> Result<(), Fault> {
        note(ctx, "fails");
        Err(Fault::msg("no"))
    }

    #[handler]
    fn ring(&mut self, ctx: &mut Context<Self>) {
        ctx.emit(Rang("whole"));
    }

    #[handler]
    fn at_night(&mut self, ctx: &mut Context<Self>) -> bool {
        ctx.become_(WholeBehavior::Night);
        ctx.behavior() == WholeBehavior::Night
    }

    #[handler]
    fn is_day(&mut self, ctx: &mut Context<Self>) -> bool {
        ctx.behavior() == WholeBehavior::Day
    }

    #[handler(stash_in(Night))]
    fn by_day(&mut self, ctx: &mut Context<Self>) {
        note(ctx, "by day");
    }

    #[handler]
    fn watch(&mut self, ctx: &mut Context<Self>, whom: ActorRef) {
        ctx.watch(&whom);
    }

    #[handler]
    fn tick(&mut self, ctx: &mut Context<Self>) {
        note(ctx, "tick");
    }

    /// Starts everything that goes on by itself.
    #[handler]
    async fn busy(&mut self, ctx: &mut Context<Self>, told: Told) -> Result<(), SpawnError> {
        let me = ctx.myself();
        me.tick().every(S);
        let gate = told.gate.clone();
        ctx.pipe(async move { gate.wait().await }, move |()| {
            me.tick().message()
        });
        let ends = OnDrop(Arc::clone(&told.task_ended));
        ctx.spawn(async move {
            std::future::pending::<()>().await;
            drop(ends);
        });
        ctx.spawn_child("child", Whole::default()).await?;
        Ok(())
    }

    #[handler]
    fn children(&mut self, ctx: &mut Context<Self>) -> usize {
        ctx.children().len()
    }
}

fn note(ctx: &Context<Whole>, what: &str) {
    let line = format!("{} {what}", ctx.path().name());
    LOG.with(|log| log.borrow_mut().push(line));
}

#[derive(Clone)]
struct Told {
    gate: Gate,
    task_ended: Arc<AtomicBool>,
}

struct OnDrop(Arc<AtomicBool>);

impl Drop for OnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

topology! {
    Everything;
    node main = "main";

    actor in_place: Whole on main { supervision = restart(backoff = 0s, mode = in_place); }
    actor anew: Whole on main { supervision = restart(backoff = 0s); }
    actor failing: Whole on main { supervision = restart(backoff = 0s); }
    actor sibling: Whole on main { supervision = restart(backoff = 0s); }
    actor stopped: Whole on main { supervision = stop; }
    actor other: Whole on main;

    supervisor group on main = one_for_all [sibling, failing];

    subscribe other -> [in_place, anew, failing, sibling, stopped] on [Rang];
    subscribe in_place -> other on [Rang];
    subscribe anew -> other on [Rang];
    subscribe failing -> other on [Rang];
    subscribe sibling -> other on [Rang];
    subscribe stopped -> other on [Rang];
}

struct World {
    all: Everything,
    recorder: Recorder,
}

impl World {
    async fn new() -> Self {
        let all = soon(Everything::local().start()).await.expect("starts");
        let recorder = Recorder::new(all.system("main").expect("it is hosted"));
        settle().await;
        noted();
        Self { all, recorder }
    }

    /// The actor that is looked at.
    fn actor(&self, end: End) -> WholeHandle {
        match end {
            InPlace => self.all.in_place(),
            Anew | Host => self.all.anew(),
            OwnFailure => self.all.failing(),
            WithGroup => self.all.sibling(),
            Stop => self.all.stopped(),
        }
    }

    /// The one that fails.
    fn failing(&self, end: End) -> WholeHandle {
        match end {
            WithGroup => self.all.failing(),
            _ => self.actor(end),
        }
    }

    async fn bring_about(&mut self, end: End) {
        if end == Host {
            soon(self.all.stop()).await.expect("stops");
            self.all = soon(Everything::local().start()).await.expect("starts");
        } else {
            self.failing(end).fail().try_tell().expect("it runs");
        }
        settle().await;
    }
}

/// Asks, and does not wait for the answer.
fn asked(actor: &WholeHandle, n: u64) -> JoinHandle<Result<u64, AskError>> {
    let actor = actor.clone();
    tokio::spawn(async move { actor.add(n).await })
}

#[tokio::test(start_paused = true)]
async fn path_and_handles() {
    for end in ALL {
        let mut world = World::new().await;
        let before = world.actor(end);
        world.bring_about(end).await;
        let after = world.actor(end);
        assert_eq!(before.path(), after.path(), "{end:?}");
        let answered = soon(before.add(1)).await.is_ok();
        assert_eq!(answered, RESTARTS.contains(&end), "{end:?}");
        assert_eq!(after.is_running(), end != Stop, "{end:?}");
    }
}

/// `init` makes another, also in place. One that was given as a value is kept.
#[tokio::test(start_paused = true)]
async fn the_value() {
    for (end, kept) in [
        (InPlace, 0),
        (Anew, 0),
        (OwnFailure, 0),
        (WithGroup, 0),
        (Host, 0),
    ] {
        let mut world = World::new().await;
        soon(world.actor(end).add(5)).await.expect("answers");
        world.bring_about(end).await;
        let sum = soon(world.actor(end).add(0)).await.expect("answers");
        assert_eq!(sum, kept, "{end:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn behaviour_is_the_initial_one() {
    for end in [InPlace, Anew, OwnFailure, WithGroup, Host] {
        let mut world = World::new().await;
        assert!(soon(world.actor(end).at_night()).await.expect("answers"));
        world.bring_about(end).await;
        let day = soon(world.actor(end).is_day()).await.expect("answers");
        assert!(day, "{end:?}");
    }
}

/// Each with a message and an ask behind the one that fails.
#[tokio::test(start_paused = true)]
async fn messages_and_asks_that_wait() {
    for end in ALL {
        let mut world = World::new().await;
        let actor = world.actor(end);
        let held = actor_core::testkit::hold(&actor).await;
        if !matches!(end, WithGroup | Host) {
            actor.fail().try_tell().expect("it runs");
        }
        actor.add(1).try_tell().expect("it runs");
        let ask = asked(&actor, 1);
        settle().await;
        let bringing = async {
            if matches!(end, WithGroup | Host) {
                world.bring_about(end).await;
            }
        };
        tokio::join!(bringing, async {
            settle().await;
            held.release();
        });
        settle().await;
        let answer = soon(ask).await.expect("no panic");
        let mut dead = |reason| world.recorder.count(reason);
        let (discarded, left) = (
            dead(DeadLetterReason::Discarded),
            dead(DeadLetterReason::Stopped),
        );
        match end {
            // The next incarnation handles them; the last one does before it ends.
            InPlace | Host => {
                assert_eq!(answer.expect("answers"), 2, "{end:?}");
                assert_eq!((discarded, left), (0, 0), "{end:?}");
            }
            Anew | OwnFailure | WithGroup => {
                assert!(matches!(answer, Err(AskError::Discarded { .. })), "{end:?}");
                assert_eq!((discarded, left), (2, 0), "{end:?}");
            }
            Stop => {
                assert!(matches!(answer, Err(AskError::Discarded { .. })), "{end:?}");
                assert_eq!((discarded, left), (0, 2), "{end:?}");
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_message_that_failed_is_not_tried_again_and_its_asker_told_at_once() {
    for end in [InPlace, Anew, OwnFailure, Stop] {
        let world = World::new().await;
        let failed = soon(world.actor(end).fail()).await;
        assert!(matches!(failed, Err(AskError::Failed { .. })), "{end:?}");
        tokio::time::sleep(60 * S).await;
        let failures = noted().iter().filter(|it| it.ends_with("fails")).count();
        assert_eq!(failures, 1, "{end:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn subscriptions_of_the_topology_on_either_end() {
    for end in ALL {
        let mut world = World::new().await;
        world.bring_about(end).await;
        noted();
        let (actor, other) = (world.actor(end), world.all.other());
        let name = actor.path().name().to_owned();
        let _ = soon(actor.ring()).await;
        settle().await;
        let heard = noted().contains(&"other heard whole".to_owned());
        assert_eq!(heard, end != Stop, "{end:?}, as publisher");
        soon(other.ring()).await.expect("answers");
        settle().await;
        let heard = noted().contains(&format!("{name} heard whole"));
        assert_eq!(heard, end != Stop, "{end:?}, as subscriber");
    }
}

#[tokio::test(start_paused = true)]
async fn subscriptions_made_by_hand_on_either_end() {
    for end in ALL {
        let mut world = World::new().await;
        let system = world.all.system("main").expect("it is hosted").clone();
        let stranger = soon(system.spawn("stranger", Whole::default()))
            .await
            .expect("starts");
        let actor = world.actor(end);
        let name = actor.path().name().to_owned();
        actor.subscribe::<Rang>(&stranger);
        stranger.subscribe::<Rang>(&actor);
        world.bring_about(end).await;
        noted();
        let after = world.actor(end);
        let _ = soon(after.ring()).await;
        let _ = soon(stranger.ring()).await;
        settle().await;
        let heard = noted();
        let survives = RESTARTS.contains(&end);
        let published = heard.contains(&"stranger heard whole".to_owned());
        let subscribed = heard.contains(&format!("{name} heard whole"));
        assert_eq!((published, subscribed), (survives, survives), "{end:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn who_watches_it_and_whom_it_watches() {
    for end in ALL {
        let mut world = World::new().await;
        let outside = ActorSystem::new("outside");
        let watcher = soon(outside.spawn("watcher", Whole::default()))
            .await
            .expect("starts");
        let lamp = soon(outside.spawn("lamp", Whole::default()))
            .await
            .expect("starts");
        let actor = world.actor(end);
        let name = actor.path().name().to_owned();
        soon(watcher.watch(actor.actor_ref().clone()))
            .await
            .expect("answers");
        soon(actor.watch(lamp.actor_ref().clone()))
            .await
            .expect("answers");
        world.bring_about(end).await;
        let told = noted().contains(&format!("watcher told of {name}"));
        assert_eq!(told, !RESTARTS.contains(&end), "{end:?}, its watcher");
        soon(lamp.kill()).await.expect("ends");
        settle().await;
        let told = noted().contains(&format!("{name} told of lamp"));
        assert_eq!(told, RESTARTS.contains(&end), "{end:?}, whom it watches");
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_stashed_is_a_dead_letter() {
    for end in ALL {
        let mut world = World::new().await;
        let actor = world.actor(end);
        soon(actor.at_night()).await.expect("answers");
        actor.by_day().try_tell().expect("it runs");
        settle().await;
        world.bring_about(end).await;
        assert_eq!(
            world.recorder.count(DeadLetterReason::StashDisposed),
            1,
            "{end:?}"
        );
        assert!(!noted().iter().any(|it| it.ends_with("by day")), "{end:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_it_started_ends_with_it() {
    for end in ALL {
        let mut world = World::new().await;
        let actor = world.actor(end);
        let told = Told {
            gate: Gate::new(),
            task_ended: Arc::default(),
        };
        soon(actor.busy(told.clone())).await.expect("answers");
        told.gate.reached().await;
        assert_eq!(soon(actor.children()).await.expect("answers"), 1);
        world.bring_about(end).await;
        assert!(told.task_ended.load(Ordering::Relaxed), "{end:?}, its task");
        told.gate.open();
        tokio::time::sleep(10 * S).await;
        settle().await;
        let noted = noted();
        assert!(
            !noted.iter().any(|it| it.ends_with("tick")),
            "{end:?}: {noted:?}"
        );
        assert!(
            noted.contains(&"child post_stop".to_owned()),
            "{end:?}: {noted:?}"
        );
        if end != Stop {
            let children = soon(world.actor(end).children()).await.expect("answers");
            assert_eq!(children, 0, "{end:?}");
        }
    }
}

/// In place, what has failed is not asked to tidy up.
#[tokio::test(start_paused = true)]
async fn the_hook_of_the_end_runs_once() {
    for end in ALL {
        let mut world = World::new().await;
        let name = world.actor(end).path().name().to_owned();
        world.bring_about(end).await;
        let line = format!("{name} post_stop");
        let ends = noted().iter().filter(|it| **it == line).count();
        assert_eq!(ends, usize::from(end != InPlace), "{end:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_policy_and_what_it_has_counted() {
    // Restarts until it ends, after one of these ends: the default are three.
    for (end, left) in [
        (InPlace, 2),
        (Anew, 2),
        (OwnFailure, 2),
        (WithGroup, 3),
        (Host, 3),
    ] {
        let mut world = World::new().await;
        world.bring_about(end).await;
        let actor = world.actor(end);
        let mut restarts = 0;
        loop {
            assert!(soon(actor.fail()).await.is_err());
            settle().await;
            if !actor.is_running() {
                break;
            }
            restarts += 1;
        }
        assert_eq!(restarts, left, "{end:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_number_of_its_restarts() {
    for end in ALL {
        let mut world = World::new().await;
        world.bring_about(end).await;
        let restarts = u32::from(RESTARTS.contains(&end));
        assert_eq!(world.actor(end).restart_count(), restarts, "{end:?}");
    }
}
