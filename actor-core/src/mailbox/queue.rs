//! The queue: many senders, one consumer that takes all there is at once.
//!
//! One lock guards the entries, the gate that says whether new ones are accepted, and the senders that wait for room.
//! That the gate is under the same lock is what makes *accepted* exact: a message is either pushed while the gate is
//! open, and then handled, returned or dead-lettered, or it is given back.
//!
//! The consumer swaps the whole queue against its empty local one, so it takes the lock once per batch and not once
//! per message. What it took still counts against the capacity until it is handled: `in_hand` says how much that is.
//! It is written by the consumer alone, outside the lock, and so may look too large to a sender for a moment. A sender
//! that is about to wait because of it first raises `wanted`, so that the consumer lets it in when there is room; and
//! the consumer looks again before it waits for anything itself.
//!
//! Room is handed out by the dozen while the consumer is busy: let in for each place that becomes free, every message
//! would cost a lock and a wake-up.

use std::collections::VecDeque;
use std::task::{Poll, Waker};

use crate::options::{Mailbox, Overflow};
use crate::sync::{AtomicUsize, Mutex, MutexGuard, Ordering, fence, lock};

/// So many places, or half of all, are free before a busy consumer lets senders in.
const ROOM: usize = 64;

/// A queue that was longer than this and is found empty gives its memory back.
const KEPT_CAPACITY: usize = 64;

/// Whether new entries are accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gate {
    Open,
    /// Starting, suspended or restarting: refused for now.
    Held,
    /// Stopping or stopped: refused for good.
    Closed,
}

/// What the queue holds.
pub(crate) trait Entry {
    /// Whether the entry counts against the capacity; what the runtime itself sends does not.
    fn counts(&self) -> bool;
}

/// What became of an offered entry. `Accepted` says whether the consumer is to be woken.
#[derive(Debug)]
pub(crate) enum Offer<T> {
    Accepted {
        wake: bool,
    },
    /// Accepted, at the cost of the entry that waited longest.
    Displaced {
        wake: bool,
        oldest: T,
    },
    /// Full, and the newest is what is dropped.
    Dropped(T),
    /// Full, and the sender is told.
    Full(T),
    /// Full, and the sender may wait.
    Wait(T),
    Refused(Gate, T),
}

/// A place in the line of senders that wait for room.
pub(crate) type Ticket = u64;

pub(crate) struct Queue<T> {
    inner: Mutex<Inner<T>>,
    /// Counting entries the consumer has taken and not yet handled.
    in_hand: AtomicUsize,
    /// Somebody waits for room, which there is enough of when less than this is in hand. 0: nobody does.
    wanted: AtomicUsize,
    limits: Mailbox,
}

struct Inner<T> {
    gate: Gate,
    /// The consumer found nothing and sleeps.
    parked: bool,
    entries: VecDeque<T>,
    /// Those of `entries` that count.
    counting: usize,
    /// Boxed, since most queues never have anybody waiting.
    line: Option<Box<Line<T>>>,
}

/// Senders waiting for room, each with its entry: room is handed over in order, nobody overtakes.
struct Line<T> {
    next: Ticket,
    waiting: VecDeque<Waiting<T>>,
}

struct Waiting<T> {
    ticket: Ticket,
    entry: T,
    waker: Waker,
}

impl<T: Entry> Queue<T> {
    pub(crate) fn new(limits: Mailbox, gate: Gate) -> Self {
        Self {
            inner: Mutex::new(Inner {
                gate,
                parked: false,
                entries: VecDeque::new(),
                counting: 0,
                line: None,
            }),
            in_hand: AtomicUsize::new(0),
            wanted: AtomicUsize::new(0),
            limits,
        }
    }

    pub(crate) fn capacity(&self) -> usize {
        self.limits.capacity
    }

    fn bounded(&self) -> bool {
        self.limits.capacity != usize::MAX
    }

