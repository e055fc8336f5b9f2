//! Positions without a match, and pasted texts.

use axum::extract::{DefaultBodyLimit, State};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use engine::Entry;
use rules::{
    AnyGame, Live, ParsedGame, ParsedKind, ReadLimits, Record, SavedGame, Setup, read_moves,
    read_pasted,
};
use wire::http::{Found, Look, LookRequest, ReadRequest, Recognised};

use super::body::{RawBody, read_json};
use super::{Error, analyses, matches};
use crate::blocking::WorkBudget;
use crate::hub::Service;
use crate::page_links::{self, LinkTarget};
use crate::room::{OpenError, RoomActor};
use crate::tenant::Tenant;
use crate::visitor::Visitor;
use crate::{AppState, analysis};

/// The field that errors in a text are about.
const FIELD: &str = "text";
/// Limits of a pasted text.
pub(super) const PASTE_LIMITS: ReadLimits = ReadLimits { games: 2000 };
/// Length of a link.
const LINK_MAX_BYTES: usize = 16 << 10;
/// Games of a list that come with their boards.
const LIST_MAX_BOARDS: usize = 12;

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/api/look", post(look))
        .route("/api/read", post(read))
        .layer(DefaultBodyLimit::max(analyses::ANALYSIS_BODY_MAX_BYTES))
}

async fn look(
    State(shared): State<AppState>,
    tenant: Tenant,
    RawBody(body): RawBody,
) -> Result<Json<Look>, Error> {
    let length = body.len();
    let look = move |service: &Service, _: &WorkBudget| {
        let LookRequest { game, record, moves } = read_json(&body)?;
        let entry = service.entry(&game).ok_or_else(|| Error::no_game("game", &game))?;
        let live = open(entry, record, &moves)?;
        Ok(Json(Look {
            record: live.record().clone(),
            position: live.position(),
            view: live.view(),
            path: page_links::analysis_path(entry.game, live.record()),
        }))
    };
    shared.run_blocking(tenant, length, look).await
}

/// Opens a record with more moves; without a record the text may also be a position, and without either
/// a random board is drawn.
pub(super) fn open(
    entry: Entry,
    record: Option<Record>,
    moves: &str,
) -> Result<Box<dyn Live>, Error> {
    let game = entry.game;
    let record = match record {
        Some(record) => {
            let live = game.open(&record).map_err(|error| Error::replay("record", error))?;
            read_moves(game, live.record().clone(), moves)
        }
        None if moves.trim().is_empty() => {
            Ok(Record::new(game.start(&matches::drawn(&entry, Setup::default())?)?))
        }
        None => read_pasted(moves, &[game], PASTE_LIMITS).map(|found| {
            found.into_iter().next().map(|reading| reading.saved.record).unwrap_or_default()
        }),
    };
    let record = record.map_err(|error| Error::parse("moves", error))?;
    game.open(&record).map_err(|error| Error::replay("record", error))
}

/// Kind of a pasted text.
enum Pasted {
    /// A link, which is resolved asynchronously.
    Link(String),
    /// Games, as the response lists them.
    Games(Response),
}

async fn read(
    State(shared): State<AppState>,
    visitor: Visitor,
    RawBody(body): RawBody,
) -> Result<Response, Error> {
    let length = body.len();
    let work = move |service: &Service, budget: &WorkBudget| {
        let ReadRequest { text, game } = read_json(&body)?;
        if page_links::is_link(&text) {
            return Ok(Pasted::Link(text));
        }
        let found = recognise(service, &text, game.as_deref(), budget)?;
        Ok(Pasted::Games(Json(complete_list(found)).into_response()))
    };
    match shared.run_blocking(visitor.tenant(), length, work).await? {
        Pasted::Games(answer) => Ok(answer),
        Pasted::Link(text) => {
            let found = resolve_link(&shared, &visitor, text).await?;
            Ok(Json(complete_list(vec![found])).into_response())
        }
    }
}

/// Parses the games in a text, of the named game or of any.
fn recognise(
    service: &Service,
    text: &str,
    game: Option<&str>,
    budget: &WorkBudget,
) -> Result<Vec<Found>, Error> {
    let games: Vec<_> = match game {
        Some(game) => {
            let entry = service.entry(game);
            vec![entry.ok_or_else(|| Error::no_game("game", game))?.game]
        }
        None => service.catalogue.iter().map(|entry| entry.game).collect(),
    };
    let readings =
        read_pasted(text, &games, PASTE_LIMITS).map_err(|error| Error::parse(FIELD, error))?;
    if readings.is_empty() {
        return Err(Error::bad(FIELD, texts::text("problem-no-record", &[])));
    }
    budget.check()?;
    let mut found = Vec::new();
    for (index, reading) in readings.into_iter().enumerate() {
        add(&mut found, index, reading)?;
    }
    Ok(found)
}

/// A list of games without problems.
fn complete_list(found: Vec<Found>) -> Recognised {
    Recognised { found, left_out: 0, refused: 0, problems: Vec::new() }
}

