//! The socket of analysis: one question at a time, the next takes the place of the one before.

use std::net::IpAddr;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::response::Response;
use axum::routing::get;
use engine::{AnyReport, Entry, ReviewedEntry, accuracy};
use rules::{Live, Text};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use wire::report::{position_report, reviewed_move};
use wire::{AnalysisRefusal, FromAnalyst, PROTOCOL, Question, ToAnalyst};

use super::pursuit::{News, pursue};
use super::study::{self, Study};
use crate::Shared;
use crate::blocking::{Tenant, WorkBudget};
use crate::converse::{self, Answerer, Outgoing, Reaction, begin};
use crate::http::Error;
use crate::hub::Service;
use crate::limits::neighbourhood;
use crate::sockets::{Pace, Tempo};
use crate::time::now;
use crate::visitor::Visitor;

/// The longest message.
const LONGEST: usize = 16 << 10;
/// The most lines that are told.
const LINES: usize = 10;
/// News of a study that may wait to be sent.
const QUEUE: usize = 8;

pub(crate) fn router() -> Router<Shared> {
    Router::new().route("/api/analysis/socket", get(open))
}

async fn open(
    State(shared): State<Shared>,
    visitor: Visitor,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    let counted = shared.sockets.open(&visitor)?;
    let pace = shared.sockets.pace(&visitor);
    Ok(begin(upgrade, LONGEST, counted, move |queue| {
        let (tenant, visitor) = (visitor.tenant(), neighbourhood(visitor.address));
        Client { shared, tenant, visitor, queue, greeted: false, pace, current: None }
    }))
}

/// Somebody at the other end of the socket.
struct Client {
    shared: Shared,
    tenant: Tenant,
    visitor: IpAddr,
    queue: Outgoing,
    greeted: bool,
    pace: Pace,
    current: Option<Current>,
}

/// The question that is being answered. Dropping it ends that.
struct Current(AbortHandle);

impl Drop for Current {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// What is asked about a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum About {
    /// The position at its end.
    Position,
    /// All of it.
    Game,
}

impl Answerer for Client {
    async fn receive(&mut self, text: Option<&str>) -> Reaction {
        match self.pace.hear() {
            Tempo::Good => {}
            Tempo::Fast => return refuse(None, AnalysisRefusal::Busy, "refused-slow-down"),
            Tempo::Deaf => return Reaction::End,
        }
        match text.and_then(|text| serde_json::from_str(text).ok()) {
            Some(message) => self.answer(message),
            None => refuse(None, AnalysisRefusal::BadMessage, "refused-bad-message"),
        }
    }

    async fn leave(&mut self) {
        self.current = None;
    }
}

impl Client {
    fn answer(&mut self, message: ToAnalyst) -> Reaction {
        let (about, question) = match message {
            ToAnalyst::Ping { n } => return say(&FromAnalyst::Pong { n, now: now().0 }),
            ToAnalyst::Hello { protocol } if protocol != PROTOCOL => {
                let text = texts::text("refused-protocol", &[("version", PROTOCOL.into())]);
                return say(&refusal(None, AnalysisRefusal::Protocol, text));
            }
            ToAnalyst::Hello { .. } => {
                self.greeted = true;
                return say(&FromAnalyst::Ready);
            }
            ToAnalyst::Stop => {
                self.current = None;
                return Reaction::Nothing;
            }
            ToAnalyst::Analyse(question) => (About::Position, question),
            ToAnalyst::Review(question) => (About::Game, question),
        };
        if !self.greeted {
            let code = AnalysisRefusal::BadMessage;
            return refuse(Some(question.question), code, "refused-no-hello");
        }
        // The place of the one before is free before this one takes one.
        self.current = None;
        let (shared, queue) = (self.shared.clone(), self.queue.clone());
        let (tenant, visitor) = (self.tenant, self.visitor);
        let task = tokio::spawn(async move {
            let number = question.question;
            if let Err(refused) = inquire(&shared, tenant, visitor, about, question, &queue).await {
                let message = refusal(Some(number), refused.code, refused.text);
                let _ = queue.send(converse::encode(&message)).await;
            }
        });
        self.current = Some(Current(task.abort_handle()));
        Reaction::Nothing
    }
}

/// Why a question is not answered.
struct Refused {
    code: AnalysisRefusal,
    text: Text,
}

impl Refused {
    fn new(code: AnalysisRefusal, id: &str) -> Self {
        Self { code, text: texts::text(id, &[]) }
    }
}

