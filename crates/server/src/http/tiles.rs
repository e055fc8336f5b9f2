//! The visitor's own tiles: editing, storage, import and export.
//!
//! A tile belongs to every game that can be played with it: the games themselves say so.

use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use axum::{Json, Router};
use engine::Entry;
use rules::{
    AnyGame, LineIndex, ParseError, Text, Tile, TileCheck, TileFile, TileForm, tile_name,
    write_tiles,
};
use serde::Deserialize;
use store::{Added, MOST_TILES};
use wire::http::{
    ImportedTile, OwnTile, TileAnswer, TileChange, TileProblem, TileQuestion, TileReport,
};

use super::Error;
use super::body::{JsonBody, QueryParams, TextBody};
use crate::AppState;
use crate::blocking::{SMALL_REQUEST_BYTES, WorkBudget};
use crate::hub::Service;
use crate::tenant::Tenant;
use crate::visitor::Visitor;

pub(super) fn router() -> Router<AppState> {
    let file = get(export).post(import).layer(DefaultBodyLimit::max(TileFile::MAX_BYTES));
    Router::new()
        .route("/api/tiles", get(list))
        .route("/api/tiles/{name}", put(change).delete(remove))
        .route("/api/tile-check", post(check))
        .route("/api/tile-file", file)
}

async fn list(
    State(shared): State<AppState>,
    visitor: Visitor,
) -> Result<Json<Vec<OwnTile>>, Error> {
    let tenant = visitor.tenant();
    let tiles = shared.service.store.tiles(visitor.profile).await?;
    let list = move |service: &Service, _: &WorkBudget| {
        let own = |Tile { name, rows }: &Tile| {
            // A tile that no game accepts any more is still listed, so that it can be edited.
            judge(service, name, rows).unwrap_or_else(|ParseError { text, .. }| OwnTile {
                name: name.to_string(),
                rows: rows.to_string(),
                games: Vec::new(),
                warnings: vec![text],
            })
        };
        Ok(Json(tiles.iter().map(own).collect()))
    };
    shared.run_blocking(tenant, 0, list).await
}

async fn change(
    State(shared): State<AppState>,
    visitor: Visitor,
    Path(name): Path<String>,
    JsonBody(TileChange { rows, before }): JsonBody<TileChange>,
) -> Result<Json<OwnTile>, Error> {
    shared.check_write(&visitor)?;
    let judged = move |service: &Service, _: &WorkBudget| {
        let tidy = tiled(service).try_fold(name, |name, game| tile_name(&name, game.info()));
        let name = tidy.map_err(|error| Error::parse("name", error))?;
        let own = judge(service, &name, &rows).map_err(|error| Error::parse("rows", error))?;
        Ok((name, own))
    };
    let judged = shared.run_blocking(visitor.tenant(), SMALL_REQUEST_BYTES, judged);
    let (name, own) = judged.await?;
    let after = Tile { name: name.clone().into(), rows: own.rows.clone().into() };
    match shared.service.store.change_tile(shared.owner(&visitor), before, Some(after)).await {
        Ok(()) => Ok(Json(own)),
        Err(error) => Err(refusal(error, &name)),
    }
}

/// Query of a removal.
#[derive(Deserialize)]
struct RemoveQuery {
    /// Its rows, as the client knows them.
    rows: String,
}

async fn remove(
    State(shared): State<AppState>,
    visitor: Visitor,
    Path(name): Path<String>,
    QueryParams(RemoveQuery { rows }): QueryParams<RemoveQuery>,
) -> Result<StatusCode, Error> {
    shared.check_write(&visitor)?;
    let before = Tile { name: name.clone().into(), rows: rows.into() };
    match shared.service.store.change_tile(shared.owner(&visitor), Some(before), None).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(error) => Err(refusal(error, &name)),
    }
}

async fn check(
    State(shared): State<AppState>,
    tenant: Tenant,
    JsonBody(TileQuestion { game, rows }): JsonBody<TileQuestion>,
) -> Result<Json<TileAnswer>, Error> {
    let check = move |service: &Service, _: &WorkBudget| {
        let TileCheck { rows: checked, warnings } = find(service, Some(&game))?.check_tile(&rows);
        let problem = checked.err().map(|error| TileProblem::new(&LineIndex::new(&rows), error));
        Ok(Json(TileAnswer { problem, warnings }))
    };
    shared.run_blocking(tenant, SMALL_REQUEST_BYTES, check).await
}

/// Query of an import: the game of the file, or else the first one with tiles.
#[derive(Deserialize)]
struct ImportQuery {
    game: Option<String>,
}

