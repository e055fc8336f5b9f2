//! Rate limiter that takes the time as an argument.

use crate::Monotonic;

/// Rate limit: a burst of requests at once, and one more after each interval.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RateLimit {
    /// Requests that are allowed at once.
    pub burst: u32,
    /// Milliseconds until one more request is allowed.
    pub interval_ms: u64,
}

impl RateLimit {
    /// No limit.
    pub const NONE: Self = Self { burst: 1, interval_ms: 0 };

    /// Milliseconds after which an exhausted limiter allows a whole burst again.
    pub const fn window_ms(self) -> u64 {
        self.interval_ms.saturating_mul(self.burst as u64)
    }

    /// A limit of `factor` times as much, with the same window.
    #[must_use]
    pub const fn times(self, factor: u32) -> Self {
        if factor <= 1 || self.interval_ms == 0 {
            return self;
        }
        let interval_ms = self.interval_ms.div_ceil(factor as u64);
        let burst = self.window_ms() / interval_ms;
        Self { burst: if burst > u32::MAX as u64 { u32::MAX } else { burst as u32 }, interval_ms }
    }
}

/// Rate limiter for one client: the generic cell rate algorithm, which is a token bucket that stores
/// a single time.
#[derive(Clone, Copy, Debug)]
pub struct RateLimiter {
    limit: RateLimit,
    /// When the whole burst is available again.
    full_at: Monotonic,
}

impl RateLimiter {
    /// A limiter with its whole burst available.
    pub const fn new(limit: RateLimit) -> Self {
        Self { limit, full_at: Monotonic(0) }
    }

    /// Counts one request at `now`; whether it is allowed.
    pub fn allow(&mut self, now: Monotonic) -> bool {
        self.full_at = self.full_at.max(now);
        let used_ms = self.full_at.since(now).saturating_add(self.limit.interval_ms);
        let allowed = used_ms <= self.limit.window_ms();
        if allowed {
            self.full_at = self.full_at.after(self.limit.interval_ms);
        }
        allowed
    }

    /// Whether the whole burst is available at `now`: a new limiter would allow as much.
    pub fn is_full(&self, now: Monotonic) -> bool {
        self.full_at <= now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_allowed_at_once_and_comes_back_slowly() {
        let mut limiter = RateLimiter::new(RateLimit { burst: 3, interval_ms: 100 });
        let mut allowed = |now| (0..10).filter(|_| limiter.allow(Monotonic(now))).count();
        assert_eq!(allowed(1_000), 3);
        assert_eq!(allowed(1_099), 0);
        assert_eq!(allowed(1_100), 1);
        assert_eq!(allowed(1_350), 2);
        assert_eq!(allowed(9_000), 3);
    }

    #[test]
    fn a_limiter_is_full_again_after_its_window() {
        let mut limiter = RateLimiter::new(RateLimit { burst: 2, interval_ms: 100 });
        assert!(limiter.is_full(Monotonic(1_000)));
        assert!(limiter.allow(Monotonic(1_000)) && limiter.allow(Monotonic(1_000)));
        assert!(!limiter.is_full(Monotonic(1_199)));
        assert!(limiter.is_full(Monotonic(1_200)));
    }

    #[test]
    fn a_multiple_of_a_limit_has_the_same_window() {
        let limit = RateLimit { burst: 20, interval_ms: 2_000 };
        assert_eq!(limit.times(4), RateLimit { burst: 80, interval_ms: 500 });
        assert_eq!(limit.times(1), limit);
        assert_eq!(limit.times(3).window_ms().abs_diff(limit.window_ms()) / 1_000, 0);
        assert_eq!(RateLimit { burst: 3, interval_ms: 1 }.times(4).burst, 3);
    }

    #[test]
    fn a_limit_of_nothing_allows_nothing() {
        let mut limiter = RateLimiter::new(RateLimit { burst: 0, interval_ms: 100 });
        assert!(!limiter.allow(Monotonic(1_000)) && !limiter.allow(Monotonic(9_000)));
    }
}
