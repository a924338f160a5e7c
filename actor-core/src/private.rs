//! What generated code names. Not part of the API.
//!
//! The functions and traits here appear in compile errors, so their names are English and each stands on one line.

use std::convert::Infallible;
use std::fmt::{Debug, Display};

use tokio::runtime::Handle as Runtime;

use crate::actor::Actor;
use crate::context::Context;
use crate::fault::Fault;
use crate::reply::{Answer, ReplyTo};
use crate::signal::{PanicSignal, Terminated};

pub use crate::lifecycle::Driver;
/// What `topology!` names.
pub mod topology {
    pub use crate::supervision::{Group, Strategy};
    pub use crate::topology::*;
}

/// What `#[actor(remote)]` names.
#[cfg(feature = "remote")]
pub use crate::remote::private as remote;

/// What `topology!` asks about names given by constants.
pub use actor_topology::constants as rules;

/// What the runtime learns from a handler or a hook.
pub type Outcome = Result<(), Fault>;

/// The signals an actor has methods for.
#[derive(Debug, Clone, Copy)]
pub struct Hooks {
    pub pre_start: bool,
    pub post_start: bool,
    pub post_stop: bool,
    pub terminated: bool,
    pub panic_signal: bool,
}

impl Hooks {
    /// Of an actor that has none, and so leaves them out.
    pub const NONE: Self = Self {
        pre_start: false,
        post_start: false,
        post_stop: false,
        terminated: false,
        panic_signal: false,
    };
}

/// What the runtime says to an actor.
pub enum Signal {
    PreStart,
    PostStart,
    PostStop,
    Terminated(Terminated),
    PanicSignal(PanicSignal),
}

/// Puts an actor's task on the runtime.
pub struct Launcher<'a>(Option<&'a Runtime>);

impl<'a> Launcher<'a> {
    pub(crate) fn new(runtime: Option<&'a Runtime>) -> Self {
        Self(runtime)
    }

    pub fn launch(&self, driver: impl Future<Output = ()> + Send + 'static) {
        if let Some(runtime) = self.0 {
            // The task owns itself: it ends when the actor does, and the tree knows the actor until then.
            drop(runtime.spawn(driver));
        }
    }
}

/// What may be part of a message.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be part of a message",
    label = "cannot be part of a message",
    note = "a message crosses threads and outlives its sender, so every argument must be `Send + 'static`",
    note = "own what it holds, and share by `Arc` and `Mutex` instead of `Rc` and `RefCell`"
)]
pub trait MessagePart: Send + 'static {}

#[diagnostic::do_not_recommend]
impl<T: Send + 'static + ?Sized> MessagePart for T {}

pub const fn require_message_part<T: MessagePart + ?Sized>() {}

/// What may be a reply, or the error in its place.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a reply",
    label = "cannot be a reply",
    note = "a reply crosses threads, so it must be `Send + 'static`",
    note = "own what it holds, and share by `Arc` and `Mutex` instead of `Rc` and `RefCell`"
)]
pub trait ReplyPart: Send + 'static {}

#[diagnostic::do_not_recommend]
impl<T: Send + 'static + ?Sized> ReplyPart for T {}

pub const fn require_reply_part<T: ReplyPart + ?Sized>() {}

/// What an actor has to be to run.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an actor: it is not `Send`",
    label = "holds what cannot cross threads",
    note = "an actor runs now on this thread and now on that, so each of its fields must be `Send + 'static`",
    note = "hold an `Arc` instead of an `Rc`, and write `Box<dyn … + Send>` for `Box<dyn …>`"
)]
pub trait MovesBetweenThreads: Send + 'static {}

#[diagnostic::do_not_recommend]
impl<T: Send + 'static> MovesBetweenThreads for T {}

/// An actor of which an `async` method takes `&self`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shared with an `async` handler: it is not `Sync`",
    label = "shares what is not `Sync`",
    note = "write `&mut self`: the handler then has the actor to itself",
    note = "or hold an atomic or a `Mutex` instead of a `Cell` or a `RefCell`, since `&self` may be used on several threads"
)]
pub trait SharedBetweenThreads: Sync {}

#[diagnostic::do_not_recommend]
impl<T: Sync> SharedBetweenThreads for T {}

pub const fn require_shared<A: SharedBetweenThreads>() {}

/// The messages of an actor, of which it is known that they are `Send`.
///
/// [`Actor::Msg`] does not say so itself. A message may hold a handle of its own actor, and whether that is `Send`
/// depends on `Actor::Msg`, which therefore has to be known before what it contains has been checked. Nothing that is
/// sent depends on this type: it may be [`Checked`], and a message that is not `Send` is one error.
///
/// It has the messages as a parameter, so that two blocks of one actor, each with messages of its own, implement it once
/// each. `Actor` they implement twice, and that is the one error.
pub trait Sends<M> {
    type Sent;
}

/// A type, if the checks that made up `CHECKED` compile.
///
/// If they do not, this names no type, and rustc says nothing more about what contains it: a mistake in a message would
/// otherwise be an error in its enum, in the handle, and in the driver as well.
pub trait Checked<const CHECKED: bool> {
    type Type;
}

impl<T> Checked<true> for T {
    type Type = T;
}

/// An actor with `#[actor(behaviors(…))]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no behaviors",
    label = "a behavior of an actor that has none",
    note = "declare them where the actor is defined: `#[actor(behaviors(…))]`; the first is the initial one"
)]
pub trait HasBehaviors {}

