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
//! Nor does it wait any more itself, though it may have left what it waited for to a task or to another handler: an
//! edge belongs to the turn in which it was noted, and whoever polls what waits looks whether that is where it is. So
//! a handler that stops to poll something, and goes on, is seen to wait for it until its end, or until it is polled
//! elsewhere.
//!
//! Who waits for an actor's end waits for the ends of its children as well. The actor itself does so in its end or
//! restart, and is then in no handler that could be refused: it is the one of its descendants that waits for its answer
//! that is told that there will be none.

use std::collections::HashSet;
use std::future::poll_fn;
use std::iter::{once, successors};
use std::pin::pin;
use std::sync::{Arc, Weak};
use std::task::Poll;

use crate::cell::AnyCell;
use crate::lifecycle::State;
use crate::mailbox::Ticket;
use crate::places::Places;
use crate::sync::lock;
use crate::system::Children;
use crate::turn;

/// What an actor is waited for to do.
#[derive(Clone)]
pub(crate) enum Until {
    Starts,
    /// Lets the message with this place in the line in.
    HasRoom(Ticket),
    /// Answers a message, in the turn in which it handles it.
    Answers(Weak<dyn Due>),
    /// Obeys an order, for which it waits for nobody.
    Obeys(Weak<dyn Due>),
    /// Restarts, for which its children end.
    Restarts(Weak<dyn Due>),
    /// Runs, be it as it is or after a restart.
    Runs,
    /// Ends, and its children end.
    Ends,
}

/// What somebody waits for.
pub(crate) trait Due: Send + Sync {
    /// Whether it is still to come from the actor, which is in this turn.
    fn is_due(&self, turn: usize) -> bool;
    /// It will not come, so from now on it is not due.
    fn cancel(&self);
}

impl Until {
    fn is_end(&self) -> bool {
        matches!(self, Self::Restarts(_) | Self::Ends)
    }

    /// Whether it is the actor's own life that is waited for, and nothing that is sent to it.
    fn is_of_life(&self) -> bool {
        matches!(
            self,
            Self::Starts | Self::Runs | Self::Restarts(_) | Self::Ends
        )
    }
}

/// One edge: for whom, and for what.
#[derive(Clone)]
pub(crate) struct Edge {
    whom: Arc<dyn AnyCell>,
    until: Until,
}

/// The edges that begin at one actor.
#[derive(Default)]
pub(crate) struct Edges(Places<(usize, Edge)>);

impl Edges {
    /// Those of this turn. What an earlier turn waited for is left behind, and whoever goes on with it notes it anew.
    fn of_turn(&self, turn: usize) -> Vec<Edge> {
        let all = self.0.iter();
        let now = all.filter(|(since, _)| *since == turn);
        now.map(|(_, edge)| edge.clone()).collect()
    }
}

impl Edge {
    /// Whether what is waited for has not happened yet.
    fn is_due(&self) -> bool {
        let core = self.whom.core();
        match &self.until {
            Until::Starts => !core.life.is_past_start(),
            Until::HasRoom(ticket) => self.whom.is_in_line(*ticket),
            Until::Answers(due) | Until::Obeys(due) | Until::Restarts(due) => {
                due.upgrade().is_some_and(|due| due.is_due(core.turn()))
            }
            Until::Runs => core.state() != State::Running && !core.life.is_over(),
            Until::Ends => !core.life.is_over(),
        }
    }

    /// What is waited for, where that is the answer to a message.
    fn answer(&self) -> Option<Arc<dyn Due>> {
        match &self.until {
            Until::Answers(due) => due.upgrade(),
            _ => None,
        }
    }

    /// Whether who is waited for waits for its children in turn, as it does when it stops them.
    ///
    /// That does not count for a message or an order that is about to be sent, the edge of which is the `first`: it will
    /// be refused.
    fn leads_to_children(&self, first: bool) -> bool {
        let refused = first && !self.until.is_of_life();
        self.until.is_end() || !refused && self.whom.core().awaits_children()
    }

    /// The edges that go on from here: whatever the one who is waited for waits for itself, in its present turn.
    fn onward(&self, first: bool) -> Vec<Self> {
        let core = self.whom.core();
        let mut onward = lock(&core.waits).of_turn(core.turn());
        if self.leads_to_children(first) {
            let children = core.known_children().map(Children::list);
            onward.extend(children.into_iter().flatten().map(|whom| Self {
                whom,
                until: Until::Ends,
            }));
        }
        onward
    }
}

