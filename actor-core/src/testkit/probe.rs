//! Probes: actors that keep what they get, for a test to look at.

use std::convert::Infallible;
use std::fmt::Debug;
use std::ops::Deref;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::timeout;

use super::PATIENCE;
use crate::actor::{Actor, Declared, Message, Subscriber};
use crate::context::Context;
use crate::handle::{ActorRef, Handle};
use crate::lifecycle::Driver;
use crate::options::{ActorOptions, Mailbox};
use crate::private::{Hooks, Launcher, Outcome, Sends, Signal};
use crate::recipient::Recipient;
use crate::reply::ReplyTo;
use crate::signal::Terminated;
use crate::system::ActorSystem;

/// An actor that takes values of type `T`, by a [`Recipient`] or as events, and keeps them for `expect_…`.
///
/// ```
/// use actor_core::prelude::*;
/// use actor_core::testkit::Probe;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let system = ActorSystem::new("test");
/// let mut probe = Probe::<u32>::new(&system).await;
/// probe.recipient().tell(5).await?;
/// assert_eq!(probe.expect().await, 5);
/// probe.expect_nothing().await;
/// # Ok(()) }
/// ```
pub struct Probe<T: Send + 'static> {
    handle: ProbeHandle<T>,
    values: mpsc::UnboundedReceiver<T>,
    ends: mpsc::UnboundedReceiver<Terminated>,
}

impl<T: Send + 'static> Probe<T> {
    /// A new probe, under a name of its own.
    ///
    /// # Panics
    /// If the system is stopping.
    pub async fn new(system: &ActorSystem) -> Self {
        let (keep_values, values) = mpsc::unbounded_channel();
        let (keep_ends, ends) = mpsc::unbounded_channel();
        let name = format!("probe-{}", system.next_incarnation());
        let spawned = system
            .spawn(
                name,
                ProbeActor {
                    keep_values,
                    keep_ends,
                },
            )
            .await;
        Self {
            handle: spawned.expect("a probe starts in a system that runs"),
            values,
            ends,
        }
    }

    /// The probe's own handle: to subscribe it to events, or to watch it.
    #[must_use]
    pub fn handle(&self) -> &Handle<ProbeActor<T>> {
        &self.handle
    }

    /// What sends to the probe.
    #[must_use]
    pub fn recipient(&self) -> Recipient<T> {
        self.handle.recipient()
    }

    /// The next value.
    ///
    /// # Panics
    /// If none comes within [`PATIENCE`].
    pub async fn expect(&mut self) -> T {
        match timeout(PATIENCE, self.values.recv()).await {
            Ok(Some(value)) => value,
            _ => panic!("the probe got nothing within {PATIENCE:?}"),
        }
    }

    /// The next value for which `wanted` holds; those before it are dropped.
    ///
    /// # Panics
    /// If none comes within [`PATIENCE`].
    pub async fn expect_where(&mut self, wanted: impl Fn(&T) -> bool) -> T {
        loop {
            let value = self.expect().await;
            if wanted(&value) {
                return value;
            }
        }
    }

    /// Nothing comes within 100 ms.
    ///
    /// # Panics
    /// If something does.
    pub async fn expect_nothing(&mut self)
    where
        T: Debug,
    {
        self.expect_nothing_within(Duration::from_millis(100)).await;
    }

    /// Nothing comes within `time`.
    ///
    /// # Panics
    /// If something does.
    pub async fn expect_nothing_within(&mut self, time: Duration)
    where
        T: Debug,
    {
        if let Ok(Some(value)) = timeout(time, self.values.recv()).await {
            panic!("the probe got {value:?}");
        }
    }

    /// Has the probe watch an actor.
    ///
    /// # Panics
    /// If the probe was stopped.
    pub async fn watch(&self, target: &ActorRef) {
        let (reply, slot) = ReplyTo::pair();
        let told = self
            .handle
            .send(ProbeMsg(Order::Watch(target.clone(), reply)))
            .await;
        told.expect("the probe runs");
        std::future::poll_fn(|cx| slot.poll(cx.waker()).map(drop)).await;
    }

    /// The end of a watched actor.
    ///
    /// # Panics
    /// If it does not come within [`PATIENCE`], or another actor ends first.
    pub async fn expect_terminated(&mut self, target: &ActorRef) -> Terminated {
        match timeout(PATIENCE, self.ends.recv()).await {
            Ok(Some(gone)) => {
                assert_eq!(gone.actor(), target, "another actor ended first");
                gone
            }
            _ => panic!("{target:?} did not end within {PATIENCE:?}"),
        }
    }

    /// No watched actor has ended that was not yet expected.
    ///
    /// # Panics
    /// If one has.
    pub fn expect_no_terminated(&mut self) {
        if let Ok(gone) = self.ends.try_recv() {
            panic!("{gone:?}");
        }
    }
}

