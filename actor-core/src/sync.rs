//! The locks and atomics of the hand-written parts, so that loom can take their place in a model.

#[cfg(actor_loom)]
pub(crate) use loom::sync::{
    Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering, fence},
};
#[cfg(not(actor_loom))]
pub(crate) use std::sync::{
    Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering, fence},
};

use std::sync::PoisonError;

/// Locks `mutex`, also after a panic: no lock of this crate is held over user code, so what it guards is whole.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
