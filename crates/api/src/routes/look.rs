//! Positions without a match, and pasted texts.

use engine::Entry;
use rules::{
    AnyGame, Live, ParsedGame, ParsedKind, ReadLimits, Record, SavedGame, Setup, read_moves,
    read_pasted,
};
use wire::http::{Found, Look, LookRequest, ReadRequest, Recognised};

use super::{analyses, find_entry, matches};
use crate::analysis::read_document;
use crate::context::{Context, OpenError, OpenRoom, WorkBudget};
use crate::error::Error;
use crate::games::Games;
use crate::page_links::{self, LinkTarget};
use crate::random;
use crate::request::{Request, read_json};
use crate::response::Response;
use crate::route::Route;

/// The field that errors in a text are about.
const FIELD: &str = "text";
/// Limits of a pasted text.
pub(super) const PASTE_LIMITS: ReadLimits = ReadLimits { games: 2000 };
/// Length of a link.
const LINK_MAX_BYTES: usize = 16 << 10;
/// Games of a list that come with their boards.
const LIST_MAX_BOARDS: usize = 12;

pub(super) fn routes<C: Context>() -> Vec<Route<C>> {
    let body_max = analyses::ANALYSIS_BODY_MAX_BYTES;
    vec![
        Route::post("/api/look", look).anonymous().with_body(body_max),
        Route::post("/api/read", read).with_body(body_max),
    ]
}

async fn look<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let (body, seed) = (request.body, random::seed(&context)?);
    let length = body.len();
    let look = move |games: &Games, _: &dyn WorkBudget| {
        let LookRequest { game, record, moves } = read_json(&body)?;
        let entry = find_entry(games, &game)?;
        let live = open(entry, record, &moves, seed)?;
        Ok(Response::json(&Look {
            record: live.record().clone(),
            position: live.position(),
            view: live.view(),
            path: page_links::analysis_path(entry.game, live.record()),
        }))
    };
    context.run_blocking(length, look).await
}

/// Opens a record with more moves; without a record the text may also be a position, and without either
/// a random board is drawn from `seed`.
pub(super) fn open(
    entry: Entry,
    record: Option<Record>,
    moves: &str,
    seed: u64,
) -> Result<Box<dyn Live>, Error> {
    let game = entry.game;
    let record = match record {
        Some(record) => {
            let live = game.open(&record).map_err(|error| Error::replay("record", error))?;
            read_moves(game, live.record().clone(), moves)
        }
        None if moves.trim().is_empty() => {
            Ok(Record::new(game.start(&matches::drawn(&entry, Setup::default(), seed))?))
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

async fn read<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let body = request.body;
    let length = body.len();
    let work = move |games: &Games, budget: &dyn WorkBudget| {
        let ReadRequest { text, game } = read_json(&body)?;
        if page_links::is_link(&text) {
            return Ok(Pasted::Link(text));
        }
        let found = recognise(games, &text, game.as_deref(), budget)?;
        Ok(Pasted::Games(Response::json(&complete_list(found))))
    };
    match context.run_blocking(length, work).await? {
        Pasted::Games(answer) => Ok(answer),
        Pasted::Link(text) => {
            let found = resolve_link(&context, text).await?;
            Ok(Response::json(&complete_list(vec![found])))
        }
    }
}

/// Parses the games in a text, of the named game or of any.
fn recognise(
    games: &Games,
    text: &str,
    game: Option<&str>,
    budget: &dyn WorkBudget,
) -> Result<Vec<Found>, Error> {
    let games = match game {
        Some(game) => vec![find_entry(games, game)?.game],
        None => games.all(),
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
type FindLinked = Box<dyn FnOnce(&Games) -> Result<Found, Error> + Send>;

/// Resolves a link.
async fn resolve_link(context: &impl Context, text: String) -> Result<Found, Error> {
    if text.len() > LINK_MAX_BYTES {
        return Err(link_error(&text, &text, "problem-no-link", &[]));
    }
    let target = page_links::parse_link(&text)
        .map_err(|at| link_error(&text, &text[at], "problem-no-link", &[]))?;
    let (length, seed) = (text.len(), random::seed(context)?);
    let work: FindLinked = match target {
        LinkTarget::Match(id) => {
            let look = |room: &dyn OpenRoom| (room.entry(), room.analysable().map(room::saved));
            let (entry, saved) = match context.look(&id, look).await {
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
        LinkTarget::Named(name) if context.games().entry(&name).is_none() => {
            let kept = context.store().analysis(context.profile(), name.as_str()).await?;
            let kept = kept.ok_or_else(|| link_error(&text, &name, "problem-no-link", &[]))?;
            Box::new(move |games| {
                let (entry, saved) = read_document(games, &kept.document)?;
                linked(entry.game, &saved, format!("/analyse/{name}"))
            })
        }
        LinkTarget::Named(game) => {
            Box::new(move |games| linked_game(games, &text, game, None, "", seed))
        }
        LinkTarget::Game { game, moves, start, swap } => {
            let record = start.map(|start| Record { start, swap, moves: Vec::new() });
            Box::new(move |games| linked_game(games, &text, game, record, &moves, seed))
        }
    };
    context.run_blocking(length, move |games, _| work(games)).await
}

/// The game whose moves are in a link.
fn linked_game(
    games: &Games,
    text: &str,
    game: String,
    record: Option<Record>,
    moves: &str,
    seed: u64,
) -> Result<Found, Error> {
    let entry = games.entry(&game);
    let entry = entry
        .ok_or_else(|| link_error(text, &game, "problem-no-game", &[("name", (&game).into())]))?;
    let live = open(entry, record, moves, seed).map_err(|error| match error {
        // A range within the moves is no range within the link.
        Error::Bad { text: why, .. } => {
            Error::Bad { text: why, field: Some(FIELD), at: Some(0..text.len()) }
        }
        error => error,
    })?;
    let path = page_links::analysis_path(entry.game, live.record());
    linked(entry.game, &SavedGame::new(game, live.record().clone()), path)
}
