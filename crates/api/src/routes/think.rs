//! Search trees of minimax: demonstrations, trees, and the positions in them.

use std::time::Duration;

use engine::tree::{TREE_DEFAULT_VISITS, TreePlan};
use engine::{Entry, Limits, TreeDemo};
use rules::{Live, Record, ReplayError, Setup, moves_in};
use wire::tree::{PositionInfo, PositionRequest, TreeRequest};
use work::{WorkPriority, WorkRequest, WorkResult, WorkTask};

use super::{SMALL_REQUEST_BYTES, find_entry};
use crate::context::{Context, WorkBudget};
use crate::error::Error;
use crate::games::Games;
use crate::request::Request;
use crate::resource::Resource;
use crate::response::Response;
use crate::route::Route;

/// Search time of a tree.
const TREE_MAX_TIME: Duration = Duration::from_secs(3);

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
    let plan = wanted.plan();
    let open = move |_: &Games, _: &dyn WorkBudget| open(entry, &wanted);
    let live = context.run_blocking(SMALL_REQUEST_BYTES, open).await?;
    let record = context.check_fair_play(entry, live).await?.record().clone();
    let (nodes, time) = (Some(TREE_DEFAULT_VISITS), Some(TREE_MAX_TIME));
    let limits = Limits { nodes, time, ..Limits::default() };
    let request = WorkRequest::new(&entry, WorkTask::Tree { record, plan, limits });
    match context.run_engine(WorkPriority::Analysis, request).await? {
        (WorkResult::Tree(tree), _) => Ok(Response::of("application/json", tree.into_bytes())),
        _ => Err(Error::failed("the search of a tree failed")),
    }
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
