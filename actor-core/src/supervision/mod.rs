//! What happens to an actor that fails: policies, and the pure decision they come to.

mod backoff;
mod decide;
mod group;
mod policy;
mod supervisor;
mod window;

pub(crate) use decide::{Decision, GiveUp, Resumable, Terms, decide};
pub use group::{Group, Strategy};
pub(crate) use group::{GroupRestart, OwnRestart};
pub use policy::{Directive, Exhausted, Policy, Queued, Restart, RestartMode, Rule};
pub(crate) use supervisor::{Failure, Member, Supervisor};
pub(crate) use window::History;

#[cfg(test)]
mod reachable;
