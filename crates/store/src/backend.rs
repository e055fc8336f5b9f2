//! What a backend must offer: writers with transactions, and readers.

use std::future::Future;
use std::time::{SystemTime, UNIX_EPOCH};

use play::{Event, Player, SeatKey, Time, Version};
use rules::Tile;

use crate::{
    Accuracy, Added, Analysis, AnalysisSummary, Append, AppendOutcome, Arrival, Error,
    ListedAnalysis, ListedMatch, LockKeys, MatchFilter, MatchSummary, NewMatch, Outage, Owner,
    PageRequest, PutAnalysis, RetentionBatch, VisitorReader, VisitorWriter,
};

/// Something that keeps matches, profiles and their tiles.
pub trait Backend: Send + 'static {
    /// Carries out changes.
    type Writer: Writer;
    /// Answers questions, beside the writer.
    type Reader: Reader;

    /// Further writers on the same data, each with connections of its own, that work beside this one. Changes of a match
    /// always go to the same of them.
    fn more_writers(&self) -> Vec<Self>
    where
        Self: Sized,
    {
        Vec::new()
    }

    /// Another reader. It connects when it is first asked something, and again after a failure.
    fn reader(&self) -> Self::Reader;

    /// Begins a transaction. After a failure the backend connects again first: [`Error::Unopenable`] if that fails.
    fn begin(&mut self) -> impl Future<Output = Result<&mut Self::Writer, Error>> + Send;

    /// Ends the transaction. What was changed in it is durable afterwards; if this fails, nothing of it is visible.
    fn commit(&mut self) -> impl Future<Output = Result<(), Error>> + Send;

    /// Ends the transaction as if it had not been begun.
    fn rollback(&mut self) -> impl Future<Output = ()> + Send;

    /// Ends it in good order.
    fn close(self) -> impl Future<Output = Result<(), Error>> + Send;
}

/// Changes within a transaction. An error that [is retryable](Error::is_retryable) means that the transaction must be
/// rolled back; any other is an answer, and nothing has been changed for it.
pub trait Writer: VisitorWriter + Send {
    /// Waits until no other transaction changes what this one is about to change. A backend with one writer has
    /// nothing to wait for.
    fn lock(&mut self, _keys: &LockKeys<'_>) -> impl Future<Output = Result<(), Error>> + Send {
        async { Ok(()) }
    }

    /// Creates a match, if the quota of its owner allows it.
    fn create_match(
        &mut self,
        owner: &Owner,
        new: &NewMatch,
    ) -> impl Future<Output = Result<Version, Error>> + Send;

    /// Creates matches, all of them or none.
    fn create_matches(
        &mut self,
        owner: &Owner,
        new: &[NewMatch],
    ) -> impl Future<Output = Result<(), Error>> + Send;

    /// Appends to different matches. Each has an answer of its own.
    fn append_all(
        &mut self,
        appends: &[&Append],
    ) -> impl Future<Output = Result<Vec<Result<AppendOutcome, Error>>, Error>> + Send;

    /// Replaces the summary of a match that is at the version of the summary; leaves any other alone.
    fn put_match_summary(
        &mut self,
        id: &str,
        summary: &MatchSummary,
    ) -> impl Future<Output = Result<(), Error>> + Send;

    /// Stores how well a finished match was played, if it is at this version and its summary is up to date.
    fn put_accuracy(
        &mut self,
        id: &str,
        version: Version,
        accuracy: Accuracy,
    ) -> impl Future<Output = Result<(), Error>> + Send;

    /// Adds a match to the list of a profile that did not create it, or plays for another player in it, too.
    fn add_participant(
        &mut self,
        id: &str,
        profile: &str,
        player: Option<Player>,
    ) -> impl Future<Output = Result<(), Error>> + Send;

    /// Sets the key with which another device plays in a match at one screen.
    fn set_seat_key(
        &mut self,
        id: &str,
        key: SeatKey,
    ) -> impl Future<Output = Result<(), Error>> + Send;

    /// Marks a match in which a player was helped by the engine before it was over.
    fn mark_helped(&mut self, id: &str) -> impl Future<Output = Result<(), Error>> + Send;

    /// Removes matches from the list of a profile, and counts those that were in it. A match that is in no other list is
    /// deleted; in any other the profile's player has no name any more, and the match belongs to somebody who is left. One
    /// that two play at two screens at the moment, as far as its summary tells, stays as it is.
    fn forget_matches(
        &mut self,
        profile: &str,
        ids: &[String],
    ) -> impl Future<Output = Result<u64, Error>> + Send;

    /// Deletes the analyses, tiles, settings, devices, reports and results at puzzles of a profile.
    fn delete_profile(&mut self, profile: &str) -> impl Future<Output = Result<(), Error>> + Send;

    /// Notes when players have come to matches.
    fn record_arrivals(
        &mut self,
        arrivals: &[Arrival],
        at: Time,
    ) -> impl Future<Output = Result<(), Error>> + Send;

    /// Deletes those of the matches in which nothing has happened since, and counts them.
    fn delete_matches(
        &mut self,
        ids: &[String],
        before: Time,
    ) -> impl Future<Output = Result<u64, Error>> + Send;

    /// Deletes at most `limit` each of the analyses that have not been changed since, and of the tiles and profiles of
    /// visitors of whom nothing else is left.
    fn delete_leftovers(
        &mut self,
        before: Time,
        now: Time,
        limit: u32,
    ) -> impl Future<Output = Result<RetentionBatch, Error>> + Send;

