//! Matches: made, listed, looked at.

use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use engine::{Limits, Resources};
use play::{Event, Kind, Match, Start, TimeControl, Who};
use rules::{Record, ReplayError, Setup};
use serde::Deserialize;
use wire::MatchState;
use wire::http::{Created, Hint, MatchSummary, NewMatch};

use super::body::Body;
use super::{Error, LOCAL};
use crate::fair::may_be_analysed;
use crate::hub::Service;
use crate::room::Room;
use crate::thinking::Question;
use crate::time::now;
use crate::{Shared, random};

/// How many matches a list has.
const LISTED: u32 = 100;
/// The longest name of a player, in bytes.
const LONGEST_NAME: usize = 60;
/// The longest clock: a day.
const LONGEST_CLOCK: u64 = 24 * 60 * 60 * 1000;
/// How much a hint may take.
const HINT_NODES: u64 = 400_000;
const HINT_TIME: Duration = Duration::from_millis(1500);

pub(super) fn router() -> Router<Shared> {
    Router::new()
        .route("/api/matches", get(list).post(create))
        .route("/api/matches/{id}", get(show))
        .route("/api/matches/{id}/hint", post(hint))
}

async fn create(
    State(shared): State<Shared>,
    Body(wanted): Body<NewMatch>,
) -> Result<Json<Created>, Error> {
    let service = &shared.service;
    let entry = service.entry(&wanted.game).ok_or_else(|| Error::no_game("game", &wanted.game))?;
    for who in [&wanted.players.first, &wanted.players.second] {
        match who {
            Who::Human { name } if name.len() > LONGEST_NAME => {
                return Err(Error::bad("players", texts::text("problem-long-name", &[])));
            }
            Who::Computer { opponent, .. } if entry.opponent(opponent).is_none() => {
                let args = [("name", opponent.into())];
                return Err(Error::bad("players", texts::text("problem-no-opponent", &args)));
            }
            Who::Human { .. } | Who::Computer { .. } => {}
        }
    }
    if !is_clock(wanted.time) {
        return Err(Error::bad("time", texts::text("problem-clock", &[])));
    }
    let record = if let Some(record) = wanted.record {
        record
    } else {
        let setup = drawn(wanted.setup.unwrap_or_default())?;
        Record { start: entry.game.start(&setup)?, swap: wanted.swap, moves: Vec::new() }
    };
    // Texts in exact notation, and nothing that cannot be replayed.
    let live = entry.game.open(&record).map_err(|error| Error::replay("record", error))?;
    let record = live.record().clone();
    let start = Start {
        game: wanted.game,
        position: record.start,
        swap: record.swap,
        players: wanted.players,
        kind: Kind::Local,
        time: wanted.time,
    };
    made(service, start, record.moves).await
}

/// Stores a match with the moves that have been made already.
pub(super) async fn made(
    service: &Service,
    start: Start,
    moves: Vec<String>,
) -> Result<Json<Created>, Error> {
    let at = now();
    let moved = moves.into_iter().map(|notation| Event::Moved { notation, at, lag: 0 });
    let events: Vec<_> = [Event::Started { start, at }].into_iter().chain(moved).collect();
    loop {
        let id = random::match_id()?;
        match service.store.create(id.clone(), LOCAL, events.clone()).await {
            Ok(_) => return Ok(Json(Created { id })),
            Err(store::Error::Taken) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// The set-up with a seed, where it chooses neither that nor a board.
pub(super) fn drawn(setup: Setup) -> Result<Setup, Error> {
    if setup.board.is_some() || setup.seed != 0 {
        return Ok(setup);
    }
    Ok(Setup { seed: random::seed()?, ..setup })
}

const fn is_clock(time: TimeControl) -> bool {
    match time {
        TimeControl::None => true,
        TimeControl::Game { total, increment } => {
            total >= 1000 && total <= LONGEST_CLOCK && increment <= LONGEST_CLOCK
        }
        TimeControl::Move { limit } => limit >= 1000 && limit <= LONGEST_CLOCK,
    }
}

async fn list(State(shared): State<Shared>) -> Result<Json<Vec<MatchSummary>>, Error> {
    let stored = shared.service.store.list(LOCAL, LISTED).await?;
    let find = |game: &str| shared.service.entry(game).map(|entry| entry.game);
    let summaries = stored.into_iter().filter_map(|stored| {
        let matching = match Match::replay(find, &stored.events) {
            Ok(matching) => matching,
            Err(error) => {
                tracing::warn!(id = stored.id, %error, "a match cannot be listed");
                return None;
            }
        };
        let start = matching.start();
        Some(MatchSummary {
            id: stored.id,
            game: start.game.clone(),
            players: start.players.clone(),
            version: matching.version(),
            entries: matching.live().record().moves.len(),
            over: matching.end().is_some(),
            at: stored.changed.0,
        })
    });
    Ok(Json(summaries.collect()))
}

/// Which moment of a match is asked for.
#[derive(Deserialize)]
struct Moment {
    /// After so many entries of the record; the present one without it.
    entries: Option<usize>,
}

async fn show(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Query(Moment { entries }): Query<Moment>,
) -> Result<Json<Box<MatchState>>, Error> {
    let look = move |room: &Room| {
        let mut state = Box::new(room.state());
        if let Some(entries) = entries {
            let record = &mut state.record;
            record.moves.truncate(entries);
            let live = room.entry().game.open(record)?;
            (state.position, state.view) = (live.position(), live.view());
        }
        Ok(state)
    };
    let state = shared.hub.look(&id, look).await?;
    Ok(Json(state.map_err(|error: ReplayError| Error::failed(error))?))
}

async fn hint(State(shared): State<Shared>, Path(id): Path<String>) -> Result<Json<Hint>, Error> {
    let (entry, record, version, fair) = shared
        .hub
        .look(&id, |room| {
            let matching = room.matching();
            let fair = may_be_analysed(matching);
            (room.entry(), matching.live().record().clone(), matching.version(), fair)
        })
        .await?;
    if !fair {
        return Err(Error::Refused(texts::text("problem-no-hint", &[])));
    }
    let mut task = shared.service.pool.ask(Question {
        asker: format!("hint {id}"),
        thinker: Box::new(move || entry.analyst(Resources::default())),
        record,
        limits: Limits { nodes: Some(HINT_NODES), time: Some(HINT_TIME), ..Limits::default() },
    })?;
    let thought = task.answer().await.ok_or_else(|| Error::failed("the hint failed"))?;
    let chance = thought.moves.first().map_or(0.5, |best| best.chance);
    Ok(Json(Hint { notation: thought.choice, chance, version }))
}
