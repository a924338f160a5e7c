//! Lints that are forbidden, so that nothing generated may even allow them.

#![forbid(
    dead_code,
    missing_docs,
    private_interfaces,
    unreachable_patterns,
    unreachable_pub,
    unused_variables
)]

use actor_core::prelude::*;

/// Private to this module.
#[derive(PartialEq, Eq)]
struct Secret(u64);

#[actor(behaviors(Open, Shut))]
#[derive(Default)]
struct Safe {
    held: Vec<Secret>,
}

#[actor]
impl Safe {
    // The two lists are all there are.
    #[handler(in(Open), stash_in(Shut))]
    fn put(&mut self, secret: Secret) {
        if !self.held.contains(&secret) {
            self.held.push(secret);
        }
    }

    // Nobody calls these.
    #[handler]
    fn take(&mut self) -> Option<Secret> {
        self.held.pop()
    }

    #[handler]
    async fn shut(&mut self, ctx: &mut Context<Self>, _reason: String) {
        ctx.become_(SafeBehavior::Shut);
    }

    #[on(PostStop)]
    fn empty(&mut self) {
        self.held.clear();
    }
}

/// Uses some of it.
///
/// # Errors
/// If the actor cannot be spawned.
pub async fn secrets(system: &ActorSystem) -> Result<(), SpawnError> {
    let safe = system.spawn("safe", Safe::default()).await?;
    let _ = safe.put(Secret(3)).await;
    Ok(())
}
