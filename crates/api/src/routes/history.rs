//! The visitor's matches: deleted, and written as one record file.

use std::collections::VecDeque;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream;
use room::Detail;
use rules::RecordFile;
use store::{Cursor, ListedMatch, MatchFilter, PageRequest};
use wire::http::{MatchDeletions, MatchIds, RecordsQuery};

use super::matches;
use crate::context::{Context, WorkBudget};
use crate::error::Error;
use crate::games::Games;
use crate::request::Request;
use crate::response::Response;
use crate::route::Route;

/// Matches that one request names.
const IDS_MAX: usize = 100;
/// Expected time for writing one match of an export, at most.
const EXPORT_COST: Duration = Duration::from_millis(30);
/// Matches whose ids are read at once.
const PAGE_MATCHES: u32 = 100;

pub(super) fn routes<C: Context>() -> Vec<Route<C>> {
    vec![Route::post("/api/matches/delete", delete), Route::get("/api/records", download)]
}

async fn delete<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let MatchIds { ids } = request.json()?;
    context.check_write()?;
    let own = own_ids(&context, ids).await?;
    let (store, profile) = (context.store(), context.profile());
    let deleted = store.forget_matches(profile, own.clone()).await?;
    let mut running = Vec::new();
    for id in own {
        if is_own(&context, &id).await? {
            running.push(id);
            continue;
        }
        // Whoever still follows it sees what is left of it.
        context.close_room(&id).await;
        store.delete_analysis(profile, id).await?;
    }
    Ok(Response::json(&MatchDeletions { deleted, running }))
}

/// Those of the matches that are in the visitor's list.
async fn own_ids(context: &impl Context, ids: Vec<String>) -> Result<Vec<String>, Error> {
    if ids.len() > IDS_MAX {
        let args = [("most", IDS_MAX.into())];
        return Err(Error::bad("ids", texts::text("problem-many-matches", &args)));
    }
    let mut own = Vec::new();
    for id in ids {
        if !own.contains(&id) && is_own(context, &id).await? {
            own.push(id);
        }
    }
    Ok(own)
}

/// Whether a match is in the visitor's list.
async fn is_own(context: &impl Context, id: &str) -> Result<bool, Error> {
    match context.store().may_command(id, context.profile(), None).await {
        Err(store::Error::NotFound) => Ok(false),
        answer => Ok(answer?),
    }
}

/// The visitor's matches as one record file.
async fn download<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let RecordsQuery { ids, game, result, opponent, over, search } = request.query()?;
    context.check_effort()?;
    let matches = if let Some(ids) = ids {
        let ids = ids.split(',').filter(|id| !id.is_empty()).map(ToOwned::to_owned).collect();
        OwnMatches::of(&context, own_ids(&context, ids).await?)
    } else {
        OwnMatches::all(&context, matches::filter(game, result, opponent, over, search)?)
    };
    let games = stream::try_unfold((matches, false), async |(mut matches, follows)| {
        // Games of a file have a blank line between them.
        let text = |game| if follows { format!("\n{game}") } else { game };
        let next = matches.next().await?;
        Ok(next.map(|game| (Bytes::from(text(game)), (matches, true))))
    });
    let file = Response::stream("text/plain; charset=utf-8", games).await?;
    Ok(file.saved_as("damier-games.txt"))
}

/// Matches of a visitor, one after the other, as record files with everything that is known of them.
pub(super) struct OwnMatches<C> {
    context: C,
    /// Ids that have been read and are not written yet.
    ids: VecDeque<String>,
    /// The list that further ids come from; `None` at its end.
    list: Option<(MatchFilter, PageRequest)>,
}

impl<C: Context> OwnMatches<C> {
    /// These matches.
    fn of(context: &C, ids: Vec<String>) -> Self {
        Self { context: context.clone(), ids: ids.into(), list: None }
    }

    /// All matches that the filter selects, the last changed first.
    pub(super) fn all(context: &C, filter: MatchFilter) -> Self {
        let list = Some((filter, PageRequest::first(PAGE_MATCHES)));
        Self { context: context.clone(), ids: VecDeque::new(), list }
    }

    /// The next match. Those that have not begun, and those that cannot be read any more, are left out.
    pub(super) async fn next(&mut self) -> Result<Option<String>, Error> {
        while let Some(id) = self.next_id().await? {
            let events = match self.context.store().load(id.as_str()).await {
                Err(error) if error.is_retryable() => return Err(error.into()),
                // It has been deleted since, or is damaged.
                Err(_) => continue,
                Ok(events) => events,
            };
            let export = move |games: &Games, _: &dyn WorkBudget| {
                let find = |game: &str| games.find(game);
                let saved = room::export(find, &events, Detail::Backup(&id)).ok().flatten();
                Ok(saved.map(|saved| RecordFile { games: vec![saved] }.to_string()))
            };
            let written = self.context.run_patiently(EXPORT_COST, export).await?;
            if written.is_some() {
                return Ok(written);
            }
        }
        Ok(None)
    }

    async fn next_id(&mut self) -> Result<Option<String>, Error> {
        while self.ids.is_empty() {
            let Some((filter, page)) = self.list.take() else { return Ok(None) };
            let (store, profile) = (self.context.store(), self.context.profile());
            let listed = store.find_matches(profile, filter.clone(), page).await?;
            let Some(ListedMatch { id, changed, .. }) = listed.last() else { return Ok(None) };
            let before = Some(Cursor { changed: *changed, id: id.clone() });
            self.list = Some((filter, PageRequest { before, limit: PAGE_MATCHES }));
            self.ids = listed.into_iter().map(|listed| listed.id).collect();
        }
        Ok(self.ids.pop_front())
    }
}
