//! Arguments that are more than a name.

use actor_core::prelude::*;

/// Sorts.
#[actor]
#[derive(Debug)]
pub struct Sorter;

/// An event that nobody looks at.
#[derive(Debug, Clone)]
pub struct Noise;

#[actor]
impl Sorter {
    /// Sorts in place.
    #[handler]
    pub fn sort(&self, mut values: Vec<u8>) -> Vec<u8> {
        values.sort_unstable();
        values
    }

    /// Has an argument with an attribute.
    #[handler]
    pub fn count(&self, #[allow(unused_variables)] values: Vec<u8>) -> u8 {
        1
    }

    /// Borrows, but only from what lives for ever, or when it is called.
    #[handler]
    pub fn apply(
        &self,
        name: &'static str,
        by: fn(&str) -> usize,
        or: Box<dyn Fn(&str) -> usize + Send>,
    ) -> usize {
        by(name) + or(name)
    }

    /// Trailing commas, lifetimes, and other noise.
    #[handler]
    pub async fn noise<'a>(&'a self, ctx: &'a mut Context<Self>) -> usize {
        ctx.path().to_string().len()
    }

    #[on(Noise)]
    fn ignore(&self, _: Noise) {}

    #[on(Terminated)]
    fn forget(&self, _ctx: &mut Context<Self>, _: Terminated) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn arguments_can_be_patterns() {
        let system = ActorSystem::new("patterns");
        let sorter: SorterHandle = system.spawn("sorter", Sorter).await.expect("spawned");
        assert_eq!(sorter.sort(vec![2, 1]).await.expect("asked"), [1, 2]);
        assert_eq!(sorter.count(vec![2, 1]).await.expect("asked"), 1);
        let applied = sorter.apply("abc", str::len, Box::new(str::len));
        assert_eq!(applied.await.expect("asked"), 6);
    }
}
