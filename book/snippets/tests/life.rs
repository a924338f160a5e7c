//! The code of the chapter "The life of an actor".
#![allow(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

use actor_core::EventKind;
use actor_core::prelude::*;

// ANCHOR: hooks
#[actor]
pub struct Session {
    greeted: Vec<String>,
}

#[actor]
impl Session {
    /// Before the first message, and again at each restart. An error aborts the start.
    #[on(PreStart)]
    async fn load(&mut self) -> Result<(), std::io::Error> {
        self.greeted.clear();
        Ok(())
    }

    /// The first message: the place to spawn children and to start timers.
    #[on(PostStart)]
    fn begin(&mut self, ctx: &mut Context<Self>) {
        self.greeted.push(ctx.path().to_string());
    }

    /// After the mailbox has drained and the children have stopped.
    #[on(PostStop)]
    fn end(&mut self) {
        self.greeted.push("bye".into());
    }

    #[handler]
    pub fn greeted(&self) -> Vec<String> {
        self.greeted.clone()
    }
}
// ANCHOR_END: hooks

#[tokio::test]
async fn hooks_run() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("app");
    let session = system
        .spawn(
            "session",
            Session {
                greeted: vec!["stale".into()],
            },
        )
        .await?;
    assert_eq!(session.greeted().await?, ["app/session"]);

    // ANCHOR: restart
    let before = session.incarnation();
    session.restart().await?;
    assert_eq!(session.restart_count(), 1);
    assert_ne!(session.incarnation(), before);
    // ANCHOR_END: restart

    // ANCHOR: stop
    session.shutdown().await?;
    assert!(!session.is_running());
    // The name is free, and what comes now is another actor.
    let another = system.spawn("session", Session { greeted: vec![] }).await?;
    assert_ne!(another, session);
    // ANCHOR_END: stop
    Ok(())
}

#[tokio::test]
async fn the_system_tells_what_happens() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("app");
    // ANCHOR: events
    let mut events = system.events().subscribe(); // a task of its own usually takes them, with `recv().await`
    let session = system.spawn("session", Session { greeted: vec![] }).await?;
    session.shutdown().await?;
    assert!(session.greeted().await.is_err());

    let mut seen = Vec::new();
    while let Some(event) = events.try_recv() {
        seen.push(event.to_string());
        if let EventKind::DeadLetter(letter) = event.kind {
            assert_eq!(letter.message, "greeted");
        }
    }
    assert_eq!(seen[0], "app/session ActorStarted");
    assert_eq!(seen[1], "app/session ActorStopping");
    assert_eq!(seen[2], "app/session ActorStopped (shutdown)");
    // ANCHOR_END: events
    assert_eq!(seen.len(), 4);
    Ok(())
}
