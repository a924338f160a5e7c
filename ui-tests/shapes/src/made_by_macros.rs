//! Actors that a `macro_rules!` writes.

// Spawned by the tests only.
#![cfg_attr(not(test), allow(dead_code))]

use actor_core::prelude::*;

macro_rules! counter {
    ($(#[$meta:meta])* $vis:vis $name:ident, $handle:ident counts $ty:ty as $count:ident($arg:ident) $body:block) => {
        $(#[$meta])*
        #[actor]
        #[derive(Debug, Default)]
        $vis struct $name($ty);

        #[actor]
        impl $name {
            /// Counts on.
            #[handler]
            $vis fn $count(&mut self, $arg: $ty, more: Vec<$ty>) -> $ty {
                let more: $ty = more.into_iter().sum();
                self.0 += $arg + more;
                self.0
            }

            /// Counts later.
            #[handler]
            $vis async fn later(&mut self, ctx: &mut Context<Self>, $arg: Option<$ty>) -> Result<$ty, String> {
                let handle: $handle = ctx.myself();
                let _ = handle;
                $arg.ok_or_else(|| String::from("nothing"))
            }

            /// Counts nothing.
            #[handler]
            $vis fn fixed(&self) -> u8 $body
        }
    };
}

counter! {
    /// Counts in small steps.
    pub Small, SmallHandle counts u8 as add(amount) { 3 }
}
counter! {
    /// Counts in large ones, with a name that generated code has, too.
    pub(crate) Large, LargeHandle counts u64 as push(msg) { 4 }
}

macro_rules! block {
    ($ty:ty, $value:expr) => {
        #[actor]
        impl $ty {
            /// The value.
            #[handler]
            pub fn value(&self, like: Option<$ty>) -> u64 {
                let _ = like;
                $value
            }
        }
    };
}

/// Its block is written by a macro that knows it as a type only.
#[actor]
#[derive(Debug, Clone)]
pub struct Typed<T>(pub T);

block!(Typed<u8>, 5);

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn macros_can_write_actors() {
        let system = ActorSystem::new("macros");
        let small = system
            .spawn("small", Small::default())
            .await
            .expect("spawned");
        assert_eq!(small.add(1, vec![2]).await.expect("asked"), 3);
        assert_eq!(small.later(Some(1)).await.expect("asked"), 1);
        assert_eq!(small.fixed().await.expect("asked"), 3);
        let large = system
            .spawn("large", Large::default())
            .await
            .expect("spawned");
        assert_eq!(large.push(1, vec![2]).await.expect("asked"), 3);
        assert_eq!(large.later(Some(1)).await.expect("asked"), 1);
        assert_eq!(large.fixed().await.expect("asked"), 4);
        let typed: TypedHandle<u8> = system.spawn("typed", Typed(1)).await.expect("spawned");
        assert_eq!(typed.value(Some(Typed(2))).await.expect("asked"), 5);
    }
}
