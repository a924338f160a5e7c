//! The settings of a system.

use std::time::Duration;

use tokio::runtime::Handle as Runtime;

use super::ActorSystem;
use crate::error::SystemError;
use crate::options::Passivation;
use crate::supervision::Policy;

pub(crate) struct Settings {
    pub(crate) supervision: Policy,
    pub(crate) passivation: Passivation,
    pub(crate) ask_timeout: Option<Duration>,
    pub(crate) shutdown_timeout: Duration,
    pub(crate) max_actors: Option<usize>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            supervision: Policy::default(),
            passivation: Passivation::Never,
            ask_timeout: Some(Duration::from_secs(5)),
            shutdown_timeout: Duration::from_secs(180),
            max_actors: None,
        }
    }
}

/// Makes a system with settings of its own, by [`ActorSystem::builder`].
///
/// ```
/// use std::time::Duration;
/// use actor_core::{ActorSystem, Passivation};
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), actor_core::SystemError> {
/// let system = ActorSystem::builder("shop")
///     .ask_timeout(Duration::from_secs(1))
///     .passivation(Passivation::TWO_MINUTES)
///     .build()?;
/// # let _ = system; Ok(()) }
/// ```
#[must_use = "a builder makes a system only by `build`"]
pub struct SystemBuilder {
    name: String,
    runtime: Option<Runtime>,
    settings: Settings,
}

impl SystemBuilder {
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            runtime: None,
            settings: Settings::default(),
        }
    }

    /// What is done about failures of actors that declare no policy. Default: restart, at most 3 within 30 s, after a
    /// wait of 1 s that doubles.
    pub fn supervision(mut self, policy: impl Into<Policy>) -> Self {
        self.settings.supervision = policy.into();
        self
    }

    /// When idle actors that do not say it themselves end. Default: never.
    pub fn passivation(mut self, passivation: Passivation) -> Self {
        self.settings.passivation = passivation;
        self
    }

    /// How long an ask waits that does not say it itself. Default: 5 s.
    pub fn ask_timeout(mut self, timeout: Duration) -> Self {
        self.settings.ask_timeout = Some(timeout);
        self
    }

    /// Asks that do not say it themselves wait for as long as it takes.
    pub fn no_ask_timeout(mut self) -> Self {
        self.settings.ask_timeout = None;
        self
    }

    /// How long [`ActorSystem::stop`] waits at the most. Default: 3 minutes.
    pub fn shutdown_timeout(mut self, timeout: Duration) -> Self {
        self.settings.shutdown_timeout = timeout;
        self
    }

    /// How many actors there may be at once, children included: one more is
    /// [`SpawnError::TooManyActors`](crate::SpawnError::TooManyActors). An actor counts from its spawn until its name is
    /// free again. Default: no limit.
    pub fn max_actors(mut self, most: usize) -> Self {
        self.settings.max_actors = Some(most);
        self
    }

    /// The tokio runtime the actors run on. Default: the one `build` is called in.
    pub fn runtime(mut self, runtime: Runtime) -> Self {
        self.runtime = Some(runtime);
        self
    }

    /// Makes the system.
    ///
    /// # Errors
    /// If the name is invalid, or no runtime was given and there is none here.
    pub fn build(self) -> Result<ActorSystem, SystemError> {
        if let Some(reason) = self.settings.passivation.invalid() {
            return Err(SystemError::InvalidPassivation { reason });
        }
        let runtime = match self.runtime {
            Some(runtime) => runtime,
            None => Runtime::try_current().map_err(|_| SystemError::NoRuntime)?,
        };
        ActorSystem::build(&self.name, Some(runtime), self.settings)
    }
}
