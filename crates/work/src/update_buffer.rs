//! Updates of an engine that have not been sent yet.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use tokio::sync::Notify;

use crate::WorkUpdate;

/// Entries that wait at most; a review has no more.
const BUFFER_MAX_ENTRIES: usize = 8192;

/// Updates of an engine that have not been sent yet: the search never waits for the network, and a report
/// replaces the one before it.
#[derive(Debug, Default)]
pub struct UpdateBuffer {
    updates: Mutex<VecDeque<WorkUpdate>>,
    added: Notify,
}

impl UpdateBuffer {
    /// Adds one. Of reports only the last is kept.
    pub fn add(&self, update: WorkUpdate) {
        let mut updates = self.updates.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(update, WorkUpdate::Report(_)) {
            updates.retain(|waiting| !matches!(waiting, WorkUpdate::Report(_)));
        }
        if updates.len() < BUFFER_MAX_ENTRIES {
            updates.push_back(update);
        }
        drop(updates);
        self.added.notify_one();
    }

    /// Takes them out.
    pub fn take(&self) -> VecDeque<WorkUpdate> {
        std::mem::take(&mut self.updates.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits until there is something.
    pub async fn added(&self) {
        self.added.notified().await;
    }
}
