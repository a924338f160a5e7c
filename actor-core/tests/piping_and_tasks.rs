//! What an actor has running beside itself.

#[path = "common/soon.rs"]
mod soon;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use actor_core::DeadLetterReason;
use actor_core::prelude::*;
use actor_core::testkit::{Recorder, hold, settle};
use soon::at_once;
use tokio::runtime::Handle as Runtime;
use tokio::sync::{mpsc, oneshot};
use tokio::task::AbortHandle;

/// Says when it is dropped.
struct Flag(Option<oneshot::Sender<()>>);

impl Flag {
    fn new() -> (Self, oneshot::Receiver<()>) {
        let (raise, raised) = oneshot::channel();
        (Self(Some(raise)), raised)
    }
}

impl Drop for Flag {
    fn drop(&mut self) {
        if let Some(raise) = self.0.take() {
            let _ = raise.send(());
        }
    }
}

type Work = oneshot::Receiver<u32>;

/// Has others work for it.
#[actor(supervision = suspend)]
#[derive(Default)]
struct Foreman {
    done: Arc<Mutex<Vec<u32>>>,
}

#[actor]
impl Foreman {
    #[handler]
    fn take(&mut self, n: u32) {
        self.done.lock().expect("no panic").push(n);
    }

    #[handler]
    fn order(&mut self, work: Work, ctx: &mut Context<Self>) {
        ctx.pipe(work, |done| ForemanMsg::take(done.unwrap_or_default()));
    }

    /// Goes on itself while somebody else works.
    #[handler]
    async fn order_and_go_on(
        &mut self,
        work: Work,
        opened: oneshot::Receiver<()>,
        ctx: &mut Context<Self>,
    ) {
        self.order(work, ctx);
        let _ = opened.await;
        self.take(0);
    }

    #[handler]
    fn order_from_a_fool(&mut self, work: Work, ctx: &mut Context<Self>) {
        ctx.pipe(
            async move { work.await.expect("the fool knows") },
            ForemanMsg::take,
        );
    }

    #[handler]
    fn misunderstand(&mut self, work: Work, ctx: &mut Context<Self>) {
        ctx.pipe(work, |_| -> ForemanMsg { panic!("what?") });
    }

    #[handler]
    fn pipe_for_ever(&mut self, flag: Flag, ctx: &mut Context<Self>) {
        let never = async move {
            let _flag = flag;
            std::future::pending::<()>().await;
        };
        ctx.pipe(never, |()| ForemanMsg::take(0));
    }

    #[handler]
    fn spawn_for_ever(&mut self, flag: Flag, ctx: &mut Context<Self>) -> Option<AbortHandle> {
        ctx.spawn(async move {
            let _flag = flag;
            std::future::pending::<()>().await;
        })
    }

    #[handler]
    fn spawn_a_fool(&mut self, ctx: &mut Context<Self>) {
        ctx.spawn(async { panic!("the fool") });
    }

    #[handler]
    fn stumble(&mut self) -> Result<(), Fault> {
        Err(Fault::msg("a plank"))
    }
}

struct Site {
    system: ActorSystem,
    recorder: Recorder,
    foreman: ForemanHandle,
    done: Arc<Mutex<Vec<u32>>>,
}

async fn site_with(mailbox: Mailbox) -> Site {
    // Timeouts have a task of their own, and tasks are counted here.
    let system = ActorSystem::builder("site").no_ask_timeout().build();
    let system = system.expect("a valid name");
    let recorder = Recorder::new(&system);
    let foreman = Foreman::default();
    let done = Arc::clone(&foreman.done);
    let spawn = system.spawn("foreman", foreman).mailbox(mailbox);
    Site {
        foreman: spawn.await.expect("starts"),
        system,
        recorder,
        done,
    }
}

async fn site() -> Site {
    site_with(Mailbox::default()).await
}

impl Site {
    fn done(&self) -> Vec<u32> {
        self.done.lock().expect("no panic").clone()
    }
}

// === Piping ===

#[tokio::test(start_paused = true)]
async fn the_outcome_of_a_piped_future_comes_as_a_message() {
    let site = site().await;
    let (finish, work) = oneshot::channel();
    site.foreman.order(work).await.expect("answers");
    settle().await;
    assert_eq!(site.done(), []);
    finish.send(7).expect("it waits");
    settle().await;
    assert_eq!(site.done(), [7]);
    assert_eq!(site.foreman.processed(), 2);
}

