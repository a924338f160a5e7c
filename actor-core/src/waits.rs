//! Who waits for whom: an ask, a wait for room, for a start or for an end inside a handler is an edge, and a cycle is
//! refused.
//!
//! An actor handles one message at a time, so while its handler waits for another actor it can answer nobody. Two
//! actors waiting for each other would wait for ever. Each edge is added before the graph is walked, so of two actors
//! that begin to wait for each other at once at least one sees the other's edge.
//!
//! An edge counts until what is waited for has happened, not until the one who waits has noticed: an actor that has
//! answered may ask the asker back in the same turn. Nor does a handler that has returned without an answer keep
//! anybody waiting, whoever it left the answer to does.
//!
//! Who waits for an actor's end waits for the ends of its children as well. The actor itself does so in its end or
//! restart, and is then in no handler that could be refused: it is the one of its descendants that waits for its answer
//! that is told that there will be none.

use std::collections::HashSet;
use std::iter::{once, successors};
use std::sync::{Arc, Weak};

use crate::cell::AnyCell;
use crate::mailbox::Ticket;
use crate::sync::lock;
use crate::system::Children;
use crate::turn;

/// What an actor is waited for to do.
#[derive(Clone)]
pub(crate) enum Until {
    Starts,
    /// Lets the message with this place in the line in.
    HasRoom(Ticket),
    /// Answers a message, in the turn in which it handles it, or an order.
    Answers(Weak<dyn Due>),
    /// Restarts, for which its children end.
    Restarts(Weak<dyn Due>),
    /// Ends, and its children end.
    Ends,
}

/// What somebody waits for.
pub(crate) trait Due: Send + Sync {
    /// Whether it is still to come from the actor, which is in this turn.
    fn is_due(&self, turn: usize) -> bool;
    /// It will not come.
    fn cancel(&self);
}

impl Until {
    fn is_end(&self) -> bool {
        matches!(self, Self::Restarts(_) | Self::Ends)
    }

    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Starts, Self::Starts) | (Self::Ends, Self::Ends) => true,
            (Self::HasRoom(one), Self::HasRoom(other)) => one == other,
            (Self::Answers(one), Self::Answers(other))
            | (Self::Restarts(one), Self::Restarts(other)) => Weak::ptr_eq(one, other),
            _ => false,
        }
    }
}

/// One edge: for whom, and for what.
#[derive(Clone)]
pub(crate) struct Edge {
    whom: Arc<dyn AnyCell>,
    until: Until,
}

impl Edge {
    /// Whether what is waited for has not happened yet.
    fn is_due(&self) -> bool {
        let core = self.whom.core();
        match &self.until {
            Until::Starts => core.life.is_starting(),
            Until::HasRoom(ticket) => self.whom.is_in_line(*ticket),
            Until::Answers(due) | Until::Restarts(due) => {
                due.upgrade().is_some_and(|due| due.is_due(core.turn()))
            }
            Until::Ends => !core.life.is_over(),
        }
    }

    /// The edges that go on from here. If this is the first, it is about to be, and who waits for its children does not
    /// let anybody begin to wait for it.
    fn onward(&self, first: bool) -> Vec<Self> {
        let core = self.whom.core();
        let mut onward = lock(&core.waits).clone();
        if self.until.is_end() || !first && core.awaits_children() {
            let children = core.known_children().map(Children::list);
            onward.extend(children.into_iter().flatten().map(|whom| Self {
                whom,
                until: Until::Ends,
            }));
        }
        onward
    }
}

/// An edge of the graph, there for as long as this lives.
pub(crate) struct Waiting {
    who: Arc<dyn AnyCell>,
    edge: Edge,
}

/// Waiting would be waiting for oneself.
pub(crate) struct Cycle;

/// Notes that the actor whose turn it is, if any, waits for `whom`.
///
/// # Errors
/// [`Cycle`] if `whom` already waits for it, directly or through others, or is the same actor.
pub(crate) fn begin(
    whom: &Arc<dyn AnyCell>,
    until: impl FnOnce() -> Until,
) -> Result<Option<Waiting>, Cycle> {
    let Some(who) = turn::current() else {
        return Ok(None);
    };
    let target = who.core().uid;
    if target == whom.core().uid {
        return Err(Cycle);
    }
    let edge = Edge {
        whom: Arc::clone(whom),
        until: until(),
    };
    lock(&who.core().waits).push(edge.clone());
    let waiting = Waiting { who, edge };
    if leads_to(&waiting.edge, target) {
        Err(Cycle)
    } else {
        Ok(Some(waiting))
    }
}

/// Has `parent`, which waits for the ends of its children from now on, keep none of them waiting for its answer.
pub(crate) fn release_children(parent: &dyn AnyCell, children: &[Arc<dyn AnyCell>]) {
    let first: Vec<_> = children
        .iter()
        .map(|child| Edge {
            whom: Arc::clone(child),
            until: Until::Ends,
        })
        .collect();
    while let Some(way) = way_to(first.clone(), parent.core().uid) {
        // Its mailbox is shut, so for its room nobody waits; and who wanted to wait for its end was refused.
        let Some(Until::Answers(due)) = way.first().map(|last| &last.until) else {
            break;
        };
        if way.iter().all(Edge::is_due)
            && let Some(due) = due.upgrade()
        {
            due.cancel();
        }
    }
}

/// Whether one who waits by `first` waits for `target`.
fn leads_to(first: &Edge, target: u64) -> bool {
    if !first.until.is_end() && lock(&first.whom.core().waits).is_empty() {
        // The usual case, without a list being made.
        return false;
    }
    // The edges are not all read at the same moment. What is no more due never is again, so if all of a way still are
    // when the way is known, they were all there at once. If not, somebody has got on meanwhile: look again.
    while let Some(way) = way_to(vec![first.clone()], target) {
        if way.iter().all(Edge::is_due) {
            return true;
        }
    }
    false
}

/// A way over edges that are due, from one of the first to `target`, the last edge first.
fn way_to(first: Vec<Edge>, target: u64) -> Option<Vec<Edge>> {
    let mut known = HashSet::new();
    // Each edge, and the number of the one before it.
    let mut steps: Vec<(Edge, Option<usize>)> = Vec::new();
    let mut next = (first, None);
    for at in 0.. {
        let (edges, before) = next;
        for edge in edges.into_iter().filter(Edge::is_due) {
            let uid = edge.whom.core().uid;
            if uid == target {
                let way_back = successors(before, |&at: &usize| steps[at].1);
                let way_back = way_back.map(|at| steps[at].0.clone());
                return Some(once(edge.clone()).chain(way_back).collect());
            }
            if known.insert((uid, edge.until.is_end())) {
                steps.push((edge, before));
            }
        }
        let (edge, before) = steps.get(at)?;
        next = (edge.onward(before.is_none()), Some(at));
    }
    None
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut waits = lock(&self.who.core().waits);
        if let Some(at) = waits.iter().rposition(|edge| {
            Arc::ptr_eq(&edge.whom, &self.edge.whom) && edge.until.is_same(&self.edge.until)
        }) {
            let edge = waits.swap_remove(at);
            drop(waits);
            drop(edge);
        }
    }
}
