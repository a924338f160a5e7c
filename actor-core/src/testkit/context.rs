//! A context without a system that runs, for calling a handler as the plain method it is.

use std::sync::Arc;

use crate::actor::Actor;
use crate::cell::{Cell, Core};
use crate::context::Context;
use crate::options::Mailbox;
use crate::system::ActorSystem;

/// A context for calling handlers directly, without a runtime.
///
/// The actor it speaks of is `test/actor`. It has no task: what is sent to it stays queued, and nothing that is spawned
/// or piped runs.
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
