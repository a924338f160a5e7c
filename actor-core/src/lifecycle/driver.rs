//! The driver: the task of one actor. It carries out what the pure parts decide, and decides nothing itself.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::Poll;

use tokio::time::{Instant, sleep_until};

use super::batch;
use super::passivation::{self, Activity, Passivating};
use super::state::{Order, State, Step, StopMode, Then, skipped, steps_of_restart, steps_of_stop};
use crate::actor::Actor;
use crate::cell::{AnyCell, Cell, order_stop};
use crate::context::Context;
use crate::error::{RestartError, SpawnError};
use crate::events::{DeadLetterReason, EscalationReason, EventKind, StopReason};
use crate::fault::Fault;
use crate::life::{Ack, Stage};
use crate::mailbox::{Command, Item};
use crate::options::Passivation;
use crate::private::{Outcome, Signal};
use crate::signal::{PanicSignal, Terminated};
use crate::supervision::{Decision, GiveUp, History, Policy, decide};
use crate::turn::{Ended, Guarded, guarded};

/// Where an actor's value comes from.
pub(crate) enum Source<A> {
    /// Given once; a restart goes on with it.
    Value(A),
    /// Made by a factory; a restart makes another.
    Factory(Factory<A>),
}

pub(crate) type Factory<A> = Box<dyn FnMut() -> A + Send>;

/// What a driver starts with.
pub(crate) struct NewDriver<A: Actor> {
    pub(crate) cell: Arc<Cell<A>>,
    pub(crate) value: A,
    pub(crate) factory: Option<Factory<A>>,
    pub(crate) passivation: Passivation,
}

/// The task of one actor, before it is spawned.
///
/// Named in generated code only.
pub struct Driver<A: Actor> {
    cell: Arc<Cell<A>>,
    /// The cell once more, lent to the turn while user code runs.
    me: Option<Arc<dyn AnyCell>>,
    value: Option<A>,
    factory: Option<Factory<A>>,
    ctx: Context<A>,
    state: State,
    /// This incarnation's `pre_start` has succeeded and its `post_stop` has not run.
    live: bool,
    post_start_due: bool,
    history: History,
    /// The restart the supervisor decided on: when it is due.
    due: Option<Due>,
    /// The state in which the restart under way began.
    restart_from: State,
    /// Who asked for the restart under way.
    restart_ack: Option<Ack<Result<(), RestartError>>>,
    stop: Option<Stopping>,
    passivation: Passivation,
    last_activity: Instant,
}

/// A restart to come.
#[derive(Clone, Copy)]
struct Due {
    at: Option<Instant>,
    attempt: u32,
    window: std::time::Duration,
}

/// The end under way.
#[derive(Clone, Copy)]
struct Stopping {
    from: State,
    mode: StopMode,
    reason: StopReason,
}

impl<A: Actor> Driver<A> {
    pub(crate) fn new(new: NewDriver<A>) -> Self {
        let me: Arc<dyn AnyCell> = Arc::clone(&new.cell) as Arc<dyn AnyCell>;
        Self {
            ctx: Context::new(Arc::clone(&new.cell)),
            me: Some(me),
            value: Some(new.value),
            factory: new.factory,
            state: State::Starting,
            live: false,
            post_start_due: false,
            history: History::default(),
            due: None,
            restart_from: State::Running,
            restart_ack: None,
            stop: None,
            passivation: new.passivation,
            last_activity: Instant::now(),
            cell: new.cell,
        }
    }

    /// The life of the actor, from the start to the end.
    ///
    /// Not an `async fn`, whose future would hold the driver twice: as its argument and as its local.
    pub fn run(self) -> impl Future<Output = ()> {
        let mut this = self;
        async move { this.live().await }
    }

