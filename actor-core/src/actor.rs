//! What the macros implement: the two halves of an actor, its messages and its behaviours.

use std::fmt;

use crate::context::Context;
use crate::handle::Handle;
use crate::lifecycle::Driver;
use crate::options::ActorOptions;
use crate::private::{Hooks, Launcher, MovesBetweenThreads, Outcome, Sends, Signal};

/// The half of an actor that stands on its struct: its name and its options.
///
/// `#[actor]` on a struct implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not declared as an actor (N30)",
    label = "not declared as an actor",
    note = "put `#[actor]` on the definition of `{Self}` as well"
)]
pub trait Declared: Sized {
    /// The name of the type, for logs.
    const TYPE_NAME: &'static str;
    /// What the attribute said.
    #[doc(hidden)]
    const OPTIONS: &'static ActorOptions;
    /// The behaviours named by `#[actor(behaviors(…))]`, or `()`.
    type Behavior: Behavior;
}

/// A type that can be spawned: a struct with `#[actor]` on it and on its `impl` block.
///
/// Not to be implemented by hand.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an actor (N30)",
    label = "not an actor",
    note = "put `#[actor]` on both the struct and its `impl` block"
)]
// rustc quotes the line of the bound that fails, and has words of its own for a field that is not `Send`: what to write
// instead is on that line.
pub trait Actor: Declared
where
    Self: MovesBetweenThreads, // hold an `Arc` instead of an `Rc`, a `Box<dyn … + Send>` instead of a `Box<dyn …>`
    Self: Sends<<Self as Actor>::Msg, Sent = <Self as Actor>::Msg, Sent: Send>,
{
    /// The enum of this actor's messages.
    type Msg: Message;
    /// The typed handle, with one method per handler.
    // This clause and those below repeat what the trait requires. In an implementation they are taken for granted, so
    // that a message that is not `Send`, or an actor that is not declared, is not one more error at each of these items.
    // `for<'r>` defers them to whoever uses the implementation. They are about `Sent`, which is no type if a message has
    // been refused: of `Msg`, a spawn and `Context::myself` would say once more what it lacks.
    type Handle: Clone
        + From<Handle<Self>>
        + std::ops::Deref<Target = Handle<Self>>
        + Send
        + Sync
        + 'static
    where
        for<'r> <Self as Sends<Self::Msg>>::Sent: Send;
    #[doc(hidden)]
    const HOOKS: Hooks = Hooks::NONE;

    #[doc(hidden)]
    fn __dispatch(
        &mut self,
        ctx: &mut Context<Self>,
        msg: Self::Msg,
    ) -> impl Future<Output = Outcome>
    where
        for<'r> Self: Declared + Send,
        for<'r> <Self as Sends<Self::Msg>>::Sent: Send;

    #[doc(hidden)]
    fn __signal(
        &mut self,
        _ctx: &mut Context<Self>,
        _signal: Signal,
    ) -> impl Future<Output = Outcome>
    where
        for<'r> Self: Declared + Send,
        for<'r> <Self as Sends<Self::Msg>>::Sent: Send,
    {
        std::future::ready(Ok(()))
    }

    /// Starts the actor's task. Written by the macro, since only there the futures above are known to be `Send`.
    #[doc(hidden)]
    fn __launch(launcher: &Launcher, driver: Driver<Self>)
    where
        for<'r> Self: Declared + Send,
        for<'r> <Self as Sends<Self::Msg>>::Sent: Send;
}

/// A message enum, as `#[actor]` generates it.
pub trait Message: 'static {
    /// The handler the message is for, or the event it carries.
    fn name(&self) -> &'static str;
}

/// An actor that announces events of type `E`, by `#[actor(emits(E))]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not emit this event (V12)",
    label = "not among the events that `{Self}` emits",
    note = "declare it where the actor is defined: `#[actor(emits(…))]`"
)]
pub trait Emits<E> {}

/// An actor that takes events of type `E`, by `#[on(E)]` on a method.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not handle the event `{E}` (N18)",
    label = "has no `#[on({E})]` method",
    note = "write a method `#[on({E})] fn …(&mut self, event: {E})` in the `#[actor]` block of `{Self}`"
)]
pub trait Subscriber<E>: Actor {
    #[doc(hidden)]
    fn __event(event: E) -> Self::Msg;
}

/// The set of behaviours of an actor; `()` where it has but one.
pub trait Behavior: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// The behaviour after a start and after a restart.
    const INITIAL: Self;
    /// All of them, where there are several.
    #[doc(hidden)]
    const ALL: &'static [Self] = &[];
    /// The name, as declared.
    fn name(self) -> &'static str;
}

impl Behavior for () {
    const INITIAL: Self = ();
    fn name(self) -> &'static str {
        "default"
    }
}
