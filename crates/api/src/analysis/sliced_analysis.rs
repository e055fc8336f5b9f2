//! An analysis, which runs in slices: what the next one is asked, and what all of them have found.

use std::time::Duration;

use engine::{AnyReport, Entry, Limits, ReviewedEntry};
use rules::{Record, SWAP};
use work::{WorkRequest, WorkResult, WorkTask, WorkUpdate};

/// Search time of one position, all slices together.
const POSITION_MAX_TIME: Duration = Duration::from_mins(1);
/// Transposition table of one engine that analyses.
const ANALYSIS_TABLE_MIB: usize = 8;

/// How a slice ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By itself.
    Complete,
    /// Because it was told to.
    Stopped,
}

/// Analysis of a position, or review of a game.
pub(super) struct SlicedAnalysis {
    /// What the next slice is asked: of a review, the part of the game that is left.
    request: WorkRequest,
    past: PastSlices,
    /// Whether the players of the game have exchanged their seats.
    swapped: bool,
    /// Whether the current slice has had any result.
    has_result: bool,
    /// The latest report on the position that has not been taken out.
    pub(super) report: Option<AnyReport>,
    /// Reviewed entries of the game that have not been taken out.
    pub(super) entries: Vec<ReviewedEntry>,
}

/// What earlier slices have done.
#[derive(Clone, Copy, Default)]
struct PastSlices {
    /// The depth that is known.
    depth: u16,
    nodes: u64,
    time: Duration,
}

impl SlicedAnalysis {
    /// Analyses the position at the end of `record`, with values for the best `lines` moves.
    pub(super) fn of_position(entry: &Entry, record: Record, lines: usize) -> Self {
        let limits = Limits { time: Some(POSITION_MAX_TIME), lines, ..Limits::default() };
        Self::new(entry, WorkTask::Search { record, limits, table: ANALYSIS_TABLE_MIB }, false)
    }

    /// Reviews a whole game, from its end.
    pub(super) fn of_game(entry: &Entry, record: Record) -> Self {
        let swapped = record.moves.get(1).is_some_and(|entry| entry == SWAP);
        let (limits, table) = (Limits::default(), ANALYSIS_TABLE_MIB);
        Self::new(entry, WorkTask::Review { record, limits, table }, swapped)
    }

    fn new(entry: &Entry, task: WorkTask, swapped: bool) -> Self {
        Self {
            request: WorkRequest::new(entry, task),
            past: PastSlices::default(),
            swapped,
            has_result: false,
            report: None,
            entries: Vec::new(),
        }
    }

    /// Begins another slice: what it is asked.
    pub(super) fn start_slice(&mut self) -> WorkRequest {
        self.has_result = false;
        self.request.clone()
    }

    /// Whether the current slice has had any result.
    pub(super) const fn has_result(&self) -> bool {
        self.has_result
    }

    /// Takes in what the current slice has found.
    pub(super) fn update(&mut self, update: WorkUpdate) {
        match update {
            WorkUpdate::Report(report) => self.add_report(report),
            WorkUpdate::Entry(entry) => self.add_entry(*entry),
        }
    }

    /// Takes in the end of a slice. Returns whether the analysis is done.
    pub(super) fn finish_slice(&mut self, result: Option<WorkResult>, ending: Ending) -> bool {
        let is_complete = ending == Ending::Complete;
        if let Some(WorkResult::Report(report)) = result {
            let (nodes, time) = (report.nodes, report.time);
            self.add_report(report);
            self.past.nodes = self.past.nodes.saturating_add(nodes);
            self.past.time = self.past.time.saturating_add(time);
        }
        match &mut self.request.task {
            WorkTask::Review { record, .. } => {
                let is_done = record.moves.is_empty();
                // A worker whose entries do not arrive is not asked again.
                self.request.here |= is_complete && !is_done && !self.has_result;
                is_done
            }
            WorkTask::Search { limits, .. } => {
                let left = POSITION_MAX_TIME.saturating_sub(self.past.time);
                limits.time = Some(left);
                is_complete || left.is_zero()
            }
            _ => true,
        }
    }

    /// Adds a report of the current slice, unless it repeats what is known: after an interruption the first iterations
    /// do.
    fn add_report(&mut self, mut report: AnyReport) {
        if report.depth < self.past.depth || report.lines.is_empty() {
            return;
        }
        self.past.depth = report.depth;
        report.nodes = report.nodes.saturating_add(self.past.nodes);
        report.time = report.time.saturating_add(self.past.time);
        self.report = Some(report);
        self.has_result = true;
    }

    /// Adds a reviewed entry. Where one was lost on the way, the next slice begins with it.
    fn add_entry(&mut self, mut entry: ReviewedEntry) {
        let WorkTask::Review { record, .. } = &mut self.request.task else { return };
        if entry.index + 1 != record.moves.len() {
            return;
        }
        record.moves.truncate(entry.index);
        // The truncated record does not contain the exchange of seats.
        let is_exchanged = self.swapped && entry.index < 2;
        entry.player = if is_exchanged { !entry.seat } else { entry.seat };
        self.entries.push(entry);
        self.has_result = true;
    }
}
