//! The actor system: the root of the tree, what its actors share, and its end.

mod builder;
mod children;
mod limit;
mod stopping;

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime};

use tokio::runtime::Handle as Runtime;
use tokio::time::Instant;

pub use builder::SystemBuilder;
pub(crate) use children::{Children, NotAdded};
use limit::Limit;
use stopping::Ending;

use crate::actor::Actor;
use crate::cell::{AnyCell, Cell};
use crate::deadlines::Deadlines;
use crate::error::{LookupError, StopError, SystemError};
use crate::events::{DeadLetter, EventKind, EventStream, SystemEvent};
use crate::handle::{ActorRef, Handle};
use crate::lifecycle::State;
use crate::options::Passivation;
use crate::path::ActorPath;
use crate::spawn::{GetOrSpawn, Spawn};
use crate::supervision::Policy;
use crate::tasks::Tasks;
use crate::topology::Host;
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
    ending: Ending,
    began: (SystemTime, Instant),
    settings: builder::Settings,
    limit: Option<Limit>,
    /// What of a topology runs here.
    hosted: OnceLock<Host>,
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
            ending: Ending::default(),
            began: (SystemTime::now(), Instant::now()),
            limit: settings.max_actors.map(Limit::new),
            settings,
            hosted: OnceLock::new(),
        })))
    }

    /// The system's name, the first segment of every path in it.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.root.as_str()
    }

    // === Spawning and finding ===

    /// Spawns a top-level actor under `name` with the value given.
    ///
    /// **A restart goes on with the same value**, what the handler that failed had changed included. What must not
    /// survive is set anew by `#[on(PreStart)]`, which runs again at each restart; or the actor is spawned by
    /// [`spawn_with`](Self::spawn_with), which makes a fresh value.
    ///
    /// Nothing happens until the returned [`Spawn`] is awaited; it then gives the typed handle once `PreStart` has
    /// succeeded.
    ///
    /// # Errors
    /// The awaited future fails with [`SpawnError::InvalidName`] for a name that cannot be one, [`SpawnError::NameTaken`]
    /// while another top-level actor has it, [`SpawnError::InitFailed`] if `PreStart` fails or panics,
    /// [`SpawnError::Interrupted`] if the start is cut off, [`SpawnError::SystemStopped`] once the system is stopping,
    /// and [`SpawnError::RuntimeGone`] once the system's runtime has shut down.
    ///
    /// [`SpawnError::InvalidName`]: crate::SpawnError::InvalidName
    /// [`SpawnError::NameTaken`]: crate::SpawnError::NameTaken
    /// [`SpawnError::InitFailed`]: crate::SpawnError::InitFailed
    /// [`SpawnError::Interrupted`]: crate::SpawnError::Interrupted
    /// [`SpawnError::RuntimeGone`]: crate::SpawnError::RuntimeGone
    /// [`SpawnError::SystemStopped`]: crate::SpawnError::SystemStopped
    pub fn spawn<A: Actor>(&self, name: impl Into<String>, value: A) -> Spawn<A::Handle> {
        Spawn::of_value(self.clone(), None, name.into(), value)
    }

    /// As [`spawn`](Self::spawn), with the value made by `factory`: now, and a fresh one at each restart.
    ///
    /// ```
    /// use actor_core::prelude::*;
    /// # #[actor]
    /// # #[derive(Default)]
    /// # struct Till { total: u64 }
    /// # #[actor]
    /// # impl Till {
    /// #     #[handler]
    /// #     fn add(&mut self, amount: u64) -> u64 { self.total += amount; self.total }
    /// # }
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let system = ActorSystem::new("shop");
    /// let same = system.spawn("same", Till::default()).await?;
    /// let fresh = system.spawn_with("fresh", Till::default).await?;
    /// for till in [&same, &fresh] {
    ///     till.add(100).await?;
    ///     till.restart().await?;
    /// }
    /// assert_eq!(same.add(0).await?, 100);
    /// assert_eq!(fresh.add(0).await?, 0);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`spawn`](Self::spawn), and [`SpawnError::InitFailed`](crate::SpawnError::InitFailed) if the factory
    /// panics.
    pub fn spawn_with<A: Actor>(
        &self,
        name: impl Into<String>,
        factory: impl FnMut() -> A + Send + 'static,
    ) -> Spawn<A::Handle> {
        Spawn::of_factory(self.clone(), None, name.into(), factory)
    }

    /// The running top-level actor of this name, or a new one made by `factory`.
    ///
    /// Of any number of such calls at once, one spawns and the others get the same actor. Nothing happens until the
    /// returned [`GetOrSpawn`] is awaited. As for [`spawn_with`](Self::spawn_with), a restart makes a fresh value.
    ///
    /// # Errors
    /// The awaited future fails as for [`spawn_with`](Self::spawn_with). [`SpawnError::NameTaken`] is left for an actor
    /// of the name that is suspended or being restarted; one that stops is waited for and followed by another, unless that
    /// were to wait for oneself. [`SpawnError::WrongType`] says that the one that runs is no `A`.
    ///
    /// [`SpawnError::NameTaken`]: crate::SpawnError::NameTaken
    /// [`SpawnError::WrongType`]: crate::SpawnError::WrongType
    pub fn get_or_spawn<A: Actor>(
        &self,
        name: impl Into<String>,
        factory: impl FnMut() -> A + Send + 'static,
    ) -> GetOrSpawn<A::Handle> {
        GetOrSpawn::new(self.clone(), None, name.into(), factory)
    }

    /// The running top-level actor of this name.
    ///
    /// # Errors
    /// If no running actor has the name, or it is no `A`.
    pub fn actor_of<A: Actor>(&self, name: &str) -> Result<A::Handle, LookupError> {
        typed_running::<A>(self.0.top_level.get(name), || self.0.root.child(name))
    }

    /// The running actor at a place in the tree, as `till` or `till/drawer`, or by its whole path, whatever its type.
    #[must_use]
    pub fn find(&self, place: &str) -> Option<ActorRef> {
        let (first, rest) = place.split_once('/').unwrap_or((place, ""));
        let from_top = self.find_from_top(place);
        // A whole path begins with the system's own name.
        from_top.or_else(|| {
            (first == self.name())
                .then(|| self.find_from_top(rest))
                .flatten()
        })
    }

    fn find_from_top(&self, place: &str) -> Option<ActorRef> {
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

    /// Whether a stop has begun, by [`stop`](Self::stop) or [`request_stop`](Self::request_stop).
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        self.0.ending.has_begun()
    }

    // === Ending ===

    /// Stops all actors, each as [`shutdown`](ActorRef::shutdown) does, and waits for the last to end.
    ///
    /// The stop begins when the future is first polled: without `.await` nothing happens.
    /// [`request_stop`](Self::request_stop) begins it with the call.
    ///
    /// It waits for the shutdown timeout at the most (by default three minutes, see
    /// [`SystemBuilder::shutdown_timeout`]), from the first call on; what has not ended then is killed and named in the
    /// error. A second call joins the first and gets the same result. Actors can be sent to until they stop; none can
    /// be spawned.
    ///
    /// # Errors
    /// [`StopError::Abandoned`] as described, and [`StopError::FromInside`] in a handler of the system's own actors,
    /// which the stop would wait for; it goes on all the same.
    ///
    /// # Cancel safety
    /// Once polled, the stop goes on if the future is dropped.
    pub async fn stop(&self) -> Result<(), StopError> {
        self.request_stop();
        if let Some(inside) = turn::current()
            && Arc::ptr_eq(&inside.core().system.0, &self.0)
        {
            return Err(StopError::FromInside {
                path: inside.core().path.clone(),
            });
        }
        self.0.ending.outcome().await
    }

    /// Begins the stop of all actors and returns at once: what a handler uses. The shutdown timeout applies.
    pub fn request_stop(&self) {
        self.0.ending.begin(self);
    }

    // === For the crate ===

    pub(crate) fn host(&self) -> Option<&Host> {
        self.0.hosted.get()
    }

    /// Tells the system what it is part of; once.
    pub(crate) fn set_host(&self, host: Host) {
        let _ = self.0.hosted.set(host);
    }

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

    pub(crate) fn limit(&self) -> Option<&Limit> {
        self.0.limit.as_ref()
    }

    pub(crate) fn default_policy(&self) -> &Policy {
        &self.0.settings.supervision
    }

    pub(crate) fn default_passivation(&self) -> Passivation {
        self.0.settings.passivation
    }

    fn shutdown_timeout(&self) -> Duration {
        self.0.settings.shutdown_timeout
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
