//! The states of an actor and what each order does in each: functions of what is given, without a clock or a lock.

use crate::mailbox::Gate;
use crate::supervision::RestartMode;

/// Where an actor is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// `pre_start` runs; nobody finds the actor.
    Starting = 0,
    Running = 1,
    /// Held after a failure: state, mailbox and stash are kept, nothing is processed.
    Suspended = 2,
    /// Torn down, or being torn down, by its group, which starts it again when all others are down as well.
    Down = 3,
    /// Torn down and not yet started again.
    Restarting = 4,
    /// Refuses new messages and comes to an end.
    Stopping = 5,
    Stopped = 6,
}

/// How an actor ends, the stronger the later: a stronger order overrides a weaker one under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum StopMode {
    /// Handle all that was accepted, then end.
    Drain,
    /// Finish the message in hand, then end.
    Now,
    /// Cut the running handler off at its next await; `post_stop` does not run.
    Kill,
}

/// What an actor is told to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    Stop(StopMode),
    Restart,
    Reinstate,
    /// By its group: to be torn down, and to wait.
    TearDown,
    /// By its group: to start again after that.
    StartAgain,
}

/// What an order does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Then {
    /// Nothing; there is nothing to do.
    Nothing,
    /// Nothing, and whoever gave the order is told that it cannot be.
    Refuse,
    /// The state changes.
    Go(State),
    /// The stop under way becomes at least as strong as this.
    Strengthen(StopMode),
}

impl State {
    pub(crate) fn from_u8(value: u8) -> Self {
        match value {
            0 => Self::Starting,
            1 => Self::Running,
            2 => Self::Suspended,
            3 => Self::Down,
            4 => Self::Restarting,
            5 => Self::Stopping,
            _ => Self::Stopped,
        }
    }

    /// Whether messages are accepted.
    pub(crate) fn gate(self) -> Gate {
        match self {
            Self::Starting | Self::Running => Gate::Open,
            Self::Suspended | Self::Down | Self::Restarting => Gate::Held,
            Self::Stopping | Self::Stopped => Gate::Closed,
        }
    }

    /// What `order` does in this state.
    pub(crate) fn on(self, order: Order) -> Then {
        match (self, order) {
            (Self::Stopped, Order::Stop(_)) => Then::Nothing,
            (Self::Stopping, Order::Stop(mode)) => Then::Strengthen(mode),
            (_, Order::Stop(_)) => Then::Go(Self::Stopping),
            (Self::Running | Self::Suspended, Order::Restart) => Then::Go(Self::Restarting),
            (_, Order::Restart) => Then::Refuse,
            (Self::Suspended, Order::Reinstate) => Then::Go(Self::Running),
            (_, Order::Reinstate) => Then::Nothing,
            (Self::Running | Self::Suspended, Order::TearDown) => Then::Go(Self::Down),
            (Self::Down, Order::StartAgain) => Then::Go(Self::Restarting),
            (_, Order::TearDown | Order::StartAgain) => Then::Refuse,
        }
    }
}

/// One step of an end or a restart. The driver carries steps out and decides none of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// Handle what was accepted.
    Drain,
    /// What was accepted and is not going to be handled becomes dead letters.
    GiveUp,
    /// Stop the children and wait for their ends.
    StopChildren,
    /// End the tasks and timers of this incarnation.
    EndTasks,
    /// The hook, unless this incarnation has had it, or never began.
    PostStop,
    /// Behaviour, stash and counters back to their beginnings.
    Reset,
    /// `ActorStopping`, of an incarnation that is to be rebuilt.
    AnnounceRebuilding,
    /// The value goes before another is made, and the messages that are not kept.
    Clear,
    /// `ActorStopped`, of an incarnation that was torn down to be rebuilt.
    AnnounceTornDown,
    /// Drop the actor's value.
    DropValue,
    /// Mailbox and stash are gone; what `post_stop` left there becomes dead letters as well.
    Dispose,
    /// Out of the tree: the name is free.
    Leave,
    /// `Terminated` to every watcher.
    TellWatchers,
    /// `ActorStopped`, and whoever waits for the end goes on.
    Announce,
}

