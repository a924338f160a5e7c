//! The workloads. Each verifies what its actors computed, and stops its clock
//! only when they have processed everything.

use std::time::Duration;

use futures_util::future::join_all;

use crate::{
    ARRIVED, Counter, Relay, Subject,
    measure::{Clock, Sample, resident_bytes},
};

/// What a workload is called, and how much of it is run.
#[derive(Debug)]
pub struct Workload {
    /// Name on the command line and in the results.
    pub name: &'static str,
    /// What one operation is.
    pub operation: &'static str,
    /// Names of the figures measured per operation.
    pub metrics: &'static [&'static str],
    /// Operations of one sample.
    pub ops: u64,
    /// Whether the measured run follows one of a tenth of its operations.
    pub warm_up: bool,
    /// Two numbers of operations, whose difference in instructions is counted.
    pub counted: Option<(u64, u64)>,
}

const TIME: &[&str] = &["wall_ns", "cpu_ns"];

/// Every workload. Payloads have eight bytes.
pub const WORKLOADS: &[Workload] = &[
    Workload {
        name: "tell-bounded",
        operation: "one sender tells one actor with a mailbox of 1,024 messages",
        metrics: TIME,
        ops: 1_000_000,
        warm_up: true,
        counted: Some((20_000, 60_000)),
    },
    Workload {
        name: "tell-unbounded",
        operation: "one sender tells one actor with an unbounded mailbox",
        metrics: TIME,
        ops: 1_000_000,
        warm_up: true,
        counted: Some((20_000, 60_000)),
    },
    Workload {
        name: "tell-8-bounded",
        operation: "8 senders tell one actor with a mailbox of 1,024 messages",
        metrics: TIME,
        ops: 1_000_000,
        warm_up: true,
        counted: None,
    },
    Workload {
        name: "tell-8-unbounded",
        operation: "8 senders tell one actor with an unbounded mailbox",
        metrics: TIME,
        ops: 1_000_000,
        warm_up: true,
        counted: None,
    },
    Workload {
        name: "ask",
        operation: "one caller asks one actor, again after each answer",
        metrics: TIME,
        ops: 200_000,
        warm_up: true,
        counted: Some((5_000, 15_000)),
    },
    Workload {
        name: "ask-64",
        operation: "64 callers ask one actor, each again after its answer",
        metrics: TIME,
        ops: 64 * 4_000,
        warm_up: true,
        counted: Some((64 * 100, 64 * 300)),
    },
    Workload {
        name: "ping-pong",
        operation: "two actors tell each other",
        metrics: TIME,
        ops: 400_000,
        warm_up: true,
        counted: Some((5_000, 15_000)),
    },
    Workload {
        name: "ring",
        operation: "a message goes round 1,000 actors, per actor",
        metrics: TIME,
        ops: 400_000,
        warm_up: true,
        counted: Some((5_000, 15_000)),
    },
    Workload {
        name: "fan-out",
        operation: "1,000 actors are asked at once and their answers gathered, per actor",
        metrics: TIME,
        ops: 200_000,
        warm_up: true,
        counted: Some((2_000, 6_000)),
    },
    Workload {
        name: "spawn",
        operation: "spawn an actor, ask it once, stop it, and wait for its end",
        metrics: TIME,
        ops: 50_000,
        warm_up: true,
        counted: Some((1_000, 3_000)),
    },
    Workload {
        name: "memory",
        operation: "resident memory per idle actor and its address, fresh and after one ask",
        metrics: &["fresh_bytes", "asked_bytes"],
        ops: 200_000,
        warm_up: false,
        counted: None,
    },
];

/// Runs a workload; `None` if the subject does not offer its actor.
pub(crate) async fn run<S: Subject>(workload: &Workload, subject: &S, ops: u64) -> Option<Sample> {
    match workload.name {
        "tell-bounded" => tell::<S, S::Bounded>(subject, ops).await,
        "tell-unbounded" => tell::<S, S::Unbounded>(subject, ops).await,
        "tell-8-bounded" => tell_8::<S, S::Bounded>(subject, ops).await,
        "tell-8-unbounded" => tell_8::<S, S::Unbounded>(subject, ops).await,
        "ping-pong" => relay(subject, 2, ops).await,
        "ring" => relay(subject, 1_000, ops).await,
        "fan-out" => fan_out::<S, S::Plain>(subject, ops).await,
        "ask" => ask::<S, S::Plain>(subject, ops).await,
        "ask-64" => ask_64::<S, S::Plain>(subject, ops).await,
        "spawn" => spawn::<S, S::Plain>(subject, ops).await,
        "memory" => memory::<S, S::Plain>(subject, ops).await,
        other => unreachable!("`{other}` is in no list of workloads"),
    }
}

async fn tell<S: Subject, C: Counter<S>>(subject: &S, ops: u64) -> Option<Sample> {
    if !C::OFFERED {
        return None;
    }
    let counter = C::spawn(subject, 0).await;
    assert_eq!(counter.ask(0).await, 0);

    let clock = Clock::start();
    for number in 1..=ops {
        counter.tell(number).await;
    }
    let expected = ops * (ops + 1) / 2;
    let mut sum = counter.ask(0).await;
    // A mailbox that is not first in, first out answers early.
    while sum < expected {
        tokio::task::yield_now().await;
        sum = counter.ask(0).await;
    }
    let sample = clock.stop(ops);

    assert_eq!(sum, expected, "messages were lost or duplicated");
    counter.stop().await;
    Some(sample)
}

