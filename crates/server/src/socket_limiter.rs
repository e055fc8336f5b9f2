//! Limits of sockets: how many are open, and how often a client may send a message over one.

use std::future::pending;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use room::{Monotonic, RateLimiter, TimeSource};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::block_list::{BlockList, Blocks};
use crate::connections::{SharedAccess, access_ended};
use crate::drain::return_grace;
use crate::limits::ServerLimits;
use crate::metrics::Metrics;
use crate::network_usage::NetworkUsage;
use crate::random;
use crate::storage::network_key;
use crate::tenant::Tenant;
use crate::visitor::Visitor;
use api::Error;
pub(crate) use api::MessageVerdict;

/// Refused messages after which a socket is closed: its client does not heed refusals.
const REFUSED_MESSAGES_MAX: u32 = 200;

/// Counts the open sockets, in all and of each client network.
pub(crate) struct SocketLimiter {
    limits: ServerLimits,
    metrics: Arc<Metrics>,
    time: Arc<dyn TimeSource>,
    by_network: Mutex<NetworkUsage>,
    /// Whether the sockets are sent to other nodes.
    draining: watch::Sender<bool>,
    blocks: Blocks,
}

/// Permit of an open socket; given back when it is dropped.
pub(crate) struct SocketPermit {
    limiter: Arc<SocketLimiter>,
    /// `None` for the server's own machine, which has no limit.
    tenant: Option<Tenant>,
    /// Access by LAN sharing, if the client came by it.
    access: Option<SharedAccess>,
    /// Limiter of the client's control frames, which cost an answer like messages.
    control_frames: MessageLimiter,
    draining: watch::Receiver<bool>,
    /// When the socket is closed, once the node drains.
    leaves_at: Option<Instant>,
    /// Whose socket it is, and who is kept out; `None` for the server's own machine.
    block: Option<BlockWatch>,
}

/// The visitor of a socket with the block list as it changes.
struct BlockWatch {
    address: IpAddr,
    profile: String,
    list: watch::Receiver<Arc<BlockList>>,
}

impl BlockWatch {
    /// Waits until the visitor is kept out.
    async fn blocked(&mut self) {
        let Self { address, profile, list } = self;
        let blocks =
            |list: &Arc<BlockList>| list.blocks(*address, profile, || network_key(*address));
        if list.wait_for(blocks).await.map(drop).is_err() {
            pending::<()>().await;
        }
    }
}

/// Why an open socket is closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PermitEnd {
    /// The client came by LAN sharing, which the owner has ended.
    SharingEnded,
    /// The node drains: the client is to connect to another.
    Drained,
    /// The operator keeps the visitor out.
    Blocked,
}

impl SocketLimiter {
    pub(crate) fn new(
        limits: &ServerLimits,
        metrics: Arc<Metrics>,
        time: Arc<dyn TimeSource>,
        blocks: Blocks,
    ) -> Arc<Self> {
        let (limits, by_network) = (limits.clone(), Mutex::default());
        let draining = watch::Sender::new(false);
        Arc::new(Self { limits, metrics, time, by_network, draining, blocks })
    }

    /// From now on there are no more sockets, and those that are open are closed one by one.
    pub(crate) fn drain(&self) {
        self.draining.send_replace(true);
    }

    /// Whether the sockets are sent to other nodes.
    pub(crate) fn is_draining(&self) -> bool {
        *self.draining.borrow()
    }

    /// Time over which the open sockets are closed.
    pub(crate) const fn drain_window(&self) -> Duration {
        self.limits.drain_window
    }

    /// How many sockets are open.
    pub(crate) fn count(&self) -> usize {
        self.metrics.sockets()
    }

    /// A permit for one more socket of `visitor`.
    pub(crate) fn acquire(self: &Arc<Self>, visitor: &Visitor) -> Result<SocketPermit, Error> {
        if self.is_draining() || self.metrics.sockets() >= self.limits.sockets {
            return Err(Error::Busy);
        }
        let tenant = (!visitor.is_local()).then(|| visitor.tenant());
        if let Some(tenant) = tenant {
            let mut by_network = self.lock();
            if !by_network.has_room(tenant, 1, self.limits.sockets_of_address) {
                self.metrics.limited();
                return Err(Error::TooMany);
            }
            by_network.add(tenant, 1);
        }
        self.metrics.socket_opened();
        let control_frames = self.message_limiter(visitor);
        let access = visitor.access.clone();
        let (limiter, draining) = (Arc::clone(self), self.draining.subscribe());
        let block = (!visitor.is_local()).then(|| BlockWatch {
            address: visitor.address,
            profile: visitor.profile.clone(),
            list: self.blocks.subscribe(),
        });
        let leaves_at = None;
        Ok(SocketPermit { limiter, tenant, access, control_frames, draining, leaves_at, block })
    }