    /// Offers an entry without waiting.
    pub(crate) fn offer(&self, entry: T) -> Offer<T> {
        let mut inner = lock(&self.inner);
        if inner.gate != Gate::Open {
            return Offer::Refused(inner.gate, entry);
        }
        if self.bounded() && self.full(&inner) {
            return match self.limits.overflow {
                Overflow::Wait => Offer::Wait(entry),
                Overflow::Reject => Offer::Full(entry),
                Overflow::DropNewest => Offer::Dropped(entry),
                Overflow::DropOldest => match inner.take_oldest_counting() {
                    Some(oldest) => Offer::Displaced {
                        wake: inner.push(entry),
                        oldest,
                    },
                    // All that counts is in the consumer's hand, put back there from the stash.
                    None => Offer::Accepted {
                        wake: inner.push(entry),
                    },
                },
            };
        }
        Offer::Accepted {
            wake: inner.push(entry),
        }
    }

    /// Offers an entry that is accepted in any state but the last, and whatever the capacity.
    ///
    /// # Errors
    /// The entry, once the gate is closed.
    pub(crate) fn push_past_limits(&self, entry: T) -> Result<bool, T> {
        let mut inner = lock(&self.inner);
        if inner.gate == Gate::Closed {
            Err(entry)
        } else {
            Ok(inner.push(entry))
        }
    }

    /// Offers an entry, or takes a place in the line for it. The entry is left in `slot` while it is not accepted.
    ///
    /// `Ready(Ok(wake))`: accepted. `Ready(Err(gate))`: refused, the entry is back in `slot`.
    pub(crate) fn poll_room(
        &self,
        slot: &mut Option<T>,
        ticket: &mut Option<Ticket>,
        waker: &Waker,
    ) -> Poll<Result<bool, Gate>> {
        let mut inner = lock(&self.inner);
        if let Some(held) = *ticket {
            let gate = inner.gate;
            let Some(at) = inner.place_of(held) else {
                // Let in meanwhile; who did it has woken the consumer or was the consumer.
                *ticket = None;
                return Poll::Ready(Ok(false));
            };
            if gate != Gate::Open {
                *slot = inner.leave(at);
                *ticket = None;
                return Poll::Ready(Err(gate));
            }
            if let Some(waiting) = inner
                .line
                .as_mut()
                .and_then(|line| line.waiting.get_mut(at))
            {
                waiting.waker.clone_from(waker);
            }
            return Poll::Pending;
        }
        let Some(entry) = slot.take() else {
            return Poll::Ready(Ok(false));
        };
        if inner.gate != Gate::Open {
            *slot = Some(entry);
            return Poll::Ready(Err(inner.gate));
        }
        if !self.bounded() || !self.full(&inner) {
            return Poll::Ready(Ok(inner.push(entry)));
        }
        let line = inner.line.get_or_insert_with(|| {
            Box::new(Line {
                next: 0,
                waiting: VecDeque::new(),
            })
        });
        let number = line.next;
        line.next += 1;
        line.waiting.push_back(Waiting {
            ticket: number,
            entry,
            waker: waker.clone(),
        });
        *ticket = Some(number);
        Poll::Pending
    }

    /// Whether the entry with this place still waits, and not only for its sender to take it back.
    pub(crate) fn is_in_line(&self, ticket: Ticket) -> bool {
        let inner = lock(&self.inner);
        inner.gate == Gate::Open && inner.place_of(ticket).is_some()
    }

    /// Gives up a place in the line.
    ///
    /// Returns the entry, unless it was accepted before.
    pub(crate) fn cancel(&self, ticket: Ticket) -> Option<T> {
        let mut inner = lock(&self.inner);
        let at = inner.place_of(ticket)?;
        inner.leave(at)
    }

    /// Sets the gate and wakes the senders in the line when they are to be refused.
    pub(crate) fn set_gate(&self, gate: Gate) {
        let mut inner = lock(&self.inner);
        if inner.gate == Gate::Closed {
            return;
        }
        inner.gate = gate;
        let wakers = if gate == Gate::Open {
            Vec::new()
        } else {
            inner.line_wakers()
        };
        drop(inner);
        wakers.into_iter().for_each(Waker::wake);
    }

