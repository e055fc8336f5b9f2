//! Record files of matches.

use play::{Event, Time};
use room::Detail;
use rules::{GameFile, ParsedGame, ReadLimits, open_file};

use super::matches;
use crate::context::{Context, WorkBudget};
use crate::error::Error;
use crate::games::Games;
use crate::request::Request;
use crate::response::Response;
use crate::route::Route;

/// Games of a file, of which the first is opened.
const FILE_MAX_GAMES: usize = 2000;
/// Record file that is kept with a match because it has comments, variations or other fields.
const REMARKS_MAX_BYTES: usize = 128 << 10;

pub(super) fn routes<C: Context>() -> Vec<Route<C>> {
    vec![
        Route::get("/api/matches/{id}/record", download).anonymous(),
        Route::post("/api/records", open),
    ]
}

async fn download<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let events = context.store().load(request.param(0)).await?;
    let export = move |games: &Games, _: &dyn WorkBudget| {
        let find = |game: &str| games.find(game);
        let saved = room::export(find, &events, Detail::Public).map_err(Error::failed)?;
        Ok(Response::text(saved.ok_or(Error::NotFound)?.to_string()))
    };
    context.run_blocking(0, export).await
}

/// Makes a match between two people at one screen of the first game in a file.
async fn open<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    context.check_effort()?;
    let (bytes, now) = (request.body, context.now().wall);
    let length = bytes.len();
    let work = move |games: &Games, _: &dyn WorkBudget| first_game(games, &bytes, now);
    let events = context.run_blocking(length, work).await?;
    matches::store_new(&context, events, None).await
}

/// Events of the first game in a file of any kind.
fn first_game(games: &Games, bytes: &[u8], now: Time) -> Result<Vec<Event>, Error> {
    const FIELD: &str = "record";
    let limits = ReadLimits { games: FILE_MAX_GAMES };
    let file = open_file(GameFile { name: "", bytes }, &[], &games.all(), limits);
    let mut file = file.map_err(|error| Error::parse(FIELD, error.error))?;
    let none = || Error::bad(FIELD, texts::text("problem-no-record", &[]));
    let first = file.games.next().ok_or_else(none)?;
    let ParsedGame { game, saved, .. } = first.map_err(|error| Error::parse(FIELD, error))?;
    let entry = games.entry(game.info().id);
    let is_opponent =
        |id: &str| entry.and_then(|entry| entry.opponent(id)).is_some_and(|one| !one.is_bot());
    let imported = room::import(game, saved, now, is_opponent);
    let events = imported.map_err(|text| Error::bad(FIELD, text))?.events;
    let remarks = events.iter().map(|event| match event {
        Event::Imported { record: Some(record), .. } => record.len(),
        _ => 0,
    });
    if remarks.sum::<usize>() > REMARKS_MAX_BYTES {
        return Err(Error::TooLarge);
    }
    Ok(events)
}
