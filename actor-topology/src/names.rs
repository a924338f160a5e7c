//! The names of actors and systems, and of what is generated for them.

use std::error::Error;
use std::fmt;

/// Names that begin with this belong to the runtime.
const RESERVED_PREFIX: &str = "ActorCore";

/// The name of what every actor descends from.
pub(crate) const GUARDIAN: &str = "guardian";

/// The longest name of an actor or a system, in bytes.
pub const MAX_NAME_LEN: usize = 255;

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

impl Error for NameError {}

/// Whether `name` may be the name of an actor.
///
/// # Errors
/// The first thing that is wrong with it.
pub const fn check_actor_name(name: &str) -> Result<(), NameError> {
    check(name, true)
}

/// Whether `name` may be the name of a system, or the address of a node: as for actors, without dots.
///
/// # Errors
/// The first thing that is wrong with it.
pub const fn check_system_name(name: &str) -> Result<(), NameError> {
    check(name, false)
}

/// Byte by byte, so that names given by constants are checked while the program is compiled.
const fn check(name: &str, dots: bool) -> Result<(), NameError> {
    let bytes = name.as_bytes();
    if bytes.is_empty() {
        return Err(NameError::Empty);
    }
    if bytes.len() > MAX_NAME_LEN {
        return Err(NameError::TooLong(bytes.len()));
    }
    if !bytes[0].is_ascii_alphanumeric() {
        return Err(NameError::Start(char_at(bytes, 0)));
    }
    let mut i = 1;
    while i < bytes.len() {
        let byte = bytes[i];
        let also = matches!(byte, b'-' | b'_') || dots && byte == b'.';
        if !byte.is_ascii_alphanumeric() && !also {
            return Err(NameError::Character(char_at(bytes, i)));
        }
        i += 1;
    }
    if starts_with(bytes, RESERVED_PREFIX.as_bytes()) {
        return Err(NameError::Reserved);
    }
    Ok(())
}

const fn starts_with(bytes: &[u8], prefix: &[u8]) -> bool {
    let mut i = 0;
    while i < prefix.len() {
        if i == bytes.len() || bytes[i] != prefix[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// The character that begins at byte `at`, which `str::chars` cannot say in a constant.
const fn char_at(bytes: &[u8], at: usize) -> char {
    let first = bytes[at];
    // How many bytes follow, and which bits of the first are the character's.
    let (more, mask) = match first {
        0..0x80 => (0, 0x7F),
        0x80..0xE0 => (1, 0x1F),
        0xE0..0xF0 => (2, 0x0F),
        _ => (3, 0x07),
    };
    let mut code = (first & mask) as u32;
    let mut i = 1;
    while i <= more {
        code = code << 6 | (bytes[at + i] & 0x3F) as u32;
        i += 1;
    }
    match char::from_u32(code) {
        Some(c) => c,
        None => char::REPLACEMENT_CHARACTER,
    }
}

/// The type generated for a node: `Shop`, `front_desk` → `ShopFrontDesk`.
#[must_use]
pub fn type_name(topology: &str, key: &str) -> String {
    let mut name = String::from(topology);
    for word in key.split('_') {
        let mut letters = word.chars();
        name.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        name.push_str(letters.as_str());
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("ïll", Err(NameError::Start('ï'))),
            ("till ", Err(NameError::Character(' '))),
            ("a/b", Err(NameError::Character('/'))),
            ("tïll", Err(NameError::Character('ï'))),
            ("t€ll", Err(NameError::Character('€'))),
            ("t🦀ll", Err(NameError::Character('🦀'))),
            ("ActorCoreRoot", Err(NameError::Reserved)),
            ("ActorCor", Ok(())),
        ];
        for (name, expected) in table {
            assert_eq!(check_actor_name(name), expected, "{name:?}");
        }
        assert_eq!(check_actor_name(&"a".repeat(255)), Ok(()));
        assert_eq!(check_system_name("a.b"), Err(NameError::Character('.')));
    }

    #[test]
    fn types_of_nodes_are_in_camel_case() {
        assert_eq!(type_name("Shop", "edge"), "ShopEdge");
        assert_eq!(type_name("Shop", "front_desk"), "ShopFrontDesk");
        assert_eq!(type_name("Shop", "_n_2"), "ShopN2");
    }
}
