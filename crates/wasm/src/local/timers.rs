//! Timers of tasks. The host is told when the next one is due.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use room::Monotonic;
use tokio::sync::oneshot;

/// The timers that run. Cheap to clone.
#[derive(Clone, Default)]
pub(super) struct Timers(Arc<Mutex<TimerState>>);

#[derive(Default)]
struct TimerState {
    waiting: BTreeMap<(Monotonic, u64), oneshot::Sender<()>>,
    count: u64,
}

impl Timers {
    /// Waits until that time.
    pub(super) async fn sleep_until(&self, at: Monotonic) {
        let (sender, due) = oneshot::channel();
        {
            let mut state = self.lock();
            state.count += 1;
            let key = (at, state.count);
            state.waiting.insert(key, sender);
        }
        let _ = due.await;
    }

    /// Wakes everybody whose time has come.
    pub(super) fn advance(&self, now: Monotonic) {
        let mut state = self.lock();
        while let Some(first) = state.waiting.first_entry()
            && first.key().0 <= now
        {
            let _ = first.remove().send(());
        }
    }

    /// When the next timer is due.
    pub(super) fn next(&self) -> Option<Monotonic> {
        let mut state = self.lock();
        // Those that nobody waits for any more.
        state.waiting.retain(|_, sender| !sender.is_closed());
        state.waiting.first_key_value().map(|((at, _), _)| *at)
    }

    fn lock(&self) -> MutexGuard<'_, TimerState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
