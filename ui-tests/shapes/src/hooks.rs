//! Signals and events.

use actor_core::prelude::*;

/// Something has been sold.
#[derive(Debug, Clone, PartialEq)]
pub struct Sold(pub u64);

/// A generic event.
#[derive(Debug, Clone)]
pub struct Changed<T>(pub T);

/// Keeps a log of what happens to it.
#[actor]
#[derive(Debug, Default)]
pub struct Log {
    lines: Vec<String>,
}

#[actor(msg(derive(Debug)))]
impl Log {
    #[on(PreStart)]
    async fn start(&mut self, ctx: &mut Context<Self>) -> Result<(), std::io::Error> {
        self.lines.push(format!("start {}", ctx.path().name()));
        Ok(())
    }

    #[on(PostStart)]
    fn started(&mut self) -> Result<(), Fault> {
        u8::try_from(self.lines.len())?;
        self.lines.push("started".into());
        Ok(())
    }

    #[on(PostStop)]
    async fn stop(&mut self) {
        self.lines.clear();
    }

    #[on(Terminated)]
    fn gone(&mut self, gone: Terminated, ctx: &mut Context<Self>) {
        let _ = ctx;
        self.lines.push(format!("gone {}", gone.path().name()));
    }

    #[on(PanicSignal)]
    fn failed(&mut self, failed: PanicSignal) {
        self.lines.push(failed.fault().to_string());
    }

    #[on(Sold)]
    async fn sold(&mut self, Sold(amount): Sold) {
        self.lines.push(format!("sold {amount}"));
    }

    #[on(Changed<Vec<u8>>)]
    fn changed(
        &mut self,
        ctx: &mut Context<Self>,
        mut event: Changed<Vec<u8>>,
    ) -> Result<(), Fault> {
        let _ = ctx;
        event.0.sort_unstable();
        u8::try_from(event.0.len())?;
        self.lines.push(format!("changed {:?}", event.0));
        Ok(())
    }

    /// What happened.
    #[handler]
    pub fn lines(&self) -> Vec<String> {
        self.lines.clone()
    }

    /// Waits for another actor to end.
    #[handler]
    pub fn watch(&mut self, ctx: &mut Context<Self>, other: actor_core::ActorRef) {
        ctx.watch(&other);
    }
}

/// Sells.
#[actor(emits(Sold, Changed<Vec<u8>>))]
#[derive(Debug)]
pub struct Shop;

#[actor]
impl Shop {
    /// Sells something.
    #[handler]
    pub fn sell(&self, ctx: &mut Context<Self>, amount: u64) {
        ctx.emit(Sold(amount));
        ctx.emit(Changed(vec![2_u8, 1]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn signals_and_events_arrive() {
        let system = ActorSystem::new("hooks");
        let log: LogHandle = system.spawn("log", Log::default()).await.expect("spawned");
        let shop: ShopHandle = system.spawn("shop", Shop).await.expect("spawned");
        shop.subscribe::<Sold>(&log);
        shop.subscribe::<Changed<Vec<u8>>>(&log);
        log.watch((**shop).clone()).await.expect("asked");
        shop.sell(3).await.expect("asked");
        shop.shutdown().await.expect("stopped");
        let lines = log.lines().await.expect("asked");
        assert_eq!(
            lines,
            [
                "start log",
                "started",
                "sold 3",
                "changed [1, 2]",
                "gone shop"
            ]
        );
    }
}
