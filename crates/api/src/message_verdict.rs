//! Decisions of the rate limiters of sockets.

/// Decision on a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessageVerdict {
    /// The message is handled.
    Allowed,
    /// The message is refused.
    Throttled,
    /// The socket is closed: too many messages have been refused.
    Abusive,
}
