//! The actor system: the root of the tree, what its actors share, and its end.

mod builder;
mod children;

use std::hash::{BuildHasher, RandomState};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use tokio::runtime::Handle as Runtime;
use tokio::time::{Instant, sleep};

pub use builder::SystemBuilder;
pub(crate) use children::{Children, NotAdded};

use crate::actor::Actor;
use crate::cell::{AnyCell, Cell, order_stop};
use crate::deadlines::Deadlines;
use crate::error::{LookupError, StopError, SystemError};
use crate::events::{DeadLetter, EventKind, EventStream, StopReason, SystemEvent};
use crate::handle::{ActorRef, Handle};
use crate::lifecycle::{State, StopMode};
use crate::options::Passivation;
use crate::path::ActorPath;
use crate::spawn::{GetOrSpawn, Spawn};
use crate::supervision::Policy;
use crate::tasks::Tasks;
use crate::turn;

/// A system of actors: it spawns them, finds them by name, tells what happens to them, and stops them all.
///
/// Cheap to clone; every clone is the same system. Two systems in one process know nothing of each other. A system
/// that is dropped without [`stop`](Self::stop) goes on for as long as its runtime does.
///
/// ```
/// use actor_core::prelude::*;
///
/// #[actor]
/// #[derive(Default)]
/// struct Till { total: u64 }
///
/// #[actor]
/// impl Till {
///     #[handler]
///     fn add(&mut self, amount: u64) -> u64 { self.total += amount; self.total }
/// }
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let system = ActorSystem::new("shop");
/// let till = system.spawn("till", Till::default()).await?;
/// assert_eq!(till.add(100).await?, 100);
/// assert_eq!(till.path(), "shop/till");
/// system.stop().await?;
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct ActorSystem(Arc<Inner>);

struct Inner {
    root: ActorPath,
    runtime: Option<Runtime>,
    top_level: Children,
    events: Arc<EventStream>,
    tasks: Tasks,
    deadlines: Deadlines,
    next: AtomicU64,
    dead_letters: AtomicU64,
    entropy: AtomicU64,
    stopping: AtomicBool,
    began: (SystemTime, Instant),
    settings: builder::Settings,
}

impl ActorSystem {
    /// A system with the default settings, on the tokio runtime this is called in.
    ///
    /// # Panics
    /// If the name is invalid, or there is no runtime here. [`builder`](Self::builder) returns these as errors.
    #[must_use]
    #[track_caller]
    pub fn new(name: &str) -> Self {
        match Self::builder(name).build() {
            Ok(system) => system,
            Err(error) => panic!("{error}"),
        }
    }

    /// A system with settings of its own.
    pub fn builder(name: &str) -> SystemBuilder {
        SystemBuilder::new(name)
    }

    /// A system without a runtime: its actors have no tasks.
    #[cfg(feature = "testkit")]
    pub(crate) fn detached() -> Self {
        let built = Self::build("test", None, builder::Settings::default());
        built.expect("the name is valid")
    }

    pub(crate) fn build(
        name: &str,
        runtime: Option<Runtime>,
        settings: builder::Settings,
    ) -> Result<Self, SystemError> {
        crate::path::check_system_name(name).map_err(|reason| SystemError::InvalidName {
            name: name.to_owned(),
            reason,
        })?;
        Ok(Self(Arc::new(Inner {
            root: ActorPath::system(name),
            runtime,
            top_level: Children::of_system(),
            events: Arc::default(),
            tasks: Tasks::default(),
            deadlines: Deadlines::new(),
            next: AtomicU64::new(1),
            dead_letters: AtomicU64::new(0),
            entropy: AtomicU64::new(RandomState::new().hash_one(name)),
            stopping: AtomicBool::new(false),
            began: (SystemTime::now(), Instant::now()),
            settings,
        })))
    }

