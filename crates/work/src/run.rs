//! Doing work: the engine of a request, run to its end.

use std::sync::atomic::AtomicBool;

use engine::{AnyReport, Entry, Limits, MonotonicClock, Resources, ReviewedEntry, Trial};
use rules::{ReplayError, SetupError};

use crate::{
    TrialMode, TrialRequest, TrialResult, WorkError, WorkRequest, WorkResult, WorkTask, WorkUpdate,
};

/// Does what a request asks, with these threads and transposition tables of at most this size for what a node analyses;
/// opponents have one thread and tables of their own, on which their moves depend. Ends soon after `stop` is raised.
pub fn run(
    catalogue: &[Entry],
    request: &WorkRequest,
    available: Resources,
    stop: &AtomicBool,
    on_update: &mut dyn FnMut(WorkUpdate),
) -> Result<WorkResult, WorkError> {
    request.check()?;
    let entry = request.entry(catalogue)?;
    let resources =
        |table: usize| Resources { table: table.clamp(1, available.table.max(1)), ..available };
    let mut on_report = |report: &AnyReport| on_update(WorkUpdate::Report(report.clone()));
    match &request.task {
        WorkTask::Move { opponent, seed, record, limits } => {
            let opponent = entry.opponent(opponent).ok_or(WorkError::Unknown("opponent"))?;
            let report = opponent.make(*seed).search(record, limits, stop, &mut on_report);
            report.map(WorkResult::Report).map_err(|error| bad_record(&error))
        }
        WorkTask::Search { record, limits, table } => {
            let mut analyst = entry.analyst(resources(*table));
            let report = analyst.search(record, limits, stop, &mut on_report);
            report.map(WorkResult::Report).map_err(|error| bad_record(&error))
        }
        WorkTask::Review { record, table } => {
            let mut on_entry =
                |entry: &ReviewedEntry| on_update(WorkUpdate::Entry(Box::new(entry.clone())));
            let mut reviewer = entry.reviewer(resources(*table));
            let review = reviewer.review(record, &Limits::default(), stop, &mut on_entry);
            review.map(|_| WorkResult::Reviewed).map_err(|error| bad_record(&error))
        }
        WorkTask::Trial(trial) => run_trial(entry, trial, stop)
            .map(WorkResult::Trial)
            .map_err(|error| WorkError::BadGame(error.to_string())),
    }
}

/// Tries the fairness of a board.
pub fn run_trial(
    entry: Entry,
    request: &TrialRequest,
    stop: &AtomicBool,
) -> Result<TrialResult, SetupError> {
    let clock = MonotonicClock::default();
    let start = clock.now();
    let trial = Trial::new(entry, &request.setup)?;
    let mut result = TrialResult::default();
    match request.mode {
        TrialMode::Estimate => {
            result.estimate = trial.estimate(stop);
            return Ok(result);
        }
        TrialMode::Proof => {
            result.proved = trial.proof(stop);
            if result.proved.is_some() {
                return Ok(result);
            }
        }
        TrialMode::Games => {}
    }
    for number in request.first..request.end {
        let Some(game) = trial.play(number, request.nodes, stop) else { break };
        result.games.push(game);
        if clock.now().saturating_sub(start) >= request.time {
            break;
        }
    }
    Ok(result)
}

fn bad_record(error: &ReplayError) -> WorkError {
    WorkError::BadGame(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Record, Setup};

    use crate::{check_entry, check_report};

    fn start(entry: &Entry) -> Record {
        Record::new(entry.game.start(&Setup::default()).expect("a start"))
    }

    /// What a worker would be sent.
    fn sent(request: &WorkRequest) -> WorkRequest {
        let text = serde_json::to_string(request).expect("plain data");
        serde_json::from_str(&text).expect("the same data")
    }

    fn answer(request: &WorkRequest, updates: &mut Vec<WorkUpdate>) -> WorkResult {
        let mut on_update = |update| updates.push(update);
        let stop = AtomicBool::new(false);
        run(games::CATALOGUE, request, Resources::default(), &stop, &mut on_update)
            .expect("a result")
    }

    #[test]
    fn an_opponent_plays_the_same_move_here_and_there() {
        for entry in games::CATALOGUE {
            for id in ["easy", "normal"] {
                let opponent = entry.opponent(id).expect("a level");
                let (record, limits, seed) = (start(entry), Limits::nodes(20_000), u64::MAX - 7);
                let here = opponent.make(seed).search(
                    &record,
                    &limits,
                    &AtomicBool::new(false),
                    &mut |_| (),
                );
                let here = here.expect("a report").choice;
                let task = WorkTask::Move { opponent: id.to_owned(), seed, record, limits };
                let request = WorkRequest { game: entry.game.info().id.to_owned(), task };
                let WorkResult::Report(there) = answer(&sent(&request), &mut Vec::new()) else {
                    panic!("no report");
                };
                assert_eq!(there.choice, here, "{} {id}", request.game);
            }
        }
    }

    #[test]
    fn what_the_engines_find_passes_the_checks_after_its_journey() {
        for entry in games::CATALOGUE {
            let game = entry.game.info().id.to_owned();
            let mut record = start(entry);
            let limits = Limits { lines: 4, ..Limits::nodes(20_000) };
            let task = WorkTask::Search { record: record.clone(), limits, table: 1 };
            let mut updates = Vec::new();
            let result = answer(&WorkRequest { game: game.clone(), task }, &mut updates);
            let text = serde_json::to_string(&result).expect("plain data");
            let WorkResult::Report(report) = serde_json::from_str(&text).expect("the same data")
            else {
                panic!("no report");
            };
            assert_eq!(WorkResult::Report(report.clone()), result);
            assert_eq!(check_report(*entry, &record, &report), Ok(()), "{game}");
            record.moves.extend(report.choice);
            let task = WorkTask::Review { record: record.clone(), table: 1 };
            updates.clear();
            answer(&WorkRequest { game: game.clone(), task }, &mut updates);
            let [WorkUpdate::Entry(entries)] = &updates[..] else { panic!("{updates:?}") };
            let text = serde_json::to_string(entries).expect("plain data");
            let back: ReviewedEntry = serde_json::from_str(&text).expect("the same data");
            assert_eq!(back, **entries);
            assert_eq!(check_entry(*entry, &record, &back), Ok(()), "{game}");
        }
    }

    #[test]
    fn a_request_that_makes_no_sense_is_refused() {
        let entry = &games::CATALOGUE[0];
        let game = entry.game.info().id.to_owned();
        let task = |opponent: &str, record| WorkTask::Move {
            opponent: opponent.to_owned(),
            seed: 1,
            record,
            limits: Limits::nodes(1),
        };
        let wrong = [
            WorkRequest { game: "chess".to_owned(), task: task("easy", start(entry)) },
            WorkRequest { game: game.clone(), task: task("nobody", start(entry)) },
            WorkRequest { game: game.clone(), task: task("easy", Record::new("?".to_owned())) },
            WorkRequest {
                game,
                task: task("easy", Record { moves: vec!["?".to_owned()], ..start(entry) }),
            },
        ];
        for request in wrong {
            let stop = AtomicBool::new(false);
            let result = run(games::CATALOGUE, &request, Resources::default(), &stop, &mut |_| ());
            assert!(result.is_err(), "{request:?}");
        }
    }
}
