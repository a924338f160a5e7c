//! Actors whose messages carry handles of others, whose messages do: to see that one is `Send`, rustc walks them all.

use actor_core::prelude::*;

macro_rules! nested {
    ($name:ident holds $inner:ident by $handle:ident) => {
        /// Holds a handle of the one before.
        #[actor]
        #[derive(Default)]
        pub struct $name {
            held: Option<$handle>,
        }

        #[actor]
        impl $name {
            /// Holds another.
            #[handler]
            pub fn hold(&mut self, held: $handle) {
                self.held = Some(held);
            }

            /// Gives away what it holds.
            #[handler]
            pub fn held(&self) -> Option<$handle> {
                self.held.clone()
            }
        }
    };
}

/// The innermost.
#[actor]
#[derive(Default)]
pub struct A00 {
    total: u64,
}

#[actor]
impl A00 {
    /// The total.
    #[handler]
    pub fn total(&self) -> u64 {
        self.total
    }
}

nested!(A01 holds A00 by A00Handle);
nested!(A02 holds A01 by A01Handle);
nested!(A03 holds A02 by A02Handle);
nested!(A04 holds A03 by A03Handle);
nested!(A05 holds A04 by A04Handle);
nested!(A06 holds A05 by A05Handle);
nested!(A07 holds A06 by A06Handle);

/// Spawns the outermost.
///
/// # Errors
/// If it cannot be spawned.
pub async fn outermost(system: &ActorSystem) -> Result<A07Handle, SpawnError> {
    system.spawn("outermost", A07::default()).await
}
