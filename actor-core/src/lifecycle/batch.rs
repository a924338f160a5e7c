//! A run of messages, handled one after another.

use crate::actor::Actor;
use crate::context::Context;
use crate::mailbox::Item;
use crate::private::{Outcome, Signal};

/// How many messages an actor handles before others on its thread get a turn.
pub(crate) const TURN: u64 = 64;

/// Handles what is in the context's hand, up to `limit`, until something else calls: an order, or a fault.
///
/// The messages not handled stay in the context's hand, also when a handler panics.
pub(crate) async fn run<A: Actor>(value: &mut A, ctx: &mut Context<A>, limit: u64) -> Outcome {
    // A range would keep its end beside its start over every await.
    let mut left = limit;
    while left > 0 {
        left -= 1;
        let Some(item) = ctx.next_item() else {
            return Ok(());
        };
        match item {
            Item::Message(message) => value.__dispatch(ctx, message).await?,
            Item::Terminated(signal) => {
                // The watch ends also where nobody wants to be told.
                if ctx.still_watches(&signal) && A::HOOKS.terminated {
                    value.__signal(ctx, Signal::Terminated(*signal)).await?;
                }
            }
            Item::PanicSignal(signal) => value.__signal(ctx, Signal::PanicSignal(*signal)).await?,
            Item::PoisonPill => ctx.stop(),
            #[cfg(feature = "testkit")]
            Item::Hold(point) => point.wait().await,
        }
        if ctx.is_called() {
            return Ok(());
        }
    }
    Ok(())
}
