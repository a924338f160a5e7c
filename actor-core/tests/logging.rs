//! What went wrong is logged, with the actor's path: at `warn` what an actor did, at `error` what a destructor did.

mod common;

use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::settle;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber, subscriber};

use common::{Subject, soon};

/// Keeps what is logged at `warn` and `error`, each as `LEVEL message field=value …`.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().expect("nobody panics here"))
    }
}

impl Subscriber for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= Level::WARN
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut line = Line {
            message: String::new(),
            fields: String::new(),
        };
        event.record(&mut line);
        let line = format!(
            "{} {}{}",
            event.metadata().level(),
            line.message,
            line.fields
        );
        self.0.lock().expect("nobody panics here").push(line);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

struct Line {
    message: String,
    fields: String,
}

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            write!(self.message, "{value:?}").expect("a string takes all");
        } else {
            write!(self.fields, " {}={value:?}", field.name()).expect("a string takes all");
        }
    }
}

/// Refuses with an error of its own, and its destructor panics.
#[actor]
struct Rude;

#[actor]
impl Rude {
    #[handler]
    fn refuse(&mut self) -> Result<(), String> {
        Err("never".to_owned())
    }
}

impl Drop for Rude {
    fn drop(&mut self) {
        panic!("on its way out");
    }
}

#[tokio::test(start_paused = true)]
async fn an_error_that_nobody_waits_for_is_logged() {
    let log = Log::default();
    let _guard = subscriber::set_default(log.clone());
    let system = ActorSystem::new("test");
    let rude = soon(system.spawn("rude", Rude)).await.expect("starts");
    assert!(soon(rude.refuse()).await.is_err());
    assert!(log.take().is_empty(), "the asker has it");
    rude.refuse().try_tell().expect("it runs");
    settle().await;
    let expected = "WARN nobody waits for this error path=test/rude handler=\"refuse\" error=never";
    assert_eq!(log.take(), [expected]);
}

#[tokio::test(start_paused = true)]
async fn failures_of_handlers_and_hooks_are_logged() {
    let log = Log::default();
    let _guard = subscriber::set_default(log.clone());
    let system = ActorSystem::new("test");
    let value = Subject::silent()
        .failing_pre_start(&[2])
        .on_post_stop(|_| Box::pin(async { Err(Fault::msg("not yet")) }));
    let spawn = system.spawn("a", value).supervision(Restart::DEFAULT);
    let actor = soon(spawn).await.expect("starts");
    assert!(soon(actor.fail(Fault::msg("no"))).await.is_err());
    let logged = log.take();
    assert_eq!(
        logged,
        ["WARN an actor failed path=test/a handler=\"fail\" fault=no"]
    );

    tokio::time::sleep(Duration::from_secs(1)).await;
    settle().await;
    let logged = log.take();
    assert!(
        logged[0].contains("an actor failed to start again"),
        "{logged:?}"
    );

    soon(actor.running()).await.expect("at the second try");
    soon(actor.shutdown()).await.expect("ends");
    let logged = log.take();
    assert_eq!(logged, ["WARN post_stop failed path=test/a fault=not yet"]);
}

#[tokio::test(start_paused = true)]
async fn a_destructor_that_panics_is_logged_as_an_error() {
    let log = Log::default();
    let _guard = subscriber::set_default(log.clone());
    let system = ActorSystem::new("test");
    let rude = soon(system.spawn("rude", Rude)).await.expect("starts");
    soon(rude.shutdown()).await.expect("ends");
    let logged = log.take();
    assert_eq!(logged.len(), 1, "{logged:?}");
    assert!(logged[0].starts_with("ERROR a destructor panicked path=test/rude"));
    assert!(logged[0].contains("on its way out"), "{logged:?}");
}