#[tokio::test(start_paused = true)]
async fn the_actor_handles_other_messages_meanwhile_and_the_outcome_when_it_is_done_with_one() {
    let site = site().await;
    let (finish, work) = oneshot::channel();
    let (gate, opened) = oneshot::channel();
    let told = site.foreman.order_and_go_on(work, opened).try_tell();
    told.expect("accepted");
    settle().await;
    finish.send(7).expect("it waits");
    settle().await;
    assert_eq!(site.done(), []);
    gate.send(()).expect("the handler waits");
    settle().await;
    assert_eq!(site.done(), [0, 7]);
}

#[tokio::test(start_paused = true)]
async fn outcomes_come_in_the_order_in_which_they_are_there() {
    let site = site().await;
    let mut finishes = Vec::new();
    for _ in 0..3 {
        let (finish, work) = oneshot::channel();
        site.foreman.order(work).await.expect("answers");
        finishes.push(finish);
    }
    for n in (0..3).rev() {
        let finish = finishes.pop().expect("three of them");
        finish.send(n).expect("it waits");
        settle().await;
    }
    assert_eq!(site.done(), [2, 1, 0]);
}

#[tokio::test(start_paused = true)]
async fn an_outcome_needs_no_room_in_the_mailbox() {
    let site = site_with(Mailbox::bounded(1).overflow(Overflow::Reject)).await;
    let (finish, work) = oneshot::channel();
    site.foreman.order(work).await.expect("answers");
    let held = hold(&site.foreman).await;
    site.foreman.take(1).try_tell().expect("there is room");
    finish.send(7).expect("it waits");
    settle().await;
    held.release();
    settle().await;
    assert_eq!(site.done(), [1, 7]);
}

#[tokio::test(start_paused = true)]
async fn an_outcome_for_a_suspended_actor_waits_for_it() {
    let mut site = site().await;
    let (finish, work) = oneshot::channel();
    site.foreman.order(work).await.expect("answers");
    assert!(site.foreman.stumble().await.is_err());
    finish.send(7).expect("it waits");
    settle().await;
    assert_eq!(site.done(), []);
    assert!(at_once(site.foreman.reinstate()).await);
    settle().await;
    assert_eq!(site.done(), [7]);
    assert_eq!(site.recorder.dead_letters(), []);
}

#[tokio::test(start_paused = true)]
async fn a_piped_future_that_panics_is_a_dead_letter_and_no_failure_of_the_actor() {
    let mut site = site().await;
    let (finish, work) = oneshot::channel();
    site.foreman.order_from_a_fool(work).await.expect("answers");
    drop(finish);
    settle().await;
    let letters = site.recorder.dead_letters();
    assert_eq!(letters.len(), 1);
    assert_eq!(letters[0].reason, DeadLetterReason::PipePanicked);
    assert_eq!(letters[0].message, "order_from_a_fool");
    assert_eq!(letters[0].receiver, "site/foreman");
    assert!(site.foreman.is_running());
    assert_eq!(site.done(), []);
}

#[tokio::test(start_paused = true)]
async fn so_is_one_whose_outcome_cannot_be_made_a_message() {
    let mut site = site().await;
    let (finish, work) = oneshot::channel();
    site.foreman.misunderstand(work).await.expect("answers");
    finish.send(7).expect("it waits");
    settle().await;
    assert_eq!(site.recorder.count(DeadLetterReason::PipePanicked), 1);
    assert!(site.foreman.is_running());
}

#[tokio::test(start_paused = true)]
async fn an_outcome_that_comes_while_the_actor_ends_is_a_dead_letter() {
    let mut site = site().await;
    let (finish, work) = oneshot::channel();
    let (gate, opened) = oneshot::channel();
    let told = site.foreman.order_and_go_on(work, opened).try_tell();
    told.expect("accepted");
    settle().await;
    let ended = site.foreman.shutdown();
    finish.send(7).expect("it waits");
    settle().await;
    gate.send(()).expect("the handler waits");
    at_once(ended).await.expect("no cycle");
    assert_eq!(site.done(), [0]);
    assert_eq!(site.recorder.count(DeadLetterReason::NotRunning), 1);
}

// === Tasks ===

