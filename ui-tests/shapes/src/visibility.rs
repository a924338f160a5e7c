//! Handlers that not everybody may call.

use actor_core::prelude::*;

struct Secret(u8);

impl Secret {
    fn is_one(&self) -> bool {
        self.0 != 0
    }
}

/// A safe.
#[actor]
#[derive(Default)]
pub struct Safe {
    held: Vec<Secret>,
}

#[actor]
impl Safe {
    /// Everybody may know.
    #[handler]
    pub fn count(&self) -> usize {
        self.held.len()
    }

    /// The crate may open it.
    #[handler]
    pub(crate) fn put(&mut self, secret: u8) -> bool {
        self.held.push(Secret(secret));
        self.held.iter().all(Secret::is_one)
    }

    /// The module may look inside, and only it knows the types.
    #[handler]
    fn take(&mut self, instead_of: Option<Secret>) -> Result<Secret, Secret> {
        self.held.pop().ok_or(instead_of.unwrap_or(Secret(0)))
    }

    /// For whoever has got one.
    #[allow(private_interfaces)]
    #[handler]
    pub fn exchange(&mut self, secret: Secret) -> Option<Secret> {
        self.held.push(secret);
        (!self.held.is_empty()).then(|| self.held.swap_remove(0))
    }
}

/// Sees what its parent sees.
pub mod inner {
    // Spawned by the tests only.
    #![cfg_attr(not(test), allow(dead_code))]

    use actor_core::prelude::*;

    #[actor(behaviors(Open, Shut))]
    #[derive(Default)]
    pub(super) struct Box {
        opened: u8,
    }

    #[actor]
    impl Box {
        #[handler(in(Open))]
        pub(super) fn open(&mut self) -> u8 {
            self.opened += 1;
            self.opened
        }

        #[handler]
        fn shut(&mut self, ctx: &mut Context<Self>) {
            ctx.become_(BoxBehavior::Shut);
        }

        #[handler(in(Shut))]
        pub(super) fn closed(&self) {}

        #[handler]
        pub(in crate::visibility) fn opened(&self) -> u8 {
            self.opened
        }
    }
}

/// An actor that only its function knows.
pub async fn local(system: &ActorSystem) -> Option<u8> {
    #[actor]
    struct Local;

    #[actor]
    impl Local {
        #[handler]
        fn answer(&self) -> u8 {
            42
        }
    }

    let local: LocalHandle = system.spawn("local", Local).await.ok()?;
    local.answer().await.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn private_handlers_can_be_called_where_they_are_visible() {
        let system = ActorSystem::new("visibility");
        let safe: SafeHandle = system
            .spawn("safe", Safe::default())
            .await
            .expect("spawned");
        assert!(safe.put(3).await.expect("asked"));
        assert_eq!(safe.count().await.expect("asked"), 1);
        let secret = safe
            .exchange(Secret(4))
            .await
            .expect("asked")
            .expect("some");
        assert_eq!(secret.0, 3);
        let taken = safe.take(None).await;
        assert!(matches!(taken, Ok(Secret(4))));
        let inner: inner::BoxHandle = system
            .spawn("box", inner::Box::default())
            .await
            .expect("spawned");
        assert_eq!(inner.open().await.expect("asked"), 1);
        assert_eq!(inner.opened().await.expect("asked"), 1);
        assert!(matches!(inner::BoxMsg::open(), inner::BoxMsg::Open { .. }));
        let _ = inner::BoxBehavior::Shut;
        assert_eq!(local(&system).await, Some(42));
    }
}
