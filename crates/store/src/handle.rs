//! The handle that everybody has.

use std::sync::Arc;

use play::{Event, Player, SeatKey, Time, Version};
use rules::Tile;
use tokio::sync::{mpsc, oneshot};

use crate::request::{PutAnalysisSummary, ReadRequest, Reply, WriteRequest};
use crate::stopwatch::Stopwatch;
use crate::{
    Accuracy, Actor, Added, Analysis, AnalysisSummary, Append, AppendOutcome, Arrival, Backend,
    Error, ListedAnalysis, ListedMatch, MatchFilter, MatchSummary, Meter, NewMatch, Outage, Owner,
    PageRequest, PutAnalysis, TimeOffset,
};

/// How many changes, and how many questions, may wait.
const QUEUE_MAX: usize = 1024;
/// How many old matches are looked for at once, and how many are deleted in one change, which delays moves.
const OLD_MATCHES_MAX: u32 = 2000;
const RETENTION_BATCH_MATCHES: usize = 20;
/// How many old rows of other tables are deleted in one change.
const RETENTION_BATCH_ROWS: u32 = 200;

/// How often the offset of the clock is measured to find a short round trip.
const TIME_OFFSET_SAMPLES: usize = 4;

/// A store and the actor that does its work until every handle is gone.
pub fn channel<B: Backend>(backend: B) -> (Store, Actor<B>) {
    let mut backends = backend.more_writers();
    backends.insert(0, backend);
    let (mut write, mut writers) = (Vec::new(), Vec::new());
    for backend in backends {
        let (sender, writes) = mpsc::channel(QUEUE_MAX);
        write.push(sender);
        writers.push((backend, writes));
    }
    let (read, reads) = mpsc::channel(QUEUE_MAX);
    let meter = Arc::new(Meter::for_writers(writers.len()));
    let store = Store { write: write.into(), read, meter: Arc::clone(&meter) };
    (store, Actor::new(writers, reads, meter))
}

/// Where matches and profiles are kept: a handle that is cheap to copy.
#[derive(Clone, Debug)]
pub struct Store {
    /// One for each writer.
    write: Arc<[mpsc::Sender<WriteRequest>]>,
    read: mpsc::Sender<ReadRequest>,
    meter: Arc<Meter>,
}

/// Changes.
impl Store {
    /// Creates a match of `owner`, if the quota allows it.
    pub async fn create_match(
        &self,
        owner: impl Into<Owner>,
        new: NewMatch,
    ) -> Result<Version, Error> {
        let owner = owner.into();
        self.write(|reply| WriteRequest::CreateMatch { owner, new, reply }).await
    }

    /// Creates matches of `owner`, all of them or none.
    pub async fn create_matches(
        &self,
        owner: impl Into<Owner>,
        new: Vec<NewMatch>,
    ) -> Result<(), Error> {
        let owner = owner.into();
        self.write(|reply| WriteRequest::CreateMatches { owner, new, reply }).await
    }

    /// Appends events to a match, if it is at the expected version and the command has not been applied before.
    pub async fn append(&self, append: Append) -> Result<AppendOutcome, Error> {
        let started = Stopwatch::start();
        let outcome = self.write(|reply| WriteRequest::Append { append, reply }).await;
        self.meter.append_latency().observe(started.elapsed());
        outcome
    }

    /// Replaces the summary of a match, if the match is at the version of the summary.
    pub async fn put_match_summary(
        &self,
        id: impl Into<String>,
        summary: MatchSummary,
    ) -> Result<(), Error> {
        let id = id.into();
        self.write(|reply| WriteRequest::PutMatchSummary { id, summary, reply }).await
    }

    /// Stores how well a finished match was played, if it is at this version.
    pub async fn put_accuracy(
        &self,
        id: impl Into<String>,
        version: Version,
        accuracy: Accuracy,
    ) -> Result<(), Error> {
        let id = id.into();
        self.write(|reply| WriteRequest::PutAccuracy { id, version, accuracy, reply }).await
    }

