//! The supervisor of one group: it collects what fails, and restarts or gives up the members, one action at a time.
//!
//! It is no actor. While nothing fails it is but data that the members share; an action runs as a task.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::group::{Action, Affected, Group, GroupEnd, GroupRestart, OwnRestart, decide_group};
use super::window::Intensity;
use super::{Decision, Strategy};
use crate::cell::{AnyCell, order_stop_for};
use crate::events::{EscalationReason, EventKind, StopReason};
use crate::fault::Fault;
use crate::life::Ack;
use crate::lifecycle::{State, StopMode};
use crate::mailbox::Command;
use crate::sync::{Mutex, lock};
use crate::system::Children;
use crate::waits::{self, Edge, Until};

/// An actor's place in its group.
#[derive(Clone)]
pub(crate) struct Member {
    pub(crate) supervisor: Arc<Supervisor>,
    /// The place in the order of declaration, or of spawning.
    pub(crate) order: u64,
}

/// One failure of one incarnation of a member, with what the member's own policy decided.
pub(crate) struct Failure {
    pub(crate) cell: Arc<dyn AnyCell>,
    pub(crate) order: u64,
    pub(crate) incarnation: u64,
    pub(crate) fault: Fault,
    pub(crate) decision: Decision,
}

pub(crate) struct Supervisor {
    name: Arc<str>,
    group: Group,
    members: Members,
    state: Mutex<Acting>,
}

enum Members {
    /// Those that were declared, as they come and go.
    Declared(Mutex<BTreeMap<u64, Weak<dyn AnyCell>>>),
    /// The children of an actor, in the order of their spawning.
    ChildrenOf(Weak<dyn AnyCell>),
}

#[derive(Default)]
struct Acting {
    /// Reported, and not dealt with.
    failures: Vec<Failure>,
    /// An action is under way, and looks at the failures when it is done.
    busy: bool,
    /// Whom the action waits for.
    awaits: Option<Awaits>,
    restarts: Intensity,
}

type Concerned = Arc<[Arc<dyn AnyCell>]>;

/// A wait of a supervisor for one member.
struct Awaits {
    member: Edge,
    /// All whom the action concerns: none of them gets on before that member.
    concerned: Concerned,
    /// They are to end, also those that still run.
    gives_up: bool,
}

impl Failure {
    /// Whether it is still the failure of the incarnation that waits for a decision: nobody has restarted, reinstated
    /// or stopped it meanwhile.
    fn stands(&self) -> bool {
        let core = self.cell.core();
        core.incarnation() == self.incarnation && core.state() == State::Suspended
    }

    fn is_over(&self) -> bool {
        is_over(&self.cell)
    }
}

impl Supervisor {
    pub(crate) fn of_declared(name: Arc<str>, group: Group) -> Arc<Self> {
        Self::new(name, group, Members::Declared(Mutex::default()))
    }

    pub(crate) fn of_children(parent: &Arc<dyn AnyCell>, group: Group) -> Arc<Self> {
        let name = parent.core().path.to_string().into();
        Self::new(name, group, Members::ChildrenOf(Arc::downgrade(parent)))
    }

    fn new(name: Arc<str>, group: Group, members: Members) -> Arc<Self> {
        Arc::new(Self {
            name,
            group,
            members,
            state: Mutex::default(),
        })
    }

    pub(crate) fn strategy(&self) -> Strategy {
        self.group.strategy
    }

    /// Adds a declared member, in the place of one that stood there before.
    pub(crate) fn add(&self, order: u64, cell: &Arc<dyn AnyCell>) {
        if let Members::Declared(members) = &self.members {
            lock(members).insert(order, Arc::downgrade(cell));
        }
    }

    /// The members that live, in their order.
    fn members(&self) -> Vec<(u64, Arc<dyn AnyCell>)> {
        let mut all: Vec<(u64, Arc<dyn AnyCell>)> = match &self.members {
            Members::Declared(members) => lock(members)
                .iter()
                .filter_map(|(order, cell)| Some((*order, cell.upgrade()?)))
                .collect(),
            Members::ChildrenOf(parent) => {
                let parent = parent.upgrade();
                let children = parent.as_ref().and_then(|it| it.core().known_children());
                let cells = children.map(Children::list).unwrap_or_default();
                cells.into_iter().map(|it| (it.core().uid, it)).collect()
            }
        };
        all.retain(|(_, cell)| !is_over(cell));
        all
    }

    /// Whether the group acts on this, so that the member waits, suspended, for what comes of it.
    pub(crate) fn concerns(&self, decision: &Decision) -> bool {
        decide_group(self.group.strategy, decision) != Action::Own
    }

