//! Death watch: who is to be told of an actor's end.

use std::collections::HashMap;
use std::sync::Arc;

use crate::cell::AnyCell;
use crate::events::StopReason;
use crate::sync::{Mutex, lock};

/// The watchers of one actor, by their own numbers: a second watch by the same actor changes nothing.
#[derive(Default)]
pub(crate) struct Watchers(Mutex<State>);

#[derive(Default)]
enum State {
    #[default]
    None,
    #[expect(clippy::box_collection, reason = "most actors are never watched")]
    Some(Box<HashMap<u64, Arc<dyn AnyCell>>>),
    /// The actor has ended, for this reason, and told them.
    Told(StopReason),
}

impl Watchers {
    /// Adds a watcher.
    ///
    /// # Errors
    /// Why the actor ended, if it has ended already: the watcher is then to be told at once.
    pub(crate) fn add(&self, watcher: &Arc<dyn AnyCell>) -> Result<(), StopReason> {
        let mut state = lock(&self.0);
        match &mut *state {
            State::Told(reason) => return Err(*reason),
            State::Some(watchers) => {
                watchers.insert(watcher.core().uid, Arc::clone(watcher));
            }
            State::None => {
                let one = HashMap::from([(watcher.core().uid, Arc::clone(watcher))]);
                *state = State::Some(Box::new(one));
            }
        }
        Ok(())
    }

    /// The watchers, who do not watch any more; others may come.
    #[cfg(feature = "remote")]
    pub(crate) fn drain(&self) -> Vec<Arc<dyn AnyCell>> {
        let mut state = lock(&self.0);
        let State::Some(watchers) = &mut *state else {
            return Vec::new();
        };
        let watchers = std::mem::take(watchers);
        *state = State::None;
        drop(state);
        sorted(*watchers)
    }

    pub(crate) fn remove(&self, watcher: u64) {
        if let State::Some(watchers) = &mut *lock(&self.0) {
            watchers.remove(&watcher);
        }
    }

    /// The watchers, in the order of their own numbers; whoever comes later finds that the actor has ended.
    pub(crate) fn take(&self, reason: StopReason) -> Vec<Arc<dyn AnyCell>> {
        let State::Some(watchers) = std::mem::replace(&mut *lock(&self.0), State::Told(reason))
        else {
            return Vec::new();
        };
        sorted(*watchers)
    }
}

fn sorted(watchers: HashMap<u64, Arc<dyn AnyCell>>) -> Vec<Arc<dyn AnyCell>> {
    let mut watchers: Vec<_> = watchers.into_values().collect();
    watchers.sort_unstable_by_key(|watcher| watcher.core().uid);
    watchers
}
