//! Activity of a connection, and the deadline that follows from it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tokio::time::Instant;

use crate::limits::Timeouts;

/// Phase of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ConnectionPhase {
    /// The head of a request is expected or has come in part.
    Head,
    /// A request is answered.
    Request,
    /// It waits for another request.
    Idle,
    /// It is a WebSocket, which has timeouts of its own.
    Upgraded,
}

/// Activity of a connection, as its stream and its requests report it.
pub(super) struct Activity {
    state: Mutex<ActivityState>,
    evicted: Notify,
}

#[derive(Clone, Copy)]
struct ActivityState {
    phase: ConnectionPhase,
    since: Instant,
    stall: Option<Stall>,
}

/// Bytes that the peer does not take at once.
#[derive(Clone, Copy)]
struct Stall {
    since: Instant,
    /// Bytes that it has taken since.
    written: u64,
}

impl Activity {
    /// A connection that has just begun.
    pub(super) fn new() -> Self {
        let state =
            ActivityState { phase: ConnectionPhase::Head, since: Instant::now(), stall: None };
        Self { state: Mutex::new(state), evicted: Notify::new() }
    }

    pub(super) fn enter(&self, phase: ConnectionPhase) {
        let mut state = self.lock();
        (state.phase, state.since) = (phase, Instant::now());
    }

    pub(super) fn phase(&self) -> ConnectionPhase {
        self.lock().phase
    }

    /// Notes that bytes were received.
    pub(super) fn received(&self) {
        if self.phase() == ConnectionPhase::Idle {
            self.enter(ConnectionPhase::Head);
        }
    }

    /// Notes that the peer takes nothing for now.
    pub(super) fn blocked(&self) {
        let stall = || Stall { since: Instant::now(), written: 0 };
        self.lock().stall.get_or_insert_with(stall);
    }

    /// Notes that the peer has taken bytes.
    pub(super) fn sent(&self, bytes: usize) {
        if let Some(stall) = &mut self.lock().stall {
            stall.written += bytes as u64;
        }
    }

    /// Notes that the peer has taken everything.
    pub(super) fn flushed(&self) {
        let mut state = self.lock();
        if state.stall.take().is_some() && state.phase == ConnectionPhase::Idle {
            state.since = Instant::now();
        }
    }

    /// The time at which the connection is closed, unless its activity changes.
    pub(super) fn deadline(&self, timeouts: &Timeouts) -> Option<Instant> {
        let ActivityState { phase, since, stall } = *self.lock();
        if let Some(Stall { since, written }) = stall {
            return Some(since + timeouts.write + timeouts.allowance(written));
        }
        match phase {
            ConnectionPhase::Head => Some(since + timeouts.header),
            ConnectionPhase::Idle => Some(since + timeouts.idle),
            ConnectionPhase::Request | ConnectionPhase::Upgraded => None,
        }
    }

    /// The time since which the connection has been unused; `None` while it is in use.
    pub(super) fn evictable_since(&self) -> Option<Instant> {
        let ActivityState { phase, since, stall } = *self.lock();
        (stall.is_none() && matches!(phase, ConnectionPhase::Head | ConnectionPhase::Idle))
            .then_some(since)
    }

    /// Closes the connection in favour of another.
    pub(super) fn evict(&self) {
        self.evicted.notify_one();
    }

    /// Waits for the eviction of the connection.
    pub(super) async fn evicted(&self) {
        self.evicted.notified().await;
    }

    fn lock(&self) -> MutexGuard<'_, ActivityState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::time::advance;

    const TIMEOUTS: Timeouts = Timeouts {
        header: Duration::from_secs(1),
        idle: Duration::from_secs(5),
        body: Duration::from_secs(2),
        write: Duration::from_secs(3),
        min_bytes_per_second: 10,
    };

    fn left(activity: &Activity) -> Option<u64> {
        activity.deadline(&TIMEOUTS).map(|at| (at - Instant::now()).as_secs())
    }

    #[tokio::test(start_paused = true)]
    async fn every_phase_has_its_deadline() {
        let activity = Activity::new();
        assert_eq!(left(&activity), Some(1));
        activity.enter(ConnectionPhase::Request);
        assert_eq!(left(&activity), None);
        activity.received();
        assert_eq!(activity.phase(), ConnectionPhase::Request);
        activity.enter(ConnectionPhase::Idle);
        advance(Duration::from_secs(2)).await;
        assert_eq!(left(&activity), Some(3));
        // Bytes of a head do not give it more time.
        activity.received();
        activity.received();
        assert_eq!(left(&activity), Some(1));
        advance(Duration::from_secs(1)).await;
        activity.received();
        assert_eq!(left(&activity), Some(0));
        activity.enter(ConnectionPhase::Upgraded);
        assert_eq!(left(&activity), None);
    }

    #[tokio::test(start_paused = true)]
    async fn a_reader_has_time_for_what_it_takes() {
        let activity = Activity::new();
        activity.enter(ConnectionPhase::Idle);
        assert!(activity.evictable_since().is_some());
        activity.sent(1000);
        assert_eq!(left(&activity), Some(5));
        activity.blocked();
        assert_eq!(left(&activity), Some(3));
        assert!(activity.evictable_since().is_none());
        advance(Duration::from_secs(2)).await;
        activity.blocked();
        assert_eq!(left(&activity), Some(1));
        activity.sent(20);
        assert_eq!(left(&activity), Some(3));
        activity.flushed();
        assert_eq!(left(&activity), Some(5));
    }
}
