//! One thread of a search, and what all threads share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use engine::TimeManager;

use super::table::{NearTable, Table};
use super::weights::Weights;

/// How sure a result is: the index of [`SURETIES`]. The last is certain.
pub(super) const CERTAIN: u8 = (SURETIES.len() - 1) as u8;

/// Percentages, and how many standard deviations of doubt they leave to each side. More steps on the way to
/// certainty take longer than they save.
pub(super) const SURETIES: [(u8, f32); 3] = [(73, 1.1), (95, 2.0), (100, f32::INFINITY)];

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) weights: &'a Weights,
    /// Raised from outside.
    pub(super) stop: &'a AtomicBool,
    /// Raised when the first thread has finished.
    pub(super) done: AtomicBool,
    /// Positions that all threads have visited, a little late.
    pub(super) nodes: AtomicU64,
    /// How many positions may be visited.
    pub(super) limit: u64,
    pub(super) watch: TimeManager,
    pub(super) busy: Busy,
    pub(super) threads: usize,
}

/// Positions that some thread is searching, so that others look elsewhere first.
pub(super) struct Busy {
    hashes: Box<[AtomicU64]>,
}

const BUSY_BITS: u32 = 12;

impl Busy {
    pub(super) fn new() -> Self {
        Self { hashes: crate::memory::zeroed(1 << BUSY_BITS) }
    }

    #[inline(always)]
    fn slot(&self, hash: u64) -> &AtomicU64 {
        &self.hashes[(hash >> (u64::BITS - BUSY_BITS)) as usize]
    }

    /// Whether a thread is at it.
    #[inline(always)]
    pub(super) fn has(&self, hash: u64) -> bool {
        self.slot(hash).load(Relaxed) == hash
    }

    /// Says that this thread is at it now.
    #[inline(always)]
    pub(super) fn enter(&self, hash: u64) {
        self.slot(hash).store(hash, Relaxed);
    }

    /// Says that it is done.
    #[inline(always)]
    pub(super) fn leave(&self, hash: u64) {
        let _ = self.slot(hash).compare_exchange(hash, 0, Relaxed, Relaxed);
    }
}

/// What a thread wants to know of a position: whether the side to move gets more than `alpha`.
#[derive(Clone, Copy)]
pub(super) struct Question {
    pub(super) hash: u64,
    pub(super) own: u64,
    pub(super) enemy: u64,
    pub(super) alpha: i32,
    pub(super) depth: u32,
    pub(super) surety: u8,
}

impl Question {
    /// What the table answers.
    #[inline(always)]
    pub(super) fn answer(&self, table: &Table) -> Option<i32> {
        let known = table.read(self.hash, self.own, self.enemy)?;
        known.answer(self.surety, self.depth, self.alpha)
    }
}

/// A thread of a search.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) near: &'a mut NearTable,
    pub(super) nodes: u64,
    /// How many of them the others know of.
    told: u64,
    /// How sure results have to be.
    pub(super) surety: u8,
    /// How many shallow searches deep it is that are to tell whether a deep one is worth it.
    pub(super) probing: u8,
    /// Nothing that it finds counts any more.
    pub(super) stopped: bool,
    /// The questions that led to the present one, where other threads may be at them too.
    path: Vec<Question>,
    /// The one of them that another thread has answered; what was asked for its sake is dropped.
    answered: Option<usize>,
}

/// Positions between two looks at the clock.
const INTERVAL: u64 = 2048;

impl<'a> Worker<'a> {
    pub(super) const fn new(shared: &'a Shared<'a>, near: &'a mut NearTable) -> Self {
        Self {
            shared,
            near,
            nodes: 0,
            told: 0,
            surety: CERTAIN,
            probing: 0,
            stopped: false,
            path: Vec::new(),
            answered: None,
        }
    }

    /// Sets about a question that other threads may be at.
    pub(super) fn ask(&mut self, question: Question) {
        self.path.push(question);
    }

    /// Is done with the last question; whether it stopped because another thread has answered it.
    pub(super) fn leave(&mut self) -> bool {
        self.path.pop();
        let here = self.answered == Some(self.path.len());
        if here {
            self.answered = None;
            self.stopped = false;
        }
        here
    }

    /// Looks now and then whether the search must end.
    #[inline(always)]
    pub(super) fn poll(&mut self) -> bool {
        if self.nodes - self.told >= INTERVAL {
            self.look_up();
        }
        self.stopped
    }

    #[cold]
    fn look_up(&mut self) {
        let shared = self.shared;
        let all = shared.nodes.fetch_add(self.nodes - self.told, Relaxed) + self.nodes - self.told;
        self.told = self.nodes;
        self.stopped |= all >= shared.limit
            || shared.stop.load(Relaxed)
            || shared.done.load(Relaxed)
            || shared.watch.is_over();
        if !self.stopped {
            let answered = |question: &Question| question.answer(shared.table).is_some();
            self.answered = self.path.iter().position(answered);
            self.stopped = self.answered.is_some();
        }
    }

    /// Positions that all threads have visited.
    pub(super) fn all_nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed) + self.nodes - self.told
    }

    /// Lets the others know of the last positions too.
    pub(super) fn finish(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.told, Relaxed);
        self.told = self.nodes;
    }
}
