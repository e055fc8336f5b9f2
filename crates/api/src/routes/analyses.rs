//! Stored analyses: games with their variations and annotations.

use engine::Entry;
use play::Version;
use rules::{BySeat, ParsedGame, ParsedKind, Record, SavedGame, read_pasted};
use store::PutAnalysis;
use wire::http::{Analysis, AnalysisSummary, ListPage, NewAnalysis, SaveAnalysis, Saved};

use super::matches::{mark_helped, player_name};
use super::{find_entry, look};
use crate::analysis::{
    add_played, check_analysis, clean_header, read_document, set_match, set_moves, shown,
};
use crate::context::{Context, OpenError, OpenRoom, WorkBudget};
use crate::error::Error;
use crate::games::Games;
use crate::request::{Request, read_json};
use crate::response::Response;
use crate::route::Route;
use crate::{listing, random};

/// Body of a request with an analysis.
pub(super) const ANALYSIS_BODY_MAX_BYTES: usize = 512 << 10;

pub(super) fn routes<C: Context>() -> Vec<Route<C>> {
    vec![
        Route::get("/api/analyses", list),
        Route::post("/api/analyses", create).with_body(ANALYSIS_BODY_MAX_BYTES),
        Route::get("/api/analyses/{id}", show),
        Route::put("/api/analyses/{id}", save).with_body(ANALYSIS_BODY_MAX_BYTES),
        Route::delete("/api/analyses/{id}", remove),
        Route::get("/api/analyses/{id}/record", download),
        Route::post("/api/analysis/check", check).anonymous(),
    ]
}

/// Says whether the visitor may analyse a position in the browser.
async fn check<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    check_analysis(&context, &request.json()?).await?;
    Ok(Response::no_content())
}

/// Analysis in its current state; that of a match need not be stored.
struct CurrentAnalysis {
    entry: Entry,
    saved: SavedGame,
    version: Version,
}

/// Finds an analysis by its own id, or by the id of a match.
async fn find(context: &impl Context, id: &str) -> Result<CurrentAnalysis, Error> {
    let look = |room: &dyn OpenRoom| {
        let is_over = room.room().session().is_over();
        (room.entry(), room.analysable().map(|playing| (room::saved(playing), is_over)))
    };
    let played = match context.look(id, look).await {
        Ok((_, None)) => return Err(Error::Refused(texts::text("problem-no-analysis", &[]))),
        Ok((entry, Some((mut saved, is_over)))) => {
            if !is_over {
                mark_helped(context, id).await?;
            }
            set_match(&mut saved, id);
            Some((entry, saved))
        }
        Err(OpenError::NotFound) => None,
        Err(error) => return Err(error.into()),
    };
    match (context.store().analysis(context.profile(), id).await?, played) {
        (Some(kept), played) => {
            let read = move |games: &Games, _: &dyn WorkBudget| {
                let (entry, mut saved) = read_document(games, &kept.document)?;
                if let Some((_, played)) = played {
                    add_played(&mut saved, &played.record.moves);
                }
                Ok(CurrentAnalysis { entry, saved, version: kept.version })
            };
            context.run_blocking(0, read).await
        }
        (None, Some((entry, saved))) => Ok(CurrentAnalysis { entry, saved, version: Version(0) }),
        (None, None) => Err(Error::NotFound),
    }
}

/// Analysis in its stored form.
struct Document {
    text: String,
    summary: store::AnalysisSummary,
}

impl Document {
    fn new(saved: &SavedGame) -> Self {
        Self { text: saved.to_string(), summary: listing::summary_of(saved) }
    }
}

async fn store_document(
    context: &impl Context,
    id: String,
    expected_version: Version,
    document: Document,
) -> Result<Version, Error> {
    let (owner, changed) = (context.owner(), context.now().wall);
    let Document { text: document, summary } = document;
    let summary = Some(summary);
    let put = PutAnalysis { owner, id, expected_version, changed, document, summary };
    Ok(context.store().put_analysis(put).await?)
}

async fn create<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    context.check_effort()?;
    let body = request.body;
    let length = body.len();
    let read = move |games: &Games, _: &dyn WorkBudget| read_new(games, read_json(&body)?);
    let saved = context.run_blocking(length, read).await?;
    store_new(&context, saved).await
}

