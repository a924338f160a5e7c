//! The life of an actor: what may follow what (pure), and the driver that carries it out.

mod batch;
mod behavior;
mod driver;
mod passivation;
mod stash;
mod state;

pub(crate) use behavior::BehaviorStack;
pub use driver::Driver;
pub(crate) use driver::{NewDriver, Source};
pub(crate) use stash::Stash;
pub(crate) use state::{State, StopMode};