    /// Closes the gate if nothing is queued and nobody waits: how an idle actor stops without turning a message away.
    pub(crate) fn close_if_empty(&self) -> bool {
        let mut inner = lock(&self.inner);
        let empty = inner.entries.is_empty() && !inner.has_line() && inner.gate == Gate::Open;
        if empty {
            inner.gate = Gate::Closed;
        }
        empty
    }

    /// The consumer takes what there is into its empty `local`. If there is nothing it is marked as parked: the next
    /// push says that it is to be woken.
    #[inline]
    pub(crate) fn take(&self, local: &mut VecDeque<T>) -> bool {
        debug_assert!(local.is_empty());
        let mut inner = lock(&self.inner);
        if inner.line.is_some() {
            return self.take_and_let_in(inner, local);
        }
        if inner.entries.is_empty() {
            self.in_hand.store(0, Ordering::Relaxed);
            inner.park();
            drop(inner);
            give_back(local);
            return false;
        }
        self.take_from(&mut inner, local);
        true
    }

    /// The same where somebody waits, or has waited.
    #[cold]
    fn take_and_let_in(
        &self,
        mut inner: MutexGuard<'_, Inner<T>>,
        local: &mut VecDeque<T>,
    ) -> bool {
        let mut let_in = Vec::new();
        if inner.entries.is_empty() {
            self.in_hand.store(0, Ordering::Relaxed);
            let_in = self.let_in(&mut inner);
        }
        let found = !inner.entries.is_empty();
        if found {
            self.take_from(&mut inner, local);
            let_in.extend(self.let_in(&mut inner));
        } else {
            inner.park();
        }
        drop(inner);
        let_in.into_iter().for_each(Waker::wake);
        if !found {
            give_back(local);
        }
        found
    }

    /// Takes what there is: something.
    fn take_from(&self, inner: &mut Inner<T>, local: &mut VecDeque<T>) {
        inner.parked = false;
        if self.limits.overflow == Overflow::DropOldest && self.bounded() {
            // One at a time, so that the entry that waited longest is still here to be dropped. It is handled next and
            // so does not count any more.
            if let Some(entry) = inner.entries.pop_front() {
                inner.counting -= usize::from(entry.counts());
                local.push_back(entry);
            }
        } else {
            std::mem::swap(&mut inner.entries, local);
            self.in_hand.store(inner.counting, Ordering::Relaxed);
            inner.counting = 0;
        }
    }

    /// The consumer begins to handle an entry it took.
    #[inline]
    pub(crate) fn handled(&self) {
        // Only the consumer writes here, so no read-modify-write is needed.
        let left = self.in_hand.load(Ordering::Relaxed).saturating_sub(1);
        self.in_hand.store(left, Ordering::Relaxed);
        if left < self.wanted.load(Ordering::Relaxed) {
            self.make_room();
        }
    }

    /// The consumer is about to wait in the middle of a message: senders that saw too large a count are let in.
    pub(crate) fn before_waiting(&self) {
        if self.bounded() {
            fence(Ordering::SeqCst);
            if self.wanted.load(Ordering::Relaxed) > 0 {
                self.make_room();
            }
        }
    }

