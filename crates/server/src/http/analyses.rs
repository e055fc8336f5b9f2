//! Stored analyses: games with their variations and annotations.

use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use engine::Entry;
use play::Version;
use rules::{BySeat, ParsedGame, ParsedKind, Record, SavedGame, read_pasted};
use store::PutAnalysis;
use wire::http::{Analysis, AnalysisSummary, ListPage, NewAnalysis, SaveAnalysis, Saved};

use super::body::{QueryParams, RawBody, read_json};
use super::matches::player_name;
use super::{Error, look, records};
use crate::analysis::{add_played, clean_header, read_document, set_match, set_moves, shown};
use crate::blocking::WorkBudget;
use crate::hub::Service;
use crate::room::{OpenError, RoomActor};
use crate::tenant::Tenant;
use crate::visitor::Visitor;
use crate::{AppState, listing, random};

/// Body of a request with an analysis.
pub(super) const ANALYSIS_BODY_MAX_BYTES: usize = 512 << 10;

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/api/analyses", get(list).post(create))
        .route("/api/analyses/{id}", get(show).put(save).delete(remove))
        .route("/api/analyses/{id}/record", get(download))
        .layer(DefaultBodyLimit::max(ANALYSIS_BODY_MAX_BYTES))
}

/// Analysis in its current state; that of a match need not be stored.
struct CurrentAnalysis {
    entry: Entry,
    saved: SavedGame,
    version: Version,
}

