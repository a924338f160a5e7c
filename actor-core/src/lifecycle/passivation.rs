//! When an idle actor ends by itself: a function of what it is doing and the time.

use tokio::time::Instant;

use crate::options::Passivation;

/// What an actor is doing when the question comes up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Activity {
    /// The last start, restart, reinstatement or end of a run of messages.
    pub(crate) last: Instant,
    /// Something is stashed, or a piped future is under way.
    pub(crate) busy: bool,
    /// Messages handled in this incarnation.
    pub(crate) processed: u64,
}

/// The answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passivating {
    Now,
    /// Ask again then, if nothing happens before.
    At(Instant),
    /// Only a message can change it.
    No,
}

/// How many messages an actor may still handle before it ends by itself, if it counts them.
pub(crate) fn left(strategy: Passivation, processed: u64) -> Option<u64> {
    match strategy {
        Passivation::Messages(count) => Some(count.saturating_sub(processed)),
        Passivation::Never | Passivation::Idle(_) => None,
    }
}

impl Passivation {
    /// Whether the time has anything to do with it.
    pub(crate) fn needs_clock(self) -> bool {
        matches!(self, Self::Idle(_))
    }
}

/// Whether an actor whose mailbox is empty ends by itself at `now`.
pub(crate) fn decide(strategy: Passivation, activity: Activity, now: Instant) -> Passivating {
    match strategy {
        Passivation::Never => Passivating::No,
        Passivation::Messages(_) if left(strategy, activity.processed) == Some(0) => {
            Passivating::Now
        }
        Passivation::Messages(_) => Passivating::No,
        Passivation::Idle(after) => {
            let Some(due) = activity.last.checked_add(after) else {
                return Passivating::No;
            };
            if now < due {
                Passivating::At(due)
            } else if activity.busy {
                // One more full window.
                now.checked_add(after)
                    .map_or(Passivating::No, Passivating::At)
            } else {
                Passivating::Now
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;

    const S: Duration = Duration::from_secs(1);

    #[test]
    fn the_table() {
        let start = Instant::now();
        let at = |secs: u32, busy, processed| Activity {
            last: start + secs * S,
            busy,
            processed,
        };
        let idle = Passivation::Idle(10 * S);
        let now = start + 20 * S;
        let table = [
            (Passivation::Never, at(0, false, 99), Passivating::No),
            (idle, at(11, false, 0), Passivating::At(start + 21 * S)),
            (idle, at(10, false, 0), Passivating::Now),
            (idle, at(10, true, 0), Passivating::At(now + 10 * S)),
            (Passivation::Messages(3), at(20, false, 2), Passivating::No),
            (Passivation::Messages(3), at(20, true, 3), Passivating::Now),
            (
                Passivation::Idle(Duration::MAX),
                at(0, false, 0),
                Passivating::No,
            ),
        ];
        for (strategy, activity, expected) in table {
            assert_eq!(
                decide(strategy, activity, now),
                expected,
                "{strategy:?} {activity:?}"
            );
        }
    }

    proptest! {
        /// Never before its time, never while busy, and never put off into the past.
        #[test]
        fn it_is_never_early(after in 1_u64..100, last in 0_u64..200, now in 0_u64..300, busy: bool) {
            let start = Instant::now();
            let (last, now) = (start + Duration::from_secs(last), start + Duration::from_secs(now));
            let after = Duration::from_secs(after);
            let activity = Activity { last, busy, processed: 0 };
            match decide(Passivation::Idle(after), activity, now) {
                Passivating::Now => prop_assert!(!busy && now >= last + after),
                Passivating::At(then) => prop_assert!(then > now),
                Passivating::No => prop_assert!(false, "a finite window ends"),
            }
        }
    }
}
