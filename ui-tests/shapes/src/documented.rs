//! Documentation and the attributes that go with it.

use actor_core::prelude::*;

/// A counter.
#[actor]
#[derive(Debug, Default)]
pub struct Counter(u64);

#[actor]
impl Counter {
    /// Counts `n` more.
    ///
    /// ```
    /// // This example stands in one place, and is run once: on the method of the handle.
    /// use actor_core::prelude::*;
    /// use ui_tests_shapes::documented::Counter;
    ///
    /// # tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(async {
    /// let system = ActorSystem::new("documented");
    /// let counter = system.spawn("counter", Counter::default()).await?;
    /// assert_eq!(counter.count(3).await?, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
    /// ```
    #[handler]
    pub fn count(&mut self, n: u64) -> u64 {
        self.0 += n;
        self.0
    }

    /// The old way.
    #[deprecated = "use `count`"]
    #[handler]
    pub fn increment(&mut self) -> u64 {
        self.0 += 1;
        self.0
    }

    /// Where nobody looks.
    #[doc(hidden)]
    #[doc(alias = "secret")]
    #[handler]
    pub fn hidden(&self) {}

    /// The value, which is what it is for.
    #[must_use = "it does nothing but answer"]
    #[handler]
    pub fn value(&self) -> u64 {
        self.0
    }

    /// Must be used, too.
    #[must_use]
    #[handler]
    pub fn twice(&self) -> u64 {
        2 * self.0
    }

    /// Has more arguments than it should.
    #[expect(clippy::too_many_arguments, clippy::many_single_char_names)]
    #[handler]
    pub fn all(&self, a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8) -> u8 {
        a + b + c + d + e + f + g
    }

    /// Has more switches than it should.
    #[expect(clippy::fn_params_excessive_bools)]
    #[handler]
    pub fn switches(&self, a: bool, b: bool, c: bool, d: bool) -> bool {
        a && b && c && d
    }

    /// Has a reply that nobody wants to write out.
    #[expect(clippy::type_complexity)]
    #[handler]
    pub fn complex(
        &self,
        all: Vec<Option<Result<(u8, u8), Box<Option<Vec<u8>>>>>>,
    ) -> Vec<Option<Result<(u8, u8), Box<Option<Vec<u8>>>>>> {
        all
    }

    #[handler]
    fn undocumented(&self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_deprecated_handler_works_and_warns() {
        let system = ActorSystem::new("documented");
        let counter: CounterHandle = system
            .spawn("counter", Counter::default())
            .await
            .expect("spawned");
        #[expect(deprecated)]
        let one = counter.increment();
        assert_eq!(one.await.expect("asked"), 1);
        assert_eq!(counter.twice().await.expect("asked"), 2);
        assert_eq!(counter.value().await.expect("asked"), 1);
        assert_eq!(counter.all(1, 2, 3, 4, 5, 6, 7).await.expect("asked"), 28);
        counter.hidden().await.expect("asked");
        counter.undocumented().await.expect("asked");
    }
}
