//! Rooms with a free seat: opened, listed, found by their codes.

use api::{
    Context, Error, Games, OpenRoom, WorkBudget, check_time, drawn, find_entry, player_name,
};
use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use engine::Entry;
use play::{Event, Opening, Player, SeatHolder, Who};
use rules::{BySeat, Setup};
use wire::http::{Created, Lobby, LobbyFilter, NewRoom, RoomCreated, Side};

use super::HttpError;
use super::body::{JsonBody, PathParam, QueryParams};
use crate::blocking::SMALL_REQUEST_BYTES;
use crate::request_context::RequestContext;
use crate::visitor::Visitor;
use crate::{AppState, random};

/// How many matches with the same code are looked at.
const CODE_MAX_MATCHES: u32 = 8;

pub(super) fn router() -> Router<AppState> {
    Router::new().route("/api/rooms", get(list).post(create)).route("/api/codes/{code}", get(find))
}

async fn create(
    context: RequestContext,
    JsonBody(wanted): JsonBody<NewRoom>,
) -> Result<Json<RoomCreated>, HttpError> {
    context.check_effort()?;
    let entry = find_entry(context.games(), &wanted.game)?;
    let info = entry.game.info();
    let name = player_name("name", &wanted.name)?;
    check_time(wanted.time)?;
    if wanted.swap && !info.swap {
        return Err(Error::bad("swap", rules::ReplayError::NoSwap.text()).into());
    }
    let setup = wanted.setup.unwrap_or_default();
    let rules = setup.rules.clone();
    let seed = api::seed(&context)?;
    let start = move |_: &Games, _: &dyn WorkBudget| start(entry, setup, wanted.lay_board, seed);
    let position = context.run_blocking(SMALL_REQUEST_BYTES, start).await?;
    let player = match wanted.side {
        Side::First => Player::One,
        Side::Second => Player::Two,
        Side::Random => Player::ALL[(api::seed(&context)? % 2) as usize],
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
    Ok(Json(store_opening(&context, opening).await?))
}

/// Stores a new room under an id whose code no other has.
pub(super) async fn store_opening(
    context: &RequestContext,
    opening: Opening,
) -> Result<RoomCreated, Error> {
    let player = opening.host;
    let events = vec![Event::Opened { opening, at: context.now().wall }];
    loop {
        let id = api::match_id(context)?;
        let code = room::code(&id).to_owned();
        if !context.store().match_ids(&code, "", 1).await?.is_empty() {
            continue;
        }
        let new = context.games().new_match(id.clone(), events.clone());
        match context.store().create_match(context.owner(), new).await {
            Ok(_) => return Ok(RoomCreated { id, code, player }),
            Err(store::Error::Taken) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// The position from which a match starts; `None` if the players lay the board.
pub(super) fn start(
    entry: Entry,
    setup: Setup,
    lay_board: bool,
    seed: u64,
) -> Result<Option<String>, Error> {
    if !lay_board {
        return Ok(Some(entry.game.start(&drawn(&entry, setup, seed))?));
    }
    if entry.game.info().tiles.is_empty() {
        return Err(Error::bad("lay_board", texts::text("problem-no-tiles", &[])));
    }
    // The rest of the set-up is checked now rather than at the start.
    entry.game.start(&drawn(&entry, Setup { board: None, ..setup }, seed))?;
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
    PathParam(code): PathParam,
) -> Result<Json<Created>, HttpError> {
    if !visitor.is_local()
        && !shared.codes.allow(visitor.address, shared.service.time.now().monotonic)
    {
        shared.service.metrics.limited();
        return Err(Error::TooMany.into());
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
    Err(Error::NotFound.into())
}
