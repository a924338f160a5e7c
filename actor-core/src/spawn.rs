//! Spawning: from a value and a name to an actor that runs.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use crate::actor::Actor;
use crate::cell::{AnyCell, Cell, Core, Given, order_stop};
use crate::error::SpawnError;
use crate::events::StopReason;
use crate::handle::Handle;
use crate::life::{Place, Stage};
use crate::lifecycle::{Driver, NewDriver, Source, State, StopMode};
use crate::options::{Mailbox, Passivation};
use crate::path::check_actor_name;
use crate::private::Launcher;
use crate::supervision::{Member, Policy, RestartMode};
use crate::system::{ActorSystem, Children, NotAdded, typed};
use crate::turn::guarded;
use crate::waits::{self, Until, Waiting};

/// An actor to be spawned. Awaited, it gives the typed handle, or a [`SpawnError`].
///
/// What is said here goes before what the actor declares.
///
/// ```
/// use std::time::Duration;
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
/// let till = system
///     .spawn("till", Till::default())
///     .mailbox(Mailbox::bounded(64).overflow(Overflow::Reject))
///     .supervision(Restart::DEFAULT.max(10))
///     .passivation(Passivation::idle(Duration::from_secs(60)))
///     .await?;
/// assert_eq!(till.add(1).await?, 1);
/// // The name is taken until the till has stopped.
/// let taken = system.spawn("till", Till::default()).await;
/// assert!(matches!(taken, Err(SpawnError::NameTaken { .. })));
/// # Ok(()) }
/// ```
///
/// # Cancel safety
/// If the future is dropped while `PreStart` runs, the start is cut off at its next await and the name is free again.
#[must_use = "an actor is spawned only when this is awaited"]
// Of the handle and not of the actor, and without a bound: a type that is no actor is an error where it is given to be
// spawned, and would be one more where this is awaited.
pub struct Spawn<H>(Box<dyn Starts<H>>);

/// A start that has not begun.
trait Starts<H>: Future<Output = Result<H, SpawnError>> + Send {
    fn said(&mut self, change: Change);
}

/// What is said of it.
enum Change {
    Mailbox(Mailbox),
    Supervision(Policy),
    Passivation(Passivation),
}

/// What can be said of an actor when it is spawned.
struct Options {
    mailbox: Mailbox,
    supervision: Option<Policy>,
    passivation: Option<Passivation>,
    mode: Option<RestartMode>,
    member: Option<Member>,
    /// Whether `get_or_spawn` is content with an actor that is suspended.
    held_as_well: bool,
}

impl Options {
    fn of<A: Actor>() -> Self {
        Self {
            mailbox: A::OPTIONS.mailbox,
            supervision: None,
            passivation: A::OPTIONS.passivation,
            mode: None,
            member: None,
            held_as_well: false,
        }
    }
}

impl<H> Spawn<H> {
    pub(crate) fn of_value<A: Actor<Handle = H>>(
        system: ActorSystem,
        parent: Option<Arc<dyn AnyCell>>,
        name: String,
        value: A,
    ) -> Self {
        Self::new(system, parent, name, Source::Value(value))
    }

    pub(crate) fn of_factory<A: Actor<Handle = H>>(
        system: ActorSystem,
        parent: Option<Arc<dyn AnyCell>>,
        name: String,
        factory: impl FnMut() -> A + Send + 'static,
    ) -> Self {
        Self::new(system, parent, name, Source::Factory(Box::new(factory)))
    }

    fn new<A: Actor<Handle = H>>(
        system: ActorSystem,
        parent: Option<Arc<dyn AnyCell>>,
        name: String,
        source: Source<A>,
    ) -> Self {
        Self(Box::new(Start::New(Some(New {
            system,
            parent,
            name,
            source,
            options: Options::of::<A>(),
        }))))
    }

    /// The mailbox. Default: what the actor declares, else 1,000 messages, and senders wait for room.
    pub fn mailbox(mut self, mailbox: Mailbox) -> Self {
        self.0.said(Change::Mailbox(mailbox));
        self
    }