    async fn live(&mut self) {
        poll_fn(|cx| {
            self.cell.core.set_waker(cx.waker());
            Poll::Ready(())
        })
        .await;
        // Boxed but for the one an idle actor waits in: the task is as large as the largest of them.
        if self.state == State::Starting && !Box::pin(self.start()).await {
            return;
        }
        loop {
            match self.state {
                State::Running => self.work().await,
                State::Suspended => Box::pin(self.hold()).await,
                State::Restarting => Box::pin(self.restart()).await,
                State::Stopping => return Box::pin(self.end()).await,
                State::Starting | State::Stopped => return,
            }
        }
    }

    // === Starting ===

    /// Runs `pre_start`. Returns whether the actor lives.
    async fn start(&mut self) -> bool {
        let outcome = self.hook(Signal::PreStart, A::HOOKS.pre_start).await;
        let path = self.cell.core.path.clone();
        let failure = match outcome {
            Ended::Done(Ok(())) => None,
            Ended::Done(Err(fault)) | Ended::Panicked(fault) => {
                Some(SpawnError::InitFailed { path, fault })
            }
            Ended::Killed => Some(SpawnError::Interrupted { path }),
        };
        // An end that was ordered meanwhile, by the parent's own for instance, comes after the hook.
        let ordered = self.take_stop_order(State::Starting);
        if failure.is_none() && ordered.is_none() {
            self.started();
            return true;
        }
        self.live = failure.is_none();
        let stop = ordered.unwrap_or((StopMode::Now, StopReason::StopNow));
        self.go_stop(State::Starting, stop.0, stop.1);
        let failure = failure.unwrap_or_else(|| SpawnError::Interrupted {
            path: self.cell.core.path.clone(),
        });
        self.unwind_start(failure).await;
        false
    }

    /// The actor is running, registered, and announced; its first message will be `PostStart`.
    pub(crate) fn started(&mut self) {
        self.live = true;
        self.post_start_due = true;
        self.last_activity = Instant::now();
        self.go(State::Running);
        let core = &self.cell.core;
        core.publish(EventKind::ActorStarted);
        if let Some(parent) = core.parent.as_ref().and_then(std::sync::Weak::upgrade) {
            core.publish(EventKind::ActorChildCreated {
                parent: parent.core().path.clone(),
            });
        }
        core.life.advance(Stage::Started);
    }

    /// Takes back a start that failed: nothing of it is announced, and the name is free.
    async fn unwind_start(&mut self, failure: SpawnError) {
        for step in [
            Step::StopChildren,
            Step::EndTasks,
            Step::PostStop,
            Step::DropValue,
            Step::Dispose,
            Step::Leave,
        ] {
            if !skipped(step, self.mode()) {
                self.step_of_stop(step).await;
            }
        }
        // Nobody could watch it but what `pre_start` gave its handle to.
        self.step_of_stop(Step::TellWatchers).await;
        self.cell.set_state_only(State::Stopped);
        self.state = State::Stopped;
        self.cell.core.life.advance(Stage::Failed(failure));
        self.refuse_orders();
    }

    // === Running ===

    /// Handles messages until the state changes.
    async fn work(&mut self) {
        if std::mem::take(&mut self.post_start_due) && A::HOOKS.post_start {
            let outcome = self.hook(Signal::PostStart, true).await;
            self.settle(outcome);
        }
        while self.state == State::Running {
            if self.cell.core.control.is_pending() {
                self.obey();
                continue;
            }
            if self.ctx.hand_is_empty() && !self.ctx.take() {
                self.idle().await;
                continue;
            }
            let outcome = self.batch().await;
            self.settle(outcome);
            if let Passivation::Messages(count) = self.passivation
                && self.state == State::Running
                && self.ctx.processed() >= count
            {
                self.passivate(false);
                continue;
            }
            self.let_others().await;
        }
    }

    /// Lets other tasks of the thread have their turn, if this one's is over.
    async fn let_others(&mut self) {
        if self.ctx.is_turn_over() && !self.cell.core.control.is_pending() {
            tokio::task::yield_now().await;
            self.ctx.begin_turn();
        }
    }

