//! Doing work: the engine of a request, run to its end.

use std::sync::atomic::AtomicBool;

use engine::tree::TreePlan;
use engine::{AnyReport, Entry, Limits, MonotonicClock, Resources, ReviewedEntry, Trial};
use rules::{Record, ReplayError, SetupError};
use wire::tree::TreeInfo;

use crate::{
    KeptSearchers, TrialMode, TrialRequest, TrialResult, WorkError, WorkRequest, WorkResult,
    WorkTask, WorkUpdate,
};

/// Does what a request asks, with these threads and transposition tables of at most this size for what a node analyses;
/// opponents have one thread and tables of their own, on which their moves depend. A bot that fails reports no choice:
/// see [`Opponent::stand_in`](engine::Opponent::stand_in). Ends soon after `stop` is raised.
pub fn run(
    kept: &mut KeptSearchers,
    catalogue: &[Entry],
    request: &WorkRequest,
    available: Resources,
    stop: &AtomicBool,
    on_update: &mut dyn FnMut(WorkUpdate),
) -> Result<WorkResult, WorkError> {
    let entry = request.entry(catalogue)?;
    let resources =
        |table: usize| Resources { table: table.clamp(1, available.table.max(1)), ..available };
    let mut on_report = |report: &AnyReport| on_update(WorkUpdate::Report(report.clone()));
    match &request.task {
        WorkTask::Move { opponent, seed, record, limits } => {
            let opponent = entry.opponent(opponent).ok_or(WorkError::Unknown("opponent"))?;
            let report = opponent.make_alone(*seed).search(record, limits, stop, &mut on_report);
            report.map(WorkResult::Report).map_err(|error| bad_record(&error))
        }
        WorkTask::Search { record, limits, table } => {
            let analyst = kept.analyst(entry, resources(*table));
            let report = analyst.search(record, limits, stop, &mut on_report);
            report.map(WorkResult::Report).map_err(|error| bad_record(&error))
        }
        WorkTask::Review { record, limits, table } => {
            let mut on_entry =
                |entry: &ReviewedEntry| on_update(WorkUpdate::Entry(Box::new(entry.clone())));
            let reviewer = kept.reviewer(entry, resources(*table));
            let review = reviewer.review(record, limits, stop, &mut on_entry);
            review.map(|_| WorkResult::Reviewed).map_err(|error| bad_record(&error))
        }
        WorkTask::Trial(trial) => run_trial(entry, trial, stop)
            .map(WorkResult::Trial)
            .map_err(|error| WorkError::BadGame(error.to_string())),
        WorkTask::Tree { record, plan, limits } => {
            search_tree(entry, record, *plan, limits, stop).map(WorkResult::Tree)
        }
    }
}

/// Searches a tree.
fn search_tree(
    entry: Entry,
    record: &Record,
    plan: TreePlan,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<String, WorkError> {
    let demo = entry.tree_demo.ok_or(WorkError::Unknown("tree"))?;
    let live = entry.game.open(record).map_err(|error| bad_record(&error))?;
    let tree = demo.tree(live.record(), plan, limits, stop).map_err(|error| bad_record(&error))?;
    let info = TreeInfo::new(entry.game.info().id, live.as_ref(), &tree);
    serde_json::to_string(&info).map_err(|error| WorkError::Malformed(error.to_string()))
}

/// Tries the fairness of a board.
fn run_trial(
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
        let kept = &mut KeptSearchers::default();
        run(kept, games::CATALOGUE, request, Resources::default(), &stop, &mut on_update)
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
                let request = WorkRequest::new(entry, task);
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
            let request = WorkRequest::new(entry, task);
            let result = answer(&request, &mut updates);
            let text = serde_json::to_string(&result).expect("plain data");
            let WorkResult::Report(report) = serde_json::from_str(&text).expect("the same data")
            else {
                panic!("no report");
            };
            assert_eq!(WorkResult::Report(report.clone()), result);
            assert_eq!(request.check_result(games::CATALOGUE, &result), Ok(()), "{game}");
            record.moves.extend(report.choice);
            let limits = Limits::default();
            let request = WorkRequest::new(entry, WorkTask::Review { record, limits, table: 1 });
            updates.clear();
            answer(&request, &mut updates);
            let [update] = &updates[..] else { panic!("{updates:?}") };
            let text = serde_json::to_string(update).expect("plain data");
            let back: WorkUpdate = serde_json::from_str(&text).expect("the same data");
            assert_eq!(back, *update);
            assert_eq!(request.check_update(games::CATALOGUE, &back), Ok(()), "{game}");
            assert!(request.check_result(games::CATALOGUE, &result).is_err(), "{game}");
        }
    }

    #[test]
    fn a_request_that_makes_no_sense_is_refused() {
        let entry = &games::CATALOGUE[0];
        let task = |opponent: &str, record| WorkTask::Move {
            opponent: opponent.to_owned(),
            seed: 1,
            record,
            limits: Limits::nodes(1),
        };
        let impossible = Record { moves: vec!["?".to_owned()], ..start(entry) };
        let wrong = [
            WorkRequest {
                game: "chess".to_owned(),
                ..WorkRequest::new(entry, task("easy", start(entry)))
            },
            WorkRequest::new(entry, task("nobody", start(entry))),
            WorkRequest::new(entry, task("easy", Record::new("?".to_owned()))),
            WorkRequest::new(entry, task("easy", impossible)),
        ];
        for request in wrong {
            let stop = AtomicBool::new(false);
            let kept = &mut KeptSearchers::default();
            let available = Resources::default();
            let result = run(kept, games::CATALOGUE, &request, available, &stop, &mut |_| ());
            assert!(result.is_err(), "{request:?}");
        }
    }
}