    /// What is done about the actor's failures. Default: what the actor declares, else what the system's builder says.
    pub fn supervision(mut self, policy: impl Into<Policy>) -> Self {
        self.0.said(Change::Supervision(policy.into()));
        self
    }

    /// When the actor ends by itself. Default: what the actor declares, else what the system's builder says.
    pub fn passivation(mut self, passivation: Passivation) -> Self {
        self.0.said(Change::Passivation(passivation));
        self
    }
}

impl<H> IntoFuture for Spawn<H> {
    type Output = Result<H, SpawnError>;
    type IntoFuture = Spawning<H>;

    fn into_future(self) -> Spawning<H> {
        Spawning(Box::into_pin(self.0 as Box<dyn Future<Output = _> + Send>))
    }
}

/// Waits for an actor's start.
#[must_use = "futures do nothing unless awaited"]
pub struct Spawning<H>(Pin<Box<dyn Future<Output = Result<H, SpawnError>> + Send>>);

impl<H> Future for Spawning<H> {
    type Output = Result<H, SpawnError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.as_mut().poll(cx)
    }
}

/// An actor about to be spawned.
struct New<A> {
    system: ActorSystem,
    parent: Option<Arc<dyn AnyCell>>,
    name: String,
    source: Source<A>,
    options: Options,
}

impl<A: Actor> New<A> {
    fn given(&self) -> Option<Box<Given>> {
        let given = Given {
            policy: self.options.supervision.clone(),
            mode: self.options.mode,
            member: self.options.member.clone(),
        };
        let says_nothing = given.policy.is_none() && given.mode.is_none() && given.member.is_none();
        (!says_nothing).then(|| Box::new(given))
    }

    /// Takes the name for a new actor.
    fn take_name(&self) -> Result<Arc<Cell<A>>, NotStarted> {
        if let Some(reason) = self.options.passivation.and_then(Passivation::invalid) {
            return Err(NotStarted::Error(SpawnError::InvalidPassivation { reason }));
        }
        let policy = self.options.supervision.as_ref();
        let policy = policy.or(A::OPTIONS.supervision.as_ref());
        let is_value = matches!(self.source, Source::Value(_));
        if is_value && policy.is_some_and(Policy::builds_anew) {
            let name = self.name.clone();
            return Err(NotStarted::Error(SpawnError::CannotBuildAnew { name }));
        }
        check_actor_name(&self.name).map_err(|reason| SpawnError::InvalidName {
            name: self.name.clone(),
            reason,
        })?;
        let parent = self.parent.as_ref().map(|parent| parent.core());
        let path = parent
            .map_or(self.system.root(), |parent| &parent.path)
            .child(&self.name);
        let limit = self.system.limit();
        if let Some(limit) = limit
            && !limit.admit()
        {
            let holder = self.siblings().and_then(|it| it.get(&self.name));
            return Err(holder.map_or_else(
                || {
                    NotStarted::Error(SpawnError::TooManyActors {
                        system: self.system.name().to_owned(),
                        limit: limit.most,
                    })
                },
                NotStarted::Taken,
            ));
        }
        let core = Core::new(path, &self.system, self.parent.as_ref(), self.given());
        let cell = Arc::new(Cell::<A>::new(core, self.options.mailbox));
        let added = match self.siblings() {
            Some(siblings) => siblings.add(Arc::clone(&cell) as Arc<dyn AnyCell>),
            None => Err(NotAdded::Closed),
        };
        if let (Some(limit), Err(_)) = (limit, &added) {
            limit.left();
        }
        added.map_err(|why| match why {
            NotAdded::Taken(holder) => NotStarted::Taken(holder),
            NotAdded::Closed => NotStarted::Error(match parent {
                Some(parent) => SpawnError::ParentNotRunning {
                    path: parent.path.clone(),
                },
                None => SpawnError::SystemStopped {
                    system: self.system.name().to_owned(),
                },
            }),
        })?;
        Ok(cell)
    }

