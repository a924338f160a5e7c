//! A crate that passes `actor-core` on under a name of its own.

/// What it passes on.
pub mod stage {
    pub use actor_core as machinery;
    pub use actor_core::{actor, handler, on};
}

use stage::machinery::Context;

/// Only `stage` is in sight.
#[stage::actor(crate = crate::facade::stage::machinery, behaviors(Only))]
#[derive(Debug)]
pub struct Hidden;

#[stage::actor(crate = crate::facade::stage::machinery)]
impl Hidden {
    /// Adds.
    #[stage::handler]
    fn add(&self, ctx: &mut Context<Self>, a: u8, b: u8) -> u8 {
        let _ = ctx;
        a + b
    }

    #[stage::on(PreStart)]
    fn start(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn another_path_will_do() {
        let system = stage::machinery::ActorSystem::new("facade");
        let hidden: HiddenHandle = system.spawn("hidden", Hidden).await.expect("spawned");
        assert_eq!(hidden.add(1, 2).await.expect("asked"), 3);
    }
}
