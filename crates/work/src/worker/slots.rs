//! Threads of a worker, and what they are busy with.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::WorkPriority;

/// Threads of a worker. Where there are several, one of them does no analysis.
#[derive(Clone, Debug)]
pub(super) struct Slots {
    total: u16,
    busy: Arc<Busy>,
}

#[derive(Debug, Default)]
struct Busy {
    /// Threads that are busy, by priority.
    counts: Mutex<[u16; 2]>,
    changed: Notify,
}

/// A thread that is taken; free again when it is dropped.
#[derive(Debug)]
pub(super) struct Slot {
    busy: Arc<Busy>,
    priority: WorkPriority,
}

impl Slots {
    pub(super) fn new(total: u16) -> Self {
        Self { total, busy: Arc::default() }
    }

    /// Threads that are free for work of a priority.
    pub(super) fn free(&self, priority: WorkPriority) -> u16 {
        self.free_beside(*self.busy.lock(), priority)
    }

    fn free_beside(&self, [matches, analyses]: [u16; 2], priority: WorkPriority) -> u16 {
        let free = self.total - matches - analyses;
        match priority {
            WorkPriority::Match => free,
            WorkPriority::Analysis => {
                let most = self.total.saturating_sub(1).max(1);
                free.min(most.saturating_sub(analyses))
            }
        }
    }

    pub(super) fn is_free(&self, priority: WorkPriority) -> bool {
        self.free(priority) > 0
    }

    /// Takes a thread, if one is free.
    pub(super) fn take(&self, priority: WorkPriority) -> Option<Slot> {
        let mut counts = self.busy.lock();
        (self.free_beside(*counts, priority) > 0).then_some(())?;
        counts[priority as usize] += 1;
        Some(Slot { busy: Arc::clone(&self.busy), priority })
    }

    /// Waits until a thread has become free.
    pub(super) async fn changed(&self) {
        self.busy.changed.notified().await;
    }
}

impl Busy {
    fn lock(&self) -> MutexGuard<'_, [u16; 2]> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.busy.lock()[self.priority as usize] -= 1;
        self.busy.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use WorkPriority::{Analysis, Match};

    #[test]
    fn one_thread_is_kept_for_matches() {
        let slots = Slots::new(3);
        let analyses = [slots.take(Analysis), slots.take(Analysis)];
        assert!(analyses.iter().all(Option::is_some));
        assert!(slots.take(Analysis).is_none());
        assert_eq!((slots.free(Match), slots.free(Analysis)), (1, 0));
        let last = slots.take(Match);
        assert!(last.is_some() && slots.take(Match).is_none());
        drop(analyses);
        assert_eq!((slots.free(Match), slots.free(Analysis)), (2, 2));
    }

    #[test]
    fn a_single_thread_does_everything() {
        let slots = Slots::new(1);
        let analysis = slots.take(Analysis);
        assert!(analysis.is_some() && slots.take(Match).is_none());
        drop(analysis);
        assert!(slots.is_free(Match) && slots.is_free(Analysis));
    }
}