    /// Adds a match that another created to the list of `profile`, which plays for `player`, if that is known.
    pub async fn add_participant(
        &self,
        id: impl Into<String>,
        profile: impl Into<String>,
        player: Option<Player>,
    ) -> Result<(), Error> {
        let (id, profile) = (id.into(), profile.into());
        self.write(|reply| WriteRequest::AddParticipant { id, profile, player, reply }).await
    }

    /// Removes matches from the list of `profile`, and counts those that were in it. Those in no other list are deleted;
    /// in the others the profile's player has no name any more. One that two play at two screens at the moment
    /// stays. It takes several small changes, so that no move waits for long.
    pub async fn forget_matches(
        &self,
        profile: impl Into<String>,
        ids: Vec<String>,
    ) -> Result<u64, Error> {
        let profile = profile.into();
        let mut forgotten = 0;
        for ids in ids.chunks(RETENTION_BATCH_MATCHES) {
            let (profile, ids) = (profile.clone(), ids.to_vec());
            let forget = |reply| WriteRequest::ForgetMatches { profile, ids, reply };
            forgotten += self.write(forget).await?;
        }
        Ok(forgotten)
    }

    /// Deletes the analyses, tiles and settings of `profile`; its matches are left.
    pub async fn delete_profile(&self, profile: impl Into<String>) -> Result<(), Error> {
        let profile = profile.into();
        self.write(|reply| WriteRequest::DeleteProfile { profile, reply }).await
    }

    /// Sets the key with which another device plays in a match at one screen.
    pub async fn set_seat_key(&self, id: impl Into<String>, key: SeatKey) -> Result<(), Error> {
        let id = id.into();
        self.write(|reply| WriteRequest::SetSeatKey { id, key, reply }).await
    }

    /// Marks a match in which a player was helped by the engine before it was over.
    pub async fn mark_helped(&self, id: impl Into<String>) -> Result<(), Error> {
        let id = id.into();
        self.write(|reply| WriteRequest::MarkHelped { id, reply }).await
    }

    /// Deletes matches and analyses that have not been changed since `before`, and then the tiles and profiles of
    /// visitors of whom nothing else is left; counts all of them. It takes many small changes, so that no move waits
    /// for long.
    pub async fn delete_older_than(&self, before: Time, now: Time) -> Result<u64, Error> {
        let mut deleted = 0;
        loop {
            let limit = OLD_MATCHES_MAX;
            let old = self.read(|reply| ReadRequest::OldMatches { before, limit, reply }).await?;
            for ids in old.chunks(RETENTION_BATCH_MATCHES) {
                let ids = ids.to_vec();
                let delete = |reply| WriteRequest::DeleteMatches { ids, before, reply };
                deleted += self.write(delete).await?;
            }
            if old.len() < limit as usize {
                break;
            }
        }
        loop {
            let limit = RETENTION_BATCH_ROWS;
            let delete = |reply| WriteRequest::DeleteLeftovers { before, now, limit, reply };
            let batch = self.write(delete).await?;
            deleted += batch.deleted;
            if batch.is_last {
                return Ok(deleted);
            }
        }
    }

    /// Notes when players have come to matches, which [`Append::absence`] depends on.
    pub async fn record_arrivals(&self, arrivals: Vec<Arrival>, at: Time) -> Result<(), Error> {
        self.write(|reply| WriteRequest::RecordArrivals { arrivals, at, reply }).await
    }

    /// The server runs at this moment.
    pub async fn record_heartbeat(&self, at: Time) -> Result<(), Error> {
        self.write(|reply| WriteRequest::RecordHeartbeat { at, reply }).await
    }

    /// The server starts: all intervals in which it did not run, the earliest first.
    pub async fn record_start(&self, at: Time) -> Result<Vec<Outage>, Error> {
        self.record_join(at, 1).await
    }

    /// One of several servers starts: all intervals in which none ran, the earliest first. The last heartbeat of
    /// another may be a little old: what is shorter than `outage_min_ms` is no outage.
    pub async fn record_join(&self, at: Time, outage_min_ms: u64) -> Result<Vec<Outage>, Error> {
        self.write(|reply| WriteRequest::RecordStart { at, outage_min_ms, reply }).await
    }

