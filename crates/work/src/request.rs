//! Requests: what an engine is asked, as plain data.

use std::time::Duration;

use engine::{Entry, Limits};
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
/// Most games of a trial in one request.
pub(crate) const TRIAL_MAX_GAMES: u32 = 1000;

/// What an engine is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkRequest {
    /// Id of the game.
    pub game: String,
    /// What is to be done.
    pub task: WorkTask,
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
        /// Size of the transposition table, in MiB.
        table: usize,
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
    /// The record that it is about; `None` for a trial.
    pub const fn record(&self) -> Option<&Record> {
        match &self.task {
            WorkTask::Move { record, .. }
            | WorkTask::Search { record, .. }
            | WorkTask::Review { record, .. } => Some(record),
            WorkTask::Trial(_) => None,
        }
    }

    /// The game in a catalogue.
    pub fn entry(&self, catalogue: &[Entry]) -> Result<Entry, WorkError> {
        let found = catalogue.iter().find(|entry| entry.game.info().id == self.game);
        found.copied().ok_or(WorkError::Unknown("game"))
    }

    /// Time after which it ends with what it has.
    pub fn deadline(&self) -> Duration {
        match &self.task {
            WorkTask::Move { limits, .. } | WorkTask::Search { limits, .. } => {
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
            WorkTask::Move { limits, .. } | WorkTask::Search { limits, .. } => {
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
            WorkTask::Search { limits, .. } => check_limits(limits),
            WorkTask::Review { .. } => Ok(()),
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
