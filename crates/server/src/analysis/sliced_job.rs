//! Jobs of analysis, which can be interrupted and continued.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine::{AnyReport, AnySearcher, Entry, Limits, Resources, ReviewedEntry, Reviewer};
use rules::{Record, SWAP};

/// Search time of one position, all slices together.
pub(super) const POSITION_MAX_TIME: Duration = Duration::from_mins(1);
/// Transposition table of one engine that analyses.
const ANALYSIS_TABLE_MIB: usize = 8;

const RESOURCES: Resources = Resources { threads: 1, table: ANALYSIS_TABLE_MIB };

/// Job that runs in slices.
pub(super) trait SlicedJob: Send + 'static {
    /// Runs until the job is done or `stop` is set, and adds results to `results`. Returns whether the
    /// job is done.
    fn run_slice(&mut self, stop: &AtomicBool, results: &ResultBuffer) -> bool;
}

/// Results of a job that have not been sent yet.
#[derive(Default)]
pub(super) struct ResultBuffer {
    results: Mutex<AnalysisResults>,
}

/// Results of analysis.
#[derive(Default)]
pub(super) struct AnalysisResults {
    /// The latest report on a position, which replaces those before it.
    pub(super) report: Option<AnyReport>,
    /// Reviewed entries of a game.
    pub(super) entries: Vec<ReviewedEntry>,
    /// Whether the current slice has had any result.
    pub(super) has_progress: bool,
}

impl ResultBuffer {
    /// Takes the results out.
    pub(super) fn take(&self) -> AnalysisResults {
        let mut pending = self.lock();
        let has_progress = pending.has_progress;
        let taken = std::mem::take(&mut *pending);
        pending.has_progress = has_progress;
        taken
    }

    /// Pretends that there was a result.
    #[cfg(test)]
    pub(super) fn fake_progress(&self) {
        self.lock().has_progress = true;
    }

    /// Starts another slice.
    pub(super) fn start_slice(&self) {
        self.lock().has_progress = false;
    }

    fn lock(&self) -> MutexGuard<'_, AnalysisResults> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Analysis of one position.
pub(super) struct PositionAnalysis {
    searcher: Box<dyn AnySearcher>,
    record: Record,
    lines: usize,
    depth: u16,
    nodes: u64,
    time: Duration,
}

impl PositionAnalysis {
    /// Analyses the position at the end of `record`, with values for the best `lines` moves.
    pub(super) fn new(entry: Entry, record: Record, lines: usize) -> Self {
        let searcher = entry.analyst(RESOURCES);
        Self { searcher, record, lines, depth: 0, nodes: 0, time: Duration::ZERO }
    }
}

impl SlicedJob for PositionAnalysis {
    fn run_slice(&mut self, stop: &AtomicBool, results: &ResultBuffer) -> bool {
        let left = POSITION_MAX_TIME.saturating_sub(self.time);
        let limits = Limits { time: Some(left), lines: self.lines, ..Limits::default() };
        let (nodes, time) = (self.nodes, self.time);
        let mut deepest = self.depth;
        let mut on_report = |report: &AnyReport| {
            // After an interruption the first iterations repeat what is known.
            if report.depth < deepest || report.lines.is_empty() {
                return;
            }
            deepest = report.depth;
            let mut report = report.clone();
            report.nodes += nodes;
            report.time += time;
            let mut pending = results.lock();
            pending.report = Some(report);
            pending.has_progress = true;
        };
        let report = match self.searcher.search(&self.record, &limits, stop, &mut on_report) {
            Ok(report) => report,
            Err(error) => {
                tracing::error!(%error, "a record cannot be replayed");
                return true;
            }
        };
        on_report(&report);
        self.depth = deepest;
        self.nodes += report.nodes;
        self.time += report.time;
        !stop.load(Relaxed) || self.time >= POSITION_MAX_TIME
    }
}

/// Review of a game, from its end.
pub(super) struct GameReview {
    reviewer: Box<dyn Reviewer>,
    /// The part of the game that is still to be reviewed.
    record: Record,
    swapped: bool,
}

impl GameReview {
    pub(super) fn new(entry: Entry, record: Record) -> Self {
        let swapped = record.moves.get(1).is_some_and(|entry| entry == SWAP);
        Self { reviewer: entry.reviewer(RESOURCES), record, swapped }
    }
}

impl SlicedJob for GameReview {
    fn run_slice(&mut self, stop: &AtomicBool, results: &ResultBuffer) -> bool {
        let mut left = self.record.moves.len();
        let swapped = self.swapped;
        let mut on_entry = |entry: &ReviewedEntry| {
            left = entry.index;
            let mut entry = entry.clone();
            // The truncated record does not contain the exchange of seats.
            entry.player = if swapped && entry.index < 2 { !entry.seat } else { entry.seat };
            let mut pending = results.lock();
            pending.entries.push(entry);
            pending.has_progress = true;
        };
        let review = self.reviewer.review(&self.record, &Limits::default(), stop, &mut on_entry);
        if let Err(error) = review {
            tracing::error!(%error, "a record cannot be replayed");
            return true;
        }
        self.record.moves.truncate(left);
        left == 0
    }
}
