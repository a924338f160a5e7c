//! Death watch: a foreman who replaces every worker that ends, under the same name.

use actor_core::StopReason;
use actor_core::prelude::*;

#[actor]
struct Worker;

#[actor]
impl Worker {
    #[handler]
    fn greet(&self, ctx: &mut Context<Self>) -> String {
        format!("hello from {}", ctx.path())
    }
}

#[actor]
#[derive(Default)]
struct Foreman {
    replaced: u32,
    waiting: Option<ReplyTo<u32>>,
}

#[actor]
impl Foreman {
    /// The first message of every actor, and the place to spawn children: the mailbox works already.
    #[on(PostStart)]
    async fn hire(&mut self, ctx: &mut Context<Self>) -> Result<(), SpawnError> {
        let worker = ctx.spawn_child("worker", Worker).await?;
        ctx.watch(&worker);
        Ok(())
    }

    /// The name is free by the time the notice comes.
    #[on(Terminated)]
    async fn replace(
        &mut self,
        ctx: &mut Context<Self>,
        gone: Terminated,
    ) -> Result<(), SpawnError> {
        println!("{} ended: {}", gone.path(), gone.reason());
        assert_eq!(gone.reason(), StopReason::Shutdown);
        self.replaced += 1;
        self.hire(ctx).await?;
        if let Some(reply) = self.waiting.take() {
            reply.send(self.replaced);
        }
        Ok(())
    }

    #[handler]
    fn worker(&mut self, ctx: &mut Context<Self>) -> Option<WorkerHandle> {
        ctx.child::<Worker>("worker").ok()
    }

    /// Answers once a worker has been replaced.
    #[handler]
    fn replacement(&mut self, reply: ReplyTo<u32>) {
        match self.replaced {
            0 => self.waiting = Some(reply),
            count => reply.send(count),
        }
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("site");
    let foreman = system.spawn("foreman", Foreman::default()).await?;

    let first = foreman.worker().await?.ok_or("no worker")?;
    println!("{}", first.greet().await?);

    first.shutdown().await?;
    println!("replaced: {}", foreman.replacement().await?);

    let second = foreman.worker().await?.ok_or("no worker")?;
    println!(
        "{}, another one: {}",
        second.greet().await?,
        second != first
    );
    println!(
        "the old handle: {}",
        first.greet().await.expect_err("ended")
    );
    system.stop().await?;
    Ok(())
}
