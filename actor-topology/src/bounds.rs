//! Whether the bounds of a restart can ever be reached.

use std::time::Duration;

use crate::model::{Policy, Setting};

/// The bounds of a restart, and the waits between restarts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// How many restarts are allowed.
    pub max: u32,
    /// The sliding window in which they are counted.
    pub within: Duration,
    /// The first wait, which doubles with each restart.
    pub backoff: Duration,
    /// The longest wait.
    pub cap: Option<Duration>,
    /// By how much of itself a wait is shortened at most, in percent.
    pub jitter: u32,
}

/// The back-off outlives the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unreachable {
    /// The least time from the first of the allowed restarts to the last.
    pub takes: Duration,
    /// The largest `max` that is reachable with the same waits and the same window.
    pub fits: u32,
}

impl Bounds {
    /// What is not said: 3 restarts within 30 s, after waits of 1 s, 2 s, 4 s and so on.
    pub const DEFAULT: Self = Self {
        max: 3,
        within: Duration::from_secs(30),
        backoff: Duration::from_secs(1),
        cap: None,
        jitter: 0,
    };

    /// The bounds of a policy, if all of them are in sight.
    pub(crate) fn of(policy: &Policy) -> Option<Self> {
        let default = Self::DEFAULT;
        Some(Self {
            max: policy.max.or(default.max)?,
            within: policy.within.or(default.within)?,
            backoff: policy.backoff.or(default.backoff)?,
            cap: match policy.cap {
                Setting::Default => None,
                Setting::Known(cap) => Some(cap),
                Setting::Unknown => return None,
            },
            jitter: policy.jitter.or(default.jitter)?,
        })
    }

    /// Whether an actor whose handlers keep failing ever uses up its restarts.
    ///
    /// Restarts are counted from their ends. The one more failure that exhausts them comes right after the last at the
    /// earliest, so it is the waits before the second up to the last that have to fit into the window.
    ///
    /// # Errors
    /// If they do not: such an actor would be restarted for ever, ever more slowly.
    // A constant function, since what a constant amounts to is known only while it is evaluated.
    pub const fn reachable(&self) -> Result<(), Unreachable> {
        let within = self.within.as_nanos();
        let mut takes = 0_u128;
        let mut fits = if self.max == 0 { 0 } else { 1 };
        let mut attempt = 2;
        while attempt <= self.max {
            let wait = self.least_wait(attempt);
            // From here on every wait is the same.
            if wait == self.least_wait(attempt.saturating_add(1)) {
                let left = (self.max - attempt) as u128 + 1;
                let rest = within.saturating_sub(takes);
                let fitting = if wait == 0 || rest / wait > left {
                    left
                } else {
                    rest / wait
                };
                if takes <= within {
                    // No more than `left`, which fits.
                    fits += fitting as u32;
                }
                takes = takes.saturating_add(wait.saturating_mul(left));
                break;
            }
            takes = takes.saturating_add(wait);
            if takes <= within {
                fits = attempt;
            } else if takes == u128::MAX {
                break;
            }
            attempt += 1;
        }
        if takes <= within {
            return Ok(());
        }
        Err(Unreachable {
            takes: duration(takes),
            fits,
        })
    }

    /// The shortest wait before restart number `attempt`, in nanoseconds.
    const fn least_wait(&self, attempt: u32) -> u128 {
        let factor = match 1_u128.checked_shl(attempt.saturating_sub(1)) {
            Some(factor) => factor,
            None => u128::MAX,
        };
        let mut wait = self.backoff.as_nanos().saturating_mul(factor);
        if let Some(cap) = self.cap
            && cap.as_nanos() < wait
        {
            wait = cap.as_nanos();
        }
        let jitter = if self.jitter > 100 { 100 } else { self.jitter } as u128;
        wait - wait / 100 * jitter - wait % 100 * jitter / 100
    }
}

const fn duration(nanos: u128) -> Duration {
    const SECOND: u128 = 1_000_000_000;
    if nanos / SECOND > u64::MAX as u128 {
        return Duration::MAX;
    }
    Duration::new((nanos / SECOND) as u64, (nanos % SECOND) as u32)
}

/// As it is written in a declaration: `62s`, `1500ms`.
pub(crate) fn written(duration: Duration) -> String {
    if duration.subsec_millis() == 0 || duration.as_secs() >= 3_600 {
        format!("{}s", duration.as_secs())
    } else {
        format!("{}ms", duration.as_millis())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const S: Duration = Duration::from_secs(1);

    fn bounds(max: u32, within: u32) -> Bounds {
        Bounds {
            max,
            within: within * S,
            ..Bounds::DEFAULT
        }
    }

    #[test]
    fn the_waits_after_the_first_have_to_fit() {
        let reachable = [
            Bounds::DEFAULT,
            bounds(0, 1),
            bounds(1, 1),
            bounds(5, 30), // 2 + 4 + 8 + 16
            bounds(6, 62),
            Bounds {
                cap: Some(5 * S),
                ..bounds(6, 30) // 2 + 4 + 5 + 5 + 5
            },
            Bounds {
                backoff: Duration::ZERO,
                ..bounds(u32::MAX, 1)
            },
            Bounds {
                jitter: 100,
                ..bounds(u32::MAX, 1)
            },
        ];
        for bounds in reachable {
            assert_eq!(bounds.reachable(), Ok(()), "{bounds:?}");
        }
    }

    #[test]
    fn what_does_not_fit_says_what_would() {
        let cap = |cap, bounds: Bounds| Bounds {
            cap: Some(cap),
            ..bounds
        };
        let unreachable = [
            (bounds(6, 30), 62 * S, 5),
            (bounds(5, 29), 30 * S, 4),
            (bounds(2, 1), 2 * S, 1),
            (cap(5 * S, bounds(9, 30)), 36 * S, 7),
            (cap(S, bounds(100, 30)), 99 * S, 31),
        ];
        for (bounds, takes, fits) in unreachable {
            let expected = Err(Unreachable { takes, fits });
            assert_eq!(bounds.reachable(), expected, "{bounds:?}");
        }
        let endless = bounds(u32::MAX, 30).reachable();
        assert_eq!(
            endless.map_err(|it| (it.takes, it.fits)),
            Err((Duration::MAX, 5))
        );
    }

    proptest! {
        /// Against the sum, written out.
        #[test]
        fn it_is_the_sum_of_the_waits(
            max in 0_u32..40, within in 0_u64..5_000, backoff in 0_u64..2_000, jitter in 0_u32..=100,
            cap in prop::option::of(0_u64..4_000),
        ) {
            let millis = Duration::from_millis;
            let bounds = Bounds {
                max, jitter, within: millis(within), backoff: millis(backoff), cap: cap.map(millis),
            };
            let sum = |max: u32| (2..=max).map(|attempt| bounds.least_wait(attempt)).sum::<u128>();
            let fits = |max: u32| sum(max) <= bounds.within.as_nanos();
            prop_assert_eq!(bounds.reachable().is_ok(), fits(max));
            if let Err(unreachable) = bounds.reachable() {
                prop_assert!(fits(unreachable.fits));
                prop_assert!(!fits(unreachable.fits + 1));
            }
        }
    }

    #[test]
    fn durations_are_shown_as_they_are_written() {
        assert_eq!(written(62 * S), "62s");
        assert_eq!(written(Duration::from_millis(1_500)), "1500ms");
    }
}