    /// The consumer puts an entry back that counts.
    pub(crate) fn back_in_hand(&self) {
        self.in_hand
            .store(self.in_hand.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }

    /// Entries that wait to be handled, those in the consumer's hand included.
    pub(crate) fn len(&self) -> usize {
        lock(&self.inner).counting + self.in_hand.load(Ordering::Relaxed)
    }

    /// Takes out what counts, in hand or waiting; the rest stays. For a gate that is not open: nobody waits in line.
    pub(crate) fn clear(&self) -> VecDeque<T> {
        let mut inner = lock(&self.inner);
        inner.counting = 0;
        self.in_hand.store(0, Ordering::Relaxed);
        let all = std::mem::take(&mut inner.entries).into_iter();
        let (cleared, kept): (VecDeque<T>, VecDeque<T>) = all.partition(Entry::counts);
        inner.entries = kept;
        cleared
    }

    /// Closes the gate for good and takes all that is left.
    pub(crate) fn dispose(&self) -> VecDeque<T> {
        let mut inner = lock(&self.inner);
        inner.gate = Gate::Closed;
        inner.counting = 0;
        self.in_hand.store(0, Ordering::Relaxed);
        let left = std::mem::take(&mut inner.entries);
        let wakers = inner.line_wakers();
        drop(inner);
        wakers.into_iter().for_each(Waker::wake);
        left
    }

    /// Whether one more counting entry has no room. Raises `wanted` where it has none.
    fn full(&self, inner: &Inner<T>) -> bool {
        let full = |inner: &Inner<T>| {
            inner.has_line()
                || inner.counting + self.in_hand.load(Ordering::Relaxed) >= self.limits.capacity
        };
        if !full(inner) {
            return false;
        }
        if self.limits.overflow == Overflow::Wait {
            self.wanted.store(self.enough(inner), Ordering::Relaxed);
        }
        // Pairs with the fence in `before_waiting`: either the consumer sees `wanted`, or its count is seen here.
        fence(Ordering::SeqCst);
        full(inner)
    }

    #[cold]
    fn make_room(&self) {
        let wakers = self.let_in(&mut lock(&self.inner));
        wakers.into_iter().for_each(Waker::wake);
    }

    /// Hands room to the senders in the line, first come, first served. They are to be woken when the lock is released:
    /// a waker may be anybody's code.
    #[must_use]
    fn let_in(&self, inner: &mut Inner<T>) -> Vec<Waker> {
        let mut wakers = Vec::new();
        if inner.gate == Gate::Open {
            let in_hand = self.in_hand.load(Ordering::Relaxed);
            while inner.counting + in_hand < self.limits.capacity {
                let line = inner.line.as_mut();
                let Some(next) = line.and_then(|line| line.waiting.pop_front()) else {
                    break;
                };
                inner.push(next.entry);
                wakers.push(next.waker);
            }
        }
        let wanted = if inner.has_line() {
            self.enough(inner)
        } else {
            0
        };
        self.wanted.store(wanted, Ordering::Relaxed);
        wakers
    }

    /// When less than this is in hand there is room for several.
    fn enough(&self, inner: &Inner<T>) -> usize {
        let room = (self.limits.capacity / 2).clamp(1, ROOM);
        let taken = self.limits.capacity - room;
        taken.saturating_sub(inner.counting) + 1
    }
}

/// Gives the memory of what was long and is empty back.
fn give_back<T>(entries: &mut VecDeque<T>) {
    if entries.capacity() > KEPT_CAPACITY {
        *entries = VecDeque::new();
    }
}

impl<T: Entry> Inner<T> {
    /// The consumer found nothing.
    fn park(&mut self) {
        self.parked = true;
        give_back(&mut self.entries);
    }

    /// Returns whether the consumer is to be woken.
    fn push(&mut self, entry: T) -> bool {
        self.counting += usize::from(entry.counts());
        self.entries.push_back(entry);
        std::mem::take(&mut self.parked)
    }

    fn take_oldest_counting(&mut self) -> Option<T> {
        // What does not count is the runtime's, and there is little of it.
        let mut ahead = Vec::new();
        let mut oldest = None;
        while let Some(entry) = self.entries.pop_front() {
            if entry.counts() {
                self.counting -= 1;
                oldest = Some(entry);
                break;
            }
            ahead.push(entry);
        }
        while let Some(entry) = ahead.pop() {
            self.entries.push_front(entry);
        }
        oldest
    }

    fn has_line(&self) -> bool {
        self.line
            .as_ref()
            .is_some_and(|line| !line.waiting.is_empty())
    }

    /// Tickets are in order, so the place is found by bisection.
    fn place_of(&self, ticket: Ticket) -> Option<usize> {
        self.line
            .as_ref()?
            .waiting
            .binary_search_by_key(&ticket, |waiting| waiting.ticket)
            .ok()
    }

