//! The thread that searches, so that keys are answered at once.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use engine::tree::{TREE_DEFAULT_VISITS, Tree, TreePlan};
use engine::{AnyReport, AnySearcher, Entry, Limits, MonotonicClock, Resources, Review};
use rules::{Record, ReplayError, Text};
use texts::text;

use super::LoopInput;
use crate::play::hint::advice;

/// Time between two reports of the same search.
const REPORT_INTERVAL: Duration = Duration::from_millis(250);
/// Time after which the values of a position are as good as they get; the page spends as much.
const ANALYSIS_MAX_TIME: Duration = Duration::from_mins(1);
/// Principal variations of an analysis: the values of all moves.
const ANALYSIS_LINES: usize = 64;

/// Something to search.
pub(super) enum EngineJob {
    /// A hint.
    Hint,
    /// The values of all moves, until they are exact, or for [`ANALYSIS_MAX_TIME`].
    Analyse,
    /// A review of the whole game.
    Review,
    /// A minimax player's search tree.
    Tree(TreePlan),
}

/// What a job has found.
pub(super) enum EngineResult {
    /// So far.
    Progress(AnyReport),
    Hint(Vec<Text>),
    Review(Review),
    Tree(Box<Tree>),
    /// The analysis is complete.
    Analysed(AnyReport),
    Failed(Text),
    /// The engine has panicked: its bug is reported by the main thread.
    Panicked(Box<dyn std::any::Any + Send>),
}

struct Request {
    number: u64,
    entry: Entry,
    record: Record,
    job: EngineJob,
    stop: Arc<AtomicBool>,
}

/// Handle of the thread. It works on one job at a time: a new one ends the last.
pub(super) struct EngineThread {
    requests: Sender<Request>,
    /// Number of the last job.
    number: u64,
    /// Stop flag of the job that is worked on.
    stop: Option<Arc<AtomicBool>>,
}

impl EngineThread {
    pub(super) fn spawn(results: Sender<LoopInput>) -> Self {
        let (requests, receiver) = channel();
        thread::spawn(move || work(MonotonicClock::default(), &receiver, &results));
        Self { requests, number: 0, stop: None }
    }

    /// Starts a job, instead of the last one.
    pub(super) fn start(&mut self, entry: Entry, record: Record, job: EngineJob) {
        self.cancel();
        self.number += 1;
        let stop = Arc::new(AtomicBool::new(false));
        self.stop = Some(Arc::clone(&stop));
        // The thread lives as long as its results are received.
        let _ = self.requests.send(Request { number: self.number, entry, record, job, stop });
    }

    /// Ends the job; its result comes with what was found so far.
    pub(super) fn hurry(&self) {
        if let Some(stop) = &self.stop {
            stop.store(true, Relaxed);
        }
    }

    /// Ends the job without a result.
    pub(super) fn cancel(&mut self) {
        self.hurry();
        self.stop = None;
    }

    /// Whether a result is that of the present job.
    pub(super) fn is_current(&self, number: u64) -> bool {
        self.stop.is_some() && self.number == number
    }

    /// The job is done.
    pub(super) fn finish(&mut self) {
        self.stop = None;
    }
}

fn work(clock: MonotonicClock, requests: &Receiver<Request>, results: &Sender<LoopInput>) {
    let mut analyst = Analyst { last: None, clock };
    for request in requests {
        let number = request.number;
        let send = |result| results.send(LoopInput::Engine(number, result)).is_ok();
        let done = catch_unwind(AssertUnwindSafe(|| analyst.run(&request, &send)));
        let result = match done {
            Ok(Ok(result)) => result,
            Ok(Err(error)) => EngineResult::Failed(error.text()),
            Err(panic) => EngineResult::Panicked(panic),
        };
        if !send(result) {
            return;
        }
    }
}

