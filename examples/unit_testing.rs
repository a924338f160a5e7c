//! Testing an actor: its handlers are plain methods, and with the testing kit time stands still.
//!
//! `cargo test -p examples --test unit_testing`

use std::time::Duration;

use actor_core::prelude::*;

/// A lamp that goes out by itself after a minute.
#[actor]
#[derive(Default)]
struct Lamp {
    lit: bool,
    switched: u32,
}

#[actor]
impl Lamp {
    #[handler]
    fn switch_on(&mut self, ctx: &mut Context<Self>) -> u32 {
        self.lit = true;
        self.switched += 1;
        ctx.myself().go_out().after(Duration::from_secs(60));
        self.switched
    }

    #[handler]
    fn go_out(&mut self) {
        self.lit = false;
    }

    #[handler]
    fn is_lit(&self) -> bool {
        self.lit
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("house");
    let lamp = system.spawn("lamp", Lamp::default()).await?;
    println!("switched {} time", lamp.switch_on().await?);
    println!("lit: {}", lamp.is_lit().await?);
    system.stop().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use actor_core::testkit::{self, Recorder};

    /// No runtime, no system: a handler is a method.
    #[test]
    fn switching_on_counts() {
        let mut lamp = Lamp::default();
        assert_eq!(lamp.switch_on(&mut testkit::context()), 1);
        assert!(lamp.is_lit());
    }

    /// A minute passes in no time, since every task waits for it.
    #[tokio::test(start_paused = true)]
    async fn it_goes_out_after_a_minute() -> Result<(), Box<dyn std::error::Error>> {
        let system = ActorSystem::new("test");
        let lamp = system.spawn("lamp", Lamp::default()).await?;
        lamp.switch_on().await?;
        tokio::time::sleep(Duration::from_secs(59)).await;
        assert!(lamp.is_lit().await?);
        tokio::time::sleep(Duration::from_secs(2)).await;
        assert!(!lamp.is_lit().await?);
        Ok(())
    }

    /// The recorder sees what the system says about itself.
    #[tokio::test(start_paused = true)]
    async fn it_leaves_nothing_behind() -> Result<(), Box<dyn std::error::Error>> {
        let system = ActorSystem::new("test");
        let mut recorder = Recorder::new(&system);
        let lamp = system.spawn("lamp", Lamp::default()).await?;
        lamp.switch_on().await?;
        lamp.shutdown().await?;
        assert_eq!(
            recorder.names_of(lamp.path()),
            ["ActorStarted", "ActorStopping", "ActorStopped"]
        );
        assert!(recorder.dead_letters().is_empty());
        Ok(())
    }
}