    fn siblings(&self) -> Option<&Children> {
        match &self.parent {
            Some(parent) => parent.core().children(),
            None => Some(self.system.top_level()),
        }
    }

    /// Starts the task of an actor that has its name.
    fn launch(self, cell: Arc<Cell<A>>) -> Result<Begun<A>, SpawnError> {
        // A new actor waits for nobody yet, so this cannot be a cycle. Once it runs it may, and then has to see this.
        let any = Arc::clone(&cell) as Arc<dyn AnyCell>;
        let waiting = if A::HOOKS.pre_start {
            waits::begin(&any, || Until::Starts).ok().flatten()
        } else {
            None
        };
        let passivation = self
            .options
            .passivation
            .unwrap_or(self.system.default_passivation());
        let (value, factory) = match self.source {
            Source::Value(value) => (value, None),
            Source::Factory(mut factory) => {
                let made = guarded(any, &mut factory);
                let value = made.map_err(|fault| {
                    let path = cell.core.path.clone();
                    let error = SpawnError::InitFailed { path, fault };
                    cell.fail_to_start(error.clone());
                    error
                })?;
                (value, Some(factory))
            }
        };
        let new = NewDriver {
            cell: Arc::clone(&cell),
            value,
            factory,
            passivation,
        };
        let mut driver = Driver::new(new);
        if !A::HOOKS.pre_start {
            // Nothing to wait for: the actor is there when the spawn returns.
            driver.started();
        }
        A::__launch(&Launcher::new(self.system.runtime()), driver);
        Ok(Begun {
            cell,
            place: Place::default(),
            over: false,
            waiting,
        })
    }
}

impl<A: Actor> New<A> {
    /// Takes the name, and leaves the start for later.
    fn reserve(self) -> Result<Reserved, SpawnError> {
        let cell = self.take_name().map_err(|why| match why {
            NotStarted::Error(error) => error,
            NotStarted::Taken(holder) => SpawnError::NameTaken {
                path: holder.core().path.clone(),
            },
        })?;
        let begin: Begin = {
            let cell = Arc::clone(&cell);
            Box::new(move || {
                Box::pin(async move {
                    let mut begun = self.launch(cell)?;
                    std::future::poll_fn(|cx| begun.poll(cx)).await.map(drop)
                })
            })
        };
        Ok(Reserved {
            cell,
            begin: Some(begin),
        })
    }
}

type Begin =
    Box<dyn FnOnce() -> Pin<Box<dyn Future<Output = Result<(), SpawnError>> + Send>> + Send>;

/// An actor that has its name and can be sent to, and has not begun to start.
pub(crate) struct Reserved {
    pub(crate) cell: Arc<dyn AnyCell>,
    begin: Option<Begin>,
}

impl Reserved {
    /// Starts it, and waits until it has started.
    pub(crate) async fn start(mut self) -> Result<(), SpawnError> {
        match self.begin.take() {
            Some(begin) => begin().await,
            None => Ok(()),
        }
    }
}

/// Gives the name back if it was never started.
impl Drop for Reserved {
    fn drop(&mut self) {
        if self.begin.is_some() {
            self.cell.never_started();
        }
    }
}

/// What a topology says about one of its actors.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) mailbox: Option<Mailbox>,
    pub(crate) supervision: Option<Policy>,
    pub(crate) passivation: Option<Passivation>,
    pub(crate) member: Option<Member>,
}

impl Settings {
    /// Actors of a topology are built anew where no policy says otherwise.
    fn options<A: Actor>(self) -> Options {
        let declared = Options::of::<A>();
        Options {
            mailbox: self.mailbox.unwrap_or(declared.mailbox),
            supervision: self.supervision,
            passivation: self.passivation.or(declared.passivation),
            mode: Some(RestartMode::Anew),
            member: self.member,
            held_as_well: true,
        }
    }
}

/// Takes the name for an actor of a topology.
pub(crate) fn reserve<A: Actor>(
    system: &ActorSystem,
    name: &str,
    factory: impl FnMut() -> A + Send + 'static,
    settings: Settings,
) -> Result<Reserved, SpawnError> {
    new_of_topology(system, name, factory, settings).reserve()
}

