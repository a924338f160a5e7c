//! Actors whose messages cross nodes, of unusual shapes.

use actor_core::prelude::*;
use actor_core::remote::Crosses;
use serde::{Deserialize, Serialize};

/// What stands for the prelude here. Nothing that is generated may take it for that.
mod shadows {
    #![allow(dead_code)]
    pub(super) struct Option;
    pub(super) struct Result;
    pub(super) struct String;
    pub(super) struct Ok;
    pub(super) struct Err;
}

/// What is missing.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Missing;

impl core::fmt::Display for Missing {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("missing")
    }
}

impl core::error::Error for Missing {}

/// A result by the same name.
mod found {
    /// What is found.
    pub(super) type Result<T> = core::result::Result<T, super::Missing>;
}

/// Keeps things of any type that crosses.
#[actor]
#[derive(Default)]
pub struct Shelf<T: Crosses + Clone + Default, const N: usize> {
    all: Vec<T>,
}

#[actor(remote)]
impl<T: Crosses + Clone + Default, const N: usize> Shelf<T, N> {
    /// Puts something there.
    #[handler]
    pub fn put(&mut self, r#type: T, more: Vec<T>) -> usize {
        self.all.push(r#type);
        self.all.extend(more);
        self.all.len().min(N)
    }

    /// The first.
    ///
    /// # Errors
    /// If there is none.
    #[handler]
    pub fn first(&self) -> found::Result<T> {
        self.all.first().cloned().ok_or(Missing)
    }

    /// All of it, by whoever holds the reply.
    #[handler]
    pub fn all(&self, reply: ReplyTo<Vec<T>, Missing>) {
        reply.send(self.all.clone());
    }
}

/// Has handlers and arguments with names that generated code uses as well.
#[actor]
#[derive(Default)]
pub struct Names;

#[actor(remote, msg(derive(Debug)))]
impl Names {
    /// Arguments.
    #[handler]
    pub fn message(&self, to: u8, from: u8, message: u8, out: u8) -> u8 {
        let _ = self;
        to + from + message + out
    }

    /// A keyword.
    #[handler]
    pub fn r#match(&self, r#in: core::option::Option<u8>) -> core::option::Option<u8> {
        let _ = self;
        r#in
    }

    /// Not here.
    #[cfg(any())]
    #[handler]
    pub fn absent(&self, what: nowhere::Nothing) {}

    /// Fails.
    ///
    /// # Errors
    /// Always.
    #[handler]
    pub fn fail(&self) -> core::result::Result<core::result::Result<u8, Missing>, Fault> {
        let _ = self;
        Err(Fault::msg("it does"))
    }

    /// An event, which goes by subscriptions.
    #[on(Missing)]
    fn missing(&mut self, _: Missing) {}
}

/// An actor without messages.
#[actor]
#[derive(Default)]
pub struct Silent;

#[actor(remote)]
impl Silent {}

topology! {
    /// Over two nodes.
    pub Store;
    node back = "back";
    client node front = "front";
    actor shelf: Shelf<u32, 8> on back;
    actor names: Names on back;
    actor silent: Silent on back;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn they_are_used_from_another_node() {
        let store = Store::local().start().await.expect("starts");
        let system = store.system("front").expect("it is hosted");
        let front = StoreFront::of(system).expect("it runs");
        let shelf = front.shelf();
        let missing = shelf.first().await.expect_err("nothing is there");
        assert!(matches!(missing, AskError::Handler(Missing)));
        assert_eq!(shelf.put(1, vec![2, 3]).await.expect("answers"), 3);
        assert_eq!(shelf.first().await.expect("answers"), 1);
        assert_eq!(shelf.all().await.expect("answers"), [1, 2, 3]);
        let names = front.names();
        assert_eq!(names.message(1, 2, 3, 4).await.expect("answers"), 10);
        assert_eq!(names.r#match(Some(7)).await.expect("answers"), Some(7));
        let failed = names.fail().await.expect_err("fails");
        assert!(matches!(failed, AskError::Failed { .. }));
        assert!(front.silent().is_elsewhere());
        store.stop().await.expect("stops");
    }
}
