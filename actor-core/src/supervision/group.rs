//! What a group does about the failure of a member: a function of its strategy and what the member's policy decided.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::decide::{Decision, GiveUp};
use super::policy::Restart;
use crate::fault::Fault;

/// Whom the failure of one member of a group concerns.
///
/// A group says so for failures that its member's own policy would answer with a restart. What the policy resumes,
/// stops or suspends stays with the member in every group.
///
/// ```
/// use actor_core::prelude::*;
/// use actor_core::{Group, Strategy};
///
/// #[actor]
/// #[derive(Default)]
/// struct Reader;
/// #[actor]
/// impl Reader {}
///
/// #[actor]
/// struct Importer;
///
/// #[actor]
/// impl Importer {
///     #[on(PreStart)]
///     async fn begin(&mut self, ctx: &mut Context<Self>) -> Result<(), SpawnError> {
///         ctx.supervise_children(Group::new(Strategy::OneForAll));
///         ctx.spawn_child_with("left", Reader::default).await?;
///         ctx.spawn_child_with("right", Reader::default).await?; // if one fails, both are restarted
///         Ok(())
///     }
/// }
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # ActorSystem::new("app").spawn("importer", Importer).await?;
/// # Ok(()) }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strategy {
    /// The one that failed alone.
    #[default]
    OneForOne,
    /// All: the group is restarted as one.
    OneForAll,
    /// The one that failed and those declared, or spawned, after it.
    RestForOne,
    /// All, and none is restarted: every member ends, and `ActorEscalated` is published.
    Escalate,
}

impl Strategy {
    /// The name, as `topology!` spells it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OneForOne => "one_for_one",
            Self::OneForAll => "one_for_all",
            Self::RestForOne => "rest_for_one",
            Self::Escalate => "escalate",
        }
    }

    /// Whether one failure restarts more than the member that failed. An escalation of such a member is one to the
    /// group, and so a restart of it.
    pub(crate) fn restarts_as_one(self) -> bool {
        matches!(self, Self::OneForAll | Self::RestForOne)
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A group of actors that a supervisor treats by one [`Strategy`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Group {
    pub(crate) strategy: Strategy,
    pub(crate) intensity: Option<(u32, Duration)>,
}

impl Group {
    /// A group of this strategy, whose restarts nothing bounds but the policies of its members.
    #[must_use]
    pub const fn new(strategy: Strategy) -> Self {
        Self {
            strategy,
            intensity: None,
        }
    }

    /// Lets the group be restarted as one at most `max` times within a sliding window, whoever failed; then it gives
    /// up. Without this, members that fail in turn restart the group for ever: each restart clears the counts of all
    /// but the one that failed.
    #[must_use]
    pub const fn intensity(mut self, max: u32, within: Duration) -> Self {
        self.intensity = Some((max, within));
        self
    }
}

impl From<Strategy> for Group {
    fn from(strategy: Strategy) -> Self {
        Self::new(strategy)
    }
}

/// What a failure of a member comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// The member alone, as its policy decided.
    Own,
    /// These are restarted.
    Restart(Affected),
    GiveUp(GroupEnd),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Affected {
    All,
    FromTheFailed,
}

/// Why a group gives up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GroupEnd {
    MaxRestartsExceeded,
    IntensityExceeded,
    Escalated,
}

/// Decides about a failure for which the member's policy decided so.
pub(crate) fn decide_group(strategy: Strategy, own: &Decision) -> Action {
    match (own, strategy) {
        (Decision::Resume | Decision::Suspend | Decision::Stop(GiveUp::Policy), _)
        | (_, Strategy::OneForOne) => Action::Own,
        (_, Strategy::Escalate) => Action::GiveUp(GroupEnd::Escalated),
        (Decision::Restart { .. }, Strategy::OneForAll) => Action::Restart(Affected::All),
        (Decision::Restart { .. }, Strategy::RestForOne) => {
            Action::Restart(Affected::FromTheFailed)
        }
        (Decision::Stop(GiveUp::MaxRestartsExceeded), _) => {
            Action::GiveUp(GroupEnd::MaxRestartsExceeded)
        }
        // Where the group restarts as one, an escalation was made a restart before it came here.
        (Decision::Escalate, _) => Action::Own,
    }
}

/// What a member is told about the restart of its group.
#[derive(Clone)]
pub(crate) struct GroupRestart {
    pub(crate) supervisor: Arc<str>,
    /// What the member failed with on whose account it is.
    pub(crate) fault: Fault,
    /// `None` for those that are restarted with the one that failed.
    pub(crate) own: Option<OwnRestart>,
}

/// The restart that the failed member's policy decided on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OwnRestart {
    pub(crate) attempt: u32,
    pub(crate) bounds: Restart,
}

#[cfg(test)]
mod tests {
    use super::*;

    use Strategy::{Escalate, OneForAll, OneForOne, RestForOne};

    #[test]
    fn every_decision_in_every_group() {
        let restart = Decision::Restart {
            attempt: 1,
            delay: Duration::ZERO,
            bounds: Restart::DEFAULT,
        };
        let exhausted = Decision::Stop(GiveUp::MaxRestartsExceeded);
        let give_up = |why| Action::GiveUp(why);
        let (all, rest) = (
            Action::Restart(Affected::All),
            Action::Restart(Affected::FromTheFailed),
        );
        let over = give_up(GroupEnd::MaxRestartsExceeded);
        let escalated = give_up(GroupEnd::Escalated);
        let own = Action::Own;
        let table = [
            (Decision::Resume, [own, own, own, own]),
            (Decision::Suspend, [own, own, own, own]),
            (Decision::Stop(GiveUp::Policy), [own, own, own, own]),
            (restart, [own, all, rest, escalated]),
            (exhausted, [own, over, over, escalated]),
            (Decision::Escalate, [own, own, own, escalated]),
        ];
        for (decision, expected) in table {
            for (strategy, action) in [OneForOne, OneForAll, RestForOne, Escalate]
                .into_iter()
                .zip(expected)
            {
                let decided = decide_group(strategy, &decision);
                assert_eq!(decided, action, "{decision:?} in {strategy}");
            }
        }
    }
}
