//! Quota of open questions, each of which has an engine with its memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::engine_pool::QueueFull;
use crate::tenant::Tenant;

/// Open questions of all clients together.
const OPEN_QUESTIONS_MAX: usize = 32;
/// Open questions of one tenant.
const TENANT_OPEN_QUESTIONS_MAX: usize = 6;

/// Counts the open questions of each tenant.
#[derive(Default)]
pub(crate) struct AnalysisQuota {
    open: Mutex<HashMap<Tenant, usize>>,
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
        let all: usize = open.values().sum();
        let own = open.get(&tenant).copied().unwrap_or(0);
        if all >= OPEN_QUESTIONS_MAX || own >= TENANT_OPEN_QUESTIONS_MAX {
            return Err(QueueFull);
        }
        open.insert(tenant, own + 1);
        Ok(QuestionPermit { quota: Arc::clone(self), tenant })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Tenant, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for QuestionPermit {
    fn drop(&mut self) {
        let mut open = self.quota.lock();
        if let Some(own) = open.get_mut(&self.tenant) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.tenant);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenant_cannot_take_the_whole_quota() {
        let quota = Arc::<AnalysisQuota>::default();
        let tenant = |number: usize| Tenant::Remote([10, 0, 0, number as u8].into());
        let mut permits: Vec<_> = (0..TENANT_OPEN_QUESTIONS_MAX)
            .map(|_| quota.acquire(tenant(1)).ok().unwrap())
            .collect();
        assert!(quota.acquire(tenant(1)).is_err());
        permits.pop();
        permits.push(quota.acquire(tenant(1)).ok().unwrap());
        for number in 0..OPEN_QUESTIONS_MAX - TENANT_OPEN_QUESTIONS_MAX {
            permits.push(quota.acquire(tenant(2 + number)).ok().unwrap());
        }
        assert!(quota.acquire(tenant(200)).is_err());
        drop(permits);
        assert!(quota.lock().is_empty());
        assert!(quota.acquire(tenant(200)).is_ok());
    }
}
