//! Search trees of minimax: demonstrations, trees, and the positions in them.

use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use engine::tree::{TREE_DEFAULT_VISITS, TreePlan};
use engine::{Entry, Limits};
use rules::{Live, Record, ReplayError, Setup, moves_in};
use wire::tree::{PositionInfo, PositionRequest, TreeDemoInfo, TreeInfo, TreeRequest};

use super::Error;
use super::body::JsonBody;
use super::matches::find_entry;
use crate::AppState;
use crate::assets::{CachePolicy, Precompressed};
use crate::blocking::{SMALL_REQUEST_BYTES, WorkBudget};
use crate::engine_pool::{JobClass, Priority};
use crate::hub::Service;
use crate::tenant::Tenant;
use crate::visitor::Visitor;

/// Search time of a tree.
const TREE_MAX_TIME: Duration = Duration::from_secs(3);

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/api/think", get(demos).post(tree))
        .route("/api/think/position", post(position))
}

async fn demos(
    State(shared): State<AppState>,
    tenant: Tenant,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let demos = |service: &Service, _: &WorkBudget| {
        let info = |entry: &Entry| Some(TreeDemoInfo::new(entry.game.info().id, &entry.tree_demo?));
        Ok(precompressed(&service.catalogue.iter().filter_map(info).collect::<Vec<_>>()))
    };
    let demos = shared.run_blocking(tenant, 0, demos).await?;
    Ok(demos.respond(&headers, CachePolicy::Revalidate))
}

async fn tree(
    State(shared): State<AppState>,
    visitor: Visitor,
    headers: HeaderMap,
    JsonBody(wanted): JsonBody<TreeRequest>,
) -> Result<Response, Error> {
    shared.check_effort(&visitor)?;
    let entry = find_entry(&shared.service, &wanted.game)?;
    let info = entry.game.info();
    let demo = entry.tree_demo.ok_or_else(|| {
        let args = [("game", (&info.title).into())];
        Error::bad("game", texts::text("think-no-lesson", &args))
    })?;
    if !(1..=TreePlan::MAX_DEPTH).contains(&wanted.depth) {
        let args = [("most", TreePlan::MAX_DEPTH.into())];
        return Err(Error::bad("depth", texts::text("problem-depth", &args)));
    }
    let id = visitor.id();
    let open = move |service: &Service, _: &WorkBudget| {
        let live = open(entry, &wanted)?;
        service.check_fair_play(&id, entry, live.as_ref())?;
        Ok((wanted, live))
    };
    let (wanted, live) = shared.run_blocking(visitor.tenant(), SMALL_REQUEST_BYTES, open).await?;
    let limits =
        Limits { nodes: Some(TREE_DEFAULT_VISITS), time: Some(TREE_MAX_TIME), ..Limits::default() };
    let class =
        JobClass { tenant: visitor.tenant(), priority: Priority::Analysis, cost: TREE_MAX_TIME };
    let mut job = shared.service.pool.submit(class, move |stop| {
        let tree = demo.tree(live.record(), wanted.plan(), &limits, stop)?;
        Ok::<_, ReplayError>(precompressed(&TreeInfo::new(info.id, live.as_ref(), &tree)))
    })?;
    let tree = job.result().await.ok_or_else(|| Error::failed("the tree failed"))?;
    Ok(tree.map_err(Error::failed)?.respond(&headers, CachePolicy::Revalidate))
}

/// Opens the position at the root of a tree.
fn open(entry: Entry, wanted: &TreeRequest) -> Result<Box<dyn Live>, Error> {
    let start = match &wanted.start {
        Some(start) => start.clone(),
        None => entry.game.start(&Setup::default())?,
    };
    let record = Record { moves: moves_in(&wanted.moves, entry.game), ..Record::new(start) };
    entry.game.open(&record).map_err(|error| match error {
        error @ ReplayError::Entry { .. } => Error::replay("moves", error),
        error => Error::replay("start", error),
    })
}

async fn position(
    State(shared): State<AppState>,
    tenant: Tenant,
    JsonBody(PositionRequest { game, record }): JsonBody<PositionRequest>,
) -> Result<Json<PositionInfo>, Error> {
    let position = move |service: &Service, _: &WorkBudget| {
        let entry = find_entry(service, &game)?;
        let live = entry.game.open(&record).map_err(|error| Error::replay("record", error))?;
        Ok(Json(PositionInfo { position: live.position(), view: live.view() }))
    };
    shared.run_blocking(tenant, SMALL_REQUEST_BYTES, position).await
}

/// Encodes data and compresses it: trees are large.
fn precompressed(data: &impl serde::Serialize) -> Precompressed {
    Precompressed::json(serde_json::to_vec(data).unwrap_or_default())
}
