//! Names and paths: who an actor is, in errors, events and logs.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

// One definition for what runs and for what `topology!` checks while it is compiled.
pub use actor_topology::{MAX_NAME_LEN, NameError};
pub(crate) use actor_topology::{check_actor_name, check_system_name};

/// Where an actor stands in its system: `shop/till`, or `shop/till/drawer` for a child.
///
/// Cheap to clone. Paths name a place, not a life: an actor spawned later under the same name has an equal path and
/// another [incarnation](crate::ActorRef::incarnation).
///
/// ```
/// use actor_core::prelude::*;
/// # #[actor]
/// # #[derive(Default)]
/// # struct Till { total: u64 }
/// # #[actor]
/// # impl Till {
/// #     #[handler]
/// #     fn add(&mut self, amount: u64) -> u64 { self.total += amount; self.total }
/// # }
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let system = ActorSystem::new("shop");
/// let till = system.spawn("till", Till::default()).await?;
/// let path = till.path();
/// assert_eq!(path, "shop/till"); // compared with a text
/// assert_eq!((path.system_name(), path.name()), ("shop", "till"));
/// assert_eq!(path.to_string(), path.as_str());
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct ActorPath {
    // All of it, in one piece: a tree of some thousand levels pays for that, but `as_str` gives the text away as it is,
    // and events, errors and maps use nothing else.
    text: Arc<str>,
    /// Where the last segment begins.
    name_at: u32,
}

impl ActorPath {
    pub(crate) fn system(name: &str) -> Self {
        Self {
            text: name.into(),
            name_at: 0,
        }
    }

    pub(crate) fn child(&self, name: &str) -> Self {
        // By hand: `format!` would be a tenth of the cost of a spawn.
        let mut text = String::with_capacity(self.text.len() + 1 + name.len());
        text.push_str(&self.text);
        text.push('/');
        text.push_str(name);
        let name_at = u32::try_from(self.text.len() + 1).unwrap_or(u32::MAX);
        Self {
            text: text.into(),
            name_at,
        }
    }

    /// The whole path, as [`Display`](fmt::Display) shows it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The actor's own name, the last segment.
    #[must_use]
    pub fn name(&self) -> &str {
        self.text.get(self.name_at as usize..).unwrap_or_default()
    }

    /// The name of the system the actor lives in, the first segment.
    #[must_use]
    pub fn system_name(&self) -> &str {
        self.text.split('/').next().unwrap_or_default()
    }
}

impl PartialEq for ActorPath {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for ActorPath {}

impl Hash for ActorPath {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl PartialOrd for ActorPath {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ActorPath {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.text.cmp(&other.text)
    }
}

impl PartialEq<str> for ActorPath {
    fn eq(&self, other: &str) -> bool {
        &*self.text == other
    }
}

impl PartialEq<&str> for ActorPath {
    fn eq(&self, other: &&str) -> bool {
        &*self.text == *other
    }
}

impl fmt::Display for ActorPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for ActorPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_knows_its_parts() {
        let drawer = ActorPath::system("shop").child("till").child("drawer");
        assert_eq!(drawer, "shop/till/drawer");
        assert_eq!(drawer.name(), "drawer");
        assert_eq!(drawer.system_name(), "shop");
    }
}
