//! Results of work, and what a node checks of them: it believes no worker.

use engine::{AnyLine, AnyReport, Entry, ReviewedEntry, TrialGame};
use rules::{Live, Record, Seat};
use serde::{Deserialize, Serialize};

use crate::request::{MOVE_MAX_BYTES, within};
use crate::{TrialRequest, WorkError, WorkRequest, WorkTask};

/// Most lines of a report: no position of any game has so many moves.
const REPORT_MAX_LINES: usize = 512;
/// Most moves of a line.
const LINE_MAX_MOVES: usize = 512;
/// Most reasons of a reviewed move.
const ENTRY_MAX_REASONS: usize = 8;
/// Longest sentence about a reviewed move.
const REASON_MAX_BYTES: usize = 1024;
/// Longest game of a trial.
const TRIAL_MAX_PLIES: u32 = 10_000;

/// Result of work that has ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkResult {
    /// The last report of a search.
    Report(AnyReport),
    /// A review has ended; its entries were sent one by one.
    Reviewed,
    /// The games of a trial.
    Trial(TrialResult),
    /// A tree: a [`TreeInfo`](wire::tree::TreeInfo) as JSON, which is passed on as it is.
    Tree(String),
}

/// Result of a trial.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrialResult {
    /// The seat that wins with the best play, if that is proved.
    pub proved: Option<Seat>,
    /// First's expected score in a first estimate.
    pub estimate: Option<f64>,
    /// The games, in the order of their numbers.
    pub games: Vec<TrialGame>,
}

/// What work has found so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkUpdate {
    /// A better report, which replaces those before it.
    Report(AnyReport),
    /// A reviewed entry.
    Entry(Box<ReviewedEntry>),
}

impl WorkRequest {
    /// Checks what somebody else has found so far.
    pub fn check_update(&self, catalogue: &[Entry], update: &WorkUpdate) -> Result<(), WorkError> {
        let entry = self.entry(catalogue)?;
        match (&self.task, update) {
            (
                WorkTask::Move { record, .. } | WorkTask::Search { record, .. },
                WorkUpdate::Report(report),
            ) => check_report(entry, record, report),
            (WorkTask::Review { record, .. }, WorkUpdate::Entry(reviewed)) => {
                check_entry(entry, record, reviewed)
            }
            _ => Err(WorkError::Wrong("update")),
        }
    }

    /// Checks the result of somebody else.
    pub fn check_result(&self, catalogue: &[Entry], result: &WorkResult) -> Result<(), WorkError> {
        match (&self.task, result) {
            (
                WorkTask::Move { record, .. } | WorkTask::Search { record, .. },
                WorkResult::Report(report),
            ) => check_report(self.entry(catalogue)?, record, report),
            (WorkTask::Review { .. }, WorkResult::Reviewed)
            | (WorkTask::Tree { .. }, WorkResult::Tree(_)) => Ok(()),
            (WorkTask::Trial(trial), WorkResult::Trial(result)) => result.check(trial),
            _ => Err(WorkError::Wrong("result")),
        }
    }
}

/// Checks a report on the position at the end of a record: sizes, scores, and that its moves are legal there.
fn check_report(entry: Entry, record: &Record, report: &AnyReport) -> Result<(), WorkError> {
    within(report.lines.len(), REPORT_MAX_LINES, "report")?;
    report.lines.iter().try_for_each(check_line)?;
    let live = open(entry, record)?;
    let is_over = live.outcome().is_some();
    match &report.choice {
        Some(choice) => check_move(live.as_ref(), choice)?,
        None if is_over => {}
        None => return Err(WorkError::Wrong("report without a move")),
    }
    report.lines.iter().try_for_each(|line| check_move(live.as_ref(), &line.notation))
}

/// Checks a reviewed entry of a record.
fn check_entry(entry: Entry, record: &Record, reviewed: &ReviewedEntry) -> Result<(), WorkError> {
    let ReviewedEntry { played, best, reasons, before, after, loss, .. } = reviewed;
    if record.moves.get(reviewed.index) != Some(&played.notation) {
        return Err(WorkError::Wrong("entry"));
    }
    if ![*before, *after, *loss].iter().all(|score| (0.0..=1.0).contains(score)) {
        return Err(WorkError::Wrong("score"));
    }
    within(reasons.len(), ENTRY_MAX_REASONS, "reasons")?;
    for reason in reasons {
        let longest = reason.text.en.len().max(reason.text.fr.len()).max(reason.id.len());
        within(longest, REASON_MAX_BYTES, "reason")?;
    }
    check_line(played)?;
    check_line(best)?;
    let mut live = open(entry, record)?;
    live.truncate(reviewed.index);
    check_move(live.as_ref(), &best.notation)
}

