//! The event recorder: what the system said about itself, for a test to look at.

use std::collections::BTreeMap;

use tokio::time::timeout;

use super::PATIENCE;
use crate::events::{DeadLetter, DeadLetterReason, EventKind, Events, SystemEvent};
use crate::path::ActorPath;
use crate::system::ActorSystem;

/// Records the events of a system from the moment it is made.
pub struct Recorder {
    events: Events,
    seen: Vec<SystemEvent>,
    /// Up to where `wait_for` has looked.
    looked: usize,
}

impl Recorder {
    /// Begins to record.
    #[must_use]
    pub fn new(system: &ActorSystem) -> Self {
        let events = system.events().subscribe_with_backlog(usize::MAX);
        Self {
            events,
            seen: Vec::new(),
            looked: 0,
        }
    }

    /// All events so far.
    pub fn all(&mut self) -> &[SystemEvent] {
        while let Some(event) = self.events.try_recv() {
            self.seen.push(event);
        }
        &self.seen
    }

    /// The names of the events about one actor so far, dead letters left out.
    pub fn names_of(&mut self, path: &ActorPath) -> Vec<&'static str> {
        let of_path = self.all().iter().filter(|event| event.path == *path);
        let names = of_path.filter(|event| !matches!(event.kind, EventKind::DeadLetter(_)));
        names.map(|event| event.kind.name()).collect()
    }

    /// The dead letters so far.
    pub fn dead_letters(&mut self) -> Vec<DeadLetter> {
        let letters = self.all().iter().filter_map(|event| match &event.kind {
            EventKind::DeadLetter(letter) => Some(letter.clone()),
            _ => None,
        });
        letters.collect()
    }

    /// How many accepted messages for one actor became dead letters, by reason. Messages that went back to their
    /// senders are not among them: handled + returned + these = sent.
    pub fn lost(&mut self, path: &ActorPath) -> BTreeMap<DeadLetterReason, usize> {
        let mut lost = BTreeMap::new();
        for letter in self.dead_letters() {
            if letter.receiver == *path && !letter.returned {
                *lost.entry(letter.reason).or_default() += 1;
            }
        }
        lost
    }

    /// How many dead letters have this reason.
    pub fn count(&mut self, reason: DeadLetterReason) -> usize {
        self.dead_letters()
            .iter()
            .filter(|letter| letter.reason == reason)
            .count()
    }

    /// Waits for the next event for which `wanted` holds. What was looked at is not looked at again.
    ///
    /// # Panics
    /// If none comes within [`PATIENCE`].
    pub async fn wait_for(&mut self, wanted: impl Fn(&SystemEvent) -> bool) -> SystemEvent {
        self.all();
        loop {
            while let Some(event) = self.seen.get(self.looked) {
                self.looked += 1;
                if wanted(event) {
                    return event.clone();
                }
            }
            match timeout(PATIENCE, self.events.recv()).await {
                Ok(Some(event)) => self.seen.push(event),
                _ => panic!(
                    "no such event within {PATIENCE:?}, but these: {:#?}",
                    self.seen
                ),
            }
        }
    }
}
