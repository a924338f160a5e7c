//! The locks and atomics of the hand-written parts, so that loom can take their place in a model.

#[cfg(actor_loom)]
pub(crate) use loom::sync::{
    Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering, fence},
};
// Not the standard library's: with eight locks in an ask, that they cannot be poisoned takes 110 instructions off it, and
// each is half as large. tokio's feature `full` has them in the tree already.
#[cfg(not(actor_loom))]
pub(crate) use parking_lot::{Mutex, MutexGuard};
#[cfg(not(actor_loom))]
pub(crate) use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering, fence};

/// Locks `mutex`. No lock of this crate is held over user code.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    #[cfg(actor_loom)]
    return mutex.lock().expect("no lock is held over a panic");
    #[cfg(not(actor_loom))]
    mutex.lock()
}
