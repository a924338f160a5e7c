//! A list in which each entry keeps its place until it is taken out, and places are used again.

/// What is in a place is found and taken out at once, however many there are: a handler may wait for ten thousand answers
/// together.
///
/// Most lists never have more than one entry, which needs no memory of its own.
pub(crate) struct Places<T> {
    first: Option<T>,
    others: Option<Box<Others<T>>>,
}

/// The places from the second on.
struct Others<T> {
    all: Vec<Place<T>>,
    /// The first free place, which knows the next.
    free: Option<u32>,
    taken: u32,
}

enum Place<T> {
    Taken(T),
    Free(Option<u32>),
}

impl<T> Default for Places<T> {
    fn default() -> Self {
        Self {
            first: None,
            others: None,
        }
    }
}

impl<T> Places<T> {
    pub(crate) fn add(&mut self, what: T) -> u32 {
        if self.first.is_none() {
            self.first = Some(what);
            return 0;
        }
        let others = self.others.get_or_insert_with(|| {
            Box::new(Others {
                all: Vec::new(),
                free: None,
                taken: 0,
            })
        });
        // More than memory holds, if at all.
        others.add(what).saturating_add(1)
    }

    pub(crate) fn take(&mut self, at: u32) -> Option<T> {
        match at.checked_sub(1) {
            None => self.first.take(),
            Some(at) => self.others.as_mut()?.take(at),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.first.is_none() && self.others.as_ref().is_none_or(|others| others.taken == 0)
    }

    pub(crate) fn get_mut(&mut self, at: u32) -> Option<&mut T> {
        let Some(at) = at.checked_sub(1) else {
            return self.first.as_mut();
        };
        match self.others.as_mut()?.all.get_mut(at as usize)? {
            Place::Taken(what) => Some(what),
            Place::Free(_) => None,
        }
    }

    pub(crate) fn into_all(self) -> impl Iterator<Item = T> {
        let others = self.others.into_iter().flat_map(|others| others.all);
        let others = others.filter_map(|place| match place {
            Place::Taken(what) => Some(what),
            Place::Free(_) => None,
        });
        self.first.into_iter().chain(others)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        let others = self.others.iter().flat_map(|others| &others.all);
        let others = others.filter_map(|place| match place {
            Place::Taken(what) => Some(what),
            Place::Free(_) => None,
        });
        self.first.iter().chain(others)
    }
}

impl<T> Others<T> {
    fn add(&mut self, what: T) -> u32 {
        self.taken += 1;
        if let Some(at) = self.free
            && let Some(place) = self.all.get_mut(at as usize)
            && let Place::Free(next) = *place
        {
            self.free = next;
            *place = Place::Taken(what);
            return at;
        }
        self.all.push(Place::Taken(what));
        u32::try_from(self.all.len() - 1).unwrap_or(u32::MAX)
    }

    fn take(&mut self, at: u32) -> Option<T> {
        // Only then: a free place is a link in the list of them.
        let taken = self.all.get_mut(at as usize);
        let taken = taken.filter(|place| matches!(place, Place::Taken(_)))?;
        let Place::Taken(what) = std::mem::replace(taken, Place::Free(self.free)) else {
            return None;
        };
        self.free = Some(at);
        self.taken -= 1;
        if self.taken == 0 {
            // So that the next walk does not go through what was once needed.
            self.all.clear();
            self.all.shrink_to(KEPT);
            self.free = None;
        }
        Some(what)
    }
}

/// Places that stay with a list in which there is nothing any more.
const KEPT: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    impl<T> Places<T> {
        /// Places there are, taken or not.
        pub(crate) fn room(&self) -> usize {
            1 + self.others.as_ref().map_or(0, |others| others.all.len())
        }
    }

    #[test]
    fn ten_thousand_are_taken_out_in_any_order_each_by_its_place() {
        const ALL: u32 = 10_000;
        let mut places = Places::default();
        let at: Vec<_> = (0..ALL).map(|n| places.add(n)).collect();
        // 7 and the number of all have no divisor in common, so this comes to each once.
        for n in (0..ALL).map(|n| n * 7 % ALL) {
            assert_eq!(places.take(at[n as usize]), Some(n));
        }
        assert_eq!(places.iter().count(), 0);
        let left = places.others.map_or(0, |others| others.all.capacity());
        assert!(left <= KEPT, "and nothing of them is left");
    }

    #[test]
    fn places_are_used_again() {
        let mut places = Places::default();
        let first = places.add(0);
        let mut last = places.add(1);
        for n in 2..100 {
            let next = places.add(n);
            assert_eq!(places.take(last), Some(n - 1));
            last = next;
        }
        assert_eq!(places.room(), 3);
        assert_eq!(places.iter().collect::<Vec<_>>(), [&0, &99]);
        assert_eq!(places.take(last), Some(99));
        assert_eq!(places.take(last), None);
        assert_eq!(places.take(first), Some(0));
    }

    /// It would be given to two at once, or to nobody.
    #[test]
    fn taking_what_is_free_changes_nothing() {
        let mut places = Places::default();
        let at = [0, 1, 2, 3].map(|n| places.add(n));
        assert_eq!((places.take(at[1]), places.take(at[2])), (Some(1), Some(2)));
        assert_eq!((places.take(at[1]), places.take(at[2])), (None, None));
        let again = [4, 5, 6].map(|n| places.add(n));
        let mut all: Vec<_> = places.iter().copied().collect();
        all.sort_unstable();
        assert_eq!(all, [0, 3, 4, 5, 6]);
        assert_eq!(again.map(|at| places.take(at)), [Some(4), Some(5), Some(6)]);
    }
}
