//! What happens to an actor that fails: policies, and the pure decision they come to.

mod backoff;
mod decide;
mod policy;
mod window;

pub(crate) use decide::{Decision, GiveUp, Resumable, decide};
pub use policy::{Directive, Exhausted, Policy, Restart, Rule};
pub(crate) use window::History;
