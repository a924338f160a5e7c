//! The sliding window in which restarts are counted.

use std::time::Duration;

use tokio::time::Instant;

/// When an actor was restarted, as far back as it matters. Kept over restarts.
///
/// Two things are counted. The *budget* is how many restarts lie within the window. The *streak*, which the wait grows
/// with, is how many followed each other without the actor living through a whole window: a crash loop whose waits
/// have become longer than the window is a crash loop still, and its waits do not fall back to the first.
///
/// Both are measured from the end of a restart, so that the wait before it counts for nothing.
#[derive(Debug, Clone, Default)]
pub(crate) struct History {
    restarts: Vec<Instant>,
    streak: u32,
    /// Restarts decided on and not yet over, one after another where `pre_start` keeps failing.
    under_way: u32,
}

impl History {
    /// How many restarts lie within the window that ends at `now`, those under way included.
    pub(crate) fn within(&self, window: Duration, now: Instant) -> u32 {
        let recent = self
            .restarts
            .iter()
            .filter(|&&at| now.saturating_duration_since(at) <= window);
        u32::try_from(recent.count())
            .unwrap_or(u32::MAX)
            .saturating_add(self.under_way)
    }

    /// How many restarts came before without a window of peace since.
    pub(crate) fn streak(&self, window: Duration, now: Instant) -> u32 {
        let peaceful = |&at: &Instant| now.saturating_duration_since(at) > window;
        let over = if self.restarts.last().is_none_or(peaceful) {
            0
        } else {
            self.streak
        };
        over.saturating_add(self.under_way)
    }

    pub(crate) fn decided(&mut self) {
        self.under_way = self.under_way.saturating_add(1);
    }

    /// A restart has succeeded: what was under way counts from now. What is older than `window` is forgotten.
    pub(crate) fn restarted(&mut self, attempt: u32, window: Duration, now: Instant) {
        self.streak = attempt;
        self.restarts
            .retain(|&at| now.saturating_duration_since(at) <= window);
        self.restarts.extend((0..self.under_way).map(|_| now));
        self.under_way = 0;
    }

    /// A restart decided on will not take place.
    pub(crate) fn abandoned(&mut self) {
        self.under_way = 0;
    }
}

/// How often a group has been restarted as one.
#[derive(Debug, Default)]
pub(crate) struct Intensity(Vec<Instant>);

impl Intensity {
    /// Counts one more restart, unless there were `max` within the window that ends at `now`. Returns whether it counts.
    pub(crate) fn one_more(&mut self, max: u32, window: Duration, now: Instant) -> bool {
        self.0
            .retain(|&at| now.saturating_duration_since(at) <= window);
        let allowed = self.0.len() < max as usize;
        if allowed {
            self.0.push(now);
        }
        allowed
    }
}
