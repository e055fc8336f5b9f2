//! Requests: what an engine is asked, as plain data.

use std::time::Duration;

use engine::tree::TreePlan;
use engine::{Entry, Limits, Opponent};
use rules::{Record, Setup};
use serde::{Deserialize, Serialize};

use crate::WorkError;

/// Longest name of a game, an opponent or a rule set.
const NAME_MAX_BYTES: usize = 64;
/// Longest text of a position or a board.
const POSITION_MAX_BYTES: usize = 8 << 10;
/// Longest text of a move.
pub(crate) const MOVE_MAX_BYTES: usize = 64;
/// Most entries of a record.
const RECORD_MAX_ENTRIES: usize = 4096;
/// Longest time of a search, and of the games of a trial.
const TIME_MAX: Duration = Duration::from_mins(5);
/// Deadline of a search without a time limit.
const SEARCH_DEADLINE: Duration = Duration::from_secs(30);
/// Deadline of a review, which then goes on with what is left.
const REVIEW_DEADLINE: Duration = Duration::from_secs(30);
/// Deadline of a proof and of one game of a trial.
const TRIAL_DEADLINE: Duration = Duration::from_secs(10);
/// Nodes that an engine searches in a second, for the expected cost of a request.
const EXPECTED_NODES_PER_SECOND: u64 = 1_000_000;
/// Expected cost of a request at most.
const EXPECTED_COST_MAX: Duration = Duration::from_secs(2);
/// Most games of a trial in one request.
pub(crate) const TRIAL_MAX_GAMES: u32 = 1000;

/// Priority of work.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkPriority {
    /// A running match waits for it.
    Match,
    /// Analysis.
    Analysis,
}

impl WorkPriority {
    /// Both, the more urgent first.
    pub const ALL: [Self; 2] = [Self::Match, Self::Analysis];

    /// The name in subjects and metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Analysis => "analysis",
        }
    }
}

/// What an engine is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkRequest {
    /// Id of the game.
    pub game: String,
    /// What is to be done.
    pub task: WorkTask,
    /// Whether only this machine can do it.
    #[serde(skip)]
    pub here: bool,
}

/// What is to be done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum WorkTask {
    /// Choose the move of an opponent: it depends on the record, the limits and the seed alone.
    Move {
        /// Name of the opponent.
        opponent: String,
        /// Source of its random choices.
        seed: u64,
        /// The game so far.
        record: Record,
        /// Limits of the search.
        limits: Limits,
    },
    /// Search a position at full strength.
    Search {
        /// The game so far.
        record: Record,
        /// Limits of the search.
        limits: Limits,
        /// Size of the transposition table, in MiB.
        table: usize,
    },
    /// Review a game from its end.
    Review {
        /// The game.
        record: Record,
        /// Limits of each of its searches.
        limits: Limits,
        /// Size of the transposition table, in MiB.
        table: usize,
    },
    /// Search the tree of a minimax player, for people to look at.
    Tree {
        /// The game so far.
        record: Record,
        /// How it is searched.
        plan: TreePlan,
        /// Limits of each of its searches.
        limits: Limits,
    },
    /// Try the fairness of a board.
    Trial(TrialRequest),
}

/// Trial of the fairness of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrialRequest {
    /// The board.
    pub setup: Setup,
    /// What is to be found out.
    pub mode: TrialMode,
    /// Number of the first game.
    pub first: u32,
    /// Number after that of the last game.
    pub end: u32,
    /// Search nodes for a move.
    pub nodes: u64,
    /// Time after which no other game begins.
    pub time: Duration,
}

/// What a trial is to find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrialMode {
    /// A first estimate, from one short search.
    Estimate,
    /// A proof of who wins, and the first games if there is none.
    Proof,
    /// More games.
    Games,
}

