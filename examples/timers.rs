//! Timers: a message later, a message again and again, and a heartbeat that stops with its actor.

use std::time::Duration;

use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Heart {
    beats: u32,
    enough: Option<ReplyTo<u32>>,
    timer: Option<Timer>,
}

#[actor]
impl Heart {
    /// A timer started in a handler ends with the incarnation that started it: a restart does not double it.
    #[on(PostStart)]
    fn start(&mut self, ctx: &mut Context<Self>) {
        self.timer = Some(ctx.myself().beat().every(Duration::from_millis(20)));
    }

    #[handler]
    fn beat(&mut self) {
        self.beats += 1;
        if self.beats == 3 {
            if let Some(timer) = &self.timer {
                timer.cancel();
            }
            if let Some(reply) = self.enough.take() {
                reply.send(self.beats);
            }
        }
    }

    /// Answers after three beats.
    #[handler]
    fn three_beats(&mut self, reply: ReplyTo<u32>) {
        self.enough = Some(reply);
    }

    #[handler]
    fn beats(&self) -> u32 {
        self.beats
    }

    #[handler]
    fn alarm(&mut self, text: String) {
        println!("alarm: {text}");
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("body");
    let heart = system.spawn("heart", Heart::default()).await?;

    println!("beats: {}", heart.three_beats().await?);

    let cancelled = heart
        .alarm("never heard".into())
        .after(Duration::from_millis(10));
    cancelled.cancel();
    heart.alarm("once".into()).after(Duration::from_millis(30));
    tokio::time::sleep(Duration::from_millis(150)).await;
    println!(
        "beats after the heart cancelled its timer: {}",
        heart.beats().await?
    );

    let zero = heart.beat().every(Duration::ZERO);
    println!("a period of zero: {}", zero.failed().ok_or("it failed")?);
    system.stop().await?;
    Ok(())
}
