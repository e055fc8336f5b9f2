//! Positions without a match, and what people paste.

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use engine::Entry;
use rules::{AnyGame, Live, Reading, ReadingKind, Record, Setup, read_moves, read_pasted};
use wire::http::{Found, Look, LookRequest, ReadRequest, Recognised};

use super::body::Body;
use super::{Error, matches};
use crate::links::{self, Target};
use crate::room::{OpenError, Room};
use crate::visitor::Visitor;
use crate::{Shared, analysis};

/// What is wrong with a text is said of this field.
const FIELD: &str = "text";

pub(super) fn router() -> Router<Shared> {
    Router::new().route("/api/look", post(look)).route("/api/read", post(read))
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
        return Ok(Json(Recognised { found: vec![found] }));
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
    let found = readings.into_iter().enumerate().map(|(index, Reading { game, kind, saved })| {
        let (kind, path) = match kind {
            ReadingKind::Moves => ("moves", Some(links::analysis(game, &saved.record))),
            ReadingKind::Position => ("position", Some(links::analysis(game, &saved.record))),
            ReadingKind::File => ("record", None),
        };
        recognised(kind, game, &saved, path, index)
    });
    Ok(Json(Recognised { found: found.collect::<Result<_, _>>()? }))
}

fn recognised(
    kind: &str,
    game: &dyn AnyGame,
    saved: &rules::SavedGame,
    path: Option<String>,
    index: usize,
) -> Result<Found, Error> {
    let live = game.open(&saved.record).map_err(Error::failed)?;
    Ok(Found {
        kind: kind.to_owned(),
        game: game.info().id.to_owned(),
        entries: saved.record.moves.len(),
        players: saved.players.clone(),
        board: live.view().board,
        path,
        index,
    })
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
            recognised("link", entry.game, &saved, Some(format!("/m/{id}/analyse")), 0)
        }
        Target::Named(name) => {
            if let Some(entry) = shared.service.entry(&name) {
                let live = open(entry, None, "")?;
                let path = links::analysis(entry.game, live.record());
                let saved = rules::SavedGame::new(name, live.record().clone());
                return recognised("link", entry.game, &saved, Some(path), 0);
            }
            let kept =
                shared.service.store.analysis(visitor.profile.as_str(), name.as_str()).await?;
            let kept = kept.ok_or_else(|| wrong(&name, "problem-no-link", &[]))?;
            let (entry, saved) = analysis::read_document(&shared.service, &kept.document)?;
            recognised("link", entry.game, &saved, Some(format!("/analyse/{name}")), 0)
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
            let saved = rules::SavedGame::new(game, live.record().clone());
            recognised("link", entry.game, &saved, Some(path), 0)
        }
    }
}
