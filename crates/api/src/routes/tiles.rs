//! The visitor's own tiles: editing, storage, import and export.
//!
//! A tile belongs to every game that can be played with it: the games themselves say so.

use rules::{
    AnyGame, LineIndex, ParseError, Text, Tile, TileCheck, TileFile, TileForm, tile_name,
    write_tiles,
};
use serde::Deserialize;
use store::{Added, MOST_TILES};
use wire::http::{
    ImportedTile, OwnTile, TileAnswer, TileChange, TileProblem, TileQuestion, TileReport,
};

use super::{SMALL_REQUEST_BYTES, find_entry};
use crate::context::{Context, WorkBudget};
use crate::error::Error;
use crate::games::Games;
use crate::request::Request;
use crate::response::Response;
use crate::route::Route;

pub(super) fn routes<C: Context>() -> Vec<Route<C>> {
    vec![
        Route::get("/api/tiles", list),
        Route::put("/api/tiles/{name}", change),
        Route::delete("/api/tiles/{name}", remove),
        Route::post("/api/tile-check", check).anonymous(),
        Route::get("/api/tile-file", export),
        Route::post("/api/tile-file", import).with_body(TileFile::MAX_BYTES),
    ]
}

async fn list<C: Context>(context: C, _: Request) -> Result<Response, Error> {
    let tiles = context.store().tiles(context.profile()).await?;
    let list = move |games: &Games, _: &dyn WorkBudget| {
        let own = |Tile { name, rows }: &Tile| {
            // A tile that no game accepts any more is still listed, so that it can be edited.
            judge(games, name, rows).unwrap_or_else(|ParseError { text, .. }| OwnTile {
                name: name.to_string(),
                rows: rows.to_string(),
                games: Vec::new(),
                warnings: vec![text],
            })
        };
        Ok(Response::json(&tiles.iter().map(own).collect::<Vec<_>>()))
    };
    context.run_blocking(0, list).await
}

async fn change<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let name = request.param(0);
    let TileChange { rows, before } = request.json()?;
    context.check_write()?;
    let judged = move |games: &Games, _: &dyn WorkBudget| {
        let tidy = tiled(games).try_fold(name, |name, game| tile_name(&name, game.info()));
        let name = tidy.map_err(|error| Error::parse("name", error))?;
        let own = judge(games, &name, &rows).map_err(|error| Error::parse("rows", error))?;
        Ok((name, own))
    };
    let (name, own) = context.run_blocking(SMALL_REQUEST_BYTES, judged).await?;
    let after = Tile { name: name.clone().into(), rows: own.rows.clone().into() };
    match context.store().change_tile(context.owner(), before, Some(after)).await {
        Ok(()) => Ok(Response::json(&own)),
        Err(error) => Err(refusal(error, &name)),
    }
}

/// Query of a removal.
#[derive(Deserialize)]
struct RemoveQuery {
    /// Its rows, as the client knows them.
    rows: String,
}

async fn remove<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let name = request.param(0);
    let RemoveQuery { rows } = request.query()?;
    context.check_write()?;
    let before = Tile { name: name.clone().into(), rows: rows.into() };
    match context.store().change_tile(context.owner(), Some(before), None).await {
        Ok(()) => Ok(Response::no_content()),
        Err(error) => Err(refusal(error, &name)),
    }
}

async fn check<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let TileQuestion { game, rows } = request.json()?;
    let check = move |games: &Games, _: &dyn WorkBudget| {
        let TileCheck { rows: checked, warnings } = find(games, Some(&game))?.check_tile(&rows);
        let problem = checked.err().map(|error| TileProblem::new(&LineIndex::new(&rows), error));
        Ok(Response::json(&TileAnswer { problem, warnings }))
    };
    context.run_blocking(SMALL_REQUEST_BYTES, check).await
}

/// Query of an import: the game of the file, or else the first one with tiles.
#[derive(Deserialize)]
struct ImportQuery {
    game: Option<String>,
}