async fn import(
    State(shared): State<AppState>,
    visitor: Visitor,
    QueryParams(ImportQuery { game }): QueryParams<ImportQuery>,
    TextBody(text): TextBody,
) -> Result<Json<TileReport>, Error> {
    shared.check_write(&visitor)?;
    let game = find(&shared.service, game.as_deref())?;
    let (tenant, length) = (visitor.tenant(), text.len());
    let read = move |_: &Service, _: &WorkBudget| {
        let mut file = TileFile::read(&text, game);
        let tiles = std::mem::take(&mut file.tiles);
        Ok((tiles, TileReport::new(&text, file, Vec::new())))
    };
    let (tiles, report) = shared.run_blocking(tenant, length, read).await?;
    let added = shared.service.store.add_tiles(shared.owner(&visitor), tiles.clone()).await?;
    let imported = |(Tile { name, rows }, added): (Tile, Added)| ImportedTile {
        name: name.into_owned(),
        rows: rows.into_owned(),
        kept: added.kept().map(|tile| tile.name.to_string()),
        new: matches!(added, Added::New(_)),
    };
    let tiles = tiles.into_iter().zip(added).map(imported).collect();
    Ok(Json(TileReport { tiles, ..report }))
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

async fn export(
    State(shared): State<AppState>,
    visitor: Visitor,
    QueryParams(ExportQuery { form, name, game }): QueryParams<ExportQuery>,
) -> Result<Response, Error> {
    let game = find(&shared.service, game.as_deref())?;
    let tenant = visitor.tenant();
    let mut tiles = shared.service.store.tiles(visitor.profile).await?;
    let (form, mime, file) = match form {
        Form::Text => (TileForm::Lines, "text/plain; charset=utf-8", "quadrants.txt"),
        Form::Json => (TileForm::Json, "application/json", "my-quadrants.json"),
        Form::Original => (TileForm::Grids, "application/json", "quadrants.json"),
    };
    let named = format!("attachment; filename=\"{file}\"");
    let headers = [(CONTENT_TYPE, mime.to_owned()), (CONTENT_DISPOSITION, named)];
    let write = move |_: &Service, _: &WorkBudget| {
        tiles.retain(|tile| game.check_tile(&tile.rows).rows.is_ok());
        if let Some(name) = name {
            tiles.retain(|tile| tile.name == name);
            if tiles.is_empty() {
                return Err(Error::NotFound);
            }
        }
        Ok((headers, write_tiles(&tiles, form, game.info())).into_response())
    };
    shared.run_blocking(tenant, 0, write).await
}

/// A tile of a file in exact notation, if a game can be played with it.
pub(super) fn read(service: &Service, tile: &Tile) -> Option<Tile> {
    let info = tiled(service).next()?.info();
    let name = tile_name(&tile.name, info).ok()?;
    let own = judge(service, &name, &tile.rows).ok()?;
    Some(Tile { name: name.into(), rows: own.rows.into() })
}

/// The games whose boards are put together from tiles.
fn tiled(service: &Service) -> impl Iterator<Item = &'static dyn AnyGame> {
    let games = service.catalogue.iter().map(|entry: &Entry| entry.game);
    games.filter(|game| !game.info().tiles.is_empty())
}

/// The game of that name, or the first, if it has tiles.
fn find(service: &Service, name: Option<&str>) -> Result<&'static dyn AnyGame, Error> {
    let no_tiles = || Error::bad("game", no_tiles());
    let Some(name) = name else { return tiled(service).next().ok_or_else(no_tiles) };
    let entry = service.entry(name).ok_or_else(|| Error::no_game("game", name))?;
    if entry.game.info().tiles.is_empty() { Err(no_tiles()) } else { Ok(entry.game) }
}

/// A tile in exact notation with the games that can be played with it, and what the first of them
/// finds unusual; an error if there are none.
fn judge(service: &Service, name: &str, rows: &str) -> Result<OwnTile, ParseError> {
    let (mut games, mut sound, mut wrong) = (Vec::new(), None, None);
    for game in tiled(service) {
        match game.check_tile(rows) {
            TileCheck { rows: Ok(rows), warnings } => {
                games.push(game.info().id.to_owned());
                sound.get_or_insert((rows, warnings));
            }
            TileCheck { rows: Err(error), .. } => {
                wrong.get_or_insert(error);
            }
        }
    }
    match sound {
        Some((rows, warnings)) => Ok(OwnTile { name: name.to_owned(), rows, games, warnings }),
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
