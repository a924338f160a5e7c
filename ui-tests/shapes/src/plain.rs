//! An actor as the first page of the book has it.

use actor_core::prelude::*;

/// A till that adds up what it is told.
#[actor]
#[derive(Debug, Default)]
pub struct Till {
    total: u64,
}

/// The till holds less than was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overdrawn;

#[actor(msg(derive(Debug, Clone)))]
impl Till {
    /// The most a till holds.
    pub const LIMIT: u64 = 1_000;

    /// Not a message.
    #[must_use]
    pub fn with(total: u64) -> Self {
        Self { total }
    }

    /// Adds `amount` and returns the new total.
    #[handler]
    pub fn add(&mut self, amount: u64) -> u64 {
        self.total = Self::LIMIT.min(self.total + amount);
        self.total
    }

    /// The total, which can be told while the program is compiled as well.
    #[handler]
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// Pays out.
    ///
    /// # Errors
    /// If there is not enough.
    #[handler]
    pub async fn pay(&mut self, amount: u64, ctx: &mut Context<Self>) -> Result<u64, Overdrawn> {
        if amount > self.total {
            return Err(Overdrawn);
        }
        // The actor asks nobody but itself, and that later.
        let myself: TillHandle = ctx.myself();
        drop(myself.total().tell().await);
        self.total -= amount;
        Ok(self.total)
    }
}

/// The other order.
#[derive(Debug, Default)]
#[actor]
pub struct Drawer(u64);

#[actor]
impl Drawer {
    /// Opens it, once more.
    #[handler]
    pub fn open(&mut self) -> u64 {
        self.0 += 1;
        self.0
    }
}

/// Nothing happens to it.
#[actor]
pub struct Idle;

#[actor]
impl Idle {}

/// A handler is a method, `const` if it says so.
pub const EMPTY: u64 = Till { total: 0 }.total();

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn handles_what_it_is_sent() {
        let system = ActorSystem::new("plain");
        let till = system.spawn("till", Till::with(10)).await.expect("spawned");
        till.add(5).tell().await.expect("told");
        assert_eq!(till.total().await.expect("asked"), 15);
        assert_eq!(till.pay(6).await.expect("asked"), 9);
        assert!(matches!(
            till.pay(60).await,
            Err(AskError::Handler(Overdrawn))
        ));
        let drawer: DrawerHandle = system
            .spawn("drawer", Drawer::default())
            .await
            .expect("spawned");
        assert_eq!(drawer.open().await.expect("asked"), 1);
        system.spawn("idle", Idle).await.expect("spawned");
    }

    #[test]
    fn is_an_ordinary_type_without_a_system() {
        let mut till = Till::default();
        assert_eq!(till.add(3), 3);
    }

    #[test]
    fn has_messages_that_can_be_made_and_matched() {
        let msg = TillMsg::add(3);
        assert!(matches!(msg.clone(), TillMsg::Add { amount: 3, .. }));
        assert_eq!(actor_core::Message::name(&msg), "add");
        assert!(format!("{msg:?}").starts_with("Add { amount: 3"));
    }
}
