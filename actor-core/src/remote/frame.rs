//! What nodes say to each other, as bytes: a fixed header, and a body only sender and receiver of a message look into.

use std::fmt;

/// The version of this layout.
const VERSION: u8 = 1;
/// Of the header up to the name of the target.
const FIXED: usize = 30;

/// What a frame is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    Tell = 1,
    Ask = 2,
    /// The answer to an ask, by its number. What it is stands in the tag.
    Reply = 3,
    /// An event for one subscriber.
    Event = 4,
    /// Somebody on the sending node watches the target.
    Watch = 5,
    /// The target has ended. Why stands in the tag.
    Terminated = 6,
}

impl Kind {
    const ALL: [Self; 6] = [
        Self::Tell,
        Self::Ask,
        Self::Reply,
        Self::Event,
        Self::Watch,
        Self::Terminated,
    ];

    fn of(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| *kind as u8 == byte)
    }
}

/// One frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) kind: Kind,
    /// Which message, event, outcome or reason.
    pub(crate) tag: u64,
    /// The number of an ask, among those of the asking node.
    pub(crate) number: u64,
    /// The name of the actor it is for, or about.
    pub(crate) target: String,
    pub(crate) body: Vec<u8>,
}

/// Bytes that are no frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Malformed {
    Version(u8),
    Kind(u8),
    /// Shorter or longer than it says, or with a name that is no text.
    Layout,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(version) => write!(f, "a frame of version {version}"),
            Self::Kind(kind) => write!(f, "a frame of the unknown kind {kind}"),
            Self::Layout => f.write_str("a frame that is not laid out as it says"),
        }
    }
}

impl Frame {
    pub(crate) fn new(kind: Kind, target: &str) -> Self {
        Self {
            kind,
            tag: 0,
            number: 0,
            target: target.to_owned(),
            body: Vec::new(),
        }
    }

    /// The frame as bytes. `seq` counts the frames from one node to another.
    pub(crate) fn encode(&self, seq: u64) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(FIXED + self.target.len() + 4 + self.body.len());
        bytes.extend([VERSION, self.kind as u8, 0, 0]);
        bytes.extend(seq.to_le_bytes());
        bytes.extend(self.tag.to_le_bytes());
        bytes.extend(self.number.to_le_bytes());
        // Names of actors have 255 bytes at the most.
        let length = u16::try_from(self.target.len()).unwrap_or(u16::MAX);
        bytes.extend(length.to_le_bytes());
        bytes.extend(self.target.as_bytes());
        // No transport carries a body of 4 GiB.
        let length = u32::try_from(self.body.len()).unwrap_or(u32::MAX);
        bytes.extend(length.to_le_bytes());
        bytes.extend(&self.body);
        bytes
    }

    /// The frame that these bytes are, and its place among those of its sender.
    pub(crate) fn decode(bytes: &[u8]) -> Result<(u64, Self), Malformed> {
        let mut rest = Rest(bytes);
        let [version, kind, _, _] = rest.take()?;
        if version != VERSION {
            return Err(Malformed::Version(version));
        }
        let kind = Kind::of(kind).ok_or(Malformed::Kind(kind))?;
        let seq = u64::from_le_bytes(rest.take()?);
        let tag = u64::from_le_bytes(rest.take()?);
        let number = u64::from_le_bytes(rest.take()?);
        let length = u16::from_le_bytes(rest.take()?);
        let target = rest.split(usize::from(length))?;
        let target = std::str::from_utf8(target).map_err(|_| Malformed::Layout)?;
        let length = u32::from_le_bytes(rest.take()?);
        if rest.0.len() != length as usize {
            return Err(Malformed::Layout);
        }
        let frame = Self {
            kind,
            tag,
            number,
            target: target.to_owned(),
            body: rest.0.to_vec(),
        };
        Ok((seq, frame))
    }
}

/// What has yet to be read.
pub(super) struct Rest<'a>(pub(super) &'a [u8]);

impl<'a> Rest<'a> {
    pub(super) fn split(&mut self, length: usize) -> Result<&'a [u8], Malformed> {
        let (first, rest) = self.0.split_at_checked(length).ok_or(Malformed::Layout)?;
        self.0 = rest;
        Ok(first)
    }

    pub(super) fn take<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let (first, rest) = self.0.split_first_chunk().ok_or(Malformed::Layout)?;
        self.0 = rest;
        Ok(*first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn frames() -> impl Strategy<Value = Frame> {
        let body = proptest::collection::vec(any::<u8>(), 0..50);
        (
            proptest::sample::select(&Kind::ALL[..]),
            any::<u64>(),
            any::<u64>(),
            ".{0,20}",
            body,
        )
            .prop_map(|(kind, tag, number, target, body)| Frame {
                kind,
                tag,
                number,
                target,
                body,
            })
    }

    proptest! {
        #[test]
        fn a_frame_is_read_as_it_was_written(frame in frames(), seq: u64) {
            let bytes = frame.encode(seq);
            prop_assert_eq!(Frame::decode(&bytes), Ok((seq, frame)));
        }

        #[test]
        fn a_frame_cut_short_or_with_more_behind_it_is_none(frame in frames(), cut: prop::sample::Index) {
            let mut bytes = frame.encode(1);
            prop_assert_eq!(Frame::decode(&bytes[..cut.index(bytes.len())]), Err(Malformed::Layout));
            bytes.push(0);
            prop_assert_eq!(Frame::decode(&bytes), Err(Malformed::Layout));
        }

        #[test]
        fn any_bytes_are_a_frame_or_none(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
            let _ = Frame::decode(&bytes);
        }
    }

    #[test]
    fn what_is_not_of_this_version_or_of_no_kind_is_refused() {
        let mut bytes = Frame::new(Kind::Tell, "till").encode(1);
        bytes[1] = 99;
        assert_eq!(Frame::decode(&bytes), Err(Malformed::Kind(99)));
        bytes[0] = 2;
        assert_eq!(Frame::decode(&bytes), Err(Malformed::Version(2)));
    }
}
