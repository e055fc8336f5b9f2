//! Searches for matches: moves of computer players, hints, answers to the offer of a draw.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{AnyReport, AnySearcher, Entry, Limits, Opponent, Resources};
use rules::Record;
use work::{WorkRequest, WorkResult, WorkTask, WorkUpdate, check_report};

use crate::pool_job::{Ending, PoolJob};

/// Nodes that an engine searches in a second, for the expected cost of a job.
const EXPECTED_NODES_PER_SECOND: u64 = 1_000_000;
/// Expected cost of a search at most.
const EXPECTED_COST_MAX: Duration = Duration::from_secs(2);

/// Request to search a position.
pub struct SearchRequest {
    /// Nodes that the searcher visits at most.
    pub expected_nodes: u64,
    /// Who searches.
    pub searcher: SearcherSource,
    /// The game, at whose end the position is.
    pub record: Record,
    /// Limits of the search.
    pub limits: Limits,
}

impl SearchRequest {
    /// Expected time of the search. Beyond a few seconds a node limit says little.
    pub fn expected_cost(&self) -> Duration {
        let nodes = self.limits.nodes.unwrap_or(self.expected_nodes).min(self.expected_nodes);
        let micros = nodes.saturating_mul(1_000_000) / EXPECTED_NODES_PER_SECOND;
        let time = Duration::from_micros(micros);
        self.limits.time.unwrap_or(time).min(time).min(EXPECTED_COST_MAX)
    }

    /// The same asked of whoever makes the moves that the player does not make; `None` for a player who never fails.
    pub fn for_stand_in(&self) -> Option<Self> {
        let SearcherSource::Opponent { entry, opponent, seed } = self.searcher else { return None };
        let opponent = opponent.stand_in()?;
        Some(Self {
            expected_nodes: opponent.expected_nodes(),
            searcher: SearcherSource::Opponent { entry, opponent, seed },
            record: self.record.clone(),
            limits: self.limits.clone(),
        })
    }
}

/// Who searches.
#[derive(Clone, Copy)]
pub enum SearcherSource {
    /// A computer player.
    Opponent {
        /// The game.
        entry: Entry,
        /// The player.
        opponent: &'static Opponent,
        /// Seed of the player's random choices.
        seed: u64,
    },
    /// The engine at full strength.
    Analyst {
        /// The game.
        entry: Entry,
        /// What the engine may use.
        resources: Resources,
    },
}

impl SearcherSource {
    fn make(self) -> Box<dyn AnySearcher> {
        match self {
            Self::Opponent { opponent, seed, .. } => opponent.make_alone(seed),
            Self::Analyst { entry, resources } => entry.analyst(resources),
        }
    }

    /// Whether it is a program in a process of its own.
    const fn is_bot(self) -> bool {
        matches!(self, Self::Opponent { opponent, .. } if opponent.is_bot())
    }

    const fn entry(self) -> Entry {
        match self {
            Self::Opponent { entry, .. } | Self::Analyst { entry, .. } => entry,
        }
    }
}

/// Progress of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchProgress {
    /// Depth in plies.
    pub depth: u16,
    /// Nodes that have been visited.
    pub nodes: u64,
    /// Time that the search has taken, in milliseconds.
    pub millis: u64,
}

impl SearchProgress {
    fn of(report: &AnyReport) -> Self {
        Self { depth: report.depth, nodes: report.nodes, millis: report.time.as_millis() as u64 }
    }
}

/// Job of a search. That of a bot, which may fail, has a report without a choice then: see
/// [`SearchRequest::for_stand_in`]. Its progress goes to `on_progress`.
pub struct SearchJob<F> {
    request: SearchRequest,
    on_progress: F,
}

impl<F> SearchJob<F> {
    /// The job of a request.
    pub const fn new(request: SearchRequest, on_progress: F) -> Self {
        Self { request, on_progress }
    }
}

impl<F: FnMut(SearchProgress) + Send + 'static> PoolJob for SearchJob<F> {
    type Output = Option<AnyReport>;

    fn run(self: Box<Self>, stop: &AtomicBool) -> Option<AnyReport> {
        let Self { request: SearchRequest { searcher, record, limits, .. }, mut on_progress } =
            *self;
        let mut on_report = |report: &AnyReport| on_progress(SearchProgress::of(report));
        let report = searcher.make().search(&record, &limits, stop, &mut on_report);
        report.map_err(|error| tracing::error!(%error, "a record cannot be replayed")).ok()
    }

    fn waits(&self) -> bool {
        self.request.searcher.is_bot()
    }

    fn request(&self) -> Option<WorkRequest> {
        let SearchRequest { searcher, record, limits, .. } = &self.request;
        let game = searcher.entry().game.info().id.to_owned();
        let (record, limits) = (record.clone(), limits.clone());
        let task = match *searcher {
            // Only this machine has the program.
            bot if bot.is_bot() => return None,
            SearcherSource::Opponent { opponent, seed, .. } => {
                WorkTask::Move { opponent: opponent.id.to_owned(), seed, record, limits }
            }
            SearcherSource::Analyst { resources, .. } => {
                WorkTask::Search { record, limits, table: resources.table }
            }
        };
        Some(WorkRequest { game, task })
    }

    fn update(&mut self, update: WorkUpdate) {
        if let WorkUpdate::Report(report) = update {
            (self.on_progress)(SearchProgress::of(&report));
        }
    }

    fn finish(
        self: Box<Self>,
        result: WorkResult,
        _: Ending,
    ) -> Result<Option<AnyReport>, Box<Self>> {
        let WorkResult::Report(report) = result else { return Err(self) };
        match check_report(self.request.searcher.entry(), &self.request.record, &report) {
            Ok(()) => Ok(Some(report)),
            Err(error) => {
                tracing::warn!(%error, "a worker gave a wrong answer");
                Err(self)
            }
        }
    }
}
