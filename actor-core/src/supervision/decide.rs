//! The decision about one failure of one actor: a function of policy, history, fault and time.

use std::time::Duration;

use tokio::time::Instant;

use super::backoff;
use super::group::Strategy;
use super::policy::{Directive, Exhausted, Policy, Restart};
use super::window::History;
use crate::fault::Fault;

/// What is to be done about a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decision {
    Resume,
    /// Restart after `delay`. `attempt` counts from 1, over restarts that follow each other.
    Restart {
        attempt: u32,
        delay: Duration,
        bounds: Restart,
    },
    Suspend,
    Escalate,
    Stop(GiveUp),
}

/// Why an actor is not brought back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GiveUp {
    Policy,
    MaxRestartsExceeded,
}

/// After what failures an actor may go on as if nothing had happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Resumable {
    /// After none: it was its start that failed.
    Never,
    /// Half a change may have been made when a panic cut the handler off.
    AfterErrors,
    /// By the actor's own word its state survives a panic.
    Always,
}

/// What holds for an actor that fails.
pub(crate) struct Terms<'a> {
    pub(crate) policy: &'a Policy,
    pub(crate) resumable: Resumable,
    /// The strategy of the group it is in.
    pub(crate) group: Option<Strategy>,
}

/// Decides about `fault`.
pub(crate) fn decide(
    terms: &Terms<'_>,
    history: &History,
    fault: &Fault,
    now: Instant,
    random: u32,
) -> Decision {
    let may_resume = match terms.resumable {
        Resumable::Never => false,
        Resumable::AfterErrors => !fault.is_panic(),
        Resumable::Always => true,
    };
    match terms.policy.directive_for(fault) {
        Directive::Resume if may_resume => Decision::Resume,
        Directive::Resume => restart(&Restart::DEFAULT, history, now, random),
        Directive::Restart(bounds) => restart(&bounds, history, now, random),
        Directive::Stop => Decision::Stop(GiveUp::Policy),
        // The next above is the group, which restarts: within the bounds of the one that escalates.
        Directive::Escalate if terms.group.is_some_and(Strategy::restarts_as_one) => {
            restart(&terms.policy.restart(), history, now, random)
        }
        Directive::Escalate => Decision::Escalate,
        Directive::Suspend => Decision::Suspend,
    }
}

