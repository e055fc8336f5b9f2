//! Limit of the seeks that one tenant has open.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use room::Monotonic;

use crate::tenant::Tenant;

/// Seeks of one tenant that wait at the same time.
const SEEKS_OF_TENANT_MAX: usize = 4;
/// Time in which the host of a new seek connects to it. Until then it is not in the lobby.
const SEEK_CONNECT_MS: u64 = 10_000;

/// Seeks that wait, with the tenants that opened them.
#[derive(Default)]
pub(crate) struct SeekLimiter {
    by_id: Mutex<HashMap<String, (Tenant, Monotonic)>>,
}

impl SeekLimiter {
    /// Whether `tenant` may open one more at `now`. Those that `is_waiting` denies are forgotten.
    pub(crate) fn has_room(
        &self,
        tenant: Tenant,
        now: Monotonic,
        is_waiting: impl Fn(&str) -> bool,
    ) -> bool {
        let mut by_id = self.by_id.lock().unwrap_or_else(PoisonError::into_inner);
        by_id.retain(|id, (_, opened)| now.since(*opened) < SEEK_CONNECT_MS || is_waiting(id));
        by_id.values().filter(|(owner, _)| *owner == tenant).count() < SEEKS_OF_TENANT_MAX
    }

    /// Adds one that `tenant` opened at `now`.
    pub(crate) fn add(&self, tenant: Tenant, id: String, now: Monotonic) {
        let mut by_id = self.by_id.lock().unwrap_or_else(PoisonError::into_inner);
        by_id.insert(id, (tenant, now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenant_has_a_few_seeks_that_wait() {
        let limiter = SeekLimiter::default();
        let now = Monotonic(1_000);
        for number in 0..SEEKS_OF_TENANT_MAX {
            assert!(limiter.has_room(Tenant::Local, now, |_| false));
            limiter.add(Tenant::Local, number.to_string(), now);
        }
        let later = now.after(SEEK_CONNECT_MS);
        assert!(!limiter.has_room(Tenant::Local, now, |_| false));
        assert!(!limiter.has_room(Tenant::Local, later, |_| true));
        assert!(limiter.has_room(Tenant::Rooms, later, |_| true));
        assert!(limiter.has_room(Tenant::Local, later, |id| id != "2"));
    }
}
