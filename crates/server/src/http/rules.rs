//! Rules of the games.

use std::sync::OnceLock;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use engine::Entry;
use wire::http::{Diagram, Rules};

use super::Error;
use crate::AppState;
use crate::assets::{CachePolicy, Precompressed};

/// Encoded rules, in the order of the catalogue.
pub(crate) type RulesCache = [OnceLock<Precompressed>];

pub(super) fn router() -> Router<AppState> {
    Router::new().route("/api/rules/{game}", get(rules))
}

async fn rules(
    State(shared): State<AppState>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let mut games = shared.app.catalogue.iter().zip(shared.rules.iter());
    let (entry, page) = games.find(|(one, _)| one.game.info().id == game).ok_or(Error::NotFound)?;
    let page = if let Some(page) = page.get() {
        page
    } else {
        let drawn = draw(entry)?;
        page.get_or_init(|| drawn)
    };
    Ok(page.respond(&headers, CachePolicy::Revalidate))
}

fn draw(entry: &Entry) -> Result<Precompressed, Error> {
    let text = entry.game.info().rules.clone();
    let drawn = rules::Diagram::all(entry.game, &text.en).map_err(Error::failed)?;
    let diagrams = drawn.into_iter().map(|one| Diagram { view: one.view, picked: one.picked });
    let rules = Rules { text, diagrams: diagrams.collect() };
    Ok(Precompressed::json(serde_json::to_vec(&rules).map_err(Error::failed)?))
}
