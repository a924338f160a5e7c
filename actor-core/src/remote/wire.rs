//! Messages and their answers as bytes: each argument by its name, in MessagePack.

use std::error::Error;
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::frame::{Malformed, Rest};
use crate::actor::{Actor, Behavior, Declared};
use crate::call::Asked;
use crate::error::Refusal;
use crate::fault::Fault;
use crate::reply::{Answer, ReplyTo, Slot};

/// An actor whose messages cross nodes, by `#[actor(remote)]` on its `impl` block.
///
/// All that its handlers take, and reply with, is then [serde](https://serde.rs)'s `Serialize` and `Deserialize`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` takes no messages from other nodes (N20)",
    label = "is on another node, and takes no messages from this one",
    note = "write `#[actor(remote)]` on the `impl` block of `{Self}`, so that its messages can be sent over the network"
)]
pub trait Remote: Actor {
    /// Writes a message.
    #[doc(hidden)]
    fn __encode(message: Self::Msg, to: &mut Outgoing) -> Result<(), WireError>;
    /// Reads a message.
    #[doc(hidden)]
    fn __decode(from: &mut Incoming<'_>) -> Result<Self::Msg, WireError>;
}

/// What can cross nodes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot cross nodes (N20)",
    label = "cannot cross nodes",
    note = "what crosses nodes is written to bytes and read again: derive `serde::Serialize` and `serde::Deserialize` for `{Self}`"
)]
pub trait Crosses: Serialize + DeserializeOwned + Send + 'static {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + DeserializeOwned + Send + 'static> Crosses for T {}

/// Why a message, or the answer to one, did not cross nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum WireError {
    /// The other node does not know the message. It runs another version, in which the actor has no such handler.
    Unknown,
    /// The message is for the actor's own node only.
    Local,
    /// It could not be written.
    Unwritable {
        /// What serde says.
        reason: String,
    },
    /// It could not be read. The other node runs another version, in which it looks different.
    Unreadable {
        /// What serde says.
        reason: String,
    },
    /// It is larger than the transport carries.
    TooLarge {
        /// Its size in bytes.
        bytes: usize,
    },
}

impl WireError {
    /// Whether it is certainly the message that did not cross, and so did not reach its handler.
    pub(crate) fn is_of_the_message(&self) -> bool {
        matches!(self, Self::Unknown | Self::Local | Self::TooLarge { .. })
    }
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("the other node does not know the message"),
            Self::Local => f.write_str("the message is for the actor's own node only"),
            Self::Unwritable { reason } => write!(f, "it cannot be written: {reason}"),
            Self::Unreadable { reason } => write!(f, "it cannot be read: {reason}"),
            Self::TooLarge { bytes } => {
                write!(f, "its {bytes} bytes are more than the transport carries")
            }
        }
    }
}

impl Error for WireError {}

impl From<Malformed> for WireError {
    fn from(malformed: Malformed) -> Self {
        Self::Unreadable {
            reason: malformed.to_string(),
        }
    }
}

/// The number that stands for a name on the wire (FNV-1a).
#[must_use]
pub const fn tag(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    hash
}

pub(crate) fn write<T: Serialize>(value: &T) -> Result<Vec<u8>, WireError> {
    // With the names of fields: either side may then have fields more, or in another order.
    rmp_serde::to_vec_named(value).map_err(|error| WireError::Unwritable {
        reason: error.to_string(),
    })
}

pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, WireError> {
    let mut reader = rmp_serde::Deserializer::from_read_ref(bytes);
    let value = serde::Deserialize::deserialize(&mut reader);
    value.map_err(|error: rmp_serde::decode::Error| WireError::Unreadable {
        reason: error.to_string(),
    })
}

/// `None` in MessagePack: what an argument is that the sender does not know.
const NOTHING: &[u8] = &[0xc0];

/// A message on its way out.
#[derive(Default)]
pub struct Outgoing {
    pub(super) tag: u64,
    pub(super) body: Vec<u8>,
    pub(super) asked: Option<Box<dyn Awaited>>,
    /// It was asked, and the asker has given up.
    pub(super) abandoned: bool,
}

impl Outgoing {
    /// Which message it is.
    pub fn message(&mut self, tag: u64) {
        self.tag = tag;
    }

    /// One of its arguments.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn arg<T: Crosses>(&mut self, name: &str, value: &T) -> Result<(), WireError> {
        let bytes = write(value)?;
        let (Ok(name_length), Ok(length)) = (u8::try_from(name.len()), u32::try_from(bytes.len()))
        else {
            return Err(WireError::TooLarge { bytes: bytes.len() });
        };
        self.body.push(name_length);
        self.body.extend(name.as_bytes());
        self.body.extend(length.to_le_bytes());
        self.body.extend(bytes);
        Ok(())
    }

    /// Where its answer goes, of a handler that has no error of its own.
    pub fn reply_plain<T: Crosses>(&mut self, reply: ReplyTo<T>) {
        self.asked_by(Asker {
            reply,
            value: read,
            error: None,
        });
    }

    /// Where its answer goes.
    pub fn reply_result<T: Crosses, E: Crosses>(&mut self, reply: ReplyTo<T, E>) {
        self.asked_by(Asker {
            reply,
            value: read,
            error: Some(read),
        });
    }

    fn asked_by<T: Send + 'static, E: Send + 'static>(&mut self, asker: Asker<T, E>) {
        if !asker.reply.is_asked() {
            return;
        }
        // From now on it may run, as far as is known here.
        if asker.reply.begin(0) {
            self.asked = Some(Box::new(asker));
        } else {
            self.abandoned = true;
        }
    }
}

