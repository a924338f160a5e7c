//! The children of an actor, or the top-level actors of a system.

use std::borrow::Borrow;
use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use crate::cell::AnyCell;
use crate::path::ActorPath;
use crate::supervision::Supervisor;
use crate::sync::{Mutex, lock};

/// Top-level actors are spread over so many locks, so that spawning and stopping them contends on none.
const SHARDS: usize = 64;

/// A name is occupied from before `pre_start` until the actor has left, whatever its state.
pub(crate) struct Children {
    shards: Box<[Mutex<Shard>]>,
    /// Where the parent treats its children as a group.
    supervisor: OnceLock<Arc<Supervisor>>,
}

#[derive(Default)]
struct Shard {
    /// No new children: the parent is stopping or being restarted.
    closed: bool,
    by_name: HashSet<ByName>,
}

/// An actor among its siblings: equal, and hashed, by its name alone.
struct ByName(Arc<dyn AnyCell>);

impl ByName {
    fn name(&self) -> &str {
        self.0.core().path.name()
    }
}

impl PartialEq for ByName {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for ByName {}

impl Hash for ByName {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl Borrow<str> for ByName {
    fn borrow(&self) -> &str {
        self.name()
    }
}

/// Why a name was not given.
pub(crate) enum NotAdded {
    Taken(Arc<dyn AnyCell>),
    Closed,
}

impl Children {
    pub(crate) fn of_system() -> Self {
        Self::new((0..SHARDS).map(|_| Mutex::default()).collect())
    }

    pub(crate) fn of_actor() -> Self {
        Self::new(Box::new([Mutex::default()]))
    }

    fn new(shards: Box<[Mutex<Shard>]>) -> Self {
        Self {
            shards,
            supervisor: OnceLock::new(),
        }
    }

    /// Treats the children as a group from now on. Returns whether they were none before.
    pub(crate) fn supervise(&self, supervisor: Arc<Supervisor>) -> bool {
        self.supervisor.set(supervisor).is_ok()
    }

    pub(crate) fn supervisor(&self) -> Option<&Arc<Supervisor>> {
        self.supervisor.get()
    }

    fn shard(&self, name: &str) -> &Mutex<Shard> {
        if let [only] = &*self.shards {
            return only;
        }
        // FNV-1a. It only spreads contention, so it need not withstand names chosen to collide; the maps do.
        let mixed = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        &self.shards[mixed as usize % self.shards.len()]
    }

    /// Takes the name of `cell` for it.
    ///
    /// # Errors
    /// If the name is taken, or the parent takes no children.
    pub(crate) fn add(&self, cell: Arc<dyn AnyCell>) -> Result<(), NotAdded> {
        let cell = ByName(cell);
        let mut shard = lock(self.shard(cell.name()));
        if shard.closed {
            return Err(NotAdded::Closed);
        }
        if let Some(ByName(holder)) = shard.by_name.get(cell.name()) {
            return Err(NotAdded::Taken(Arc::clone(holder)));
        }
        shard.by_name.insert(cell);
        Ok(())
    }

    pub(crate) fn remove(&self, uid: u64, path: &ActorPath) {
        let mut shard = lock(self.shard(path.name()));
        let holds = |holder: &ByName| holder.0.core().uid == uid;
        if shard.by_name.get(path.name()).is_some_and(holds) {
            let cell = shard.by_name.take(path.name());
            drop(shard);
            drop(cell);
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<Arc<dyn AnyCell>> {
        let shard = lock(self.shard(name));
        shard.by_name.get(name).map(|it| Arc::clone(&it.0))
    }

    /// All, whatever their state, in the order of their spawning.
    pub(crate) fn list(&self) -> Vec<Arc<dyn AnyCell>> {
        let mut all = Vec::new();
        for shard in &self.shards {
            all.extend(lock(shard).by_name.iter().map(|it| Arc::clone(&it.0)));
        }
        // Their own numbers grow with each spawn.
        all.sort_unstable_by_key(|cell| cell.core().uid);
        all
    }

    /// Takes no new children from now on.
    pub(crate) fn close(&self) {
        self.shards
            .iter()
            .for_each(|shard| lock(shard).closed = true);
    }

    /// Takes new children again: a restart has got rid of the old ones.
    pub(crate) fn reopen(&self) {
        self.shards
            .iter()
            .for_each(|shard| lock(shard).closed = false);
    }
}
