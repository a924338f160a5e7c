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
//!
//! Nor is the supervisor of a group in a handler. While it waits for one member, those that it holds wait for that one:
//! whoever is to run, to answer or to end only when that one has done its part.

use std::collections::HashSet;
use std::future::poll_fn;
use std::iter::{once, successors};
use std::mem::discriminant;
use std::pin::pin;
use std::sync::{Arc, Weak};
use std::task::Poll;

use crate::cell::AnyCell;
use crate::lifecycle::State;
use crate::mailbox::Ticket;
use crate::places::Places;
use crate::sync::{Ordering, fence, lock};
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
    /// Obeys an order, for which no child has to end.
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
    pub(crate) fn new(whom: &Arc<dyn AnyCell>, until: Until) -> Self {
        Self {
            whom: Arc::clone(whom),
            until,
        }
    }

    /// Whether it is this actor that is waited for.
    pub(crate) fn is_to(&self, cell: &Arc<dyn AnyCell>) -> bool {
        Arc::ptr_eq(&self.whom, cell)
    }

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
    /// That does not count for a message or an order that is `to_be_sent`: it will be refused.
    fn leads_to_children(&self, to_be_sent: bool) -> bool {
        let refused = to_be_sent && !self.until.is_of_life();
        self.until.is_end() || !refused && self.whom.core().awaits_children()
    }

    /// Whether who is waited for waits for its supervisor, and for whom that waits. Orders are obeyed all the same.
    fn to_supervisor(&self, to_be_sent: bool) -> Option<Self> {
        let core = self.whom.core();
        let is_held = core.is_held();
        let waits = match self.until {
            Until::Ends => true,
            Until::Runs => is_held,
            Until::HasRoom(_) | Until::Answers(_) => is_held && !to_be_sent,
            Until::Starts | Until::Obeys(_) | Until::Restarts(_) => false,
        };
        let member = waits.then(|| core.member()).flatten()?;
        member.supervisor.has_wait(&self.whom)
    }

    /// Whether no edge goes on from here.
    fn is_dead_end(&self, to_be_sent: bool) -> bool {
        let core = self.whom.core();
        let to_children = self.leads_to_children(to_be_sent) && core.known_children().is_some();
        let waits = core.known_waits();
        let waits_for_nobody = waits.is_none_or(|waits| lock(waits).0.is_empty());
        !to_children && waits_for_nobody && self.to_supervisor(to_be_sent).is_none()
    }

    /// The edges that go on from here: whatever the one who is waited for waits for itself, in its present turn.
    fn onward(&self, to_be_sent: bool) -> Vec<Self> {
        let core = self.whom.core();
        let waits = core.known_waits();
        let mut onward = waits.map_or_else(Vec::new, |waits| lock(waits).of_turn(core.turn()));
        if self.leads_to_children(to_be_sent) {
            let children = core.known_children().map(Children::list);
            let children = children.into_iter().flatten();
            onward.extend(children.map(|child| Self::new(&child, Until::Ends)));
        }
        onward.extend(self.to_supervisor(to_be_sent));
        onward
    }
}

/// An edge of the graph, there for as long as this lives and the turn goes on in which it was noted.
pub(crate) struct Waiting {
    who: Arc<dyn AnyCell>,
    turn: usize,
    place: u32,
    /// It waits for the actor to start, to run, or to end, and the actor may begin to wait for its children, or for its
    /// supervisor.
    may_be_refused_yet: bool,
}

/// Waiting would be waiting for oneself.
pub(crate) struct Cycle;

/// Notes that the actor whose turn it is, if any, waits for `whom`.
///
/// # Errors
/// [`Cycle`] if `whom` already waits for it, directly or through others, or is the same actor.
#[inline]
pub(crate) fn begin(
    whom: &Arc<dyn AnyCell>,
    until: impl FnOnce() -> Until,
) -> Result<Option<Waiting>, Cycle> {
    match turn::about_to_wait() {
        Some(who) => note(who, whom, until(), true),
        None => Ok(None),
    }
}

