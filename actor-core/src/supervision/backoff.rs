//! The wait before a restart.

use std::time::Duration;

use super::policy::Restart;

/// The wait before restart number `attempt` (from 1): the base, doubled with each, capped, then shortened by jitter.
///
/// `random` is uniform over all `u32`; it is an argument so that this is a function of what is given.
pub(crate) fn delay(restart: &Restart, attempt: u32, random: u32) -> Duration {
    let doublings = attempt.saturating_sub(1);
    let factor = 1_u32.checked_shl(doublings).unwrap_or(u32::MAX);
    let full = restart.backoff.saturating_mul(factor);
    let full = restart.cap.map_or(full, |cap| full.min(cap));
    let part = f64::from(restart.jitter) / 100.0 * f64::from(random) / f64::from(u32::MAX);
    if part == 0.0 {
        full
    } else {
        full.saturating_sub(full.mul_f64(part))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const S: Duration = Duration::from_secs(1);

    #[test]
    fn it_doubles_up_to_the_cap() {
        let uncapped = Restart::DEFAULT;
        let capped = uncapped.cap(5 * S);
        let table = [(1, 1, 1), (2, 2, 2), (3, 4, 4), (4, 8, 5), (5, 16, 5)];
        for (attempt, plain, with_cap) in table {
            assert_eq!(delay(&uncapped, attempt, 0), plain * S);
            assert_eq!(delay(&capped, attempt, 0), with_cap * S);
        }
    }

    #[test]
    fn extremes_saturate() {
        let huge = Restart::DEFAULT.backoff(Duration::MAX);
        assert_eq!(delay(&huge, u32::MAX, 0), Duration::MAX);
        assert_eq!(
            delay(&Restart::DEFAULT.backoff(Duration::ZERO), u32::MAX, 7),
            Duration::ZERO
        );
    }

    proptest! {
        #[test]
        fn jitter_only_shortens_and_by_no_more_than_it_says(
            attempt in 1_u32..40, percent in 0_u8..=100, random: u32,
        ) {
            let plain = Restart::DEFAULT.cap(100 * S);
            let full = delay(&plain, attempt, 0);
            let short = delay(&plain.jitter(percent), attempt, random);
            prop_assert!(short <= full);
            let least = full.mul_f64(1.0 - f64::from(percent) / 100.0);
            prop_assert!(short + Duration::from_nanos(10) >= least);
        }
    }
}
