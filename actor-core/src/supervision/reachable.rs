//! `topology!` refuses bounds that can never be reached. Whether they can is decided there without the runtime; here,
//! by running it.

use std::time::Duration;

use actor_topology::Bounds;
use proptest::prelude::*;
use tokio::time::Instant;

use super::decide::{Decision, Resumable, Terms, decide};
use super::policy::{Policy, Restart};
use super::window::History;
use crate::fault::Fault;

fn restart(bounds: &Bounds) -> Restart {
    let restart = Restart::DEFAULT
        .max(bounds.max)
        .within(bounds.within)
        .backoff(bounds.backoff);
    bounds.cap.map_or(restart, |cap| restart.cap(cap))
}

/// Fails after each restart when it has run for the next of `lives`, as often as there are any: whether the actor is
/// given up.
fn given_up(bounds: &Bounds, lives: impl IntoIterator<Item = Duration>) -> bool {
    let policy = Policy::new(restart(bounds));
    let terms = Terms {
        policy: &policy,
        resumable: Resumable::AfterErrors,
        group: None,
    };
    let (mut now, mut history) = (Instant::now(), History::default());
    for life in lives {
        now += life;
        match decide(&terms, &history, &Fault::msg("no"), now, 0) {
            Decision::Restart {
                attempt,
                delay,
                bounds,
            } => {
                history.decided();
                now += delay;
                history.restarted(attempt, bounds.within, now);
            }
            _ => return true,
        }
    }
    false
}

#[test]
fn the_defaults_are_the_same() {
    assert_eq!(restart(&Bounds::DEFAULT), Restart::DEFAULT);
}

proptest! {
    #[test]
    fn a_bound_is_reachable_if_an_endless_crash_loop_ends(
        max in 0_u32..8, within in 1_u64..60, backoff in 0_u64..4, cap in prop::option::of(4_u64..9),
    ) {
        let secs = Duration::from_secs;
        let bounds = Bounds {
            max, within: secs(within), backoff: secs(backoff), cap: cap.map(secs), jitter: 0,
        };
        let ends = given_up(&bounds, std::iter::repeat_n(Duration::ZERO, 20));
        prop_assert_eq!(bounds.reachable().is_ok(), ends);
    }

    /// Longer lives between the failures do not help.
    #[test]
    fn an_unreachable_bound_is_reached_by_no_failures(
        lives in prop::collection::vec(0_u64..70, 1..40), max in 6_u32..9,
    ) {
        let bounds = Bounds { max, ..Bounds::DEFAULT };
        prop_assert!(bounds.reachable().is_err());
        prop_assert!(!given_up(&bounds, lives.into_iter().map(Duration::from_secs)));
    }
}
