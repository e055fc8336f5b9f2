//! Fairness of boards. Each request plays a few more games, so that a screen can show progress and no
//! request takes long.

use std::time::Duration;

use engine::{Balance, Entry, Fairness, Trial, TrialGame};
use wire::http::{FairGame, FairnessInfo, FairnessRequest, FavouredSide, MeasuredBoard};
use work::{TrialMode, TrialRequest, TrialResult, WorkPriority, WorkRequest, WorkResult, WorkTask};

use super::{SMALL_REQUEST_BYTES, find_entry};
use crate::context::{Context, WorkBudget};
use crate::error::Error;
use crate::games::Games;
use crate::request::Request;
use crate::response::Response;
use crate::route::Route;

/// Search nodes for a move.
const MOVE_NODES: u64 = 2_000;
/// Time for the games of one request.
const REQUEST_PLAY_TIME: Duration = Duration::from_millis(700);
/// Games on a board at most.
const BOARD_GAMES_MAX: usize = 400;

pub(super) fn routes<C: Context>() -> Vec<Route<C>> {
    vec![
        Route::post("/api/fairness", measure),
        Route::get("/api/boards/{game}", boards).anonymous(),
    ]
}

async fn measure<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let FairnessRequest { game, setup, games, quick } = request.json()?;
    let entry = find_entry(context.games(), &game)?;
    if games.len() >= BOARD_GAMES_MAX || games.iter().any(|game| !(0.0..=1.0).contains(&game.score))
    {
        return Err(Error::bad(
            "games",
            texts::text("problem-fair-games", &[("most", BOARD_GAMES_MAX.into())]),
        ));
    }
    let check = move |_: &Games, _: &dyn WorkBudget| Ok(Trial::new(entry, &setup).map(|_| setup)?);
    let setup = context.run_blocking(SMALL_REQUEST_BYTES, check).await?;
    let mode = match (quick, games.is_empty()) {
        (true, _) => TrialMode::Estimate,
        (false, true) => TrialMode::Proof,
        (false, false) => TrialMode::Games,
    };
    let (first, end) = (games.len() as u32, BOARD_GAMES_MAX as u32);
    let time = REQUEST_PLAY_TIME;
    let request = TrialRequest { setup, mode, first, end, nodes: MOVE_NODES, time };
    let request = WorkRequest::new(&entry, WorkTask::Trial(request));
    let (WorkResult::Trial(result), _) =
        context.run_engine(WorkPriority::Analysis, request).await?
    else {
        return Err(Error::failed("the measure failed"));
    };
    Ok(Response::json(&info(entry, games, &result)))
}

/// What the games of a board say, those of earlier requests included.
fn info(entry: Entry, mut games: Vec<FairGame>, result: &TrialResult) -> FairnessInfo {
    let played = result.games.iter();
    games.extend(played.map(|&TrialGame { turned, score, plies }| FairGame {
        turned,
        score,
        plies,
    }));
    let mut measured = Fairness::default();
    for game in &games {
        measured.add(trial_game(game));
    }
    let proved = result.proved;
    let balance = proved.map_or_else(|| measured.balance(), Balance::Won);
    let favoured = result.estimate.and_then(engine::favoured);
    FairnessInfo {
        games,
        score: measured.score(),
        error: measured.error(),
        parts: measured.parts(),
        length: measured.length(),
        proved,
        favoured: favoured.map(|(seat, score)| FavouredSide { seat, score }),
        verdict: balance.text(&entry.game.info().seats),
    }
}

const fn trial_game(&FairGame { turned, score, plies }: &FairGame) -> TrialGame {
    TrialGame { turned, score, plies }
}

async fn boards<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let entry = context.games().entry(&request.param(0)).ok_or(Error::NotFound)?;
    let boards = entry.survey().map(|board| MeasuredBoard {
        seed: board.seed,
        score: board.score,
        error: board.error,
        parts: board.parts,
        length: board.length,
        fair: board.is_fair(),
    });
    Ok(Response::json(&boards.collect::<Vec<_>>()))
}
