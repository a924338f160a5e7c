//! What most users of the crate need: `use actor_core::prelude::*;`.

pub use crate::{
    Actor, ActorRef, ActorSystem, AskError, Context, Directive, Fault, Handle, LookupError,
    Mailbox, Overflow, Panic, PanicSignal, Passivation, Policy, Recipient, ReplyTo, Restart,
    RunningError, SendError, SpawnError, Terminated, Timer, actor, handler, on, topology,
};
