//! Socket of analysis. It has one question at a time: a new one cancels the one before.

use std::sync::Arc;

use api::{Error, GameReview, Games, OpenRoom, PositionAnalysis, SlicedJob, WorkBudget};
use axum::Router;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::response::Response;
use axum::routing::get;
use engine::{AnyReport, Entry, ReviewedEntry, accuracy};
use rules::{BySeat, Live, Record, Text};
use tokio::sync::mpsc;
use wire::report::{position_report, reviewed_move};
use wire::{AnalysisRefusal, FromAnalyst, PROTOCOL, Question, ToAnalyst};

use super::time_slices::{AnalysisUpdate, run_in_slices};
use crate::AppState;
use crate::http::HttpError;
use crate::room::RoomActor;
use crate::socket_limiter::{MessageLimiter, MessageVerdict};
use crate::socket_loop::{
    AbortOnDrop, Outbox, SocketHandler, SocketLimits, SocketReply, encode, serve_socket,
};
use crate::visitor::{Visitor, VisitorId};

/// Size limits of the socket.
const SOCKET_LIMITS: SocketLimits =
    SocketLimits { message_max_bytes: 16 << 10, outbox_messages: 32 };
/// Lines of a report at most.
const REPORT_MAX_LINES: usize = 10;
/// Updates of a job that may wait to be sent.
const UPDATE_CHANNEL_CAPACITY: usize = 8;

pub(crate) fn router() -> Router<AppState> {
    Router::new().route("/api/analysis/socket", get(open))
}

async fn open(
    State(shared): State<AppState>,
    visitor: Visitor,
    upgrade: WebSocketUpgrade,
) -> Result<Response, HttpError> {
    let permit = shared.sockets.acquire(&visitor)?;
    let limiter = shared.sockets.message_limiter(&visitor);
    Ok(serve_socket(upgrade, SOCKET_LIMITS, permit, move |outbox| {
        let client = AnalysisClient { shared, visitor: visitor.id(), outbox };
        AnalysisSession { client, greeted: false, limiter, current: None }
    }))
}

/// What it takes to answer a client's questions.
#[derive(Clone)]
struct AnalysisClient {
    shared: AppState,
    visitor: VisitorId,
    outbox: Outbox,
}

/// State of one socket.
struct AnalysisSession {
    client: AnalysisClient,
    greeted: bool,
    limiter: MessageLimiter,
    /// The task that answers the current question.
    current: Option<AbortOnDrop>,
}

/// Scope of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AnalysisScope {
    /// The position at the end of the record.
    Position,
    /// The whole game.
    Game,
}

impl SocketHandler for AnalysisSession {
    async fn receive(&mut self, text: Option<&str>) -> SocketReply {
        match self.limiter.check(self.client.shared.service.time.now().monotonic) {
            MessageVerdict::Allowed => {}
            MessageVerdict::Throttled => {
                return refuse(None, AnalysisRefusal::Busy, "refused-slow-down");
            }
            MessageVerdict::Abusive => return SocketReply::Close,
        }
        match text.and_then(|text| serde_json::from_str(text).ok()) {
            Some(message) => self.answer(message),
            None => refuse(None, AnalysisRefusal::BadMessage, "refused-bad-message"),
        }
    }

    async fn closed(&mut self) {
        self.current = None;
    }
}

impl AnalysisSession {
    fn answer(&mut self, message: ToAnalyst) -> SocketReply {
        let (scope, question) = match message {
            ToAnalyst::Ping { n } => {
                let now = self.client.shared.service.time.now().wall;
                return reply(&FromAnalyst::Pong { n, now: now.0 });
            }
            ToAnalyst::Hello { protocol } if protocol != PROTOCOL => {
                let text = texts::text("refused-protocol", &[("version", PROTOCOL.into())]);
                return reply(&refusal(None, AnalysisRefusal::Protocol, text));
            }
            ToAnalyst::Hello { .. } => {
                self.greeted = true;
                return reply(&FromAnalyst::Ready);
            }
            ToAnalyst::Stop => {
                self.current = None;
                return SocketReply::None;
            }
            ToAnalyst::Analyse(question) => (AnalysisScope::Position, question),
            ToAnalyst::Review(question) => (AnalysisScope::Game, question),
        };
        if !self.greeted {
            let code = AnalysisRefusal::BadMessage;
            return refuse(Some(question.question), code, "refused-no-hello");
        }
        // Gives its permit back before the new question takes one.
        self.current = None;
        let client = self.client.clone();
        let task = tokio::spawn(async move {
            let number = question.question;
            if let Err(refused) = client.answer(scope, question).await {
                client.send(&refusal(Some(number), refused.code, refused.text)).await;
            }
        });
        self.current = Some(AbortOnDrop(task.abort_handle()));
        SocketReply::None
    }
}

