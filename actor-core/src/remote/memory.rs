//! A network in memory, which can be as bad as a real one.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep_until};

use super::transport::{Arrival, Connects, Transport, Undelivered};
use crate::sync::{Mutex, lock};

/// Frames on the way from one node to another, at the most.
const WINDOW: usize = 1024;
/// The largest frame, as networked transports have one as well.
const MAX_FRAME: usize = 1 << 20;

/// A network between nodes of one process. Clones are of the same.
///
/// What crosses it is bytes, as on a wire, and tests can have it lose, delay and reorder them, cut nodes off and join them
/// again. Delays are on tokio's clock, so a test that has paused it does not wait for them.
///
/// ```
/// use std::future::poll_fn;
/// use std::time::Duration;
/// use actor_core::remote::{Arrival, MemoryNetwork, Transport};
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)] async fn main() {
/// let network = MemoryNetwork::new();
/// let (edge, core) = (network.endpoint("edge"), network.endpoint("core"));
/// let up = poll_fn(|cx| core.poll_arrival(cx)).await;
/// assert!(matches!(up, Some(Arrival::Up { node }) if *node == *"edge"));
///
/// network.lose("edge", "core", 1);
/// network.delay("edge", "core", Duration::from_secs(3600));
/// edge.try_send("core", vec![1]).unwrap(); // lost
/// edge.try_send("core", vec![2]).unwrap(); // an hour late
/// let frame = poll_fn(|cx| core.poll_arrival(cx)).await;
/// assert!(matches!(frame, Some(Arrival::Frame { frame, .. }) if frame == [2]));
///
/// network.cut("edge", "core");
/// let down = poll_fn(|cx| core.poll_arrival(cx)).await;
/// assert!(matches!(down, Some(Arrival::Down { .. })));
/// # }
/// ```
#[derive(Clone, Default)]
pub struct MemoryNetwork(Arc<Mutex<Net>>);

#[derive(Default)]
struct Net {
    nodes: HashMap<Arc<str>, Node>,
    /// From one node to another. Made when it is first spoken of.
    ways: HashMap<(Arc<str>, Arc<str>), Way>,
    next_endpoint: u64,
}

/// An endpoint that is attached.
struct Node {
    /// Which one: another may have taken the address since.
    endpoint: u64,
    /// Nodes that went up or down.
    news: VecDeque<Arrival>,
    waker: Option<Waker>,
}

/// One direction between two nodes.
#[derive(Default)]
struct Way {
    cut: bool,
    /// Frames vanish, and nobody notices.
    silent: bool,
    delay: Duration,
    lose: usize,
    /// The next frame is overtaken by the one after it.
    reorder: bool,
    overtaken: Option<(Instant, Vec<u8>)>,
    on_the_way: VecDeque<(Instant, Vec<u8>)>,
    /// Those who wait for room.
    senders: Vec<Waker>,
}

impl Way {
    /// Loses what is on the way.
    fn empty(&mut self) {
        self.on_the_way.clear();
        self.overtaken = None;
        self.wake_senders();
    }

    fn wake_senders(&mut self) {
        self.senders.drain(..).for_each(Waker::wake);
    }
}

impl Net {
    fn way(&mut self, from: &str, to: &str) -> &mut Way {
        self.ways.entry((from.into(), to.into())).or_default()
    }

    fn is_cut(&self, from: &str, to: &str) -> bool {
        let way = self.ways.get(&(Arc::from(from), Arc::from(to)));
        way.is_some_and(|way| way.cut)
    }

    /// Tells `node` that `other` is up or down.
    fn tell(&mut self, node: &str, news: Arrival) {
        if let Some(node) = self.nodes.get_mut(node) {
            node.news.push_back(news);
            node.wake();
        }
    }

    /// Whether the two are both there and joined.
    fn joined(&self, a: &str, b: &str) -> bool {
        self.nodes.contains_key(a) && self.nodes.contains_key(b) && !self.is_cut(a, b)
    }

    fn up(&mut self, a: &str, b: &str) {
        self.tell(a, Arrival::Up { node: b.into() });
        self.tell(b, Arrival::Up { node: a.into() });
    }

    /// Tells `node` that `other` is down, and loses what was on the way between them.
    fn down(&mut self, node: &str, other: &str) {
        self.way(node, other).empty();
        self.way(other, node).empty();
        self.tell(node, Arrival::Down { node: other.into() });
    }

    fn detach(&mut self, name: &str, endpoint: u64) {
        if self
            .nodes
            .get(name)
            .is_none_or(|node| node.endpoint != endpoint)
        {
            return;
        }
        if let Some(mut node) = self.nodes.remove(name) {
            node.wake();
        }
        let others: Vec<Arc<str>> = self.nodes.keys().cloned().collect();
        for other in others {
            if !self.is_cut(name, &other) {
                self.down(&other, name);
            }
        }
    }
}

impl Node {
    fn wake(&mut self) {
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }
}

impl MemoryNetwork {
    /// A network without nodes, on which nothing goes wrong.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Attaches a node by its address. An endpoint that has the address already is detached: its node has been replaced.
    #[must_use]
    pub fn endpoint(&self, address: &str) -> Endpoint {
        let mut net = lock(&self.0);
        let name: Arc<str> = address.into();
        if let Some(before) = net.nodes.get(&name).map(|node| node.endpoint) {
            net.detach(&name, before);
        }
        net.next_endpoint += 1;
        let endpoint = net.next_endpoint;
        let node = Node {
            endpoint,
            news: VecDeque::new(),
            waker: None,
        };
        net.nodes.insert(Arc::clone(&name), node);
        let mut others: Vec<Arc<str>> = net.nodes.keys().cloned().collect();
        others.retain(|other| *other != name);
        others.sort_unstable();
        for other in others {
            if net.joined(&name, &other) {
                net.up(&name, &other);
            }
        }
        Endpoint {
            network: self.clone(),
            name,
            endpoint,
            sleep: Mutex::new(None),
        }
    }

    /// Cuts two nodes off from each other. Frames on the way are lost, and both are told that the other is down.
    pub fn cut(&self, a: &str, b: &str) {
        let mut net = lock(&self.0);
        let joined = net.joined(a, b);
        net.way(a, b).cut = true;
        net.way(b, a).cut = true;
        if joined {
            net.down(a, b);
            net.down(b, a);
        }
    }

    /// Joins two nodes that were cut off from each other, both ways.
    pub fn heal(&self, a: &str, b: &str) {
        let mut net = lock(&self.0);
        let was_cut = net.is_cut(a, b);
        for way in [(a, b), (b, a)] {
            let way = net.way(way.0, way.1);
            (way.cut, way.silent) = (false, false);
        }
        if was_cut && net.joined(a, b) {
            net.up(a, b);
        }
    }

    /// Has all frames of one node to another vanish, without either being told, until they are [healed](Self::heal).
    pub fn silence(&self, from: &str, to: &str) {
        let mut net = lock(&self.0);
        let way = net.way(from, to);
        way.silent = true;
        way.empty();
    }

    /// Loses the next `frames` of one node to another.
    pub fn lose(&self, from: &str, to: &str, frames: usize) {
        lock(&self.0).way(from, to).lose += frames;
    }

    /// Has frames of one node to another take so long from now on, on tokio's clock.
    pub fn delay(&self, from: &str, to: &str, delay: Duration) {
        lock(&self.0).way(from, to).delay = delay;
    }

    /// Has the next frame of one node to another arrive after the one that is sent after it.
    pub fn reorder(&self, from: &str, to: &str) {
        lock(&self.0).way(from, to).reorder = true;
    }
}

impl Connects for MemoryNetwork {
    fn connect(&self, address: &str) -> Arc<dyn Transport> {
        Arc::new(self.endpoint(address))
    }
}

impl fmt::Debug for MemoryNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let net = lock(&self.0);
        let mut nodes: Vec<_> = net.nodes.keys().collect();
        nodes.sort_unstable();
        f.debug_struct("MemoryNetwork")
            .field("nodes", &nodes)
            .finish()
    }
}

