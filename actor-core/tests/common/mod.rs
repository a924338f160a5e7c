//! What the tests share: an actor whose code the test writes, gates at which it waits, and a log of what it did.

// Each test file is a crate of its own and uses a part of this.
#![allow(dead_code, unreachable_pub)]

use std::panic::Location;
use std::pin::Pin;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::PATIENCE;
use tokio::sync::{Semaphore, oneshot};
use tokio::time::timeout;

/// Waits for what must happen. With paused time a test that would hang fails at once, and says where.
#[track_caller]
pub fn soon<F: IntoFuture>(future: F) -> impl Future<Output = F::Output> {
    within(PATIENCE, future)
}

/// As [`soon`], for tests on several threads, where time is real.
#[track_caller]
pub fn in_real_time<F: IntoFuture>(future: F) -> impl Future<Output = F::Output> {
    within(Duration::from_secs(60), future)
}

#[track_caller]
fn within<F: IntoFuture>(patience: Duration, future: F) -> impl Future<Output = F::Output> {
    let at = Location::caller();
    async move {
        let in_time = timeout(patience, future.into_future()).await;
        in_time.unwrap_or_else(|_| panic!("nothing happened within {patience:?} at {at}"))
    }
}

/// What happened, in order.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn note(&self, what: impl Into<String>) {
        self.0.lock().expect("nobody panics here").push(what.into());
    }

    /// What was noted since the last time.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().expect("nobody panics here"))
    }
}

/// A place where an actor's code waits until the test lets it go on.
#[derive(Clone)]
pub struct Gate {
    reached: Arc<Semaphore>,
    open: Arc<Semaphore>,
}

impl Gate {
    pub fn new() -> Self {
        Self {
            reached: Arc::new(Semaphore::new(0)),
            open: Arc::new(Semaphore::new(0)),
        }
    }

    /// The actor's side.
    pub async fn wait(&self) {
        self.reached.add_permits(1);
        self.open.acquire().await.expect("never closed").forget();
    }

    /// Returns when the actor has come to the gate.
    #[track_caller]
    pub fn reached(&self) -> impl Future<Output = ()> {
        let reached = Arc::clone(&self.reached);
        soon(async move { reached.acquire().await.expect("never closed").forget() })
    }

    pub fn is_reached(&self) -> bool {
        self.reached.available_permits() > 0
    }

    /// Lets one visit pass.
    pub fn open(&self) {
        self.open.add_permits(1);
    }
}

pub type Running<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
pub type Outcome = Result<(), Fault>;

type Hook = Box<dyn for<'a> FnMut(&'a mut Context<Subject>) -> Running<'a, Outcome> + Send>;
type Notice<T> = Box<dyn for<'a> FnMut(&'a mut Context<Subject>, T) -> Running<'a, Outcome> + Send>;

type Code = Box<dyn for<'a> FnOnce(&'a mut Context<Subject>) -> Running<'a, Outcome> + Send>;

/// Code to be run in a handler.
// Behind a lock only to be `Sync`: an error that gives a message back then passes through `?`.
pub struct Job(Mutex<Code>);

impl Job {
    pub fn new(
        code: impl for<'a> FnOnce(&'a mut Context<Subject>) -> Running<'a, Outcome> + Send + 'static,
    ) -> Self {
        Self(Mutex::new(Box::new(code)))
    }
}

/// An actor with every hook. It notes what it does in a log, as `<name> <what>`, and runs what the test gives it.
#[actor(behaviors(Usual, Waiting))]
pub struct Subject {
    log: Log,
    /// Gone when the value is.
    alive: Arc<()>,
    pre_start: Option<Hook>,
    post_start: Option<Hook>,
    post_stop: Option<Hook>,
    terminated: Option<Notice<Terminated>>,
    panic_signal: Option<Notice<PanicSignal>>,
}

impl Subject {
    pub fn new(log: &Log) -> Self {
        Self {
            log: log.clone(),
            alive: Arc::new(()),
            pre_start: None,
            post_start: None,
            post_stop: None,
            terminated: None,
            panic_signal: None,
        }
    }

