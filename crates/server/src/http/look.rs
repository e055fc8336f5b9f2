//! Positions without a match, and what people paste.

use axum::extract::{DefaultBodyLimit, State};
use axum::routing::post;
use axum::{Json, Router};
use engine::Entry;
use rules::{
    AnyGame, Live, Reading, ReadingKind, Record, SavedGame, Setup, read_moves, read_pasted,
};
use wire::http::{Found, Look, LookRequest, ReadRequest, Recognised};

use super::body::Body;
use super::{Error, analyses, matches};
use crate::links::{self, Target};
use crate::room::{OpenError, Room};
use crate::visitor::Visitor;
use crate::{Shared, analysis};

/// What is wrong with a text is said of this field.
const FIELD: &str = "text";
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
    Body(LookRequest { game, record, moves }): Body<LookRequest>,
) -> Result<Json<Look>, Error> {
    let entry = shared.service.entry(&game).ok_or_else(|| Error::no_game("game", &game))?;
    let live = open(entry, record, &moves)?;
    Ok(Json(Look {
        record: live.record().clone(),
        position: live.position(),
        view: live.view(),
        path: links::analysis(entry.game, live.record()),
    }))
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
        None => read_pasted(moves, &[game]).map(|found| {
            found.into_iter().next().map(|reading| reading.saved.record).unwrap_or_default()
        }),
    };
    let record = record.map_err(|error| Error::parse("moves", error))?;
    game.open(&record).map_err(|error| Error::replay("record", error))
}

async fn read(
    State(shared): State<Shared>,
    visitor: Visitor,
    Body(ReadRequest { text, game }): Body<ReadRequest>,
) -> Result<Json<Recognised>, Error> {
    if links::is_link(&text) {
        let found = follow(&shared, &visitor, &text).await?;
        return Ok(Json(alone(vec![found])));
    }
    let games: Vec<_> = match &game {
        Some(game) => {
            let entry = shared.service.entry(game);
            vec![entry.ok_or_else(|| Error::no_game("game", game))?.game]
        }
        None => shared.service.catalogue.iter().map(|entry| entry.game).collect(),
    };
    let readings = read_pasted(&text, &games).map_err(|error| Error::parse(FIELD, error))?;
    if readings.is_empty() {
        return Err(Error::bad(FIELD, texts::text("problem-no-record", &[])));
    }
    let mut found = Vec::new();
    for (index, reading) in readings.into_iter().enumerate() {
        add(&mut found, index, reading)?;
    }
    Ok(Json(alone(found)))
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

/// What a link leads to.
async fn follow(shared: &Shared, visitor: &Visitor, text: &str) -> Result<Found, Error> {
    let wrong = |part: &str, text_id: &str, args: &[_]| {
        let start = text.find(part).unwrap_or(0);
        let at = Some(start..start + part.len());
        Error::Bad { text: texts::text(text_id, args), field: Some(FIELD), at }
    };
    let target = links::target(text).map_err(|at| wrong(&text[at], "problem-no-link", &[]))?;
    match target {
        Target::Match(id) => {
            let look = |room: &Room| (room.entry(), room.analysable().map(::room::saved));
            let (entry, saved) = match shared.hub.look(&id, look).await {
                Err(OpenError::NotFound) => {
                    return Err(wrong(&id, "problem-no-match", &[("id", (&id).into())]));
                }
                seen => seen?,
            };
            let saved =
                saved.ok_or_else(|| Error::Refused(texts::text("problem-no-analysis", &[])))?;
            linked(entry.game, &saved, format!("/m/{id}/analyse"))
        }
        Target::Named(name) => {
            if let Some(entry) = shared.service.entry(&name) {
                let live = open(entry, None, "")?;
                let path = links::analysis(entry.game, live.record());
                return linked(entry.game, &SavedGame::new(name, live.record().clone()), path);
            }
            let kept =
                shared.service.store.analysis(visitor.profile.as_str(), name.as_str()).await?;
            let kept = kept.ok_or_else(|| wrong(&name, "problem-no-link", &[]))?;
            let (entry, saved) = analysis::read_document(&shared.service, &kept.document)?;
            linked(entry.game, &saved, format!("/analyse/{name}"))
        }
        Target::Game { game, moves, start, swap } => {
            let entry = shared.service.entry(&game);
            let entry = entry
                .ok_or_else(|| wrong(&game, "problem-no-game", &[("name", (&game).into())]))?;
            let record = start.map(|start| Record { start, swap, moves: Vec::new() });
            let live = open(entry, record, &moves).map_err(|error| match error {
                // Where it stands within the link is not where it stands in the moves.
                Error::Bad { text: why, .. } => {
                    Error::Bad { text: why, field: Some(FIELD), at: Some(0..text.len()) }
                }
                error => error,
            })?;
            let path = links::analysis(entry.game, live.record());
            linked(entry.game, &SavedGame::new(game, live.record().clone()), path)
        }
    }
}