/// One node's end of a [`MemoryNetwork`]. Dropped, it is closed.
pub struct Endpoint {
    network: MemoryNetwork,
    name: Arc<str>,
    endpoint: u64,
    /// Until the next frame is there.
    sleep: Mutex<Option<Pin<Box<Sleep>>>>,
}

impl Transport for Endpoint {
    fn try_send(&self, to: &str, frame: Vec<u8>) -> Result<(), Undelivered> {
        if frame.len() > MAX_FRAME {
            return Err(Undelivered::TooLarge);
        }
        let mut net = lock(&self.network.0);
        if net
            .nodes
            .get(&self.name)
            .is_none_or(|node| node.endpoint != self.endpoint)
        {
            return Err(Undelivered::Closed);
        }
        if !net.joined(&self.name, to) {
            return Err(Undelivered::NoRoute);
        }
        let way = net.way(&self.name, to);
        if way.on_the_way.len() >= WINDOW {
            return Err(Undelivered::Full);
        }
        if way.silent {
            return Ok(());
        }
        if way.lose > 0 {
            way.lose -= 1;
            return Ok(());
        }
        // With no runtime there is no clock to delay by.
        let now = Instant::now();
        let due = if way.delay.is_zero() {
            now
        } else {
            now + way.delay
        };
        if way.reorder {
            way.reorder = false;
            way.overtaken = Some((due, frame));
            return Ok(());
        }
        way.on_the_way.push_back((due, frame));
        if let Some((_, overtaken)) = way.overtaken.take() {
            way.on_the_way.push_back((due, overtaken));
        }
        if let Some(node) = net.nodes.get_mut(to) {
            node.wake();
        }
        Ok(())
    }

