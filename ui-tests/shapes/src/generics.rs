//! Parameters: types, constants, bounds, where clauses, and defaults.

use actor_core::prelude::*;
use std::collections::HashMap;
use std::fmt::Display;
use std::hash::Hash;

/// A cache.
#[actor(mailbox = 16)]
#[derive(Debug)]
pub struct Cache<K: Hash + Eq, V = String, const N: usize = 4>
where
    V: Clone,
{
    entries: HashMap<K, V>,
}

impl<K: Hash + Eq, V: Clone, const N: usize> Default for Cache<K, V, N> {
    fn default() -> Self {
        Self {
            entries: HashMap::new(),
        }
    }
}

#[actor(msg(derive(Clone)))]
impl<K: Hash + Eq + Clone + Send + 'static, V, const N: usize> Cache<K, V, N>
where
    V: Clone + Send + 'static,
{
    /// Keeps the entries there is room for, and returns how many there are.
    #[handler]
    pub fn put(&mut self, entries: Vec<(K, V)>) -> usize {
        for (key, value) in entries {
            if self.entries.len() < N {
                self.entries.insert(key, value);
            }
        }
        self.entries.len()
    }

    /// The value of `key`.
    #[handler]
    pub async fn get(&mut self, key: K, _ctx: &mut Context<Self>) -> Option<V> {
        self.entries.get(&key).cloned()
    }

    /// `N` of something that has to do with neither parameter.
    #[handler]
    pub fn zeros(&self) -> [u8; N] {
        [0; N]
    }

    /// Nothing generic about it.
    #[handler]
    pub fn count(&self) -> usize {
        self.entries.len()
    }
}

/// A trait of the user's, from which nothing follows.
pub trait Priced {
    /// In cents.
    fn price(&self) -> u64;
}

impl Priced for u64 {
    fn price(&self) -> u64 {
        *self
    }
}

/// The bounds that every actor needs are assumed where they cannot be ruled out.
#[actor]
#[derive(Debug, Default)]
pub struct Basket<T: Priced> {
    items: Vec<T>,
}

#[actor]
impl<T: Priced> Basket<T> {
    /// Adds an item and returns the price of everything.
    #[handler]
    pub fn add(&mut self, item: T) -> u64 {
        self.items.push(item);
        self.items.iter().map(Priced::price).sum()
    }
}

/// Messages for one instance only.
#[actor]
#[derive(Debug)]
pub struct Label<T> {
    text: T,
}

#[actor]
impl Label<String> {
    /// Adds to the text.
    #[handler]
    pub fn append(&mut self, more: String) -> String {
        self.text.push_str(&more);
        self.text.clone()
    }
}

/// A parameter that is in no message, and one that is in the error only.
#[actor]
#[derive(Debug)]
pub struct Check<T, E> {
    limit: T,
    error: E,
}

#[actor]
impl<T: PartialOrd + Send + 'static, E: Display + Clone + Send + 'static> Check<T, E> {
    /// Whether all is well.
    ///
    /// # Errors
    /// If it is not.
    #[handler]
    pub fn check(&self) -> Result<(), E> {
        let incomparable = self.limit.partial_cmp(&self.limit).is_none();
        if incomparable {
            Err(self.error.clone())
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_generic_actor_handles_generic_messages() {
        let system = ActorSystem::new("generics");
        let cache: CacheHandle<u8> = system
            .spawn("cache", Cache::default())
            .await
            .expect("spawned");
        let entries = (0..9).map(|n| (n, n.to_string())).collect();
        assert_eq!(cache.put(entries).await.expect("asked"), 4);
        assert_eq!(cache.get(3).await.expect("asked").as_deref(), Some("3"));
        assert_eq!(cache.zeros().await.expect("asked"), [0; 4]);
        assert_eq!(cache.count().await.expect("asked"), 4);
        let msg: CacheMsg<u8> = CacheMsg::get(3);
        assert_eq!(actor_core::Message::name(&msg), "get");
    }

    #[tokio::test]
    async fn bounds_of_the_user_are_enough() {
        let system = ActorSystem::new("generics");
        let basket = system
            .spawn("basket", Basket::<u64>::default())
            .await
            .expect("spawned");
        basket.add(3).tell().await.expect("told");
        assert_eq!(basket.add(4).await.expect("asked"), 7);
        let check = Check {
            limit: f64::NAN,
            error: "no",
        };
        let check: CheckHandle<f64, &str> = system.spawn("check", check).await.expect("spawned");
        assert!(matches!(check.check().await, Err(AskError::Handler("no"))));
    }

    #[tokio::test]
    async fn one_instance_can_have_messages() {
        let system = ActorSystem::new("generics");
        let text = String::from("a");
        let label: LabelHandle<String> = system
            .spawn("label", Label { text })
            .await
            .expect("spawned");
        assert_eq!(label.append("b".into()).await.expect("asked"), "ab");
    }
}