    /// The system's name, the first segment of every path in it.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.root.as_str()
    }

    // === Spawning and finding ===

    /// Spawns a top-level actor under `name` with the value given. A restart goes on with the same value, after its
    /// `pre_start` has run again.
    ///
    /// Nothing happens until the returned [`Spawn`] is awaited; it then gives the typed handle once `pre_start` has
    /// succeeded.
    pub fn spawn<A: Actor>(&self, name: impl Into<String>, value: A) -> Spawn<A> {
        Spawn::of_value(self.clone(), None, name.into(), value)
    }

    /// As [`spawn`](Self::spawn), with the value made by `factory`.
    pub fn spawn_with<A: Actor>(
        &self,
        name: impl Into<String>,
        factory: impl FnMut() -> A + Send + 'static,
    ) -> Spawn<A> {
        Spawn::of_factory(self.clone(), None, name.into(), factory)
    }

    /// The running top-level actor of this name, or a new one made by `factory`.
    ///
    /// Of any number of such calls at once, one spawns and the others get the same actor.
    pub fn get_or_spawn<A: Actor>(
        &self,
        name: impl Into<String>,
        factory: impl FnMut() -> A + Send + 'static,
    ) -> GetOrSpawn<A> {
        GetOrSpawn::new(Spawn::of_factory(self.clone(), None, name.into(), factory))
    }

    /// The running top-level actor of this name.
    ///
    /// # Errors
    /// If no running actor has the name, or it is no `A`.
    pub fn actor_of<A: Actor>(&self, name: &str) -> Result<A::Handle, LookupError> {
        typed_running::<A>(self.0.top_level.get(name), || self.0.root.child(name))
    }

    /// The running actor at a place in the tree, as `till` or `till/drawer`, whatever its type.
    #[must_use]
    pub fn find(&self, place: &str) -> Option<ActorRef> {
        let mut names = place.split('/');
        let mut cell = self.0.top_level.get(names.next()?)?;
        for name in names {
            let child = cell.core().known_children()?.get(name)?;
            cell = child;
        }
        Some(ActorRef::new(cell)).filter(ActorRef::is_running)
    }

    /// The running top-level actors, in no certain order.
    #[must_use]
    pub fn actors(&self) -> Vec<ActorRef> {
        let all = self.0.top_level.list().into_iter().map(ActorRef::new);
        all.filter(ActorRef::is_running).collect()
    }

    // === Watching ===

    /// The stream of the system's events.
    #[must_use]
    pub fn events(&self) -> &Arc<EventStream> {
        &self.0.events
    }

    /// How many messages have become dead letters.
    #[must_use]
    pub fn dead_letters(&self) -> u64 {
        self.0.dead_letters.load(Ordering::Relaxed)
    }

    /// Whether [`stop`](Self::stop) has been called.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        self.0.stopping.load(Ordering::Acquire)
    }

    // === Ending ===

    /// Stops all actors, each as [`shutdown`](ActorRef::shutdown) does, and waits for the last to end.
    ///
    /// It waits for the shutdown timeout at the most (by default three minutes, see
    /// [`SystemBuilder::shutdown_timeout`]); what has not ended then is killed and named in the error. A second call
    /// waits for the same end. Actors can be sent to until they stop; none can be spawned.
    ///
    /// # Errors
    /// [`StopError::Abandoned`] as described, and [`StopError::FromInside`] in a handler, which the stop would wait
    /// for.
    ///
    /// # Cancel safety
    /// The stop goes on if the future is dropped; without its deadline.
    pub async fn stop(&self) -> Result<(), StopError> {
        self.request_stop();
        if let Some(inside) = turn::current() {
            return Err(StopError::FromInside {
                path: inside.core().path.clone(),
            });
        }
        let after = self.0.settings.shutdown_timeout;
        let all = self.0.top_level.list();
        let mut deadline = pin!(sleep(after));
        let mut ended = pin!(async {
            for actor in &all {
                actor.core().life.ended().await;
            }
            self.0.tasks.end(true).await;
        });
        let in_time = std::future::poll_fn(|cx| {
            if ended.as_mut().poll(cx).is_ready() {
                return std::task::Poll::Ready(true);
            }
            deadline.as_mut().poll(cx).map(|()| false)
        })
        .await;
        let mut actors = Vec::new();
        if !in_time {
            for actor in &all {
                if !actor.core().life.is_over() {
                    order_stop(&**actor, StopMode::Kill, StopReason::Killed);
                    actors.push(actor.core().path.clone());
                }
            }
            self.0.tasks.abort_for_good();
            actors.sort();
        }
        self.0.events.close();
        if actors.is_empty() {
            Ok(())
        } else {
            Err(StopError::Abandoned { after, actors })
        }
    }

    /// Begins the stop of all actors and returns at once: what a handler uses.
    pub fn request_stop(&self) {
        self.0.stopping.store(true, Ordering::Release);
        self.0.top_level.close();
        for actor in self.0.top_level.list() {
            order_stop(&*actor, StopMode::Drain, StopReason::ParentStopped);
        }
    }

    // === For the crate ===

    pub(crate) fn next_incarnation(&self) -> u64 {
        self.0.next.fetch_add(1, Ordering::Relaxed)
    }

    pub(crate) fn root(&self) -> &ActorPath {
        &self.0.root
    }

    pub(crate) fn top_level(&self) -> &Children {
        &self.0.top_level
    }

    pub(crate) fn runtime(&self) -> Option<&Runtime> {
        self.0.runtime.as_ref()
    }

    /// Tasks that belong to no actor.
    pub(crate) fn tasks(&self) -> &Tasks {
        &self.0.tasks
    }

    pub(crate) fn deadlines(&self) -> &Deadlines {
        &self.0.deadlines
    }

    pub(crate) fn default_policy(&self) -> &Policy {
        &self.0.settings.supervision
    }

    pub(crate) fn default_passivation(&self) -> Passivation {
        self.0.settings.passivation
    }

    pub(crate) fn ask_timeout(&self) -> Option<Duration> {
        self.0.settings.ask_timeout
    }

    /// Random enough to keep actors from coming back in step (splitmix64).
    pub(crate) fn random(&self) -> u32 {
        let mut z = self
            .0
            .entropy
            .fetch_add(0x9E37_79B9_7F4A_7C15, Ordering::Relaxed);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z >> 32) as u32
    }

    pub(crate) fn publish(&self, path: &ActorPath, incarnation: u64, kind: EventKind) {
        tracing::debug!(%path, incarnation, event = kind.name());
        if self.0.events.has_subscribers() {
            let at = self.0.began.0 + self.0.began.1.elapsed();
            self.0.events.publish(&SystemEvent {
                path: path.clone(),
                incarnation,
                at,
                kind,
            });
        }
    }

    pub(crate) fn dead_letter(&self, incarnation: u64, letter: DeadLetter) {
        self.0.dead_letters.fetch_add(1, Ordering::Relaxed);
        let path = letter.receiver.clone();
        self.publish(&path, incarnation, EventKind::DeadLetter(letter));
    }
}

impl std::fmt::Debug for ActorSystem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ActorSystem").field(&self.name()).finish()
    }
}

/// The typed handle of a cell, if it is an `A` and runs.
pub(crate) fn typed_running<A: Actor>(
    found: Option<Arc<dyn AnyCell>>,
    path: impl Fn() -> ActorPath,
) -> Result<A::Handle, LookupError> {
    let running = found.filter(|cell| cell.core().state() == State::Running);
    let Some(cell) = running else {
        return Err(LookupError::NotFound { path: path() });
    };
    typed::<A>(cell).ok_or_else(|| LookupError::WrongType {
        path: path(),
        expected: A::TYPE_NAME,
    })
}

pub(crate) fn typed<A: Actor>(cell: Arc<dyn AnyCell>) -> Option<A::Handle> {
    let any: Arc<dyn std::any::Any + Send + Sync> = cell;
    any.downcast::<Cell<A>>()
        .ok()
        .map(|cell| Handle::new(cell).into())
}