    fn poll_ready(&self, to: &str, cx: &mut Context<'_>) -> Poll<()> {
        let mut net = lock(&self.network.0);
        if !net.joined(&self.name, to) {
            return Poll::Ready(());
        }
        let way = net.way(&self.name, to);
        if way.on_the_way.len() < WINDOW {
            return Poll::Ready(());
        }
        way.senders.push(cx.waker().clone());
        Poll::Pending
    }

    fn poll_arrival(&self, cx: &mut Context<'_>) -> Poll<Option<Arrival>> {
        loop {
            let mut net = lock(&self.network.0);
            let Some(node) = net.nodes.get_mut(&self.name) else {
                return Poll::Ready(None);
            };
            if node.endpoint != self.endpoint {
                return Poll::Ready(None);
            }
            if let Some(news) = node.news.pop_front() {
                return Poll::Ready(Some(news));
            }
            node.waker = Some(cx.waker().clone());
            let ways = net.ways.iter_mut();
            let here = ways.filter(|((_, to), _)| *to == self.name);
            let first = here
                .filter_map(|((from, _), way)| Some((way.on_the_way.front()?.0, from, way)))
                .min_by(|(one, from, _), (other, other_from, _)| {
                    (one, from).cmp(&(other, other_from))
                });
            let Some((due, from, way)) = first else {
                return Poll::Pending;
            };
            if due <= Instant::now() {
                let from = Arc::clone(from);
                let Some((_, frame)) = way.on_the_way.pop_front() else {
                    return Poll::Pending;
                };
                if way.on_the_way.len() < WINDOW {
                    way.wake_senders();
                }
                return Poll::Ready(Some(Arrival::Frame { from, frame }));
            }
            drop(net);
            let mut sleep = lock(&self.sleep);
            let sleep = sleep.get_or_insert_with(|| Box::pin(sleep_until(due)));
            if sleep.deadline() != due {
                sleep.as_mut().reset(due);
            }
            ready!(sleep.as_mut().poll(cx));
        }
    }

    fn close(&self) {
        lock(&self.network.0).detach(&self.name, self.endpoint);
    }
}

impl Drop for Endpoint {
    fn drop(&mut self) {
        self.close();
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Endpoint").field(&self.name).finish()
    }
}
