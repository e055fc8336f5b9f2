//! Questions about positions and games, and their answers.

use std::pin::Pin;

use engine::Entry;
use rules::{Live, Record, Text};
use wire::http::{AnalysisCheck, AnalysisPlace};
use wire::{AnalysisRefusal, FromAnalyst, Question};
use work::{WorkRequest, WorkResult, WorkUpdate};

use super::ANALYSIS_MESSAGE_MAX_BYTES;
use super::answer_builder::{AnswerBuilder, accuracy_of, by_player, with_question};
use super::review_cache::ReviewCache;
use super::session::refused;
use super::sliced_analysis::{Ending, SlicedAnalysis};
use crate::context::{Context, OpenRoom, WorkBudget};
use crate::error::Error;
use crate::games::Games;

/// Lines of a report at most.
const REPORT_MAX_LINES: usize = 10;

/// Scope of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnalysisScope {
    /// The position at the end of the record.
    Position,
    /// The whole game.
    Game,
}

/// Where questions are analysed, and where their answers go.
pub trait Analyst: Send + Sync {
    /// A question that is being answered. Dropping it ends its work.
    type Job: AnalysisJob;

    /// The latest reviews.
    fn reviews(&self) -> &ReviewCache;

    /// Starts a question; `None` if the visitor has too many, or all visitors together.
    fn start(&self) -> Option<Self::Job>;

    /// Sends a message, if the socket is still open.
    fn send(&self, message: &FromAnalyst) -> impl Future<Output = ()> + Send;
}

/// A question that is being answered, slice by slice. What engines learn in one serves the next.
pub trait AnalysisJob: Send {
    /// Starts a slice, if there is a place for it.
    fn start_slice(&mut self, request: WorkRequest) -> Result<(), Error>;

    /// Waits for news of the slice; `has_result` says whether it has had any result.
    fn next(&mut self, has_result: bool) -> impl Future<Output = SliceNews> + Send;
}

/// News of a slice.
#[derive(Default)]
pub struct SliceNews {
    /// What it has found.
    pub updates: Vec<WorkUpdate>,
    /// Its end, with a result unless the engine failed or was stopped before it had one.
    pub end: Option<(Option<WorkResult>, Ending)>,
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

    const fn bad(text: Text) -> Self {
        Self { code: AnalysisRefusal::BadRecord, text }
    }

    fn busy() -> Self {
        Self::new(AnalysisRefusal::Busy, "refused-busy")
    }

    fn failed() -> Self {
        Self::new(AnalysisRefusal::Failed, "problem-failed")
    }
}

/// Answers a question; ends when there is nothing more to send.
pub fn answer_question<C: Context, A: Analyst + 'static>(
    context: C,
    analyst: A,
    scope: AnalysisScope,
    question: Question,
) -> Pin<Box<dyn Future<Output = ()> + Send>> {
    Box::pin(async move {
        let number = question.question;
        if let Err(refusal) = answer(&context, &analyst, scope, question).await {
            analyst.send(&refused(Some(number), refusal.code, refusal.text)).await;
        }
    })
}

async fn answer(
    context: &impl Context,
    analyst: &impl Analyst,
    scope: AnalysisScope,
    question: Question,
) -> Result<(), RefusedQuestion> {
    if context.analysis_place() == AnalysisPlace::Browser {
        let code = AnalysisRefusal::Browser;
        return Err(RefusedQuestion::new(code, "refused-analysis-browser"));
    }
    let (entry, mut live) =
        check(context, &question.game, &question.record, question.of.as_deref()).await?;
    let record = live.record().clone();
    let key = (question.game.clone(), record.clone());
    if scope == AnalysisScope::Game
        && let Some(messages) = analyst.reviews().get(&key)
    {
        store_accuracy(context, &question, &record, &messages).await;
        for message in messages.iter().cloned() {
            analyst.send(&with_question(message, question.question)).await;
        }
        return Ok(());
    }
    let lines = question.lines.clamp(1, REPORT_MAX_LINES);
    let mut analysis = match scope {
        AnalysisScope::Position => {
            let valued = if question.every { usize::MAX } else { lines };
            SlicedAnalysis::of_position(&entry, record, valued)
        }
        AnalysisScope::Game => SlicedAnalysis::of_game(&entry, record),
    };
    let mut job = analyst.start().ok_or_else(RefusedQuestion::busy)?;
    job.start_slice(analysis.start_slice()).map_err(refused_by)?;
    let mut builder = AnswerBuilder::new(question.question, lines, live.as_mut());
    loop {
        let SliceNews { updates, end } = job.next(analysis.has_result()).await;
        for update in updates {
            analysis.update(update);
        }
        let has_ended = end.is_some();
        let done = match end {
            Some((None, Ending::Complete)) => return Err(RefusedQuestion::failed()),
            Some((result, ending)) => analysis.finish_slice(result, ending),
            None => false,
        };
        let messages = match scope {
            AnalysisScope::Position => {
                builder.report(analysis.report.take(), done).into_iter().collect()
            }
            AnalysisScope::Game => builder.entries(std::mem::take(&mut analysis.entries), done),
        };
        if done && scope == AnalysisScope::Game {
            // First: with the last message the client may ask its next question, which cancels this one.
            store_accuracy(context, &question, &key.1, &builder.sent).await;
            analyst.reviews().put(key, builder.sent);
            send_all(analyst, &messages).await;
            return Ok(());
        }
        send_all(analyst, &messages).await;
        if done {
            return Ok(());
        }
        if has_ended {
            job.start_slice(analysis.start_slice()).map_err(refused_by)?;
        }
    }
}