/// Adds a game, which has the number `index` in its file; only the first games come with boards.
pub(super) fn add(found: &mut Vec<Found>, index: usize, reading: ParsedGame) -> Result<(), Error> {
    let ParsedGame { game, kind, saved } = reading;
    let (kind, path) = match kind {
        ParsedKind::Moves => ("moves", Some(page_links::analysis_path(game, &saved.record))),
        ParsedKind::Position => ("position", Some(page_links::analysis_path(game, &saved.record))),
        ParsedKind::File => ("record", None),
    };
    let one = Found { index, ..shown(kind, game, &saved, path) };
    let with_board = found.len() < LIST_MAX_BOARDS;
    found.push(if with_board { add_board(one, game, &saved)? } else { one });
    Ok(())
}

fn shown(kind: &str, game: &dyn AnyGame, saved: &SavedGame, path: Option<String>) -> Found {
    Found {
        kind: kind.to_owned(),
        game: game.info().id.to_owned(),
        entries: saved.record.moves.len(),
        players: saved.players.clone(),
        date: saved.date.clone(),
        about: saved.about(),
        result: saved.score.text().to_owned(),
        board: None,
        path,
        index: 0,
    }
}

fn add_board(found: Found, game: &dyn AnyGame, saved: &SavedGame) -> Result<Found, Error> {
    let live = game.open(&saved.record).map_err(Error::failed)?;
    Ok(Found { board: Some(live.view().board), ..found })
}

/// The target of a link with its board.
fn linked(game: &dyn AnyGame, saved: &SavedGame, path: String) -> Result<Found, Error> {
    add_board(shown("link", game, saved, Some(path)), game, saved)
}

/// The error for a part of a link.
fn link_error(text: &str, part: &str, text_id: &str, args: &[(&str, texts::Arg<'_>)]) -> Error {
    let start = text.find(part).unwrap_or(0);
    let at = Some(start..start + part.len());
    Error::Bad { text: texts::text(text_id, args), field: Some(FIELD), at }
}

/// The blocking part of resolving a link.
type FindLinked = Box<dyn FnOnce(&Service) -> Result<Found, Error> + Send>;

/// Resolves a link.
async fn resolve_link(shared: &AppState, visitor: &Visitor, text: String) -> Result<Found, Error> {
    if text.len() > LINK_MAX_BYTES {
        return Err(link_error(&text, &text, "problem-no-link", &[]));
    }
    let target = page_links::parse_link(&text)
        .map_err(|at| link_error(&text, &text[at], "problem-no-link", &[]))?;
    let length = text.len();
    let store = &shared.service.store;
    let work: FindLinked = match target {
        LinkTarget::Match(id) => {
            let look = |room: &RoomActor| (room.entry(), room.analysable().map(::room::saved));
            let (entry, saved) = match shared.hub.look(&id, &visitor.id(), look).await {
                Err(OpenError::NotFound) => {
                    return Err(link_error(
                        &text,
                        &id,
                        "problem-no-match",
                        &[("id", (&id).into())],
                    ));
                }
                seen => seen?,
            };
            let saved =
                saved.ok_or_else(|| Error::Refused(texts::text("problem-no-analysis", &[])))?;
            Box::new(move |_| linked(entry.game, &saved, format!("/m/{id}/analyse")))
        }
        LinkTarget::Named(name) if shared.service.entry(&name).is_none() => {
            let kept = store.analysis(visitor.profile.as_str(), name.as_str()).await?;
            let kept = kept.ok_or_else(|| link_error(&text, &name, "problem-no-link", &[]))?;
            Box::new(move |service| {
                let (entry, saved) = analysis::read_document(service, &kept.document)?;
                linked(entry.game, &saved, format!("/analyse/{name}"))
            })
        }
        LinkTarget::Named(game) => {
            Box::new(move |service| linked_game(service, &text, game, None, ""))
        }
        LinkTarget::Game { game, moves, start, swap } => {
            let record = start.map(|start| Record { start, swap, moves: Vec::new() });
            Box::new(move |service| linked_game(service, &text, game, record, &moves))
        }
    };
    shared.run_blocking(visitor.tenant(), length, move |service, _| work(service)).await
}

/// The game whose moves are in a link.
fn linked_game(
    service: &Service,
    text: &str,
    game: String,
    record: Option<Record>,
    moves: &str,
) -> Result<Found, Error> {
    let entry = service.entry(&game);
    let entry = entry
        .ok_or_else(|| link_error(text, &game, "problem-no-game", &[("name", (&game).into())]))?;
    let live = open(entry, record, moves).map_err(|error| match error {
        // A range within the moves is no range within the link.
        Error::Bad { text: why, .. } => {
            Error::Bad { text: why, field: Some(FIELD), at: Some(0..text.len()) }
        }
        error => error,
    })?;
    let path = page_links::analysis_path(entry.game, live.record());
    linked(entry.game, &SavedGame::new(game, live.record().clone()), path)
}