/// Finds an analysis by its own id, or by the id of a match.
async fn find(shared: &AppState, visitor: &Visitor, id: &str) -> Result<CurrentAnalysis, Error> {
    let look = |room: &RoomActor| {
        let is_over = room.room().session().is_over();
        (room.entry(), room.analysable().map(|playing| (::room::saved(playing), is_over)))
    };
    let played = match shared.hub.look(id, &visitor.id(), look).await {
        Ok((_, None)) => return Err(Error::Refused(texts::text("problem-no-analysis", &[]))),
        Ok((entry, Some((mut saved, is_over)))) => {
            if !is_over {
                shared.mark_helped(visitor, id).await?;
            }
            set_match(&mut saved, id);
            Some((entry, saved))
        }
        Err(OpenError::NotFound) => None,
        Err(error) => return Err(error.into()),
    };
    match (shared.service.store.analysis(visitor.profile.as_str(), id).await?, played) {
        (Some(kept), played) => {
            let read = move |service: &Service, _: &WorkBudget| {
                let (entry, mut saved) = read_document(service, &kept.document)?;
                if let Some((_, played)) = played {
                    add_played(&mut saved, &played.record.moves);
                }
                Ok(CurrentAnalysis { entry, saved, version: kept.version })
            };
            shared.run_blocking(visitor.tenant(), 0, read).await
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
    shared: &AppState,
    visitor: Visitor,
    id: String,
    expected_version: Version,
    document: Document,
) -> Result<Version, Error> {
    let (owner, changed) = (shared.owner(&visitor), shared.service.time.now().wall);
    let Document { text: document, summary } = document;
    let summary = Some(summary);
    let put = PutAnalysis { owner, id, expected_version, changed, document, summary };
    Ok(shared.service.store.put_analysis(put).await?)
}

async fn create(
    State(shared): State<AppState>,
    visitor: Visitor,
    RawBody(body): RawBody,
) -> Result<Response, Error> {
    shared.check_effort(&visitor)?;
    let length = body.len();
    let read = move |service: &Service, _: &WorkBudget| read_new(service, read_json(&body)?);
    let saved = shared.run_blocking(visitor.tenant(), length, read).await?;
    store_new(&shared, visitor, saved).await
}

/// Reads the game of a new analysis.
fn read_new(service: &Service, new: NewAnalysis) -> Result<SavedGame, Error> {
    match new {
        NewAnalysis::File { text, index } => {
            let games: Vec<_> = service.catalogue.iter().map(|entry| entry.game).collect();
            let readings = read_pasted(&text, &games, look::PASTE_LIMITS)
                .map_err(|error| Error::parse("text", error))?;
            let mut files = readings.into_iter().filter(|found| found.kind == ParsedKind::File);
            let reading = files.nth(index);
            let reading =
                reading.ok_or_else(|| Error::bad("text", texts::text("problem-no-record", &[])))?;
            checked(service, reading)
        }
        NewAnalysis::Tree { game, start, swap, players, comment, moves } => {
            let record = Record { start, swap, moves: Vec::new() };
            let entry = service.entry(&game).ok_or_else(|| Error::no_game("game", &game))?;
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
    service: &Service,
    ParsedGame { saved, .. }: ParsedGame,
) -> Result<SavedGame, Error> {
    checked_game(service, saved)
}

/// A game with all its moves checked.
pub(super) fn checked_game(service: &Service, mut saved: SavedGame) -> Result<SavedGame, Error> {
    clean_header(&mut saved);
    let entry = service.entry(&saved.game).ok_or_else(|| Error::no_game("game", &saved.game))?;
    let Analysis { comment, moves, .. } = shown(String::new(), Version(0), &saved);
    set_moves(entry, &mut saved, &comment, moves)?;
    Ok(saved)
}

/// Stores a new analysis and responds with it.
pub(super) async fn store_new(
    shared: &AppState,
    visitor: Visitor,
    mut saved: SavedGame,
) -> Result<Response, Error> {
    let tenant = visitor.tenant();
    let id = random::match_id()?;
    let write = move |_: &Service, _: &WorkBudget| {
        set_match(&mut saved, "");
        Ok((Document::new(&saved), saved))
    };
    let (document, saved) = shared.run_blocking(tenant, 0, write).await?;
    let version = store_document(shared, visitor, id.clone(), Version(0), document).await?;
    send(shared, tenant, id, version, saved).await
}

/// Responds with an analysis.
async fn send(
    shared: &AppState,
    tenant: Tenant,
    id: String,
    version: Version,
    saved: SavedGame,
) -> Result<Response, Error> {
    let write =
        move |_: &Service, _: &WorkBudget| Ok(Json(shown(id, version, &saved)).into_response());
    shared.run_blocking(tenant, 0, write).await
}

async fn show(
    State(shared): State<AppState>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    let CurrentAnalysis { saved, version, .. } = find(&shared, &visitor, &id).await?;
    send(&shared, visitor.tenant(), id, version, saved).await
}

async fn save(
    State(shared): State<AppState>,
    visitor: Visitor,
    Path(id): Path<String>,
    RawBody(body): RawBody,
) -> Result<Json<Saved>, Error> {
    shared.check_write(&visitor)?;
    let CurrentAnalysis { entry, mut saved, version: current } =
        find(&shared, &visitor, &id).await?;
    let length = body.len();
    let change = move |_: &Service, _: &WorkBudget| {
        let SaveAnalysis { version, comment, moves } = read_json(&body)?;
        if current != version {
            return Err(Error::Stale);
        }
        set_moves(entry, &mut saved, &comment, moves)?;
        Ok((version, Document::new(&saved)))
    };
    let (version, document) = shared.run_blocking(visitor.tenant(), length, change).await?;
    let version = store_document(&shared, visitor, id, version, document).await?;
    Ok(Json(Saved { version }))
}

async fn remove(
    State(shared): State<AppState>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, Error> {
    shared.service.store.delete_analysis(visitor.profile, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn download(
    State(shared): State<AppState>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    let CurrentAnalysis { saved, .. } = find(&shared, &visitor, &id).await?;
    let write = move |_: &Service, _: &WorkBudget| Ok(records::file(saved.to_string()));
    shared.run_blocking(visitor.tenant(), 0, write).await
}

async fn list(
    State(shared): State<AppState>,
    visitor: Visitor,
    QueryParams(page): QueryParams<ListPage>,
) -> Result<Json<Vec<AnalysisSummary>>, Error> {
    let page = listing::page(page)?;
    let listed = listing::analyses(&shared.service, &visitor.profile, page).await?;
    let summaries = listed.into_iter().map(|(listed, summary)| AnalysisSummary {
        id: listed.id,
        of_match: summary.of_match,
        game: summary.game,
        players: summary.players,
        entries: summary.entries as usize,
        variations: summary.variations as usize,
        at: listed.changed.0,
    });
    Ok(Json(summaries.collect()))
}
