//! What every subject of the comparison shares: the workloads, their
//! verification, the clocks, and the line of JSON that the runner reads.
//!
//! A *subject* is one way to write an actor: a framework, or a bare channel. It
//! implements [`Subject`] and hands its `main` over to [`main`]. Each subject is
//! a crate of its own, so that no subject is built with another's features.
//!
//! A new workload is an entry of [`WORKLOADS`], a function in `workloads`, and
//! a line in its `run`. If it needs actors of another shape than [`Counter`],
//! it adds a trait beside it and an associated type to [`Subject`]; a subject
//! that cannot offer the shape names [`Missing`].

mod measure;
mod workloads;

use std::{future::Future, process, thread, time::Duration};

use tokio::sync::Notify;

pub use measure::{Clock, Sample};
pub use workloads::{WORKLOADS, Workload};

/// Capacity of the bounded mailbox.
pub const CAPACITY: usize = 1024;

/// One way to write actors.
///
/// A value is whatever its actors are spawned in: an actor system, or nothing.
pub trait Subject: Send + Sync + Sized + 'static {
    /// A counter whose mailbox holds [`CAPACITY`] messages; a full mailbox makes
    /// the sender wait.
    type Bounded: Counter<Self>;
    /// A counter whose mailbox takes any number of messages.
    type Unbounded: Counter<Self>;
    /// A counter with the mailbox that a user gets who does not choose one.
    type Plain: Counter<Self>;
    /// A relay with that mailbox.
    type Relay: Relay<Self>;

    /// Makes what the actors are spawned in.
    fn start(workers: usize) -> impl Future<Output = Self> + Send;

    /// Runs `work` as a task of a runtime with that many worker threads.
    fn block_on<F>(workers: usize, work: F) -> F::Output
    where
        F: Future<Output: Send> + Send + 'static,
    {
        // `block_on` polls its own future on the calling thread, which would be
        // one thread more than asked for: `work` runs as a task instead.
        runtime(workers).block_on(async { tokio::spawn(work).await.expect("workload panicked") })
    }
}

/// The address of an actor that adds the numbers it receives.
///
/// Dropping the last address may or may not end the actor: only
/// [`stop`](Self::stop) has to.
pub trait Counter<S>: Clone + Send + Sync + 'static {
    /// `false` when the subject has no such actor.
    const OFFERED: bool = true;

    /// Spawns the actor; `n` differs among the actors alive at the same time.
    fn spawn(subject: &S, n: u64) -> impl Future<Output = Self> + Send;

    /// Sends a number without waiting for its processing.
    fn tell(&self, number: u64) -> impl Future<Output = ()> + Send;

    /// Sends a number and waits for the sum.
    fn ask(&self, number: u64) -> impl Future<Output = u64> + Send;

    /// Stops the actor, and waits until it has ended.
    fn stop(self) -> impl Future<Output = ()> + Send;
}

/// The address of an actor that hands what it receives on to the next.
pub trait Relay<S>: Clone + Send + Sync + 'static {
    /// Spawns the actor; `n` differs among the actors alive at the same time.
    fn spawn(subject: &S, n: u64) -> impl Future<Output = Self> + Send;

    /// Tells it which is the next.
    fn join(&self, next: &Self) -> impl Future<Output = ()> + Send;

    /// Hands it a number. It hands one less on to the next, and of 0 it says that it has [`arrived`].
    fn pass(&self, left: u64) -> impl Future<Output = ()> + Send;

    /// Stops the actor, and waits until it has ended.
    fn stop(self) -> impl Future<Output = ()> + Send;
}

static ARRIVED: Notify = Notify::const_new();

/// To be called by the relay that is handed 0.
pub fn arrived() {
    ARRIVED.notify_one();
}

/// The actor that a subject does not have.
#[derive(Clone)]
pub enum Missing {}

impl<S: Sync> Counter<S> for Missing {
    const OFFERED: bool = false;

    async fn spawn(_: &S, _: u64) -> Self {
        unreachable!("not offered, so never spawned")
    }

    async fn tell(&self, _: u64) {
        match *self {}
    }

    async fn ask(&self, _: u64) -> u64 {
        match *self {}
    }

    async fn stop(self) {
        match self {}
    }
}

/// A multi-thread runtime, or for one worker a current-thread one, whose
/// instruction counts are reproducible.
fn runtime(workers: usize) -> tokio::runtime::Runtime {
    let mut builder = match workers {
        1 => tokio::runtime::Builder::new_current_thread(),
        _ => tokio::runtime::Builder::new_multi_thread(),
    };
    builder
        .worker_threads(workers)
        .enable_time()
        .build()
        .expect("cannot start tokio")
}

/// `main` of a subject: runs `WORKLOAD WORKERS OPERATIONS WARM-UP` as the command
/// line says, and prints the sample, or `null` if the subject lacks the actor.
pub fn main<S: Subject>() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [workload, numbers @ ..] = args.as_slice() else {
        usage()
    };
    let numbers: Result<Vec<u64>, _> = numbers.iter().map(|number| number.parse()).collect();
    let (Ok([workers, ops, warm_up]), Some(workload)) = (
        numbers.as_deref(),
        WORKLOADS.iter().find(|known| known.name == workload),
    ) else {
        usage()
    };
    let (workers, ops, warm_up) = (usize::try_from(*workers).expect("few"), *ops, *warm_up);

    // A subject that loses a message would wait for it for ever.
    thread::spawn(|| {
        thread::sleep(Duration::from_secs(180));
        eprintln!("the workload did not end within three minutes");
        process::exit(1);
    });
    let sample = S::block_on(workers, async move {
        let subject = S::start(workers).await;
        if warm_up > 0 {
            workloads::run(workload, &subject, warm_up).await;
        }
        workloads::run(workload, &subject, ops).await
    });
    println!(
        "{}",
        sample.map_or_else(|| "null".to_owned(), |sample| sample.to_json())
    );
}

fn usage() -> ! {
    eprintln!("usage: subject WORKLOAD WORKERS OPERATIONS WARM-UP-OPERATIONS");
    process::exit(2);
}