    fn leave(&mut self, at: usize) -> Option<T> {
        let waiting = &mut self.line.as_mut()?.waiting;
        // Not `remove`, which is two pages of code for each actor of a program.
        let mut ahead = Vec::new();
        while ahead.len() < at
            && let Some(one) = waiting.pop_front()
        {
            ahead.push(one);
        }
        let left = waiting.pop_front();
        while let Some(one) = ahead.pop() {
            waiting.push_front(one);
        }
        left.map(|waiting| waiting.entry)
    }

    fn line_wakers(&self) -> Vec<Waker> {
        let Some(line) = &self.line else {
            return Vec::new();
        };
        let waiting = line.waiting.iter();
        waiting.map(|waiting| waiting.waker.clone()).collect()
    }
}

#[cfg(all(test, not(actor_loom)))]
mod tests {
    use std::task::Waker;

    use proptest::prelude::*;

    use super::*;

    #[derive(Debug, PartialEq, Eq, Clone, Copy)]
    enum Of {
        User(u32),
        Runtime,
    }

    impl Entry for Of {
        fn counts(&self) -> bool {
            matches!(self, Self::User(_))
        }
    }

    fn queue(limits: Mailbox) -> Queue<Of> {
        Queue::new(limits, Gate::Open)
    }

    fn accepted(offer: &Offer<Of>) -> bool {
        matches!(offer, Offer::Accepted { .. } | Offer::Displaced { .. })
    }

    #[test]
    fn what_was_taken_counts_until_it_is_handled() {
        let queue = queue(Mailbox::bounded(2).overflow(Overflow::Reject));
        let mut local = VecDeque::new();
        assert!(accepted(&queue.offer(Of::User(1))));
        assert!(accepted(&queue.offer(Of::User(2))));
        assert!(queue.take(&mut local));
        assert!(matches!(queue.offer(Of::User(3)), Offer::Full(Of::User(3))));
        queue.handled();
        assert!(accepted(&queue.offer(Of::User(4))));
        assert!(matches!(queue.offer(Of::User(5)), Offer::Full(_)));
        assert_eq!(queue.len(), 2);
    }

    #[test]
    fn what_the_runtime_sends_needs_no_room() {
        let queue = queue(Mailbox::bounded(1).overflow(Overflow::Reject));
        assert!(accepted(&queue.offer(Of::User(1))));
        assert!(queue.push_past_limits(Of::Runtime).is_ok());
        let mut local = VecDeque::new();
        queue.take(&mut local);
        assert_eq!(local, [Of::User(1), Of::Runtime]);
    }

    #[test]
    fn the_oldest_makes_room_and_the_runtime_keeps_its_own() {
        let queue = queue(Mailbox::bounded(2).overflow(Overflow::DropOldest));
        queue.push_past_limits(Of::Runtime).expect("open");
        queue.offer(Of::User(1));
        queue.offer(Of::User(2));
        let displaced = queue.offer(Of::User(3));
        assert!(matches!(
            displaced,
            Offer::Displaced {
                oldest: Of::User(1),
                ..
            }
        ));
    }

    #[test]
    fn room_is_given_in_order_and_nobody_overtakes() {
        let queue = queue(Mailbox::bounded(1));
        let waker = Waker::noop();
        queue.offer(Of::User(1));
        let (mut second, mut third) = (Some(Of::User(2)), Some(Of::User(3)));
        let (mut t2, mut t3) = (None, None);
        assert!(queue.poll_room(&mut second, &mut t2, waker).is_pending());
        assert!(queue.poll_room(&mut third, &mut t3, waker).is_pending());
        let mut local = VecDeque::new();
        queue.take(&mut local);
        assert!(
            matches!(queue.offer(Of::User(4)), Offer::Wait(_)),
            "the line goes first"
        );
        local.pop_front();
        queue.handled();
        assert_eq!(
            queue.poll_room(&mut second, &mut t2, waker),
            Poll::Ready(Ok(false))
        );
        assert!(queue.poll_room(&mut third, &mut t3, waker).is_pending());
        queue.take(&mut local);
        assert_eq!(local, [Of::User(2)]);
    }

