//! The driver: the task of one actor. It carries out what the pure parts decide, and decides nothing itself.

mod ending;
mod failing;
mod restarting;
mod starting;
mod working;

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;

use tokio::time::Instant;

use super::state::{Order, State, StopMode, Then};
use super::{batch, passivation};
use crate::actor::Actor;
use crate::cell::{AnyCell, Cell};
use crate::context::Context;
use crate::error::RestartError;
use crate::events::{EventKind, StopReason};
use crate::fault::Fault;
use crate::life::Ack;
use crate::log;
use crate::mailbox::Command;
use crate::options::Passivation;
use crate::private::{Outcome, Signal};
use crate::supervision::{GroupRestart, History, Restart};
use crate::turn::{Ended, Guarded};

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
    // Boxed, with the other that is there only while it fails: the task of an actor is as large as its driver.
    /// The restart the supervisor decided on: when it is due.
    due: Option<Box<Due>>,
    /// The state in which the restart under way began.
    restart_from: State,
    /// Who asked for the restart under way.
    restart_ack: Option<Ack<Result<(), RestartError>>>,
    /// The restart of the group, if it is that, and who waits for the next part of it.
    group_restart: Option<Box<GroupRestart>>,
    group_ack: Option<Ack<bool>>,
    stop: Option<Stopping>,
    passivation: Passivation,
    /// How many messages are handled before others on the thread have their turn. Counted over all that is taken from
    /// the queue: an actor that tells itself something finds one message each time it looks, and would go on for ever.
    left_of_turn: u64,
}

/// A restart to come.
struct Due {
    at: Option<Instant>,
    attempt: u32,
    bounds: Restart,
    fault: Fault,
}

/// The end under way.
#[derive(Clone)]
struct Stopping {
    from: State,
    mode: StopMode,
    reason: StopReason,
    /// The failure it is on account of.
    fault: Option<Fault>,
}

type StopOrder = (StopMode, StopReason, Option<Fault>);

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
            group_restart: None,
            group_ack: None,
            stop: None,
            passivation: new.passivation,
            left_of_turn: batch::TURN,
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
                State::Down => Box::pin(self.be_down()).await,
                State::Restarting => Box::pin(self.restart()).await,
                State::Stopping => return Box::pin(self.end()).await,
                State::Starting | State::Stopped => return,
            }
        }
    }

    // === The actor's own code ===

    pub(super) async fn batch(&mut self) -> Ended<Outcome> {
        let Some(value) = &mut self.value else {
            return Ended::Killed;
        };
        // While it runs no more than it may handle; while it stops all there is.
        let left = passivation::left(self.passivation, self.ctx.processed());
        let limit = left
            .filter(|_| self.state == State::Running)
            .map_or(self.left_of_turn, |left| left.min(self.left_of_turn));
        let before = self.cell.core.turn();
        let ended = Guarded::new(&mut self.me, batch::run(value, &mut self.ctx, limit)).await;
        let handled = self.cell.core.turn().wrapping_sub(before);
        self.left_of_turn = self.left_of_turn.saturating_sub(handled as u64);
        match ended {
            // None of the actor's own code has failed.
            Ended::Panicked(fault) if self.ctx.only_drops() => {
                log::destructor_panicked(&self.cell.core, "message", &fault);
                Ended::Done(Ok(()))
            }
            ended => ended,
        }
    }

    /// Runs a hook, if the actor has it.
    pub(super) async fn hook(&mut self, signal: Signal, present: bool) -> Ended<Outcome> {
        match &mut self.value {
            Some(value) if present => {
                self.cell.core.next_turn();
                Guarded::new(&mut self.me, value.__signal(&mut self.ctx, signal)).await
            }
            _ => Ended::Done(Ok(())),
        }
    }

    pub(super) fn settle(&mut self, outcome: Ended<Outcome>) {
        match outcome {
            Ended::Done(Ok(())) => {}
            Ended::Done(Err(fault)) | Ended::Panicked(fault) => self.failed(&fault),
            // The order that did it is on the control lane.
            Ended::Killed => {}
        }
    }

    pub(super) fn is_turn_over(&self) -> bool {
        self.left_of_turn == 0 && !self.cell.core.control.is_pending()
    }

    /// Lets other tasks of the thread have their turn.
    pub(super) async fn let_others(&mut self) {
        tokio::task::yield_now().await;
        self.left_of_turn = batch::TURN;
    }

    // === Orders ===

    /// Takes one order from the control lane and does what the state says about it.
    pub(super) fn obey(&mut self) {
        let Some(command) = self.cell.core.control.take() else {
            return;
        };
        let order = match &command {
            Command::Stop(mode, ..) => Order::Stop(*mode),
            Command::Restart(_) => Order::Restart,
            // What was torn down to be rebuilt cannot go on as it is.
            Command::Reinstate(_) if self.value.is_none() => return,
            Command::Reinstate(_) => Order::Reinstate,
            Command::TearDown(..) => Order::TearDown,
            Command::StartAgain(_) => Order::StartAgain,
        };
        match (self.state.on(order), command) {
            (Then::Go(_), Command::Stop(mode, reason, fault)) => {
                self.go_stop(self.state, mode, reason, fault);
            }
            (Then::Strengthen(mode), Command::Stop(_, reason, fault)) => {
                if let Some(stop) = &mut self.stop
                    && mode > stop.mode
                {
                    *stop = Stopping {
                        from: stop.from,
                        mode,
                        reason,
                        fault,
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
                self.go(state);
                self.cell.core.publish(EventKind::ActorReinstated);
                self.cell.core.life.look_again();
                ack.answer(true);
            }
            (Then::Go(state), Command::TearDown(restart, ack)) => {
                self.due = None;
                self.restart_from = self.state;
                self.group_restart = Some(restart);
                self.group_ack = Some(ack);
                self.go(state);
            }
            (Then::Go(state), Command::StartAgain(ack)) => {
                self.group_ack = Some(ack);
                self.go(state);
            }
            // An order that is refused is answered by the drop of its ack.
            (Then::Nothing | Then::Refuse | Then::Strengthen(_), _) => {}
        }
    }

    /// While a hook ran or children were waited for: takes what was ordered, and says whether it was a stop.
    pub(super) fn take_stop_order(&mut self, from: State) -> Option<StopOrder> {
        let mut stop: Option<StopOrder> = None;
        while let Some(command) = self.cell.core.control.take() {
            if let Command::Stop(mode, reason, fault) = command
                && from.on(Order::Stop(mode)) == Then::Go(State::Stopping)
                && stop.as_ref().is_none_or(|(weaker, ..)| mode > *weaker)
            {
                stop = Some((mode, reason, fault));
            }
        }
        stop
    }

    // === States ===

    pub(super) fn go(&mut self, state: State) {
        self.state = state;
        self.cell.core.next_turn();
        self.cell.set_state(state);
        if state == State::Suspended
            && let Some(member) = self.cell.core.member()
        {
            member.supervisor.look_again();
        }
    }

    pub(super) fn go_stop(
        &mut self,
        from: State,
        mode: StopMode,
        reason: StopReason,
        fault: Option<Fault>,
    ) {
        self.due = None;
        self.stop = Some(Stopping {
            from,
            mode,
            reason,
            fault,
        });
        self.go(State::Stopping);
        // What never started is not announced.
        if from != State::Starting {
            self.cell.core.publish(EventKind::ActorStopping);
        }
        self.cell.core.close_children();
        self.cell.core.life.look_again();
    }
}
