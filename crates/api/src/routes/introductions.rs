//! Playable introductions: their steps, and tries at them. Nothing is kept of a learner.

use rules::{Attempt, AttemptResult, IntroductionStep};
use wire::http::{IntroductionAnswer, IntroductionAttempt, IntroductionInfo, IntroductionStepInfo};

use super::SMALL_REQUEST_BYTES;
use crate::context::{Context, WorkBudget};
use crate::error::Error;
use crate::games::Games;
use crate::request::Request;
use crate::response::Response;
use crate::route::Route;

pub(super) fn routes<C: Context>() -> Vec<Route<C>> {
    vec![
        Route::get("/api/introductions/{game}", introduction).anonymous(),
        Route::post("/api/introductions/{game}", attempt).anonymous(),
    ]
}

async fn introduction<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let game = request.param(0);
    let introduction = move |games: &Games, _: &dyn WorkBudget| {
        let game = games.find(&game).ok_or(Error::NotFound)?;
        let info = |step: &IntroductionStep| {
            let live = step.open(game).map_err(Error::failed)?;
            let example = step.example(live.as_ref());
            Ok(IntroductionStepInfo { task: step.task.clone(), view: live.view(), example })
        };
        let steps = game.info().introduction.iter().map(info).collect::<Result<_, Error>>()?;
        let first_turn = game.info().first_turn.clone();
        Ok(Response::json(&IntroductionInfo { first_turn, steps }))
    };
    context.run_blocking(SMALL_REQUEST_BYTES, introduction).await
}

async fn attempt<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let game = request.param(0);
    let IntroductionAttempt { step, notation, spots } = request.json()?;
    let attempt = move |games: &Games, _: &dyn WorkBudget| {
        let game = games.find(&game).ok_or(Error::NotFound)?;
        let steps = game.info().introduction;
        let found = steps.get(step).ok_or_else(|| {
            let args = [("steps", steps.len().into())];
            Error::bad("step", texts::text("problem-step", &args))
        })?;
        let attempt = match &notation {
            Some(notation) => Attempt::Notation(notation),
            None => Attempt::Spots(&spots),
        };
        let AttemptResult { finished, refusal, comment, views } =
            found.attempt(game, attempt).map_err(Error::failed)?;
        Ok(Response::json(&IntroductionAnswer { finished, refusal, comment, views }))
    };
    context.run_blocking(SMALL_REQUEST_BYTES, attempt).await
}
