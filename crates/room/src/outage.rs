//! Outage of the store, and the backoff of requests to it.

use play::Time;

use crate::Settings;

/// Outage of the store: when its first request failed, and how many have since.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoreOutage {
    pub(crate) began: Time,
    attempts: u32,
}

impl StoreOutage {
    /// One more attempt has failed.
    pub(crate) fn failed_again(outage: Option<Self>, now: Time) -> Self {
        match outage {
            Some(Self { began, attempts }) => Self { began, attempts: attempts.saturating_add(1) },
            None => Self { began: now, attempts: 0 },
        }
    }

    /// When to try again: exponential backoff.
    pub(crate) fn retry_at(self, settings: &Settings, now: Time) -> Time {
        let backoff = settings.retry_ms.saturating_mul(1 << self.attempts.min(16));
        Time(now.0 + backoff.min(settings.retry_max_ms))
    }
}
