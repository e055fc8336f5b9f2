//! How many sockets there are, and whose.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::http::Error;
use crate::limits::{Bucket, Limits, Rate, neighbourhood};
use crate::metrics::Metrics;
use crate::visitor::Visitor;

/// How many messages too many a socket survives.
const TOO_MANY: u32 = 200;

/// All open sockets.
pub(crate) struct Sockets {
    limits: Limits,
    metrics: Arc<Metrics>,
    by_address: Mutex<HashMap<IpAddr, usize>>,
}

/// An open socket; dropping it says that it is closed.
pub(crate) struct Socket {
    sockets: Arc<Sockets>,
    /// `None` at the server's own machine, which may have as many as it likes.
    address: Option<IpAddr>,
}

impl Sockets {
    pub(crate) fn new(limits: &Limits, metrics: Arc<Metrics>) -> Arc<Self> {
        Arc::new(Self { limits: limits.clone(), metrics, by_address: Mutex::default() })
    }

    /// A socket more, if there may be one.
    pub(crate) fn open(self: &Arc<Self>, visitor: &Visitor) -> Result<Socket, Error> {
        if self.metrics.sockets() >= self.limits.sockets {
            return Err(Error::Busy);
        }
        let address = (!visitor.is_local()).then(|| neighbourhood(visitor.address));
        if let Some(address) = address {
            let mut by_address = self.lock();
            let count = by_address.entry(address).or_default();
            if *count >= self.limits.sockets_of_address {
                self.metrics.limited();
                return Err(Error::TooMany);
            }
            *count += 1;
        }
        self.metrics.socket_opened();
        Ok(Socket { sockets: Arc::clone(self), address })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.by_address.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How much `visitor` may say over one of them.
    pub(crate) fn pace(&self, visitor: &Visitor) -> Pace {
        let rate = self.limits.messages;
        let left = (!visitor.is_local()).then(|| Bucket::full(rate, Instant::now()));
        Pace { metrics: Arc::clone(&self.metrics), rate, left, too_many: 0 }
    }
}

/// How much may still be said over a socket.
pub(crate) struct Pace {
    metrics: Arc<Metrics>,
    rate: Rate,
    /// `None` at the server's own machine, which may say as much as it likes.
    left: Option<Bucket>,
    too_many: u32,
}

/// What is to be done with a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tempo {
    /// It is answered.
    Good,
    /// It is refused.
    Fast,
    /// It is the last: nobody at the other end hears refusals.
    Deaf,
}

impl Pace {
    /// Another message has come.
    pub(crate) fn hear(&mut self) -> Tempo {
        self.metrics.message();
        let Some(left) = &mut self.left else { return Tempo::Good };
        if left.take(self.rate, Instant::now()) {
            return Tempo::Good;
        }
        self.metrics.limited();
        self.too_many += 1;
        if self.too_many > TOO_MANY { Tempo::Deaf } else { Tempo::Fast }
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.sockets.metrics.socket_closed();
        let Some(address) = self.address else { return };
        let mut by_address = self.sockets.lock();
        if let Some(count) = by_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                by_address.remove(&address);
            }
        }
    }
}