/// Answers a question until all is said.
async fn inquire(
    shared: &Shared,
    tenant: Tenant,
    visitor: IpAddr,
    about: About,
    question: Question,
    queue: &Outgoing,
) -> Result<(), Refused> {
    let (entry, mut live) = check(shared, tenant, &question).await?;
    let record = live.record().clone();
    let key = (question.game.clone(), record.clone());
    if about == About::Game
        && let Some(said) = shared.reviews.get(&key)
    {
        for message in said.iter().cloned() {
            tell(queue, &about_question(message, question.question)).await;
        }
        return Ok(());
    }
    let busy = || Refused::new(AnalysisRefusal::Busy, "refused-busy");
    let _place = shared.quota.take(visitor).map_err(|_| busy())?;
    let lines = question.lines.clamp(1, LINES);
    let study: Box<dyn Study> = match about {
        About::Position => {
            let judged = if question.every { usize::MAX } else { lines };
            Box::new(study::Position::new(entry, record, judged))
        }
        About::Game => Box::new(study::Game::new(entry, record)),
    };
    let (sender, mut news) = mpsc::channel(QUEUE);
    tokio::spawn(pursue(shared.service.pool.clone(), visitor.to_string(), study, sender));
    let mut answer = Answer::new(question.question, lines, live.as_mut());
    while let Some(told) = news.recv().await {
        let (found, done) = match told {
            News::Found(found) => (found, false),
            News::Done(found) => (found, true),
            News::Busy => return Err(busy()),
            News::Failed => return Err(Refused::new(AnalysisRefusal::Failed, "problem-failed")),
        };
        let messages = match about {
            About::Position => answer.report(found.report, done).into_iter().collect(),
            About::Game => answer.entries(found.entries, done),
        };
        for message in &messages {
            tell(queue, message).await;
        }
        if done && about == About::Game {
            shared.reviews.put(key, answer.said);
            break;
        }
    }
    Ok(())
}

/// The game of a question and where it stands, if it may be asked about.
async fn check(
    shared: &Shared,
    tenant: Tenant,
    question: &Question,
) -> Result<(Entry, Box<dyn Live>), Refused> {
    let bad = |text| Refused { code: AnalysisRefusal::BadRecord, text };
    let entry = shared
        .service
        .entry(&question.game)
        .ok_or_else(|| bad(texts::text("problem-no-game", &[("name", (&question.game).into())])))?;
    let unfinished = || Refused::new(AnalysisRefusal::Unfinished, "problem-no-analysis");
    if let Some(id) = &question.of {
        let fair = shared.hub.look(id, |room| room.analysable().is_some()).await;
        if fair != Ok(true) {
            return Err(unfinished());
        }
    }
    let (game, record) = (question.game.clone(), question.record.clone());
    let replay = move |service: &Service, _: &WorkBudget| {
        let open = || entry.game.open(&record).map_err(|error| bad(error.text()));
        Ok(open().and_then(|mut live| {
            if service.secrets.hide(&game, live.as_mut()) { Err(unfinished()) } else { open() }
        }))
    };
    let live = shared.run_blocking(tenant, LONGEST, replay).await.map_err(|error| match error {
        Error::Failed(_) => Refused::new(AnalysisRefusal::Failed, "problem-failed"),
        _ => Refused::new(AnalysisRefusal::Busy, "refused-busy"),
    })?;
    Ok((entry, live?))
}

/// What is told of a question.
struct Answer<'a> {
    question: u64,
    lines: usize,
    live: &'a mut dyn Live,
    /// How many entries there are to judge.
    entries: usize,
    last: AnyReport,
    judged: Vec<ReviewedEntry>,
    said: Vec<FromAnalyst>,
}

impl<'a> Answer<'a> {
    fn new(question: u64, lines: usize, live: &'a mut dyn Live) -> Self {
        let entries = live.record().moves.len();
        let last = AnyReport::default();
        Self { question, lines, live, entries, last, judged: Vec::new(), said: Vec::new() }
    }

    fn report(&mut self, found: Option<AnyReport>, done: bool) -> Option<FromAnalyst> {
        if found.is_none() && !done {
            return None;
        }
        self.last = found.unwrap_or_else(|| std::mem::take(&mut self.last));
        let Self { question, lines, live, last, .. } = self;
        Some(FromAnalyst::Report(position_report(*question, *live, last, *lines, done)))
    }

    fn entries(&mut self, found: Vec<ReviewedEntry>, done: bool) -> Vec<FromAnalyst> {
        let mut messages = Vec::new();
        for entry in found {
            // From the end: where it stands never comes back.
            self.live.truncate(entry.index);
            let reviewed = reviewed_move(self.live, &entry);
            self.judged.push(entry);
            messages.push(FromAnalyst::Reviewed {
                question: self.question,
                progress: [self.judged.len(), self.entries],
                entry: Box::new(reviewed),
            });
        }
        if done {
            let accuracy = accuracy(&self.judged);
            messages.push(FromAnalyst::ReviewOver { question: self.question, accuracy });
        }
        self.said.extend(messages.iter().cloned());
        messages
    }
}

/// The same message as an answer to another question.
fn about_question(mut message: FromAnalyst, number: u64) -> FromAnalyst {
    if let FromAnalyst::Reviewed { question, .. } | FromAnalyst::ReviewOver { question, .. } =
        &mut message
    {
        *question = number;
    }
    message
}

async fn tell(queue: &Outgoing, message: &FromAnalyst) {
    // Nobody is there any more: the socket ends, and this with it.
    let _ = queue.send(converse::encode(message)).await;
}

fn say(message: &FromAnalyst) -> Reaction {
    Reaction::Say(converse::encode(message))
}

fn refuse(question: Option<u64>, code: AnalysisRefusal, id: &str) -> Reaction {
    say(&refusal(question, code, texts::text(id, &[])))
}

const fn refusal(question: Option<u64>, code: AnalysisRefusal, text: Text) -> FromAnalyst {
    FromAnalyst::Refused { question, code, text }
}
