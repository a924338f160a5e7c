//! `Self` in arguments, in replies, and in constants.

use actor_core::prelude::*;

/// A purse that can be merged with another.
#[actor]
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Purse {
    coins: Vec<u64>,
}

#[actor]
impl Purse {
    const SIDES: usize = 2;

    /// Takes the coins of another purse, and returns a copy of itself.
    #[must_use = "it is a copy"]
    #[handler]
    pub fn merge(&mut self, other: Self, more: Option<Box<Self>>) -> Self {
        self.coins.extend(other.coins);
        self.coins
            .extend(more.into_iter().flat_map(|more| more.coins));
        self.clone()
    }

    /// As many sides as a coin has.
    #[handler]
    pub fn sides(&self) -> [u8; Self::SIDES] {
        [0, 1]
    }

    /// Splits off half of it.
    ///
    /// # Errors
    /// Gives back what cannot be split.
    #[handler]
    #[expect(clippy::needless_arbitrary_self_type)]
    pub fn split(self: &mut Self) -> Result<Self, Vec<Self>> {
        if self.coins.len() < 2 {
            return Err(vec![self.clone()]);
        }
        let coins = self.coins.split_off(self.coins.len() / 2);
        Ok(Self { coins })
    }

    /// Sends the copy to whoever waits for it.
    #[handler]
    pub fn copy(&self, reply: ReplyTo<Self>) {
        reply.send(self.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_actor_can_be_part_of_its_messages() {
        let system = ActorSystem::new("self");
        let purse: PurseHandle = system
            .spawn("purse", Purse::default())
            .await
            .expect("spawned");
        assert!(matches!(purse.split().await, Err(AskError::Handler(_))));
        let other = Purse { coins: vec![1, 2] };
        let merged = purse.merge(other.clone(), None).await.expect("asked");
        assert_eq!(merged, other);
        assert_eq!(purse.sides().await.expect("asked"), [0, 1]);
        assert_eq!(purse.split().await.expect("asked").coins, [2]);
        assert_eq!(purse.copy().await.expect("asked").coins, [1]);
    }
}
