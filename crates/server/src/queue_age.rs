//! Age of a queue: how long its oldest job has waited.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Jobs that wait, the oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct QueueAge(Arc<Mutex<WaitingJobs>>);

#[derive(Debug, Default)]
struct WaitingJobs {
    next: u64,
    since: BTreeMap<u64, Instant>,
}

/// Ticket of a job that waits; dropped when it starts or is dropped itself.
#[derive(Debug)]
pub(crate) struct WaitTicket {
    age: QueueAge,
    number: u64,
}

impl QueueAge {
    /// A ticket for a job that begins to wait.
    pub(crate) fn enter(&self) -> WaitTicket {
        let mut jobs = self.lock();
        let number = jobs.next;
        jobs.next += 1;
        jobs.since.insert(number, Instant::now());
        WaitTicket { age: self.clone(), number }
    }

    /// How long the oldest job has waited; zero if none waits.
    pub(crate) fn oldest(&self) -> Duration {
        self.lock().since.first_key_value().map_or(Duration::ZERO, |(_, since)| since.elapsed())
    }

    fn lock(&self) -> MutexGuard<'_, WaitingJobs> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for WaitTicket {
    fn drop(&mut self) {
        self.age.lock().since.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_job_decides() {
        let age = QueueAge::default();
        assert_eq!(age.oldest(), Duration::ZERO);
        let [first, second] = [age.enter(), age.enter()];
        let since = |ticket: &WaitTicket| age.lock().since[&ticket.number];
        let (first_since, second_since) = (since(&first), since(&second));
        assert!(age.oldest() <= first_since.elapsed());
        drop(first);
        assert!(age.oldest() <= second_since.elapsed());
        drop(second);
        assert_eq!(age.oldest(), Duration::ZERO);
    }
}