    /// One whose log nobody reads.
    pub fn silent() -> Self {
        Self::new(&Log::new())
    }

    /// Whether the value still exists: `strong_count` is 0 when it is dropped.
    pub fn alive(&self) -> Weak<()> {
        Arc::downgrade(&self.alive)
    }

    pub fn on_pre_start(
        mut self,
        hook: impl for<'a> FnMut(&'a mut Context<Subject>) -> Running<'a, Outcome> + Send + 'static,
    ) -> Self {
        self.pre_start = Some(Box::new(hook));
        self
    }

    pub fn on_post_start(
        mut self,
        hook: impl for<'a> FnMut(&'a mut Context<Subject>) -> Running<'a, Outcome> + Send + 'static,
    ) -> Self {
        self.post_start = Some(Box::new(hook));
        self
    }

    pub fn on_post_stop(
        mut self,
        hook: impl for<'a> FnMut(&'a mut Context<Subject>) -> Running<'a, Outcome> + Send + 'static,
    ) -> Self {
        self.post_stop = Some(Box::new(hook));
        self
    }

    pub fn on_terminated(
        mut self,
        notice: impl for<'a> FnMut(&'a mut Context<Subject>, Terminated) -> Running<'a, Outcome>
        + Send
        + 'static,
    ) -> Self {
        self.terminated = Some(Box::new(notice));
        self
    }

    pub fn on_panic_signal(
        mut self,
        notice: impl for<'a> FnMut(&'a mut Context<Subject>, PanicSignal) -> Running<'a, Outcome>
        + Send
        + 'static,
    ) -> Self {
        self.panic_signal = Some(Box::new(notice));
        self
    }

    /// Waits at `gate` in `pre_start`.
    pub fn pre_start_at(self, gate: &Gate) -> Self {
        let gate = gate.clone();
        self.on_pre_start(move |_| at(&gate))
    }

    /// Waits at `gate` in `PostStart`.
    pub fn post_start_at(self, gate: &Gate) -> Self {
        let gate = gate.clone();
        self.on_post_start(move |_| at(&gate))
    }

    /// Waits at `gate` in `post_stop`.
    pub fn post_stop_at(self, gate: &Gate) -> Self {
        let gate = gate.clone();
        self.on_post_stop(move |_| at(&gate))
    }

    /// `pre_start` fails on the visits given, counted from 1.
    pub fn failing_pre_start(self, visits: &'static [u32]) -> Self {
        let mut visit = 0;
        self.on_pre_start(move |_| {
            visit += 1;
            let fails = visits.contains(&visit);
            Box::pin(async move {
                if fails {
                    Err(Fault::msg(format!("start {visit}")))
                } else {
                    Ok(())
                }
            })
        })
    }

    fn note(&self, ctx: &Context<Self>, what: impl std::fmt::Display) {
        self.log.note(format!("{} {what}", ctx.path().name()));
    }
}

fn at(gate: &Gate) -> Running<'static, Outcome> {
    let gate = gate.clone();
    Box::pin(async move {
        gate.wait().await;
        Ok(())
    })
}

async fn hook(hook: &mut Option<Hook>, ctx: &mut Context<Subject>) -> Outcome {
    match hook {
        Some(hook) => hook(ctx).await,
        None => Ok(()),
    }
}

#[actor]
impl Subject {
    #[on(PreStart)]
    async fn pre_start(&mut self, ctx: &mut Context<Self>) -> Outcome {
        self.note(ctx, "pre_start");
        hook(&mut self.pre_start, ctx).await
    }

    #[on(PostStart)]
    async fn post_start(&mut self, ctx: &mut Context<Self>) -> Outcome {
        self.note(ctx, "post_start");
        hook(&mut self.post_start, ctx).await
    }

    #[on(PostStop)]
    async fn post_stop(&mut self, ctx: &mut Context<Self>) -> Outcome {
        self.note(ctx, "post_stop");
        hook(&mut self.post_stop, ctx).await
    }

