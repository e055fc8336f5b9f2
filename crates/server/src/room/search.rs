//! The search for a computer player of a room: in the engine pool, if fair play allows it.

use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;

use ::room::refusal;
use api::{DriverInput, OpenRoom};
use engine::AnyReport;
use play::Version;
use tokio::time::{Instant, sleep_until};
use wire::ToClient;
use work::{WorkPriority, WorkRequest, WorkResult, WorkUpdate};

use super::RoomActor;
use crate::engine_pool::JobHandle;
use crate::fair_play::{Lookahead, helps_elsewhere};
use crate::socket_loop::encode;
use crate::tenant::Tenant;

/// When a search is tried again that found no place in the queue, in milliseconds.
const ENGINE_RETRY_DELAY_MS: u64 = 250;
/// When a search is tried again that would help a player of another game, in milliseconds.
const FAIR_PLAY_RETRY_DELAY_MS: u64 = 10_000;

/// A search for a room. Dropping it stops the search.
pub(super) struct EngineSearch {
    /// The version of the match that it is about.
    version: Version,
    job: JobHandle,
    /// When the result is taken at the earliest.
    answers_at: Instant,
    /// The result, until it is known whether it may be used.
    report: Poll<Option<AnyReport>>,
    /// Whether the result would help a player of a game on any node; found out when there is one.
    guard: Option<Pin<Box<dyn Future<Output = bool> + Send>>>,
}

/// News of a search.
pub(super) enum SearchNews {
    /// It has found something, or ended.
    Driver(DriverInput),
    /// It has ended, and must not be used: its result would help a player of a game on another node.
    Forbidden(Version),
}

impl EngineSearch {
    /// Ends the search with what it has found so far.
    pub(super) fn hurry(&self) {
        self.job.stop();
    }

    async fn next_news(&mut self) -> SearchNews {
        let report = loop {
            if let Poll::Ready(report) = &self.report {
                break report;
            }
            match self.job.next().await {
                Poll::Ready(Some(WorkResult::Report(report))) => {
                    self.report = Poll::Ready(Some(report));
                }
                Poll::Ready(_) => self.report = Poll::Ready(None),
                Poll::Pending => {
                    if let Some(WorkUpdate::Report(report)) = self.job.updates().pop_back() {
                        return SearchNews::Driver(DriverInput::SearchUpdated(
                            self.version,
                            report,
                        ));
                    }
                }
            }
        };
        sleep_until(self.answers_at).await;
        if let Some(guard) = &mut self.guard
            && guard.await
        {
            return SearchNews::Forbidden(self.version);
        }
        SearchNews::Driver(DriverInput::SearchEnded(self.version, report.clone()))
    }
}

/// Waits for news of the search; for ever if there is none. Dropping the future loses nothing.
pub(super) async fn next_news(search: &mut Option<EngineSearch>) -> SearchNews {
    match search {
        Some(search) => search.next_news().await,
        None => std::future::pending().await,
    }
}

impl RoomActor {
    /// Starts a search, in the place of any other.
    pub(super) fn start_search(&mut self, version: Version, request: WorkRequest) {
        self.search = None;
        if self.helps_a_player() {
            return self.forbid(version);
        }
        let pool = &self.service.pool;
        let Ok(job) = pool.submit(self.engine_tenant(), WorkPriority::Match, request) else {
            let (retry_ms, notice) = (ENGINE_RETRY_DELAY_MS, None);
            return self.drive(DriverInput::SearchPostponed { version, retry_ms, notice });
        };
        let nodes = self.service.nodes.as_ref();
        let guard = nodes.zip(self.current_match()).map(|(_, current_match)| {
            let (service, visitor) = (Arc::clone(&self.service), self.commander.clone());
            let record = current_match.live().record().clone();
            Box::pin(helps_elsewhere(service, visitor, self.room().game(), record)) as Pin<Box<_>>
        });
        let (answers_at, report) =
            (Instant::now() + self.service.limits.answer_delay, Poll::Pending);
        self.search = Some(EngineSearch { version, job, answers_at, report, guard });
    }

    /// Takes in news of the search.
    pub(super) fn handle_search(&mut self, news: SearchNews) {
        match news {
            SearchNews::Driver(input @ DriverInput::SearchEnded(version, _)) => {
                self.search = None;
                // A game between people may have come to this position meanwhile.
                if self.helps_a_player() {
                    self.forbid(version);
                } else {
                    self.drive(input);
                }
            }
            SearchNews::Driver(input) => self.drive(input),
            SearchNews::Forbidden(version) => {
                self.search = None;
                self.forbid(version);
            }
        }
    }

    /// Tries a search again later, and tells the one who commands why the computer does not move.
    fn forbid(&mut self, version: Version) {
        let (retry_ms, notice) = (FAIR_PLAY_RETRY_DELAY_MS, None);
        self.drive(DriverInput::SearchPostponed { version, retry_ms, notice });
        let refused = encode(&ToClient::refused(None, refusal::own_game()));
        for (subscriber, visitor) in &self.visitors {
            if *visitor == self.commander {
                self.try_send(*subscriber, &refused);
            }
        }
    }

    /// The visitor to whom searches are charged: whoever gave the last command, or, where that visitor is gone
    /// and others watch, the first of these.
    fn engine_tenant(&self) -> Tenant {
        let tenants = || self.visitors.values().map(|visitor| visitor.tenant);
        let commander = self.commander.tenant;
        let is_there = tenants().any(|tenant| tenant == commander);
        if is_there { commander } else { tenants().next().unwrap_or(commander) }
    }

    /// Whether a move of the computer would help the visitor who commands in a game against a person. Others
    /// who follow do not count: they could stop the matches of their hosts.
    fn helps_a_player(&self) -> bool {
        let Some(current_match) = self.current_match() else { return false };
        let (game, live) = (self.room().game(), current_match.live());
        let now = self.service.time.now().monotonic;
        self.service.fair_play.forbids(&self.commander, game, live, Lookahead::None, now)
    }
}
