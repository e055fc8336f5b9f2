//! How fair boards are: measured a little at a time, so that a screen can show how far it is, and nobody
//! waits for it.

use std::time::{Duration, Instant};

use axum::extract::{Path, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use engine::{Balance, Fairness, Trial, TrialGame};
use wire::http::{FairGame, FairnessInfo, FairnessRequest, MeasuredBoard};

use super::Error;
use super::body::Body;
use crate::Shared;
use crate::blocking::{SMALL_REQUEST_BYTES, WorkBudget};
use crate::hub::Service;
use crate::thinking::Urgency;
use crate::visitor::Visitor;

/// Positions for a move.
const NODES: u64 = 2_000;
/// How long a slice of games lasts.
const SLICE: Duration = Duration::from_millis(700);
/// The most games on a board.
const MOST: usize = 400;

pub(super) fn router() -> Router<Shared> {
    Router::new().route("/api/fairness", post(measure)).route("/api/boards/{game}", get(boards))
}

async fn measure(
    State(shared): State<Shared>,
    visitor: Visitor,
    Body(FairnessRequest { game, setup, games }): Body<FairnessRequest>,
) -> Result<Json<FairnessInfo>, Error> {
    let entry = shared.service.entry(&game).ok_or_else(|| Error::no_game("game", &game))?;
    if games.len() >= MOST || games.iter().any(|game| !(0.0..=1.0).contains(&game.score)) {
        return Err(Error::bad(
            "games",
            texts::text("problem-fair-games", &[("most", MOST.into())]),
        ));
    }
    let trial = move |_: &Service, _: &WorkBudget| Ok(Trial::new(entry, &setup)?);
    let trial = shared.run_blocking(visitor.tenant(), SMALL_REQUEST_BYTES, trial).await?;
    let seats = &entry.game.info().seats;
    let asker = format!("fairness {}", visitor.address);
    let mut work = shared.service.pool.work(asker, Urgency::Leisure, move |stop| {
        let begun = Instant::now();
        let mut measured = Fairness::default();
        let mut games = games;
        for game in &games {
            measured.add(trial_game(game));
        }
        let proved = if games.is_empty() { trial.proof(stop) } else { None };
        while proved.is_none() && games.len() < MOST {
            let Some(game) = trial.play(games.len() as u32, NODES, stop) else { break };
            measured.add(game);
            let TrialGame { turned, score, plies } = game;
            games.push(FairGame { turned, score, plies });
            if begun.elapsed() >= SLICE {
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
            verdict: balance.text(seats),
        }
    })?;
    let answer = work.answer().await.ok_or_else(|| Error::failed("the measure failed"))?;
    Ok(Json(answer))
}

const fn trial_game(&FairGame { turned, score, plies }: &FairGame) -> TrialGame {
    TrialGame { turned, score, plies }
}

async fn boards(
    State(shared): State<Shared>,
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
