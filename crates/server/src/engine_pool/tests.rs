//! The pool with players that search for ever, fail, or find nothing.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use engine::{AnyReport, AnySearcher, Limits};
use rules::{Record, ReplayError, Text};
use work::{WorkResult, WorkTask, WorkUpdate};

use super::*;
use crate::tic_tac_toe::TicTacToeEngine;

/// Searcher that makes the only move it knows: at once, or when it is stopped.
struct OneMove {
    choice: Option<&'static str>,
    is_endless: bool,
}

impl AnySearcher for OneMove {
    fn search(
        &mut self,
        _: &Record,
        _: &Limits,
        stop: &AtomicBool,
        on_report: &mut dyn FnMut(&AnyReport),
    ) -> Result<AnyReport, ReplayError> {
        let choice = self.choice.map(ToOwned::to_owned);
        let notice = choice.is_none().then(|| title("no move"));
        let report = AnyReport { choice, depth: 3, notice, ..AnyReport::default() };
        on_report(&report);
        while self.is_endless && !stop.load(Relaxed) {
            thread::yield_now();
        }
        Ok(report)
    }
}

const fn title(name: &'static str) -> Text {
    Text::new(name, name)
}

static PLAYERS: [Opponent; 3] = [
    Opponent::new("endless", title("endless"), |_| {
        Box::new(OneMove { choice: Some("b2"), is_endless: true })
    }),
    Opponent::new("quick", title("quick"), |_| {
        Box::new(OneMove { choice: Some("a1"), is_endless: false })
    }),
    Opponent::new("panicking", title("panicking"), |_| panic!("as it was told to")),
];

/// A game with these players, and a bot that finds no move.
pub(crate) fn catalogue() -> Arc<[Entry]> {
    let bot = Opponent::bot(
        "bot",
        title("bot"),
        &|_| Box::new(OneMove { choice: None, is_endless: false }),
        true,
    );
    let bots = vec![bot.with_stand_in(&PLAYERS[1])].leak();
    Arc::new([Entry::of::<TicTacToeEngine>().with_classics(&PLAYERS).with_bots(bots)])
}

/// What a player is asked.
pub(crate) fn request(player: &str) -> WorkRequest {
    let (record, limits) = (Record::new(String::new()), Limits::default());
    let task = WorkTask::Move { opponent: player.to_owned(), seed: 1, record, limits };
    WorkRequest::new(&catalogue()[0], task)
}

fn pool() -> EnginePool {
    EnginePool::new(1, catalogue())
}

fn search(
    pool: &EnginePool,
    client: u8,
    cost: Duration,
    player: &str,
) -> Result<JobHandle, QueueFull> {
    let tenant = Tenant::Remote([192, 0, 2, client].into());
    let class = JobClass { tenant, priority: WorkPriority::Match, cost };
    pool.submit_slice(class, request(player), Arc::default())
}

fn endless_search(pool: &EnginePool, client: u8) -> Result<JobHandle, QueueFull> {
    search(pool, client, Duration::from_secs(2), "endless")
}

/// The report at the end of a search; `None` if it failed.
async fn report(job: &mut JobHandle) -> Option<AnyReport> {
    match job.result().await? {
        WorkResult::Report(report) => Some(report),
        other => panic!("{other:?}"),
    }
}

/// Waits until a search has found something.
async fn progressed(job: &JobHandle) -> AnyReport {
    loop {
        match job.updates().pop_back() {
            Some(WorkUpdate::Report(report)) => return report,
            _ => tokio::task::yield_now().await,
        }
    }
}

#[tokio::test]
async fn a_search_that_is_stopped_reports_what_it_has() {
    let pool = pool();
    let mut search = endless_search(&pool, 1).unwrap();
    assert_eq!(progressed(&search).await.depth, 3);
    assert!(search.updates().is_empty());
    search.stop();
    assert_eq!(report(&mut search).await.unwrap().choice.as_deref(), Some("b2"));
}

#[tokio::test]
async fn a_panic_costs_one_result_and_no_thread() {
    let pool = pool();
    let mut panicking = search(&pool, 1, Duration::from_secs(2), "panicking").unwrap();
    assert!(report(&mut panicking).await.is_none());
    let mut search = endless_search(&pool, 1).unwrap();
    search.stop();
    assert!(report(&mut search).await.is_some());
}

#[tokio::test]
async fn a_stand_in_makes_the_move_that_a_bot_does_not_make() {
    let pool = pool();
    let busy = endless_search(&pool, 1).unwrap();
    progressed(&busy).await;
    // Neither waits for the only thread: the bot has one of its own, and its stand-in is cheap.
    let mut bot = search(&pool, 2, Duration::from_secs(2), "bot").unwrap();
    let played = report(&mut bot).await.unwrap();
    assert_eq!((played.choice.as_deref(), played.notice), (Some("a1"), Some(title("no move"))));
}

#[tokio::test]
async fn dropping_a_handle_makes_room_for_the_next() {
    let pool = pool();
    drop(endless_search(&pool, 1).unwrap());
    let mut next = endless_search(&pool, 2).unwrap();
    next.stop();
    assert!(report(&mut next).await.is_some());
}

#[tokio::test]
async fn a_tenant_has_a_limited_share_of_the_queue() {
    let pool = pool();
    let busy = endless_search(&pool, 1).unwrap();
    // The only thread is busy from here on.
    progressed(&busy).await;
    let mut waiting = Vec::new();
    while let Ok(search) = endless_search(&pool, 2) {
        waiting.push(search);
    }
    assert!(endless_search(&pool, 3).is_ok());
    drop((busy, waiting));
}

#[tokio::test]
async fn a_cheap_search_does_not_wait_for_expensive_ones() {
    let pool = pool();
    let busy = endless_search(&pool, 1).unwrap();
    progressed(&busy).await;
    let waiting: Vec<_> = (0..20).map(|_| endless_search(&pool, 1).unwrap()).collect();
    let mut cheap = search(&pool, 2, Duration::from_millis(4), "endless").unwrap();
    progressed(&cheap).await;
    cheap.stop();
    assert!(report(&mut cheap).await.is_some());
    drop((busy, waiting));
}

#[tokio::test]
async fn a_closed_pool_stops_what_runs() {
    let pool = pool();
    let mut running = endless_search(&pool, 1).unwrap();
    progressed(&running).await;
    let mut waiting = endless_search(&pool, 2).unwrap();
    pool.close();
    assert!(report(&mut running).await.is_some());
    assert!(report(&mut waiting).await.is_none());
    assert!(endless_search(&pool, 3).is_err());
}