impl WorkRequest {
    /// A task in a game. Trees are larger than messages may be, and only this machine has the programs of its owner.
    pub fn new(entry: &Entry, task: WorkTask) -> Self {
        let here = match &task {
            WorkTask::Move { opponent, .. } => {
                entry.opponent(opponent).is_some_and(Opponent::is_bot)
            }
            WorkTask::Tree { .. } => true,
            WorkTask::Search { .. } | WorkTask::Review { .. } | WorkTask::Trial(_) => false,
        };
        Self { game: entry.game.info().id.to_owned(), task, here }
    }

    /// The record that it is about; `None` for a trial.
    pub const fn record(&self) -> Option<&Record> {
        match &self.task {
            WorkTask::Move { record, .. }
            | WorkTask::Search { record, .. }
            | WorkTask::Review { record, .. }
            | WorkTask::Tree { record, .. } => Some(record),
            WorkTask::Trial(_) => None,
        }
    }

    /// The limits of its searches; `None` for a trial.
    pub const fn limits_mut(&mut self) -> Option<&mut Limits> {
        match &mut self.task {
            WorkTask::Move { limits, .. }
            | WorkTask::Search { limits, .. }
            | WorkTask::Review { limits, .. }
            | WorkTask::Tree { limits, .. } => Some(limits),
            WorkTask::Trial(_) => None,
        }
    }

    /// Who moves, in a game of a catalogue.
    pub fn opponent(&self, catalogue: &[Entry]) -> Option<&'static Opponent> {
        let WorkTask::Move { opponent, .. } = &self.task else { return None };
        self.entry(catalogue).ok()?.opponent(opponent)
    }

    /// Expected engine time. Beyond a few seconds a node limit says little.
    pub fn expected_cost(&self, catalogue: &[Entry]) -> Duration {
        let (limits, most) = match &self.task {
            WorkTask::Move { limits, .. } => {
                (limits, self.opponent(catalogue).map_or(u64::MAX, Opponent::expected_nodes))
            }
            WorkTask::Search { limits, .. } | WorkTask::Tree { limits, .. } => (limits, u64::MAX),
            // Its limits are those of one of several searches.
            WorkTask::Review { limits, .. } => {
                return limits.time.map_or(EXPECTED_COST_MAX, |time| time.min(EXPECTED_COST_MAX));
            }
            WorkTask::Trial(trial) => return trial.time.min(EXPECTED_COST_MAX),
        };
        let nodes = limits.nodes.map_or(most, |nodes| nodes.min(most));
        let time =
            Duration::from_micros(nodes.saturating_mul(1_000_000) / EXPECTED_NODES_PER_SECOND);
        limits.time.unwrap_or(time).min(time).min(EXPECTED_COST_MAX)
    }

    /// The game in a catalogue.
    pub fn entry(&self, catalogue: &[Entry]) -> Result<Entry, WorkError> {
        let found = catalogue.iter().find(|entry| entry.game.info().id == self.game);
        found.copied().ok_or(WorkError::Unknown("game"))
    }

    /// Time after which it ends with what it has.
    pub fn deadline(&self) -> Duration {
        match &self.task {
            WorkTask::Move { limits, .. }
            | WorkTask::Search { limits, .. }
            | WorkTask::Tree { limits, .. } => {
                let clock = limits.clock.map_or(TIME_MAX, |clock| clock.remaining);
                limits.time.unwrap_or(SEARCH_DEADLINE).min(clock).min(TIME_MAX)
            }
            WorkTask::Review { .. } => REVIEW_DEADLINE,
            WorkTask::Trial(trial) => TRIAL_DEADLINE + trial.time.min(TIME_MAX),
        }
    }

    /// Takes the time off that has passed since the request was made.
    pub fn shorten(&mut self, passed: Duration) {
        match &mut self.task {
            WorkTask::Move { limits, .. }
            | WorkTask::Search { limits, .. }
            | WorkTask::Tree { limits, .. } => {
                limits.time = limits.time.map(|time| time.saturating_sub(passed));
                if let Some(clock) = &mut limits.clock {
                    clock.remaining = clock.remaining.saturating_sub(passed);
                }
            }
            WorkTask::Review { .. } | WorkTask::Trial(_) => {}
        }
    }

    /// Checks that nothing in it is larger than a node would ask for.
    pub fn check(&self) -> Result<(), WorkError> {
        let name = |text: &str, what| within(text.len(), NAME_MAX_BYTES, what);
        name(&self.game, "game")?;
        if let Some(record) = self.record() {
            check_record(record)?;
        }
        match &self.task {
            WorkTask::Move { opponent, limits, .. } => {
                name(opponent, "opponent")?;
                check_limits(limits)
            }
            WorkTask::Search { limits, .. }
            | WorkTask::Review { limits, .. }
            | WorkTask::Tree { limits, .. } => check_limits(limits),
            WorkTask::Trial(trial) => {
                let Setup { rules, board, .. } = &trial.setup;
                name(rules.as_deref().unwrap_or_default(), "rule set")?;
                within(board.as_ref().map_or(0, String::len), POSITION_MAX_BYTES, "board")?;
                check_time(trial.time)?;
                let games = trial.end.saturating_sub(trial.first);
                within(games as usize, TRIAL_MAX_GAMES as usize, "trial")
            }
        }
    }
}

