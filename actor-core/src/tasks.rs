//! The tasks an actor or the system owns: timers, piped futures, `ctx.spawn`. They end with their owner.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use tokio::runtime::Handle as Runtime;
use tokio::task::{AbortHandle, JoinHandle};

use crate::sync::{AtomicBool, Mutex, Ordering, lock};

/// A set of tasks, each of which takes itself out when it is done.
///
/// Made with the first task, as most actors start none. `None` is there for good, set by an end that came before it.
#[derive(Default)]
pub(crate) struct Tasks(OnceLock<Option<Set>>);

type Set = Arc<Mutex<State>>;

#[derive(Default)]
struct State {
    closed: bool,
    next: u64,
    running: HashMap<u64, JoinHandle<()>>,
}

/// Takes a task out of its set, also when it panics or is aborted.
struct Leave {
    set: Set,
    id: u64,
    /// Set by the first of two: the one who puts the task in, and the task that ends. A task may end before it is in.
    met: Arc<AtomicBool>,
}

impl Drop for Leave {
    fn drop(&mut self) {
        if self.met.swap(true, Ordering::AcqRel) {
            let handle = lock(&self.set).running.remove(&self.id);
            drop(handle);
        }
    }
}

impl Tasks {
    /// Runs `future` until it ends or the owner does. `None` if the owner has ended, or there is no runtime.
    pub(crate) fn spawn(
        &self,
        runtime: Option<&Runtime>,
        future: impl Future<Output = ()> + Send + 'static,
    ) -> Option<AbortHandle> {
        let runtime = runtime?;
        let set = self.0.get_or_init(|| Some(Arc::default())).as_ref()?;
        let id = {
            let mut state = lock(set);
            if state.closed {
                return None;
            }
            state.next += 1;
            state.next
        };
        let met = Arc::new(AtomicBool::new(false));
        let leave = Leave {
            set: Arc::clone(set),
            id,
            met: Arc::clone(&met),
        };
        // Not under the lock: a runtime that has shut down drops the future here, which may be anybody's code.
        let handle = runtime.spawn(async move {
            let _leave = leave;
            future.await;
        });
        let abort = handle.abort_handle();
        let mut state = lock(set);
        if state.closed {
            // The owner has ended meanwhile.
            abort.abort();
            return None;
        }
        if !met.swap(true, Ordering::AcqRel) {
            state.running.insert(id, handle);
        }
        Some(abort)
    }

    /// Ends all tasks and waits until they are gone. With `for_good` no new ones are taken.
    pub(crate) async fn end(&self, for_good: bool) {
        let Some(set) = self.set(for_good) else {
            return;
        };
        loop {
            let running = {
                let mut state = lock(set);
                state.closed |= for_good;
                std::mem::take(&mut state.running)
            };
            if running.is_empty() {
                return;
            }
            for task in running.values() {
                task.abort();
            }
            for task in running.into_values() {
                // How it ended is nobody's business any more.
                let _ = task.await;
            }
        }
    }

    /// The set, if there is one, and will be none `for_good` if not.
    fn set(&self, for_good: bool) -> Option<&Set> {
        let set = if for_good {
            Some(self.0.get_or_init(|| None))
        } else {
            self.0.get()
        };
        set?.as_ref()
    }

    /// As [`end`](Self::end) where nobody can wait.
    pub(crate) fn abort_for_good(&self) {
        let Some(set) = self.set(true) else {
            return;
        };
        let running = {
            let mut state = lock(set);
            state.closed = true;
            std::mem::take(&mut state.running)
        };
        running.values().for_each(JoinHandle::abort);
    }
}
