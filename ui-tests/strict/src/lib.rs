//! Actors in a crate whose user has turned on every lint that can be lived with: nothing that `#[actor]` generates may
//! set one off.

use actor_core::prelude::*;

/// What is sold.
#[derive(Debug, Clone, Copy)]
pub struct Sold(pub u64);

/// There is not enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Short;

impl std::fmt::Display for Short {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("not enough")
    }
}

impl std::error::Error for Short {}

/// A till.
#[actor(
    mailbox = bounded(64, reject),
    supervision = restart(max = 3, within = 60s),
    on_error(Short = resume, Panic = stop),
    passivate(after = 10m),
    stash = 10,
    emits(Sold),
    behaviors(Open, Shut)
)]
#[derive(Debug, Default)]
pub struct Till {
    /// What it holds.
    total: u64,
    /// Whose it is.
    owner: String,
}

#[actor(msg(derive(Debug, Clone)))]
impl Till {
    /// Adds up.
    #[handler(in(Open), stash_in(Shut))]
    pub fn add(&mut self, amount: u64, ctx: &mut Context<Self>) -> u64 {
        self.total = self.total.saturating_add(amount);
        let _told = ctx.emit(Sold(amount));
        self.total
    }

    /// Pays out.
    ///
    /// # Errors
    /// If there is not enough.
    #[handler(in(Open))]
    pub async fn pay(&mut self, amount: u64) -> Result<u64, Short> {
        std::future::ready(()).await;
        self.total = self.total.checked_sub(amount).ok_or(Short)?;
        Ok(self.total)
    }

    /// Locks it.
    #[handler]
    pub fn shut(&mut self, ctx: &mut Context<Self>, reply: ReplyTo<u64>) {
        ctx.become_(TillBehavior::Shut);
        reply.send(self.total);
    }

    /// What is missing.
    ///
    /// # Errors
    /// If something is.
    #[handler]
    pub fn check(&self) -> Result<Result<(), Short>, Fault> {
        if self.total == 0 {
            Ok(Err(Short))
        } else {
            Ok(Ok(()))
        }
    }

    /// Only here.
    #[handler]
    fn clear(&mut self, _times: [u64; 64]) {
        self.total = 0;
    }

    /// Opens it.
    #[on(PreStart)]
    async fn open(&mut self, ctx: &mut Context<Self>) -> Result<(), Fault> {
        std::future::ready(()).await;
        let timer = ctx
            .myself()
            .clear([0; 64])
            .after(std::time::Duration::from_mins(1));
        drop(timer);
        Ok(())
    }

    /// Closes it.
    #[on(PostStop)]
    fn close(&mut self) {
        self.owner.clear();
    }

    /// Counts what others sell.
    #[on(Sold)]
    fn sold(&mut self, sold: Sold) {
        self.total = self.total.saturating_add(sold.0);
    }
}

/// A shelf for anything.
#[actor]
#[derive(Debug)]
pub struct Shelf<T, const N: usize>
where
    T: Send + 'static,
{
    /// What lies on it.
    items: Vec<T>,
}

#[actor]
impl<T, const N: usize> Shelf<T, N>
where
    T: Send + 'static,
{
    /// Puts something on it, and gives back what there is no room for.
    ///
    /// # Errors
    /// If it is full.
    #[handler]
    pub fn put(&mut self, item: T) -> Result<usize, Option<T>> {
        if self.items.len() >= N {
            return Err(Some(item));
        }
        self.items.push(item);
        Ok(self.items.len())
    }
}

/// Nothing can happen to it.
#[actor]
#[derive(Debug, Clone, Copy)]
pub struct Idle;

#[actor]
impl Idle {}

/// Not for others.
mod inner {
    use actor_core::prelude::*;

    /// Counts.
    #[actor(behaviors(Fast, Slow))]
    #[derive(Debug, Default)]
    #[allow(clippy::redundant_pub_crate)]
    pub(super) struct Counter(u64);

    #[actor]
    impl Counter {
        /// Counts on.
        #[handler]
        pub(super) fn count(&mut self, ctx: &mut Context<Self>) -> u64 {
            if self.0 > 3 {
                ctx.become_(CounterBehavior::Slow);
            }
            self.0 = self.0.saturating_add(1);
            self.0
        }
    }
}

/// Uses them.
///
/// # Errors
/// If one cannot be spawned.
pub async fn uses(system: &ActorSystem) -> Result<u64, Box<dyn std::error::Error>> {
    let till = system.spawn("till", Till::default()).await?;
    let total = till.add(3).await?;
    till.pay(1).tell().await?;
    let idle: IdleHandle = system.spawn("idle", Idle).await?;
    idle.shutdown().await?;
    let shelf = system
        .spawn("shelf", Shelf::<u8, 3> { items: Vec::new() })
        .await?;
    drop(shelf.put(3).await);
    let counter = system.spawn("counter", inner::Counter::default()).await?;
    Ok(total.saturating_add(counter.count().await?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn they_work() {
        let system = ActorSystem::new("strict");
        assert_eq!(uses(&system).await.ok(), Some(4));
    }
}
