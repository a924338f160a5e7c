//! Topologies: what is declared is effective, whichever way a node is started.

#[path = "../common/mod.rs"]
mod common;

mod building;
mod edges;
mod effective;
mod finding;
mod groups;
mod hosting;
mod instances;
mod mailboxes;
mod passivating;
mod policies;
mod starting;
mod stopping;
mod tools;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::{Recorder, hold, settle};
use actor_core::topology::{ActorBuilder, Running, StartError, Topology};
use actor_core::{DeadLetterReason, EventKind, Group, Queued, RestartMode, Strategy, SystemEvent};

use common::{Gate, Log, Subject, SubjectHandle, soon};

const S: Duration = Duration::from_secs(1);

/// The event with what tells it from others of its kind, as `<name> <event>`.
fn said(event: &SystemEvent) -> String {
    let (actor, name) = (event.path.name(), event.kind.name());
    match &event.kind {
        EventKind::ActorStopped { reason, .. } => format!("{actor} {name} {reason}"),
        EventKind::ActorRestarted {
            supervisor: Some(group),
            ..
        } => format!("{actor} {name} {group}"),
        EventKind::ActorEscalated {
            reason, supervisor, ..
        } => format!(
            "{actor} {name} {reason} {}",
            supervisor.as_deref().unwrap_or("-")
        ),
        EventKind::DeadLetter(letter) => format!("{actor} {name} {}", letter.reason),
        _ => format!("{actor} {name}"),
    }
}

/// The events whose names are given, in order.
fn events(recorder: &mut Recorder, names: &[&str]) -> Vec<String> {
    let all = recorder.all().iter();
    let wanted = all.filter(|event| names.contains(&event.kind.name()));
    wanted.map(said).collect()
}

/// Something was posted.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
struct Posted(u64);

/// The day is over.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
struct Closed;

/// An actor that counts, fails, announces, and stays where it is told to.
#[actor(emits(Posted, Closed))]
#[derive(Default)]
struct Ledger {
    total: u64,
}

#[actor]
impl Ledger {
    #[handler]
    fn post(&mut self, ctx: &mut Context<Self>, amount: u64) -> u64 {
        self.total += amount;
        ctx.emit(Posted(amount));
        self.total
    }

    #[handler]
    fn close(&mut self, ctx: &mut Context<Self>) {
        ctx.emit(Closed);
    }

    /// Changes something, and fails.
    #[handler]
    fn fail(&mut self) -> Result<(), Fault> {
        self.total += 1;
        Err(Fault::msg("no"))
    }

    #[handler]
    async fn stay(&mut self, gate: Gate) {
        gate.wait().await;
    }
}

/// An actor that takes the events of a ledger.
#[actor]
#[derive(Default)]
struct Audit {
    seen: Vec<String>,
}

#[actor]
impl Audit {
    #[on(Posted)]
    fn posted(&mut self, event: Posted) {
        self.seen.push(event.0.to_string());
    }

    #[on(Closed)]
    fn closed(&mut self, _: Closed) {
        self.seen.push("closed".into());
    }

    #[handler]
    fn seen(&mut self) -> Vec<String> {
        self.seen.clone()
    }

    #[handler]
    fn fail(&mut self) -> Result<(), Fault> {
        Err(Fault::msg("no"))
    }
}

/// An actor that is there for each user.
#[actor]
struct Session {
    user: String,
    visits: u32,
}

impl Session {
    fn new(user: String) -> Self {
        Self { user, visits: 0 }
    }
}

#[actor]
impl Session {
    /// Whose it is, and how often it was asked.
    #[handler]
    fn visit(&mut self) -> (String, u32) {
        self.visits += 1;
        (self.user.clone(), self.visits)
    }

    #[handler]
    fn fail(&mut self) -> Result<(), Fault> {
        Err(Fault::msg("no"))
    }
}

topology! {
    /// The one that most tests use.
    Shop;
    contract "1.4.0";

    node edge = "edge-1";
    node core = "core-1";
    client node desk = "desk";

    actor ledger: Ledger on core {
        supervision = restart(max = 3, within = 60s, backoff = 0s);
    }
    actor audit: Audit on core {
        id = "the-audit";
        supervision = restart(backoff = 0s);
    }
    actor gate: Audit on edge;
    actor session(user: String): Session on edge {
        id = format!("session-{user}");
        init = Session::new(user);
    }

    supervisor books on core = rest_for_one [ledger, audit];
    subscribe ledger -> audit on [Posted];
}

async fn shop() -> Shop {
    soon(Shop::local().start()).await.expect("starts")
}

/// A topology of `Subject`s on one node `main`, which note what they do in `log`.
fn subjects(log: &Log, keys: &[&str]) -> Topology {
    let builder = Topology::builder("Subjects").node("main", "main");
    let builder = keys.iter().fold(builder, |builder, key| {
        let log = log.clone();
        builder.actor(key, "main", move || Subject::new(&log), |it| it)
    });
    builder.build().expect("it is in order")
}

fn subject(running: &Running, key: &str) -> SubjectHandle {
    running.actor::<Subject>(key)
}
