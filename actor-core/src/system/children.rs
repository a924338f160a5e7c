//! The children of an actor, or the top-level actors of a system: by name, and in the order of their spawning.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use crate::cell::AnyCell;
use crate::path::{ActorPath, NameKey};
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
    by_name: HashMap<NameKey, u64>,
    /// By the actors' own numbers, which grow with each spawn.
    in_order: BTreeMap<u64, Arc<dyn AnyCell>>,
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
        let path = cell.core().path.clone();
        let mut shard = lock(self.shard(path.name()));
        if shard.closed {
            return Err(NotAdded::Closed);
        }
        if let Some(uid) = shard.by_name.get(path.name())
            && let Some(holder) = shard.in_order.get(uid)
        {
            return Err(NotAdded::Taken(Arc::clone(holder)));
        }
        shard.by_name.insert(NameKey(path), cell.core().uid);
        shard.in_order.insert(cell.core().uid, cell);
        Ok(())
    }

    pub(crate) fn remove(&self, uid: u64, path: &ActorPath) {
        let mut shard = lock(self.shard(path.name()));
        if let Some(cell) = shard.in_order.remove(&uid) {
            shard.by_name.remove(path.name());
            drop(shard);
            drop(cell);
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<Arc<dyn AnyCell>> {
        let shard = lock(self.shard(name));
        let uid = shard.by_name.get(name)?;
        shard.in_order.get(uid).map(Arc::clone)
    }

    /// All, whatever their state; those of one shard in the order of their spawning.
    pub(crate) fn list(&self) -> Vec<Arc<dyn AnyCell>> {
        let mut all = Vec::new();
        for shard in &self.shards {
            all.extend(lock(shard).in_order.values().map(Arc::clone));
        }
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
