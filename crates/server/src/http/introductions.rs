//! Playable introductions: their steps, and tries at them. The server keeps nothing of a learner.

use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Json, Router};
use rules::{Attempt, AttemptResult, IntroductionStep};
use wire::http::{IntroductionAnswer, IntroductionAttempt, IntroductionInfo, IntroductionStepInfo};

use super::Error;
use super::body::JsonBody;
use crate::AppState;
use crate::blocking::{SMALL_REQUEST_BYTES, WorkBudget};
use crate::hub::Service;
use crate::tenant::Tenant;

pub(super) fn router() -> Router<AppState> {
    Router::new().route("/api/introductions/{game}", get(introduction).post(attempt))
}

async fn introduction(
    State(shared): State<AppState>,
    tenant: Tenant,
    Path(game): Path<String>,
) -> Result<Json<IntroductionInfo>, Error> {
    let introduction = move |service: &Service, _: &WorkBudget| {
        let game = service.entry(&game).ok_or(Error::NotFound)?.game;
        let info = |step: &IntroductionStep| {
            let live = step.open(game).map_err(Error::failed)?;
            let example = step.example(live.as_ref());
            Ok(IntroductionStepInfo { task: step.task.clone(), view: live.view(), example })
        };
        let steps = game.info().introduction.iter().map(info).collect::<Result<_, Error>>()?;
        Ok(Json(IntroductionInfo { first_turn: game.info().first_turn.clone(), steps }))
    };
    shared.run_blocking(tenant, SMALL_REQUEST_BYTES, introduction).await
}

async fn attempt(
    State(shared): State<AppState>,
    tenant: Tenant,
    Path(game): Path<String>,
    JsonBody(IntroductionAttempt { step, notation, spots }): JsonBody<IntroductionAttempt>,
) -> Result<Json<IntroductionAnswer>, Error> {
    let attempt = move |service: &Service, _: &WorkBudget| {
        let game = service.entry(&game).ok_or(Error::NotFound)?.game;
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
        Ok(Json(IntroductionAnswer { finished, refusal, comment, views }))
    };
    shared.run_blocking(tenant, SMALL_REQUEST_BYTES, attempt).await
}
