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
    TearDown(GroupRestart, Ack<bool>),
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
    commands: Mutex<VecDeque<Command>>,
}

impl Control {
    pub(crate) fn new() -> Self {
        Self {
            pending: AtomicBool::new(false),
            stopping: AtomicBool::new(false),
            killed: AtomicBool::new(false),
            commands: Mutex::new(VecDeque::new()),
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
        lock(&self.commands).push_back(command);
        self.pending.store(true, Ordering::Release);
    }

    #[inline]
    pub(crate) fn is_pending(&self) -> bool {
        self.pending.load(Ordering::Acquire)
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }

    pub(crate) fn is_killed(&self) -> bool {
        self.killed.load(Ordering::Acquire)
    }

    pub(crate) fn take(&self) -> Option<Command> {
        if !self.is_pending() {
            return None;
        }
        let mut commands = lock(&self.commands);
        let next = commands.pop_front();
        if commands.is_empty() {
            self.pending.store(false, Ordering::Release);
            // The memory goes with the last command: most actors get one in their life.
            *commands = VecDeque::new();
        }
        next
    }

    /// Refuses what is ordered but a stop.
    pub(crate) fn refuse_all_but_stops(&self) {
        if !self.is_pending() {
            return;
        }
        let mut commands = lock(&self.commands);
        let (stops, refused): (VecDeque<_>, VecDeque<_>) = std::mem::take(&mut *commands)
            .into_iter()
            .partition(|command| matches!(command, Command::Stop(..)));
        self.pending.store(!stops.is_empty(), Ordering::Release);
        *commands = stops;
        drop(commands);
        // Dropped, their acks answer.
        drop(refused);
    }
}
