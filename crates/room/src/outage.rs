//! A store that cannot do what it is asked just now.

use play::Time;

use crate::Settings;

/// Since when, and how often in vain, the store has been asked for the same thing.
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
        let backoff = settings.retry.saturating_mul(1 << self.attempts.min(16));
        Time(now.0 + backoff.min(settings.retry_max))
    }
}
