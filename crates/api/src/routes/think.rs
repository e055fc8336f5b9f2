//! Search trees of minimax: demonstrations, trees, and the positions in them.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::tree::{TREE_DEFAULT_VISITS, TreePlan};
use engine::{Entry, Limits, MonotonicClock, TreeDemo};
use rules::{Live, Record, ReplayError, Setup, moves_in};
use wire::tree::{PositionInfo, PositionRequest, TreeInfo, TreeRequest};

use super::{SMALL_REQUEST_BYTES, find_entry};
use crate::context::{Context, WorkBudget};
use crate::error::Error;
use crate::games::Games;
use crate::request::Request;
use crate::resource::Resource;
use crate::response::Response;
use crate::route::Route;

/// Search time of a tree.
pub(crate) const TREE_MAX_TIME: Duration = Duration::from_secs(3);

pub(super) fn routes<C: Context>() -> Vec<Route<C>> {
    vec![
        Route::get("/api/think", demos).anonymous(),
        Route::post("/api/think", tree),
        Route::post("/api/think/position", position).anonymous(),
    ]
}

async fn demos<C: Context>(_: C, _: Request) -> Result<Response, Error> {
    Ok(Response::resource(Resource::TreeDemos))
}

async fn tree<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let wanted: TreeRequest = request.json()?;
    context.check_effort()?;
    let entry = find_entry(context.games(), &wanted.game)?;
    find_demo(entry)?;
    if !(1..=TreePlan::MAX_DEPTH).contains(&wanted.depth) {
        let args = [("most", TreePlan::MAX_DEPTH.into())];
        return Err(Error::bad("depth", texts::text("problem-depth", &args)));
    }
    let open = move |_: &Games, _: &dyn WorkBudget| {
        let live = open(entry, &wanted)?;
        Ok((wanted, live))
    };
    let (wanted, live) = context.run_blocking(SMALL_REQUEST_BYTES, open).await?;
    context.check_fair_play(entry, live).await?;
    Ok(Response::of("application/json", context.search_tree(entry, wanted).await?))
}

/// Searches the tree that a request wants: a [`TreeInfo`] as JSON.
pub fn search_tree(
    entry: Entry,
    wanted: &TreeRequest,
    clock: MonotonicClock,
    stop: &AtomicBool,
) -> Result<Vec<u8>, Error> {
    let limits = Limits {
        nodes: Some(TREE_DEFAULT_VISITS),
        time: Some(TREE_MAX_TIME),
        measured_by: clock,
        ..Limits::default()
    };
    let live = open(entry, wanted)?;
    let tree = find_demo(entry)?.tree(live.record(), wanted.plan(), &limits, stop);
    let tree = tree.map_err(Error::failed)?;
    let info = TreeInfo::new(entry.game.info().id, live.as_ref(), &tree);
    serde_json::to_vec(&info).map_err(Error::failed)
}

fn find_demo(entry: Entry) -> Result<TreeDemo, Error> {
    entry.tree_demo.ok_or_else(|| {
        let args = [("game", (&entry.game.info().title).into())];
        Error::bad("game", texts::text("think-no-lesson", &args))
    })
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

async fn position<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let PositionRequest { game, record } = request.json()?;
    let position = move |games: &Games, _: &dyn WorkBudget| {
        let entry = find_entry(games, &game)?;
        let live = entry.game.open(&record).map_err(|error| Error::replay("record", error))?;
        Ok(Response::json(&PositionInfo { position: live.position(), view: live.view() }))
    };
    context.run_blocking(SMALL_REQUEST_BYTES, position).await
}
