//! Matches: created, listed, shown.

use std::time::Duration;

use axum::extract::{Path, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use engine::{Entry, Limits, Resources};
use play::{Event, Kind, PlayerName, Start, TimeControl, Version, Who};
use rules::{BySeat, Record, Setup};
use serde::Deserialize;
use store::{ListedMatch, MatchFilter, MatchResult, OpponentKind};
use wire::http::{
    Created, Hint, ListedResult, MatchListQuery, MatchSummary, NewMatch, OpponentPlace, SeatCreated,
};
use wire::{MatchState, SeatSecret};

use super::Error;
use super::body::{JsonBody, QueryParams};
use crate::blocking::{SMALL_REQUEST_BYTES, WorkBudget};
use crate::engine_pool::{SearchRequest, SearcherSource};
use crate::hub::Service;
use crate::room::RoomActor;
use crate::visitor::{Visitor, VisitorId};
use crate::{AppState, listing, random};

/// Limits of the search for a hint.
const HINT_NODES: u64 = 400_000;
const HINT_TIME: Duration = Duration::from_millis(1500);
/// Text that a list is searched for.
const SEARCH_MAX_CHARS: usize = 100;

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/api/matches", get(list).post(create))
        .route("/api/matches/{id}", get(show))
        .route("/api/matches/{id}/hint", post(hint))
        .route("/api/matches/{id}/seat", post(take_along))
}

async fn create(
    State(shared): State<AppState>,
    visitor: Visitor,
    JsonBody(mut wanted): JsonBody<NewMatch>,
) -> Result<Json<Created>, Error> {
    shared.check_effort(&visitor)?;
    let (id, seat) = (visitor.id(), wanted.seat.take());
    let begin = move |service: &Service, _: &WorkBudget| begin(service, &id, wanted);
    let begun = shared.run_blocking(visitor.tenant(), SMALL_REQUEST_BYTES, begin);
    let (start, moves) = begun.await?;
    made(&shared, &visitor, start, moves, seat).await
}

/// The start of a match and the moves that have been made already, if it can be played.
fn begin(
    service: &Service,
    visitor: &VisitorId,
    mut wanted: NewMatch,
) -> Result<(Start, Vec<String>), Error> {
    let entry = find_entry(service, &wanted.game)?;
    for who in [&mut wanted.players.first, &mut wanted.players.second] {
        match who {
            Who::Human { name } => *name = player_name("players", name)?.into(),
            Who::Computer { opponent, .. } if entry.opponent(opponent).is_none() => {
                let args = [("name", opponent.as_str().into())];
                return Err(Error::bad("players", texts::text("problem-no-opponent", &args)));
            }
            Who::Computer { .. } => {}
        }
    }
    check_time(wanted.time)?;
    let record = if let Some(record) = wanted.record {
        record
    } else {
        let setup = drawn(&entry, wanted.setup.unwrap_or_default())?;
        Record { start: entry.game.start(&setup)?, swap: wanted.swap, moves: Vec::new() }
    };
    // Texts in exact notation, and nothing that cannot be replayed.
    let live = entry.game.open(&record).map_err(|error| Error::replay("record", error))?;
    let record = live.record().clone();
    if !(wanted.players.first.is_human() && wanted.players.second.is_human()) {
        service.check_fair_play(visitor, entry, live.as_ref())?;
    }
    let start = Start {
        game: wanted.game,
        position: record.start,
        swap: record.swap,
        players: wanted.players,
        kind: Kind::Local,
        time: wanted.time,
    };
    Ok((start, record.moves))
}

/// The game with that id.
pub(super) fn find_entry(service: &Service, game: &str) -> Result<Entry, Error> {
    service.entry(game).ok_or_else(|| Error::no_game("game", game))
}

/// Checks the name of a player in `field`.
pub(super) fn player_name(field: &'static str, name: &str) -> Result<PlayerName, Error> {
    PlayerName::parse(name).map_err(|refusal| Error::bad(field, refusal.text))
}