fn check_record(record: &Record) -> Result<(), WorkError> {
    within(record.start.len(), POSITION_MAX_BYTES, "position")?;
    within(record.moves.len(), RECORD_MAX_ENTRIES, "record")?;
    let longest = record.moves.iter().map(String::len).max();
    within(longest.unwrap_or(0), MOVE_MAX_BYTES, "move")
}

fn check_limits(limits: &Limits) -> Result<(), WorkError> {
    check_time(limits.time.unwrap_or_default())?;
    within(limits.root_moves.as_ref().map_or(0, Vec::len), RECORD_MAX_ENTRIES, "root moves")
}

const fn check_time(time: Duration) -> Result<(), WorkError> {
    if time.as_nanos() > TIME_MAX.as_nanos() {
        return Err(WorkError::TooLarge("time"));
    }
    Ok(())
}

pub(crate) const fn within(size: usize, max: usize, what: &'static str) -> Result<(), WorkError> {
    if size > max { Err(WorkError::TooLarge(what)) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::PlayerClock;

    fn search(limits: Limits) -> WorkRequest {
        let record = Record::new("start".to_owned());
        WorkRequest {
            game: "othello".to_owned(),
            task: WorkTask::Search { record, limits, table: 8 },
            here: false,
        }
    }

    #[test]
    fn nothing_is_larger_than_a_node_would_ask() {
        assert_eq!(search(Limits::default()).check(), Ok(()));
        let wrong = [
            search(Limits::time(TIME_MAX * 2)),
            WorkRequest { game: "x".repeat(100), ..search(Limits::default()) },
        ];
        for request in wrong {
            assert!(request.check().is_err(), "{request:?}");
        }
        let mut long = search(Limits::default());
        if let WorkTask::Search { record, .. } = &mut long.task {
            record.moves = vec![String::new(); RECORD_MAX_ENTRIES + 1];
        }
        assert_eq!(long.check(), Err(WorkError::TooLarge("record")));
    }

    #[test]
    fn time_that_has_passed_is_not_given_again() {
        let second = Duration::from_secs(1);
        let clock = Some(PlayerClock { remaining: 9 * second, increment: second });
        let mut request = search(Limits { time: Some(2 * second), clock, ..Limits::default() });
        request.shorten(3 * second);
        let WorkTask::Search { limits, .. } = request.task else { unreachable!() };
        assert_eq!(limits.time, Some(Duration::ZERO));
        assert_eq!(limits.clock.map(|clock| clock.remaining), Some(6 * second));
    }
}
