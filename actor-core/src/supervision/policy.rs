//! Supervision policies, as data.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::fault::Fault;

/// What is done about a failure.
///
/// ```
/// use actor_core::prelude::*;
///
/// #[actor(supervision = stop)] // as an attribute; `Policy` and `Spawn::supervision` take it as a value
/// #[derive(Default)]
/// struct Importer { sum: i64 }
///
/// #[actor]
/// impl Importer {
///     #[handler]
///     fn line(&mut self, text: String) -> Result<i64, Fault> {
///         self.sum += text.parse::<i64>()?;
///         Ok(self.sum)
///     }
/// }
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let system = ActorSystem::new("app");
/// let importer = system
///     .spawn("importer", Importer::default())
///     .supervision(Directive::Resume)
///     .await?;
/// importer.line("40".into()).await?;
/// assert!(importer.line("forty".into()).await.is_err());
/// assert_eq!(importer.line("2".into()).await?, 42);
/// # Ok(()) }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Directive {
    /// Go on as if nothing had happened: the message that failed is dropped, the state stays as its handler left it.
    ///
    /// This is for errors that were returned. After a panic the actor is restarted by [`Restart::DEFAULT`] instead,
    /// unless it declares `#[actor(resume_after_panic)]`: half a change may have been made. A `PreStart` that
    /// fails in a restart is never resumed, as there is nothing to go on with: it is tried again by [`Restart::DEFAULT`].
    Resume,
    /// Tear down and start again, within bounds.
    Restart(Restart),
    /// End.
    Stop,
    /// Leave it to the parent, which gets a `PanicSignal` and decides while the actor is suspended. If the parent
    /// handles no such signal, or there is none, the actor ends and `ActorEscalated` is published.
    ///
    /// In a group that restarts as one, the group is restarted instead, within the actor's own
    /// [`bounds`](Policy::bounds).
    Escalate,
    /// Hold the actor, with its state and its messages, until somebody restarts, reinstates or stops it.
    Suspend,
}

/// How often and how fast an actor is restarted.
///
/// The methods change a copy, so it can be built in a constant. As an attribute:
/// `#[actor(supervision = restart(max = 5, within = 60s))]`.
///
/// ```
/// use std::time::Duration;
/// use actor_core::{Directive, Exhausted, Policy, Restart};
///
/// // Waits of 200 ms, 400 ms, 800 ms and so on, never more than 5 s. The sixth failure within a minute suspends it.
/// const PATIENT: Restart = Restart::DEFAULT
///     .max(5)
///     .within(Duration::from_secs(60))
///     .backoff(Duration::from_millis(200))
///     .cap(Duration::from_secs(5))
///     .on_exhausted(Exhausted::Suspend);
/// let policy = Policy::from(PATIENT);
/// # assert_eq!(policy.directive_for(&actor_core::Fault::msg("no")), Directive::Restart(PATIENT));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Restart {
    pub(crate) max: u32,
    pub(crate) within: Duration,
    pub(crate) backoff: Duration,
    pub(crate) cap: Option<Duration>,
    pub(crate) jitter: u8,
    pub(crate) on_exhausted: Exhausted,
    pub(crate) mode: Option<RestartMode>,
    pub(crate) mailbox: Option<Queued>,
}

/// What is done about one failure more than a [`Restart`] allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Exhausted {
    /// The actor ends, with the reason `max-restarts-exceeded`.
    #[default]
    Stop,
    /// The actor stays suspended.
    Suspend,
}

/// How much of an actor a restart replaces. Handle, name, path, watchers and subscriptions stay in either.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RestartMode {
    /// Torn down and started again: an actor spawned from a value goes on with it, one from a factory gets a fresh one.
    /// No event says that it stopped.
    InPlace,
    /// The value is dropped before the factory makes another, and `ActorStopping`, `ActorStopped` and `ActorStarted` say
    /// so. Only for actors with a factory.
    Anew,
}

/// What a restart does with the messages that wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Queued {
    /// They are handled by the next incarnation.
    Keep,
    /// They become dead letters, and asks among them fail with [`AskError::Discarded`](crate::AskError::Discarded).
    Discard,
}

impl Restart {
    /// At most 3 restarts within 30 s, after a wait of 1 s that doubles with each; then the actor ends.
    pub const DEFAULT: Self = Self {
        max: 3,
        within: Duration::from_secs(30),
        backoff: Duration::from_secs(1),
        cap: None,
        jitter: 0,
        on_exhausted: Exhausted::Stop,
        mode: None,
        mailbox: None,
    };

    /// How many restarts are allowed within the window; 0 makes the first failure the last.
    #[must_use]
    pub const fn max(mut self, max: u32) -> Self {
        self.max = max;
        self
    }

    /// The sliding window in which restarts are counted.
    #[must_use]
    pub const fn within(mut self, within: Duration) -> Self {
        self.within = within;
        self
    }

    /// The wait before the first restart in a row; it doubles with each. Zero restarts at once.
    #[must_use]
    pub const fn backoff(mut self, base: Duration) -> Self {
        self.backoff = base;
        self
    }

    /// The longest wait. Without one the wait doubles without limit.
    #[must_use]
    pub const fn cap(mut self, cap: Duration) -> Self {
        self.cap = Some(cap);
        self
    }

