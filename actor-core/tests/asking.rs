//! What an asker gets: the answer, or an error that says what became of the message.

#[path = "common/soon.rs"]
mod soon;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use actor_core::EventKind;
use actor_core::prelude::*;
use actor_core::testkit::{Recorder, hold, settle};
use soon::at_once;
use tokio::sync::oneshot;
use tokio::time::Instant;

const S: Duration = Duration::from_secs(1);

#[derive(Debug, PartialEq, Eq)]
struct Doubt(&'static str);

impl std::fmt::Display for Doubt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "doubt: {}", self.0)
    }
}

mod doubtful {
    pub(super) type Result<T> = std::result::Result<T, super::Doubt>;
}

type Certain<T> = Result<T, Doubt>;
type Failure = Fault;

/// Answers in every way there is.
#[actor]
#[derive(Default)]
struct Oracle {
    seen: Arc<AtomicU32>,
    kept: Vec<ReplyTo<u32>>,
}

#[actor]
impl Oracle {
    #[handler]
    fn echo(&mut self, n: u32) -> u32 {
        self.seen.fetch_add(1, Ordering::Relaxed);
        n
    }

    #[handler]
    async fn echo_when(&mut self, n: u32, opened: oneshot::Receiver<()>) -> u32 {
        let _ = opened.await;
        self.echo(n)
    }

    #[handler]
    fn judge(&mut self, sure: bool) -> Result<u32, Doubt> {
        self.seen.fetch_add(1, Ordering::Relaxed);
        if sure { Ok(1) } else { Err(Doubt("unsure")) }
    }

    #[handler]
    async fn judge_when(&mut self, opened: oneshot::Receiver<()>) -> Result<u32, Doubt> {
        let _ = opened.await;
        Err(Doubt("late"))
    }

    #[handler]
    fn judge_by_alias(&mut self, sure: bool) -> doubtful::Result<u32> {
        self.judge(sure)
    }

    #[handler(reply = flat)]
    fn judge_by_another_name(&mut self, sure: bool) -> Certain<u32> {
        self.judge(sure)
    }

    #[handler(reply = plain)]
    fn judge_as_a_value(&mut self, sure: bool) -> Result<u32, Doubt> {
        self.judge(sure)
    }

    #[handler]
    fn fail(&mut self) -> Result<u32, Fault> {
        Err(Fault::msg("mist"))
    }

    #[handler]
    fn fail_by_alias(&mut self) -> Result<u32, Failure> {
        Err(Fault::msg("mist"))
    }

    #[handler]
    fn fail_or_judge(&mut self, fails: bool, sure: bool) -> Result<Result<u32, Doubt>, Fault> {
        if fails {
            Err(Fault::msg("mist"))
        } else {
            Ok(self.judge(sure))
        }
    }

    #[handler]
    fn collapse(&mut self) -> u32 {
        panic!("out of fumes")
    }

    #[handler]
    fn keep(&mut self, reply: ReplyTo<u32>) {
        self.kept.push(reply);
    }

    #[handler]
    fn answer_kept(&mut self, n: u32) -> Vec<bool> {
        let kept = std::mem::take(&mut self.kept);
        let answered = kept.into_iter().map(|reply| {
            let awaited = reply.is_awaited();
            reply.send(n);
            awaited
        });
        answered.collect()
    }

    #[handler]
    fn drop_kept(&mut self) {
        self.kept.clear();
    }

    #[handler]
    fn drop_it(&mut self, reply: ReplyTo<u32>) {
        drop(reply);
    }

    #[handler]
    fn answer_from_a_task(&mut self, n: u32, reply: ReplyTo<u32>, ctx: &mut Context<Self>) {
        ctx.spawn(async move { reply.send(n) });
    }

    #[handler]
    async fn drop_it_and_wait(&mut self, reply: ReplyTo<u32>) {
        drop(reply);
        std::future::pending::<()>().await;
    }

