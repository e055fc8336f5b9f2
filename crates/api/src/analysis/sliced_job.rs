//! Jobs of analysis, which can be interrupted and continued.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine::{AnyReport, AnySearcher, Entry, Limits, Resources, ReviewedEntry, Reviewer};
use rules::{Record, SWAP};
use work::{WorkRequest, WorkResult, WorkTask, WorkUpdate, check_entry, check_report};

use crate::pool_job::Ending;

/// Search time of one position, all slices together.
const POSITION_MAX_TIME: Duration = Duration::from_mins(1);
/// Transposition table of one engine that analyses.
const ANALYSIS_TABLE_MIB: usize = 8;

const RESOURCES: Resources = Resources { threads: 1, table: ANALYSIS_TABLE_MIB };

/// Job that runs in slices.
pub trait SlicedJob: Send + 'static {
    /// Runs until the job is done or `stop` is set, and adds results to `results`. Returns whether the
    /// job is done.
    fn run_slice(&mut self, stop: &AtomicBool, results: &ResultBuffer) -> bool;

    /// What a worker is asked for the next slice; `None` if the job runs here only.
    fn request(&self) -> Option<WorkRequest> {
        None
    }

    /// Takes in what a worker has found; what is wrong is ignored.
    fn update(&mut self, _update: WorkUpdate, _results: &ResultBuffer) {}

    /// Takes in the end of a slice at a worker. Returns whether the job is done; `None` if the result is
    /// wrong.
    fn finish_slice(
        &mut self,
        _result: WorkResult,
        _ending: Ending,
        _results: &ResultBuffer,
    ) -> Option<bool> {
        None
    }
}

/// Results of a job that have not been sent yet.
#[derive(Default)]
pub struct ResultBuffer {
    results: Mutex<AnalysisResults>,
}

/// Results of analysis.
#[derive(Default)]
pub struct AnalysisResults {
    /// The latest report on a position, which replaces those before it.
    pub report: Option<AnyReport>,
    /// Reviewed entries of a game.
    pub entries: Vec<ReviewedEntry>,
    /// Whether the current slice has had any result.
    pub has_progress: bool,
}

impl ResultBuffer {
    /// Takes the results out.
    pub fn take(&self) -> AnalysisResults {
        let mut pending = self.lock();
        let has_progress = pending.has_progress;
        let taken = std::mem::take(&mut *pending);
        pending.has_progress = has_progress;
        taken
    }

    /// Notes that the current slice has had a result.
    pub fn note_progress(&self) {
        self.lock().has_progress = true;
    }

    /// Whether the current slice has had any result.
    fn has_progress(&self) -> bool {
        self.lock().has_progress
    }

    /// Starts another slice.
    pub fn start_slice(&self) {
        self.lock().has_progress = false;
    }

    fn lock(&self) -> MutexGuard<'_, AnalysisResults> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Analysis of one position.
pub(super) struct PositionAnalysis {
    entry: Entry,
    /// The searcher of slices that run here, made for the first of them.
    searcher: Option<Box<dyn AnySearcher>>,
    record: Record,
    lines: usize,
    past: PastSlices,
}

/// What earlier slices have done.
#[derive(Clone, Copy, Default)]
struct PastSlices {
    depth: u16,
    nodes: u64,
    time: Duration,
}

impl PastSlices {
    /// Puts a report of the current slice into `results`, unless it repeats what is known: after an interruption
    /// the first iterations do. `deepest` is the depth that is known.
    fn add_report(self, report: &AnyReport, deepest: &mut u16, results: &ResultBuffer) {
        if report.depth < *deepest || report.lines.is_empty() {
            return;
        }
        *deepest = report.depth;
        let mut report = report.clone();
        report.nodes = report.nodes.saturating_add(self.nodes);
        report.time = report.time.saturating_add(self.time);
        let mut pending = results.lock();
        pending.report = Some(report);
        pending.has_progress = true;
    }

    /// Adds a slice that has ended with this report.
    fn add_slice(&mut self, last: &AnyReport, deepest: u16) {
        self.depth = deepest;
        self.nodes = self.nodes.saturating_add(last.nodes);
        self.time = self.time.saturating_add(last.time);
    }
}

impl PositionAnalysis {
    /// Analyses the position at the end of `record`, with values for the best `lines` moves.
    pub(super) fn new(entry: Entry, record: Record, lines: usize) -> Self {
        Self { entry, searcher: None, record, lines, past: PastSlices::default() }
    }

    fn limits(&self) -> Limits {
        let left = POSITION_MAX_TIME.saturating_sub(self.past.time);
        Limits { time: Some(left), lines: self.lines, ..Limits::default() }
    }

