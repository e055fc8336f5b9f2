//! Lists of matches and analyses, from their summaries. Those of earlier versions of the program have no
//! summary yet: it is made when they are first listed, one at a time.

use std::collections::HashSet;
use std::sync::PoisonError;

use futures_util::lock::Mutex;
use play::Time;
use store::{
    AnalysisSummary, Cursor, ListedAnalysis, ListedMatch, MatchFilter, MatchSummary, PageRequest,
};
use wire::http::ListPage;

use crate::analysis::{is_of_match, read_document};
use crate::context::{Context, WorkBudget};
use crate::error::Error;
use crate::figures::is_played;
use crate::games::Games;

/// Elements of a page at most.
const PAGE_MAX_ELEMENTS: u32 = 100;

/// State of the backfill of summaries.
#[derive(Default)]
pub struct Backfill {
    /// Held while summaries are made.
    turn: Mutex<()>,
    /// Documents that cannot be parsed, so that not every list tries again.
    unreadable: std::sync::Mutex<HashSet<(String, Time)>>,
}

impl Backfill {
    fn is_unreadable(&self, id: &str, changed: Time) -> bool {
        let unreadable = self.unreadable.lock().unwrap_or_else(PoisonError::into_inner);
        unreadable.contains(&(id.to_owned(), changed))
    }

    fn set_unreadable(&self, id: &str, changed: Time) {
        let mut unreadable = self.unreadable.lock().unwrap_or_else(PoisonError::into_inner);
        unreadable.insert((id.to_owned(), changed));
    }
}

/// Parses the parameters of a list.
pub(crate) fn page(ListPage { before, limit }: ListPage) -> Result<PageRequest, Error> {
    let before = before.map(|text| {
        let (changed, id) = text.split_once('-')?;
        Some(Cursor { changed: Time(changed.parse().ok()?), id: id.to_owned() })
    });
    let before = match before {
        Some(None) => return Err(Error::bad("before", texts::text("problem-no-page", &[]))),
        before => before.flatten(),
    };
    Ok(PageRequest { before, limit: limit.unwrap_or(PAGE_MAX_ELEMENTS).min(PAGE_MAX_ELEMENTS) })
}

/// A page of the matches of a profile that the filter selects, with their summaries; those that are damaged have none.
pub(crate) async fn matches(
    context: &impl Context,
    filter: MatchFilter,
    page: PageRequest,
) -> Result<Vec<ListedMatch>, Error> {
    let find = || context.store().find_matches(context.profile(), filter.clone(), page.clone());
    let mut listed = find().await?;
    let is_missing = |one: &ListedMatch| {
        one.summary.is_none() && !context.backfill().is_unreadable(&one.id, one.changed)
    };
    while listed.iter().any(is_missing) {
        let _turn = context.backfill().turn.lock().await;
        // Another request may have made them in the meantime.
        listed = find().await?;
        for one in listed.iter_mut().filter(|one| is_missing(one)) {
            one.summary = summarise_match(context, one).await?;
        }
        // Which of them the filter selects, and which player the profile is, the store knows now.
        listed = find().await?;
    }
    Ok(listed)
}

/// The same, with how each match was played, which summaries of earlier versions of the program lack.
pub(crate) async fn played_matches(
    context: &impl Context,
    filter: MatchFilter,
    page: PageRequest,
) -> Result<Vec<ListedMatch>, Error> {
    let mut listed = matches(context, filter, page).await?;
    let is_missing = |one: &ListedMatch| {
        let summary = one.summary.as_ref().filter(|summary| is_played(summary));
        summary.is_some_and(|summary| summary.conduct.is_none())
            && !context.backfill().is_unreadable(&one.id, one.changed)
    };
    if listed.iter().any(is_missing) {
        let _turn = context.backfill().turn.lock().await;
        for one in listed.iter_mut().filter(|one| is_missing(one)) {
            one.summary = summarise_match(context, one).await?;
        }
    }
    Ok(listed)
}

async fn summarise_match(
    context: &impl Context,
    one: &ListedMatch,
) -> Result<Option<MatchSummary>, Error> {
    let id = &one.id;
    let loaded = match context.store().load(id).await {
        Err(error) if error.is_retryable() => return Err(error.into()),
        loaded => loaded,
    };
    let summarise = move |games: &Games, _: &dyn WorkBudget| {
        let summarised = loaded.map_err(|error| error.to_string()).and_then(|events| {
            room::summarise(|game: &str| games.find(game), &events).map_err(|e| e.to_string())
        });
        Ok(summarised)
    };
    match context.run_blocking(0, summarise).await? {
        Ok(summary) => {
            log_failure(context.store().put_match_summary(id, summary.clone()).await);
            Ok(Some(summary))
        }
        Err(error) => {
            tracing::warn!(id, error, "a match cannot be listed");
            context.backfill().set_unreadable(id, one.changed);
            Ok(None)
        }
    }
}

/// A page of a profile's analyses with their summaries; those that cannot be read are left out.
pub(crate) async fn analyses(
    context: &impl Context,
    page: PageRequest,
) -> Result<Vec<(ListedAnalysis, AnalysisSummary)>, Error> {
    let mut listed = context.store().list_analyses(context.profile(), page.clone()).await?;
    let is_missing = |one: &ListedAnalysis| {
        one.summary.is_none() && !context.backfill().is_unreadable(&one.id, one.changed)
    };
    if listed.iter().any(is_missing) {
        let _turn = context.backfill().turn.lock().await;
        listed = context.store().list_analyses(context.profile(), page).await?;
        for one in listed.iter_mut().filter(|one| is_missing(one)) {
            one.summary = summarise_analysis(context, one).await?;
        }
    }
    Ok(listed.into_iter().filter_map(|mut one| one.summary.take().map(|s| (one, s))).collect())
}

async fn summarise_analysis(
    context: &impl Context,
    one: &ListedAnalysis,
) -> Result<Option<AnalysisSummary>, Error> {
    let (id, version) = (&one.id, one.version);
    let Some(stored) = context.store().analysis(context.profile(), id).await? else {
        return Ok(None);
    };
    let read = move |games: &Games, _: &dyn WorkBudget| {
        Ok(read_document(games, &stored.document).map(|(_, saved)| summary_of(&saved)))
    };
    match context.run_blocking(0, read).await? {
        Ok(summary) => {
            let (store, profile) = (context.store(), context.profile());
            let put = store.put_analysis_summary(profile, id, version, summary.clone());
            log_failure(put.await);
            Ok(Some(summary))
        }
        Err(error) => {
            tracing::warn!(id, ?error, "an analysis cannot be listed");
            context.backfill().set_unreadable(id, one.changed);
            Ok(None)
        }
    }
}

/// The summary of an analysis.
pub(crate) fn summary_of(saved: &rules::SavedGame) -> AnalysisSummary {
    let entries = saved.record.moves.len();
    AnalysisSummary {
        game: saved.game.clone(),
        players: saved.players.clone(),
        entries: entries as u32,
        variations: (saved.tree().len() - entries) as u32,
        of_match: is_of_match(saved),
    }
}

/// Logs a summary that cannot be stored; it is made again for the next list.
fn log_failure(put: Result<(), store::Error>) {
    if let Err(error) = put {
        tracing::warn!(%error, "a summary cannot be stored");
    }
}