/// Refusal of a question.
struct RefusedQuestion {
    code: AnalysisRefusal,
    text: Text,
}

impl RefusedQuestion {
    fn new(code: AnalysisRefusal, id: &str) -> Self {
        Self { code, text: texts::text(id, &[]) }
    }
}

impl AnalysisClient {
    /// Answers a question; returns when there is nothing more to send.
    async fn answer(
        &self,
        scope: AnalysisScope,
        question: Question,
    ) -> Result<(), RefusedQuestion> {
        let (entry, mut live) = self.check(&question).await?;
        let record = live.record().clone();
        let key = (question.game.clone(), record.clone());
        if scope == AnalysisScope::Game
            && let Some(messages) = self.shared.reviews.get(&key)
        {
            for message in messages.iter().cloned() {
                self.send(&with_question(message, question.question)).await;
            }
            self.store_accuracy(&question, &record, &messages).await;
            return Ok(());
        }
        let busy = || RefusedQuestion::new(AnalysisRefusal::Busy, "refused-busy");
        let _permit = self.shared.quota.acquire(self.visitor.tenant).map_err(|_| busy())?;
        let lines = question.lines.clamp(1, REPORT_MAX_LINES);
        let job: Box<dyn SlicedJob> = match scope {
            AnalysisScope::Position => {
                let valued = if question.every { usize::MAX } else { lines };
                Box::new(PositionAnalysis::new(entry, record, valued))
            }
            AnalysisScope::Game => Box::new(GameReview::new(entry, record)),
        };
        let (sender, mut updates) = mpsc::channel(UPDATE_CHANNEL_CAPACITY);
        let pool = self.shared.service.pool.clone();
        tokio::spawn(run_in_slices(pool, self.visitor.tenant, job, sender));
        let mut builder = AnswerBuilder::new(question.question, lines, live.as_mut());
        while let Some(update) = updates.recv().await {
            let (results, done) = match update {
                AnalysisUpdate::Partial(results) => (results, false),
                AnalysisUpdate::Done(results) => (results, true),
                AnalysisUpdate::Busy => return Err(busy()),
                AnalysisUpdate::Failed => {
                    return Err(RefusedQuestion::new(AnalysisRefusal::Failed, "problem-failed"));
                }
            };
            let messages = match scope {
                AnalysisScope::Position => {
                    builder.report(results.report, done).into_iter().collect()
                }
                AnalysisScope::Game => builder.entries(results.entries, done),
            };
            for message in &messages {
                self.send(message).await;
            }
            if done && scope == AnalysisScope::Game {
                self.store_accuracy(&question, &key.1, &builder.sent).await;
                self.shared.reviews.put(key, builder.sent);
                break;
            }
        }
        Ok(())
    }

    /// Stores the accuracy of a match whose review is complete, if it is over and nothing but the match was reviewed.
    async fn store_accuracy(&self, question: &Question, record: &Record, messages: &[FromAnalyst]) {
        let (Some(id), Some(accuracy)) = (&question.of, accuracy_of(messages)) else { return };
        let record = record.clone();
        let look = move |actor: &RoomActor| {
            let finished = actor.analysable().filter(|playing| playing.end().is_some())?;
            let live = finished.live();
            (*live.record() == record).then(|| (actor.room().session().version(), live.swapped()))
        };
        let Ok(Some((version, swapped))) = self.shared.hub.look(id, &self.visitor, look).await
        else {
            return;
        };
        let accuracy = by_player(accuracy, swapped);
        if let Err(error) = self.shared.service.store.put_accuracy(id, version, accuracy).await {
            tracing::warn!(id, %error, "an accuracy cannot be stored");
        }
    }

