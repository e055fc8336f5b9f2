//! What is studied, one slice after the other.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine::{AnyReport, AnySearcher, Entry, Limits, Resources, ReviewedEntry, Reviewer};
use rules::{Record, SWAP};

/// How long one position is report about.
pub(super) const LONGEST: Duration = Duration::from_mins(1);
/// The memory of one engine that analyses, in MiB.
const TABLE: usize = 8;

const RESOURCES: Resources = Resources { threads: 1, table: TABLE };

/// Something to study that can be broken off and gone on with.
pub(super) trait Study: Send + 'static {
    /// Goes on until it is done, which is the answer, or `stop` is raised. What is found on the way is
    /// put into `finds`.
    fn go_on(&mut self, stop: &AtomicBool, finds: &Finds) -> bool;
}

/// What a study has found and nobody has been told of yet.
#[derive(Default)]
pub(super) struct Finds {
    found: Mutex<Found>,
}

#[derive(Default)]
pub(super) struct Found {
    /// The last report about a position: it says all that the ones before it said.
    pub(super) report: Option<AnyReport>,
    /// The entries of a game that were judged.
    pub(super) entries: Vec<ReviewedEntry>,
    /// Whether anything was found since the slice began.
    pub(super) fruitful: bool,
}

impl Finds {
    /// Takes what there is.
    pub(super) fn take(&self) -> Found {
        let mut found = self.lock();
        let fruitful = found.fruitful;
        let taken = std::mem::take(&mut *found);
        found.fruitful = fruitful;
        taken
    }

    /// As if something had been found.
    #[cfg(test)]
    pub(super) fn find_something(&self) {
        self.lock().fruitful = true;
    }

    /// Another slice begins.
    pub(super) fn begin(&self) {
        self.lock().fruitful = false;
    }

    fn lock(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A position, and how long it has been report about.
pub(super) struct Position {
    searcher: Box<dyn AnySearcher>,
    record: Record,
    lines: usize,
    depth: u16,
    nodes: u64,
    time: Duration,
}

impl Position {
    /// The position at the end of `record`, with the best `lines` moves judged.
    pub(super) fn new(entry: Entry, record: Record, lines: usize) -> Self {
        let searcher = entry.analyst(RESOURCES);
        Self { searcher, record, lines, depth: 0, nodes: 0, time: Duration::ZERO }
    }
}

impl Study for Position {
    fn go_on(&mut self, stop: &AtomicBool, finds: &Finds) -> bool {
        let left = LONGEST.saturating_sub(self.time);
        let limits = Limits { time: Some(left), lines: self.lines, ..Limits::default() };
        let (nodes, time) = (self.nodes, self.time);
        let mut deepest = self.depth;
        let mut tell = |report: &AnyReport| {
            // After a break the first iterations tell nothing new.
            if report.depth < deepest || report.lines.is_empty() {
                return;
            }
            deepest = report.depth;
            let mut report = report.clone();
            report.nodes += nodes;
            report.time += time;
            let mut found = finds.lock();
            found.report = Some(report);
            found.fruitful = true;
        };
        let report = match self.searcher.search(&self.record, &limits, stop, &mut tell) {
            Ok(report) => report,
            Err(error) => {
                tracing::error!(%error, "a record cannot be replayed");
                return true;
            }
        };
        tell(&report);
        self.depth = deepest;
        self.nodes += report.nodes;
        self.time += report.time;
        !stop.load(Relaxed) || self.time >= LONGEST
    }
}

/// A game that is looked over from its end.
pub(super) struct Game {
    reviewer: Box<dyn Reviewer>,
    /// What is still to be judged.
    record: Record,
    swapped: bool,
}

impl Game {
    pub(super) fn new(entry: Entry, record: Record) -> Self {
        let swapped = record.moves.get(1).is_some_and(|entry| entry == SWAP);
        Self { reviewer: entry.reviewer(RESOURCES), record, swapped }
    }
}

impl Study for Game {
    fn go_on(&mut self, stop: &AtomicBool, finds: &Finds) -> bool {
        let mut left = self.record.moves.len();
        let swapped = self.swapped;
        let mut tell = |entry: &ReviewedEntry| {
            left = entry.index;
            let mut entry = entry.clone();
            // A part of the game does not tell whether the players have exchanged seats.
            entry.player = if swapped && entry.index < 2 { !entry.seat } else { entry.seat };
            let mut found = finds.lock();
            found.entries.push(entry);
            found.fruitful = true;
        };
        let review = self.reviewer.review(&self.record, &Limits::default(), stop, &mut tell);
        if let Err(error) = review {
            tracing::error!(%error, "a record cannot be replayed");
            return true;
        }
        self.record.moves.truncate(left);
        left == 0
    }
}