async fn send_all(analyst: &impl Analyst, messages: &[FromAnalyst]) {
    for message in messages {
        analyst.send(message).await;
    }
}

/// Stores the accuracy of a match whose review is complete, if it is over and nothing but the match was reviewed.
async fn store_accuracy(
    context: &impl Context,
    question: &Question,
    record: &Record,
    messages: &[FromAnalyst],
) {
    let (Some(id), Some(accuracy)) = (&question.of, accuracy_of(messages)) else { return };
    let record = record.clone();
    let look = move |room: &dyn OpenRoom| {
        let finished = room.analysable().filter(|playing| playing.end().is_some())?;
        let live = finished.live();
        (*live.record() == record).then(|| (room.room().session().version(), live.swapped()))
    };
    let Ok(Some((version, swapped))) = context.look(id, look).await else { return };
    let accuracy = by_player(accuracy, swapped);
    if let Err(error) = context.store().put_accuracy(id, version, accuracy).await {
        tracing::warn!(id, %error, "an accuracy cannot be stored");
    }
}

/// Opens the game of a question, if it may be analysed.
async fn check(
    context: &impl Context,
    game: &str,
    record: &Record,
    of: Option<&str>,
) -> Result<(Entry, Box<dyn Live>), RefusedQuestion> {
    let no_game = || texts::text("problem-no-game", &[("name", game.into())]);
    let entry = context.games().entry(game).ok_or_else(|| RefusedQuestion::bad(no_game()))?;
    if let Some(id) = of {
        let is_analysable = |room: &dyn OpenRoom| room.analysable().is_some();
        if context.look(id, is_analysable).await != Ok(true) {
            let code = AnalysisRefusal::Unfinished;
            return Err(RefusedQuestion::new(code, "problem-no-analysis"));
        }
    }
    let record = record.clone();
    let replay = move |_: &Games, _: &dyn WorkBudget| {
        Ok(entry.game.open(&record).map_err(|error| RefusedQuestion::bad(error.text())))
    };
    let live = context.run_blocking(ANALYSIS_MESSAGE_MAX_BYTES, replay).await;
    let live = live.map_err(refused_by)??;
    Ok((entry, context.check_fair_play(entry, live).await.map_err(refused_by)?))
}

/// Whether a client may analyse the position itself: not one of a game that the visitor plays against a person.
pub(crate) async fn check_analysis(
    context: &impl Context,
    asked: &AnalysisCheck,
) -> Result<(), Error> {
    let checked = check(context, &asked.game, &asked.record, asked.of.as_deref()).await;
    checked.map(|_| ()).map_err(|RefusedQuestion { code, text }| match code {
        AnalysisRefusal::Unfinished => Error::Refused(text),
        AnalysisRefusal::Busy => Error::Busy,
        AnalysisRefusal::Failed => Error::failed("a position cannot be checked"),
        _ => Error::bad("record", text),
    })
}

/// The refusal that follows from an error.
fn refused_by(error: Error) -> RefusedQuestion {
    match error {
        Error::Refused(text) => RefusedQuestion { code: AnalysisRefusal::Unfinished, text },
        Error::Failed(_) | Error::Incompatible(_) | Error::NotStored(_) => {
            RefusedQuestion::failed()
        }
        _ => RefusedQuestion::busy(),
    }
}
