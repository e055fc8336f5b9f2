//! Workers that a node knows, from their heartbeats.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::{Heartbeat, WorkerId};

/// Time without a heartbeat after which a worker is given up.
pub(crate) const WORKER_TIMEOUT: Duration = Duration::from_secs(3);
/// Workers that a node remembers.
const REGISTRY_MAX_WORKERS: usize = 4096;

/// What the workers of a node's version can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WorkerCapacity {
    /// Workers.
    pub workers: usize,
    /// Their threads.
    pub threads: usize,
    /// Threads that are free.
    pub free: usize,
    /// Threads that are free for analysis.
    pub free_for_analysis: usize,
}

/// Workers that a node knows.
#[derive(Debug)]
pub(crate) struct WorkerRegistry {
    compatibility: String,
    games: Vec<String>,
    workers: HashMap<WorkerId, KnownWorker>,
}

#[derive(Debug)]
struct KnownWorker {
    heartbeat: Heartbeat,
    heard: Instant,
}

impl WorkerRegistry {
    /// For a node of that version, with these games.
    pub(crate) fn new(compatibility: String, games: Vec<String>) -> Self {
        Self { compatibility, games, workers: HashMap::new() }
    }

    /// Takes in a heartbeat. A worker of another version, or without one of the games, is ignored.
    pub(crate) fn hear(&mut self, heartbeat: Heartbeat, now: Instant) {
        self.forget_silent(now);
        let worker = heartbeat.worker;
        let fits = heartbeat.compatibility == self.compatibility
            && self.games.iter().all(|game| heartbeat.games.contains(game));
        if heartbeat.leaving || !fits {
            self.workers.remove(&worker);
        } else if self.workers.contains_key(&worker) || self.workers.len() < REGISTRY_MAX_WORKERS {
            self.workers.insert(worker, KnownWorker { heartbeat, heard: now });
        }
    }

    /// Forgets the workers that have fallen silent.
    pub(crate) fn forget_silent(&mut self, now: Instant) {
        self.workers.retain(|_, worker| now.duration_since(worker.heard) < WORKER_TIMEOUT);
    }

    /// Whether a worker was heard lately.
    pub(crate) fn is_alive(&self, worker: WorkerId) -> bool {
        self.workers.contains_key(&worker)
    }

    /// What all of them can do together.
    pub(crate) fn capacity(&self) -> WorkerCapacity {
        let mut all = WorkerCapacity { workers: self.workers.len(), ..WorkerCapacity::default() };
        for KnownWorker { heartbeat, .. } in self.workers.values() {
            all.threads += usize::from(heartbeat.threads);
            all.free += usize::from(heartbeat.free);
            all.free_for_analysis += usize::from(heartbeat.free_for_analysis);
        }
        all
    }
}
