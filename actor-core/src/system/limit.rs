//! How many actors a system may have.

use crate::sync::{AtomicUsize, Ordering};

/// Counts the actors of a system that has a limit. One without counts nothing: it would be a word all spawns share.
pub(crate) struct Limit {
    pub(crate) most: usize,
    there: AtomicUsize,
}

impl Limit {
    pub(crate) fn new(most: usize) -> Self {
        Self {
            most,
            there: AtomicUsize::new(0),
        }
    }

    /// Counts one more, if there may be one.
    pub(crate) fn admit(&self) -> bool {
        let order = (Ordering::AcqRel, Ordering::Acquire);
        let more = |there| (there < self.most).then_some(there + 1);
        self.there.fetch_update(order.0, order.1, more).is_ok()
    }

    /// One that was admitted is not there any more.
    pub(crate) fn left(&self) {
        self.there.fetch_sub(1, Ordering::AcqRel);
    }
}
