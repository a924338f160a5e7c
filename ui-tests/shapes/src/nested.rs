//! A long chain of actors whose messages carry handles of the one before: a handle is `Send` by itself, so rustc does
//! not walk down the chain to see it.

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
nested!(A08 holds A07 by A07Handle);
nested!(A09 holds A08 by A08Handle);
nested!(A10 holds A09 by A09Handle);
nested!(A11 holds A10 by A10Handle);
nested!(A12 holds A11 by A11Handle);
nested!(A13 holds A12 by A12Handle);
nested!(A14 holds A13 by A13Handle);
nested!(A15 holds A14 by A14Handle);
nested!(A16 holds A15 by A15Handle);
nested!(A17 holds A16 by A16Handle);
nested!(A18 holds A17 by A17Handle);
nested!(A19 holds A18 by A18Handle);
nested!(A20 holds A19 by A19Handle);
nested!(A21 holds A20 by A20Handle);
nested!(A22 holds A21 by A21Handle);
nested!(A23 holds A22 by A22Handle);
nested!(A24 holds A23 by A23Handle);
nested!(A25 holds A24 by A24Handle);
nested!(A26 holds A25 by A25Handle);
nested!(A27 holds A26 by A26Handle);
nested!(A28 holds A27 by A27Handle);
nested!(A29 holds A28 by A28Handle);
nested!(A30 holds A29 by A29Handle);
nested!(A31 holds A30 by A30Handle);
nested!(A32 holds A31 by A31Handle);
nested!(A33 holds A32 by A32Handle);
nested!(A34 holds A33 by A33Handle);
nested!(A35 holds A34 by A34Handle);
nested!(A36 holds A35 by A35Handle);
nested!(A37 holds A36 by A36Handle);
nested!(A38 holds A37 by A37Handle);
nested!(A39 holds A38 by A38Handle);
nested!(A40 holds A39 by A39Handle);
nested!(A41 holds A40 by A40Handle);
nested!(A42 holds A41 by A41Handle);
nested!(A43 holds A42 by A42Handle);
nested!(A44 holds A43 by A43Handle);
nested!(A45 holds A44 by A44Handle);
nested!(A46 holds A45 by A45Handle);
nested!(A47 holds A46 by A46Handle);
nested!(A48 holds A47 by A47Handle);
nested!(A49 holds A48 by A48Handle);
nested!(A50 holds A49 by A49Handle);
nested!(A51 holds A50 by A50Handle);
nested!(A52 holds A51 by A51Handle);
nested!(A53 holds A52 by A52Handle);
nested!(A54 holds A53 by A53Handle);
nested!(A55 holds A54 by A54Handle);
nested!(A56 holds A55 by A55Handle);
nested!(A57 holds A56 by A56Handle);
nested!(A58 holds A57 by A57Handle);
nested!(A59 holds A58 by A58Handle);
nested!(A60 holds A59 by A59Handle);
nested!(A61 holds A60 by A60Handle);
nested!(A62 holds A61 by A61Handle);
nested!(A63 holds A62 by A62Handle);
nested!(A64 holds A63 by A63Handle);

/// Spawns the outermost.
///
/// # Errors
/// If it cannot be spawned.
pub async fn outermost(system: &ActorSystem) -> Result<A64Handle, SpawnError> {
    system.spawn("outermost", A64::default()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_chain_of_handles_can_be_long() {
        let system = ActorSystem::new("nested");
        let inner = system.spawn("inner", A63::default()).await.expect("starts");
        let outer = outermost(&system).await.expect("starts");
        outer.hold(inner.clone()).await.expect("answers");
        assert_eq!(outer.held().await.expect("answers"), Some(inner));
        system.stop().await.expect("stops");
    }
}