    #[test]
    fn a_sender_that_gives_up_takes_its_entry_along() {
        let queue = queue(Mailbox::bounded(1));
        queue.offer(Of::User(1));
        let (mut slot, mut ticket) = (Some(Of::User(2)), None);
        assert!(
            queue
                .poll_room(&mut slot, &mut ticket, Waker::noop())
                .is_pending()
        );
        assert_eq!(queue.cancel(ticket.expect("in line")), Some(Of::User(2)));
        assert_eq!(queue.dispose(), [Of::User(1)]);
    }

    #[test]
    fn a_closed_gate_gives_entries_in_the_line_back() {
        let queue = queue(Mailbox::bounded(1));
        queue.offer(Of::User(1));
        let (mut slot, mut ticket) = (Some(Of::User(2)), None);
        assert!(
            queue
                .poll_room(&mut slot, &mut ticket, Waker::noop())
                .is_pending()
        );
        queue.set_gate(Gate::Closed);
        let refused = queue.poll_room(&mut slot, &mut ticket, Waker::noop());
        assert_eq!(refused, Poll::Ready(Err(Gate::Closed)));
        assert_eq!(slot, Some(Of::User(2)));
        queue.set_gate(Gate::Open);
        assert!(matches!(
            queue.offer(Of::User(3)),
            Offer::Refused(Gate::Closed, _)
        ));
    }

    #[test]
    fn only_an_empty_queue_closes_itself() {
        let queue = queue(Mailbox::DEFAULT);
        queue.offer(Of::User(1));
        assert!(!queue.close_if_empty());
        queue.take(&mut VecDeque::new());
        assert!(queue.close_if_empty());
    }

    #[derive(Debug, Clone)]
    enum Step {
        Offer,
        Wait,
        GiveUp,
        Take,
        Handle,
        Close,
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            6 => Just(Step::Offer),
            4 => Just(Step::Wait),
            1 => Just(Step::GiveUp),
            3 => Just(Step::Take),
            6 => Just(Step::Handle),
            1 => Just(Step::Close),
        ]
    }

    proptest! {
        /// Whatever happens in whatever order: what was sent is handled, returned, dropped or left, each exactly once,
        /// and never are more than the capacity waiting.
        #[test]
        fn every_entry_is_accounted_for(
            capacity in 1_usize..5,
            overflow in prop::sample::select(vec![Overflow::Wait, Overflow::Reject, Overflow::DropNewest, Overflow::DropOldest]),
            steps in prop::collection::vec(step(), 0..200),
        ) {
            let queue = queue(Mailbox::bounded(capacity).overflow(overflow));
            let (mut sent, mut seen) = (0_u32, Vec::new());
            let mut handled = Vec::new();
            let mut local = VecDeque::new();
            let mut line: Vec<(Option<Of>, Option<Ticket>)> = Vec::new();
            for step in steps {
                match step {
                    Step::Offer => {
                        sent += 1;
                        match queue.offer(Of::User(sent)) {
                            Offer::Accepted { .. } => {}
                            Offer::Displaced { oldest, .. } => seen.push(oldest),
                            Offer::Dropped(e) | Offer::Full(e) | Offer::Wait(e) | Offer::Refused(_, e) => seen.push(e),
                        }
                    }
                    Step::Wait if overflow == Overflow::Wait => {
                        sent += 1;
                        line.push((Some(Of::User(sent)), None));
                    }
                    Step::GiveUp => if let Some((slot, ticket)) = line.pop() {
                        seen.extend(slot);
                        seen.extend(ticket.and_then(|t| queue.cancel(t)));
                    },
                    Step::Take if local.is_empty() => { queue.take(&mut local); }
                    Step::Handle => if let Some(entry) = local.pop_front() {
                        queue.handled();
                        handled.push(entry);
                    },
                    Step::Close => queue.set_gate(Gate::Closed),
                    Step::Wait | Step::Take => {}
                }
                line.retain_mut(|(slot, ticket)| match queue.poll_room(slot, ticket, Waker::noop()) {
                    Poll::Pending => true,
                    Poll::Ready(Ok(_)) => false,
                    Poll::Ready(Err(_)) => { seen.extend(slot.take()); false }
                });
                prop_assert!(queue.len() <= capacity);
            }
            for (slot, ticket) in line {
                seen.extend(slot);
                seen.extend(ticket.and_then(|t| queue.cancel(t)));
            }
            if overflow != Overflow::Wait || handled.is_sorted_by_key(|e| match e { Of::User(n) => *n, Of::Runtime => 0 }) {
                // One thread sends here, so order of arrival is order of number wherever nobody waits.
            } else {
                prop_assert!(false, "out of order: {handled:?}");
            }
            seen.extend(handled);
            seen.extend(local);
            seen.extend(queue.dispose());
            seen.sort_by_key(|e| match e { Of::User(n) => *n, Of::Runtime => 0 });
            prop_assert_eq!(seen, (1..=sent).map(Of::User).collect::<Vec<_>>());
        }
    }
}

