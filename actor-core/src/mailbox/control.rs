//! The control lane: what the runtime itself orders, which overtakes a backlog of messages.

use std::collections::VecDeque;

use crate::error::RestartError;
use crate::events::StopReason;
use crate::fault::Fault;
use crate::life::Ack;
use crate::lifecycle::StopMode;
use crate::supervision::GroupRestart;
use crate::sync::{AtomicBool, Mutex, Ordering, lock};

/// An order to an actor's driver.
pub(crate) enum Command {
    /// End in the way given. A stronger way overrides a weaker one under way.
    Stop(StopMode, StopReason, Option<Fault>),
    /// Tear down and start again on the same value.
    Restart(Ack<Result<(), RestartError>>),
    /// Lift a suspension. Answers whether there was one.
    Reinstate(Ack<bool>),
    /// Be torn down and wait for `StartAgain`. Answers whether it is so.
    // Boxed, as it is three times as large as any other.
    TearDown(Box<GroupRestart>, Ack<bool>),
    /// Start again after that. Answers whether it has.
    StartAgain(Ack<bool>),
}

/// Read between any two messages, so the flag is looked at before the lock is taken.
pub(crate) struct Control {
    pending: AtomicBool,
    /// A stop was ordered, and cannot be taken back.
    stopping: AtomicBool,
    /// Ends user code at its next await.
    killed: AtomicBool,
    commands: Mutex<Commands>,
}

/// Most actors get one command in their life.
#[derive(Default)]
struct Commands {
    first: Option<Command>,
    #[expect(
        clippy::box_collection,
        reason = "a queue without entries is four words wide"
    )]
    others: Option<Box<VecDeque<Command>>>,
}

impl Commands {
    fn push(&mut self, command: Command) {
        if self.first.is_none() {
            self.first = Some(command);
        } else {
            self.others.get_or_insert_default().push_back(command);
        }
    }

    /// The first, and whether there are more.
    fn pop(&mut self) -> (Option<Command>, bool) {
        let next = self.others.as_mut().and_then(|others| others.pop_front());
        if next.is_none() {
            self.others = None;
        }
        let first = std::mem::replace(&mut self.first, next);
        (first, self.first.is_some())
    }
}

impl Control {
    pub(crate) fn new() -> Self {
        Self {
            pending: AtomicBool::new(false),
            stopping: AtomicBool::new(false),
            killed: AtomicBool::new(false),
            commands: Mutex::default(),
        }
    }

    /// The caller wakes the driver.
    pub(crate) fn push(&self, command: Command) {
        if let Command::Stop(mode, ..) = command {
            self.stopping.store(true, Ordering::Release);
            if mode == StopMode::Kill {
                self.killed.store(true, Ordering::Release);
            }
        }
        lock(&self.commands).push(command);
        self.pending.store(true, Ordering::Release);
    }

    #[inline]
    pub(crate) fn is_pending(&self) -> bool {
        self.pending.load(Ordering::Acquire)
    }

    #[inline]
    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }

    #[inline]
    pub(crate) fn is_killed(&self) -> bool {
        self.killed.load(Ordering::Acquire)
    }

    pub(crate) fn take(&self) -> Option<Command> {
        if !self.is_pending() {
            return None;
        }
        let mut commands = lock(&self.commands);
        let (next, more) = commands.pop();
        if !more {
            self.pending.store(false, Ordering::Release);
        }
        next
    }

    /// Refuses what is ordered but a stop.
    pub(crate) fn refuse_all_but_stops(&self) {
        if !self.is_pending() {
            return;
        }
        let mut commands = lock(&self.commands);
        let mut refused = Vec::new();
        let mut stops = Commands::default();
        while let (Some(command), _) = commands.pop() {
            if let Command::Stop(..) = command {
                stops.push(command);
            } else {
                refused.push(command);
            }
        }
        self.pending.store(stops.first.is_some(), Ordering::Release);
        *commands = stops;
        drop(commands);
        // Dropped, their acks answer.
        drop(refused);
    }
}
