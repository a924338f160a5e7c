//! A block in another module than the definition.

use actor_core::prelude::*;

/// Where it is defined.
pub mod definitions {
    use actor_core::prelude::*;

    /// A lamp.
    #[actor(behaviors(Dark, Lit))]
    #[derive(Debug, Default)]
    pub struct Lamp {
        /// How often it was lit.
        pub lit: u32,
    }

    /// A shelf.
    #[actor]
    #[derive(Debug)]
    pub struct Shelf<T> {
        /// What is on it.
        pub items: Vec<T>,
    }
}

#[actor]
impl definitions::Lamp {
    /// Lights it.
    #[handler(in(Dark))]
    pub fn light(&mut self, ctx: &mut Context<Self>) -> u32 {
        ctx.become_(definitions::LampBehavior::Lit);
        self.lit += 1;
        self.lit
    }
}

#[actor]
impl<T: Send + 'static> definitions::Shelf<T> {
    /// Puts something there.
    #[handler]
    pub fn put(&mut self, item: T, copy_of: Option<Self>) -> usize {
        self.items.push(item);
        self.items.len() + copy_of.map_or(0, |other| other.items.len())
    }
}

#[cfg(test)]
mod tests {
    use super::definitions::{Lamp, LampHandle, Shelf, ShelfHandle};
    use super::*;

    #[tokio::test]
    async fn the_halves_can_be_apart() {
        let system = ActorSystem::new("paths");
        let lamp: LampHandle = system
            .spawn("lamp", Lamp::default())
            .await
            .expect("spawned");
        assert_eq!(lamp.light().await.expect("asked"), 1);
        assert!(lamp.light().await.is_err());
        let items = vec![1];
        let shelf: ShelfHandle<u8> = system
            .spawn("shelf", Shelf { items })
            .await
            .expect("spawned");
        assert_eq!(shelf.put(2, None).await.expect("asked"), 2);
    }
}
