//! Fairness of boards. Each request plays a few more games, so that a screen can show progress and no
//! request takes long.

use std::time::{Duration, Instant};

use axum::extract::{Path, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use engine::{Balance, Fairness, Trial, TrialGame};
use wire::http::{FairGame, FairnessInfo, FairnessRequest, FavouredSide, MeasuredBoard};

use super::Error;
use super::body::JsonBody;
use crate::AppState;
use crate::blocking::{SMALL_REQUEST_BYTES, WorkBudget};
use crate::engine_pool::{JobClass, Priority};
use crate::hub::Service;
use crate::visitor::Visitor;

/// Search nodes for a move.
const MOVE_NODES: u64 = 2_000;
/// Time for the games of one request.
const REQUEST_PLAY_TIME: Duration = Duration::from_millis(700);
/// Games on a board at most.
const BOARD_GAMES_MAX: usize = 400;

pub(super) fn router() -> Router<AppState> {
    Router::new().route("/api/fairness", post(measure)).route("/api/boards/{game}", get(boards))
}

async fn measure(
    State(shared): State<AppState>,
    visitor: Visitor,
    JsonBody(FairnessRequest { game, setup, games, quick }): JsonBody<FairnessRequest>,
) -> Result<Json<FairnessInfo>, Error> {
    let entry = shared.service.entry(&game).ok_or_else(|| Error::no_game("game", &game))?;
    if games.len() >= BOARD_GAMES_MAX || games.iter().any(|game| !(0.0..=1.0).contains(&game.score))
    {
        return Err(Error::bad(
            "games",
            texts::text("problem-fair-games", &[("most", BOARD_GAMES_MAX.into())]),
        ));
    }
    let trial = move |_: &Service, _: &WorkBudget| Ok(Trial::new(entry, &setup)?);
    let trial = shared.run_blocking(visitor.tenant(), SMALL_REQUEST_BYTES, trial).await?;
    let seats = &entry.game.info().seats;
    let tenant = visitor.tenant();
    let class = JobClass { tenant, priority: Priority::Analysis, cost: REQUEST_PLAY_TIME };
    let mut job = shared.service.pool.submit(class, move |stop| {
        let begun = Instant::now();
        let mut measured = Fairness::default();
        let mut games = games;
        for game in &games {
            measured.add(trial_game(game));
        }
        let proved = if games.is_empty() && !quick { trial.proof(stop) } else { None };
        let estimate = if quick { trial.estimate(stop) } else { None };
        let favoured = estimate.and_then(engine::favoured);
        while !quick && proved.is_none() && games.len() < BOARD_GAMES_MAX {
            let Some(game) = trial.play(games.len() as u32, MOVE_NODES, stop) else { break };
            measured.add(game);
            let TrialGame { turned, score, plies } = game;
            games.push(FairGame { turned, score, plies });
            if begun.elapsed() >= REQUEST_PLAY_TIME {
                break;
            }
        }
        let balance = proved.map_or_else(|| measured.balance(), Balance::Won);
        FairnessInfo {
            games,
            score: measured.score(),
            error: measured.error(),
            parts: measured.parts(),
            length: measured.length(),
            proved,
            favoured: favoured.map(|(seat, score)| FavouredSide { seat, score }),
            verdict: balance.text(seats),
        }
    })?;
    let info = job.result().await.ok_or_else(|| Error::failed("the measure failed"))?;
    Ok(Json(info))
}

const fn trial_game(&FairGame { turned, score, plies }: &FairGame) -> TrialGame {
    TrialGame { turned, score, plies }
}

async fn boards(
    State(shared): State<AppState>,
    Path(game): Path<String>,
) -> Result<Json<Vec<MeasuredBoard>>, Error> {
    let entry = shared.service.entry(&game).ok_or(Error::NotFound)?;
    let boards = entry.survey().map(|board| MeasuredBoard {
        seed: board.seed,
        score: board.score,
        error: board.error,
        parts: board.parts,
        length: board.length,
        fair: board.is_fair(),
    });
    Ok(Json(boards.collect()))
}
