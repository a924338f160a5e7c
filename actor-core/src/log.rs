//! What is logged from code that is generic over the actor.
//!
//! Here, since a line of `tracing` is a page of code: each actor of a program would have a copy of all.

use crate::cell::Core;
use crate::fault::Fault;

#[cold]
pub(crate) fn failed(core: &Core, handler: &'static str, fault: &Fault) {
    tracing::warn!(path = %core.path, handler, %fault, "an actor failed");
}

#[cold]
pub(crate) fn failed_while_it_stopped(core: &Core, fault: &Fault) {
    tracing::warn!(path = %core.path, %fault, "an actor failed while it stopped");
}

#[cold]
pub(crate) fn failed_to_start_again(core: &Core, fault: &Fault) {
    tracing::warn!(path = %core.path, %fault, "an actor failed to start again");
}

#[cold]
pub(crate) fn post_stop_failed(core: &Core, fault: &Fault) {
    tracing::warn!(path = %core.path, %fault, "post_stop failed");
}

#[cold]
pub(crate) fn pipe_panicked(core: &Core, handler: &'static str, fault: &Fault) {
    tracing::warn!(path = %core.path, handler, %fault, "a piped future panicked");
}

#[cold]
pub(crate) fn nobody_waits(core: &Core, handler: &'static str, error: &str) {
    tracing::warn!(path = %core.path, handler, %error, "nobody waits for this error");
}

/// Of the actor, of its factory, or of a message.
#[cold]
pub(crate) fn destructor_panicked(core: &Core, what: &'static str, fault: &Fault) {
    tracing::error!(path = %core.path, what, %fault, "a destructor panicked");
}

/// Of a message that nobody handles.
#[cold]
pub(crate) fn dropped_with_a_panic(fault: &Fault) {
    tracing::error!(%fault, "a destructor panicked");
}