    /// The server runs at this moment.
    fn record_heartbeat(&mut self, at: Time) -> impl Future<Output = Result<(), Error>> + Send;

    /// The server starts: all intervals in which it did not run, the earliest first. One that ends now and is shorter
    /// than `outage_min_ms` is none.
    fn record_start(
        &mut self,
        at: Time,
        outage_min_ms: u64,
    ) -> impl Future<Output = Result<Vec<Outage>, Error>> + Send;

    /// Writes something that changes nothing, to find out whether that works.
    fn probe(&mut self) -> impl Future<Output = Result<(), Error>> + Send;

    /// Creates or replaces a profile.
    fn put_profile(
        &mut self,
        owner: &Owner,
        document: &str,
    ) -> impl Future<Output = Result<(), Error>> + Send;

    /// Creates or replaces an analysis.
    fn put_analysis(
        &mut self,
        put: &PutAnalysis,
    ) -> impl Future<Output = Result<Version, Error>> + Send;

    /// Replaces the summary of an analysis that is at this version; leaves any other alone.
    fn put_analysis_summary(
        &mut self,
        owner: &str,
        id: &str,
        version: Version,
        summary: &AnalysisSummary,
    ) -> impl Future<Output = Result<(), Error>> + Send;

    /// Deletes an analysis, if there is one.
    fn delete_analysis(
        &mut self,
        owner: &str,
        id: &str,
    ) -> impl Future<Output = Result<(), Error>> + Send;

    /// Creates, changes, renames or deletes a tile.
    fn change_tile(
        &mut self,
        owner: &Owner,
        before: Option<&Tile>,
        after: Option<&Tile>,
    ) -> impl Future<Output = Result<(), Error>> + Send;

    /// Adds tiles without replacing any.
    fn add_tiles(
        &mut self,
        owner: &Owner,
        tiles: &[Tile],
    ) -> impl Future<Output = Result<Vec<Added>, Error>> + Send;
}

/// Questions. Whatever was committed before one is asked is seen.
pub trait Reader: VisitorReader + Send + 'static {
    /// All events of a match, at least one.
    fn load(&mut self, id: &str) -> impl Future<Output = Result<Vec<Event>, Error>> + Send;

    /// The events of a match after a version; none if there are no more, or no such match.
    fn load_tail(
        &mut self,
        id: &str,
        after: Version,
    ) -> impl Future<Output = Result<Vec<Event>, Error>> + Send {
        async move {
            match self.load(id).await {
                Ok(mut events) => Ok(events.split_off(events.len().min(after.0 as usize))),
                Err(Error::NotFound) => Ok(Vec::new()),
                Err(error) => Err(error),
            }
        }
    }

    /// The versions of those of the matches that exist, in one query.
    fn versions(
        &mut self,
        ids: &[String],
    ) -> impl Future<Output = Result<Vec<(String, Version)>, Error>> + Send {
        async move {
            let mut versions = Vec::new();
            for id in ids {
                match self.load(id).await {
                    Ok(events) => versions.push((id.clone(), Version(events.len() as u64))),
                    Err(Error::NotFound) => {}
                    Err(error) => return Err(error),
                }
            }
            Ok(versions)
        }
    }

    /// Whether a match at one screen is the profile's to play: its own, or one that it has come to with the key.
    fn may_command(
        &mut self,
        id: &str,
        profile: &str,
        key: Option<SeatKey>,
    ) -> impl Future<Output = Result<bool, Error>> + Send;

    /// Ids of matches in which nothing has happened since.
    fn old_matches(
        &mut self,
        before: Time,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<String>, Error>> + Send;

    /// The version that a command led to, if it has been applied.
    fn find_command(
        &mut self,
        id: &str,
        idempotency_key: &str,
    ) -> impl Future<Output = Result<Option<Version>, Error>> + Send;

    /// The matches of a profile that the filter selects, the last changed first.
    fn list_matches(
        &mut self,
        profile: &str,
        filter: &MatchFilter,
        page: &PageRequest,
    ) -> impl Future<Output = Result<Vec<ListedMatch>, Error>> + Send;

    /// The ids of matches that begin with `prefix` and come after `after`, in their order.
    fn match_ids(
        &mut self,
        prefix: &str,
        after: &str,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<String>, Error>> + Send;

    /// What a profile says, if there is one.
    fn profile(&mut self, id: &str) -> impl Future<Output = Result<Option<String>, Error>> + Send;

    /// An analysis, if there is one.
    fn analysis(
        &mut self,
        owner: &str,
        id: &str,
    ) -> impl Future<Output = Result<Option<Analysis>, Error>> + Send;

    /// The analyses of a profile, the last changed first.
    fn list_analyses(
        &mut self,
        owner: &str,
        page: &PageRequest,
    ) -> impl Future<Output = Result<Vec<ListedAnalysis>, Error>> + Send;

    /// The tiles of a profile, in the order in which they came.
    fn tiles(&mut self, profile: &str) -> impl Future<Output = Result<Vec<Tile>, Error>> + Send;

    /// Time of the clock of the machine that keeps the data.
    fn now(&mut self) -> impl Future<Output = Result<Time, Error>> + Send {
        async { Ok(local_time()) }
    }

    /// Ends it in good order.
    fn close(&mut self) -> impl Future<Output = ()> + Send;
}

/// Time of this machine's clock.
fn local_time() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
