//! Positions without a match, and what people paste.

use axum::extract::{DefaultBodyLimit, State};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use engine::Entry;
use rules::{
    AnyGame, Live, ReadLimits, Reading, ReadingKind, Record, SavedGame, Setup, read_moves,
    read_pasted,
};
use wire::http::{Found, Look, LookRequest, ReadRequest, Recognised};

use super::body::{Raw, read_json};
use super::{Error, analyses, matches};
use crate::blocking::{Tenant, WorkBudget};
use crate::hub::Service;
use crate::links::{self, Target};
use crate::room::{OpenError, Room};
use crate::visitor::Visitor;
use crate::{Shared, analysis};

/// What is wrong with a text is said of this field.
const FIELD: &str = "text";
/// How much of a text is read that people paste.
pub(super) const PASTE_LIMITS: ReadLimits = ReadLimits { games: 2000 };
/// The longest link, in bytes.
const LONGEST_LINK: usize = 16 << 10;
/// How many games of a list come with their boards.
const MOST_BOARDS: usize = 12;

pub(super) fn router() -> Router<Shared> {
    Router::new()
        .route("/api/look", post(look))
        .route("/api/read", post(read))
        .layer(DefaultBodyLimit::max(analyses::LONGEST))
}

async fn look(
    State(shared): State<Shared>,
    tenant: Tenant,
    Raw(body): Raw,
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
            path: links::analysis(entry.game, live.record()),
        }))
    };
    shared.run_blocking(tenant, length, look).await
}

/// Opens a game as far as a record and the moves behind it go; without a record the text may also be a
/// position, and without either a board is drawn.
fn open(entry: Entry, record: Option<Record>, moves: &str) -> Result<Box<dyn Live>, Error> {
    let game = entry.game;
    let record = match record {
        Some(record) => {
            let live = game.open(&record).map_err(|error| Error::replay("record", error))?;
            read_moves(game, live.record().clone(), moves)
        }
        None if moves.trim().is_empty() => {
            Ok(Record::new(game.start(&matches::drawn(Setup::default())?)?))
        }
        None => read_pasted(moves, &[game], PASTE_LIMITS).map(|found| {
            found.into_iter().next().map(|reading| reading.saved.record).unwrap_or_default()
        }),
    };
    let record = record.map_err(|error| Error::parse("moves", error))?;
    game.open(&record).map_err(|error| Error::replay("record", error))
}

/// What a text turns out to be.
enum Pasted {
    /// A link, which is followed elsewhere.
    Link(String),
    /// Games, as the answer tells of them.
    Games(Response),
}

async fn read(
    State(shared): State<Shared>,
    visitor: Visitor,
    Raw(body): Raw,
) -> Result<Response, Error> {
    let length = body.len();
    let work = move |service: &Service, budget: &WorkBudget| {
        let ReadRequest { text, game } = read_json(&body)?;
        if links::is_link(&text) {
            return Ok(Pasted::Link(text));
        }
        let found = recognise(service, &text, game.as_deref(), budget)?;
        Ok(Pasted::Games(Json(alone(found)).into_response()))
    };
    match shared.run_blocking(visitor.tenant(), length, work).await? {
        Pasted::Games(answer) => Ok(answer),
        Pasted::Link(text) => {
            let found = follow(&shared, &visitor, text).await?;
            Ok(Json(alone(vec![found])).into_response())
        }
    }
}

/// The games that a text tells of, of the named game or of any.
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

/// What was found, with nothing else to say of it.
fn alone(found: Vec<Found>) -> Recognised {
    Recognised { found, left_out: 0, refused: 0, problems: Vec::new() }
}

/// Adds what was read, the game with that number in its file; only the first ones come with boards.
pub(super) fn add(found: &mut Vec<Found>, index: usize, reading: Reading) -> Result<(), Error> {
    let Reading { game, kind, saved } = reading;
    let (kind, path) = match kind {
        ReadingKind::Moves => ("moves", Some(links::analysis(game, &saved.record))),
        ReadingKind::Position => ("position", Some(links::analysis(game, &saved.record))),
        ReadingKind::File => ("record", None),
    };
    let one = Found { index, ..shown(kind, game, &saved, path) };
    let with_board = found.len() < MOST_BOARDS;
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

/// What a link leads to, with its board.
fn linked(game: &dyn AnyGame, saved: &SavedGame, path: String) -> Result<Found, Error> {
    add_board(shown("link", game, saved, Some(path)), game, saved)
}

/// Says that a part of a link leads nowhere.
fn wrong(text: &str, part: &str, text_id: &str, args: &[(&str, texts::Arg<'_>)]) -> Error {
    let start = text.find(part).unwrap_or(0);
    let at = Some(start..start + part.len());
    Error::Bad { text: texts::text(text_id, args), field: Some(FIELD), at }
}

/// Finds what a link leads to, where that takes no more waiting.
type FindLinked = Box<dyn FnOnce(&Service) -> Result<Found, Error> + Send>;

/// What a link leads to.
async fn follow(shared: &Shared, visitor: &Visitor, text: String) -> Result<Found, Error> {
    if text.len() > LONGEST_LINK {
        return Err(wrong(&text, &text, "problem-no-link", &[]));
    }
    let target =
        links::target(&text).map_err(|at| wrong(&text, &text[at], "problem-no-link", &[]))?;
    let length = text.len();
    let store = &shared.service.store;
    let work: FindLinked = match target {
        Target::Match(id) => {
            let look = |room: &Room| (room.entry(), room.analysable().map(::room::saved));
            let (entry, saved) = match shared.hub.look(&id, look).await {
                Err(OpenError::NotFound) => {
                    return Err(wrong(&text, &id, "problem-no-match", &[("id", (&id).into())]));
                }
                seen => seen?,
            };
            let saved =
                saved.ok_or_else(|| Error::Refused(texts::text("problem-no-analysis", &[])))?;
            Box::new(move |_| linked(entry.game, &saved, format!("/m/{id}/analyse")))
        }
        Target::Named(name) if shared.service.entry(&name).is_none() => {
            let kept = store.analysis(visitor.profile.as_str(), name.as_str()).await?;
            let kept = kept.ok_or_else(|| wrong(&text, &name, "problem-no-link", &[]))?;
            Box::new(move |service| {
                let (entry, saved) = analysis::read_document(service, &kept.document)?;
                linked(entry.game, &saved, format!("/analyse/{name}"))
            })
        }
        Target::Named(game) => Box::new(move |service| linked_game(service, &text, game, None, "")),
        Target::Game { game, moves, start, swap } => {
            let record = start.map(|start| Record { start, swap, moves: Vec::new() });
            Box::new(move |service| linked_game(service, &text, game, record, &moves))
        }
    };
    shared.run_blocking(visitor.tenant(), length, move |service, _| work(service)).await
}

/// The game that a link spells out.
fn linked_game(
    service: &Service,
    text: &str,
    game: String,
    record: Option<Record>,
    moves: &str,
) -> Result<Found, Error> {
    let entry = service.entry(&game);
    let entry =
        entry.ok_or_else(|| wrong(text, &game, "problem-no-game", &[("name", (&game).into())]))?;
    let live = open(entry, record, moves).map_err(|error| match error {
        // Where it stands within the link is not where it stands in the moves.
        Error::Bad { text: why, .. } => {
            Error::Bad { text: why, field: Some(FIELD), at: Some(0..text.len()) }
        }
        error => error,
    })?;
    let path = links::analysis(entry.game, live.record());
    linked(entry.game, &SavedGame::new(game, live.record().clone()), path)
}
