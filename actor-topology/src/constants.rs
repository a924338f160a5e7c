//! What `topology!` asks about names given by constants, while they are evaluated.

use crate::names::{GUARDIAN, check_actor_name, check_system_name};

/// Whether two texts are equal.
#[must_use]
pub const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Whether `text` cannot be the address of a node.
#[must_use]
pub const fn not_an_address(text: &str) -> bool {
    check_system_name(text).is_err()
}

/// Whether `text` cannot be the id of an actor.
#[must_use]
pub const fn not_an_id(text: &str) -> bool {
    check_actor_name(text).is_err() || same(text, GUARDIAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_and_checked() {
        assert!(same("a", "a") && same("", ""));
        assert!(!same("a", "b") && !same("a", "ab") && !same("ab", "a"));
        assert!(not_an_address("a.b") && !not_an_address("a-b"));
        assert!(not_an_id("a/b") && not_an_id("guardian") && !not_an_id("a.b"));
    }
}