    #[handler]
    fn read_for_it(&mut self, text: &'static str, reply: ReplyTo<u32>) -> Result<(), Fault> {
        reply.send(text.parse()?);
        Ok(())
    }

    #[handler]
    async fn read_later(&mut self, reply: ReplyTo<u32>) -> Result<(), Fault> {
        tokio::task::yield_now().await;
        reply.send("x".parse()?);
        Ok(())
    }

    #[handler]
    fn pass_on_and_fail(
        &mut self,
        to: oneshot::Sender<ReplyTo<u32>>,
        reply: ReplyTo<u32>,
    ) -> Result<(), Fault> {
        let _ = to.send(reply);
        Err(Fault::msg("mist"))
    }

    #[handler]
    fn collapse_with(&mut self, reply: ReplyTo<u32>) {
        let _reply = reply;
        panic!("out of fumes");
    }

    #[handler]
    fn recover_without(&mut self, reply: ReplyTo<u32>) {
        let caught = catch_unwind(AssertUnwindSafe(move || {
            let _reply = reply;
            panic!("caught");
        }));
        assert!(caught.is_err());
    }

    /// The second panic is that of a child which does not come to be.
    #[handler]
    async fn recover_without_and_beget(&mut self, ctx: &mut Context<Self>, reply: ReplyTo<u32>) {
        self.recover_without(reply);
        let child = ctx.spawn_child_with("pythia", || -> Self { panic!("out of laurel") });
        child.await.expect_err("it panics");
    }

    #[handler]
    fn judge_later(&mut self, sure: bool, reply: ReplyTo<u32, Doubt>) {
        reply.respond(self.judge(sure));
    }

    #[handler]
    fn ask_and_block(&mut self, other: OracleHandle) -> Result<u32, AskError> {
        other.echo(1).blocking()
    }

    #[handler]
    async fn block_on_a_thread_for_it(&mut self, other: OracleHandle) -> Option<u32> {
        let blocked = tokio::task::spawn_blocking(move || other.echo(1).blocking().ok());
        blocked.await.ok().flatten()
    }

    #[handler]
    async fn ask_oneself(&mut self, ctx: &mut Context<Self>) -> Result<u32, AskError> {
        ctx.myself().echo(1).await
    }
}

struct Temple {
    system: ActorSystem,
    recorder: Recorder,
    oracle: OracleHandle,
    seen: Arc<AtomicU32>,
}

async fn temple() -> Temple {
    let system = ActorSystem::new("delphi");
    let recorder = Recorder::new(&system);
    let oracle = Oracle::default();
    let seen = Arc::clone(&oracle.seen);
    let spawn = system.spawn("oracle", oracle);
    let spawned = spawn.supervision(Directive::Suspend).await;
    Temple {
        oracle: spawned.expect("starts"),
        system,
        recorder,
        seen,
    }
}

impl Temple {
    fn seen(&self) -> u32 {
        self.seen.load(Ordering::Relaxed)
    }
}

// === Answers ===

#[tokio::test(start_paused = true)]
async fn an_ask_gives_the_handlers_answer() {
    let temple = temple().await;
    assert_eq!(at_once(temple.oracle.echo(7)).await.expect("answers"), 7);
}