/// What is waited for is a message or an order that is `to_be_sent`, or it has been sent, or none is.
// Not generic, as what calls it is: each actor of a program would have a copy of it.
fn note(
    who: Arc<dyn AnyCell>,
    whom: &Arc<dyn AnyCell>,
    until: Until,
    to_be_sent: bool,
) -> Result<Option<Waiting>, Cycle> {
    let target = who.core().uid;
    if target == whom.core().uid {
        return Err(Cycle);
    }
    let edge = Edge::new(whom, until);
    let first = edge.clone();
    let turn = who.core().turn();
    let may_be_refused_yet = matches!(first.until, Until::Starts | Until::Runs | Until::Ends);
    let place = lock(who.core().waits()).0.add((turn, edge));
    // The lists of others are looked for without a lock. Of two that make theirs at once, one sees that of the other.
    fence(Ordering::SeqCst);
    let waiting = Waiting {
        who,
        turn,
        place,
        may_be_refused_yet,
    };
    if leads_to(&first, to_be_sent, target) {
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
    if is_as_it_was(waiting.as_ref()) {
        return Ok(());
    }
    *waiting = None;
    if let Some(who) = turn::about_to_wait() {
        *waiting = note(who, whom, until(), false)?;
    }
    Ok(())
}

fn is_as_it_was(waiting: Option<&Waiting>) -> bool {
    match waiting {
        Some(waiting) => {
            !waiting.may_be_refused_yet
                && turn::is_of(Some(&waiting.who))
                && waiting.who.core().turn() == waiting.turn
        }
        None => turn::is_of(None),
    }
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
    let first = children.iter().map(|child| Edge::new(child, Until::Ends));
    release(&first.collect::<Vec<_>>(), |cell| {
        cell.core().uid == parent.core().uid
    });
}

/// Has nobody whom these edges lead to wait for the answer of one who `keeps` it until they have got on.
pub(crate) fn release(first: &[Edge], keeps: impl Fn(&Arc<dyn AnyCell>) -> bool) {
    let is_release = |edge: &Edge| edge.answer().is_some() && keeps(&edge.whom);
    while let Some(way) = way_to(first.to_vec(), false, is_release) {
        if way.iter().all(Edge::is_due)
            && let Some(answer) = way.first().and_then(Edge::answer)
        {
            answer.cancel();
        }
    }
}

/// Whether whom this edge leads to is waiting, or may be.
pub(crate) fn leads_on(edge: &Edge) -> bool {
    !edge.is_dead_end(false)
}

/// Whether one who waits by `first` waits for `target`.
fn leads_to(first: &Edge, to_be_sent: bool, target: u64) -> bool {
    if first.is_dead_end(to_be_sent) {
        // The usual case, without a list being made.
        return false;
    }
    // The edges are not all read at the same moment. What is no more due never is again, so if all of a way still are
    // when the way is known, they were all there at once. If not, somebody has got on meanwhile: look again. (An actor
    // that ran and failed again is due again; but who waits until it runs looks again as well, and waits on.)
    let is_target = |edge: &Edge| edge.whom.core().uid == target;
    while let Some(way) = way_to(vec![first.clone()], to_be_sent, is_target) {
        if way.iter().all(Edge::is_due) {
            return true;
        }
    }
    false
}

/// A way over edges that are due, from one of the first to one that `is_last`; that one comes first.
fn way_to(
    first: Vec<Edge>,
    to_be_sent: bool,
    is_last: impl Fn(&Edge) -> bool,
) -> Option<Vec<Edge>> {
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
            // Where one leads to depends on what is waited for.
            if known.insert((edge.whom.core().uid, discriminant(&edge.until))) {
                steps.push((edge, before));
            }
        }
        let (edge, before) = steps.get(at)?;
        next = (edge.onward(to_be_sent && before.is_none()), Some(at));
    }
    None
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let edge = lock(self.who.core().waits()).0.take(self.place);
        drop(edge);
    }
}
