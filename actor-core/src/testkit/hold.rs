//! Holding an actor between two messages.

use tokio::sync::oneshot;

use crate::actor::Actor;
use crate::handle::Handle;
use crate::mailbox::Item;

/// The entry of the queue at which an actor is held.
pub(crate) struct HoldPoint {
    reached: oneshot::Sender<()>,
    released: oneshot::Receiver<()>,
}

impl HoldPoint {
    pub(crate) async fn wait(self) {
        let _ = self.reached.send(());
        let _ = self.released.await;
    }
}

/// An actor that is held. Released, or dropped, it goes on.
#[must_use = "dropped, the actor goes on"]
pub struct Held(oneshot::Sender<()>);

impl Held {
    /// Lets the actor go on.
    pub fn release(self) {
        let _ = self.0.send(());
    }
}

/// Holds an actor behind what it has accepted so far, and returns when it has come to that.
///
/// While it is held it is busy, as if with a message that takes long: it can be sent to, stopped and killed. The hold
/// takes no room in the mailbox.
///
/// # Panics
/// If the actor ends before.
pub async fn hold<A: Actor>(actor: &Handle<A>) -> Held {
    let (reached, reached_it) = oneshot::channel();
    let (release, released) = oneshot::channel();
    actor
        .typed_cell()
        .runtime_item(Item::Hold(Box::new(HoldPoint { reached, released })));
    assert!(
        reached_it.await.is_ok(),
        "{} ended before it could be held",
        actor.path()
    );
    Held(release)
}
