//! Delegated replies: a front desk that hands each question on and is free for the next at once.

use actor_core::prelude::*;

#[actor]
struct Desk {
    expert: ExpertHandle,
}

#[actor]
impl Desk {
    /// With `reply: ReplyTo<…>` the answer is somebody else's business; the asker notices nothing.
    #[handler]
    async fn ask(&mut self, question: String, reply: ReplyTo<String>) -> Result<(), Fault> {
        self.expert.answer(question, Forward(reply)).tell().await?;
        Ok(())
    }

    /// Forgets its reply: the asker is told so, at once.
    #[handler]
    fn lose(&mut self, reply: ReplyTo<String>) {
        drop(reply);
    }

    /// Answers from a task of its own.
    #[handler]
    fn measure(&mut self, ctx: &mut Context<Self>, reply: ReplyTo<u64>) {
        ctx.spawn(async move {
            tokio::task::yield_now().await;
            reply.send(42);
        });
    }
}

#[actor]
struct Expert;

#[actor]
impl Expert {
    /// Wrapped, the reply is an argument like any other: it belongs to the desk's asker, not to this message.
    #[handler]
    fn answer(&mut self, question: String, to: Forward) {
        to.0.send(format!("{question} Because."));
    }
}

/// A reply on its way to somebody else's asker.
struct Forward(ReplyTo<String>);

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("office");
    let expert = system.spawn("expert", Expert).await?;
    let desk = system.spawn("desk", Desk { expert }).await?;

    println!("{}", desk.ask("Why?".into()).await?);
    println!("measured: {}", desk.measure().await?);
    println!("lost: {}", desk.lose().await.expect_err("nobody answers"));
    system.stop().await?;
    Ok(())
}
