//! The code of the chapter "Timers, pipes and tasks".
#![allow(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

use std::time::Duration;

use actor_core::prelude::*;

// ANCHOR: timers
#[actor]
#[derive(Default)]
pub struct Heart {
    beats: u32,
}

#[actor]
impl Heart {
    /// A timer started in a handler or hook ends with this life of the actor: a restart does not double it.
    #[on(PostStart)]
    fn start(&mut self, ctx: &mut Context<Self>) {
        ctx.myself().beat().every(Duration::from_secs(1));
    }

    #[handler]
    pub fn beat(&mut self) {
        self.beats += 1;
    }

    #[handler]
    pub fn beats(&self) -> u32 {
        self.beats
    }
}
// ANCHOR_END: timers

#[tokio::test(start_paused = true)]
async fn a_heart_beats() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("app");
    let heart = system.spawn("heart", Heart::default()).await?;
    // ANCHOR: cancel
    let once = heart.beat().after(Duration::from_secs(3600)); // belongs to the system: no handler started it
    assert!(once.is_active());
    once.cancel(); // dropping it would cancel nothing
    // ANCHOR_END: cancel
    tokio::time::sleep(Duration::from_millis(3_500)).await;
    assert_eq!(heart.beats().await?, 3);
    heart.restart().await?;
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    assert_eq!(heart.beats().await?, 5);
    Ok(())
}

async fn resolve(host: String) -> Result<String, std::io::Error> {
    tokio::time::sleep(Duration::from_millis(20)).await;
    Ok(format!("{host}:5432"))
}

// ANCHOR: pipe
#[actor]
#[derive(Default)]
pub struct Client {
    peer: Option<String>,
}

#[actor]
impl Client {
    /// Returns at once. The outcome comes as a message, like any other.
    #[handler]
    pub fn connect(&mut self, ctx: &mut Context<Self>, host: String) {
        ctx.pipe(resolve(host), ClientMsg::resolved);
    }

    #[handler]
    fn resolved(&mut self, outcome: Result<String, std::io::Error>) {
        self.peer = outcome.ok();
    }

    #[handler]
    pub fn peer(&self) -> Option<String> {
        self.peer.clone()
    }
}
// ANCHOR_END: pipe

#[tokio::test(start_paused = true)]
async fn the_outcome_comes_as_a_message() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("app");
    let client = system.spawn("client", Client::default()).await?;
    client.connect("db".into()).await?;
    assert_eq!(client.peer().await?, None);
    tokio::time::sleep(Duration::from_millis(30)).await;
    assert_eq!(client.peer().await?.as_deref(), Some("db:5432"));
    Ok(())
}

// ANCHOR: delegated
#[actor]
#[derive(Default)]
pub struct Desk {
    waiting: Vec<ReplyTo<&'static str>>,
}

#[actor]
impl Desk {
    /// Answered by a task. The desk is free for the next message meanwhile.
    #[handler]
    pub fn measure(&mut self, ctx: &mut Context<Self>, reply: ReplyTo<u64>) {
        ctx.spawn(async move {
            tokio::time::sleep(Duration::from_millis(20)).await;
            reply.send(42);
        });
    }

    /// Answered by a later message.
    #[handler]
    pub fn wait(&mut self, reply: ReplyTo<&'static str>) {
        self.waiting.push(reply);
    }

    #[handler]
    pub fn open(&mut self) {
        for reply in self.waiting.drain(..) {
            reply.send("come in");
        }
    }

    /// Answered by somebody else. Passed on it needs a wrapper, here a tuple of one: a bare `ReplyTo` among the
    /// arguments would be the answer to that message.
    #[handler]
    pub async fn ask(&mut self, expert: ExpertHandle, reply: ReplyTo<u32>) -> Result<(), Fault> {
        expert.answer((reply,)).tell().await?;
        Ok(())
    }
}

#[actor]
pub struct Expert;

#[actor]
impl Expert {
    #[handler]
    pub fn answer(&mut self, to: (ReplyTo<u32>,)) {
        to.0.send(7);
    }
}
// ANCHOR_END: delegated

#[tokio::test(start_paused = true)]
async fn answers_come_later() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("app");
    let desk = system.spawn("desk", Desk::default()).await?;
    let expert = system.spawn("expert", Expert).await?;
    // ANCHOR: asked
    let (measured, welcome, opened) = tokio::join!(desk.measure(), desk.wait(), desk.open());
    opened?;
    assert_eq!((measured?, welcome?), (42, "come in"));
    assert_eq!(desk.ask(expert).await?, 7);
    // ANCHOR_END: asked
    Ok(())
}

// ANCHOR: passivation
#[actor(passivate(after = 2m))]
#[derive(Default)]
pub struct Session {
    pages: u32,
}

#[actor]
impl Session {
    #[handler]
    pub fn open(&mut self) -> u32 {
        self.pages += 1;
        self.pages
    }
}
// ANCHOR_END: passivation

#[tokio::test(start_paused = true)]
async fn an_idle_session_ends() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("app");
    // ANCHOR: passivated
    let session = system.get_or_spawn("anna", Session::default).await?;
    assert_eq!(session.open().await?, 1);
    session.ended().await?; // two idle minutes later

    let session = system.get_or_spawn("anna", Session::default).await?;
    assert_eq!(session.open().await?, 1); // another actor, which starts anew
    // ANCHOR_END: passivated
    Ok(())
}
