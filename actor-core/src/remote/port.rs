//! Where a node meets the others: one for each node, with one task that takes what arrives.

use std::collections::HashMap;
use std::future::poll_fn;
use std::sync::{Arc, OnceLock, Weak};
use std::task::{Context, Poll, Waker};

use tokio::task::{AbortHandle, JoinSet};

use super::frame::{Frame, Kind};
use super::inlet::{Inlet, NotTaken};
use super::proxy::Proxy;
use super::transport::{Arrival, Transport, Undelivered};
use super::wire::{Awaited, Outcome, WireError};
use crate::events::{DeadLetter, DeadLetterReason, StopReason};
use crate::sync::{Mutex, lock};
use crate::system::ActorSystem;

pub(crate) struct Port {
    system: ActorSystem,
    transport: Arc<dyn Transport>,
    /// By the names of the actors.
    inlets: OnceLock<HashMap<String, Inlet>>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    peers: HashMap<Arc<str>, Peer>,
    /// By the numbers of the asks.
    asked: HashMap<u64, Asked>,
    /// When there are as many, those who have given up are looked for.
    sweep_at: usize,
    last_number: u64,
    proxies: HashMap<(Arc<str>, String), Arc<dyn Proxy>>,
}

/// Another node, which can be reached.
#[derive(Default)]
struct Peer {
    sent: u64,
    received: u64,
}

/// An ask that was sent to another node.
struct Asked {
    node: Arc<str>,
    asker: Box<dyn Awaited>,
    behaviors: Arc<[&'static str]>,
}

const SWEEP_AT_LEAST: usize = 64;

impl Port {
    pub(crate) fn new(system: &ActorSystem, transport: Arc<dyn Transport>) -> Arc<Self> {
        Arc::new(Self {
            system: system.clone(),
            transport,
            inlets: OnceLock::new(),
            state: Mutex::default(),
        })
    }

    pub(super) fn system(&self) -> &ActorSystem {
        &self.system
    }

    /// Begins to take what arrives, until the system ends.
    pub(crate) fn open(self: &Arc<Self>, inlets: HashMap<String, Inlet>) {
        let _ = self.inlets.set(inlets);
        let mut taking = Taking {
            port: Arc::clone(self),
            answering: HashMap::new(),
        };
        let runtime = self.system.runtime();
        if let Some(runtime) = runtime {
            // So that nodes which are there already can be sent to from the first actor's start on.
            let _entered = runtime.enter();
            let mut now = Context::from_waker(Waker::noop());
            while let Poll::Ready(Some(arrival)) = self.transport.poll_arrival(&mut now) {
                taking.arrived(arrival);
            }
        }
        self.system.tasks().spawn(runtime, taking.run());
    }

    pub(super) fn is_up(&self, node: &str) -> bool {
        lock(&self.state).peers.contains_key(node)
    }

    /// The proxy of an actor on another node: always the same one.
    pub(super) fn proxy<P: Proxy>(
        &self,
        node: &Arc<str>,
        name: &str,
        make: impl FnOnce() -> Arc<P>,
    ) -> Arc<dyn Proxy> {
        let key = (Arc::clone(node), name.to_owned());
        let mut state = lock(&self.state);
        let is_up = state.peers.contains_key(node);
        let proxy = state.proxies.entry(key).or_insert_with(|| {
            let proxy = make();
            if is_up {
                proxy.up();
            }
            proxy
        });
        Arc::clone(proxy)
    }

