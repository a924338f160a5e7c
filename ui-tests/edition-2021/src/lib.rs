//! A user on an older edition, who has given `actor-core` another name.

#![deny(missing_docs, warnings, rust_2018_idioms, rust_2024_compatibility)]
#![forbid(unsafe_code)]

use stage::prelude::*;
use std::collections::HashMap;

/// An event.
#[derive(Debug, Clone)]
pub struct Moved(pub String);

/// Keeps what it is given.
#[actor(
    crate = stage,
    mailbox = bounded(8, reject),
    supervision = restart(max = 3, within = 60s),
    on_error(Panic = stop),
    passivate(never),
    emits(Moved),
    behaviors(Open, Closed)
)]
#[derive(Debug, Default)]
pub struct Store<V> {
    entries: HashMap<String, V>,
}

#[actor(crate = stage, msg(derive(Clone)))]
impl<V: Clone + Send + 'static> Store<V> {
    /// Keeps `value`, and returns what was there.
    #[handler(in(Open))]
    pub async fn put(&mut self, ctx: &mut Context<Self>, key: String, value: V) -> Option<V> {
        ctx.emit(Moved(key.clone()));
        self.entries.insert(key, value)
    }

    /// Takes it out again.
    ///
    /// # Errors
    /// If it is not there.
    #[handler]
    pub fn take(&mut self, key: String) -> Result<V, String> {
        self.entries.remove(&key).ok_or(key)
    }

    /// Answers with something that has a word for a name that older editions do not know.
    #[handler]
    pub fn r#gen(&self, r#try: u8, dyn_: u8) -> u8 {
        r#try + dyn_
    }

    #[on(Moved)]
    fn moved(&mut self, event: Moved, _ctx: &mut Context<Self>) -> Result<(), Fault> {
        if event.0.is_empty() {
            return Err(Fault::msg("nothing has moved"));
        }
        Ok(())
    }

    #[on(PostStop)]
    fn closed(&mut self) {
        self.entries.clear();
    }
}

/// What a crate that builds on `actor-core` would pass on.
pub mod facade {
    pub use stage::{self as core, actor, handler, on};
}

/// Knows the facade only.
#[facade::actor(crate = crate::facade::core)]
#[derive(Debug)]
pub struct Echo;

#[facade::actor(crate = crate::facade::core)]
impl Echo {
    /// Says it again.
    #[facade::handler]
    pub fn echo(&self, text: String) -> String {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_older_edition_and_another_name_will_do() {
        let system = ActorSystem::new("edition");
        let store: StoreHandle<u8> = system
            .spawn("store", Store::default())
            .await
            .expect("spawned");
        store.subscribe::<Moved>(&store);
        assert_eq!(store.put("a".into(), 1).await.expect("asked"), None);
        assert_eq!(store.take("a".into()).await.expect("asked"), 1);
        assert_eq!(store.r#gen(1, 2).await.expect("asked"), 3);
        let echo: EchoHandle = system.spawn("echo", Echo).await.expect("spawned");
        assert_eq!(echo.echo("a".into()).await.expect("asked"), "a");
        let message: StoreMsg<u8> = StoreMsg::put("a".into(), 1);
        assert!(matches!(message, StoreMsg::Put { value: 1, .. }));
        store.shutdown().await.expect("stopped");
    }
}

topology! {
    /// Elsewhere.
    pub Shop;
    crate = stage;

    node edge = "edge";
    actor session(user: u64): Session on edge {
        id = format!("session-{user}");
        init = Session(user);
    }
}

/// Is there for each user.
#[actor(crate = stage)]
pub struct Session(u64);

#[actor(crate = stage)]
impl Session {
    /// Whose it is.
    #[handler]
    pub fn user(&self) -> u64 {
        self.0
    }
}