    /// Takes a failure that concerns the group. Whoever reports is suspended.
    pub(crate) fn report(self: &Arc<Self>, failure: Failure) {
        let system = failure.cell.core().system.clone();
        {
            let mut acting = lock(&self.state);
            acting.failures.push(failure);
            if std::mem::replace(&mut acting.busy, true) {
                drop(acting);
                return self.look_again();
            }
        }
        let mut acts = Acts(Some(Arc::clone(self)));
        // Of the system, not of the parent, whose tasks end when it restarts.
        system.tasks().spawn(system.runtime(), async move {
            while let Some(this) = &acts.0 {
                match this.next() {
                    Some(failure) => this.act(failure).await,
                    None => acts.0 = None,
                }
            }
        });
    }

    /// The next failure that still stands. `None` ends the task, and the next report starts another.
    fn next(&self) -> Option<Failure> {
        let mut acting = lock(&self.state);
        while !acting.failures.is_empty() {
            let failure = acting.failures.remove(0);
            if failure.stands() {
                return Some(failure);
            }
        }
        acting.busy = false;
        None
    }

    async fn act(&self, failure: Failure) {
        let strategy = self.group.strategy;
        match (decide_group(strategy, &failure.decision), failure.decision) {
            (
                Action::Restart(affected),
                Decision::Restart {
                    attempt,
                    delay,
                    bounds,
                },
            ) => {
                if !self.may_restart() {
                    return self.give_up(failure, GroupEnd::IntensityExceeded).await;
                }
                let own = OwnRestart { attempt, bounds };
                self.restart(failure, affected, delay, own).await;
            }
            (Action::GiveUp(why), _) => self.give_up(failure, why).await,
            // A group is told only of what concerns it.
            (Action::Own | Action::Restart(_), _) => {}
        }
    }

    fn may_restart(&self) -> bool {
        let Some((max, within)) = self.group.intensity else {
            return true;
        };
        lock(&self.state)
            .restarts
            .one_more(max, within, Instant::now())
    }

    // === A restart of the group ===

    async fn restart(&self, failure: Failure, affected: Affected, wait: Duration, own: OwnRestart) {
        if !wait.is_zero() {
            sleep(wait).await;
        }
        // Its failure decides still if it ended meanwhile: the others were to be restarted on account of it. Not if
        // somebody took it in hand.
        if !failure.stands() && !failure.is_over() {
            return;
        }
        let affected = self.affected(&failure, affected);
        let concerned: Concerned = affected.iter().map(|(_, cell)| Arc::clone(cell)).collect();
        let mut down = Vec::new();
        for (order, cell) in affected.into_iter().rev() {
            self.cover(&cell, &failure);
            let restart = GroupRestart {
                supervisor: Arc::clone(&self.name),
                fault: failure.fault.clone(),
                own: (order == failure.order).then_some(own),
            };
            let (ack, is_down) = Ack::new(false);
            self.awaits(&cell, Until::Restarts(is_down.due()), &concerned, false);
            if ordered(&cell, Command::TearDown(Box::new(restart), ack), is_down).await {
                // What it reported while it was on its way down is covered as well.
                self.cover(&cell, &failure);
                down.push(cell);
            }
        }
        for cell in down.into_iter().rev() {
            let (ack, has_started) = Ack::new(false);
            self.awaits(&cell, Until::Obeys(has_started.due()), &concerned, false);
            // One that does not start again has reported that, and is dealt with when this is done.
            ordered(&cell, Command::StartAgain(ack), has_started).await;
        }
        self.set_wait(None);
    }

    /// Whom the restart concerns, in their order. A member declared before the one that failed, which failed as well
    /// while that was waited for, moves the beginning of the rest there.
    fn affected(&self, failure: &Failure, affected: Affected) -> Vec<(u64, Arc<dyn AnyCell>)> {
        let from = match affected {
            Affected::All => 0,
            Affected::FromTheFailed => {
                let acting = lock(&self.state);
                let others = acting.failures.iter().filter(|other| other.stands());
                let restarts = others.filter(|it| matches!(it.decision, Decision::Restart { .. }));
                let first = restarts.map(|it| it.order).min();
                first.map_or(failure.order, |first| first.min(failure.order))
            }
        };
        let mut all = self.members();
        all.retain(|(order, _)| *order >= from);
        all
    }

    /// Strikes out what an affected member has reported itself, and says so.
    fn cover(&self, cell: &Arc<dyn AnyCell>, cause: &Failure) {
        let covered: Vec<Failure> = {
            let mut acting = lock(&self.state);
            let all = std::mem::take(&mut acting.failures).into_iter();
            let (of_it, others) = all.partition(|it| Arc::ptr_eq(&it.cell, cell));
            acting.failures = others;
            of_it
        };
        for failure in covered {
            if failure.incarnation == cell.core().incarnation() && !Arc::ptr_eq(cell, &cause.cell) {
                cell.core().publish(EventKind::FailureCovered {
                    fault: failure.fault,
                    supervisor: Arc::clone(&self.name),
                });
            }
        }
    }

    // === Its end ===