#[tokio::test(start_paused = true)]
async fn a_call_does_nothing_until_it_is_awaited() {
    let temple = temple().await;
    drop(temple.oracle.echo(7));
    drop(temple.oracle.echo(7).tell());
    drop(temple.oracle.echo(7).timeout(S));
    settle().await;
    assert_eq!(temple.seen(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_handlers_own_error_is_the_answer_and_no_failure() {
    let mut temple = temple().await;
    assert_eq!(temple.oracle.judge(true).await.expect("is sure"), 1);
    let error = temple.oracle.judge(false).await.expect_err("is unsure");
    assert_eq!(error.to_string(), "doubt: unsure");
    assert!(!error.never_ran());
    assert_eq!(error.into_handler_error().ok(), Some(Doubt("unsure")));
    assert!(temple.oracle.is_running());
    let names = temple.recorder.names_of(temple.oracle.path());
    assert_eq!(names, ["ActorStarted"]);
}

#[tokio::test(start_paused = true)]
async fn an_alias_of_result_is_an_answer_or_an_error_as_well() {
    let temple = temple().await;
    assert_eq!(temple.oracle.judge_by_alias(true).await.ok(), Some(1));
    let error = temple
        .oracle
        .judge_by_alias(false)
        .await
        .expect_err("unsure");
    assert!(matches!(error, AskError::Handler(Doubt("unsure"))));
}

#[tokio::test(start_paused = true)]
async fn a_result_that_is_to_be_a_plain_value_comes_back_whole() {
    let temple = temple().await;
    let value = temple.oracle.judge_as_a_value(false).await;
    assert_eq!(value.expect("answers"), Err(Doubt("unsure")));
}

#[tokio::test(start_paused = true)]
async fn a_told_error_is_announced() {
    let mut temple = temple().await;
    temple.oracle.judge(false).tell().await.expect("accepted");
    let event = temple
        .recorder
        .wait_for(|event| event.kind.name() == "HandlerError")
        .await;
    let EventKind::HandlerError { message, error } = event.kind else {
        panic!("{event}");
    };
    assert_eq!((message, &*error), ("judge", "doubt: unsure"));
    assert!(temple.oracle.is_running());
}

#[tokio::test(start_paused = true)]
async fn an_error_whose_asker_has_given_up_is_announced() {
    let mut temple = temple().await;
    let (gate, opened) = oneshot::channel();
    let asked = temple.oracle.judge_when(opened).timeout(S).await;
    assert!(matches!(asked, Err(AskError::Timeout { .. })));
    gate.send(()).expect("the handler waits");
    temple
        .recorder
        .wait_for(|event| event.kind.name() == "HandlerError")
        .await;
}

/// A channel's end may be sent and not shared.
#[actor]
struct Porter;

#[actor]
impl Porter {
    #[handler]
    fn carry(&mut self, box_: std::cell::Cell<u8>) -> u8 {
        box_.get()
    }
}

type Anything = Box<dyn std::error::Error + Send + Sync>;

/// What users write, in functions of every kind.
async fn carried(porter: &PorterHandle) -> Result<u8, Anything> {
    porter.carry(1.into()).await?;
    let told = porter.carry(2.into()).tell().await;
    told.map_err(SendError::without_message)?;
    porter
        .carry(3.into())
        .try_tell()
        .map_err(SendError::without_message)?;
    Ok(4)
}

#[tokio::test(start_paused = true)]
async fn what_goes_wrong_passes_through_a_question_mark_whatever_the_message() {
    let porter = ActorSystem::new("station").spawn("porter", Porter).await;
    let porter = porter.expect("starts");
    assert_eq!(carried(&porter).await.ok(), Some(4));
    at_once(porter.shutdown()).await.expect("no cycle");
    let error = carried(&porter).await.expect_err("stopped");
    let error = error.downcast::<AskError>().expect("of the ask");
    let message = error.into_message::<PorterMsg>();
    assert!(matches!(message, Some(PorterMsg::Carry { box_, .. }) if box_.get() == 1));
    let refused = porter.carry(5.into()).try_tell().expect_err("stopped");
    let told = refused.to_string();
    assert_eq!(refused.without_message().to_string(), told);
}

// === Failures ===

#[tokio::test(start_paused = true)]
async fn a_fault_reaches_the_asker_and_the_supervisor() {
    let temple = temple().await;
    let error = at_once(temple.oracle.fail()).await.expect_err("fails");
    assert!(matches!(&error, AskError::Failed { fault, .. } if fault.to_string() == "mist"));
    assert!(!error.never_ran());
    settle().await;
    assert!(temple.oracle.is_suspended());
}

#[tokio::test(start_paused = true)]
async fn a_delegated_handler_that_fails_with_the_reply_in_hand_tells_the_asker_with_what() {
    for later in [false, true] {
        let temple = temple().await;
        let asked = if later {
            at_once(temple.oracle.read_later()).await
        } else {
            at_once(temple.oracle.read_for_it("x")).await
        };
        let error = asked.expect_err("no number");
        assert!(
            matches!(&error, AskError::Failed { fault, .. } if fault.is::<std::num::ParseIntError>()),
            "{error:?}"
        );
        settle().await;
        assert!(temple.oracle.is_suspended());
    }
}

#[tokio::test(start_paused = true)]
async fn a_reply_that_has_been_passed_on_is_not_lost_with_the_handler_that_fails() {
    let temple = temple().await;
    let (to, passed_on) = oneshot::channel();
    let asked = tokio::spawn({
        let oracle = temple.oracle.clone();
        async move { oracle.pass_on_and_fail(to).no_timeout().await }
    });
    let reply = at_once(passed_on).await.expect("passed on");
    settle().await;
    assert!(temple.oracle.is_suspended() && !asked.is_finished());
    reply.send(5);
    assert_eq!(at_once(asked).await.expect("no panic").ok(), Some(5));
}

/// Each is told of its own handler, though both are handled in one go.
#[tokio::test(start_paused = true)]
async fn a_reply_dropped_before_another_message_fails_is_told_of_no_failure() {
    let temple = temple().await;
    let held = hold(&temple.oracle).await;
    let ask = |oracle: OracleHandle, fails: bool| {
        tokio::spawn(async move {
            if fails {
                oracle.read_for_it("x").no_timeout().await
            } else {
                oracle.drop_it().no_timeout().await
            }
        })
    };
    let first = ask(temple.oracle.clone(), false);
    settle().await;
    let second = ask(temple.oracle.clone(), true);
    settle().await;
    held.release();
    let first = at_once(first).await.expect("no panic");
    assert!(matches!(first, Err(AskError::NoReply { .. })), "{first:?}");
    let second = at_once(second).await.expect("no panic");
    assert!(matches!(second, Err(AskError::Failed { .. })), "{second:?}");
}

#[tokio::test(start_paused = true)]
async fn a_dropped_reply_does_not_wait_for_the_end_of_its_handler() {
    let temple = temple().await;
    let asked = at_once(temple.oracle.drop_it_and_wait()).await;
    assert!(matches!(asked, Err(AskError::NoReply { .. })), "{asked:?}");
}

#[tokio::test(start_paused = true)]
async fn a_fault_is_found_behind_an_alias() {
    let temple = temple().await;
    let error = at_once(temple.oracle.fail_by_alias()).await;
    assert!(matches!(error, Err(AskError::Failed { .. })), "{error:?}");
    settle().await;
    assert!(temple.oracle.is_suspended());
}

#[tokio::test(start_paused = true)]
async fn a_told_fault_engages_the_supervisor() {
    let temple = temple().await;
    temple.oracle.fail().tell().await.expect("accepted");
    settle().await;
    assert!(temple.oracle.is_suspended());
}

#[tokio::test(start_paused = true)]
async fn a_handler_may_answer_err_and_fail_each_in_its_own_way() {
    let temple = temple().await;
    let oracle = &temple.oracle;
    assert_eq!(oracle.fail_or_judge(false, true).await.ok(), Some(1));
    let error = oracle.fail_or_judge(false, false).await;
    assert!(matches!(error, Err(AskError::Handler(Doubt("unsure")))));
    assert!(oracle.is_running());
    let error = oracle.fail_or_judge(true, true).await;
    assert!(matches!(error, Err(AskError::Failed { .. })));
    settle().await;
    assert!(oracle.is_suspended());
}

#[tokio::test(start_paused = true)]
async fn a_panic_reaches_the_asker_with_what_it_says() {
    let temple = temple().await;
    let error = at_once(temple.oracle.collapse()).await.expect_err("panics");
    let AskError::Failed { fault, path } = error else {
        panic!("{error:?}");
    };
    assert_eq!(path, "delphi/oracle");
    let panic = fault.downcast_ref::<Panic>().expect("a panic");
    assert_eq!(panic.message(), "out of fumes");
    settle().await;
    assert!(temple.oracle.is_suspended());
}

#[tokio::test(start_paused = true)]
async fn a_panic_of_a_handler_that_holds_the_reply_reaches_the_asker_too() {
    let temple = temple().await;
    let error = at_once(temple.oracle.collapse_with()).await;
    let Err(AskError::Failed { fault, .. }) = error else {
        panic!("{error:?}");
    };
    assert_eq!(fault.to_string(), "panicked: out of fumes");
}

#[tokio::test(start_paused = true)]
async fn a_reply_lost_in_a_panic_that_is_caught_is_no_reply() {
    let temple = temple().await;
    let error = at_once(temple.oracle.recover_without()).await;
    assert!(matches!(error, Err(AskError::NoReply { .. })), "{error:?}");
    assert!(temple.oracle.is_running());
}

#[tokio::test(start_paused = true)]
async fn a_lost_reply_is_told_of_no_failure_of_another_actor() {
    let temple = temple().await;
    let error = at_once(temple.oracle.recover_without_and_beget()).await;
    assert!(matches!(error, Err(AskError::NoReply { .. })), "{error:?}");
    assert!(temple.oracle.is_running());
}

// === Replies that are delegated ===

#[tokio::test(start_paused = true)]
async fn a_delegated_reply_may_come_after_the_handler() {
    let temple = temple().await;
    let asked = async { temple.oracle.keep().await };
    let answered = async { temple.oracle.answer_kept(5).await };
    let (asked, answered) = at_once(async { tokio::join!(asked, answered) }).await;
    assert_eq!(asked.expect("answered"), 5);
    assert_eq!(answered.expect("answers"), [true]);
}

#[tokio::test(start_paused = true)]
async fn a_delegated_reply_may_come_from_a_task() {
    let temple = temple().await;
    let asked = at_once(temple.oracle.answer_from_a_task(5)).await;
    assert_eq!(asked.expect("answered"), 5);
}

#[tokio::test(start_paused = true)]
async fn a_delegated_reply_may_be_an_error() {
    let temple = temple().await;
    assert_eq!(temple.oracle.judge_later(true).await.ok(), Some(1));
    let error = temple.oracle.judge_later(false).await.expect_err("unsure");
    assert_eq!(error.into_handler_error().ok(), Some(Doubt("unsure")));
}

#[tokio::test(start_paused = true)]
async fn a_delegated_reply_that_is_dropped_is_no_reply() {
    let temple = temple().await;
    let error = at_once(temple.oracle.drop_it()).await.expect_err("dropped");
    assert!(matches!(error, AskError::NoReply { .. }));
    assert!(!error.never_ran());
    let asked = async { temple.oracle.keep().await };
    let dropped = async { temple.oracle.drop_kept().await };
    let (asked, _) = at_once(async { tokio::join!(asked, dropped) }).await;
    assert!(matches!(asked, Err(AskError::NoReply { .. })));
}

#[tokio::test(start_paused = true)]
async fn a_delegated_reply_knows_that_its_asker_has_given_up() {
    let temple = temple().await;
    let error = temple.oracle.keep().timeout(S).await.expect_err("kept");
    assert!(matches!(error, AskError::Timeout { began: true, .. }));
    assert_eq!(temple.oracle.answer_kept(5).await.ok(), Some(vec![false]));
}

#[tokio::test(start_paused = true)]
async fn the_reply_of_a_told_message_goes_nowhere() {
    let temple = temple().await;
    temple.oracle.keep().tell().await.expect("accepted");
    assert_eq!(temple.oracle.answer_kept(5).await.ok(), Some(vec![false]));
}

// === Time ===

/// The system's own timeout is up to a tenth late, and never early.
#[track_caller]
fn assert_in_time(start: Instant, timeout: Duration) {
    let elapsed = start.elapsed();
    assert!(
        timeout <= elapsed && elapsed <= timeout * 11 / 10,
        "{elapsed:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn an_ask_waits_five_seconds_where_nothing_else_is_said() {
    let temple = temple().await;
    let _held = hold(&temple.oracle).await;
    let start = Instant::now();
    let error = temple.oracle.echo(1).await.expect_err("held");
    assert!(matches!(error, AskError::Timeout { after, .. } if after == 5 * S));
    assert_in_time(start, 5 * S);
}

#[tokio::test(start_paused = true)]
async fn a_system_may_say_how_long_an_ask_waits() {
    let system = ActorSystem::builder("delphi").ask_timeout(S).build();
    let system = system.expect("a valid name");
    let oracle = system.spawn("oracle", Oracle::default()).await;
    let oracle = oracle.expect("starts");
    let _held = hold(&oracle).await;
    let start = Instant::now();
    assert!(oracle.echo(1).await.is_err());
    assert_in_time(start, S);
}

#[tokio::test(start_paused = true)]
async fn each_of_many_asks_has_the_systems_timeout_for_itself() {
    let system = ActorSystem::builder("delphi").ask_timeout(S).build();
    let system = system.expect("a valid name");
    let oracle = system.spawn("oracle", Oracle::default()).await;
    let oracle = oracle.expect("starts");
    let _held = hold(&oracle).await;
    // Also after nobody has waited for a while.
    for _ in 0..2 {
        let mut asks = tokio::task::JoinSet::new();
        for n in 0..200 {
            let oracle = oracle.clone();
            asks.spawn(async move {
                tokio::time::sleep(n * 7 * S / 1_000).await;
                let start = Instant::now();
                let asked = oracle.echo(n).await;
                assert!(matches!(asked, Err(AskError::Timeout { began: false, .. })));
                assert_in_time(start, S);
            });
        }
        while let Some(asked) = asks.join_next().await {
            asked.expect("in time");
        }
        tokio::time::sleep(10 * S).await;
    }
}

#[tokio::test(start_paused = true)]
async fn an_ask_without_a_timeout_waits_for_as_long_as_it_takes() {
    let system = ActorSystem::builder("delphi").no_ask_timeout().build();
    let system = system.expect("a valid name");
    let oracle = system.spawn("oracle", Oracle::default()).await;
    let oracle = oracle.expect("starts");
    for of_the_system in [true, false] {
        let held = hold(&oracle).await;
        let asked = tokio::spawn({
            let oracle = oracle.clone();
            async move {
                if of_the_system {
                    oracle.echo(1).await
                } else {
                    oracle.echo(1).no_timeout().await
                }
            }
        });
        tokio::time::sleep(100_000 * S).await;
        held.release();
        assert_eq!(asked.await.expect("no panic").expect("answers"), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn an_ask_ends_when_its_time_is_up_and_not_before() {
    let temple = temple().await;
    let _held = hold(&temple.oracle).await;
    for secs in [1, 3, 60] {
        let start = Instant::now();
        let error = temple.oracle.echo(1).timeout(secs * S).await;
        assert!(matches!(error, Err(AskError::Timeout { began: false, .. })));
        assert_eq!(start.elapsed(), secs * S);
    }
}

#[tokio::test(start_paused = true)]
async fn a_timeout_of_zero_is_an_error_and_sends_nothing() {
    let temple = temple().await;
    let error = at_once(temple.oracle.echo(7).timeout(Duration::ZERO)).await;
    let error = error.expect_err("no time");
    assert!(matches!(error, AskError::InvalidTimeout { .. }));
    assert!(error.never_ran());
    let message = error.into_message::<OracleMsg>();
    assert!(matches!(message, Some(OracleMsg::Echo { n: 7, .. })));
    settle().await;
    assert_eq!(temple.seen(), 0);
}

#[tokio::test(start_paused = true)]
async fn an_ask_whose_asker_has_given_up_is_passed_over_and_counted() {
    let mut temple = temple().await;
    let held = hold(&temple.oracle).await;
    let error = temple.oracle.echo(1).timeout(S).await.expect_err("held");
    assert!(matches!(error, AskError::Timeout { began: false, .. }));
    assert!(error.never_ran());
    // Dropped is given up as well.
    let dropped = tokio::time::timeout(S, temple.oracle.echo(2).no_timeout());
    assert!(dropped.await.is_err());
    temple.oracle.echo(3).try_tell().expect("accepted");
    held.release();
    settle().await;
    assert_eq!(temple.seen(), 1);
    assert_eq!(temple.oracle.skipped(), 2);
    assert_eq!(temple.oracle.processed(), 1);
    assert_eq!(temple.recorder.dead_letters(), []);
}

#[tokio::test(start_paused = true)]
async fn a_handler_that_has_begun_goes_on_when_its_asker_gives_up() {
    let temple = temple().await;
    let (gate, opened) = oneshot::channel();
    let error = temple.oracle.echo_when(1, opened).timeout(S).await;
    let error = error.expect_err("the gate is closed");
    assert!(matches!(error, AskError::Timeout { began: true, .. }));
    assert!(!error.never_ran());
    gate.send(()).expect("the handler waits");
    settle().await;
    assert_eq!(temple.seen(), 1);
    assert_eq!(temple.oracle.skipped(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_late_answer_never_reaches_another_ask() {
    let temple = temple().await;
    for round in 0..10 {
        let (gate, opened) = oneshot::channel();
        let late = temple.oracle.echo_when(round, opened).timeout(S).await;
        assert!(late.is_err());
        gate.send(()).expect("the handler waits");
        let next = temple.oracle.echo(100 + round).await;
        assert_eq!(next.expect("answers"), 100 + round);
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_at_the_last_moment_counts() {
    let temple = temple().await;
    let (gate, opened) = oneshot::channel();
    let asked = tokio::spawn({
        let oracle = temple.oracle.clone();
        async move { oracle.echo_when(1, opened).timeout(S).await }
    });
    tokio::time::sleep(S - Duration::from_millis(1)).await;
    gate.send(()).expect("the handler waits");
    assert_eq!(asked.await.expect("no panic").expect("in time"), 1);
}

// === Blocking ===

#[tokio::test]
async fn a_thread_that_is_not_async_can_ask() {
    let temple = temple().await;
    let oracle = temple.oracle.clone();
    let thread = std::thread::spawn(move || oracle.echo(7).blocking());
    let answer = tokio::task::spawn_blocking(|| thread.join()).await;
    let answer = answer.expect("no panic").expect("no panic");
    assert_eq!(answer.expect("answers"), 7);
}

#[tokio::test]
async fn a_blocking_ask_ends_when_its_time_is_up() {
    let temple = temple().await;
    let _held = hold(&temple.oracle).await;
    let oracle = temple.oracle.clone();
    let ask = move || oracle.echo(7).timeout(Duration::from_millis(5)).blocking();
    let asked = tokio::task::spawn_blocking(ask).await.expect("no panic");
    assert!(matches!(asked, Err(AskError::Timeout { .. })));
}

#[tokio::test(start_paused = true)]
async fn a_handler_must_not_block() {
    let temple = temple().await;
    let other = temple.system.spawn("other", Oracle::default()).await;
    let asked = at_once(temple.oracle.ask_and_block(other.expect("starts"))).await;
    let error = asked.expect_err("refused").into_handler_error();
    let error = error.expect("the handler's own");
    assert!(matches!(error, AskError::BlockingInActor { .. }));
    assert!(error.never_ran());
    let message = error.into_message::<OracleMsg>();
    assert!(matches!(message, Some(OracleMsg::Echo { n: 1, .. })));
}

#[tokio::test]
async fn a_thread_that_works_for_a_handler_may_block() {
    let temple = temple().await;
    let other = temple.system.spawn("other", Oracle::default()).await;
    let asked = temple
        .oracle
        .block_on_a_thread_for_it(other.expect("starts"));
    assert_eq!(asked.await.expect("answers"), Some(1));
}

// === What comes back ===

#[tokio::test(start_paused = true)]
async fn an_ask_that_is_not_accepted_gives_the_message_back() {
    let temple = temple().await;
    let stopped = temple.system.spawn("stopped", Oracle::default()).await;
    let stopped = stopped.expect("starts");
    stopped.shutdown().await.expect("no cycle");
    let full = temple.system.spawn("full", Oracle::default());
    let mailbox = Mailbox::bounded(1).overflow(Overflow::Reject);
    let full = full.mailbox(mailbox).await.expect("starts");
    let _held = hold(&full).await;
    full.echo(1).try_tell().expect("there is room");
    let cycle = temple.oracle.ask_oneself().await.expect_err("waits for it");
    assert!(temple.oracle.fail().await.is_err());
    settle().await;
    let errors = [
        stopped.echo(1).await.expect_err("stopped"),
        temple.oracle.echo(1).await.expect_err("suspended"),
        full.echo(1).await.expect_err("full"),
        cycle.into_handler_error().expect("the handler's own"),
    ];
    assert!(matches!(
        errors,
        [
            AskError::NotRunning { .. },
            AskError::Suspended { .. },
            AskError::MailboxFull { .. },
            AskError::Cycle { .. },
        ]
    ));
    for error in errors {
        let shown = error.to_string();
        assert!(error.never_ran(), "{shown}");
        let message = error.into_message::<OracleMsg>();
        assert!(
            matches!(message, Some(OracleMsg::Echo { n: 1, .. })),
            "{shown}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_message_that_came_back_can_be_sent_again() {
    let temple = temple().await;
    assert!(temple.oracle.fail().await.is_err());
    settle().await;
    let error = temple.oracle.echo(7).await.expect_err("suspended");
    let message = error.into_message::<OracleMsg>().expect("it came back");
    assert!(temple.oracle.reinstate().await);
    temple.oracle.try_send(message).expect("it runs again");
    settle().await;
    assert_eq!(temple.seen(), 1);
}

#[tokio::test(start_paused = true)]
async fn an_accepted_message_that_is_given_up_never_ran() {
    let temple = temple().await;
    let held = hold(&temple.oracle).await;
    let asked = tokio::spawn({
        let oracle = temple.oracle.clone();
        async move { oracle.echo(1).no_timeout().await }
    });
    settle().await;
    let ended = temple.oracle.stop_now();
    held.release();
    at_once(ended).await.expect("no cycle");
    let error = at_once(asked)
        .await
        .expect("no panic")
        .expect_err("stopped");
    assert!(matches!(error, AskError::Discarded { .. }));
    assert!(error.never_ran());
    assert!(error.into_message::<OracleMsg>().is_none());
    assert_eq!(temple.seen(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_message_cut_off_by_a_kill_may_have_run() {
    let temple = temple().await;
    let (_gate, opened) = oneshot::channel();
    let asked = tokio::spawn({
        let oracle = temple.oracle.clone();
        async move { oracle.echo_when(1, opened).no_timeout().await }
    });
    settle().await;
    at_once(temple.oracle.kill()).await.expect("no cycle");
    let error = at_once(asked).await.expect("no panic").expect_err("killed");
    assert!(matches!(error, AskError::NoReply { .. }));
    assert!(!error.never_ran());
}
