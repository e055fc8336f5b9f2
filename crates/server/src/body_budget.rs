//! Memory budget of request bodies, in all and for each client network.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::limits::ServerLimits;
use crate::metrics::Metrics;
use crate::network_usage::NetworkUsage;
use crate::tenant::Tenant;
use api::Error;

/// Bodies up to this size may use the last quarter of the budget, so that large bodies cannot block
/// ordinary requests.
const SMALL_BODY_BYTES: usize = 64 << 10;

/// Memory budget of request bodies.
pub(crate) struct BodyBudget {
    max: usize,
    max_of_address: usize,
    metrics: Arc<Metrics>,
    used: Mutex<NetworkUsage>,
}

/// Reservation of one body; given back when it is dropped.
pub(crate) struct BodyReservation {
    budget: Arc<BodyBudget>,
    tenant: Tenant,
    bytes: usize,
}

/// Holds the reservation of a request's body until the request is answered.
#[derive(Clone, Default)]
pub(crate) struct BodySlot(Arc<OnceLock<Arc<BodyReservation>>>);

impl BodySlot {
    /// Keeps `reservation`. A request has one body: a second one is not kept.
    pub(crate) fn keep(&self, reservation: Arc<BodyReservation>) {
        let _ = self.0.set(reservation);
    }
}

impl BodyBudget {
    pub(crate) fn new(limits: &ServerLimits, metrics: Arc<Metrics>) -> Arc<Self> {
        let ServerLimits { body_bytes: max, body_bytes_of_address: max_of_address, .. } = *limits;
        Arc::new(Self { max, max_of_address, metrics, used: Mutex::default() })
    }

    /// Reserves `bytes` bytes for a body from `address`.
    pub(crate) fn reserve(
        self: &Arc<Self>,
        address: IpAddr,
        bytes: usize,
    ) -> Result<BodyReservation, Error> {
        let tenant = Tenant::at(address);
        let mut reservation = BodyReservation { budget: Arc::clone(self), tenant, bytes: 0 };
        reservation.grow_to(bytes)?;
        Ok(reservation)
    }

    /// Counts a body that came too slowly, and returns its error.
    pub(crate) fn timed_out(&self) -> Error {
        self.metrics.body_timed_out();
        Error::TimedOut
    }

    fn lock(&self) -> MutexGuard<'_, NetworkUsage> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl BodyReservation {
    /// The number of reserved bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Grows the reservation to `bytes` bytes, if there is room; it never shrinks.
    pub(crate) fn grow_to(&mut self, bytes: usize) -> Result<(), Error> {
        let more = bytes.saturating_sub(self.bytes);
        if more == 0 {
            return Ok(());
        }
        let BodyBudget { max, max_of_address, ref metrics, .. } = *self.budget;
        let max = if bytes <= SMALL_BODY_BYTES { max } else { max - max / 4 };
        let mut used = self.budget.lock();
        let refused = if !used.has_room(self.tenant, more, max_of_address) {
            Some(Error::TooMany)
        } else if used.total().saturating_add(more) > max {
            Some(Error::Busy)
        } else {
            None
        };
        if let Some(error) = refused {
            metrics.body_refused();
            return Err(error);
        }
        used.add(self.tenant, more);
        self.bytes += more;
        metrics.set_body_bytes(used.total());
        Ok(())
    }
}

impl Drop for BodyReservation {
    fn drop(&mut self) {
        let mut used = self.budget.lock();
        used.remove(self.tenant, self.bytes);
        self.budget.metrics.set_body_bytes(used.total());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(max: usize, max_of_address: usize) -> Arc<BodyBudget> {
        let limits = ServerLimits {
            body_bytes: max,
            body_bytes_of_address: max_of_address,
            ..ServerLimits::default()
        };
        BodyBudget::new(&limits, Arc::default())
    }

    fn address(number: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, number])
    }

    #[test]
    fn an_address_has_a_share_and_gives_back_what_it_had() {
        let budget = budget(1000, 100);
        let mut held = budget.reserve(address(1), 60).expect("room");
        assert!(matches!(budget.reserve(address(1), 41), Err(Error::TooMany)));
        assert!(matches!(held.grow_to(101), Err(Error::TooMany)));
        assert!(held.grow_to(100).is_ok() && held.bytes() == 100);
        assert!(matches!(budget.reserve(address(1), 1), Err(Error::TooMany)));
        assert!(budget.reserve(address(2), 100).is_ok());
        drop(held);
        assert!(budget.reserve(address(1), 100).is_ok());
        assert!(budget.lock().is_empty());
    }

    #[test]
    fn large_bodies_leave_room_for_small_ones() {
        let budget = budget(SMALL_BODY_BYTES * 8, usize::MAX);
        let large = SMALL_BODY_BYTES * 3;
        let held = [1, 2].map(|number| budget.reserve(address(number), large).expect("room"));
        assert!(matches!(budget.reserve(address(3), SMALL_BODY_BYTES + 1), Err(Error::Busy)));
        let small = [3, 4].map(|number| budget.reserve(address(number), SMALL_BODY_BYTES));
        assert!(small.iter().all(Result::is_ok));
        assert!(matches!(budget.reserve(address(5), 1), Err(Error::Busy)));
        drop((held, small));
        assert!(budget.lock().is_empty());
    }

    #[test]
    fn neighbours_of_version_6_share() {
        let budget = budget(1000, 100);
        let _held = budget.reserve("2001:db8::1".parse().expect("an address"), 100);
        assert!(budget.reserve("2001:db8::2:1".parse().expect("an address"), 1).is_err());
        let near = budget.reserve("2001:db8:0:1::1".parse().expect("an address"), 100);
        // Together, those of a /56 have twice as much as one of them.
        assert!(near.is_ok());
        assert!(budget.reserve("2001:db8:0:2::1".parse().expect("an address"), 1).is_err());
        assert!(budget.reserve("2001:db8:0:200::1".parse().expect("an address"), 100).is_ok());
    }
}
