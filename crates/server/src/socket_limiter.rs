//! Limits of sockets: how many are open, and how often a client may send a message over one.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use room::{Monotonic, RateLimiter};

use crate::connections::{SharedAccess, access_ended};
use crate::limits::{ServerLimits, client_network};
use crate::metrics::Metrics;
use crate::visitor::Visitor;
use api::Error;
pub(crate) use api::MessageVerdict;

/// Refused messages after which a socket is closed: its client does not heed refusals.
const REFUSED_MESSAGES_MAX: u32 = 200;

/// Counts the open sockets, in all and of each client network.
pub(crate) struct SocketLimiter {
    limits: ServerLimits,
    metrics: Arc<Metrics>,
    by_network: Mutex<HashMap<IpAddr, usize>>,
}

/// Permit of an open socket; given back when it is dropped.
pub(crate) struct SocketPermit {
    limiter: Arc<SocketLimiter>,
    /// `None` for the server's own machine, which has no limit.
    network: Option<IpAddr>,
    /// Access by LAN sharing, if the client came by it.
    access: Option<SharedAccess>,
    /// Limiter of the client's control frames, which cost an answer like messages.
    control_frames: MessageLimiter,
}

impl SocketLimiter {
    pub(crate) fn new(limits: &ServerLimits, metrics: Arc<Metrics>) -> Arc<Self> {
        Arc::new(Self { limits: limits.clone(), metrics, by_network: Mutex::default() })
    }

    /// A permit for one more socket of `visitor`.
    pub(crate) fn acquire(self: &Arc<Self>, visitor: &Visitor) -> Result<SocketPermit, Error> {
        if self.metrics.sockets() >= self.limits.sockets {
            return Err(Error::Busy);
        }
        let network = (!visitor.is_local()).then(|| client_network(visitor.address));
        if let Some(network) = network {
            let mut by_network = self.lock();
            let count = by_network.entry(network).or_default();
            if *count >= self.limits.sockets_of_address {
                self.metrics.limited();
                return Err(Error::TooMany);
            }
            *count += 1;
        }
        self.metrics.socket_opened();
        let control_frames = self.message_limiter(visitor);
        let access = visitor.access.clone();
        Ok(SocketPermit { limiter: Arc::clone(self), network, access, control_frames })
    }

    /// A message limiter for one socket of `visitor`.
    pub(crate) fn message_limiter(&self, visitor: &Visitor) -> MessageLimiter {
        let limiter = (!visitor.is_local()).then(|| RateLimiter::new(self.limits.messages));
        MessageLimiter { metrics: Arc::clone(&self.metrics), limiter, refused: 0 }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.by_network.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SocketPermit {
    /// Counts a control frame that came at `now`, a monotonic time, and that the server has not asked for.
    pub(crate) fn check_control_frame(&mut self, now: Monotonic) -> MessageVerdict {
        self.control_frames.decide(now)
    }

    /// Waits until the owner lets the client in no longer.
    pub(crate) async fn access_ended(&mut self) {
        access_ended(&mut self.access).await;
    }
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        self.limiter.metrics.socket_closed();
        let Some(network) = self.network else { return };
        let mut by_network = self.limiter.lock();
        if let Some(count) = by_network.get_mut(&network) {
            *count -= 1;
            if *count == 0 {
                by_network.remove(&network);
            }
        }
    }
}

/// Rate limiter for the messages of one socket.
pub(crate) struct MessageLimiter {
    metrics: Arc<Metrics>,
    /// `None` for the server's own machine, which has no limit.
    limiter: Option<RateLimiter>,
    refused: u32,
}

impl MessageLimiter {
    /// Counts a message that came at `now`.
    pub(crate) fn check(&mut self, now: Monotonic) -> MessageVerdict {
        self.metrics.message();
        self.decide(now)
    }

    fn decide(&mut self, now: Monotonic) -> MessageVerdict {
        let Some(limiter) = &mut self.limiter else { return MessageVerdict::Allowed };
        if limiter.allow(now) {
            return MessageVerdict::Allowed;
        }
        self.metrics.limited();
        self.refused += 1;
        if self.refused > REFUSED_MESSAGES_MAX {
            MessageVerdict::Abusive
        } else {
            MessageVerdict::Throttled
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use room::RateLimit;

    #[test]
    fn messages_are_refused_and_then_the_socket_is_closed() {
        let limit = RateLimit { burst: 2, interval_ms: 100 };
        let limiter = Some(RateLimiter::new(limit));
        let mut limiter = MessageLimiter { metrics: Arc::default(), limiter, refused: 0 };
        let now = Monotonic(1_000);
        assert_eq!([(); 2].map(|()| limiter.check(now)), [MessageVerdict::Allowed; 2]);
        for _ in 0..REFUSED_MESSAGES_MAX {
            assert_eq!(limiter.check(now), MessageVerdict::Throttled);
        }
        assert_eq!(limiter.check(now), MessageVerdict::Abusive);
        assert_eq!(limiter.check(Monotonic(1_100)), MessageVerdict::Allowed);
    }
}