/// Reads the game of a new analysis.
fn read_new(games: &Games, new: NewAnalysis) -> Result<SavedGame, Error> {
    match new {
        NewAnalysis::File { text, index } => {
            let readings = read_pasted(&text, &games.all(), look::PASTE_LIMITS)
                .map_err(|error| Error::parse("text", error))?;
            let mut files = readings.into_iter().filter(|found| found.kind == ParsedKind::File);
            let reading = files.nth(index);
            let reading =
                reading.ok_or_else(|| Error::bad("text", texts::text("problem-no-record", &[])))?;
            checked(games, reading)
        }
        NewAnalysis::Tree { game, start, swap, players, comment, moves } => {
            let record = Record { start, swap, moves: Vec::new() };
            let entry = find_entry(games, &game)?;
            let mut saved = SavedGame::new(game, record);
            let name = |name: Option<String>| match name {
                Some(name) => player_name("players", &name).map(|name| Some(name.into())),
                None => Ok(None),
            };
            saved.players = BySeat { first: name(players.first)?, second: name(players.second)? };
            set_moves(entry, &mut saved, &comment, moves)?;
            Ok(saved)
        }
    }
}

/// A game of a file, with all its moves checked.
pub(super) fn checked(
    games: &Games,
    ParsedGame { saved, .. }: ParsedGame,
) -> Result<SavedGame, Error> {
    checked_game(games, saved)
}

/// A game with all its moves checked.
pub(super) fn checked_game(games: &Games, mut saved: SavedGame) -> Result<SavedGame, Error> {
    clean_header(&mut saved);
    let entry = find_entry(games, &saved.game)?;
    let Analysis { comment, moves, .. } = shown(String::new(), Version(0), &saved);
    set_moves(entry, &mut saved, &comment, moves)?;
    Ok(saved)
}

/// Stores a new analysis and responds with it.
pub(super) async fn store_new(
    context: &impl Context,
    mut saved: SavedGame,
) -> Result<Response, Error> {
    let id = random::match_id(context)?;
    let write = move |_: &Games, _: &dyn WorkBudget| {
        set_match(&mut saved, "");
        Ok((Document::new(&saved), saved))
    };
    let (document, saved) = context.run_blocking(0, write).await?;
    let version = store_document(context, id.clone(), Version(0), document).await?;
    send(context, id, version, saved).await
}

/// Responds with an analysis.
async fn send(
    context: &impl Context,
    id: String,
    version: Version,
    saved: SavedGame,
) -> Result<Response, Error> {
    let write =
        move |_: &Games, _: &dyn WorkBudget| Ok(Response::json(&shown(id, version, &saved)));
    context.run_blocking(0, write).await
}

async fn show<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let id = request.param(0);
    let CurrentAnalysis { saved, version, .. } = find(&context, &id).await?;
    send(&context, id, version, saved).await
}

async fn save<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let (id, body) = (request.param(0), request.body);
    context.check_write()?;
    let CurrentAnalysis { entry, mut saved, version: current } = find(&context, &id).await?;
    let length = body.len();
    let change = move |_: &Games, _: &dyn WorkBudget| {
        let SaveAnalysis { version, comment, moves } = read_json(&body)?;
        if current != version {
            return Err(Error::Stale);
        }
        set_moves(entry, &mut saved, &comment, moves)?;
        Ok((version, Document::new(&saved)))
    };
    let (version, document) = context.run_blocking(length, change).await?;
    let version = store_document(&context, id, version, document).await?;
    Ok(Response::json(&Saved { version }))
}

async fn remove<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    context.store().delete_analysis(context.profile(), request.param(0)).await?;
    Ok(Response::no_content())
}

async fn download<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let CurrentAnalysis { saved, .. } = find(&context, &request.param(0)).await?;
    let write = move |_: &Games, _: &dyn WorkBudget| Ok(Response::text(saved.to_string()));
    context.run_blocking(0, write).await
}

async fn list<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let page: ListPage = request.query()?;
    let listed = listing::analyses(&context, listing::page(page)?).await?;
    let summaries = listed.into_iter().map(|(listed, summary)| AnalysisSummary {
        id: listed.id,
        of_match: summary.of_match,
        game: summary.game,
        players: summary.players,
        entries: summary.entries as usize,
        variations: summary.variations as usize,
        at: listed.changed.0,
    });
    Ok(Response::json(&summaries.collect::<Vec<_>>()))
}
