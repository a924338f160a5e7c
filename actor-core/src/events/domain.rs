//! Domain events: what one actor announces and others have subscribed to.

use std::any::{Any, TypeId};
use std::collections::HashMap;

use crate::recipient::Recipient;

/// The subscribers of one actor, by the type of event.
#[derive(Default)]
pub(crate) struct Topics(HashMap<TypeId, Box<dyn Any + Send + Sync>>);

impl Topics {
    /// Adds a subscriber; a second time changes nothing.
    pub(crate) fn add<E: Send + 'static>(&mut self, to: Recipient<E>) {
        let list = self
            .0
            .entry(TypeId::of::<E>())
            .or_insert_with(|| Box::new(Vec::<Recipient<E>>::new()));
        if let Some(list) = list.downcast_mut::<Vec<Recipient<E>>>()
            && !list.iter().any(|known| known.is_same(&to))
        {
            list.push(to);
        }
    }

    /// Removes a subscriber by the actor's own number. Returns whether there was one.
    pub(crate) fn remove<E: Send + 'static>(&mut self, uid: u64) -> bool {
        let Some(list) = self.list_mut::<E>() else {
            return false;
        };
        let before = list.len();
        list.retain(|known| known.uid() != uid);
        list.len() < before
    }

    /// The subscribers to an event, to be sent to after the lock is released.
    pub(crate) fn list<E: Send + 'static>(&self) -> Vec<Recipient<E>> {
        let list = self
            .0
            .get(&TypeId::of::<E>())
            .and_then(|list| list.downcast_ref::<Vec<Recipient<E>>>());
        list.cloned().unwrap_or_default()
    }

    fn list_mut<E: Send + 'static>(&mut self) -> Option<&mut Vec<Recipient<E>>> {
        self.0.get_mut(&TypeId::of::<E>())?.downcast_mut()
    }
}
