//! Figures of the visitor's finished matches.

use std::sync::Arc;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use store::{Cursor, ListedMatch, MatchFilter, PageRequest};
use wire::http::{DeviceInfo, You, YouQuery};

use super::Error;
use super::body::QueryParams;
use crate::blocking::WorkBudget;
use crate::figures::figures;
use crate::hub::Service;
use crate::visitor::Visitor;
use crate::{AppState, listing};

/// Matches that a page of the list has.
const PAGE_MATCHES: u32 = 500;
/// Matches from which figures are made: the last.
const FIGURES_MAX_MATCHES: usize = 10_000;

pub(super) fn router() -> Router<AppState> {
    Router::new().route("/api/you", get(show))
}

async fn show(
    State(shared): State<AppState>,
    visitor: Visitor,
    QueryParams(YouQuery { game }): QueryParams<YouQuery>,
) -> Result<Json<You>, Error> {
    let matches = finished_matches(&shared.service, &visitor.profile, game).await?;
    let count = move |service: &Service, _: &WorkBudget| {
        let now = service.time.now().wall;
        let of = |game: &str| -> Vec<ListedMatch> {
            let is_of = |one: &&ListedMatch| one.summary.as_ref().is_some_and(|it| it.game == game);
            matches.iter().filter(is_of).cloned().collect()
        };
        let entries = service.catalogue.iter();
        Ok(entries
            .filter_map(|entry| figures(entry, &of(entry.game.info().id), now))
            .collect::<Vec<_>>())
    };
    let games = shared.run_blocking(visitor.tenant(), 0, count).await?;
    let devices = shared.service.store.devices(visitor.profile.as_str()).await?;
    let device = |device: store::Device| DeviceInfo {
        added: device.added.0,
        is_this: visitor.device == Some(device.key),
    };
    Ok(Json(You { games, devices: devices.into_iter().map(device).collect() }))
}

/// The finished matches of a profile, of one game or of all.
async fn finished_matches(
    service: &Arc<Service>,
    profile: &str,
    game: Option<String>,
) -> Result<Vec<ListedMatch>, Error> {
    let filter = MatchFilter { game, finished: Some(true), ..MatchFilter::default() };
    let mut matches: Vec<ListedMatch> = Vec::new();
    while matches.len() < FIGURES_MAX_MATCHES {
        let before = matches.last().map(|one| Cursor { changed: one.changed, id: one.id.clone() });
        let page = PageRequest { before, limit: PAGE_MATCHES };
        let found = listing::played_matches(service, profile, filter.clone(), page).await?;
        let is_last = found.len() < PAGE_MATCHES as usize;
        matches.extend(found);
        if is_last {
            break;
        }
    }
    Ok(matches)
}
