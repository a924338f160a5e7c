//! A generic actor: a cache of anything, with its capacity in the type.

use std::collections::VecDeque;
use std::fmt::Debug;

use actor_core::prelude::*;

#[actor]
struct Cache<V, const N: usize>
where
    V: Clone + Debug + Send + 'static,
{
    entries: VecDeque<(String, V)>,
}

#[actor]
impl<V, const N: usize> Cache<V, N>
where
    V: Clone + Debug + Send + 'static,
{
    /// Keeps a value, and returns the one that had to make room.
    #[handler]
    fn put(&mut self, key: String, value: V) -> Option<V> {
        self.entries.push_back((key, value));
        if self.entries.len() > N {
            self.entries.pop_front().map(|(_, value)| value)
        } else {
            None
        }
    }

    #[handler]
    fn get(&self, key: String) -> Option<V> {
        self.entries
            .iter()
            .find(|(known, _)| *known == key)
            .map(|(_, value)| value.clone())
    }

    #[handler]
    fn put_all(&mut self, all: Vec<(String, V)>) -> usize {
        for (key, value) in all {
            self.put(key, value);
        }
        self.entries.len()
    }
}

impl<V: Clone + Debug + Send, const N: usize> Cache<V, N> {
    fn new() -> Self {
        Self {
            entries: VecDeque::new(),
        }
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("app");
    let words: CacheHandle<&'static str, 2> = system.spawn("words", Cache::new()).await?;
    let numbers: CacheHandle<u64, 8> = system.spawn("numbers", Cache::new()).await?;

    println!("{:?}", words.put("a".into(), "apple").await?);
    println!("{:?}", words.put("b".into(), "bread").await?);
    println!("{:?} made room", words.put("c".into(), "cheese").await?);
    println!(
        "{:?} {:?}",
        words.get("a".into()).await?,
        words.get("c".into()).await?
    );
    println!(
        "{}",
        numbers
            .put_all((0..5).map(|n| (n.to_string(), n)).collect())
            .await?
    );
    system.stop().await?;
    Ok(())
}