    /// Notes an ask that is about to be sent, and gives it its number.
    pub(super) fn note(
        &self,
        node: &Arc<str>,
        asker: Box<dyn Awaited>,
        behaviors: &Arc<[&'static str]>,
    ) -> u64 {
        let asked = Asked {
            node: Arc::clone(node),
            asker,
            behaviors: Arc::clone(behaviors),
        };
        let mut gone = Vec::new();
        let mut state = lock(&self.state);
        if state.asked.len() >= state.sweep_at {
            gone.extend(state.asked.extract_if(|_, asked| !asked.asker.is_awaited()));
            state.sweep_at = SWEEP_AT_LEAST.max(2 * state.asked.len());
        }
        state.last_number += 1;
        let number = state.last_number;
        state.asked.insert(number, asked);
        drop(state);
        drop(gone);
        number
    }

    /// The asker of this number, if it is not answered yet.
    pub(super) fn asker(&self, number: u64) -> Option<Box<dyn Awaited>> {
        let asked = lock(&self.state).asked.remove(&number);
        asked.map(|asked| asked.asker)
    }

    /// Sends a frame without waiting.
    pub(super) fn try_send(&self, to: &str, frame: &Frame) -> Result<(), Undelivered> {
        let mut state = lock(&self.state);
        let peer = state.peers.get_mut(to).ok_or(Undelivered::NoRoute)?;
        // Under the lock, so that frames leave in the order of their numbers.
        self.transport.try_send(to, frame.encode(peer.sent + 1))?;
        peer.sent += 1;
        Ok(())
    }

    /// Sends a frame when there is room.
    pub(super) async fn send(&self, to: &str, frame: &Frame) -> Result<(), Undelivered> {
        loop {
            match self.try_send(to, frame) {
                Err(Undelivered::Full) => poll_fn(|cx| self.transport.poll_ready(to, cx)).await,
                other => return other,
            }
        }
    }

    /// Has the node of an actor say when that ends. `false` if it cannot be reached.
    pub(super) fn watch(self: &Arc<Self>, node: &Arc<str>, name: &str) -> bool {
        let frame = Frame::new(Kind::Watch, name);
        match self.try_send(node, &frame) {
            Ok(()) => true,
            Err(Undelivered::Full) => {
                let (port, node) = (Arc::clone(self), Arc::clone(node));
                let sent = async move {
                    // If it is lost on the way so is the node, and who watches is told that.
                    let _ = port.send(&node, &frame).await;
                };
                self.system
                    .tasks()
                    .spawn(self.system.runtime(), sent)
                    .is_some()
            }
            Err(_) => false,
        }
    }

    fn up(&self, node: &Arc<str>) {
        tracing::info!(system = %self.system.name(), %node, "a node can be reached");
        let mut state = lock(&self.state);
        state.peers.insert(Arc::clone(node), Peer::default());
        for proxy in state.proxies_of(node) {
            proxy.up();
        }
    }

    fn down(&self, node: &Arc<str>) {
        tracing::warn!(system = %self.system.name(), %node, "a node cannot be reached");
        let mut state = lock(&self.state);
        state.peers.remove(node);
        let proxies = state.proxies_of(node);
        let lost: Vec<_> = (state.asked)
            .extract_if(|_, asked| asked.node == *node)
            .collect();
        drop(state);
        for (_, asked) in lost {
            asked.asker.node_lost();
        }
        for proxy in proxies {
            proxy.down();
        }
    }

    /// The place of a frame among those of its sender is later than that of all before. If not it is dropped.
    fn in_order(&self, node: &str, seq: u64) -> bool {
        let mut state = lock(&self.state);
        let Some(peer) = state.peers.get_mut(node) else {
            return false;
        };
        if seq <= peer.received {
            tracing::warn!(%node, seq, "dropped a frame that arrived late, or again");
            return false;
        }
        let lost = seq - peer.received - 1;
        if lost > 0 {
            tracing::warn!(%node, lost, "frames were lost");
        }
        peer.received = seq;
        true
    }

    /// What another node sent reaches nobody, and who sent it is not told.
    fn dead_letter(&self, name: &str, reason: DeadLetterReason) {
        let letter = DeadLetter {
            receiver: self.system.root().child(name),
            sender: None,
            message: "a message from another node",
            reason,
            returned: false,
        };
        self.system.dead_letter(0, letter);
    }

    fn inlet(&self, name: &str) -> Option<&Inlet> {
        self.inlets.get()?.get(name)
    }
}

impl State {
    fn proxies_of(&self, node: &str) -> Vec<Arc<dyn Proxy>> {
        let proxies = self.proxies.iter();
        let of_node = proxies.filter(|((of, _), _)| **of == *node);
        of_node.map(|(_, proxy)| Arc::clone(proxy)).collect()
    }
}

/// The task that takes what arrives.
struct Taking {
    port: Arc<Port>,
    /// What goes on for other nodes, by their addresses.
    answering: HashMap<Arc<str>, Answering>,
}

/// What goes on for one node: answers that are to come, and ends that are watched.
#[derive(Default)]
struct Answering {
    tasks: JoinSet<()>,
    /// By the names of the actors. One watch is enough for all who watch an actor there.
    watched: HashMap<String, AbortHandle>,
}

impl Taking {
    async fn run(mut self) {
        while let Some(arrival) = poll_fn(|cx| self.port.transport.poll_arrival(cx)).await {
            self.arrived(arrival);
            // Frames may come faster than they are taken: others have their turn as well.
            tokio::task::consume_budget().await;
        }
    }