    /// Opens the game of a question, if it may be analysed.
    async fn check(&self, question: &Question) -> Result<(Entry, Box<dyn Live>), RefusedQuestion> {
        let bad = |text| RefusedQuestion { code: AnalysisRefusal::BadRecord, text };
        let no_game = || texts::text("problem-no-game", &[("name", (&question.game).into())]);
        let entry =
            self.shared.service.games.entry(&question.game).ok_or_else(|| bad(no_game()))?;
        let unfinished =
            || RefusedQuestion::new(AnalysisRefusal::Unfinished, "problem-no-analysis");
        if let Some(id) = &question.of {
            let allowed =
                self.shared.hub.look(id, &self.visitor, |room| room.analysable().is_some()).await;
            if allowed != Ok(true) {
                return Err(unfinished());
            }
        }
        let (visitor, record) = (self.visitor.clone(), question.record.clone());
        let service = Arc::clone(&self.shared.service);
        let replay = move |_: &Games, _: &dyn WorkBudget| {
            let live = entry.game.open(&record).map_err(|error| bad(error.text()));
            Ok(live.and_then(|live| {
                let fair = service.check_fair_play(&visitor, entry, live.as_ref());
                let own_game =
                    || RefusedQuestion::new(AnalysisRefusal::Unfinished, "problem-own-game");
                fair.map(|()| live).map_err(|_| own_game())
            }))
        };
        let bytes = SOCKET_LIMITS.message_max_bytes;
        let live = self.shared.run_blocking(self.visitor.tenant, bytes, replay).await;
        let live = live.map_err(|error| match error {
            Error::Failed(_) => RefusedQuestion::new(AnalysisRefusal::Failed, "problem-failed"),
            _ => RefusedQuestion::new(AnalysisRefusal::Busy, "refused-busy"),
        })?;
        Ok((entry, live?))
    }

    /// Sends a message. If the socket is closed, this task is about to be aborted.
    async fn send(&self, message: &FromAnalyst) {
        let _ = self.outbox.send(encode(message)).await;
    }
}

/// The accuracy at the end of a review, by the seats at the end.
fn accuracy_of(messages: &[FromAnalyst]) -> Option<BySeat<Option<f32>>> {
    match messages.last() {
        Some(FromAnalyst::ReviewOver { accuracy, .. }) => Some(*accuracy),
        _ => None,
    }
}

/// The accuracy as it is stored: in thousandths, by the seats where the players began.
fn by_player(accuracy: BySeat<Option<f32>>, swapped: bool) -> store::Accuracy {
    // Rounded down, so that rounding to percent gives what the review says.
    let thousandths = |percent: f32| (percent * 10.0).clamp(0.0, 1000.0) as u16;
    let BySeat { first, second } = accuracy.map(|one| one.map(thousandths));
    if swapped { BySeat { first: second, second: first } } else { BySeat { first, second } }
}

/// Builds the messages that answer a question.
struct AnswerBuilder<'a> {
    question: u64,
    lines: usize,
    live: &'a mut dyn Live,
    /// Entries of the record, all of which are reviewed.
    entries: usize,
    last: AnyReport,
    reviewed: Vec<ReviewedEntry>,
    sent: Vec<FromAnalyst>,
}

impl<'a> AnswerBuilder<'a> {
    fn new(question: u64, lines: usize, live: &'a mut dyn Live) -> Self {
        let entries = live.record().moves.len();
        let last = AnyReport::default();
        Self { question, lines, live, entries, last, reviewed: Vec::new(), sent: Vec::new() }
    }

    fn report(&mut self, report: Option<AnyReport>, done: bool) -> Option<FromAnalyst> {
        if report.is_none() && !done {
            return None;
        }
        self.last = report.unwrap_or_else(|| std::mem::take(&mut self.last));
        let Self { question, lines, live, last, .. } = self;
        Some(FromAnalyst::Report(position_report(*question, *live, last, *lines, done)))
    }

    fn entries(&mut self, entries: Vec<ReviewedEntry>, done: bool) -> Vec<FromAnalyst> {
        let mut messages = Vec::new();
        for entry in entries {
            // Entries come from the end of the game, so that the moves after them can be taken back.
            self.live.truncate(entry.index);
            let message = reviewed_move(self.live, &entry);
            self.reviewed.push(entry);
            messages.push(FromAnalyst::Reviewed {
                question: self.question,
                progress: [self.reviewed.len(), self.entries],
                entry: Box::new(message),
            });
        }
        if done {
            let accuracy = accuracy(&self.reviewed);
            messages.push(FromAnalyst::ReviewOver { question: self.question, accuracy });
        }
        self.sent.extend(messages.iter().cloned());
        messages
    }
}

/// The same message with the number of another question.
fn with_question(mut message: FromAnalyst, number: u64) -> FromAnalyst {
    if let FromAnalyst::Reviewed { question, .. } | FromAnalyst::ReviewOver { question, .. } =
        &mut message
    {
        *question = number;
    }
    message
}

fn reply(message: &FromAnalyst) -> SocketReply {
    SocketReply::Send(encode(message))
}

fn refuse(question: Option<u64>, code: AnalysisRefusal, id: &str) -> SocketReply {
    reply(&refusal(question, code, texts::text(id, &[])))
}

const fn refusal(question: Option<u64>, code: AnalysisRefusal, text: Text) -> FromAnalyst {
    FromAnalyst::Refused { question, code, text }
}