/// The steps of an end that begins in `from`.
///
/// Only a running actor can drain: a suspended one is in no state to handle anything. A step is passed over when a
/// stronger order arrives before it (see [`skipped`]).
///
/// What is not handled is given up before the children are waited for: one of them may wait for somebody whose message
/// is among it.
pub(crate) fn steps_of_stop(from: State) -> &'static [Step] {
    use Step::{
        Announce, Dispose, Drain, DropValue, EndTasks, GiveUp, Leave, PostStop, StopChildren,
        TellWatchers,
    };
    const ALL: &[Step] = &[
        Drain,
        GiveUp,
        StopChildren,
        EndTasks,
        PostStop,
        DropValue,
        Dispose,
        Leave,
        TellWatchers,
        Announce,
    ];
    match from {
        State::Running => ALL,
        _ => &ALL[1..],
    }
}

/// The steps that take back a start that failed: as an end, but nothing was announced and nothing is.
///
/// Nobody can watch the actor but who was given its handle by `pre_start`.
pub(crate) fn steps_of_failed_start() -> &'static [Step] {
    use Step::{Dispose, DropValue, EndTasks, GiveUp, Leave, PostStop, StopChildren, TellWatchers};
    &[
        GiveUp,
        StopChildren,
        EndTasks,
        PostStop,
        DropValue,
        Dispose,
        Leave,
        TellWatchers,
    ]
}

/// The steps of an end for which there is no runtime any more to wait on, up to the announcement.
pub(crate) fn steps_without_waiting() -> &'static [Step] {
    use Step::{Dispose, DropValue, Leave, TellWatchers};
    &[DropValue, Dispose, Leave, TellWatchers]
}

/// The steps that tear an incarnation down which was in `from`, before another is started. In place, one that has failed
/// gets no `post_stop`: its value goes on. Anew, the value is about to be dropped, and is told so whatever came before.
pub(crate) fn steps_of_teardown(from: State, mode: RestartMode) -> &'static [Step] {
    use Step::{
        AnnounceRebuilding, AnnounceTornDown, Clear, EndTasks, PostStop, Reset, StopChildren,
    };
    const ANEW: &[Step] = &[
        AnnounceRebuilding,
        StopChildren,
        EndTasks,
        PostStop,
        Reset,
        Clear,
        AnnounceTornDown,
    ];
    match (from, mode) {
        (State::Running, RestartMode::InPlace) => &[StopChildren, EndTasks, PostStop, Reset, Clear],
        (_, RestartMode::InPlace) => &[StopChildren, EndTasks, Reset, Clear],
        (_, RestartMode::Anew) => ANEW,
    }
}

