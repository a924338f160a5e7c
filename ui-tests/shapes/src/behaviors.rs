//! Messages that are not accepted at all times.

use actor_core::prelude::*;

/// A door.
#[actor(
    behaviors(
        /// Nobody knows yet.
        Loading,
        Open,
        Closed,
    ),
    stash = 10
)]
#[derive(Debug, Default)]
pub struct Door {
    passed: u64,
}

#[actor(msg(derive(Debug, Clone)))]
impl Door {
    /// Ends the uncertainty.
    #[handler]
    pub fn loaded(&mut self, ctx: &mut Context<Self>) {
        ctx.become_(DoorBehavior::Open);
        ctx.unstash_all();
    }

    /// Goes through.
    #[handler(in(Open), stash_in(Loading))]
    pub fn pass(&mut self, amount: u64) -> u64 {
        self.passed += amount;
        self.passed
    }

    /// Closes it, whatever it is but loading.
    #[handler(stash_in(Loading))]
    pub async fn close(&mut self, ctx: &mut Context<Self>) -> Result<(), String> {
        ctx.become_(DoorBehavior::Closed);
        Ok(())
    }

    /// Answers through somebody else, if it is not closed.
    #[handler(in(Open, Loading))]
    pub fn knock(&mut self, reply: ReplyTo<&'static str>) {
        reply.send("who is there");
    }

    /// In every behavior there is.
    #[handler(in(Loading, Open), stash_in(Closed))]
    pub fn always(&self) {}
}

/// A generic actor with behaviors.
#[actor(behaviors(Empty, Full))]
#[derive(Debug, Default)]
pub struct Slot<T> {
    held: Option<T>,
}

#[actor]
impl<T: Send + 'static> Slot<T> {
    /// Fills it.
    #[handler(in(Empty))]
    pub fn fill(&mut self, value: T, ctx: &mut Context<Self>) {
        self.held = Some(value);
        ctx.become_(SlotBehavior::Full);
    }

    /// Empties it.
    #[handler(in(Full))]
    pub fn empty(&mut self, ctx: &mut Context<Self>) -> Option<T> {
        ctx.unbecome();
        self.held.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn messages_wait_or_are_refused() {
        let system = ActorSystem::new("behaviors");
        let door: DoorHandle = system
            .spawn("door", Door::default())
            .await
            .expect("spawned");
        door.pass(3).tell().await.expect("told");
        door.loaded().await.expect("asked");
        assert_eq!(door.pass(4).await.expect("asked"), 7);
        assert_eq!(door.knock().await.expect("asked"), "who is there");
        door.close().await.expect("asked");
        let refused = door.pass(1).await;
        assert!(
            matches!(
                refused,
                Err(AskError::Unhandled {
                    behavior: "Closed",
                    ..
                })
            ),
            "{refused:?}"
        );
        assert!(door.knock().await.is_err());
    }

    #[tokio::test]
    async fn a_generic_actor_can_have_behaviors() {
        let system = ActorSystem::new("behaviors");
        let slot: SlotHandle<u8> = system
            .spawn("slot", Slot::default())
            .await
            .expect("spawned");
        assert!(slot.empty().await.is_err());
        slot.fill(3).await.expect("asked");
        assert_eq!(slot.empty().await.expect("asked"), Some(3));
    }
}