impl TrialResult {
    /// Checks the result of a trial.
    fn check(&self, request: &TrialRequest) -> Result<(), WorkError> {
        let asked = request.end.saturating_sub(request.first);
        within(self.games.len(), asked as usize, "trial")?;
        let is_game = |(number, game): (u32, &TrialGame)| {
            game.turned == (number % 2 == 1)
                && [0.0, 0.5, 1.0].contains(&game.score)
                && game.plies <= TRIAL_MAX_PLIES
        };
        let scored = self.estimate.is_none_or(|score| (0.0..=1.0).contains(&score));
        if !scored || !(request.first..).zip(&self.games).all(is_game) {
            return Err(WorkError::Wrong("trial"));
        }
        Ok(())
    }
}

fn open(entry: Entry, record: &Record) -> Result<Box<dyn Live>, WorkError> {
    entry.game.open(record).map_err(|error| WorkError::BadGame(error.to_string()))
}

fn check_line(line: &AnyLine) -> Result<(), WorkError> {
    within(line.moves.len(), LINE_MAX_MOVES, "line")?;
    let texts = line.moves.iter().chain([&line.notation]);
    within(texts.map(String::len).max().unwrap_or(0), MOVE_MAX_BYTES, "move")?;
    if !(0.0..=1.0).contains(&line.chance) {
        return Err(WorkError::Wrong("score"));
    }
    Ok(())
}

fn check_move(live: &dyn Live, notation: &str) -> Result<(), WorkError> {
    within(notation.len(), MOVE_MAX_BYTES, "move")?;
    live.judge(notation).map(|_| ()).map_err(|_| WorkError::Wrong("move"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::AnyValue;
    use rules::Setup;
    use std::time::Duration;

    use crate::TrialMode;

    fn connect_four() -> (Entry, Record) {
        let entry = games::CATALOGUE.iter().find(|entry| entry.game.info().id == "connect-four");
        let entry = *entry.expect("the game");
        let start = entry.game.start(&Setup::default()).expect("a start");
        (entry, Record { moves: vec!["4".to_owned()], ..Record::new(start) })
    }

    fn line(notation: &str, chance: f32) -> AnyLine {
        let value = AnyValue::Estimate { points: 3 };
        AnyLine { notation: notation.to_owned(), chance, value, moves: vec![notation.to_owned()] }
    }

    fn report(choice: Option<&str>, lines: Vec<AnyLine>) -> AnyReport {
        AnyReport { choice: choice.map(ToOwned::to_owned), lines, ..AnyReport::default() }
    }

    #[test]
    fn a_report_has_legal_moves_and_scores() {
        let (entry, record) = connect_four();
        let check = |report: &AnyReport| check_report(entry, &record, report);
        assert_eq!(check(&report(Some("4"), vec![line("4", 0.5), line("3", 0.4)])), Ok(()));
        let wrong = [
            report(None, vec![]),
            report(Some("9"), vec![]),
            report(Some(""), vec![]),
            report(Some("4"), vec![line("e4", 0.5)]),
            report(Some("4"), vec![line("4", 1.5)]),
            report(Some("4"), vec![line("4", f32::NAN)]),
            report(Some("4"), vec![line("4", 0.5); REPORT_MAX_LINES + 1]),
            report(Some(&"4".repeat(1000)), vec![]),
        ];
        for wrong in wrong {
            assert!(check(&wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_trial_has_the_games_that_were_asked_for() {
        let request = TrialRequest {
            setup: Setup::default(),
            mode: TrialMode::Games,
            first: 3,
            end: 5,
            nodes: 1,
            time: Duration::ZERO,
        };
        let game = |turned, score| TrialGame { turned, score, plies: 20 };
        let check = |games: &[TrialGame]| {
            TrialResult { games: games.to_vec(), ..TrialResult::default() }.check(&request)
        };
        assert_eq!(check(&[]), Ok(()));
        assert_eq!(check(&[game(true, 0.5), game(false, 1.0)]), Ok(()));
        assert!(check(&[game(false, 0.5)]).is_err());
        assert!(check(&[game(true, 0.7)]).is_err());
        assert!(check(&[game(true, 0.5), game(false, 1.0), game(true, 1.0)]).is_err());
    }
}