    async fn batch(&mut self) -> Ended<Outcome> {
        let Some(value) = &mut self.value else {
            return Ended::Killed;
        };
        let limit = match self.passivation {
            // No more than it may handle; while it stops that is all there is.
            Passivation::Messages(count) if self.state == State::Running => {
                count.saturating_sub(self.ctx.processed())
            }
            _ => u64::MAX,
        };
        Guarded::new(&mut self.me, batch::run(value, &mut self.ctx, limit)).await
    }

    /// Runs a hook, if the actor has it.
    async fn hook(&mut self, signal: Signal, present: bool) -> Ended<Outcome> {
        match &mut self.value {
            Some(value) if present => {
                self.cell.core.next_turn();
                Guarded::new(&mut self.me, value.__signal(&mut self.ctx, signal)).await
            }
            _ => Ended::Done(Ok(())),
        }
    }

    fn settle(&mut self, outcome: Ended<Outcome>) {
        match outcome {
            Ended::Done(Ok(())) => {}
            Ended::Done(Err(fault)) | Ended::Panicked(fault) => self.failed(&fault),
            // The order that did it is on the control lane.
            Ended::Killed => {}
        }
    }

    /// Waits for a message or an order, or until the actor has been idle for long enough.
    async fn idle(&mut self) {
        self.ctx.begin_turn();
        let Passivation::Idle(_) = self.passivation else {
            self.wait_for_work().await;
            return;
        };
        self.last_activity = Instant::now();
        loop {
            let activity = Activity {
                last: self.last_activity,
                busy: self.ctx.is_busy(),
                processed: self.ctx.processed(),
            };
            let due = match passivation::decide(self.passivation, activity, Instant::now()) {
                Passivating::Now => {
                    self.passivate(true);
                    return;
                }
                Passivating::At(due) => due,
                Passivating::No => return self.wait_for_work().await,
            };
            let mut timer = pin!(sleep_until(due));
            let mut work = pin!(self.wait_for_work());
            let worked = poll_fn(|cx| {
                if work.as_mut().poll(cx).is_ready() {
                    return Poll::Ready(true);
                }
                timer.as_mut().poll(cx).map(|()| false)
            })
            .await;
            if worked {
                return;
            }
        }
    }