/// The actor of this name, or a new one.
pub(crate) async fn instance<A: Actor>(
    system: &ActorSystem,
    name: &str,
    factory: impl FnMut() -> A + Send + 'static,
    settings: Settings,
) -> Result<A::Handle, SpawnError> {
    new_of_topology(system, name, factory, settings)
        .get_or_start()
        .await
}

fn new_of_topology<A: Actor>(
    system: &ActorSystem,
    name: &str,
    factory: impl FnMut() -> A + Send + 'static,
    settings: Settings,
) -> New<A> {
    New {
        system: system.clone(),
        parent: None,
        name: name.to_owned(),
        source: Source::Factory(Box::new(factory)),
        options: settings.options::<A>(),
    }
}

enum NotStarted {
    Taken(Arc<dyn AnyCell>),
    Error(SpawnError),
}

impl From<SpawnError> for NotStarted {
    fn from(error: SpawnError) -> Self {
        Self::Error(error)
    }
}

/// Starts an actor, and waits until it has started.
// By hand: as an async block, which moves what it is given about, a spawn takes 330 instructions more.
enum Start<A: Actor> {
    New(Option<New<A>>),
    Begun(Begun<A>),
}

/// A start under way. Dropped before it is over, it cuts the start off.
struct Begun<A: Actor> {
    cell: Arc<Cell<A>>,
    place: Place,
    over: bool,
    /// A parent that waits for the start of its child waits for what the child's `pre_start` waits for.
    waiting: Option<Waiting>,
}

impl<A: Actor> Begun<A> {
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Result<A::Handle, SpawnError>> {
        let life = &self.cell.core.life;
        let stage = life.poll(cx, &mut self.place, Stage::is_past_start);
        let Poll::Ready(stage) = stage else {
            let any = || Arc::clone(&self.cell) as Arc<dyn AnyCell>;
            // Polled where its start waits for: it is cut off.
            return match waits::keep(&mut self.waiting, &any(), || Until::Starts) {
                Ok(()) => Poll::Pending,
                Err(waits::Cycle) => Poll::Ready(Err(SpawnError::Interrupted {
                    path: self.cell.core.path.clone(),
                })),
            };
        };
        self.over = true;
        self.waiting = None;
        Poll::Ready(match stage {
            Stage::Failed(error) => Err(*error),
            // Without a start to wait for it was there, and its task then was dropped.
            Stage::Ended(StopReason::RuntimeGone) => {
                Err(self.cell.core.interrupted(StopReason::RuntimeGone))
            }
            _ => Ok(Handle::new(Arc::clone(&self.cell)).into()),
        })
    }
}

impl<A: Actor> Drop for Begun<A> {
    fn drop(&mut self) {
        if !self.over {
            self.cell.core.life.leave(&self.place);
            // If it has started just now, others may have found it: it ends in order.
            if self.cell.core.life.is_starting() {
                order_stop(&*self.cell, StopMode::Kill, StopReason::Killed);
            } else {
                order_stop(&*self.cell, StopMode::Now, StopReason::StopNow);
            }
        }
    }
}

impl<A: Actor> Starts<A::Handle> for Start<A> {
    fn said(&mut self, change: Change) {
        if let Self::New(Some(New { options, .. })) = self {
            match change {
                Change::Mailbox(mailbox) => options.mailbox = mailbox,
                Change::Supervision(policy) => options.supervision = Some(policy),
                Change::Passivation(passivation) => options.passivation = Some(passivation),
            }
        }
    }
}

/// Nothing in it is pinned.
impl<A: Actor> Unpin for Start<A> {}

