//! Figures of the visitor's finished matches.

use store::{Cursor, ListedMatch, MatchFilter, PageRequest};
use wire::http::{DeviceInfo, You, YouQuery};

use crate::context::{Context, WorkBudget};
use crate::error::Error;
use crate::figures::figures;
use crate::games::Games;
use crate::listing;
use crate::request::Request;
use crate::response::Response;
use crate::route::Route;

/// Matches that a page of the list has.
const PAGE_MATCHES: u32 = 500;
/// Matches from which figures are made: the last.
const FIGURES_MAX_MATCHES: usize = 10_000;

pub(super) fn routes<C: Context>() -> Vec<Route<C>> {
    vec![Route::get("/api/you", show)]
}

async fn show<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let YouQuery { game } = request.query()?;
    let matches = finished_matches(&context, game).await?;
    let now = context.now().wall;
    let count = move |games: &Games, _: &dyn WorkBudget| {
        let of = |game: &str| -> Vec<ListedMatch> {
            let is_of = |one: &&ListedMatch| one.summary.as_ref().is_some_and(|it| it.game == game);
            matches.iter().filter(is_of).cloned().collect()
        };
        let entries = games.iter();
        Ok(entries
            .filter_map(|entry| figures(entry, &of(entry.game.info().id), now))
            .collect::<Vec<_>>())
    };
    let games = context.run_blocking(0, count).await?;
    let devices = context.store().devices(context.profile()).await?;
    let device = |device: store::Device| DeviceInfo {
        added: device.added.0,
        is_this: context.device() == Some(device.key),
    };
    Ok(Response::json(&You { games, devices: devices.into_iter().map(device).collect() }))
}

/// The finished matches of the visitor, of one game or of all.
async fn finished_matches(
    context: &impl Context,
    game: Option<String>,
) -> Result<Vec<ListedMatch>, Error> {
    let filter = MatchFilter { game, finished: Some(true), ..MatchFilter::default() };
    let mut matches: Vec<ListedMatch> = Vec::new();
    while matches.len() < FIGURES_MAX_MATCHES {
        let before = matches.last().map(|one| Cursor { changed: one.changed, id: one.id.clone() });
        let page = PageRequest { before, limit: PAGE_MATCHES };
        let found = listing::played_matches(context, filter.clone(), page).await?;
        let is_last = found.len() < PAGE_MATCHES as usize;
        matches.extend(found);
        if is_last {
            break;
        }
    }
    Ok(matches)
}