    /// Called when the queue was just found empty: whoever sends or orders something from then on wakes the task, by
    /// the waker the cell knows. So the first poll need not look again.
    async fn wait_for_work(&mut self) {
        let mut first = true;
        poll_fn(|_| {
            if std::mem::take(&mut first) {
                return Poll::Pending;
            }
            if self.cell.core.control.is_pending() || !self.ctx.hand_is_empty() || self.ctx.take() {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        })
        .await;
    }

    /// Ends by itself. If `only_if_empty`, a message that came in at the last moment keeps the actor alive.
    fn passivate(&mut self, only_if_empty: bool) {
        if only_if_empty && !self.cell.queue.close_if_empty() {
            return;
        }
        self.cell.core.publish(EventKind::ActorPassivated);
        self.go_stop(State::Running, StopMode::Drain, StopReason::Shutdown);
    }

    // === Failing ===

    /// Carries out what the policy says about a fault of a running actor.
    fn failed(&mut self, fault: &Fault) {
        let core = &self.cell.core;
        tracing::warn!(path = %core.path, message = self.ctx.message(), %fault, "an actor failed");
        match self.decide(fault) {
            Decision::Resume => core.publish(EventKind::ActorResumed {
                fault: fault.clone(),
            }),
            decision => {
                self.go(State::Suspended);
                self.cell.core.publish(EventKind::ActorSuspended {
                    fault: fault.clone(),
                });
                self.carry_out(decision, fault);
            }
        }
    }

    fn decide(&self, fault: &Fault) -> Decision {
        let core = &self.cell.core;
        let policy: &Policy = match (&core.policy, &A::OPTIONS.supervision) {
            (Some(given), _) => given,
            (None, Some(declared)) => declared,
            (None, None) => core.system.default_policy(),
        };
        let may_resume = A::OPTIONS.resume_after_panic;
        decide(
            policy,
            may_resume,
            &self.history,
            fault,
            Instant::now(),
            core.system.random(),
        )
    }

    /// Carries out a decision about an actor that is suspended.
    fn carry_out(&mut self, decision: Decision, fault: &Fault) {
        match decision {
            // Only a running actor is resumed, and that is done before.
            Decision::Resume | Decision::Suspend => {}
            Decision::Restart {
                attempt,
                delay,
                window,
            } => {
                self.history.decided();
                let at = (!delay.is_zero())
                    .then(|| Instant::now().checked_add(delay))
                    .flatten();
                // A wait too long for the clock is a wait for ever.
                let for_ever = !delay.is_zero() && at.is_none();
                self.due = (!for_ever).then_some(Due {
                    at,
                    attempt,
                    window,
                });
            }
            Decision::Stop(why) => {
                let reason = match why {
                    GiveUp::Policy => StopReason::SupervisionStop,
                    GiveUp::MaxRestartsExceeded => StopReason::MaxRestartsExceeded,
                };
                self.go_stop(State::Suspended, StopMode::Drain, reason);
            }
            Decision::Escalate => self.escalate(fault),
        }
    }

    /// To the parent, if it takes such signals: it then decides. Else past everybody, and the actor ends.
    fn escalate(&mut self, fault: &Fault) {
        let core = &self.cell.core;
        let parent = core.parent.as_ref().and_then(std::sync::Weak::upgrade);
        let signal = PanicSignal {
            child: self.ctx.actor_ref(),
            fault: fault.clone(),
        };
        if parent.is_some_and(|parent| parent.handles_panic_signal() && parent.panic_signal(signal))
        {
            return;
        }
        let reason = EscalationReason::SupervisionEscalate;
        core.publish(EventKind::ActorEscalated {
            fault: fault.clone(),
            reason,
        });
        self.go_stop(State::Suspended, StopMode::Drain, StopReason::Escalated);
    }

    /// Waits, suspended, until the restart is due or an order lifts the suspension.
    async fn hold(&mut self) {
        while self.state == State::Suspended {
            if self.cell.core.control.is_pending() {
                self.obey();
                continue;
            }
            match self.due {
                Some(Due { at: None, .. }) => self.restart_when_due(),
                Some(Due { at: Some(at), .. }) => {
                    let mut timer = pin!(sleep_until(at));
                    let control = &self.cell.core.control;
                    let due = poll_fn(|cx| {
                        if control.is_pending() {
                            return Poll::Ready(false);
                        }
                        timer.as_mut().poll(cx).map(|()| true)
                    })
                    .await;
                    if due {
                        self.restart_when_due();
                    }
                }
                None => {
                    let control = &self.cell.core.control;
                    poll_fn(|_| {
                        if control.is_pending() {
                            Poll::Ready(())
                        } else {
                            Poll::Pending
                        }
                    })
                    .await;
                }
            }
        }
    }

    fn restart_when_due(&mut self) {
        self.restart_from = State::Suspended;
        self.go(State::Restarting);
    }

    // === Orders ===

    /// Takes one order from the control lane and does what the state says about it.
    fn obey(&mut self) {
        let Some(command) = self.cell.core.control.take() else {
            return;
        };
        let order = match &command {
            Command::Stop(mode, _) => Order::Stop(*mode),
            Command::Restart(_) => Order::Restart,
            Command::Reinstate(_) => Order::Reinstate,
        };
        match (self.state.on(order), command) {
            (Then::Go(_), Command::Stop(mode, reason)) => self.go_stop(self.state, mode, reason),
            (Then::Strengthen(mode), Command::Stop(_, reason)) => {
                if let Some(stop) = &mut self.stop
                    && mode > stop.mode
                {
                    *stop = Stopping {
                        from: stop.from,
                        mode,
                        reason,
                    };
                }
            }
            (Then::Go(state), Command::Restart(ack)) => {
                self.due = None;
                self.history.abandoned();
                self.restart_ack = Some(ack);
                self.restart_from = self.state;
                self.go(state);
            }
            (Then::Go(state), Command::Reinstate(ack)) => {
                self.due = None;
                self.history.abandoned();
                self.live = true;
                self.last_activity = Instant::now();
                self.go(state);
                self.cell.core.publish(EventKind::ActorReinstated);
                ack.answer(true);
            }
            // An order that is refused is answered by the drop of its ack.
            (Then::Nothing | Then::Refuse | Then::Strengthen(_), _) => {}
        }
    }

    /// While a hook ran or children were waited for: takes what was ordered, and says whether it was a stop.
    fn take_stop_order(&mut self, from: State) -> Option<(StopMode, StopReason)> {
        let mut stop: Option<(StopMode, StopReason)> = None;
        while let Some(command) = self.cell.core.control.take() {
            if let Command::Stop(mode, reason) = command
                && from.on(Order::Stop(mode)) == Then::Go(State::Stopping)
                && stop.is_none_or(|(weaker, _)| mode > weaker)
            {
                stop = Some((mode, reason));
            }
        }
        stop
    }

    // === Restarting ===

    async fn restart(&mut self) {
        let due = self.due.take();
        for &step in steps_of_restart(self.restart_from) {
            match step {
                Step::PreStart => {
                    self.live = false;
                    if let Some(children) = self.cell.core.known_children() {
                        children.reopen();
                    }
                    let outcome = match self.renew() {
                        Ok(()) => self.hook(Signal::PreStart, A::HOOKS.pre_start).await,
                        Err(fault) => Ended::Panicked(fault),
                    };
                    match outcome {
                        Ended::Done(Ok(())) => self.live = true,
                        Ended::Done(Err(fault)) | Ended::Panicked(fault) => {
                            if !self.stop_instead() {
                                self.restart_failed(due.is_some(), fault);
                            }
                            return;
                        }
                        Ended::Killed => {}
                    }
                }
                Step::Reset => self.reset(),
                other => self.step_of_stop(other).await,
            }
            if self.stop_instead() {
                return;
            }
        }
        self.restarted(due);
    }

    /// An actor from a factory gets a new value; one that was given goes on with its own.
    fn renew(&mut self) -> Result<(), Fault> {
        let (Some(factory), Some(me)) = (&mut self.factory, &self.me) else {
            return Ok(());
        };
        let value = guarded(Arc::clone(me), factory)?;
        self.drop_value();
        self.value = Some(value);
        Ok(())
    }

    /// Gives the restart under way up if a stop was ordered meanwhile.
    fn stop_instead(&mut self) -> bool {
        let Some((mode, reason)) = self.take_stop_order(State::Restarting) else {
            return false;
        };
        self.history.abandoned();
        // Dropped, the ack answers that the actor does not run.
        self.restart_ack = None;
        self.go_stop(State::Restarting, mode, reason);
        true
    }

    fn restarted(&mut self, due: Option<Due>) {
        let core = &self.cell.core;
        core.incarnation
            .store(core.system.next_incarnation(), Ordering::Relaxed);
        let restart_count = core.restarts.fetch_add(1, Ordering::Relaxed) + 1;
        let now = Instant::now();
        self.last_activity = now;
        self.post_start_due = true;
        self.go(State::Running);
        let attempt = due.map_or(0, |due| due.attempt);
        if let Some(due) = due {
            self.history.restarted(due.attempt, due.window, now);
        }
        self.cell.core.publish(EventKind::ActorRestarted {
            attempt,
            restart_count,
        });
        if let Some(ack) = self.restart_ack.take() {
            ack.answer(Ok(()));
        }
    }

    /// `pre_start` failed. Asked for by hand, that is that; by the supervisor, it is one more failure.
    fn restart_failed(&mut self, supervised: bool, fault: Fault) {
        let path = self.cell.core.path.clone();
        tracing::warn!(%path, %fault, "an actor failed to start again");
        self.go(State::Suspended);
        self.cell.core.publish(EventKind::ActorRestartFailed {
            fault: fault.clone(),
        });
        if supervised {
            let decision = self.decide(&fault);
            self.carry_out(decision, &fault);
        }
        if let Some(ack) = self.restart_ack.take() {
            ack.answer(Err(RestartError::InitFailed { path, fault }));
        }
    }

    fn reset(&mut self) {
        for message in self.ctx.reset() {
            self.cell
                .item_died(Item::Message(message), DeadLetterReason::StashDisposed);
        }
    }

    // === Ending ===

    /// Carries the end out, step by step, as strong as it was last ordered.
    async fn end(&mut self) {
        let from = self.stop.map_or(State::Running, |stop| stop.from);
        for &step in steps_of_stop(from) {
            while self.cell.core.control.is_pending() {
                self.obey();
            }
            if !skipped(step, self.mode()) {
                self.step_of_stop(step).await;
            }
        }
    }

    fn mode(&self) -> StopMode {
        if self.cell.core.control.is_killed() {
            return StopMode::Kill;
        }
        self.stop.map_or(StopMode::Drain, |stop| stop.mode)
    }

    async fn step_of_stop(&mut self, step: Step) {
        match step {
            Step::Drain => self.drain().await,
            Step::StopChildren => self.stop_children().await,
            Step::EndTasks => {
                let for_good = self.state != State::Restarting;
                self.cell.core.tasks.end(for_good).await;
            }
            Step::PostStop => {
                if std::mem::take(&mut self.live) {
                    let outcome = self.hook(Signal::PostStop, A::HOOKS.post_stop).await;
                    if let Ended::Done(Err(fault)) | Ended::Panicked(fault) = outcome {
                        tracing::warn!(path = %self.cell.core.path, %fault, "post_stop failed");
                        self.cell.core.publish(EventKind::PostStopFailed { fault });
                    }
                }
            }
            Step::DropValue => self.drop_value(),
            Step::Dispose => self.dispose(),
            Step::Leave => self.leave(),
            Step::TellWatchers => self.tell_watchers(),
            Step::Announce => self.announce(),
            // Steps of a restart alone.
            Step::Reset | Step::PreStart => {}
        }
    }

    /// Handles what was accepted. A fault that is not resumed ends it: what is left becomes dead letters.
    async fn drain(&mut self) {
        while self.mode() == StopMode::Drain {
            if self.cell.core.control.is_pending() {
                self.obey();
                continue;
            }
            if self.ctx.hand_is_empty() && !self.ctx.take() {
                return;
            }
            match self.batch().await {
                Ended::Done(Ok(())) => self.let_others().await,
                Ended::Done(Err(fault)) | Ended::Panicked(fault) => {
                    tracing::warn!(path = %self.cell.core.path, %fault, "an actor failed while it stopped");
                    if self.decide(&fault) != Decision::Resume {
                        self.cell.core.publish(EventKind::ActorSuspended { fault });
                        return;
                    }
                    self.cell.core.publish(EventKind::ActorResumed { fault });
                }
                Ended::Killed => return,
            }
        }
    }

    /// Stops all children at once and waits for their ends. A stronger order meanwhile is passed on to them.
    async fn stop_children(&mut self) {
        // A restart closes for a while, an end has closed for good.
        let children = match self.state {
            State::Restarting => self.cell.core.children(),
            _ => self.cell.core.known_children(),
        };
        let Some(children) = children else {
            return;
        };
        children.close();
        let mut left = children.list();
        let cell = Arc::clone(&self.cell);
        let mut ordered = None;
        while let Some(child) = left.last().cloned() {
            let mode = self.mode();
            if ordered < Some(mode) {
                for child in &left {
                    order_stop(&**child, mode, StopReason::ParentStopped);
                }
                ordered = Some(mode);
            }
            let mut ended = pin!(child.core().life.ended());
            let control = &cell.core.control;
            let over = poll_fn(|cx| {
                if ended.as_mut().poll(cx).is_ready() {
                    return Poll::Ready(true);
                }
                // A restart looks at its orders when the children are gone; only a kill does not wait for them.
                let stronger = self.state == State::Stopping && control.is_pending()
                    || control.is_killed() && ordered < Some(StopMode::Kill);
                if stronger {
                    Poll::Ready(false)
                } else {
                    Poll::Pending
                }
            })
            .await;
            if over {
                left.pop();
            } else if self.state == State::Stopping {
                self.obey();
            }
        }
    }

    fn drop_value(&mut self) {
        if let Some(me) = self.me.clone()
            && let Some(value) = self.value.take()
            && let Err(fault) = guarded(me, move || drop(value))
        {
            tracing::error!(path = %self.cell.core.path, %fault, "the destructor of an actor panicked");
        }
    }

    fn dispose(&mut self) {
        let (hand, stash) = self.ctx.dispose();
        for item in hand.into_iter().chain(self.cell.queue.dispose()) {
            self.cell.item_died(item, DeadLetterReason::Stopped);
        }
        for message in stash {
            self.cell
                .item_died(Item::Message(message), DeadLetterReason::StashDisposed);
        }
    }

    fn leave(&mut self) {
        self.cell.core.leave_tree();
        self.ctx.stop_watching();
    }

    fn tell_watchers(&mut self) {
        let reason = self
            .stop
            .map_or(StopReason::RuntimeGone, |stop| stop.reason);
        for watcher in self.cell.core.watchers.take(reason) {
            watcher.terminated(Terminated {
                actor: self.ctx.actor_ref(),
                reason,
            });
        }
    }

    fn announce(&mut self) {
        let reason = self
            .stop
            .map_or(StopReason::RuntimeGone, |stop| stop.reason);
        self.state = State::Stopped;
        self.cell.set_state_only(State::Stopped);
        self.cell.core.publish(EventKind::ActorStopped { reason });
        self.cell.core.life.advance(Stage::Ended);
        self.refuse_orders();
    }

    /// Answers, by dropping them, the orders that came too late. Whoever gives one looks once more after that.
    fn refuse_orders(&self) {
        while self.cell.core.control.take().is_some() {}
    }

    // === States ===

    fn go(&mut self, state: State) {
        self.state = state;
        self.cell.set_state(state);
    }

    fn go_stop(&mut self, from: State, mode: StopMode, reason: StopReason) {
        self.due = None;
        self.stop = Some(Stopping { from, mode, reason });
        self.go(State::Stopping);
        self.cell.core.close_children();
    }
}

/// The task was dropped before its end, since its runtime went away: what can be done without waiting is done.
impl<A: Actor> Drop for Driver<A> {
    fn drop(&mut self) {
        if self.state == State::Stopped {
            return;
        }
        let starting = self.state == State::Starting;
        self.stop = None;
        self.cell.set_state(State::Stopping);
        self.cell.core.close_children();
        self.cell.core.tasks.abort_for_good();
        self.drop_value();
        self.dispose();
        self.leave();
        self.tell_watchers();
        if starting {
            let path = self.cell.core.path.clone();
            self.cell.set_state_only(State::Stopped);
            self.cell
                .core
                .life
                .advance(Stage::Failed(SpawnError::Interrupted { path }));
        } else {
            self.announce();
        }
    }
}