    /// A message limiter for one socket of `visitor`.
    pub(crate) fn message_limiter(&self, visitor: &Visitor) -> MessageLimiter {
        let limiter = (!visitor.is_local()).then(|| RateLimiter::new(self.limits.messages));
        MessageLimiter { metrics: Arc::clone(&self.metrics), limiter, refused: 0 }
    }

    fn lock(&self) -> MutexGuard<'_, NetworkUsage> {
        self.by_network.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SocketPermit {
    /// Counts a control frame that the server has not asked for.
    pub(crate) fn check_control_frame(&mut self) -> MessageVerdict {
        self.control_frames.decide(self.limiter.time.now().monotonic)
    }

    /// Waits until the client may not stay: the owner lets it in no longer, a random moment of the drain has come, or the
    /// operator keeps it out.
    /// Dropping the future loses nothing.
    pub(crate) async fn expired(&mut self) -> PermitEnd {
        let leaves = async {
            if self.leaves_at.is_none() {
                if self.draining.wait_for(|draining| *draining).await.map(drop).is_err() {
                    pending::<()>().await;
                }
                self.leaves_at =
                    Some(Instant::now() + random::part_of(self.limiter.drain_window()));
            }
            if let Some(leaves_at) = self.leaves_at {
                sleep_until(leaves_at).await;
            }
        };
        let blocked = async {
            match &mut self.block {
                Some(block) => block.blocked().await,
                None => pending().await,
            }
        };
        tokio::select! {
            () = access_ended(&mut self.access) => PermitEnd::SharingEnded,
            () = leaves => PermitEnd::Drained,
            () = blocked => PermitEnd::Blocked,
        }
    }

    /// Time for which the client counts as connected after its socket was closed by the drain.
    pub(crate) fn return_grace(&self) -> Duration {
        return_grace(self.limiter.drain_window())
    }
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        self.limiter.metrics.socket_closed();
        if let Some(tenant) = self.tenant {
            self.limiter.lock().remove(tenant, 1);
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
    use crate::time::SystemClocks;
    use room::RateLimit;

    #[tokio::test(start_paused = true)]
    async fn sockets_are_drained_one_by_one_within_the_window() {
        let limits = ServerLimits::default();
        let (time, blocks) = (Arc::new(SystemClocks), Blocks::default());
        let limiter = SocketLimiter::new(&limits, Arc::default(), time, blocks);
        let control_frames =
            || MessageLimiter { metrics: Arc::default(), limiter: None, refused: 0 };
        let permit = |()| {
            limiter.metrics.socket_opened();
            let (limiter, draining) = (Arc::clone(&limiter), limiter.draining.subscribe());
            let (control_frames, access) = (control_frames(), None);
            SocketPermit {
                limiter,
                tenant: None,
                access,
                control_frames,
                draining,
                leaves_at: None,
                block: None,
            }
        };
        let mut open = tokio::task::JoinSet::new();
        for mut permit in [(); 100].map(permit) {
            open.spawn(async move {
                // Whoever waits is interrupted by messages, and waits again.
                while tokio::time::timeout(Duration::from_millis(7), permit.expired()).await
                    != Ok(PermitEnd::Drained)
                {}
                Instant::now()
            });
        }
        tokio::time::sleep(limits.drain_window).await;
        assert_eq!((limiter.count(), limiter.is_draining()), (100, false));
        let began = Instant::now();
        limiter.drain();
        let ended: Vec<_> = open.join_all().await.into_iter().map(|end| end - began).collect();
        assert_eq!((limiter.count(), limiter.is_draining()), (0, true));
        let (first, last) = (ended.iter().min().unwrap(), ended.iter().max().unwrap());
        assert!(*first < limits.drain_window / 4 && *last > limits.drain_window * 3 / 4);
        assert!(*last <= limits.drain_window + Duration::from_millis(7), "{last:?}");
    }

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
