//! A context without a system that runs, for calling a handler as the plain method it is.

use std::sync::Arc;

use crate::actor::Actor;
use crate::cell::{Cell, Core};
use crate::context::Context;
use crate::options::Mailbox;
use crate::system::ActorSystem;

/// A context for calling handlers directly, without a runtime.
///
/// The actor it speaks of is `test/actor`, in a system of its own that has no runtime. The actor has no task, and so
/// handles nothing. The same in a test that has a runtime:
///
/// | | |
/// |---|---|
/// | `path`, `myself`, `behavior` and `become_…`, `stash` and `stashed` | as in an actor |
/// | `emit` | as in an actor: goes to whom `myself().subscribe(…)` has subscribed, a [`Probe`](super::Probe) for one |
/// | `watch`, `is_watching` | are noted; no `Terminated` comes |
/// | handles of actors of another system, in the handler's arguments | as in an actor, their timers too |
/// | `myself().add(1).tell()`, `try_tell` | is queued, and stays so: `myself().queued()` counts it |
/// | `myself().add(1).await` | [`AskError::Timeout`]; without a runtime to count the time, [`AskError::Discarded`] at once |
/// | `spawn_child`, `get_or_spawn_child`, `system().spawn` | [`SpawnError::RuntimeGone`] |
/// | `child` | [`LookupError::NotFound`] |
/// | `myself().add(1).after(…)`, `every(…)` | a timer that has [failed](crate::Timer::failed), with [`TimerError::OwnerEnded`] |
/// | `ctx.spawn`, `ctx.pipe` | `None`, and nothing: the future is dropped |
/// | `stop`, `restart` | are never carried out |
///
/// A handler of which more is to be tested than its answer and its state is tested in an actor: spawn one in a system,
/// `ActorSystem::new("test")`, under `#[tokio::test(start_paused = true)]`.
///
/// [`AskError::Timeout`]: crate::AskError::Timeout
/// [`AskError::Discarded`]: crate::AskError::Discarded
/// [`SpawnError::RuntimeGone`]: crate::SpawnError::RuntimeGone
/// [`LookupError::NotFound`]: crate::LookupError::NotFound
/// [`TimerError::OwnerEnded`]: crate::TimerError::OwnerEnded
///
/// ```
/// use actor_core::prelude::*;
/// use actor_core::testkit;
///
/// #[actor]
/// struct Door { open: bool }
///
/// #[actor]
/// impl Door {
///     #[handler]
///     fn push(&mut self, ctx: &mut Context<Self>) -> String {
///         self.open = true;
///         format!("{} is open", ctx.path().name())
///     }
/// }
///
/// let mut door = Door { open: false };
/// assert_eq!(door.push(&mut testkit::context()), "actor is open");
/// assert!(door.open);
/// ```
#[must_use]
pub fn context<A: Actor>() -> Context<A> {
    let system = ActorSystem::detached();
    let core = Core::new(system.root().child("actor"), &system, None, None);
    Context::new(Arc::new(Cell::<A>::new(core, Mailbox::unbounded())))
}