/// Whether a stop of this strength passes over a step.
pub(crate) fn skipped(step: Step, mode: StopMode) -> bool {
    match step {
        Step::Drain => mode > StopMode::Drain,
        Step::PostStop => mode == StopMode::Kill,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    use State::{Down, Restarting, Running, Starting, Stopped, Stopping, Suspended};

    const STATES: [State; 7] = [
        Starting, Running, Suspended, Down, Restarting, Stopping, Stopped,
    ];

    #[test]
    fn every_order_in_every_state() {
        let stop = Order::Stop(StopMode::Now);
        let strengthen = Then::Strengthen(StopMode::Now);
        let go = Then::Go;
        let (no, nothing) = (Then::Refuse, Then::Nothing);
        let table = [
            (Starting, [go(Stopping), no, nothing, no, no]),
            (
                Running,
                [go(Stopping), go(Restarting), nothing, go(Down), no],
            ),
            (
                Suspended,
                [go(Stopping), go(Restarting), go(Running), go(Down), no],
            ),
            (Down, [go(Stopping), no, nothing, no, go(Restarting)]),
            (Restarting, [go(Stopping), no, nothing, no, no]),
            (Stopping, [strengthen, no, nothing, no, no]),
            (Stopped, [nothing, no, nothing, no, no]),
        ];
        let orders = [
            stop,
            Order::Restart,
            Order::Reinstate,
            Order::TearDown,
            Order::StartAgain,
        ];
        for (state, expected) in table {
            let answers = orders.map(|order| state.on(order));
            assert_eq!(answers, expected, "{state:?}");
        }
    }

    #[test]
    fn every_way_to_end_drops_disposes_leaves_and_tells_in_this_order() {
        let order = [
            Step::DropValue,
            Step::Dispose,
            Step::Leave,
            Step::TellWatchers,
        ];
        let ways = [
            steps_of_stop(Running),
            steps_of_stop(Suspended),
            steps_of_failed_start(),
            steps_without_waiting(),
        ];
        for steps in ways {
            let at = |step| {
                steps
                    .iter()
                    .position(|&s| s == step)
                    .expect("part of every end")
            };
            assert!(order.map(at).is_sorted(), "{steps:?}");
        }
        assert!(!steps_of_failed_start().contains(&Step::Announce));
    }

    fn order() -> impl Strategy<Value = Order> {
        prop_oneof![
            Just(Order::Stop(StopMode::Drain)),
            Just(Order::Stop(StopMode::Now)),
            Just(Order::Stop(StopMode::Kill)),
            Just(Order::Restart),
            Just(Order::Reinstate),
            Just(Order::TearDown),
            Just(Order::StartAgain),
        ]
    }

    proptest! {
        /// Whatever is ordered in whatever order: a stop is for good, and it only grows stronger; until then the
        /// actor can always be stopped; and it accepts messages in no state but those of its start and its work.
        #[test]
        fn a_stop_is_for_good_and_only_grows_stronger(
            from in prop::sample::select(vec![Starting, Running, Suspended, Down, Restarting]),
            orders in prop::collection::vec(order(), 0..40),
        ) {
            let (mut state, mut mode) = (from, None);
            for order in orders {
                match state.on(order) {
                    Then::Go(to) => {
                        prop_assert!(mode.is_none(), "nothing leads out of a stop");
                        if let Order::Stop(ordered) = order {
                            prop_assert_eq!(to, Stopping);
                            mode = Some(ordered);
                        }
                        state = to;
                    }
                    Then::Strengthen(ordered) => {
                        prop_assert_eq!(state, Stopping);
                        mode = mode.max(Some(ordered));
                    }
                    Then::Refuse => prop_assert!(!matches!(order, Order::Stop(_) | Order::Reinstate)),
                    Then::Nothing => prop_assert_eq!(order, Order::Reinstate),
                }
                prop_assert_eq!(mode.is_some(), state == Stopping);
                prop_assert_eq!(state.gate() == Gate::Open, matches!(state, Starting | Running));
                prop_assert_eq!(state.gate() == Gate::Closed, state == Stopping);
            }
        }
    }

    #[test]
    fn states_survive_the_way_through_an_atomic() {
        for state in STATES {
            assert_eq!(State::from_u8(state as u8), state);
        }
    }

    #[test]
    fn every_stop_leaves_the_tree_before_it_tells_and_tells_before_it_announces() {
        for from in STATES {
            let steps = steps_of_stop(from);
            let at = |step| {
                steps
                    .iter()
                    .position(|&s| s == step)
                    .expect("part of every stop")
            };
            let order = [
                Step::StopChildren,
                Step::PostStop,
                Step::DropValue,
                Step::Dispose,
                Step::Leave,
                Step::TellWatchers,
                Step::Announce,
            ];
            assert!(order.map(at).is_sorted(), "{from:?}");
            assert_eq!(steps.contains(&Step::Drain), from == Running);
        }
    }

    #[test]
    fn a_value_that_goes_on_after_a_failure_is_not_torn_down_by_its_hook() {
        for from in [Running, Suspended] {
            for mode in [RestartMode::InPlace, RestartMode::Anew] {
                let steps = steps_of_teardown(from, mode);
                let anew = mode == RestartMode::Anew;
                assert_eq!(steps.contains(&Step::PostStop), anew || from == Running);
                assert!(steps.contains(&Step::Clear));
                assert_eq!(steps.first() == Some(&Step::AnnounceRebuilding), anew);
                assert_eq!(steps.last() == Some(&Step::AnnounceTornDown), anew);
            }
        }
    }

    #[test]
    fn a_stronger_stop_passes_over_more() {
        let table = [
            (StopMode::Drain, false, false),
            (StopMode::Now, true, false),
            (StopMode::Kill, true, true),
        ];
        for (mode, drain, hook) in table {
            assert_eq!(skipped(Step::Drain, mode), drain);
            assert_eq!(skipped(Step::PostStop, mode), hook);
            assert!(!skipped(Step::TellWatchers, mode));
        }
    }
}