/// The actor behind a [`Probe`].
pub struct ProbeActor<T: Send + 'static> {
    keep_values: mpsc::UnboundedSender<T>,
    keep_ends: mpsc::UnboundedSender<Terminated>,
}

/// The handle of a [`ProbeActor`].
pub struct ProbeHandle<T: Send + 'static>(Handle<ProbeActor<T>>);

impl<T: Send + 'static> Clone for ProbeHandle<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: Send + 'static> From<Handle<ProbeActor<T>>> for ProbeHandle<T> {
    fn from(handle: Handle<ProbeActor<T>>) -> Self {
        Self(handle)
    }
}

impl<T: Send + 'static> Deref for ProbeHandle<T> {
    type Target = Handle<ProbeActor<T>>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

/// What a [`ProbeActor`] is sent.
pub struct ProbeMsg<T: Send + 'static>(Order<T>);

enum Order<T: Send + 'static> {
    Keep(T),
    Watch(ActorRef, ReplyTo<(), Infallible>),
}

impl<T: Send + 'static> Message for ProbeMsg<T> {
    fn name(&self) -> &'static str {
        match self.0 {
            Order::Keep(_) => "keep",
            Order::Watch(..) => "watch",
        }
    }
}

impl<T: Send + 'static> Declared for ProbeActor<T> {
    const TYPE_NAME: &'static str = "ProbeActor";
    const OPTIONS: &'static ActorOptions = &ActorOptions {
        mailbox: Mailbox::unbounded(),
        supervision: None,
        passivation: None,
        stash: None,
        resume_after_panic: false,
    };
    type Behavior = ();
}

impl<T: Send + 'static> Sends<ProbeMsg<T>> for ProbeActor<T> {
    type Sent = ProbeMsg<T>;
}

impl<T: Send + 'static> Actor for ProbeActor<T> {
    type Msg = ProbeMsg<T>;
    type Handle = ProbeHandle<T>;
    const HOOKS: Hooks = Hooks {
        pre_start: false,
        post_start: false,
        post_stop: false,
        terminated: true,
        panic_signal: false,
    };

    async fn __dispatch(&mut self, ctx: &mut Context<Self>, msg: Self::Msg) -> Outcome {
        // A test that has dropped its probe does not want what comes.
        match msg.0 {
            Order::Keep(value) => drop(self.keep_values.send(value)),
            Order::Watch(target, reply) => {
                ctx.watch(&target);
                reply.send(());
            }
        }
        Ok(())
    }

    async fn __signal(&mut self, _ctx: &mut Context<Self>, signal: Signal) -> Outcome {
        if let Signal::Terminated(gone) = signal {
            drop(self.keep_ends.send(gone));
        }
        Ok(())
    }

    fn __launch(launcher: &Launcher<'_>, driver: Driver<Self>) {
        launcher.launch(driver.run());
    }
}

impl<T: Send + 'static> Subscriber<T> for ProbeActor<T> {
    fn __event(event: T) -> ProbeMsg<T> {
        ProbeMsg(Order::Keep(event))
    }
}
