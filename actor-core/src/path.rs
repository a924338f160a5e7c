//! Names and paths: who an actor is, in errors, events and logs.

use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Names that begin with this belong to the runtime.
const RESERVED_PREFIX: &str = "ActorCore";

/// The longest name of an actor or a system, in bytes.
pub const MAX_NAME_LEN: usize = 255;

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

/// A path as the key of a map of siblings: equal, and hashed, by its name alone.
///
/// The map then needs no second copy of the name.
pub(crate) struct NameKey(pub(crate) ActorPath);

impl PartialEq for NameKey {
    fn eq(&self, other: &Self) -> bool {
        self.0.name() == other.0.name()
    }
}

impl Eq for NameKey {}

impl Hash for NameKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name().hash(state);
    }
}

impl Borrow<str> for NameKey {
    fn borrow(&self) -> &str {
        self.0.name()
    }
}

/// Why a name was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameError {
    /// The name is empty.
    Empty,
    /// The name is longer than [`MAX_NAME_LEN`] bytes; the length is given.
    TooLong(usize),
    /// The name begins with a character other than an ASCII letter or digit.
    Start(char),
    /// The name contains a character that names may not contain.
    Character(char),
    /// The name begins with a prefix kept for the runtime.
    Reserved,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a name cannot be empty"),
            Self::TooLong(len) => {
                write!(
                    f,
                    "a name has at most {MAX_NAME_LEN} bytes, this one has {len}"
                )
            }
            Self::Start(c) => {
                write!(
                    f,
                    "a name begins with an ASCII letter or digit, not with {c:?}"
                )
            }
            Self::Character(c) => write!(
                f,
                "a name consists of ASCII letters, digits, `-`, `_`, and `.`, not of {c:?}"
            ),
            Self::Reserved => {
                write!(
                    f,
                    "names beginning with `{RESERVED_PREFIX}` belong to the runtime"
                )
            }
        }
    }
}

impl std::error::Error for NameError {}

/// Whether `name` may be the name of an actor.
pub(crate) fn check_actor_name(name: &str) -> Result<(), NameError> {
    check(name, |c| matches!(c, '-' | '_' | '.'))
}

/// Whether `name` may be the name of a system: as for actors, without dots.
pub(crate) fn check_system_name(name: &str) -> Result<(), NameError> {
    check(name, |c| matches!(c, '-' | '_'))
}

fn check(name: &str, also: impl Fn(char) -> bool) -> Result<(), NameError> {
    let Some(first) = name.chars().next() else {
        return Err(NameError::Empty);
    };
    if name.len() > MAX_NAME_LEN {
        return Err(NameError::TooLong(name.len()));
    }
    if !first.is_ascii_alphanumeric() {
        return Err(NameError::Start(first));
    }
    if let Some(bad) = name
        .chars()
        .find(|&c| !c.is_ascii_alphanumeric() && !also(c))
    {
        return Err(NameError::Character(bad));
    }
    if name.starts_with(RESERVED_PREFIX) {
        return Err(NameError::Reserved);
    }
    Ok(())
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

    #[test]
    fn names_are_checked() {
        let long = "a".repeat(256);
        let table = [
            ("till", Ok(())),
            ("9-a_b.c", Ok(())),
            ("", Err(NameError::Empty)),
            (long.as_str(), Err(NameError::TooLong(256))),
            ("-till", Err(NameError::Start('-'))),
            (" till", Err(NameError::Start(' '))),
            ("till ", Err(NameError::Character(' '))),
            ("a/b", Err(NameError::Character('/'))),
            ("tïll", Err(NameError::Character('ï'))),
            ("ActorCoreRoot", Err(NameError::Reserved)),
        ];
        for (name, expected) in table {
            assert_eq!(check_actor_name(name), expected, "{name:?}");
        }
        assert_eq!(check_actor_name(&"a".repeat(255)), Ok(()));
        assert_eq!(check_system_name("a.b"), Err(NameError::Character('.')));
    }
}
