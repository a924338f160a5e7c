//! The deadline of asks that do not name one: coarse, and so all but free.
//!
//! A timer of the runtime for every ask would cost a third of the ask, to be cancelled almost always. Here an ask that
//! has to wait puts itself on a list and takes itself off again; a task walks the lists ten times per timeout, for as
//! long as somebody is on one. A deadline so fires up to a tenth late, and never early.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Handle as Runtime;
use tokio::task::AbortHandle;
use tokio::time::sleep;

use crate::sync::{AtomicBool, AtomicUsize, Mutex, Ordering, lock};
use crate::system::ActorSystem;

/// Lists are spread over so many locks; a thread keeps to one of them.
const SHARDS: usize = 16;

/// Walks per timeout.
const STEPS: u32 = 10;

/// What can run out of time.
pub(crate) trait Expire: Send + Sync {
    fn expire(&self);
    /// Time does not pass, or not any more.
    fn cut_off(&self);
}

/// Has `what` expire after `timeout` on the clock of `system`, exactly, until the handle is used. For who waits on a
/// thread that may have no runtime: a timer polled there would panic once the runtime shuts down.
pub(crate) fn after(
    what: Arc<dyn Expire>,
    timeout: Duration,
    system: &ActorSystem,
) -> Option<AbortHandle> {
    /// Dropped with the task, it cuts off what has not expired.
    struct Due(Arc<dyn Expire>);

    impl Drop for Due {
        fn drop(&mut self) {
            self.0.cut_off();
        }
    }

    let due = Due(what);
    system.tasks().spawn(clock(system).as_ref(), async move {
        sleep(timeout).await;
        due.0.expire();
    })
}

/// The runtime that counts the time of asks: the system's own, or the asker's, where the system has none because its
/// handlers are called directly by a test.
fn clock(system: &ActorSystem) -> Option<Runtime> {
    let own = system.runtime().cloned();
    own.or_else(|| Runtime::try_current().ok())
}

pub(crate) struct Deadlines {
    shards: [Mutex<Shard>; SHARDS],
    /// Walks so far.
    step: AtomicUsize,
    walking: AtomicBool,
}

/// A list whose places are used again.
#[derive(Default)]
struct Shard {
    places: Vec<Option<Entry>>,
    free: Vec<usize>,
}

struct Entry {
    since: usize,
    what: Arc<dyn Expire>,
}

/// A place on a list, to be given back.
pub(crate) struct Deadline {
    shard: usize,
    place: usize,
}

impl Deadlines {
    pub(crate) fn new() -> Self {
        Self {
            shards: std::array::from_fn(|_| Mutex::default()),
            step: AtomicUsize::new(0),
            walking: AtomicBool::new(false),
        }
    }

    /// Has `what` expire `timeout` from now, or up to a tenth later. The timeout is the system's, always the same.
    pub(crate) fn add(
        &self,
        what: Arc<dyn Expire>,
        timeout: Duration,
        system: &ActorSystem,
    ) -> Deadline {
        let at = shard_of_thread();
        let entry = Entry {
            since: self.step.load(Ordering::Relaxed),
            what,
        };
        let mut shard = lock(&self.shards[at]);
        let place = match shard.free.pop() {
            Some(place) => {
                shard.places[place] = Some(entry);
                place
            }
            None => {
                shard.places.push(Some(entry));
                shard.places.len() - 1
            }
        };
        drop(shard);
        // After the entry is on its list: a walker that stops looks at the lists once more after it has said so.
        if !self.walking.load(Ordering::SeqCst) && !self.walking.swap(true, Ordering::SeqCst) {
            let walker = Walker {
                system: system.clone(),
                done: false,
            };
            let started = system.tasks().spawn(clock(system).as_ref(), async move {
                walker.walk(timeout / STEPS).await;
            });
            if started.is_none() {
                // The system has ended, or nobody has a clock: time does not pass in it.
                self.walking.store(false, Ordering::SeqCst);
                self.cut_off_all();
            }
        }
        Deadline { shard: at, place }
    }

    pub(crate) fn remove(&self, deadline: &Deadline) {
        let mut shard = lock(&self.shards[deadline.shard]);
        // An expired entry has left its place, which may have another by now only after it was given back here.
        let entry = shard.places[deadline.place].take();
        shard.free.push(deadline.place);
        drop(shard);
        drop(entry);
    }

    /// Lets expire what has been there for a whole timeout. Returns whether anything is left.
    fn step(&self) -> bool {
        let now = self.step.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
        let mut left = false;
        for shard in &self.shards {
            let mut due = Vec::new();
            for place in &mut lock(shard).places {
                match place {
                    // The first step after it came may have been at once, so it is one more than there are steps.
                    Some(entry) if now.wrapping_sub(entry.since) > STEPS as usize => {
                        due.extend(place.take());
                    }
                    Some(_) => left = true,
                    None => {}
                }
            }
            due.iter().for_each(|entry| entry.what.expire());
        }
        left
    }

    fn cut_off_all(&self) {
        for shard in &self.shards {
            let all: Vec<_> = lock(shard)
                .places
                .iter_mut()
                .filter_map(Option::take)
                .collect();
            all.iter().for_each(|entry| entry.what.cut_off());
        }
    }

    fn is_empty(&self) -> bool {
        self.shards
            .iter()
            .all(|shard| lock(shard).places.iter().all(Option::is_none))
    }
}

/// The task that walks the lists. Cut off, with the system or with its runtime, it cuts off all that is left.
struct Walker {
    system: ActorSystem,
    done: bool,
}

impl Walker {
    async fn walk(mut self, period: Duration) {
        let system = self.system.clone();
        let deadlines = system.deadlines();
        loop {
            sleep(period).await;
            if deadlines.step() {
                continue;
            }
            deadlines.walking.store(false, Ordering::SeqCst);
            // Whoever came meanwhile has either seen that and started another walker, or is seen here.
            if deadlines.is_empty() || deadlines.walking.swap(true, Ordering::SeqCst) {
                self.done = true;
                return;
            }
        }
    }
}

impl Drop for Walker {
    fn drop(&mut self) {
        if !self.done {
            let deadlines = self.system.deadlines();
            deadlines.walking.store(false, Ordering::SeqCst);
            deadlines.cut_off_all();
        }
    }
}

fn shard_of_thread() -> usize {
    // Of the process, since threads are: it deals them out evenly over the locks of every system, and tells none of
    // another.
    static NEXT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    thread_local! {
        static MINE: Cell<usize> = const { Cell::new(usize::MAX) };
    }
    MINE.with(|mine| {
        if mine.get() == usize::MAX {
            mine.set(NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed) % SHARDS);
        }
        mine.get()
    })
}