fn restart(bounds: &Restart, history: &History, now: Instant, random: u32) -> Decision {
    if history.within(bounds.within, now) < bounds.max {
        let attempt = history.streak(bounds.within, now).saturating_add(1);
        let delay = backoff::delay(bounds, attempt, random);
        return Decision::Restart {
            attempt,
            delay,
            bounds: *bounds,
        };
    }
    match bounds.on_exhausted {
        Exhausted::Stop => Decision::Stop(GiveUp::MaxRestartsExceeded),
        Exhausted::Suspend => Decision::Suspend,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::fault::Panic;
    use crate::supervision::Strategy;

    const S: Duration = Duration::from_secs(1);

    fn failure() -> Fault {
        Fault::msg("no")
    }

    fn panic() -> Fault {
        Fault::from_panic(Box::new("no"))
    }

    fn terms(policy: &Policy) -> Terms<'_> {
        Terms {
            policy,
            resumable: Resumable::AfterErrors,
            group: None,
        }
    }

    fn decided(policy: &Policy, history: &History, now: Instant) -> Decision {
        decide(&terms(policy), history, &failure(), now, 0)
    }

    /// Fails at once after each restart, until the decision is no restart: when, and what then.
    fn crash_loop(policy: &Policy) -> (Vec<Duration>, Option<Decision>) {
        let start = Instant::now();
        let (mut now, mut history, mut restarts) = (start, History::default(), Vec::new());
        for _ in 0..20 {
            match decided(policy, &history, now) {
                Decision::Restart {
                    attempt,
                    delay,
                    bounds,
                } => {
                    history.decided();
                    now += delay;
                    history.restarted(attempt, bounds.within, now);
                    restarts.push(now - start);
                }
                other => return (restarts, Some(other)),
            }
        }
        (restarts, None)
    }

    #[test]
    fn a_crash_loop_ends_at_the_bound() {
        let given_up = Some(Decision::Stop(GiveUp::MaxRestartsExceeded));
        assert_eq!(
            crash_loop(&Policy::default()),
            (vec![S, 3 * S, 7 * S], given_up)
        );
        let wider = Policy::new(Restart::DEFAULT.max(5).within(60 * S));
        assert_eq!(
            crash_loop(&wider),
            (vec![S, 3 * S, 7 * S, 15 * S, 31 * S], given_up)
        );
        let none = Policy::new(Restart::DEFAULT.max(0));
        assert_eq!(crash_loop(&none), (vec![], given_up));
        let held = Policy::new(Restart::DEFAULT.max(1).on_exhausted(Exhausted::Suspend));
        assert_eq!(crash_loop(&held), (vec![S], Some(Decision::Suspend)));
    }

    #[test]
    fn the_window_slides() {
        let policy = Policy::new(
            Restart::DEFAULT
                .max(2)
                .within(10 * S)
                .backoff(Duration::ZERO),
        );
        let start = Instant::now();
        let mut history = History::default();
        let mut fail = |at: u32| {
            let now = start + at * S;
            let decision = decided(&policy, &history, now);
            if let Decision::Restart {
                bounds, attempt, ..
            } = decision
            {
                history.decided();
                history.restarted(attempt, bounds.within, now);
                return Some(attempt);
            }
            None
        };
        // One failure each 6 s never has more than two restarts behind it within 10 s.
        for at in [0, 6, 12, 18, 24] {
            assert!(fail(at).is_some(), "at {at} s");
        }
        assert_eq!(fail(25), None, "two restarts lie within the last 10 s");
        assert_eq!(fail(40), Some(1), "and none does any more");
    }

    #[test]
    fn a_crash_loop_slower_than_its_window_keeps_waiting_longer() {
        // Six restarts never lie within 30 s once the waits have grown, so this goes on, ever more slowly.
        let policy = Policy::new(Restart::DEFAULT.max(6));
        let (restarts, end) = crash_loop(&policy);
        assert_eq!(end, None);
        let waits: Vec<_> = restarts.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(
            waits.windows(2).all(|pair| pair[1] == 2 * pair[0]),
            "{waits:?}"
        );
    }

    #[test]
    fn rules_go_first_and_in_order() {
        let policy = Policy::new(Directive::Stop)
            .on::<std::num::ParseIntError>(Directive::Suspend)
            .on::<Panic>(Directive::Escalate)
            .on::<Panic>(Directive::Stop);
        let parse = Fault::from("x".parse::<u8>().expect_err("no number"));
        let now = Instant::now();
        let of = |fault: &Fault| decide(&terms(&policy), &History::default(), fault, now, 0);
        assert_eq!(of(&parse), Decision::Suspend);
        assert_eq!(of(&panic()), Decision::Escalate);
        assert_eq!(of(&failure()), Decision::Stop(GiveUp::Policy));
    }

    #[test]
    fn a_failed_start_is_never_resumed_and_a_panic_only_where_the_actor_says_so() {
        let policy = Policy::new(Directive::Resume);
        let (history, now) = (History::default(), Instant::now());
        let resumes = |resumable| {
            [failure(), panic()].map(|fault| {
                let terms = Terms {
                    resumable,
                    ..terms(&policy)
                };
                match decide(&terms, &history, &fault, now, 0) {
                    Decision::Resume => true,
                    Decision::Restart { attempt: 1, .. } => false,
                    other => panic!("{other:?}"),
                }
            })
        };
        assert_eq!(resumes(Resumable::Never), [false, false]);
        assert_eq!(resumes(Resumable::AfterErrors), [true, false]);
        assert_eq!(resumes(Resumable::Always), [true, true]);
    }

    #[test]
    fn an_escalation_is_a_restart_where_the_next_above_restarts() {
        let bounds = Restart::DEFAULT.max(1).backoff(2 * S);
        let policy = Policy::new(Directive::Escalate).bounds(bounds);
        let mut history = History::default();
        let now = Instant::now();
        let restart = Decision::Restart {
            attempt: 1,
            delay: 2 * S,
            bounds,
        };
        let table = [
            (None, Decision::Escalate),
            (Some(Strategy::OneForOne), Decision::Escalate),
            (Some(Strategy::Escalate), Decision::Escalate),
            (Some(Strategy::OneForAll), restart),
            (Some(Strategy::RestForOne), restart),
        ];
        for (group, expected) in table {
            let terms = Terms {
                group,
                ..terms(&policy)
            };
            let decided = decide(&terms, &history, &failure(), now, 0);
            assert_eq!(decided, expected, "{group:?}");
        }
        history.decided();
        let terms = Terms {
            group: Some(Strategy::OneForAll),
            ..terms(&policy)
        };
        let exhausted = Decision::Stop(GiveUp::MaxRestartsExceeded);
        assert_eq!(decide(&terms, &history, &failure(), now, 0), exhausted);
    }

    proptest! {
        /// However failures fall, no window ever holds more restarts than allowed, and none is refused before.
        #[test]
        fn no_window_holds_more_restarts_than_allowed(
            max in 0_u32..6,
            within in 1_u64..50,
            gaps in prop::collection::vec(0_u64..30, 1..60),
        ) {
            let within = Duration::from_secs(within);
            let policy = Policy::new(Restart::DEFAULT.max(max).within(within).backoff(Duration::ZERO));
            let mut now = Instant::now();
            let (mut history, mut taken) = (History::default(), Vec::<Instant>::new());
            for gap in gaps {
                now += Duration::from_secs(gap);
                let recent = taken.iter().filter(|&&at| now - at <= within).count();
                match decided(&policy, &history, now) {
                    Decision::Restart { attempt, bounds, .. } => {
                        prop_assert!(recent < max as usize);
                        prop_assert!(attempt as usize > recent);
                        history.decided();
                        history.restarted(attempt, bounds.within, now);
                        taken.push(now);
                    }
                    decision => {
                        prop_assert_eq!(decision, Decision::Stop(GiveUp::MaxRestartsExceeded));
                        prop_assert!(recent >= max as usize);
                    }
                }
            }
        }
    }
}
