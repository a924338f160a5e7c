//! The event stream: published by the actors' tasks, read by any number of subscribers at their own pace.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, PoisonError, RwLock};
use std::task::{Poll, Waker};

use super::event::SystemEvent;
use crate::sync::{AtomicBool, AtomicUsize, Mutex, Ordering, lock};

/// How many events a subscriber may be behind before it misses the oldest.
const DEFAULT_BACKLOG: usize = 65_536;

/// The system's events, by [`ActorSystem::events`](crate::ActorSystem::events).
///
/// ```
/// use actor_core::prelude::*;
/// # #[actor]
/// # #[derive(Default)]
/// # struct Till { total: u64 }
/// # #[actor]
/// # impl Till {
/// #     #[handler]
/// #     fn add(&mut self, amount: u64) -> u64 { self.total += amount; self.total }
/// # }
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use actor_core::EventKind;
///
/// let system = ActorSystem::new("shop");
/// let mut events = system.events().subscribe();
/// system.spawn("till", Till::default()).await?;
/// let event = events.recv().await.ok_or("the system has stopped")?;
/// assert_eq!(event.path, "shop/till");
/// assert!(matches!(event.kind, EventKind::ActorStarted));
/// # Ok(()) }
/// ```
#[derive(Default)]
pub struct EventStream {
    /// Looked at before anything else: most systems have no subscriber, and a transition is then not even described.
    count: AtomicUsize,
    subscribers: RwLock<Vec<Arc<Queue>>>,
    closed: AtomicBool,
}

struct Queue {
    backlog: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    events: VecDeque<SystemEvent>,
    missed: u64,
    closed: bool,
    waker: Option<Waker>,
}

impl EventStream {
    /// A subscription to all events from now on.
    #[must_use]
    pub fn subscribe(self: &Arc<Self>) -> Events {
        self.subscribe_with_backlog(DEFAULT_BACKLOG)
    }

    /// As [`subscribe`](Self::subscribe), with the number of events the subscriber may be behind before it misses the
    /// oldest. The default is 65,536.
    #[must_use]
    pub fn subscribe_with_backlog(self: &Arc<Self>, backlog: usize) -> Events {
        let queue = Arc::new(Queue {
            backlog: backlog.max(1),
            state: Mutex::default(),
        });
        let mut subscribers = self
            .subscribers
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        if self.closed.load(Ordering::Acquire) {
            lock(&queue.state).closed = true;
        } else {
            subscribers.push(Arc::clone(&queue));
            self.count.store(subscribers.len(), Ordering::Release);
        }
        drop(subscribers);
        Events {
            stream: Arc::clone(self),
            queue,
        }
    }

    pub(crate) fn has_subscribers(&self) -> bool {
        self.count.load(Ordering::Acquire) > 0
    }

    pub(crate) fn publish(&self, event: &SystemEvent) {
        // Woken and dropped when no lock is held: a waker and an error may be anybody's code.
        let (mut wakers, mut missed) = (Vec::new(), Vec::new());
        {
            let subscribers = self
                .subscribers
                .read()
                .unwrap_or_else(PoisonError::into_inner);
            for queue in subscribers.iter() {
                let mut state = lock(&queue.state);
                if state.events.len() == queue.backlog {
                    missed.extend(state.events.pop_front());
                    state.missed += 1;
                }
                state.events.push_back(event.clone());
                wakers.extend(state.waker.take());
            }
        }
        drop(missed);
        wakers.into_iter().for_each(Waker::wake);
    }

    /// Ends every subscription: each reads what it has, then `None`.
    pub(crate) fn close(&self) {
        let mut subscribers = self
            .subscribers
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        self.closed.store(true, Ordering::Release);
        self.count.store(0, Ordering::Release);
        let mut wakers = Vec::new();
        for queue in subscribers.drain(..) {
            let mut state = lock(&queue.state);
            state.closed = true;
            wakers.extend(state.waker.take());
        }
        drop(subscribers);
        wakers.into_iter().for_each(Waker::wake);
    }
}

/// A subscription to the event stream. Dropped, it ends.
///
/// A subscriber that is too far behind misses the oldest events, and [`missed`](Self::missed) says how many. Nobody
/// waits for it.
///
/// ```
/// use actor_core::prelude::*;
/// use actor_core::{DeadLetterReason, EventKind, Events};
/// # #[actor]
/// # #[derive(Default)]
/// # struct Till { total: u64 }
/// # #[actor]
/// # impl Till {
/// #     #[handler]
/// #     fn add(&mut self, amount: u64) -> u64 { self.total += amount; self.total }
/// # }
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let system = ActorSystem::new("shop");
/// let till = system.spawn("till", Till::default()).await?;
/// let mut events: Events = system.events().subscribe();
/// till.shutdown().await?;
/// till.add(1).try_tell().unwrap_err();
/// system.stop().await?;
/// while let Some(event) = events.recv().await {
///     match event.kind {
///         EventKind::DeadLetter(letter) => assert_eq!(letter.reason, DeadLetterReason::NotRunning),
///         EventKind::ActorStopped { reason, .. } => println!("{} stopped: {reason}", event.path),
///         _ => {}
///     }
/// }
/// assert_eq!(events.missed(), 0);
/// # Ok(()) }
/// ```
pub struct Events {
    stream: Arc<EventStream>,
    queue: Arc<Queue>,
}

impl Events {
    /// The next event; `None` once the system has stopped and all were read.
    ///
    /// # Cancel safety
    /// No event is lost if the future is dropped.
    pub async fn recv(&mut self) -> Option<SystemEvent> {
        poll_fn(|cx| {
            let mut state = lock(&self.queue.state);
            if let Some(event) = state.events.pop_front() {
                return Poll::Ready(Some(event));
            }
            if state.closed {
                return Poll::Ready(None);
            }
            state.waker = Some(cx.waker().clone());
            Poll::Pending
        })
        .await
    }

    /// The next event, if there is one already.
    pub fn try_recv(&mut self) -> Option<SystemEvent> {
        lock(&self.queue.state).events.pop_front()
    }

    /// How many events this subscriber was too slow for.
    #[must_use]
    pub fn missed(&self) -> u64 {
        lock(&self.queue.state).missed
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        let mut subscribers = self
            .stream
            .subscribers
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        subscribers.retain(|queue| !Arc::ptr_eq(queue, &self.queue));
        self.stream
            .count
            .store(subscribers.len(), Ordering::Release);
    }
}