    fn arrived(&mut self, arrival: Arrival) {
        match arrival {
            Arrival::Up { node } => self.port.up(&node),
            Arrival::Down { node } => {
                self.answering.remove(&node);
                self.port.down(&node);
            }
            Arrival::Frame { from, frame } => self.take(&from, &frame),
        }
    }

    fn take(&mut self, from: &Arc<str>, bytes: &[u8]) {
        let frame = match Frame::decode(bytes) {
            Ok((seq, frame)) if self.port.in_order(from, seq) => frame,
            Ok(_) => return,
            Err(malformed) => {
                tracing::error!(node = %from, "dropped {malformed}");
                return;
            }
        };
        match frame.kind {
            Kind::Tell | Kind::Ask => self.message(from, &frame),
            Kind::Event => self.event(&frame),
            Kind::Reply => self.reply(from, &frame),
            Kind::Watch => self.watch(from, frame.target),
            Kind::Terminated => self.terminated(from, &frame),
        }
    }

    fn message(&mut self, from: &Arc<str>, frame: &Frame) {
        let asked = frame.kind == Kind::Ask;
        let taken = match self.port.inlet(&frame.target) {
            None => {
                if !asked {
                    self.port
                        .dead_letter(&frame.target, DeadLetterReason::NotRunning);
                }
                Err((Outcome::NotRunning, Vec::new()))
            }
            Some(inlet) => {
                let messages = inlet.messages.as_ref();
                let taken = messages.map_or(Err(NotTaken::Wire(WireError::Local)), |messages| {
                    messages.take(&inlet.cell, frame.tag, &frame.body, asked)
                });
                taken.map_err(|why| {
                    if let (NotTaken::Wire(error), false) = (&why, asked) {
                        tracing::error!(node = %from, path = %inlet.cell.core().path, %error, "dropped a message");
                        self.port.dead_letter(&frame.target, DeadLetterReason::Unreadable);
                    }
                    why.answered()
                })
            }
        };
        if !asked {
            return;
        }
        let (port, node, number) = (Arc::clone(&self.port), Arc::clone(from), frame.number);
        self.of(from).tasks.spawn(async move {
            let (outcome, body) = match taken {
                Ok(Some(answer)) => answer.await,
                Ok(None) => (Outcome::NoReply, Vec::new()),
                Err(answered) => answered,
            };
            let mut reply = Frame::new(Kind::Reply, "");
            reply.tag = outcome as u64;
            reply.number = number;
            reply.body = body;
            if let Err(Undelivered::TooLarge) = port.send(&node, &reply).await {
                let error = WireError::TooLarge {
                    bytes: reply.body.len(),
                };
                reply.tag = Outcome::Unwritable as u64;
                reply.body = error.to_string().into_bytes();
                let _ = port.send(&node, &reply).await;
            }
        });
    }

    fn event(&mut self, frame: &Frame) {
        let inlet = self.port.inlet(&frame.target);
        let taken = inlet.map_or(Err(NotTaken::Wire(WireError::Unknown)), |inlet| {
            let events = inlet.events.get(&frame.tag);
            let events = events.ok_or(NotTaken::Wire(WireError::Unknown))?;
            events.take(&inlet.cell, &frame.body)
        });
        if let Err(NotTaken::Wire(error)) = taken {
            tracing::error!(target = %frame.target, %error, "dropped an event");
            self.port
                .dead_letter(&frame.target, DeadLetterReason::Unreadable);
        }
    }

