//! What is declared of an actor takes effect in whichever way it is started: the whole topology or one node of it, made by
//! `topology!` or by the builder. Each test does the same in all of them.

use super::*;

use std::any::Any;
use std::sync::Arc;

use actor_core::{Group, Mailbox, Overflow, Panic, Passivation, StopReason, Strategy};

trait Rates: Send + Sync {
    fn twice(&self, n: u64) -> u64;
}

struct Doubling;

impl Rates for Doubling {
    fn twice(&self, n: u64) -> u64 {
        2 * n
    }
}

#[derive(Debug, Clone)]
struct Rang(u64);

#[derive(Debug, Clone)]
struct Silent;

#[actor(emits(Rang, Silent), tools(dyn Rates))]
#[derive(Default)]
struct Bell {
    heard: Vec<u64>,
    sum: u64,
}

#[actor]
impl Bell {
    #[handler]
    fn add(&mut self, n: u64) -> u64 {
        self.sum += n;
        self.sum
    }

    #[handler]
    fn twice(&mut self, ctx: &mut Context<Self>, n: u64) -> u64 {
        ctx.tool::<dyn Rates>().twice(n)
    }

    #[handler]
    fn fail(&mut self) -> Result<(), Fault> {
        Err(Fault::msg("no"))
    }

    #[handler]
    fn boom(&mut self) {
        panic!("boom");
    }

    #[handler]
    async fn stay(&mut self, gate: Gate) {
        gate.wait().await;
    }

    #[handler]
    fn ring(&mut self, ctx: &mut Context<Self>) {
        ctx.emit(Silent);
        ctx.emit(Rang(self.sum));
    }

    #[on(Rang)]
    fn rang(&mut self, rang: Rang) {
        self.heard.push(rang.0);
    }

    #[on(Silent)]
    fn silent(&mut self, _: Silent) {
        self.heard.push(u64::MAX);
    }

    #[handler]
    fn heard(&mut self) -> Vec<u64> {
        self.heard.clone()
    }
}

fn starting_with(sum: u64) -> Bell {
    Bell {
        sum,
        ..Bell::default()
    }
}

topology! {
    Fields;
    node main = "address-of-main";
    client node spare = "spare";

    tool rates: dyn Rates;

    actor named: Bell on main { id = "other-name"; tools = [rates]; }
    actor made: Bell on main { init = starting_with(7); tools = [rates]; }
    actor stopped: Bell on main { supervision = stop; tools = [rates]; }
    actor ruled: Bell on main { on_error(Panic = suspend); tools = [rates]; }
    actor small: Bell on main { mailbox = bounded(1, reject); tools = [rates]; }
    actor idle: Bell on main { passivate(after = 1s); tools = [rates]; }
    actor exposed: Bell on main { gateway = "door"; tools = [rates]; }
    actor one: Bell on main { supervision = restart(backoff = 0s); tools = [rates]; }
    actor two: Bell on main { supervision = restart(backoff = 0s); tools = [rates]; }
    actor each(n: u64): Bell on main {
        id = format!("each-{n}");
        init = starting_with(n);
        supervision = stop;
        on_error(Panic = suspend);
        mailbox = bounded(1, reject);
        passivate(after = 1s);
        tools = [rates];
    }

    supervisor pair on main = one_for_all(intensity(max = 1, within = 1m)) [one, two];

    subscribe made -> named on [Rang];
}

