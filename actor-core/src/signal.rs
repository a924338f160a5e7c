//! What the runtime itself says to an actor: `Terminated` and `PanicSignal`.

use std::fmt;

use crate::events::StopReason;
use crate::fault::Fault;
use crate::handle::ActorRef;
use crate::path::ActorPath;

/// A watched actor has ended. Delivered once per watch, after the actor's name is free.
///
/// Take it with `#[on(Terminated)] fn gone(&mut self, gone: Terminated)`.
///
/// ```
/// use actor_core::StopReason;
/// use actor_core::prelude::*;
/// # #[actor]
/// # #[derive(Default)]
/// # struct Till { total: u64 }
/// # #[actor]
/// # impl Till {
/// #     #[handler]
/// #     fn add(&mut self, amount: u64) -> u64 { self.total += amount; self.total }
/// # }
/// #[actor]
/// #[derive(Default)]
/// struct Clerk { gone: Vec<String> }
///
/// #[actor]
/// impl Clerk {
///     #[handler]
///     fn guard(&mut self, ctx: &mut Context<Self>, till: TillHandle) { ctx.watch(&till); }
///
///     #[on(Terminated)]
///     fn till_gone(&mut self, gone: Terminated) {
///         assert_eq!(gone.reason(), StopReason::Killed);
///         self.gone.push(gone.path().to_string());
///     }
///
///     #[handler]
///     fn gone(&self) -> Vec<String> { self.gone.clone() }
/// }
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let system = ActorSystem::new("shop");
/// # let till = system.spawn("till", Till::default()).await?;
/// let clerk = system.spawn("clerk", Clerk::default()).await?;
/// clerk.guard(till.clone()).await?;
/// till.kill().await?;
/// assert_eq!(clerk.gone().await?, ["shop/till"]);
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct Terminated {
    pub(crate) actor: ActorRef,
    pub(crate) reason: StopReason,
}

impl Terminated {
    /// Where the ended actor stood.
    #[must_use]
    pub fn path(&self) -> &ActorPath {
        self.actor.path()
    }

    /// The ended actor itself, to compare with a handle.
    #[must_use]
    pub fn actor(&self) -> &ActorRef {
        &self.actor
    }

    /// Whether it was this actor, given by any handle of it.
    #[must_use]
    pub fn is(&self, actor: &ActorRef) -> bool {
        self.actor == *actor
    }

    /// Why it ended.
    #[must_use]
    pub fn reason(&self) -> StopReason {
        self.reason
    }
}

impl fmt::Debug for Terminated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terminated")
            .field("path", self.path())
            .field("reason", &self.reason)
            .finish()
    }
}

/// A child escalated its failure to this actor and waits, suspended, for a verdict: restart, reinstate or stop it.
///
/// Take it with `#[on(PanicSignal)] fn failed(&mut self, failed: PanicSignal)`. Without such a method the child's
/// escalation goes past this actor.
///
/// ```
/// use actor_core::prelude::*;
///
/// #[actor(supervision = escalate)]
/// struct Child;
///
/// #[actor]
/// impl Child {
///     #[handler]
///     fn fail(&mut self) -> Result<(), Fault> { Err(Fault::msg("not my business")) }
/// }
///
/// #[actor]
/// struct Parent { child: Option<ChildHandle> }
///
/// #[actor]
/// impl Parent {
///     #[on(PostStart)]
///     async fn begin(&mut self, ctx: &mut Context<Self>) -> Result<(), SpawnError> {
///         self.child = Some(ctx.spawn_child("child", Child).await?);
///         Ok(())
///     }
///
///     #[on(PanicSignal)]
///     async fn child_failed(&mut self, failed: PanicSignal) {
///         println!("{} failed: {}", failed.child().path(), failed.fault());
///         failed.child().shutdown(); // or `restart().await`, or `reinstate().await`
///     }
///
///     #[handler]
///     fn child(&self) -> Option<ChildHandle> { self.child.clone() }
/// }
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let system = ActorSystem::new("home");
/// let parent = system.spawn("parent", Parent { child: None }).await?;
/// let child = parent.child().await?.ok_or("no child")?;
/// assert!(child.fail().await.is_err());
/// child.ended().await?;
/// assert!(parent.is_running());
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct PanicSignal {
    pub(crate) child: ActorRef,
    pub(crate) fault: Fault,
}

impl PanicSignal {
    /// The child that failed.
    #[must_use]
    pub fn child(&self) -> &ActorRef {
        &self.child
    }

    /// What it failed with.
    #[must_use]
    pub fn fault(&self) -> &Fault {
        &self.fault
    }
}

impl fmt::Debug for PanicSignal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PanicSignal")
            .field("child", self.child.path())
            .field("fault", &self.fault)
            .finish()
    }
}
