//! Rooms with a free seat: opened, listed, found by their codes.

use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Json, Router};
use engine::Entry;
use play::{Event, Opening, Player, SeatHolder, Who};
use rules::{BySeat, Setup};
use wire::http::{Created, Lobby, LobbyFilter, NewRoom, RoomCreated, Side};

use super::Error;
use super::body::{JsonBody, QueryParams};
use super::matches::{check_time, drawn, find_entry, player_name};
use crate::blocking::{SMALL_REQUEST_BYTES, WorkBudget};
use crate::visitor::Visitor;
use crate::{AppState, random};

/// How many matches with the same code are looked at.
const CODE_MAX_MATCHES: u32 = 8;

pub(super) fn router() -> Router<AppState> {
    Router::new().route("/api/rooms", get(list).post(create)).route("/api/codes/{code}", get(find))
}

async fn create(
    State(shared): State<AppState>,
    visitor: Visitor,
    JsonBody(wanted): JsonBody<NewRoom>,
) -> Result<Json<RoomCreated>, Error> {
    shared.check_effort(&visitor)?;
    let service = &shared.service;
    let entry = find_entry(service, &wanted.game)?;
    let info = entry.game.info();
    let name = player_name("name", &wanted.name)?;
    check_time(wanted.time)?;
    if wanted.swap && !info.swap {
        return Err(Error::bad("swap", rules::ReplayError::NoSwap.text()));
    }
    let setup = wanted.setup.unwrap_or_default();
    let rules = setup.rules.clone();
    let start = move |_: &_, _: &WorkBudget| start(entry, setup, wanted.lay_board);
    let started = shared.run_blocking(visitor.tenant(), SMALL_REQUEST_BYTES, start);
    let position = started.await?;
    let player = match wanted.side {
        Side::First => Player::One,
        Side::Second => Player::Two,
        Side::Random => Player::ALL[(random::seed()? % 2) as usize],
    };
    let host =
        SeatHolder { who: Who::Human { name: name.into() }, key: Some(room::key(&wanted.seat)) };
    let mut players = BySeat::default();
    players[player.first_seat()] = Some(host);
    let opening = Opening {
        game: wanted.game,
        rules,
        position,
        swap: wanted.swap,
        time: wanted.time,
        listing: wanted.listing,
        seek: false,
        host: player,
        players,
    };
    Ok(Json(store_opening(&shared, &visitor, opening).await?))
}

/// Stores a new room under an id whose code no other has.
pub(super) async fn store_opening(
    shared: &AppState,
    visitor: &Visitor,
    opening: Opening,
) -> Result<RoomCreated, Error> {
    let service = &shared.service;
    let player = opening.host;
    let events = vec![Event::Opened { opening, at: service.time.now().wall }];
    loop {
        let id = random::match_id()?;
        let code = room::code(&id).to_owned();
        if !service.store.match_ids(&code, "", 1).await?.is_empty() {
            continue;
        }
        let new = service.new_match(id.clone(), events.clone());
        match service.store.create_match(shared.owner(visitor), new).await {
            Ok(_) => return Ok(RoomCreated { id, code, player }),
            Err(store::Error::Taken) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// The position from which a match starts; `None` if the players lay the board.
pub(super) fn start(entry: Entry, setup: Setup, lay_board: bool) -> Result<Option<String>, Error> {
    if !lay_board {
        return Ok(Some(entry.game.start(&drawn(&entry, setup)?)?));
    }
    if entry.game.info().tiles.is_empty() {
        return Err(Error::bad("lay_board", texts::text("problem-no-tiles", &[])));
    }
    // The rest of the set-up is checked now rather than at the start.
    entry.game.start(&drawn(&entry, Setup { board: None, ..setup })?)?;
    Ok(None)
}

async fn list(
    State(shared): State<AppState>,
    QueryParams(filter): QueryParams<LobbyFilter>,
) -> Json<Lobby> {
    Json(shared.service.lobby.list(&filter))
}

/// The match that a code stands for: one that is not over.
async fn find(
    State(shared): State<AppState>,
    visitor: Visitor,
    Path(code): Path<String>,
) -> Result<Json<Created>, Error> {
    if !visitor.is_local()
        && !shared.codes.allow(visitor.address, shared.service.time.now().monotonic)
    {
        shared.service.metrics.limited();
        return Err(Error::TooMany);
    }
    let code = random::read_code(&code).ok_or(Error::NotFound)?;
    for id in shared.service.store.match_ids(&code, "", CODE_MAX_MATCHES).await? {
        let is_open = |actor: &crate::room::RoomActor| {
            let session = actor.room().session();
            session.opening().is_some() && !session.is_over()
        };
        if shared.hub.look(&id, &visitor.id(), is_open).await? {
            return Ok(Json(Created { id }));
        }
    }
    Err(Error::NotFound)
}
