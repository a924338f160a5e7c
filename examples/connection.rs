//! Behaviours and stash: a connection that loads before it serves. Requests that come too early wait.

use actor_core::prelude::*;

#[actor(behaviors(Loading, Serving, Draining))]
#[derive(Default)]
struct Connection {
    peer: String,
    served: u32,
}

#[actor]
impl Connection {
    /// Begins to load. The outcome comes back as a message, so the actor stays free meanwhile.
    #[on(PostStart)]
    fn connect(&mut self, ctx: &mut Context<Self>) {
        println!("loading");
        ctx.pipe(resolve("db.internal"), ConnectionMsg::loaded);
    }

    #[handler(in(Loading))]
    fn loaded(&mut self, ctx: &mut Context<Self>, peer: String) {
        println!("connected to {peer}");
        self.peer = peer;
        // What waited comes now, in the order it arrived.
        ctx.become_(ConnectionBehavior::Serving);
    }

    /// Waits while the connection loads, runs while it serves, and is refused after that.
    #[handler(in(Serving), stash_in(Loading))]
    fn query(&mut self, text: String) -> String {
        self.served += 1;
        format!("{text} -> row {} from {}", self.served, self.peer)
    }

    #[handler(in(Serving))]
    fn drain(&mut self, ctx: &mut Context<Self>) -> u32 {
        ctx.become_(ConnectionBehavior::Draining);
        self.served
    }
}

async fn resolve(host: &str) -> String {
    tokio::task::yield_now().await;
    format!("{host}:5432")
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("app");
    let connection = system.spawn("connection", Connection::default()).await?;

    // Sent at once, while it may still load; answered when it serves.
    let (one, two) = tokio::join!(
        connection.query("select 1".into()),
        connection.query("select 2".into())
    );
    println!("{}\n{}", one?, two?);

    println!("served before draining: {}", connection.drain().await?);
    match connection.query("select 3".into()).await {
        Err(AskError::Unhandled { behavior, .. }) => println!("refused while {behavior}"),
        other => println!("unexpected: {other:?}"),
    }
    system.stop().await?;
    Ok(())
}