fn built() -> Topology {
    let builder = Topology::builder("Fields")
        .node("main", "address-of-main")
        .client_node("spare", "spare")
        .tool::<dyn Rates>("rates")
        .actor("named", "main", Bell::default, |it| {
            it.id("other-name").tools(["rates"])
        })
        .actor(
            "made",
            "main",
            || starting_with(7),
            |it| it.tools(["rates"]),
        )
        .actor("stopped", "main", Bell::default, |it| {
            it.supervision(Directive::Stop).tools(["rates"])
        })
        .actor("ruled", "main", Bell::default, |it| {
            let policy = Policy::default().on::<Panic>(Directive::Suspend);
            it.supervision(policy).tools(["rates"])
        })
        .actor("small", "main", Bell::default, |it| {
            let mailbox = Mailbox::bounded(1).overflow(Overflow::Reject);
            it.mailbox(mailbox).tools(["rates"])
        })
        .actor("idle", "main", Bell::default, |it| {
            it.passivation(Passivation::Idle(S)).tools(["rates"])
        })
        .actor("exposed", "main", Bell::default, |it| {
            it.gateway("door").tools(["rates"])
        });
    let at_once = Restart::DEFAULT.backoff(Duration::ZERO);
    let builder = ["one", "two"].iter().fold(builder, |builder, key| {
        builder.actor(key, "main", Bell::default, |it| {
            it.supervision(at_once).tools(["rates"])
        })
    });
    let group = Group::new(Strategy::OneForAll).intensity(1, Duration::from_secs(60));
    let built = builder
        .instances::<Bell, u64>(
            "each",
            "main",
            |n| format!("each-{n}"),
            |n| starting_with(*n),
            |it| {
                it.supervision(Policy::new(Directive::Stop).on::<Panic>(Directive::Suspend))
                    .mailbox(Mailbox::bounded(1).overflow(Overflow::Reject))
                    .passivation(Passivation::Idle(S))
                    .tools(["rates"])
            },
        )
        .group("pair", "main", group, ["one", "two"])
        .subscribe::<Bell, Bell, Rang>("made", "named");
    built.build().expect("it is in order")
}

/// A way to start it.
#[derive(Debug, Clone, Copy)]
enum Way {
    Declared,
    DeclaredNode,
    Built,
    BuiltNode,
}

const WAYS: [Way; 4] = [Way::Declared, Way::DeclaredNode, Way::Built, Way::BuiltNode];

struct Started {
    way: Way,
    running: Running,
    recorder: Recorder,
    _kept: Box<dyn Any>,
}

impl Started {
    async fn by(way: Way) -> Self {
        let rates: Arc<dyn Rates> = Arc::new(Doubling);
        let tools = FieldsTools {
            rates: Arc::clone(&rates),
        };
        let (running, kept): (Running, Box<dyn Any>) = match way {
            Way::Declared => {
                let all = soon(Fields::local().tools(tools).start()).await;
                let all = all.expect("starts");
                let system = all.system("main").expect("it is hosted");
                let running = Running::in_system(system).expect("it runs");
                (running, Box::new(all))
            }
            Way::DeclaredNode => {
                let node = soon(Fields::main().tools(tools).start()).await;
                let node = node.expect("starts");
                let running = Running::in_system(node.system()).expect("it runs");
                (running, Box::new(node))
            }
            Way::Built => {
                let running = soon(built().local().tool(rates).start()).await;
                (running.expect("starts"), Box::new(()))
            }
            Way::BuiltNode => {
                let running = soon(built().node("main").tool(rates).start()).await;
                (running.expect("starts"), Box::new(()))
            }
        };
        let system = running.system_of("main").expect("it is hosted");
        let recorder = Recorder::new(system);
        Self {
            way,
            running,
            recorder,
            _kept: kept,
        }
    }

    fn bell(&self, key: &str) -> BellHandle {
        self.running.actor::<Bell>(key)
    }

    async fn each(&self, n: u64) -> BellHandle {
        // `topology!` has the parameters in a tuple.
        let got = match self.way {
            Way::Declared | Way::DeclaredNode => {
                soon(self.running.instance::<Bell, (u64,)>("each", (n,))).await
            }
            Way::Built | Way::BuiltNode => {
                soon(self.running.instance::<Bell, u64>("each", n)).await
            }
        };
        got.expect("it is spawned")
    }
}

async fn assert_small(bell: &BellHandle, way: Way) {
    let gate = Gate::new();
    bell.stay(gate.clone()).try_tell().expect("it runs");
    gate.reached().await;
    bell.add(1).try_tell().expect("there is room for one");
    let refused = bell.add(1).try_tell();
    assert!(
        matches!(refused, Err(SendError::MailboxFull { .. })),
        "{way:?}"
    );
    gate.open();
    settle().await;
}

