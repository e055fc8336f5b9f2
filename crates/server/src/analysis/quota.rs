//! Quota of open questions, each of which has an engine with its memory.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::engine_pool::QueueFull;
use crate::network_usage::NetworkUsage;
use crate::tenant::Tenant;

/// Open questions of all clients together. A tenant may have as many as are still free: half of them if nobody else has
/// any.
const OPEN_QUESTIONS_MAX: usize = 32;
/// The last of them, of which a tenant who has any gets none.
const RESERVED_QUESTIONS: usize = OPEN_QUESTIONS_MAX / 4;

/// Counts the open questions of each tenant.
#[derive(Default)]
pub(crate) struct AnalysisQuota {
    open: Mutex<NetworkUsage>,
}

/// Permit of an open question; given back when it is dropped.
pub(super) struct QuestionPermit {
    quota: Arc<AnalysisQuota>,
    tenant: Tenant,
}

impl AnalysisQuota {
    /// A permit for one more question.
    pub(super) fn acquire(self: &Arc<Self>, tenant: Tenant) -> Result<QuestionPermit, QueueFull> {
        let mut open = self.lock();
        let free = OPEN_QUESTIONS_MAX.saturating_sub(open.total());
        let max = if free > RESERVED_QUESTIONS { free } else { 1 };
        if free == 0 || !open.has_room(tenant, 1, max) {
            return Err(QueueFull);
        }
        open.add(tenant, 1);
        Ok(QuestionPermit { quota: Arc::clone(self), tenant })
    }

    fn lock(&self) -> MutexGuard<'_, NetworkUsage> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for QuestionPermit {
    fn drop(&mut self) {
        self.quota.lock().remove(self.tenant, 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_of(quota: &Arc<AnalysisQuota>, tenant: Tenant) -> Vec<QuestionPermit> {
        std::iter::from_fn(|| quota.acquire(tenant).ok()).collect()
    }

    #[test]
    fn a_tenant_cannot_take_the_whole_quota() {
        let quota = Arc::<AnalysisQuota>::default();
        let tenant = |number: u8| Tenant::Remote([10, 0, 0, number].into());
        let mut permits = all_of(&quota, tenant(1));
        assert_eq!(permits.len(), OPEN_QUESTIONS_MAX / 2);
        permits.pop();
        permits.extend(all_of(&quota, tenant(1)));
        assert_eq!(permits.len(), OPEN_QUESTIONS_MAX / 2);
        let mut taken = Vec::new();
        for number in 2..=9 {
            let own = all_of(&quota, tenant(number));
            taken.push(own.len());
            permits.extend(own);
        }
        assert_eq!(taken, [8, 1, 1, 1, 1, 1, 1, 1]);
        assert!(quota.acquire(tenant(10)).is_ok(), "nine addresses leave a place to the tenth");
        drop(permits);
        assert!(quota.lock().is_empty());
        assert!(quota.acquire(tenant(200)).is_ok());
    }

    #[test]
    fn the_networks_of_one_customer_leave_places_to_others() {
        let quota = Arc::<AnalysisQuota>::default();
        let at = |address: String| Tenant::at(address.parse().expect("an address"));
        let link = |number: usize| at(format!("2001:db8:1:{number:x}::1"));
        let of_site: Vec<_> = (0..256).flat_map(|number| all_of(&quota, link(number))).collect();
        assert!((16..=22).contains(&of_site.len()), "{}", of_site.len());
        let others: Vec<_> =
            (0..3).map(|number| quota.acquire(at(format!("192.0.2.{number}"))).is_ok()).collect();
        assert_eq!(others, [true; 3]);
        drop(of_site);
        let link = |number: usize| at(format!("2001:db8:1:{:x}::1", number * 256));
        let of_all: Vec<_> = (0..256).flat_map(|number| all_of(&quota, link(number))).collect();
        assert!(of_all.len() < OPEN_QUESTIONS_MAX - 3, "{}", of_all.len());
        assert!(quota.acquire(at("192.0.2.1".to_owned())).is_ok());
    }
}