    /// Creates or replaces a profile.
    pub async fn put_profile(
        &self,
        owner: impl Into<Owner>,
        document: impl Into<String>,
    ) -> Result<(), Error> {
        let (owner, document) = (owner.into(), document.into());
        self.write(|reply| WriteRequest::PutProfile { owner, document, reply }).await
    }

    /// Creates or replaces an analysis, if it is at the expected version.
    pub async fn put_analysis(&self, put: PutAnalysis) -> Result<Version, Error> {
        self.write(|reply| WriteRequest::PutAnalysis { put, reply }).await
    }

    /// Replaces the summary of an analysis, if that is at this version.
    pub async fn put_analysis_summary(
        &self,
        owner: impl Into<String>,
        id: impl Into<String>,
        version: Version,
        summary: AnalysisSummary,
    ) -> Result<(), Error> {
        let (owner, id) = (owner.into(), id.into());
        self.write(|reply| {
            let put = PutAnalysisSummary { owner, id, version, summary, reply };
            WriteRequest::PutAnalysisSummary(Box::new(put))
        })
        .await
    }

    /// Deletes an analysis, if there is one.
    pub async fn delete_analysis(
        &self,
        owner: impl Into<String>,
        id: impl Into<String>,
    ) -> Result<(), Error> {
        let (owner, id) = (owner.into(), id.into());
        self.write(|reply| WriteRequest::DeleteAnalysis { owner, id, reply }).await
    }

    /// Creates a tile (`before` is `None`), deletes it (`after` is `None`), or turns the one into the other, if it
    /// still is what the client knows. The same change twice is one.
    pub async fn change_tile(
        &self,
        owner: impl Into<Owner>,
        before: Option<Tile>,
        after: Option<Tile>,
    ) -> Result<(), Error> {
        let owner = owner.into();
        self.write(|reply| WriteRequest::ChangeTile { owner, before, after, reply }).await
    }

    /// Adds tiles and says what became of each; none is replaced.
    pub async fn add_tiles(
        &self,
        owner: impl Into<Owner>,
        tiles: Vec<Tile>,
    ) -> Result<Vec<Added>, Error> {
        let owner = owner.into();
        self.write(|reply| WriteRequest::AddTiles { owner, tiles, reply }).await
    }

    /// Ends the actor once all that was asked for before has been done. Nothing more is then.
    pub async fn close(&self) {
        for writer in self.write.iter() {
            // If there is nobody to tell, it has ended already.
            let _ = writer.send(WriteRequest::Close).await;
        }
    }

    pub(crate) async fn write<T>(
        &self,
        request: impl FnOnce(Reply<T>) -> WriteRequest,
    ) -> Result<T, Error> {
        let (reply, answer) = oneshot::channel();
        let pending = self.meter.begin_write();
        let request = request(reply);
        let writer = &self.write[request.partition(self.write.len())];
        writer.send(request).await.map_err(|_| Error::Closed)?;
        let answer = answer.await.map_err(|_| Error::Closed)?;
        pending.answered();
        answer
    }
}

/// Questions. Whatever was acknowledged before one is asked is seen.
impl Store {
    /// All events of a match.
    pub async fn load(&self, id: impl Into<String>) -> Result<Vec<Event>, Error> {
        let id = id.into();
        self.read(|reply| ReadRequest::Load { id, reply }).await
    }

    /// The events of a match after a version; none if there are no more, or no such match.
    pub async fn load_tail(
        &self,
        id: impl Into<String>,
        after: Version,
    ) -> Result<Vec<Event>, Error> {
        let id = id.into();
        self.read(|reply| ReadRequest::LoadTail { id, after, reply }).await
    }

    /// The versions of those of the matches that exist, in one query.
    pub async fn versions(&self, ids: Vec<String>) -> Result<Vec<(String, Version)>, Error> {
        self.read(|reply| ReadRequest::Versions { ids, reply }).await
    }