pub const fn require_behaviors<A: HasBehaviors>() {}

/// The future of a handler.
///
/// What comes out is `Send` by its type: a handler that is not is reported where it is called, and not once more where
/// the actor is launched.
pub fn require_send<F: Future + Send>(future: F) -> impl Future<Output = F::Output> + Send {
    future
}

/// [`require_send`] as a function of a type, which may be [`Checked`].
pub struct Futures;

impl Futures {
    pub fn require_send<F: Future + Send>(future: F) -> impl Future<Output = F::Output> + Send {
        future
    }
}

/// A handler's return type whose last word is `Result`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is called `Result` but is none",
    label = "not `core::result::Result`",
    note = "write `#[handler(reply = plain)]` to reply with the value as it is"
)]
pub trait ResultReply {
    type Ok;
    type Err;
    fn into_result(self) -> Result<Self::Ok, Self::Err>;
}

/// What it replies with: short, since signatures in the documentation of handles show it.
pub type OkOf<R> = <R as ResultReply>::Ok;

/// The error in its place.
pub type ErrOf<R> = <R as ResultReply>::Err;

pub const fn require_result<R: ResultReply>() {}

impl<T, E> ResultReply for Result<T, E> {
    type Ok = T;
    type Err = E;
    fn into_result(self) -> Self {
        self
    }
}

/// What a hook, or a handler that delegates its reply, may return.
#[diagnostic::on_unimplemented(
    message = "a hook cannot return `{Self}`",
    label = "expected `()` or `Result<(), E>`",
    note = "a hook returns nothing, or `Result<(), E>` where `E` implements `std::error::Error` or is a `Fault`"
)]
pub trait HookOutcome {
    fn into_outcome(self) -> Outcome;
}

impl HookOutcome for () {
    fn into_outcome(self) -> Outcome {
        Ok(())
    }
}

// Of an error that is none, rustc would say what it lacks to be a `Fault`, and not who asks for one.
#[diagnostic::do_not_recommend]
impl<E: Into<Fault>> HookOutcome for Result<(), E> {
    fn into_outcome(self) -> Outcome {
        self.map_err(Into::into)
    }
}

pub fn hook_outcome(out: impl HookOutcome) -> Outcome {
    out.into_outcome()
}

#[inline]
pub fn reply_plain<T>(reply: ReplyTo<T, Infallible>, value: T) -> Outcome {
    reply.send(value);
    Ok(())
}

/// A handler's own error is its reply; a fault, found by its type since it may hide behind an alias, is not.
pub fn reply_result<A, T, E, R>(
    ctx: &mut Context<A>,
    reply: ReplyTo<T, E>,
    out: R,
    describe: fn(&E) -> String,
) -> Outcome
where
    A: Actor,
    E: 'static,
    R: ResultReply<Ok = T, Err = E>,
{
    match out.into_result() {
        Ok(value) => {
            reply.send(value);
            Ok(())
        }
        Err(error) => {
            if let Some(fault) = (&error as &dyn std::any::Any).downcast_ref::<Fault>() {
                let fault = fault.clone();
                reply.answer(Answer::Failed(fault.clone()));
                return Err(fault);
            }
            if reply.is_awaited() {
                reply.fail(error);
            } else {
                ctx.unheard(describe(&error));
            }
            Ok(())
        }
    }
}

pub fn reply_fault<T>(reply: ReplyTo<T, Infallible>, out: Result<T, Fault>) -> Outcome {
    match out {
        Ok(value) => {
            reply.send(value);
            Ok(())
        }
        Err(fault) => {
            reply.answer(Answer::Failed(fault.clone()));
            Err(fault)
        }
    }
}

pub fn reply_fault_result<A, T, E>(
    ctx: &mut Context<A>,
    reply: ReplyTo<T, E>,
    out: Result<Result<T, E>, Fault>,
    describe: fn(&E) -> String,
) -> Outcome
where
    A: Actor,
    E: 'static,
{
    match out {
        Ok(result) => reply_result(ctx, reply, result, describe),
        Err(fault) => {
            reply.answer(Answer::Failed(fault.clone()));
            Err(fault)
        }
    }
}

/// An error to be described as well as its type allows: by `Display`, else by `Debug`, else by its type's name.
///
/// Method lookup takes the first of the traits below that applies, by the number of references it has to take.
pub struct Described<'a, E>(pub &'a E);

pub trait ViaDisplay {
    fn describe(&self) -> String;
}

impl<E: Display> ViaDisplay for &&Described<'_, E> {
    fn describe(&self) -> String {
        self.0.to_string()
    }
}

pub trait ViaDebug {
    fn describe(&self) -> String;
}

impl<E: Debug> ViaDebug for &Described<'_, E> {
    fn describe(&self) -> String {
        format!("{:?}", self.0)
    }
}

pub trait ViaNothing {
    fn describe(&self) -> String;
}

impl<E> ViaNothing for Described<'_, E> {
    fn describe(&self) -> String {
        std::any::type_name::<E>().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Silent;

    #[test]
    #[expect(
        clippy::needless_borrow,
        reason = "generated code knows nothing of the error's type"
    )]
    fn an_error_is_described_as_well_as_it_can_be() {
        let shown = "x".parse::<u8>().expect_err("no number");
        assert_eq!(
            (&&&Described(&shown)).describe(),
            "invalid digit found in string"
        );
        assert_eq!((&&&Described(&Some(1))).describe(), "Some(1)");
        assert!((&&&Described(&Silent)).describe().ends_with("Silent"));
    }
}