/// Checks that a match can be played with these clocks.
pub(super) fn check_time(time: TimeControl) -> Result<(), Error> {
    if room::is_playable(time) {
        return Ok(());
    }
    Err(Error::bad("time", texts::text("problem-clock", &[])))
}

/// Stores a match with the moves that have been made already.
pub(super) async fn made(
    shared: &AppState,
    visitor: &Visitor,
    start: Start,
    moves: Vec<String>,
    seat: Option<SeatSecret>,
) -> Result<Json<Created>, Error> {
    let at = shared.service.time.now().wall;
    let moved = moves.into_iter().map(|notation| Event::Moved { notation, at, lag: 0 });
    let events = [Event::Started { start, at }].into_iter().chain(moved).collect();
    store_new(shared, visitor, events, seat).await
}

/// Stores a match that begins with these events. The secret opens it to other devices.
pub(super) async fn store_new(
    shared: &AppState,
    visitor: &Visitor,
    events: Vec<Event>,
    seat: Option<SeatSecret>,
) -> Result<Json<Created>, Error> {
    let service = &shared.service;
    loop {
        let id = random::match_id()?;
        let new = service.new_match(id.clone(), events.clone());
        match service.store.create_match(shared.owner(visitor), new).await {
            Ok(_) => {
                if let Some(seat) = seat {
                    service.store.set_seat_key(&id, ::room::key(&seat)).await?;
                }
                return Ok(Json(Created { id }));
            }
            Err(store::Error::Taken) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// The set-up with the seed of a fair board, where it chooses neither that nor a board.
pub(super) fn drawn(entry: &Entry, setup: Setup) -> Result<Setup, Error> {
    if setup.board.is_some() || setup.seed != 0 {
        return Ok(setup);
    }
    let seed = entry.draw_seed(random::seed()?, random::SEED_BOUND).max(1);
    Ok(Setup { seed, ..setup })
}

async fn list(
    State(shared): State<AppState>,
    visitor: Visitor,
    QueryParams(query): QueryParams<MatchListQuery>,
) -> Result<Json<Vec<MatchSummary>>, Error> {
    let page = listing::page(query.page())?;
    let MatchListQuery { game, result, opponent, over, search, .. } = query;
    let filter = filter(game, result, opponent, over, search)?;
    let listed = listing::matches(&shared.service, &visitor.profile, filter, page).await?;
    Ok(Json(listed.into_iter().map(summary).collect()))
}

/// The filter of a list, from the fields of a query.
pub(super) fn filter(
    game: Option<String>,
    result: Option<ListedResult>,
    opponent: Option<OpponentPlace>,
    over: Option<bool>,
    search: Option<String>,
) -> Result<MatchFilter, Error> {
    if search.as_ref().is_some_and(|text| text.chars().count() > SEARCH_MAX_CHARS) {
        return Err(Error::bad("search", texts::text("problem-too-large", &[])));
    }
    let result = result.map(|result| match result {
        ListedResult::Won => MatchResult::Won,
        ListedResult::Lost => MatchResult::Lost,
        ListedResult::Drawn => MatchResult::Drawn,
    });
    let opponent = opponent.map(|opponent| match opponent {
        OpponentPlace::Computer => OpponentKind::Computer,
        OpponentPlace::Online => OpponentKind::Online,
        OpponentPlace::Screen => OpponentKind::Screen,
    });
    Ok(MatchFilter { game, result, opponent, finished: over, search })
}

fn summary(listed: ListedMatch) -> MatchSummary {
    let Some(summary) = listed.summary else {
        return MatchSummary {
            id: listed.id,
            game: String::new(),
            kind: Kind::Local,
            players: BySeat::default(),
            version: Version::default(),
            entries: 0,
            over: true,
            at: listed.changed.0,
            rules: None,
            winner: None,
            reason: None,
            created: 0,
            ended: None,
            you: None,
            accuracy: None,
            damaged: true,
        };
    };
    MatchSummary {
        id: listed.id,
        game: summary.game,
        kind: summary.kind,
        players: summary.players,
        version: summary.version,
        entries: summary.entries as usize,
        over: summary.finished,
        at: listed.changed.0,
        rules: summary.rules,
        winner: summary.winner,
        reason: summary.reason,
        created: summary.created.0,
        ended: summary.ended.map(|at| at.0),
        you: listed.you,
        accuracy: listed.accuracy.map(|accuracy| accuracy.map(|one| one.map(percent))),
        damaged: false,
    }
}

/// Thousandths as whole percent.
fn percent(thousandths: u16) -> u8 {
    u8::try_from((u32::from(thousandths) + 5) / 10).unwrap_or(100).min(100)
}

/// Query of a match's state.
#[derive(Deserialize)]
struct StateQuery {
    /// The state after so many entries of the record; the present one without it.
    entries: Option<usize>,
}

async fn show(
    State(shared): State<AppState>,
    visitor: VisitorId,
    Path(id): Path<String>,
    QueryParams(StateQuery { entries }): QueryParams<StateQuery>,
) -> Result<Json<Box<MatchState>>, Error> {
    let look =
        |room: &RoomActor| (room.entry(), room.current_match().is_some(), Box::new(room.state()));
    let (entry, begun, mut state) = shared.hub.look(&id, &visitor, look).await?;
    if state.kind == Kind::Local {
        state.watching = !shared.service.store.may_command(&id, &*visitor.profile, None).await?;
    }
    let Some(entries) = entries.filter(|_| begun) else { return Ok(Json(state)) };
    let replay = move |_: &Service, _: &WorkBudget| {
        state.record.moves.truncate(entries);
        let live = entry.game.open(&state.record).map_err(Error::failed)?;
        (state.position, state.view) = (live.position(), live.view());
        if state.kind == Kind::Online && state.end.is_none() {
            state.view.choices.clear();
        }
        Ok(Json(state))
    };
    shared.run_blocking(visitor.tenant, 0, replay).await
}

/// Makes the secret with which another device goes on with a match at one screen. An earlier one opens it no more.
async fn take_along(
    State(shared): State<AppState>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<SeatCreated>, Error> {
    shared.check_write(&visitor)?;
    let kind = shared
        .hub
        .look(&id, &visitor.id(), |room: &RoomActor| room.room().session().kind())
        .await?;
    let store = &shared.service.store;
    if kind == Kind::Online || !store.may_command(&id, &*visitor.profile, None).await? {
        return Err(Error::Refused(texts::text("refused-watching", &[])));
    }
    let seat = SeatSecret::new(random::secret()?);
    store.set_seat_key(&id, ::room::key(&seat)).await?;
    Ok(Json(SeatCreated { seat }))
}

async fn hint(
    State(shared): State<AppState>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Hint>, Error> {
    shared.check_effort(&visitor)?;
    let asks = visitor.id();
    let look = |room: &RoomActor| {
        let current_match = room.analysable()?;
        let is_over = current_match.end().is_some();
        let live = current_match.live().boxed_clone();
        Some((room.entry(), live, current_match.version(), is_over))
    };
    let Some((entry, live, version, is_over)) = shared.hub.look(&id, &asks, look).await? else {
        return Err(Error::Refused(texts::text("problem-no-hint", &[])));
    };
    let tenant = asks.tenant;
    let check = move |service: &Service, _: &WorkBudget| {
        service.check_fair_play(&asks, entry, live.as_ref())?;
        Ok(live.record().clone())
    };
    let record = shared.run_blocking(tenant, 0, check).await?;
    if !is_over {
        shared.mark_helped(&visitor, &id).await?;
    }
    let mut task = shared.service.pool.search(SearchRequest {
        tenant,
        expected_nodes: HINT_NODES,
        searcher: SearcherSource::Analyst { entry, resources: Resources::default() },
        record,
        limits: Limits { nodes: Some(HINT_NODES), time: Some(HINT_TIME), ..Limits::default() },
    })?;
    let thought = task.result().await.ok_or_else(|| Error::failed("the hint failed"))?;
    let chance = thought.lines.first().map_or(0.5, |best| best.chance);
    Ok(Json(Hint { notation: thought.choice, chance, version }))
}