/// The searcher of the last job and its game, whose memory serves the next.
struct Analyst {
    last: Option<(&'static str, Box<dyn AnySearcher>)>,
    clock: MonotonicClock,
}

impl Analyst {
    fn run(
        &mut self,
        request: &Request,
        send: &dyn Fn(EngineResult) -> bool,
    ) -> Result<EngineResult, ReplayError> {
        let Request { entry, record, job, stop, .. } = request;
        let mut reported = Instant::now();
        let mut watch = |report: &AnyReport| {
            if reported.elapsed() >= REPORT_INTERVAL {
                reported = Instant::now();
                send(EngineResult::Progress(report.clone()));
            }
        };
        match job {
            EngineJob::Hint => Ok(EngineResult::Hint(advice(entry, record, stop)?)),
            EngineJob::Analyse => {
                let limits = Limits {
                    lines: ANALYSIS_LINES,
                    time: Some(ANALYSIS_MAX_TIME),
                    measured_by: self.clock,
                    ..Limits::default()
                };
                let searcher = self.searcher(entry);
                let report = searcher.search(record, &limits, stop, &mut watch)?;
                Ok(EngineResult::Analysed(report))
            }
            EngineJob::Tree(plan) => {
                let Some(demo) = entry.tree_demo else {
                    let text = text!("think-no-lesson", game = &entry.game.info().title);
                    return Ok(EngineResult::Failed(text));
                };
                let tree = demo.tree(record, *plan, &Limits::nodes(TREE_DEFAULT_VISITS), stop)?;
                Ok(EngineResult::Tree(Box::new(tree)))
            }
            EngineJob::Review => {
                let mut reviewer = entry.reviewer(Resources::default());
                let review = reviewer.review(record, &Limits::default(), stop, &mut |_| {})?;
                Ok(EngineResult::Review(review))
            }
        }
    }

    fn searcher(&mut self, entry: &Entry) -> &mut dyn AnySearcher {
        let game = entry.game.info().id;
        let kept = self.last.take().filter(|(last, _)| *last == game);
        let (_, searcher) =
            self.last.insert(kept.unwrap_or_else(|| (game, entry.analyst(Resources::default()))));
        searcher.as_mut()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;
    use std::sync::mpsc::RecvTimeoutError;

    use rules::Setup;

    use super::*;

    /// Limit of a wait.
    const WAIT_TIMEOUT: Duration = Duration::from_mins(1);

    /// A clock on which a second passes between two looks at it.
    fn hasty_clock() -> Duration {
        static LOOKS: AtomicU64 = AtomicU64::new(0);
        Duration::from_secs(LOOKS.fetch_add(1, Relaxed))
    }

    fn stopped_clock() -> Duration {
        Duration::ZERO
    }

    /// The values of a position, which nobody stops.
    fn analysed(clock: fn() -> Duration, game: &str, moves: &[&str]) -> AnyReport {
        let entry = *games::CATALOGUE.iter().find(|entry| entry.game.info().id == game).unwrap();
        let start = entry.game.start(&Setup { seed: 1, ..Setup::default() }).unwrap();
        let moves = moves.iter().map(|notation| (*notation).to_owned()).collect();
        let record = Record { start, swap: false, moves };
        let ((requests, receiver), (sender, results)) = (channel(), channel());
        let clock = MonotonicClock::new(clock);
        thread::spawn(move || work(clock, &receiver, &sender));
        let stop = Arc::default();
        let request = Request { number: 1, entry, record, job: EngineJob::Analyse, stop };
        requests.send(request).unwrap();
        loop {
            match results.recv_timeout(WAIT_TIMEOUT) {
                Ok(LoopInput::Engine(_, EngineResult::Analysed(report))) => return report,
                Ok(LoopInput::Engine(_, EngineResult::Progress(_))) => {}
                Ok(_) => panic!("another result"),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    panic!("the values of {game} have no end")
                }
            }
        }
    }

    #[test]
    fn values_of_a_position_that_nobody_touches_have_an_end() {
        for entry in games::CATALOGUE {
            let report = analysed(hasty_clock, entry.game.info().id, &[]);
            assert!(!report.lines.is_empty(), "{}", entry.game.info().id);
        }
    }

    #[test]
    fn values_end_as_soon_as_they_are_exact() {
        // Three in a column on both sides: whoever is to move wins.
        let report = analysed(stopped_clock, "connect-four", &["4", "5", "4", "5", "4", "5"]);
        assert!(report.lines.iter().any(|line| line.notation == "4"));
    }
}