#[tokio::test(start_paused = true)]
async fn address_and_id() {
    for way in WAYS {
        let started = Started::by(way).await;
        assert_eq!(
            started.bell("named").path().as_str(),
            "address-of-main/other-name",
            "{way:?}"
        );
        assert_eq!(
            started.bell("made").path().as_str(),
            "address-of-main/made",
            "{way:?}"
        );
        assert_eq!(
            started.each(3).await.path().as_str(),
            "address-of-main/each-3",
            "{way:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn init() {
    for way in WAYS {
        let started = Started::by(way).await;
        assert_eq!(
            soon(started.bell("made").add(1)).await.expect("answers"),
            8,
            "{way:?}"
        );
        assert_eq!(
            soon(started.bell("named").add(1)).await.expect("answers"),
            1,
            "{way:?}"
        );
        assert_eq!(
            soon(started.each(3).await.add(1)).await.expect("answers"),
            4,
            "{way:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn supervision_and_rules_by_error() {
    for way in WAYS {
        let started = Started::by(way).await;
        let each = started.each(3).await;
        for bell in [started.bell("stopped"), each] {
            assert!(soon(bell.fail()).await.is_err());
            settle().await;
            let reason = soon(bell.ended()).await;
            assert!(reason.is_ok(), "{way:?}: {reason:?}");
        }
        for bell in [started.bell("ruled"), started.each(4).await] {
            assert!(soon(bell.boom()).await.is_err());
            settle().await;
            assert!(bell.is_suspended(), "{way:?}");
        }
        // The directive beside the rule: what it is where nothing is said.
        let other = started.bell("made");
        assert!(soon(other.boom()).await.is_err());
        tokio::time::sleep(2 * S).await;
        settle().await;
        assert_eq!(other.restart_count(), 1, "{way:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn mailbox() {
    for way in WAYS {
        let started = Started::by(way).await;
        assert_small(&started.bell("small"), way).await;
        assert_small(&started.each(3).await, way).await;
    }
}

#[tokio::test(start_paused = true)]
async fn passivation() {
    for way in WAYS {
        let started = Started::by(way).await;
        let (idle, each) = (started.bell("idle"), started.each(3).await);
        tokio::time::sleep(S / 2).await;
        assert!(idle.is_running() && each.is_running(), "{way:?}");
        tokio::time::sleep(S).await;
        settle().await;
        assert!(!idle.is_running() && !each.is_running(), "{way:?}");
        assert!(started.bell("named").is_running(), "{way:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn tools() {
    for way in WAYS {
        let started = Started::by(way).await;
        for bell in [started.bell("named"), started.each(3).await] {
            assert_eq!(soon(bell.twice(4)).await.expect("answers"), 8, "{way:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn gateway() {
    for way in WAYS {
        let started = Started::by(way).await;
        let exposed: Vec<_> = started.running.exposed();
        let exposed: Vec<_> = (exposed.iter())
            .map(|(scope, actor)| (*scope, actor.path().name().to_owned()))
            .collect();
        assert_eq!(exposed, [("door", "exposed".to_owned())], "{way:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn strategy_and_intensity_of_a_group() {
    for way in WAYS {
        let mut started = Started::by(way).await;
        let (one, two) = (started.bell("one"), started.bell("two"));
        assert!(soon(one.fail()).await.is_err());
        settle().await;
        assert_eq!(
            (one.restart_count(), two.restart_count()),
            (1, 1),
            "{way:?}"
        );
        assert!(soon(two.fail()).await.is_err());
        settle().await;
        assert!(!one.is_running() && !two.is_running(), "{way:?}");
        let reasons: Vec<_> = (started.recorder.all().iter())
            .filter_map(|event| match event.kind {
                EventKind::ActorStopped { reason, .. } => Some(reason),
                _ => None,
            })
            .collect();
        let (restart, end) = (
            StopReason::SupervisorGroupRestart,
            StopReason::SupervisorMaxRestartsExceeded,
        );
        assert_eq!(reasons, [restart, restart, end, end], "{way:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn edges_and_their_events() {
    for way in WAYS {
        let started = Started::by(way).await;
        soon(started.bell("made").ring()).await.expect("answers");
        settle().await;
        let heard = soon(started.bell("named").heard()).await.expect("answers");
        assert_eq!(heard, [7], "{way:?}: what is listed, and nothing else");
    }
}
