//! What `topology!` asks about names and bounds given by constants, while they are evaluated.

use std::time::Duration;

use crate::bounds::Bounds;
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

/// The restarts of a policy that does not say how many.
pub const MAX: u32 = Bounds::DEFAULT.max;
/// The window of a policy that names none.
pub const WITHIN: Duration = Bounds::DEFAULT.within;
/// The first wait of a policy that names none.
pub const BACKOFF: Duration = Bounds::DEFAULT.backoff;

/// Whether nothing falls within this time.
#[must_use]
pub const fn no_time(within: Duration) -> bool {
    within.is_zero()
}

/// Whether the longest wait is shorter than the first.
#[must_use]
pub const fn shorter(cap: Duration, backoff: Duration) -> bool {
    cap.as_nanos() < backoff.as_nanos()
}

/// Whether so many restarts are never used up. Of bounds that contradict themselves that is not said as well.
#[must_use]
pub const fn never_used_up(
    max: u32,
    within: Duration,
    backoff: Duration,
    cap: Option<Duration>,
    jitter: u8,
) -> bool {
    if let Some(cap) = cap
        && shorter(cap, backoff)
    {
        return false;
    }
    let bounds = Bounds {
        max,
        within,
        backoff,
        cap,
        jitter: jitter as u32,
    };
    !no_time(within) && bounds.reachable().is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_checked() {
        let secs = Duration::from_secs;
        assert!(no_time(secs(0)) && !no_time(secs(1)));
        assert!(shorter(secs(1), secs(2)) && !shorter(secs(2), secs(2)));
        assert!(never_used_up(6, secs(30), secs(1), None, 0));
        assert!(!never_used_up(5, secs(30), secs(1), None, 0));
        assert!(!never_used_up(6, secs(30), secs(1), Some(secs(2)), 0));
        assert!(!never_used_up(6, secs(30), secs(1), None, 100));
        assert!(
            !never_used_up(6, secs(0), secs(1), None, 0),
            "that has been said"
        );
        assert!(
            !never_used_up(90, secs(30), secs(2), Some(secs(1)), 0),
            "that as well"
        );
    }

    #[test]
    fn names_are_compared_and_checked() {
        assert!(same("a", "a") && same("", ""));
        assert!(!same("a", "b") && !same("a", "ab") && !same("ab", "a"));
        assert!(not_an_address("a.b") && !not_an_address("a-b"));
        assert!(not_an_id("a/b") && not_an_id("guardian") && !not_an_id("a.b"));
    }
}
