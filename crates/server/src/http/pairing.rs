//! Quick pairing: a visitor is paired with whoever has waited longest for the same game with the same clocks.
//!
//! A visitor who waits has a public table, the seek. Whoever comes next is told of it and joins it over the socket of the
//! match like any other table, so that the store decides between two who come at once. Two seeks that were opened at
//! the same time find each other when their clients ask again: the younger one joins the older.

use api::{Context, Error, Games, WorkBudget, check_time, find_entry, player_name};
use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use play::{Listing, Opening, Player, SeatHolder, Who};
use rules::{BySeat, Setup};
use wire::http::{Pairing, PairingRequest, SeekCount};

use super::HttpError;
use super::body::JsonBody;
use super::rooms::{start, store_opening};
use crate::AppState;
use crate::blocking::SMALL_REQUEST_BYTES;
use crate::lobby::Seek;
use crate::request_context::RequestContext;

pub(super) fn router() -> Router<AppState> {
    Router::new().route("/api/pairing", get(count).post(pair))
}

/// How many wait for an opponent, by game and clocks.
async fn count(State(shared): State<AppState>) -> Json<Vec<SeekCount>> {
    let mut counts: Vec<SeekCount> = Vec::new();
    for seek in shared.service.lobby.seeks() {
        let same = |count: &&mut SeekCount| count.game == seek.game && count.time == seek.time;
        match counts.iter_mut().find(same) {
            Some(count) => count.waiting += 1,
            None => counts.push(SeekCount { game: seek.game, time: seek.time, waiting: 1 }),
        }
    }
    Json(counts)
}

async fn pair(
    context: RequestContext,
    JsonBody(wanted): JsonBody<PairingRequest>,
) -> Result<Json<Pairing>, HttpError> {
    find_entry(context.games(), &wanted.game)?;
    let name = player_name("name", &wanted.name)?.into();
    check_time(wanted.time)?;
    if let Some(id) = older_seek(&context, &wanted).await? {
        return Ok(Json(Pairing { id, waiting: false }));
    }
    let id = match wanted.own.clone() {
        Some(own) => own,
        None => open_seek(&context, &wanted, name).await?,
    };
    Ok(Json(Pairing { id, waiting: true }))
}

/// The oldest seek for the same game and clocks that is older than the client's own, and not of the same person.
async fn older_seek(
    context: &RequestContext,
    wanted: &PairingRequest,
) -> Result<Option<String>, Error> {
    let suits = |seek: &Seek| seek.game == wanted.game && seek.time == wanted.time;
    let mut seeks: Vec<_> =
        context.shared().service.lobby.seeks().into_iter().filter(suits).collect();
    seeks.sort_unstable_by(|one, other| (one.at, &one.id).cmp(&(other.at, &other.id)));
    if let Some(own) = &wanted.own {
        // One that is not listed yet, or no longer, stays where it is.
        let older = seeks.iter().position(|seek| seek.id == *own).unwrap_or(0);
        seeks.truncate(older);
    }
    for seek in seeks {
        if !is_own(context, wanted, &seek.id).await? {
            return Ok(Some(seek.id));
        }
    }
    Ok(None)
}

/// Whether a seek is the client's own: opened by its profile. The owner's browsers have one profile for all, so each says
/// which seats it has.
async fn is_own(
    context: &RequestContext,
    wanted: &PairingRequest,
    id: &str,
) -> Result<bool, Error> {
    match &wanted.seats {
        Some(seats) if context.is_owner() => Ok(seats.iter().any(|seat| seat == id)),
        _ => Ok(context.store().may_command(id, context.profile(), None).await?),
    }
}

/// Opens a table where the visitor waits for any opponent.
async fn open_seek(
    context: &RequestContext,
    wanted: &PairingRequest,
    name: String,
) -> Result<String, Error> {
    context.check_effort()?;
    let (shared, tenant) = (context.shared(), context.visitor_id().tenant);
    let is_waiting = |id: &str| shared.service.lobby.is_seek(id);
    if !shared.seeks.has_room(tenant, shared.service.time.now().monotonic, is_waiting) {
        return Err(Error::Refused(texts::text("problem-seeks", &[])));
    }
    let entry = find_entry(context.games(), &wanted.game)?;
    let seed = api::seed(context)?;
    let start = move |_: &Games, _: &dyn WorkBudget| start(entry, Setup::default(), false, seed);
    let position = context.run_blocking(SMALL_REQUEST_BYTES, start).await?;
    let host = Player::ALL[(api::seed(context)? % 2) as usize];
    let mut players = BySeat::default();
    let key = Some(room::key(&wanted.seat));
    players[host.first_seat()] = Some(SeatHolder { who: Who::Human { name }, key });
    let opening = Opening {
        game: wanted.game.clone(),
        rules: None,
        position,
        swap: false,
        time: wanted.time,
        listing: Listing::Public,
        seek: true,
        host,
        players,
    };
    let id = store_opening(context, opening).await?.id;
    shared.seeks.add(tenant, &id, shared.service.time.now().monotonic);
    Ok(id)
}