    fn reply(&mut self, from: &Arc<str>, frame: &Frame) {
        let Some(outcome) = Outcome::of(frame.tag) else {
            tracing::error!(node = %from, outcome = frame.tag, "dropped an answer of no known kind");
            return;
        };
        let mut state = lock(&self.port.state);
        // Another node cannot answer in the place of the one that was asked.
        if state
            .asked
            .get(&frame.number)
            .is_none_or(|asked| asked.node != *from)
        {
            return;
        }
        let asked = state.asked.remove(&frame.number);
        drop(state);
        if let Some(asked) = asked {
            asked.asker.answer(outcome, &frame.body, &asked.behaviors);
        }
    }

    fn watch(&mut self, from: &Arc<str>, name: String) {
        let (port, node) = (Arc::clone(&self.port), Arc::clone(from));
        let cell = self.port.inlet(&name).map(|inlet| Arc::clone(&inlet.cell));
        let watched = self.of(from).watched.get(&name);
        if watched.is_some_and(|watch| !watch.is_finished()) {
            return;
        }
        let known = cell.is_some().then(|| name.clone());
        let watch = self.of(from).tasks.spawn(async move {
            let reason = match cell {
                Some(cell) => cell.core().life.ended_by().await,
                None => StopReason::Unknown,
            };
            let mut frame = Frame::new(Kind::Terminated, &name);
            frame.tag = code_of(reason);
            let _ = port.send(&node, &frame).await;
        });
        if let Some(name) = known {
            self.of(from).watched.insert(name, watch);
        }
    }

    fn terminated(&mut self, from: &Arc<str>, frame: &Frame) {
        let key = (Arc::clone(from), frame.target.clone());
        let proxy = lock(&self.port.state).proxies.get(&key).cloned();
        if let Some(proxy) = proxy {
            proxy.terminated(reason_of(frame.tag));
        }
    }

    /// What goes on for this node, without what is done.
    fn of(&mut self, node: &Arc<str>) -> &mut Answering {
        let answering = self.answering.entry(Arc::clone(node)).or_default();
        while answering.tasks.try_join_next().is_some() {}
        answering
    }
}

/// The end of the system, or of the network.
impl Drop for Taking {
    fn drop(&mut self) {
        self.port.transport.close();
        let nodes: Vec<Arc<str>> = lock(&self.port.state).peers.keys().cloned().collect();
        for node in nodes {
            self.port.down(&node);
        }
    }
}

/// The reasons for an end, in the order of their numbers on the wire, the first of which is 1. New ones are added at the
/// end.
const REASONS: [StopReason; 13] = [
    StopReason::Shutdown,
    StopReason::Passivated,
    StopReason::StopNow,
    StopReason::Killed,
    StopReason::ParentStopped,
    StopReason::SupervisionStop,
    StopReason::MaxRestartsExceeded,
    StopReason::Escalated,
    StopReason::SupervisorRestart,
    StopReason::SupervisorGroupRestart,
    StopReason::SupervisorMaxRestartsExceeded,
    StopReason::SupervisorEscalated,
    StopReason::RuntimeGone,
];

fn code_of(reason: StopReason) -> u64 {
    let at = REASONS.iter().position(|known| *known == reason);
    at.map_or(0, |at| at as u64 + 1)
}

fn reason_of(code: u64) -> StopReason {
    let at = code.checked_sub(1).and_then(|at| usize::try_from(at).ok());
    at.and_then(|at| REASONS.get(at).copied())
        .unwrap_or(StopReason::Unknown)
}

/// A port that may be gone.
pub(super) type WeakPort = Weak<Port>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_the_same_on_the_other_node() {
        for reason in REASONS {
            assert_eq!(reason_of(code_of(reason)), reason);
        }
        assert_eq!(reason_of(code_of(StopReason::Unknown)), StopReason::Unknown);
        assert_eq!(reason_of(99), StopReason::Unknown, "of a later version");
    }
}
