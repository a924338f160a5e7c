//! What went wrong in a handler or a hook, as the supervisor sees it.

use std::any::Any;
use std::error::Error;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A failure that engages the supervisor: an error a handler returned as `Err(Fault)`, or a panic.
///
/// Any error converts into it, so `?` works in a handler that returns `Result<_, Fault>`. It can be asked for the
/// error it carries, which is how rules by error type find it. Cheap to clone; the asker, the supervisor and the
/// event stream all see the same error.
///
/// ```
/// use actor_core::Fault;
///
/// let fault = Fault::from("x".parse::<u32>().unwrap_err());
/// assert!(fault.is::<std::num::ParseIntError>());
/// assert_eq!(fault.to_string(), "invalid digit found in string");
/// ```
///
/// Like the error types of applications it is no [`Error`] itself: the conversion from every error
/// would otherwise overlap with the one from itself.
#[derive(Clone)]
pub struct Fault(Arc<Carried>);

/// A box in an `Arc`, so that a `Fault` is one pointer wide: `Result<(), Fault>` travels with every message.
///
/// The error is a user's, and its `Display` and its destructor may panic; here that reaches nobody, since a fault is
/// shown and dropped in places that are no actor's turn.
struct Carried(Option<Box<dyn Error + Send + Sync>>);

impl Drop for Carried {
    fn drop(&mut self) {
        drop_unheard(self.0.take());
    }
}

impl Fault {
    /// A fault that is nothing but a text.
    #[must_use]
    pub fn msg(text: impl Into<String>) -> Self {
        Self::from(Text(text.into()))
    }

    /// The error of type `E` this fault carries, if it carries one.
    #[must_use]
    pub fn downcast_ref<E: Error + 'static>(&self) -> Option<&E> {
        self.error().downcast_ref()
    }

    /// Whether this fault carries an error of type `E`; a panic carries a [`Panic`].
    #[must_use]
    pub fn is<E: Error + 'static>(&self) -> bool {
        self.error().is::<E>()
    }

    /// Whether a panic brought this about, not an error that was returned.
    #[must_use]
    pub fn is_panic(&self) -> bool {
        self.is::<Panic>()
    }

    /// The carried error.
    #[must_use]
    pub fn error(&self) -> &(dyn Error + Send + Sync + 'static) {
        match &self.0.0 {
            Some(error) => &**error,
            // Only its destructor takes it out.
            None => &GONE,
        }
    }

    /// What a caught panic says, whatever it was thrown with.
    pub(crate) fn from_panic(payload: Box<dyn Any + Send>) -> Self {
        let message = if let Some(text) = payload.downcast_ref::<&'static str>() {
            (*text).to_owned()
        } else if let Some(text) = payload.downcast_ref::<String>() {
            text.clone()
        } else if let Some(fault) = payload.downcast_ref::<Fault>() {
            return fault.clone();
        } else {
            "a panic that carries no text".to_owned()
        };
        drop_unheard(payload);
        Self::from(Panic { message })
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for Fault {
    fn from(error: E) -> Self {
        Self(Arc::new(Carried(Some(Box::new(error)))))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(|| self.error().to_string()))
    }
}

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(|| format!("Fault({:?})", self.error())))
    }
}

/// The error a [`Fault`] carries after a panic; `on_error(Panic = …)` matches it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Panic {
    message: String,
}

impl Panic {
    /// What the panic said.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Panic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "panicked: {}", self.message)
    }
}

impl Error for Panic {}

/// Drops a user's value, whose destructor may panic. The payload of that is let go of: its own might panic in turn.
fn drop_unheard<T>(value: T) {
    if let Err(payload) = catch_unwind(AssertUnwindSafe(move || drop(value))) {
        std::mem::forget(payload);
    }
}

/// What `show` says, if it says it without a panic.
fn shown(show: impl FnOnce() -> String) -> String {
    catch_unwind(AssertUnwindSafe(show)).unwrap_or_else(|payload| {
        std::mem::forget(payload);
        "an error that panics when it is shown".to_owned()
    })
}

static GONE: Panic = Panic {
    message: String::new(),
};

#[derive(Debug)]
struct Text(String);

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Text {}

#[cfg(test)]
mod tests {
    use super::*;

    struct Bomb;

    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("the payload's own destructor");
        }
    }

    fn caught(f: impl FnOnce()) -> Fault {
        Fault::from_panic(catch_unwind(AssertUnwindSafe(f)).expect_err("it panics"))
    }

    #[derive(Debug)]
    struct Rude;

    impl fmt::Display for Rude {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            panic!("not showing anything");
        }
    }

    impl Error for Rude {}

    impl Drop for Rude {
        fn drop(&mut self) {
            panic!("not going either");
        }
    }

    #[test]
    fn an_error_that_panics_when_shown_or_dropped_does_no_harm() {
        let fault = Fault::from(Rude);
        assert_eq!(fault.to_string(), "an error that panics when it is shown");
        assert_eq!(format!("{fault:?}"), "Fault(Rude)");
        drop(fault);
    }

    #[test]
    fn every_payload_of_a_panic_becomes_a_fault() {
        assert_eq!(
            caught(|| panic!("a literal")).to_string(),
            "panicked: a literal"
        );
        assert_eq!(
            caught(|| panic!("number {}", 7)).to_string(),
            "panicked: number 7"
        );
        assert!(caught(|| std::panic::panic_any(7_u8)).is_panic());
        assert!(caught(|| std::panic::panic_any(Bomb)).is_panic());
        let carried = caught(|| std::panic::panic_any(Fault::msg("mine")));
        assert_eq!(carried.to_string(), "mine");
        assert!(!carried.is_panic());
    }
}
