//! Waiting for what needs no time to pass.

use std::time::Duration;

use tokio::time::timeout;

/// What becomes of `what` while time stands still.
#[track_caller]
pub(crate) fn at_once<F: IntoFuture>(what: F) -> impl Future<Output = F::Output> {
    let caller = std::panic::Location::caller();
    async move {
        let ended = timeout(Duration::from_millis(1), what).await;
        ended.unwrap_or_else(|_| panic!("not at once, at {caller}"))
    }
}