    #[on(Terminated)]
    async fn gone(&mut self, ctx: &mut Context<Self>, gone: Terminated) -> Outcome {
        self.note(ctx, format_args!("terminated {}", gone.path().name()));
        match &mut self.terminated {
            Some(notice) => notice(ctx, gone).await,
            None => Ok(()),
        }
    }

    #[on(PanicSignal)]
    async fn failed(&mut self, ctx: &mut Context<Self>, failed: PanicSignal) -> Outcome {
        let (child, fault) = (failed.child().path().name().to_owned(), failed.fault());
        self.note(ctx, format_args!("panic_signal {child}: {fault}"));
        match &mut self.panic_signal {
            Some(notice) => notice(ctx, failed).await,
            None => Ok(()),
        }
    }

    /// Notes `text`, and answers with the number of messages handled so far.
    #[handler]
    pub fn say(&mut self, ctx: &mut Context<Self>, text: &'static str) -> u64 {
        self.note(ctx, text);
        ctx.processed()
    }

    /// How many messages this incarnation has begun to handle.
    #[handler]
    pub fn count(&mut self, ctx: &mut Context<Self>) -> u64 {
        ctx.processed()
    }

    /// As `say`, but waits in the stash while the behaviour is `Waiting`.
    #[handler(stash_in(Waiting))]
    pub fn later(&mut self, ctx: &mut Context<Self>, text: &'static str) {
        self.note(ctx, text);
    }

    /// Stays in the handler until the gate is opened.
    #[handler]
    pub async fn stay(&mut self, ctx: &mut Context<Self>, gate: Gate) {
        self.note(ctx, "stays");
        gate.wait().await;
        self.note(ctx, "goes on");
    }

    /// Fails with an error.
    #[handler]
    pub fn fail(&mut self, fault: Fault) -> Result<(), Fault> {
        Err(fault)
    }

    /// Panics.
    #[handler]
    pub fn boom(&mut self, text: &'static str) {
        panic!("{text}");
    }

    #[handler]
    pub async fn run(&mut self, ctx: &mut Context<Self>, job: Job) -> Result<(), Fault> {
        let code = job.0.into_inner().expect("nobody panics here");
        code(ctx).await
    }
}

/// Runs `code` in a handler of `actor`, and returns what it comes to.
#[track_caller]
pub fn inside<T: Send + 'static>(
    actor: &SubjectHandle,
    code: impl for<'a> FnOnce(&'a mut Context<Subject>) -> Running<'a, T> + Send + 'static,
) -> impl Future<Output = T> {
    let running = begin(actor, code);
    soon(async move { running.await.expect("the handler was not cut off") })
}

/// As [`inside`], without waiting for it.
pub fn begin<T: Send + 'static>(
    actor: &SubjectHandle,
    code: impl for<'a> FnOnce(&'a mut Context<Subject>) -> Running<'a, T> + Send + 'static,
) -> oneshot::Receiver<T> {
    let (done, running) = oneshot::channel();
    let job = Job::new(move |ctx| {
        Box::pin(async move {
            // A test that does not wait for it does not want it.
            let _ = done.send(code(ctx).await);
            Ok(())
        })
    });
    actor.run(job).try_tell().expect("the actor takes messages");
    running
}

/// Spawns `kid` as a child of `parent`, from a handler of `parent`.
#[track_caller]
pub fn spawn_child(
    parent: &SubjectHandle,
    name: &'static str,
    kid: Subject,
) -> impl Future<Output = SubjectHandle> {
    let spawned = inside(parent, move |ctx| {
        Box::pin(async move { ctx.spawn_child(name, kid).await })
    });
    async move { spawned.await.expect("the child starts") }
}

/// An actor without hooks, so that it is there when its spawn returns.
#[actor]
#[derive(Default)]
pub struct Plain {
    sum: u64,
}

#[actor]
impl Plain {
    #[handler]
    pub fn add(&mut self, amount: u64) -> u64 {
        self.sum += amount;
        self.sum
    }

    #[handler]
    pub fn fail(&mut self) -> Result<(), Fault> {
        Err(Fault::msg("as it was told"))
    }

    #[handler]
    pub async fn stay(&mut self, gate: Gate) {
        gate.wait().await;
    }
}
