//! An enum is an actor like any other.

use actor_core::prelude::*;

/// A light.
#[actor]
#[derive(Debug, Default)]
pub enum Light {
    /// It is dark.
    #[default]
    Off,
    /// It is not.
    On {
        /// How bright it is.
        lumen: u32,
    },
}

#[actor]
impl Light {
    /// Makes it `lumen` bright, and returns how bright it was.
    #[handler]
    pub fn set(&mut self, lumen: u32) -> u32 {
        let before = match self {
            Self::Off => 0,
            Self::On { lumen } => *lumen,
        };
        *self = if lumen == 0 {
            Self::Off
        } else {
            Self::On { lumen }
        };
        before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_enum_handles_messages() {
        let system = ActorSystem::new("enums");
        let light: LightHandle = system
            .spawn("light", Light::default())
            .await
            .expect("spawned");
        assert_eq!(light.set(40).await.expect("asked"), 0);
        assert_eq!(light.set(0).await.expect("asked"), 40);
    }
}