    /// Shortens each wait by a random part of it, up to so many percent (at most 100), so that actors which failed
    /// together do not all come back together.
    #[must_use]
    pub const fn jitter(mut self, percent: u8) -> Self {
        self.jitter = if percent > 100 { 100 } else { percent };
        self
    }

    /// Whether the actor is torn down and goes on, or ends and is built anew. Default: [`RestartMode::InPlace`], but for
    /// the actors of a topology, which are built anew.
    #[must_use]
    pub const fn mode(mut self, mode: RestartMode) -> Self {
        self.mode = Some(mode);
        self
    }

    /// What becomes of the messages that wait. Default: kept by a restart in place, discarded by one anew.
    #[must_use]
    pub const fn mailbox(mut self, queued: Queued) -> Self {
        self.mailbox = Some(queued);
        self
    }

    /// What is done when the restarts are used up.
    #[must_use]
    pub const fn on_exhausted(mut self, then: Exhausted) -> Self {
        self.on_exhausted = then;
        self
    }
}

impl Default for Restart {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl From<Restart> for Directive {
    fn from(restart: Restart) -> Self {
        Self::Restart(restart)
    }
}

/// A directive for errors of one type.
#[derive(Clone, Copy)]
pub struct Rule {
    matches: fn(&Fault) -> bool,
    directive: Directive,
}

impl Rule {
    /// Failures that carry an `E` get `directive`. A panic carries a [`Panic`](crate::Panic).
    #[must_use]
    pub const fn on<E: Error + 'static>(directive: Directive) -> Self {
        Self {
            matches: Fault::is::<E>,
            directive,
        }
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rule")
            .field("directive", &self.directive)
            .finish_non_exhaustive()
    }
}

/// What is done about an actor's failures: a directive, and rules for errors of certain types, which go first.
///
/// ```
/// use std::time::Duration;
/// use actor_core::{Directive, Panic, Policy, Restart};
///
/// let policy = Policy::new(Restart::DEFAULT.max(5).within(Duration::from_secs(60)))
///     .on::<std::num::ParseIntError>(Directive::Resume)
///     .on::<Panic>(Directive::Stop);
/// # let _ = policy;
/// ```
///
/// The default is [`Restart::DEFAULT`].
#[derive(Debug, Clone)]
pub struct Policy {
    directive: Directive,
    rules: Rules,
    bounds: Restart,
}

#[derive(Debug, Clone)]
enum Rules {
    Declared(&'static [Rule]),
    Given(Arc<[Rule]>),
}

impl Policy {
    /// A policy of one directive.
    pub fn new(directive: impl Into<Directive>) -> Self {
        Self {
            directive: directive.into(),
            rules: Rules::Declared(&[]),
            bounds: Restart::DEFAULT,
        }
    }

    /// How often and how fast the actor's group is restarted on account of it, where its directive is
    /// [`Directive::Escalate`] and the group restarts as one. Default: [`Restart::DEFAULT`]. Where a rule says `Escalate`
    /// and the directive is a restart, the bounds are those of the restart.
    #[must_use]
    pub const fn bounds(mut self, bounds: Restart) -> Self {
        self.bounds = bounds;
        self
    }

    pub(crate) fn directive(&self) -> Directive {
        self.directive
    }

    pub(crate) fn with_rules_of(mut self, other: &Self) -> Self {
        self.rules = other.rules.clone();
        self
    }

    /// How the actor is restarted where its own failure does not say so: on another's account, or because the group it
    /// escalates to restarts as one.
    pub(crate) fn restart(&self) -> Restart {
        match self.directive {
            Directive::Restart(restart) => restart,
            _ => self.bounds,
        }
    }

    /// Whether a panic would be resumed, if the actor has said that it can be.
    pub(crate) fn resumes_panics(&self) -> bool {
        let panic = Fault::from_panic(Box::new(""));
        self.directive_for(&panic) == Directive::Resume
    }

    /// Whether any failure may lead to a restart that builds anew.
    pub(crate) fn builds_anew(&self) -> bool {
        let rules = self.rules().iter().map(|rule| rule.directive);
        rules.chain([self.directive]).any(
            |directive| matches!(directive, Directive::Restart(it) if it.mode == Some(RestartMode::Anew)),
        )
    }

    /// Adds a rule. The first rule that matches decides.
    #[must_use]
    pub fn on<E: Error + 'static>(mut self, directive: impl Into<Directive>) -> Self {
        let rule = Rule::on::<E>(directive.into());
        self.rules = Rules::Given(self.rules().iter().copied().chain([rule]).collect());
        self
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn __declared(directive: Directive, rules: &'static [Rule]) -> Self {
        Self {
            directive,
            rules: Rules::Declared(rules),
            bounds: Restart::DEFAULT,
        }
    }

    /// What is done about `fault`: the first rule that matches decides, else the policy's own directive.
    #[must_use]
    pub fn directive_for(&self, fault: &Fault) -> Directive {
        let rule = self.rules().iter().find(|rule| (rule.matches)(fault));
        rule.map_or(self.directive, |rule| rule.directive)
    }

    fn rules(&self) -> &[Rule] {
        match &self.rules {
            Rules::Declared(rules) => rules,
            Rules::Given(rules) => rules,
        }
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self::new(Restart::DEFAULT)
    }
}

impl From<Directive> for Policy {
    fn from(directive: Directive) -> Self {
        Self::new(directive)
    }
}

impl From<Restart> for Policy {
    fn from(restart: Restart) -> Self {
        Self::new(restart)
    }
}
