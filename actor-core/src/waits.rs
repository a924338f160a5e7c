//! Who waits for whom: an ask, a wait for room, for a start or for an end inside a handler is an edge, and a cycle is
//! refused.
//!
//! An actor handles one message at a time, so while its handler waits for another actor it can answer nobody. Two
//! actors waiting for each other would wait for ever. Each edge is added before the graph is walked, so of two actors
//! that begin to wait for each other at once at least one sees the other's edge.
//!
//! Who waits for an actor's end waits for the ends of its children as well.

use std::sync::Arc;

use crate::cell::AnyCell;
use crate::sync::lock;
use crate::system::Children;
use crate::turn;

/// What is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// That the actor gets on with its messages.
    Turn,
    /// That it ends, or restarts, and its children end.
    End,
}

/// One edge: for whom, and for what.
#[derive(Clone)]
pub(crate) struct Edge {
    whom: Arc<dyn AnyCell>,
    what: What,
}

/// An edge of the graph, there for as long as this lives.
pub(crate) struct Waiting {
    who: Arc<dyn AnyCell>,
    whom: u64,
}

/// Waiting would be waiting for oneself.
pub(crate) struct Cycle;

/// Notes that the actor whose turn it is, if any, waits for `whom`.
///
/// # Errors
/// [`Cycle`] if `whom` already waits for it, directly or through others, or is the same actor.
pub(crate) fn begin(whom: &Arc<dyn AnyCell>, what: What) -> Result<Option<Waiting>, Cycle> {
    let Some(who) = turn::current() else {
        return Ok(None);
    };
    let target = who.core().uid;
    if target == whom.core().uid {
        return Err(Cycle);
    }
    let edge = Edge {
        whom: Arc::clone(whom),
        what,
    };
    lock(&who.core().waits).push(edge.clone());
    let waiting = Waiting {
        who,
        whom: whom.core().uid,
    };
    if reaches(edge, target) {
        Err(Cycle)
    } else {
        Ok(Some(waiting))
    }
}

fn reaches(from: Edge, target: u64) -> bool {
    let mut open = vec![from];
    let mut seen: Vec<(u64, What)> = Vec::new();
    while let Some(Edge { whom, what }) = open.pop() {
        let core = whom.core();
        if core.uid == target {
            return true;
        }
        if seen.contains(&(core.uid, what)) {
            continue;
        }
        seen.push((core.uid, what));
        open.extend(lock(&core.waits).iter().cloned());
        if what == What::End {
            let children = core
                .known_children()
                .map(Children::list)
                .unwrap_or_default();
            open.extend(children.into_iter().map(|whom| Edge { whom, what }));
        }
    }
    false
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut waits = lock(&self.who.core().waits);
        if let Some(at) = waits
            .iter()
            .rposition(|edge| edge.whom.core().uid == self.whom)
        {
            let edge = waits.swap_remove(at);
            drop(waits);
            drop(edge);
        }
    }
}
