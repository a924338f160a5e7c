//! What a topology of actors is, and which topologies cannot work.
//!
//! A [`Model`] is plain data: nodes, the actors on them, groups of actors that are restarted together, and the events
//! that go from one to another. [`check`] says what is wrong with it. `topology!` of `actor-core` asks while the
//! program is compiled, and its builder asks when it runs, so both refuse the same topologies in the same words.
//!
//! Depend on `actor-core`, which re-exports what is meant for programs. This crate has no dependencies and does nothing
//! but decide.

mod bounds;
pub mod constants;
mod diagram;
mod finding;
mod model;
mod names;
mod rules;
mod similar;

#[cfg(test)]
mod testing;

pub use bounds::{Bounds, Unreachable};
pub use diagram::Diagram;
pub use finding::{Finding, Lint, Place, Rule, Severity};
pub use model::{
    Actor, Edge, Gateway, Group, Id, Intensity, Model, Node, Policy, PolicyKind, Setting, Strategy,
    Tool,
};
pub use names::{MAX_NAME_LEN, NameError, check_actor_name, check_system_name, type_name};
pub use rules::{Contradiction, RESERVED_KEYS, check, contradictions, idle};
pub use similar::{one_of, similar};