    fn is_right(&self, report: &AnyReport) -> bool {
        let checked = check_report(self.entry, &self.record, report);
        checked.inspect_err(|error| tracing::warn!(%error, "a worker gave a wrong answer")).is_ok()
    }
}

impl SlicedJob for PositionAnalysis {
    fn run_slice(&mut self, stop: &AtomicBool, results: &ResultBuffer) -> bool {
        let (limits, past, mut deepest) = (self.limits(), self.past, self.past.depth);
        let mut on_report = |report: &AnyReport| past.add_report(report, &mut deepest, results);
        let searcher = self.searcher.get_or_insert_with(|| self.entry.analyst(RESOURCES));
        let report = match searcher.search(&self.record, &limits, stop, &mut on_report) {
            Ok(report) => report,
            Err(error) => {
                tracing::error!(%error, "a record cannot be replayed");
                return true;
            }
        };
        on_report(&report);
        self.past.add_slice(&report, deepest);
        !stop.load(Relaxed) || self.past.time >= POSITION_MAX_TIME
    }

    fn request(&self) -> Option<WorkRequest> {
        let (record, limits) = (self.record.clone(), self.limits());
        let task = WorkTask::Search { record, limits, table: ANALYSIS_TABLE_MIB };
        Some(WorkRequest { game: self.entry.game.info().id.to_owned(), task })
    }

    fn update(&mut self, update: WorkUpdate, results: &ResultBuffer) {
        if let WorkUpdate::Report(report) = update
            && self.is_right(&report)
        {
            let past = self.past;
            past.add_report(&report, &mut self.past.depth, results);
        }
    }

    fn finish_slice(
        &mut self,
        result: WorkResult,
        ending: Ending,
        results: &ResultBuffer,
    ) -> Option<bool> {
        let WorkResult::Report(report) = result else { return None };
        self.is_right(&report).then_some(())?;
        let (past, mut deepest) = (self.past, self.past.depth);
        past.add_report(&report, &mut deepest, results);
        self.past.add_slice(&report, deepest);
        Some(ending == Ending::Complete || self.past.time >= POSITION_MAX_TIME)
    }
}

/// Review of a game, from its end.
pub(super) struct GameReview {
    entry: Entry,
    /// The reviewer of slices that run here, made for the first of them.
    reviewer: Option<Box<dyn Reviewer>>,
    /// The part of the game that is still to be reviewed.
    record: Record,
    swapped: bool,
}

impl GameReview {
    /// Reviews a whole game.
    pub(super) fn new(entry: Entry, record: Record) -> Self {
        let swapped = record.moves.get(1).is_some_and(|entry| entry == SWAP);
        Self { entry, reviewer: None, record, swapped }
    }
}

/// Puts a reviewed entry into `results`. The truncated record does not contain the exchange of seats.
fn add_entry(mut entry: ReviewedEntry, swapped: bool, results: &ResultBuffer) {
    entry.player = if swapped && entry.index < 2 { !entry.seat } else { entry.seat };
    let mut pending = results.lock();
    pending.entries.push(entry);
    pending.has_progress = true;
}

impl SlicedJob for GameReview {
    fn run_slice(&mut self, stop: &AtomicBool, results: &ResultBuffer) -> bool {
        let mut left = self.record.moves.len();
        let swapped = self.swapped;
        let mut on_entry = |entry: &ReviewedEntry| {
            left = entry.index;
            add_entry(entry.clone(), swapped, results);
        };
        let reviewer = self.reviewer.get_or_insert_with(|| self.entry.reviewer(RESOURCES));
        let review = reviewer.review(&self.record, &Limits::default(), stop, &mut on_entry);
        if let Err(error) = review {
            tracing::error!(%error, "a record cannot be replayed");
            return true;
        }
        self.record.moves.truncate(left);
        left == 0
    }

    fn request(&self) -> Option<WorkRequest> {
        let task = WorkTask::Review { record: self.record.clone(), table: ANALYSIS_TABLE_MIB };
        Some(WorkRequest { game: self.entry.game.info().id.to_owned(), task })
    }

    fn update(&mut self, update: WorkUpdate, results: &ResultBuffer) {
        let WorkUpdate::Entry(entry) = update else { return };
        // Where one was lost, the next slice begins with it.
        if entry.index + 1 != self.record.moves.len() {
            return;
        }
        match check_entry(self.entry, &self.record, &entry) {
            Ok(()) => {
                self.record.moves.truncate(entry.index);
                add_entry(*entry, self.swapped, results);
            }
            Err(error) => tracing::warn!(%error, "a worker gave a wrong answer"),
        }
    }

    fn finish_slice(
        &mut self,
        result: WorkResult,
        ending: Ending,
        results: &ResultBuffer,
    ) -> Option<bool> {
        let is_done = self.record.moves.is_empty();
        let is_right = result == WorkResult::Reviewed
            && (is_done || ending == Ending::Stopped || results.has_progress());
        is_right.then_some(is_done)
    }
}
