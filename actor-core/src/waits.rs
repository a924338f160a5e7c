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
//! Who waits for an actor's end waits for the ends of its children as well.

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

    /// The edges that go on from here.
    fn onward(&self) -> Vec<Self> {
        let core = self.whom.core();
        let mut onward = lock(&core.waits).clone();
        if self.until.is_end() {
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

/// Whether one who waits by `first` waits for `target`.
fn leads_to(first: &Edge, target: u64) -> bool {
    if !first.until.is_end() && lock(&first.whom.core().waits).is_empty() {
        // The usual case, without a list being made.
        return false;
    }
    // The edges are not all read at the same moment. What is no more due never is again, so if all of a way still are
    // when the way is known, they were all there at once. If not, somebody has got on meanwhile: look again.
    while let Some(way) = way_to(first, target) {
        if way.iter().all(Edge::is_due) {
            return true;
        }
    }
    false
}

/// A way from `first` to `target` over edges that are due.
fn way_to(first: &Edge, target: u64) -> Option<Vec<Edge>> {
    // Each edge, and the number of the one before it.
    let mut seen = vec![(first.clone(), None)];
    let mut at = 0;
    while let Some((edge, _)) = seen.get(at) {
        if !edge.is_due() {
            at += 1;
            continue;
        }
        if edge.whom.core().uid == target {
            let mut way = Vec::new();
            let mut step = Some(at);
            while let Some((edge, before)) = step.and_then(|at| seen.get(at)) {
                way.push(edge.clone());
                step = *before;
            }
            return Some(way);
        }
        for next in edge.onward() {
            let known = seen.iter().any(|(edge, _)| {
                edge.whom.core().uid == next.whom.core().uid && edge.until.is_same(&next.until)
            });
            if !known {
                seen.push((next, Some(at)));
            }
        }
        at += 1;
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