#[cfg(all(test, actor_loom))]
mod models {
    use loom::sync::{Arc, Notify};
    use loom::thread;

    use super::*;

    struct One;

    impl Entry for One {
        fn counts(&self) -> bool {
            true
        }
    }

    /// Runs a consumer until it has handled `expected` entries, parking as the driver does.
    fn consume(queue: &Queue<One>, bell: &Notify, expected: usize) {
        let (mut handled, mut local) = (0, VecDeque::new());
        while handled < expected {
            if !queue.take(&mut local) {
                bell.wait();
                continue;
            }
            while local.pop_front().is_some() {
                queue.handled();
                handled += 1;
            }
        }
    }

    /// A parked consumer is told of every push: no wake-up is lost.
    #[test]
    fn no_wake_up_is_lost() {
        loom::model(|| {
            let queue = Arc::new(Queue::new(Mailbox::unbounded(), Gate::Open));
            let bell = Arc::new(Notify::new());
            let senders: Vec<_> = (0..2)
                .map(|_| {
                    let (queue, bell) = (Arc::clone(&queue), Arc::clone(&bell));
                    thread::spawn(move || match queue.offer(One) {
                        Offer::Accepted { wake: true } => bell.notify(),
                        Offer::Accepted { wake: false } => {}
                        _ => panic!("unbounded and open"),
                    })
                })
                .collect();
            consume(&queue, &bell, 2);
            for sender in senders {
                sender.join().expect("sender");
            }
        });
    }

    /// A sender that waits for room is let in though the consumer's count is written outside the lock.
    #[test]
    fn a_waiting_sender_is_let_in() {
        loom::model(|| {
            let queue = Arc::new(Queue::new(Mailbox::bounded(1), Gate::Open));
            assert!(matches!(queue.offer(One), Offer::Accepted { .. }));
            let sender = {
                let queue = Arc::clone(&queue);
                thread::spawn(move || {
                    let (mut slot, mut ticket) = (Some(One), None);
                    queue
                        .poll_room(&mut slot, &mut ticket, Waker::noop())
                        .is_ready()
                })
            };
            let mut local = VecDeque::new();
            assert!(queue.take(&mut local));
            local.pop_front();
            queue.handled();
            // The handler now waits for something that happens only after the sender got in: nobody looks again.
            queue.before_waiting();
            sender.join().expect("sender");
            assert_eq!(
                lock(&queue.inner).entries.len(),
                1,
                "the second entry was let in"
            );
        });
    }

    /// A gate that closes while a sender pushes: the entry is left in the queue or given back, never both or neither.
    #[test]
    fn a_closing_gate_loses_nothing() {
        loom::model(|| {
            let queue = Arc::new(Queue::new(Mailbox::DEFAULT, Gate::Open));
            let sender = {
                let queue = Arc::clone(&queue);
                thread::spawn(move || usize::from(matches!(queue.offer(One), Offer::Refused(..))))
            };
            queue.set_gate(Gate::Closed);
            let returned = sender.join().expect("sender");
            assert_eq!(returned + queue.dispose().len(), 1);
        });
    }
}
