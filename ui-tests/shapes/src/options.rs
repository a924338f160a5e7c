//! Every option of `#[actor]`, and that it is what the actor gets.

use actor_core::prelude::*;
use std::time::Duration;

/// An error.
#[derive(Debug)]
pub struct Jammed;

impl std::fmt::Display for Jammed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("jammed")
    }
}

impl std::error::Error for Jammed {}

/// An event.
#[derive(Debug, Clone)]
pub struct Sold;

const ROOM: usize = 7;
const PAUSE: Duration = Duration::from_secs(5);

macro_rules! actors {
    ($($(#[$meta:meta])* $name:ident ($($options:tt)*))*) => { $(
        $(#[$meta])*
        #[actor($($options)*)]
        #[derive(Debug)]
        pub struct $name;

        #[actor]
        impl $name {}
    )* };
}

actors! {
    /// None.
    Default()
    /// A mailbox without bounds.
    Unbounded(mailbox = unbounded)
    /// A mailbox with one.
    Bounded(mailbox = bounded(3))
    /// A mailbox that loses messages.
    Dropping(mailbox = bounded(ROOM, drop_oldest))
    /// A mailbox of a size that is computed.
    Computed(mailbox = ROOM * 2,)
    /// Restarts, as it is.
    Restarts(supervision = restart)
    /// Restarts, with everything set.
    Restarted(supervision = restart(
        max = 3, within = 1m, backoff = 250ms, cap = PAUSE, jitter = 20, on_exhausted = suspend
    ))
    /// Is built anew, with the messages that wait.
    Rebuilt(supervision = restart(mode = anew, mailbox = keep))
    /// Is restarted as it is, without them.
    Emptied(supervision = restart(mode = in_place, mailbox = discard))
    /// Has its group restarted, within bounds.
    Escalated(supervision = escalate(max = 4, within = 60s), on_error(Jammed = stop, Panic = escalate))
    /// Goes on after an error, and after a panic as well.
    Resumed(supervision = resume, resume_after_panic)
    /// Goes on after one error.
    Ruled(supervision = stop, on_error(Jammed = resume, std::fmt::Error = escalate, Panic = restart(max = 1)))
    /// Is passivated when idle.
    Passivated(passivate(after = 2h))
    /// Is passivated when it has done enough.
    Counted(passivate(messages = 100), stash = 5)
    /// Is not.
    Kept(passivate(never), emits(Sold, std::string::String))
}

#[cfg(test)]
mod tests {
    use super::*;
    use actor_core::{Declared, Emits};

    fn shown<A: Declared>() -> String {
        let options = A::OPTIONS;
        format!(
            "{:?} {:?} {:?} {:?} {}",
            options.mailbox,
            options.supervision,
            options.passivation,
            options.stash,
            options.resume_after_panic
        )
    }

    #[test]
    fn options_are_what_was_said() {
        let mailbox = Mailbox::bounded(14);
        assert_eq!(<Computed as Declared>::OPTIONS.mailbox, mailbox);
        let mailbox = Mailbox::bounded(7).overflow(Overflow::DropOldest);
        assert_eq!(<Dropping as Declared>::OPTIONS.mailbox, mailbox);
        assert_eq!(
            <Unbounded as Declared>::OPTIONS.mailbox,
            Mailbox::unbounded()
        );
        assert_eq!(<Bounded as Declared>::OPTIONS.mailbox, Mailbox::bounded(3));
        let default = <Default as Declared>::OPTIONS;
        assert_eq!(default.mailbox, Mailbox::DEFAULT);
        assert!(
            default.supervision.is_none()
                && default.passivation.is_none()
                && default.stash.is_none()
        );
        let restarted = shown::<Restarted>();
        for part in ["max: 3", "60s", "250ms", "5s", "20", "Suspend"] {
            assert!(restarted.contains(part), "{part} in {restarted}");
        }
        let rebuilt = shown::<Rebuilt>();
        assert!(
            rebuilt.contains("Some(Anew)") && rebuilt.contains("Some(Keep)"),
            "{rebuilt}"
        );
        let emptied = shown::<Emptied>();
        assert!(
            emptied.contains("Some(InPlace)") && emptied.contains("Some(Discard)"),
            "{emptied}"
        );
        let escalated = shown::<Escalated>();
        for part in ["directive: Escalate", "max: 4", "within: 60s"] {
            assert!(escalated.contains(part), "{part} in {escalated}");
        }
        assert!(shown::<Restarts>().contains("Restart"));
        assert!(shown::<Resumed>().contains("Resume") && shown::<Resumed>().ends_with("true"));
        assert!(shown::<Ruled>().contains("Escalate"));
        assert_eq!(
            <Passivated as Declared>::OPTIONS.passivation,
            Some(Passivation::idle(Duration::from_hours(2)))
        );
        assert_eq!(
            <Counted as Declared>::OPTIONS.passivation,
            Some(Passivation::messages(100))
        );
        assert_eq!(<Counted as Declared>::OPTIONS.stash, Some(5));
        assert_eq!(
            <Kept as Declared>::OPTIONS.passivation,
            Some(Passivation::Never)
        );
        assert_eq!(<Kept as Declared>::TYPE_NAME, "Kept");
    }

    #[test]
    fn events_are_what_was_said() {
        fn emits<A: Emits<E>, E>() {}
        emits::<Kept, Sold>();
        emits::<Kept, String>();
    }
}
