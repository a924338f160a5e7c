//! `cfg` on handlers, hooks, and halves.

use actor_core::prelude::*;

/// A clock.
#[actor]
#[cfg(true)]
#[cfg_attr(true, derive(Debug, Default))]
pub struct Clock {
    ticks: u64,
}

/// An event.
#[derive(Debug, Clone)]
pub struct Tick;

#[actor]
#[cfg(true)]
impl Clock {
    /// Only here.
    #[cfg(true)]
    #[handler]
    pub fn tick(&mut self, n: u64) -> u64 {
        self.ticks += n;
        self.ticks
    }

    /// Not here, where there is no such type either.
    #[cfg(false)]
    #[handler]
    pub fn tock(&mut self, n: NoSuchType) -> NoSuchType {
        n
    }

    /// One of two.
    #[cfg(false)]
    #[handler]
    pub fn zone(&self) -> NoSuchType {
        NoSuchType
    }

    /// The other.
    #[handler]
    #[cfg(true)]
    pub fn zone(&self) -> String {
        "UTC".into()
    }

    #[cfg_attr(true, doc = "Documented here.")]
    #[cfg_attr(false, doc = "Documented elsewhere.")]
    #[cfg_attr(true, inline)]
    #[handler]
    pub fn reset(&mut self) {
        self.ticks = 0;
    }

    #[cfg(false)]
    #[on(PreStart)]
    fn wind(&mut self) -> NoSuchType {
        NoSuchType
    }

    #[cfg(true)]
    #[on(PreStart)]
    fn wind(&mut self) {
        self.ticks = 10;
    }

    #[cfg(false)]
    #[on(PostStop)]
    fn stop(&mut self) {}

    #[cfg(false)]
    #[on(Tick)]
    fn on_tick(&mut self, _: Tick) -> NoSuchType {
        NoSuchType
    }

    #[cfg(true)]
    #[on(Tick)]
    fn ticked(&mut self, _: Tick) {
        self.ticks += 1;
    }
}

/// Not here at all.
#[actor]
#[cfg(false)]
pub struct Nowhere(NoSuchType);

#[actor]
#[cfg(false)]
impl Nowhere {
    /// Not here either.
    #[handler]
    pub fn nothing(&self) -> NoSuchType {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_configured_away_is_not_there() {
        let system = ActorSystem::new("conditional");
        let clock: ClockHandle = system
            .spawn("clock", Clock::default())
            .await
            .expect("spawned");
        assert_eq!(clock.tick(1).await.expect("asked"), 11);
        assert_eq!(clock.zone().await.expect("asked"), "UTC");
        clock.reset().await.expect("asked");
        assert_eq!(clock.tick(0).await.expect("asked"), 0);
    }
}