impl<A: Actor> Future for Start<A> {
    type Output = Result<A::Handle, SpawnError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        if let Self::New(new) = &mut *self {
            let Some(new) = new.take() else {
                return Poll::Pending;
            };
            let cell = match new.take_name() {
                Ok(cell) => cell,
                Err(NotStarted::Error(error)) => return Poll::Ready(Err(error)),
                Err(NotStarted::Taken(holder)) => {
                    let path = holder.core().path.clone();
                    return Poll::Ready(Err(SpawnError::NameTaken { path }));
                }
            };
            match new.launch(cell) {
                Ok(begun) => *self = Self::Begun(begun),
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
        match &mut *self {
            Self::Begun(begun) => begun.poll(cx),
            Self::New(_) => Poll::Pending,
        }
    }
}

/// The running actor of a name, or a new one, by [`ActorSystem::get_or_spawn`] or [`Context::get_or_spawn_child`].
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
/// let (one, two) = tokio::join!(
///     system.get_or_spawn("till", Till::default),
///     system.get_or_spawn("till", Till::default)
/// );
/// assert_eq!(one?, two?); // one spawned, both got it
/// # Ok(()) }
/// ```
///
/// [`Context::get_or_spawn_child`]: crate::Context::get_or_spawn_child
#[must_use = "an actor is found or spawned only when this is awaited"]
pub struct GetOrSpawn<H>(Spawning<H>);

impl<H> GetOrSpawn<H> {
    pub(crate) fn new<A: Actor<Handle = H>>(
        system: ActorSystem,
        parent: Option<Arc<dyn AnyCell>>,
        name: String,
        factory: impl FnMut() -> A + Send + 'static,
    ) -> Self {
        let new = New {
            system,
            parent,
            name,
            source: Source::Factory(Box::new(factory)),
            options: Options::of::<A>(),
        };
        Self(Spawning(Box::pin(new.get_or_start())))
    }
}

impl<H> IntoFuture for GetOrSpawn<H> {
    type Output = Result<H, SpawnError>;
    type IntoFuture = Spawning<H>;

    fn into_future(self) -> Spawning<H> {
        self.0
    }
}

impl<A: Actor> New<A> {
    async fn get_or_start(self) -> Result<A::Handle, SpawnError> {
        loop {
            let found = self.siblings().and_then(|known| known.get(&self.name));
            let holder =
                match found.map_or_else(|| self.take_name(), |it| Err(NotStarted::Taken(it))) {
                    Ok(cell) => {
                        let mut begun = self.launch(cell)?;
                        return std::future::poll_fn(|cx| begun.poll(cx)).await;
                    }
                    Err(NotStarted::Error(error)) => return Err(error),
                    Err(NotStarted::Taken(holder)) => holder,
                };
            let core = holder.core();
            let path = core.path.clone();
            let start = core.life.wait(Stage::is_past_start);
            // Its start may wait for the actor in whose code this is: then it cannot be waited for.
            let Ok(stage) = waits::during(&holder, || Until::Starts, start).await else {
                return Err(SpawnError::NameTaken { path });
            };
            match stage {
                // Cut off, or ended meanwhile: the name is free.
                Stage::Ended(_) => continue,
                Stage::Failed(error) if matches!(*error, SpawnError::Interrupted { .. }) => {
                    continue;
                }
                Stage::Failed(error) => return Err(*error),
                Stage::Starting | Stage::Started | Stage::Unwinding => {}
            }
            match core.state() {
                // On its way out, as after passivation: the next one may come when it is gone.
                State::Stopping | State::Stopped => {
                    let ended = core.life.ended();
                    if waits::during(&holder, || Until::Ends, ended).await.is_err() {
                        return Err(SpawnError::NameTaken { path });
                    }
                }
                State::Suspended | State::Down | State::Restarting if self.options.held_as_well => {
                    return typed::<A>(holder).ok_or(SpawnError::WrongType {
                        path,
                        expected: A::TYPE_NAME,
                    });
                }
                State::Starting | State::Suspended | State::Down | State::Restarting => {
                    return Err(SpawnError::NameTaken { path });
                }
                State::Running => {
                    return typed::<A>(holder).ok_or(SpawnError::WrongType {
                        path,
                        expected: A::TYPE_NAME,
                    });
                }
            }
        }
    }
}
