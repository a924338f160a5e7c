//! A module in which the names of the prelude mean something else.

// Only the attribute: everything else that generated code needs, it has to name in full.
use ::actor_core::actor;

macro_rules! shadow {
    ($($name:ident)*) => { $(
        /// Not what it is elsewhere.
        #[derive(Debug, Clone)]
        pub struct $name;
    )* };
}

shadow! {
    Result Option Some None Ok Err Box Vec String Send Sync Sized Drop Fn FnMut FnOnce Clone Copy Debug Default Iterator
    From Into AsRef ToString ToOwned PartialEq Eq Ord PartialOrd Hash Future IntoFuture Context Handle Call ReplyTo
    Actor Message Declared Deref Infallible Duration PhantomData Policy Mailbox
}

/// Not the crate, and not primitive.
pub mod core {}
/// Not the crate.
pub mod std {}
/// Not the crate.
pub mod actor_core {}

/// Holds what its module calls an option.
#[actor(
    mailbox = 10,
    supervision = restart(max = 3, within = 1s),
    on_error(Panic = stop),
    passivate(never),
    emits(Option),
    behaviors(Full, Empty)
)]
pub struct Shadowed {
    held: Option,
}

#[actor(msg(derive(::core::fmt::Debug)))]
impl Shadowed {
    /// Starts with what it is to hold.
    #[must_use]
    pub fn with(held: Option) -> Self {
        Self { held }
    }

    /// Takes strange things and returns one.
    #[handler(in(Full), stash_in(Empty))]
    pub async fn put(&mut self, held: Option, text: String, all: Vec) -> Box {
        self.held = held;
        let _ = (text, all);
        Box
    }

    /// A `Result` without arguments that is none.
    #[handler(reply = plain)]
    pub fn result(&self) -> Result {
        Result
    }

    /// A real one.
    #[handler]
    pub fn tried(&self) -> ::core::result::Result<u8, Err> {
        ::core::result::Result::Ok(3)
    }

    #[on(PreStart)]
    async fn start(&mut self) {}

    #[on(Option)]
    fn again(&mut self, option: Option) {
        self.held = option;
    }
}

#[cfg(test)]
mod tests {
    use super::{Option, Shadowed, String, Vec};
    use ::actor_core::ActorSystem;
    use ::core::fmt::Debug;

    #[tokio::test]
    async fn nothing_is_taken_from_the_prelude() {
        fn debug(_: &impl Debug) {}
        let system = ActorSystem::new("shadowed");
        let shadowed = system
            .spawn("shadowed", Shadowed::with(Option))
            .await
            .expect("spawned");
        shadowed.put(Option, String, Vec).await.expect("asked");
        shadowed.result().await.expect("asked");
        assert_eq!(shadowed.tried().await.expect("asked"), 3);
        debug(&super::ShadowedMsg::result());
    }
}