    /// Whether a match at one screen is the profile's to play: its own, or one that it has come to with the key.
    pub async fn may_command(
        &self,
        id: impl Into<String>,
        profile: impl Into<String>,
        key: Option<SeatKey>,
    ) -> Result<bool, Error> {
        let (id, profile) = (id.into(), profile.into());
        self.read(|reply| ReadRequest::MayCommand { id, profile, key, reply }).await
    }

    /// The version of a match after a command, if that has been applied.
    pub async fn find_command(
        &self,
        id: impl Into<String>,
        idempotency_key: impl Into<String>,
    ) -> Result<Option<Version>, Error> {
        let (id, idempotency_key) = (id.into(), idempotency_key.into());
        self.read(|reply| ReadRequest::FindCommand { id, idempotency_key, reply }).await
    }

    /// The matches of a profile, the last changed first.
    pub async fn list_matches(
        &self,
        profile: impl Into<String>,
        page: PageRequest,
    ) -> Result<Vec<ListedMatch>, Error> {
        self.find_matches(profile, MatchFilter::default(), page).await
    }

    /// The matches of a profile that the filter selects, the last changed first.
    pub async fn find_matches(
        &self,
        profile: impl Into<String>,
        filter: MatchFilter,
        page: PageRequest,
    ) -> Result<Vec<ListedMatch>, Error> {
        let profile = profile.into();
        self.read(|reply| ReadRequest::ListMatches { profile, filter, page, reply }).await
    }

    /// The ids of at most `limit` matches that begin with `prefix` and come after `after`.
    pub async fn match_ids(
        &self,
        prefix: impl Into<String>,
        after: impl Into<String>,
        limit: u32,
    ) -> Result<Vec<String>, Error> {
        let (prefix, after) = (prefix.into(), after.into());
        self.read(|reply| ReadRequest::MatchIds { prefix, after, limit, reply }).await
    }

    /// What a profile says.
    pub async fn profile(&self, id: impl Into<String>) -> Result<Option<String>, Error> {
        let id = id.into();
        self.read(|reply| ReadRequest::Profile { id, reply }).await
    }

    /// An analysis of a profile.
    pub async fn analysis(
        &self,
        owner: impl Into<String>,
        id: impl Into<String>,
    ) -> Result<Option<Analysis>, Error> {
        let (owner, id) = (owner.into(), id.into());
        self.read(|reply| ReadRequest::Analysis { owner, id, reply }).await
    }

    /// The analyses of a profile, the last changed first.
    pub async fn list_analyses(
        &self,
        owner: impl Into<String>,
        page: PageRequest,
    ) -> Result<Vec<ListedAnalysis>, Error> {
        let owner = owner.into();
        self.read(|reply| ReadRequest::ListAnalyses { owner, page, reply }).await
    }

    /// The tiles of a profile, in the order in which they came.
    pub async fn tiles(&self, profile: impl Into<String>) -> Result<Vec<Tile>, Error> {
        let profile = profile.into();
        self.read(|reply| ReadRequest::Tiles { profile, reply }).await
    }

    /// Offset of the clock of the machine that keeps the data from the clock that `now` reads. Of several measurements
    /// the one with the shortest round trip is taken.
    pub async fn time_offset(&self, now: impl Fn() -> Time) -> Result<TimeOffset, Error> {
        let mut best: Option<TimeOffset> = None;
        for _ in 0..TIME_OFFSET_SAMPLES {
            let before = now();
            let began = Stopwatch::start();
            let there = self.read(|reply| ReadRequest::Now { reply }).await?;
            let measured = TimeOffset::new(before, there, began.elapsed());
            best = Some(best.map_or(measured, |best| best.closer(measured)));
        }
        Ok(best.unwrap_or_default())
    }

    /// How much has been done, and whether the store works.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    pub(crate) async fn read<T>(
        &self,
        request: impl FnOnce(Reply<T>) -> ReadRequest,
    ) -> Result<T, Error> {
        let (reply, answer) = oneshot::channel();
        let started = Stopwatch::start();
        self.read.send(request(reply)).await.map_err(|_| Error::Closed)?;
        let answer = answer.await.map_err(|_| Error::Closed)?;
        self.meter.read_latency().observe(started.elapsed());
        answer
    }
}