/// An edge of the graph, there for as long as this lives and the turn goes on in which it was noted.
pub(crate) struct Waiting {
    who: Arc<dyn AnyCell>,
    turn: usize,
    place: u32,
    /// It waits for the actor to start or to run, which may itself begin to wait for its children.
    may_be_refused_yet: bool,
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
    let Some(who) = turn::about_to_wait() else {
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
    let first = edge.clone();
    let turn = who.core().turn();
    let may_be_refused_yet = matches!(first.until, Until::Starts | Until::Runs);
    let place = lock(&who.core().waits).0.add((turn, edge));
    let waiting = Waiting {
        who,
        turn,
        place,
        may_be_refused_yet,
    };
    if leads_to(&first, target) {
        Err(Cycle)
    } else {
        Ok(Some(waiting))
    }
}

/// Has the edge be one of the actor in whose handler this is polled, if any: a future may be begun in one place and
/// awaited in another. To be called whenever a future that waits is polled and has to go on waiting.
///
/// # Errors
/// As for [`begin`].
pub(crate) fn keep(
    waiting: &mut Option<Waiting>,
    whom: &Arc<dyn AnyCell>,
    until: impl FnOnce() -> Until,
) -> Result<(), Cycle> {
    let as_it_was = match waiting {
        Some(waiting) => {
            !waiting.may_be_refused_yet
                && turn::is_of(Some(&waiting.who))
                && waiting.who.core().turn() == waiting.turn
        }
        None => turn::is_of(None),
    };
    if !as_it_was {
        *waiting = None;
        *waiting = begin(whom, until)?;
    }
    Ok(())
}

/// Waits by `future`, noting that it is `whom` who is waited for.
///
/// # Errors
/// As for [`begin`], before the future is polled or while it is.
pub(crate) async fn during<F: Future>(
    whom: &Arc<dyn AnyCell>,
    until: impl Fn() -> Until,
    future: F,
) -> Result<F::Output, Cycle> {
    let mut waiting = begin(whom, &until)?;
    let mut future = pin!(future);
    poll_fn(|cx| match future.as_mut().poll(cx) {
        Poll::Ready(output) => Poll::Ready(Ok(output)),
        Poll::Pending => match keep(&mut waiting, whom, &until) {
            Ok(()) => Poll::Pending,
            Err(cycle) => Poll::Ready(Err(cycle)),
        },
    })
    .await
}

/// Has `parent`, which waits for the ends of its children from now on, keep none of them waiting for its answer.
///
/// What else could be waited for needs no release: its mailbox is shut, so nobody waits for room in it; who wanted to wait
/// for its end was refused; and who waits for it to start or to run looks again.
pub(crate) fn release_children(parent: &dyn AnyCell, children: &[Arc<dyn AnyCell>]) {
    let first: Vec<_> = children
        .iter()
        .map(|child| Edge {
            whom: Arc::clone(child),
            until: Until::Ends,
        })
        .collect();
    let is_release =
        |edge: &Edge| edge.whom.core().uid == parent.core().uid && edge.answer().is_some();
    while let Some(way) = way_to(first.clone(), is_release) {
        if way.iter().all(Edge::is_due)
            && let Some(answer) = way.first().and_then(Edge::answer)
        {
            answer.cancel();
        }
    }
}

/// Whether one who waits by `first` waits for `target`.
fn leads_to(first: &Edge, target: u64) -> bool {
    if !first.leads_to_children(true) && lock(&first.whom.core().waits).0.is_empty() {
        // The usual case, without a list being made.
        return false;
    }
    // The edges are not all read at the same moment. What is no more due never is again, so if all of a way still are
    // when the way is known, they were all there at once. If not, somebody has got on meanwhile: look again. (An actor
    // that ran and failed again is due again; but who waits until it runs looks again as well, and waits on.)
    while let Some(way) = way_to(vec![first.clone()], |edge| edge.whom.core().uid == target) {
        if way.iter().all(Edge::is_due) {
            return true;
        }
    }
    false
}

/// A way over edges that are due, from one of the first to one that `is_last`; that one comes first.
fn way_to(first: Vec<Edge>, is_last: impl Fn(&Edge) -> bool) -> Option<Vec<Edge>> {
    let mut known = HashSet::new();
    // Each edge, and the number of the one before it.
    let mut steps: Vec<(Edge, Option<usize>)> = Vec::new();
    let mut next = (first, None);
    for at in 0.. {
        let (edges, before) = next;
        for edge in edges.into_iter().filter(Edge::is_due) {
            if is_last(&edge) {
                let way_back = successors(before, |&at: &usize| steps[at].1);
                let way_back = way_back.map(|at| steps[at].0.clone());
                return Some(once(edge.clone()).chain(way_back).collect());
            }
            if known.insert((edge.whom.core().uid, edge.until.is_end())) {
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
        let edge = lock(&self.who.core().waits).0.take(self.place);
        drop(edge);
    }
}
