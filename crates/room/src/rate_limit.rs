//! Rate limiter that takes the time as an argument.

use play::Time;

/// Rate limit: a burst of requests at once, and one more after each interval.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RateLimit {
    /// Requests that are allowed at once.
    pub burst: u32,
    /// Milliseconds until one more request is allowed.
    pub interval_ms: u64,
}

impl RateLimit {
    /// Milliseconds after which an exhausted limiter allows a whole burst again.
    const fn window_ms(self) -> u64 {
        self.interval_ms.saturating_mul(self.burst as u64)
    }
}

/// Rate limiter for one client: the generic cell rate algorithm, which is a token bucket that stores
/// a single time.
#[derive(Clone, Copy, Debug)]
pub struct RateLimiter {
    limit: RateLimit,
    /// When the whole burst is available again.
    full_at: Time,
}

impl RateLimiter {
    /// A limiter with its whole burst available.
    pub const fn new(limit: RateLimit) -> Self {
        Self { limit, full_at: Time(0) }
    }

    /// Counts one request at `now`; whether it is allowed. A clock that is set back neither gives
    /// requests away nor blocks for longer than an exhausted limiter does.
    pub fn allow(&mut self, now: Time) -> bool {
        let window_ms = self.limit.window_ms();
        let window_end = Time(now.0.saturating_add(window_ms));
        self.full_at = self.full_at.max(now).min(window_end);
        let used_ms = self.full_at.since(now).saturating_add(self.limit.interval_ms);
        let allowed = used_ms <= window_ms;
        if allowed {
            self.full_at = Time(self.full_at.0.saturating_add(self.limit.interval_ms));
        }
        allowed
    }

    /// Whether the whole burst is available at `now`: a new limiter would allow as much.
    pub fn is_full(&self, now: Time) -> bool {
        self.full_at <= now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_allowed_at_once_and_comes_back_slowly() {
        let mut limiter = RateLimiter::new(RateLimit { burst: 3, interval_ms: 100 });
        let mut allowed = |now| (0..10).filter(|_| limiter.allow(Time(now))).count();
        assert_eq!(allowed(1_000), 3);
        assert_eq!(allowed(1_099), 0);
        assert_eq!(allowed(1_100), 1);
        assert_eq!(allowed(1_350), 2);
        assert_eq!(allowed(9_000), 3);
    }

    #[test]
    fn a_clock_that_is_set_back_gives_nothing_away_and_does_not_block() {
        let mut limiter = RateLimiter::new(RateLimit { burst: 3, interval_ms: 100 });
        let mut allowed = |now| (0..10).filter(|_| limiter.allow(Time(now))).count();
        assert_eq!(allowed(9_000), 3);
        assert_eq!(allowed(1_000), 0);
        assert_eq!(allowed(1_100), 1);
        assert_eq!(allowed(1_400), 3);
    }

    #[test]
    fn a_limiter_is_full_again_after_its_window() {
        let mut limiter = RateLimiter::new(RateLimit { burst: 2, interval_ms: 100 });
        assert!(limiter.is_full(Time(1_000)));
        assert!(limiter.allow(Time(1_000)) && limiter.allow(Time(1_000)));
        assert!(!limiter.is_full(Time(1_199)));
        assert!(limiter.is_full(Time(1_200)));
    }

    #[test]
    fn a_limit_of_nothing_allows_nothing() {
        let mut limiter = RateLimiter::new(RateLimit { burst: 0, interval_ms: 100 });
        assert!(!limiter.allow(Time(1_000)) && !limiter.allow(Time(9_000)));
    }
}
