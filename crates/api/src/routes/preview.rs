//! Preview of a set-up in progress.

use wire::http::{Preview, PreviewRequest};

use super::{SMALL_REQUEST_BYTES, find_entry, matches};
use crate::context::{Context, WorkBudget};
use crate::error::Error;
use crate::games::Games;
use crate::random;
use crate::request::Request;
use crate::response::Response;
use crate::route::Route;

pub(super) fn routes<C: Context>() -> Vec<Route<C>> {
    vec![Route::post("/api/preview", preview).anonymous()]
}

async fn preview<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let PreviewRequest { game, setup } = request.json()?;
    let seed = random::seed(&context)?;
    let preview = move |games: &Games, _: &dyn WorkBudget| {
        let entry = find_entry(games, &game)?;
        let setup = matches::drawn(&entry, setup, seed);
        let board = entry.game.preview(&setup)?;
        Ok(Response::json(&Preview { board, setup }))
    };
    context.run_blocking(SMALL_REQUEST_BYTES, preview).await
}
