//! The tasks an actor or the system owns: timers, piped futures, `ctx.spawn`. They end with their owner.

use std::collections::HashMap;
use std::sync::Arc;

use tokio::runtime::Handle as Runtime;
use tokio::task::{AbortHandle, JoinHandle};

use crate::sync::{AtomicBool, Mutex, Ordering, lock};

/// A set of tasks, each of which takes itself out when it is done.
#[derive(Default, Clone)]
pub(crate) struct Tasks(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    closed: bool,
    next: u64,
    running: HashMap<u64, JoinHandle<()>>,
}

/// Takes a task out of its set, also when it panics or is aborted.
struct Leave {
    tasks: Tasks,
    id: u64,
    /// Set by the first of two: the one who puts the task in, and the task that ends. A task may end before it is in.
    met: Arc<AtomicBool>,
}

impl Drop for Leave {
    fn drop(&mut self) {
        if self.met.swap(true, Ordering::AcqRel) {
            let handle = lock(&self.tasks.0).running.remove(&self.id);
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
        let id = {
            let mut state = lock(&self.0);
            if state.closed {
                return None;
            }
            state.next += 1;
            state.next
        };
        let met = Arc::new(AtomicBool::new(false));
        let leave = Leave {
            tasks: self.clone(),
            id,
            met: Arc::clone(&met),
        };
        // Not under the lock: a runtime that has shut down drops the future here, which may be anybody's code.
        let handle = runtime.spawn(async move {
            let _leave = leave;
            future.await;
        });
        let abort = handle.abort_handle();
        let mut state = lock(&self.0);
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
        loop {
            let running = {
                let mut state = lock(&self.0);
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

    /// As [`end`](Self::end) where nobody can wait.
    pub(crate) fn abort_for_good(&self) {
        let running = {
            let mut state = lock(&self.0);
            state.closed = true;
            std::mem::take(&mut state.running)
        };
        running.values().for_each(JoinHandle::abort);
    }
}