async fn tell_8<S: Subject, C: Counter<S>>(subject: &S, ops: u64) -> Option<Sample> {
    const SENDERS: u64 = 8;
    if !C::OFFERED {
        return None;
    }
    let each = ops / SENDERS;
    let counter = C::spawn(subject, 0).await;
    assert_eq!(counter.ask(0).await, 0);

    let clock = Clock::start();
    let senders: Vec<_> = (0..SENDERS)
        .map(|_| {
            let counter = counter.clone();
            tokio::spawn(async move {
                for _ in 0..each {
                    counter.tell(1).await;
                }
            })
        })
        .collect();
    for sender in senders {
        sender.await.expect("a sender panicked");
    }
    let mut sum = counter.ask(0).await;
    // A mailbox that is not first in, first out answers early.
    while sum < each * SENDERS {
        tokio::task::yield_now().await;
        sum = counter.ask(0).await;
    }
    let sample = clock.stop(each * SENDERS);

    assert_eq!(sum, each * SENDERS, "messages were lost or duplicated");
    counter.stop().await;
    Some(sample)
}

async fn relay<S: Subject>(subject: &S, relays: u64, ops: u64) -> Option<Sample> {
    let mut ring = Vec::new();
    for n in 0..relays {
        ring.push(S::Relay::spawn(subject, n).await);
    }
    for (relay, next) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        relay.join(next).await;
    }

    let clock = Clock::start();
    ring[0].pass(ops - 1).await;
    ARRIVED.notified().await;
    let sample = clock.stop(ops);

    for relay in ring {
        relay.stop().await;
    }
    Some(sample)
}

async fn fan_out<S: Subject, C: Counter<S>>(subject: &S, ops: u64) -> Option<Sample> {
    const ACTORS: u64 = 1_000;
    let mut counters = Vec::new();
    for n in 0..ACTORS {
        counters.push(C::spawn(subject, n).await);
    }
    let rounds = ops.div_ceil(ACTORS);

    let clock = Clock::start();
    for round in 1..=rounds {
        let asked = counters.iter().map(|counter| counter.ask(1));
        let answers = join_all(asked).await;
        assert_eq!(answers.into_iter().sum::<u64>(), round * ACTORS);
    }
    let sample = clock.stop(rounds * ACTORS);

    for counter in counters {
        counter.stop().await;
    }
    Some(sample)
}

async fn ask<S: Subject, C: Counter<S>>(subject: &S, ops: u64) -> Option<Sample> {
    let counter = C::spawn(subject, 0).await;
    assert_eq!(counter.ask(0).await, 0);

    let clock = Clock::start();
    for asked in 1..=ops {
        assert_eq!(counter.ask(1).await, asked);
    }
    let sample = clock.stop(ops);

    counter.stop().await;
    Some(sample)
}

async fn ask_64<S: Subject, C: Counter<S>>(subject: &S, ops: u64) -> Option<Sample> {
    const CALLERS: u64 = 64;
    let each = ops.div_ceil(CALLERS);
    let counter = C::spawn(subject, 0).await;
    assert_eq!(counter.ask(0).await, 0);

    let clock = Clock::start();
    let callers: Vec<_> = (0..CALLERS)
        .map(|_| {
            let counter = counter.clone();
            tokio::spawn(async move {
                let mut last = 0;
                for _ in 0..each {
                    let sum = counter.ask(1).await;
                    assert!(sum > last, "an answer came twice");
                    last = sum;
                }
            })
        })
        .collect();
    for caller in callers {
        caller.await.expect("a caller panicked");
    }
    let sample = clock.stop(each * CALLERS);

    assert_eq!(counter.ask(0).await, each * CALLERS);
    counter.stop().await;
    Some(sample)
}

async fn spawn<S: Subject, C: Counter<S>>(subject: &S, ops: u64) -> Option<Sample> {
    let clock = Clock::start();
    for n in 0..ops {
        let counter = C::spawn(subject, n).await;
        assert_eq!(counter.ask(n).await, n);
        counter.stop().await;
    }
    Some(clock.stop(ops))
}

async fn memory<S: Subject, C: Counter<S>>(subject: &S, ops: u64) -> Option<Sample> {
    let mut alive = Vec::with_capacity(usize::try_from(ops).expect("fits"));
    let before = resident_bytes();
    for n in 0..ops {
        alive.push(C::spawn(subject, n).await);
    }
    // Some subjects let the actor start after `spawn` has returned.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let fresh = resident_bytes();
    for (n, counter) in (0..).zip(&alive) {
        assert_eq!(counter.ask(n).await, n);
    }
    let asked = resident_bytes();
    let per_actor = |bytes: f64| (bytes - before) / ops as f64;
    Some(Sample::new([
        ("fresh_bytes", per_actor(fresh)),
        ("asked_bytes", per_actor(asked)),
    ]))
}