async fn import<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let ImportQuery { game } = request.query()?;
    let text = request.text()?;
    context.check_write()?;
    let game = find(context.games(), game.as_deref())?;
    let length = text.len();
    let read = move |_: &Games, _: &dyn WorkBudget| {
        let mut file = TileFile::read(&text, game);
        let tiles = std::mem::take(&mut file.tiles);
        Ok((tiles, TileReport::new(&text, file, Vec::new())))
    };
    let (tiles, report) = context.run_blocking(length, read).await?;
    let added = context.store().add_tiles(context.owner(), tiles.clone()).await?;
    let imported = |(Tile { name, rows }, added): (Tile, Added)| ImportedTile {
        name: name.into_owned(),
        rows: rows.into_owned(),
        kept: added.kept().map(|tile| tile.name.to_string()),
        new: matches!(added, Added::New(_)),
    };
    let tiles = tiles.into_iter().zip(added).map(imported).collect();
    Ok(Response::json(&TileReport { tiles, ..report }))
}

/// Query of an export.
#[derive(Deserialize)]
struct ExportQuery {
    form: Form,
    /// One tile alone.
    name: Option<String>,
    game: Option<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Form {
    Text,
    Json,
    Original,
}

async fn export<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let ExportQuery { form, name, game } = request.query()?;
    let game = find(context.games(), game.as_deref())?;
    let mut tiles = context.store().tiles(context.profile()).await?;
    let (form, mime, file) = match form {
        Form::Text => (TileForm::Lines, "text/plain; charset=utf-8", "quadrants.txt"),
        Form::Json => (TileForm::Json, "application/json", "my-quadrants.json"),
        Form::Original => (TileForm::Grids, "application/json", "quadrants.json"),
    };
    let write = move |_: &Games, _: &dyn WorkBudget| {
        tiles.retain(|tile| game.check_tile(&tile.rows).rows.is_ok());
        if let Some(name) = name {
            tiles.retain(|tile| tile.name == name);
            if tiles.is_empty() {
                return Err(Error::NotFound);
            }
        }
        Ok(Response::of(mime, write_tiles(&tiles, form, game.info())).saved_as(file))
    };
    context.run_blocking(0, write).await
}

/// A tile of a file in exact notation, if a game can be played with it.
pub(super) fn read(games: &Games, tile: &Tile) -> Option<Tile> {
    let info = tiled(games).next()?.info();
    let name = tile_name(&tile.name, info).ok()?;
    let own = judge(games, &name, &tile.rows).ok()?;
    Some(Tile { name: name.into(), rows: own.rows.into() })
}

/// The games whose boards are put together from tiles.
fn tiled(games: &Games) -> impl Iterator<Item = &'static dyn AnyGame> + use<> {
    games.all().into_iter().filter(|game| !game.info().tiles.is_empty())
}

/// The game of that name, or the first, if it has tiles.
fn find(games: &Games, name: Option<&str>) -> Result<&'static dyn AnyGame, Error> {
    let no_tiles = || Error::bad("game", no_tiles());
    let Some(name) = name else { return tiled(games).next().ok_or_else(no_tiles) };
    let entry = find_entry(games, name)?;
    if entry.game.info().tiles.is_empty() { Err(no_tiles()) } else { Ok(entry.game) }
}

/// A tile in exact notation with the games that can be played with it, and what the first of them
/// finds unusual; an error if there are none.
fn judge(games: &Games, name: &str, rows: &str) -> Result<OwnTile, ParseError> {
    let (mut playable, mut sound, mut wrong) = (Vec::new(), None, None);
    for game in tiled(games) {
        match game.check_tile(rows) {
            TileCheck { rows: Ok(rows), warnings } => {
                playable.push(game.info().id.to_owned());
                sound.get_or_insert((rows, warnings));
            }
            TileCheck { rows: Err(error), .. } => {
                wrong.get_or_insert(error);
            }
        }
    }
    match sound {
        Some((rows, warnings)) => {
            Ok(OwnTile { name: name.to_owned(), rows, games: playable, warnings })
        }
        None => Err(wrong.unwrap_or_else(|| ParseError::whole(rows, no_tiles()))),
    }
}

fn no_tiles() -> Text {
    texts::text("problem-no-tiles", &[])
}

fn refusal(error: store::Error, name: &str) -> Error {
    match error {
        store::Error::Taken => {
            Error::Taken(texts::text("problem-tile-taken", &[("name", name.into())]))
        }
        store::Error::Changed => Error::Changed(texts::text("problem-tile-changed", &[])),
        store::Error::Full => {
            Error::Refused(texts::text("problem-tiles-full", &[("most", MOST_TILES.into())]))
        }
        error => error.into(),
    }
}
