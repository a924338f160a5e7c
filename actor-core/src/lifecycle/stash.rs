//! Messages that wait for another time.

use std::collections::VecDeque;

/// The stash of one actor, oldest first.
pub(crate) struct Stash<M> {
    entries: VecDeque<Entry<M>>,
    capacity: usize,
}

struct Entry<M> {
    message: M,
    /// Put here by a declaration (`stash_in`), and so taken out by a change of behaviour.
    declared: bool,
}

impl<M> Stash<M> {
    pub(crate) fn new(capacity: usize) -> Self {
        Self {
            entries: VecDeque::new(),
            capacity,
        }
    }

    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// # Errors
    /// The message, where the stash is full.
    pub(crate) fn push(&mut self, message: M, declared: bool) -> Result<(), M> {
        if self.entries.len() >= self.capacity {
            return Err(message);
        }
        self.entries.push_back(Entry { message, declared });
        Ok(())
    }

    pub(crate) fn take_oldest(&mut self) -> Option<M> {
        self.entries.pop_front().map(|entry| entry.message)
    }

    pub(crate) fn take_all(&mut self) -> impl DoubleEndedIterator<Item = M> {
        std::mem::take(&mut self.entries)
            .into_iter()
            .map(|entry| entry.message)
    }

    /// Those a declaration put here, oldest first; the others stay.
    pub(crate) fn take_declared(&mut self) -> Vec<M> {
        let all = std::mem::take(&mut self.entries).into_iter();
        let (declared, kept): (Vec<_>, Vec<_>) = all.partition(|entry| entry.declared);
        self.entries = kept.into();
        declared.into_iter().map(|entry| entry.message).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_behaviour_takes_out_only_what_a_declaration_put_in() {
        let mut stash = Stash::new(4);
        for (message, declared) in [(1, true), (2, false), (3, true)] {
            stash.push(message, declared).expect("room");
        }
        assert_eq!(stash.take_declared(), [1, 3]);
        assert_eq!(stash.take_oldest(), Some(2));
        assert_eq!(stash.take_oldest(), None);
    }

    #[test]
    fn a_full_stash_gives_the_message_back() {
        let mut stash = Stash::new(1);
        assert_eq!(stash.push(1, false), Ok(()));
        assert_eq!(stash.push(2, false), Err(2));
        assert_eq!(stash.take_all().collect::<Vec<_>>(), [1]);
    }
}