    /// Stops all members, and says once that nobody brings them back.
    async fn give_up(&self, failure: Failure, why: GroupEnd) {
        let (own, siblings, reason) = match why {
            GroupEnd::Escalated => (
                StopReason::SupervisorEscalated,
                StopReason::SupervisorEscalated,
                EscalationReason::SupervisorEscalated,
            ),
            GroupEnd::MaxRestartsExceeded => (
                StopReason::MaxRestartsExceeded,
                StopReason::SupervisorMaxRestartsExceeded,
                EscalationReason::MaxRestartsExceeded,
            ),
            GroupEnd::IntensityExceeded => (
                StopReason::SupervisorMaxRestartsExceeded,
                StopReason::SupervisorMaxRestartsExceeded,
                EscalationReason::IntensityExceeded,
            ),
        };
        let members = self.members().into_iter().map(|(_, cell)| cell);
        let members: Concerned = members.collect();
        for cell in members.iter().rev() {
            self.cover(cell, &failure);
            let reason = if Arc::ptr_eq(cell, &failure.cell) {
                own
            } else {
                siblings
            };
            self.awaits(cell, Until::Ends, &members, true);
            order_stop_for(&**cell, StopMode::Now, reason, Some(failure.fault.clone()));
            cell.core().life.ended().await;
        }
        self.set_wait(None);
        failure.cell.core().publish(EventKind::ActorEscalated {
            fault: failure.fault,
            reason,
            supervisor: Some(Arc::clone(&self.name)),
        });
    }
}

// === Whom it waits for ===

impl Supervisor {
    /// Waits for this member from now on.
    fn awaits(
        &self,
        member: &Arc<dyn AnyCell>,
        until: Until,
        concerned: &Concerned,
        gives_up: bool,
    ) {
        self.set_wait(Some(Awaits {
            member: Edge::new(member, until),
            concerned: Arc::clone(concerned),
            gives_up,
        }));
        self.look_again();
    }

    fn set_wait(&self, wait: Option<Awaits>) {
        let before = std::mem::replace(&mut lock(&self.state).awaits, wait);
        drop(before);
    }

    fn wait(&self) -> Option<(Edge, Concerned)> {
        let acting = lock(&self.state);
        let awaits = acting.awaits.as_ref()?;
        Some((awaits.member.clone(), Arc::clone(&awaits.concerned)))
    }

    /// Lets go of those who wait for a member that is held, where the one it waits for is kept waiting by that. To be
    /// called when it begins to wait, and when another member is held from now on.
    pub(crate) fn look_again(&self) {
        let Some((member, concerned)) = self.wait() else {
            return;
        };
        if !waits::leads_on(&member) {
            return;
        }
        let held: Vec<_> = {
            let acting = lock(&self.state);
            let reported = acting.failures.iter().map(|failure| &failure.cell);
            concerned.iter().chain(reported).cloned().collect()
        };
        held.iter().for_each(|cell| cell.core().life.look_again());
        waits::release(&[member], |cell| {
            cell.core().is_held() && held.iter().any(|it| Arc::ptr_eq(it, cell))
        });
    }

    /// Has `cell` wait for what this supervisor waits for, and so for whom: unless it is free to go on, or it is the one.
    pub(crate) fn has_wait(&self, cell: &Arc<dyn AnyCell>) -> Option<Edge> {
        let acting = lock(&self.state);
        let awaits = acting.awaits.as_ref()?;
        let is_one = |it: &Arc<dyn AnyCell>| Arc::ptr_eq(it, cell);
        let is_concerned = awaits.concerned.iter().any(is_one);
        let waits = if cell.core().is_held() {
            is_concerned || acting.failures.iter().any(|it| is_one(&it.cell))
        } else {
            is_concerned && awaits.gives_up && !is_over(cell)
        };
        (waits && !awaits.member.is_to(cell)).then(|| awaits.member.clone())
    }
}

fn is_over(cell: &Arc<dyn AnyCell>) -> bool {
    matches!(cell.core().state(), State::Stopping | State::Stopped)
}

/// Gives an order and waits for what becomes of it. One who ended in the meantime does not take orders any more: what
/// is left on its lane is dropped here, and so answered.
async fn ordered(
    cell: &Arc<dyn AnyCell>,
    command: Command,
    answer: crate::life::Acked<bool>,
) -> bool {
    let core = cell.core();
    core.order(command);
    if core.life.is_over() {
        while core.control.take().is_some() {}
    }
    answer.await
}

/// The task of a supervisor. Cut off, as by the end of the system, it leaves nobody to believe that it acts.
struct Acts(Option<Arc<Supervisor>>);

impl Drop for Acts {
    fn drop(&mut self) {
        if let Some(cut_off) = &self.0 {
            let mut acting = lock(&cut_off.state);
            acting.busy = false;
            let left = (std::mem::take(&mut acting.failures), acting.awaits.take());
            drop(acting);
            drop(left);
        }
    }
}
