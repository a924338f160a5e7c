//! What is said in the same words about an actor and about its place in a topology: read, checked, and expanded once.

pub(crate) mod directive;
pub(crate) mod duration;
pub(crate) mod mailbox;
pub(crate) mod number;
pub(crate) mod options;
pub(crate) mod passivation;
pub(crate) mod rules;
mod words;
