//! Domain events: what one actor announces and others have subscribed to.

use std::any::{Any, TypeId};
use std::collections::{HashMap, HashSet};

use crate::recipient::Recipient;

/// The subscribers of one actor, by the type of event.
#[derive(Default)]
pub(crate) struct Topics(HashMap<TypeId, Box<dyn Any + Send + Sync>>);

/// The subscribers to one type of event, in the order in which they subscribed.
struct Subscribers<E> {
    in_order: Vec<Recipient<E>>,
    /// Their own numbers, so that adding one of many looks at none.
    known: HashSet<u64>,
}

impl<E> Default for Subscribers<E> {
    fn default() -> Self {
        Self {
            in_order: Vec::new(),
            known: HashSet::new(),
        }
    }
}

impl<E: Send + 'static> Subscribers<E> {
    fn forget_the_ended(&mut self) {
        let known = &mut self.known;
        self.in_order.retain(|to| {
            let over = to.is_over();
            if over {
                known.remove(&to.uid());
            }
            !over
        });
    }
}

impl Topics {
    /// Adds a subscriber; a second time changes nothing.
    pub(crate) fn add<E: Send + 'static>(&mut self, to: Recipient<E>) {
        let subscribers = self.0.entry(TypeId::of::<E>());
        let subscribers = subscribers.or_insert_with(|| Box::<Subscribers<E>>::default());
        if let Some(subscribers) = subscribers.downcast_mut::<Subscribers<E>>()
            && subscribers.known.insert(to.uid())
        {
            if subscribers.in_order.len() == subscribers.in_order.capacity() {
                // Before it grows, which is seldom: those who have ended while nothing was announced are not kept.
                subscribers.forget_the_ended();
            }
            subscribers.in_order.push(to);
        }
    }

    /// Removes subscribers by their own numbers. Returns whether there were any.
    pub(crate) fn remove<E: Send + 'static>(&mut self, gone: &HashSet<u64>) -> bool {
        let subscribers = self.0.get_mut(&TypeId::of::<E>());
        let Some(subscribers) = subscribers.and_then(|it| it.downcast_mut::<Subscribers<E>>())
        else {
            return false;
        };
        let before = subscribers.in_order.len();
        subscribers.in_order.retain(|to| !gone.contains(&to.uid()));
        subscribers.known.retain(|uid| !gone.contains(uid));
        subscribers.in_order.len() < before
    }

    /// The subscribers to an event, to be sent to after the lock is released.
    pub(crate) fn list<E: Send + 'static>(&self) -> Vec<Recipient<E>> {
        let subscribers = self.0.get(&TypeId::of::<E>());
        let subscribers = subscribers.and_then(|it| it.downcast_ref::<Subscribers<E>>());
        subscribers
            .map(|it| it.in_order.clone())
            .unwrap_or_default()
    }
}
