//! Analyses that are kept: games with their variations and what is said of them.

use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use axum::{Json, Router};
use engine::Entry;
use play::Version;
use rules::{Reading, ReadingKind, Record, SavedGame, read_pasted};
use store::PutAnalysis;
use wire::http::{Analysis, AnalysisSummary, ListPage, NewAnalysis, SaveAnalysis, Saved};

use super::body::{Asked, Body};
use super::{Error, records};
use crate::analysis::{add_played, read_document, set_match, set_moves, shown};
use crate::room::{OpenError, Room};
use crate::time::now;
use crate::visitor::Visitor;
use crate::{Shared, listing, random};

/// The longest body of a request that keeps one.
pub(super) const LONGEST: usize = 512 << 10;

pub(super) fn router() -> Router<Shared> {
    Router::new()
        .route("/api/analyses", get(list).post(create))
        .route("/api/analyses/{id}", get(show).put(save).delete(remove))
        .route("/api/analyses/{id}/record", get(download))
        .layer(DefaultBodyLimit::max(LONGEST))
}

/// An analysis as it stands, stored or not.
struct Standing {
    entry: Entry,
    saved: SavedGame,
    version: Version,
}

/// Finds an analysis of its own name, or that of a match.
async fn find(shared: &Shared, visitor: &Visitor, id: &str) -> Result<Standing, Error> {
    let look = |room: &Room| (room.entry(), room.analysable().map(::room::saved));
    let played = match shared.hub.look(id, look).await {
        Ok((_, None)) => return Err(Error::Refused(texts::text("problem-no-analysis", &[]))),
        Ok((entry, Some(mut saved))) => {
            set_match(&mut saved, id);
            Some((entry, saved))
        }
        Err(OpenError::NotFound) => None,
        Err(error) => return Err(error.into()),
    };
    match (shared.service.store.analysis(visitor.profile.as_str(), id).await?, played) {
        (Some(kept), played) => {
            let (entry, mut saved) = read_document(&shared.service, &kept.document)?;
            if let Some((_, played)) = played {
                add_played(&mut saved, &played.record.moves);
            }
            Ok(Standing { entry, saved, version: kept.version })
        }
        (None, Some((entry, saved))) => Ok(Standing { entry, saved, version: Version(0) }),
        (None, None) => Err(Error::NotFound),
    }
}

async fn keep(
    shared: &Shared,
    visitor: Visitor,
    id: String,
    expected_version: Version,
    saved: &SavedGame,
) -> Result<Version, Error> {
    let (owner, changed, document) = (visitor.profile, now(), saved.to_string());
    let summary = Some(listing::summary_of(saved));
    let put = PutAnalysis { owner, id, expected_version, changed, document, summary };
    Ok(shared.service.store.put_analysis(put).await?)
}

async fn create(
    State(shared): State<Shared>,
    visitor: Visitor,
    Body(wanted): Body<NewAnalysis>,
) -> Result<Json<Analysis>, Error> {
    let find = |game: &str| shared.service.entry(game).ok_or_else(|| Error::no_game("game", game));
    let (entry, mut saved, comment, moves) = match wanted {
        NewAnalysis::File { text, index } => {
            let games: Vec<_> = shared.service.catalogue.iter().map(|entry| entry.game).collect();
            let readings =
                read_pasted(&text, &games).map_err(|error| Error::parse("text", error))?;
            let mut files = readings.into_iter().filter(|found| found.kind == ReadingKind::File);
            let reading = files.nth(index);
            let reading =
                reading.ok_or_else(|| Error::bad("text", texts::text("problem-no-record", &[])))?;
            return keep_game(&shared, visitor, reading).await;
        }
        NewAnalysis::Tree { game, start, swap, players, comment, moves } => {
            let record = Record { start, swap, moves: Vec::new() };
            let entry = find(&game)?;
            let mut saved = SavedGame::new(game, record);
            saved.players = players;
            (entry, saved, comment, moves)
        }
    };
    set_moves(entry, &mut saved, &comment, moves)?;
    keep_new(&shared, visitor, saved).await
}

/// Makes an analysis of a game in a file.
pub(super) async fn keep_game(
    shared: &Shared,
    visitor: Visitor,
    Reading { game, mut saved, .. }: Reading,
) -> Result<Json<Analysis>, Error> {
    let id = game.info().id;
    let entry = shared.service.entry(id).ok_or_else(|| Error::no_game("game", id))?;
    let Analysis { comment, moves, .. } = shown(String::new(), Version(0), &saved);
    set_moves(entry, &mut saved, &comment, moves)?;
    keep_new(shared, visitor, saved).await
}

async fn keep_new(
    shared: &Shared,
    visitor: Visitor,
    mut saved: SavedGame,
) -> Result<Json<Analysis>, Error> {
    set_match(&mut saved, "");
    let id = random::match_id()?;
    let version = keep(shared, visitor, id.clone(), Version(0), &saved).await?;
    Ok(Json(shown(id, version, &saved)))
}

async fn show(
    State(shared): State<Shared>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Analysis>, Error> {
    let Standing { saved, version, .. } = find(&shared, &visitor, &id).await?;
    Ok(Json(shown(id, version, &saved)))
}

async fn save(
    State(shared): State<Shared>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(SaveAnalysis { version, comment, moves }): Body<SaveAnalysis>,
) -> Result<Json<Saved>, Error> {
    let standing = find(&shared, &visitor, &id).await?;
    if standing.version != version {
        return Err(Error::Stale);
    }
    let Standing { entry, mut saved, .. } = standing;
    set_moves(entry, &mut saved, &comment, moves)?;
    let version = keep(&shared, visitor, id, version, &saved).await?;
    Ok(Json(Saved { version }))
}

async fn remove(
    State(shared): State<Shared>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, Error> {
    shared.service.store.delete_analysis(visitor.profile, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn download(
    State(shared): State<Shared>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    let Standing { saved, .. } = find(&shared, &visitor, &id).await?;
    Ok(records::file(saved.to_string()))
}

async fn list(
    State(shared): State<Shared>,
    visitor: Visitor,
    Asked(page): Asked<ListPage>,
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