#[tokio::test(start_paused = true)]
async fn what_runs_beside_an_actor_ends_with_it() {
    for stop in [
        ActorRef::shutdown as fn(&ActorRef) -> _,
        ActorRef::stop_now,
        ActorRef::kill,
    ] {
        let site = site().await;
        let ((piped, end_of_piped), (spawned, end_of_spawned)) = (Flag::new(), Flag::new());
        site.foreman.pipe_for_ever(piped).await.expect("answers");
        site.foreman.spawn_for_ever(spawned).await.expect("answers");
        at_once(stop(&site.foreman)).await.expect("no cycle");
        at_once(end_of_piped).await.expect("dropped");
        at_once(end_of_spawned).await.expect("dropped");
        assert_eq!(Runtime::current().metrics().num_alive_tasks(), 0);
    }
}

#[tokio::test(start_paused = true)]
async fn what_runs_beside_an_actor_ends_with_its_incarnation() {
    let site = site().await;
    let ((piped, end_of_piped), (spawned, end_of_spawned)) = (Flag::new(), Flag::new());
    site.foreman.pipe_for_ever(piped).await.expect("answers");
    site.foreman.spawn_for_ever(spawned).await.expect("answers");
    at_once(site.foreman.restart()).await.expect("it runs");
    at_once(end_of_piped).await.expect("dropped");
    at_once(end_of_spawned).await.expect("dropped");
    // The next incarnation may have tasks again.
    let (flag, _end) = Flag::new();
    let task = site.foreman.spawn_for_ever(flag).await.expect("answers");
    assert!(task.is_some_and(|task| !task.is_finished()));
}

#[tokio::test(start_paused = true)]
async fn what_runs_beside_an_actor_goes_on_while_it_is_suspended() {
    let site = site().await;
    let (flag, mut end) = Flag::new();
    site.foreman.spawn_for_ever(flag).await.expect("answers");
    assert!(site.foreman.stumble().await.is_err());
    settle().await;
    assert!(site.foreman.is_suspended());
    assert!(end.try_recv().is_err());
}

#[tokio::test(start_paused = true)]
async fn a_task_can_be_ended_by_itself() {
    let site = site().await;
    let (flag, end) = Flag::new();
    let task = site.foreman.spawn_for_ever(flag).await.expect("answers");
    task.expect("it runs").abort();
    at_once(end).await.expect("dropped");
    assert!(site.foreman.is_running());
}

#[tokio::test(start_paused = true)]
async fn a_task_that_panics_ends_alone() {
    let site = site().await;
    site.foreman.spawn_a_fool().await.expect("answers");
    settle().await;
    assert!(site.foreman.is_running());
    at_once(site.system.stop()).await.expect("stops");
}

/// Starts something at its very end.
#[actor]
struct Ghost {
    spawned: mpsc::UnboundedSender<bool>,
}

#[actor]
impl Ghost {
    #[on(PostStop)]
    fn haunt(&mut self, ctx: &mut Context<Self>) {
        let task = ctx.spawn(std::future::pending());
        let _ = self.spawned.send(task.is_some());
    }
}

#[tokio::test(start_paused = true)]
async fn an_actor_that_has_ended_starts_no_task() {
    let site = site().await;
    let (spawned, mut heard) = mpsc::unbounded_channel();
    let ghost = site.system.spawn("ghost", Ghost { spawned }).await;
    let before = Runtime::current().metrics().num_alive_tasks();
    at_once(ghost.expect("starts").shutdown())
        .await
        .expect("no cycle");
    assert_eq!(heard.recv().await, Some(false));
    assert!(Runtime::current().metrics().num_alive_tasks() < before);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_left_of_tasks_that_are_done() {
    let site = site().await;
    let before = Runtime::current().metrics().num_alive_tasks();
    for n in 0..1_000 {
        let (finish, work) = oneshot::channel();
        site.foreman.order(work).await.expect("answers");
        finish.send(n).expect("it waits");
    }
    settle().await;
    assert_eq!(site.done().len(), 1_000);
    assert_eq!(Runtime::current().metrics().num_alive_tasks(), before);
}

#[tokio::test(start_paused = true)]
async fn a_piped_future_may_take_as_long_as_it_likes() {
    let site = site().await;
    let (finish, work) = oneshot::channel();
    site.foreman.order(work).await.expect("answers");
    tokio::time::sleep(Duration::from_secs(1_000_000)).await;
    finish.send(7).expect("it waits");
    settle().await;
    assert_eq!(site.done(), [7]);
}
