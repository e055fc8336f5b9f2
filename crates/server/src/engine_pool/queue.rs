//! Queue of the engine pool: priorities and fairness between clients.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Weak};

/// Jobs that may wait.
const QUEUE_MAX_JOBS: usize = 1024;
/// Jobs of matches that run in a row before an analysis gets a turn.
const MATCH_JOBS_IN_A_ROW_MAX: usize = 8;

/// Priority of a job.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Priority {
    /// Analysis, which runs as long as no other job waits.
    Analysis,
    /// A match waits for the result.
    Match,
}

impl Priority {
    /// Jobs of one client that may wait.
    const fn client_share(self) -> usize {
        match self {
            Self::Match => 2,
            Self::Analysis => 8,
        }
    }
}

/// Job that waits for a thread.
pub(super) struct EngineJob {
    pub(super) client: String,
    pub(super) priority: Priority,
    /// Stop flag; dropped when nobody waits for the result any more.
    pub(super) stop: Weak<AtomicBool>,
    pub(super) run: Box<dyn FnOnce(&AtomicBool) + Send>,
}

/// The queue is full, or the client's share of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct QueueFull;

/// Queue of waiting jobs, and the stop flags of the running ones.
#[derive(Default)]
pub(super) struct JobQueue {
    matches: VecDeque<EngineJob>,
    analyses: Vec<EngineJob>,
    /// Jobs of matches that were run since an analysis last had a turn.
    in_a_row: usize,
    turns: u64,
    /// The last turn of each client that analyses.
    served: HashMap<String, u64>,
    /// The stop flags of the running jobs.
    running: Vec<Weak<AtomicBool>>,
    closed: bool,
}

impl JobQueue {
    pub(super) fn push(&mut self, job: EngineJob) -> Result<(), QueueFull> {
        let wanted = |job: &EngineJob| job.stop.strong_count() > 0;
        self.matches.retain(wanted);
        self.analyses.retain(wanted);
        let own = |other: &&EngineJob| other.client == job.client && other.priority == job.priority;
        let share = self.matches.iter().chain(&self.analyses).filter(own).count();
        if self.closed || self.length() >= QUEUE_MAX_JOBS || share >= job.priority.client_share() {
            return Err(QueueFull);
        }
        match job.priority {
            Priority::Match => self.matches.push_back(job),
            Priority::Analysis => self.analyses.push(job),
        }
        Ok(())
    }

    /// The number of waiting jobs.
    pub(super) fn length(&self) -> usize {
        self.matches.len() + self.analyses.len()
    }

    /// The next job whose result is still wanted, with its stop flag.
    pub(super) fn pop(&mut self) -> Option<(EngineJob, Arc<AtomicBool>)> {
        loop {
            let job = self.take()?;
            if let Some(stop) = job.stop.upgrade() {
                self.running.retain(|stop| stop.strong_count() > 0);
                self.running.push(Arc::downgrade(&stop));
                return Some((job, stop));
            }
        }
    }

    fn take(&mut self) -> Option<EngineJob> {
        let waits = !self.analyses.is_empty();
        if !(waits && self.in_a_row >= MATCH_JOBS_IN_A_ROW_MAX)
            && let Some(job) = self.matches.pop_front()
        {
            self.in_a_row = if waits { self.in_a_row + 1 } else { 0 };
            return Some(job);
        }
        self.in_a_row = 0;
        // The client whose last turn was the longest ago, however many jobs the others have.
        let last = |job: &EngineJob| self.served.get(&job.client).copied();
        let (index, _) = self.analyses.iter().enumerate().min_by_key(|(_, job)| last(job))?;
        let job = self.analyses.remove(index);
        self.turns += 1;
        self.served.insert(job.client.clone(), self.turns);
        if self.served.len() > QUEUE_MAX_JOBS {
            let old = self.turns - QUEUE_MAX_JOBS as u64 / 2;
            self.served.retain(|_, turn| *turn > old);
        }
        Some(job)
    }

    /// The highest priority among the waiting jobs.
    pub(super) fn highest_waiting(&self) -> Option<Priority> {
        let wanted = |job: &&EngineJob| job.stop.strong_count() > 0;
        let job = self.matches.iter().find(wanted).or_else(|| self.analyses.iter().find(wanted));
        job.map(|job| job.priority)
    }

    pub(super) const fn is_closed(&self) -> bool {
        self.closed
    }

    /// Drops the waiting jobs and stops the running ones.
    pub(super) fn close(&mut self) {
        self.closed = true;
        self.matches.clear();
        self.analyses.clear();
        for stop in self.running.drain(..).filter_map(|stop| stop.upgrade()) {
            stop.store(true, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(client: &str, priority: Priority) -> (Arc<AtomicBool>, EngineJob) {
        let stop = Arc::new(AtomicBool::new(false));
        let weak = Arc::downgrade(&stop);
        (stop, EngineJob { client: client.to_owned(), priority, stop: weak, run: Box::new(|_| {}) })
    }

    /// A queue of these jobs, and the flags that keep them wanted.
    fn queue(jobs: &[(&str, Priority)]) -> (JobQueue, Vec<Arc<AtomicBool>>) {
        let mut queue = JobQueue::default();
        let mut flags = Vec::new();
        for (client, priority) in jobs {
            let (flag, job) = job(client, *priority);
            queue.push(job).unwrap();
            flags.push(flag);
        }
        (queue, flags)
    }

    fn order(queue: &mut JobQueue) -> String {
        std::iter::from_fn(|| queue.pop()).map(|(job, _)| job.client).collect()
    }

    use Priority::{Analysis, Match};

    #[test]
    fn matches_come_first_but_not_for_ever() {
        let (mut queue, _flags) = queue(&[("x", Analysis), ("a", Match), ("b", Match)]);
        assert_eq!(queue.highest_waiting(), Some(Match));
        assert_eq!(order(&mut queue), "abx");
        assert_eq!(queue.highest_waiting(), None);
        let names = "abcdefghijkl";
        let many = names.char_indices().map(|(at, _)| (&names[at..=at], Match));
        let jobs: Vec<_> = [("x", Analysis)].into_iter().chain(many).collect();
        let (mut queue, _flags) = self::queue(&jobs);
        assert_eq!(order(&mut queue), "abcdefghxijkl");
    }

    #[test]
    fn a_client_with_more_jobs_does_not_get_more_turns() {
        let three = [("x", Analysis); 3];
        let (mut queue, mut flags) = queue(&three);
        assert_eq!(queue.pop().map(|(job, _)| job.client).as_deref(), Some("x"));
        for client in ["y", "x", "y"] {
            let (flag, job) = job(client, Analysis);
            queue.push(job).unwrap();
            flags.push(flag);
        }
        assert_eq!(order(&mut queue), "yxyxx");
    }

    #[test]
    fn jobs_whose_results_are_not_wanted_take_no_place() {
        let (mut queue, flags) = queue(&[("x", Analysis); Analysis.client_share()]);
        let (_flag, one_more) = job("x", Analysis);
        assert_eq!(queue.push(one_more), Err(QueueFull));
        drop(flags);
        assert_eq!(queue.highest_waiting(), None);
        let (_flag, again) = job("x", Analysis);
        assert_eq!(queue.push(again), Ok(()));
        assert_eq!(order(&mut queue), "x");
    }
}