/// What an answer is, as the tag of its frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u64)]
pub(crate) enum Outcome {
    Value = 1,
    Error = 2,
    Failed = 3,
    Unhandled = 4,
    Discarded = 5,
    NoReply = 6,
    NotRunning = 7,
    Suspended = 8,
    MailboxFull = 9,
    Unknown = 10,
    Unreadable = 11,
    Unwritable = 12,
}

impl Outcome {
    const ALL: [Self; 12] = [
        Self::Value,
        Self::Error,
        Self::Failed,
        Self::Unhandled,
        Self::Discarded,
        Self::NoReply,
        Self::NotRunning,
        Self::Suspended,
        Self::MailboxFull,
        Self::Unknown,
        Self::Unreadable,
        Self::Unwritable,
    ];

    pub(crate) fn of(tag: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| *outcome as u64 == tag)
    }
}

/// An answer as it crosses nodes.
pub(crate) type Answered = (Outcome, Vec<u8>);

/// Somebody who waits for an answer from another node.
pub(crate) trait Awaited: Send {
    /// `behaviors` are those of the actor that was asked.
    fn answer(self: Box<Self>, outcome: Outcome, body: &[u8], behaviors: &[&'static str]);
    fn node_lost(self: Box<Self>);
    fn not_written(self: Box<Self>, error: WireError);
    /// Whether the asker has not given up.
    fn is_awaited(&self) -> bool;
}

/// Where an answer goes, and how it is read.
struct Asker<T, E> {
    reply: ReplyTo<T, E>,
    value: Read<T>,
    /// `None` if the handler has no error of its own.
    error: Option<Read<E>>,
}

type Read<T> = fn(&[u8]) -> Result<T, WireError>;

impl<T: Send + 'static, E: Send + 'static> Awaited for Asker<T, E> {
    fn answer(self: Box<Self>, outcome: Outcome, body: &[u8], behaviors: &[&'static str]) {
        let read = match (outcome, self.error) {
            (Outcome::Value, _) => (self.value)(body).map(Ok),
            (Outcome::Error, Some(error)) => error(body).map(Err),
            (other, _) => return self.reply.answer(other.without_value(body, behaviors)),
        };
        self.reply
            .answer(read.map_or_else(Answer::Wire, Answer::Reply));
    }

    fn node_lost(self: Box<Self>) {
        self.reply.answer(Answer::NodeLost);
    }

    fn not_written(self: Box<Self>, error: WireError) {
        self.reply.answer(Answer::Wire(error));
    }

    fn is_awaited(&self) -> bool {
        self.reply.is_awaited()
    }
}

impl Outcome {
    fn without_value<T, E>(self, body: &[u8], behaviors: &[&'static str]) -> Answer<T, E> {
        let text = || String::from_utf8_lossy(body).into_owned();
        match self {
            Self::Failed => Answer::Failed(Fault::msg(text())),
            Self::Unhandled => {
                let named = behaviors.iter().find(|name| name.as_bytes() == body);
                named.map_or(Answer::Wire(WireError::Unknown), |name| {
                    Answer::Unhandled(name)
                })
            }
            Self::Discarded => Answer::Discarded,
            Self::NoReply => Answer::NoReply,
            Self::NotRunning => Answer::Refused(Refusal::NotRunning),
            Self::Suspended => Answer::Refused(Refusal::Suspended),
            Self::MailboxFull => Answer::Refused(Refusal::MailboxFull),
            Self::Unknown => Answer::Wire(WireError::Unknown),
            Self::Unwritable => Answer::Wire(WireError::Unwritable { reason: text() }),
            // The other node's handler has an error of its own, and that of this one has none.
            Self::Unreadable | Self::Value | Self::Error => {
                Answer::Wire(WireError::Unreadable { reason: text() })
            }
        }
    }
}

/// The names of an actor's behaviours.
pub(super) fn behaviors_of<A: Actor>() -> Vec<&'static str> {
    let all = <A as Declared>::Behavior::ALL;
    all.iter().map(|behavior| behavior.name()).collect()
}

/// A message on its way in.
pub struct Incoming<'a> {
    tag: u64,
    args: Vec<(&'a str, &'a [u8])>,
    asked: bool,
    pub(super) answer: Option<Pin<Box<dyn Future<Output = Answered> + Send>>>,
}

impl<'a> Incoming<'a> {
    pub(super) fn new(tag: u64, body: &'a [u8], asked: bool) -> Result<Self, WireError> {
        let mut args = Vec::new();
        let mut rest = Rest(body);
        while !rest.0.is_empty() {
            let [length] = rest.take()?;
            let name = rest.split(usize::from(length))?;
            let name = std::str::from_utf8(name).map_err(|_| Malformed::Layout)?;
            let length = u32::from_le_bytes(rest.take()?);
            args.push((name, rest.split(length as usize)?));
        }
        Ok(Self {
            tag,
            args,
            asked,
            answer: None,
        })
    }

    /// Which message it is.
    #[must_use]
    pub fn tag(&self) -> u64 {
        self.tag
    }

    /// One of its arguments. One that the sender did not send is `None`, if it can be.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn arg<T: Crosses>(&self, name: &str) -> Result<T, WireError> {
        let found = self.args.iter().find(|(known, _)| *known == name);
        match found {
            Some((_, bytes)) => read(bytes).map_err(|error| match error {
                WireError::Unreadable { reason } => WireError::Unreadable {
                    reason: format!("`{name}`: {reason}"),
                },
                other => other,
            }),
            None => read(NOTHING).map_err(|_| WireError::Unreadable {
                reason: format!("`{name}` is missing"),
            }),
        }
    }

    /// Where the answer goes, of a handler that has no error of its own.
    #[must_use]
    pub fn reply_plain<T: Crosses>(&mut self) -> ReplyTo<T> {
        self.reply(|result: Result<T, std::convert::Infallible>| {
            let Ok(value) = result;
            write(&value).map(|body| (Outcome::Value, body))
        })
    }

    /// Where the answer goes.
    #[must_use]
    pub fn reply_result<T: Crosses, E: Crosses>(&mut self) -> ReplyTo<T, E> {
        self.reply(|result: Result<T, E>| match result {
            Ok(value) => write(&value).map(|body| (Outcome::Value, body)),
            Err(error) => write(&error).map(|body| (Outcome::Error, body)),
        })
    }

    fn reply<T: Send + 'static, E: Send + 'static>(
        &mut self,
        written: fn(Result<T, E>) -> Result<Answered, WireError>,
    ) -> ReplyTo<T, E> {
        if !self.asked {
            return ReplyTo::none();
        }
        let slot = Slot::new();
        let reply = ReplyTo::to(std::sync::Arc::clone(&slot));
        // Dropped, when the asking node is down, it gives up.
        let asked = Asked::new(slot);
        self.answer = Some(Box::pin(async move {
            match poll_fn(|cx| asked.poll(cx.waker())).await {
                Answer::Reply(result) => written(result)
                    .unwrap_or_else(|error| (Outcome::Unwritable, error.to_string().into_bytes())),
                Answer::Failed(fault) => (Outcome::Failed, fault.to_string().into_bytes()),
                Answer::Unhandled(behavior) => (Outcome::Unhandled, behavior.into()),
                Answer::Refused(why) => (refused(why), Vec::new()),
                Answer::Discarded => (Outcome::Discarded, Vec::new()),
                Answer::NoReply | Answer::TimedOut | Answer::NodeLost | Answer::Wire(_) => {
                    (Outcome::NoReply, Vec::new())
                }
            }
        }));
        reply
    }
}

pub(super) fn refused(why: Refusal) -> Outcome {
    match why {
        Refusal::MailboxFull => Outcome::MailboxFull,
        Refusal::Suspended => Outcome::Suspended,
        Refusal::NotRunning | Refusal::Cycle | Refusal::Unreachable => Outcome::NotRunning,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_found_by_name_in_any_order() {
        let mut out = Outgoing::default();
        out.message(tag("pay"));
        out.arg("whom", &String::from("anna")).expect("written");
        out.arg("amount", &5u32).expect("written");
        let read = Incoming::new(out.tag, &out.body, false).expect("laid out");
        assert_eq!(read.tag(), tag("pay"));
        assert_eq!(read.arg("amount"), Ok(5u64), "and wider than it was");
        assert_eq!(read.arg("whom"), Ok(String::from("anna")));
    }

    #[test]
    fn what_is_not_sent_is_none_or_missing() {
        let read = Incoming::new(1, &[], false).expect("laid out");
        assert_eq!(read.arg::<Option<u8>>("note"), Ok(None));
        let missing = read.arg::<u8>("amount").expect_err("missing");
        assert_eq!(
            missing.to_string(),
            "it cannot be read: `amount` is missing"
        );
    }

    #[test]
    fn what_is_of_another_type_is_unreadable() {
        let mut out = Outgoing::default();
        out.arg("amount", &String::from("five")).expect("written");
        let read = Incoming::new(1, &out.body, false).expect("laid out");
        let error = read.arg::<u8>("amount").expect_err("no number");
        assert!(
            error
                .to_string()
                .starts_with("it cannot be read: `amount`: "),
            "{error}"
        );
        let cut = Incoming::new(1, &out.body[..out.body.len() - 1], false);
        assert!(matches!(cut.map(|_| ()), Err(WireError::Unreadable { .. })));
    }
}
