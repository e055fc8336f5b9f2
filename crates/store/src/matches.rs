//! Matches: what a store does with them.

use async_trait::async_trait;
use play::{Event, Player, SeatKey, Time, Version};

use crate::request::ChangeScope;
use crate::{
    Accuracy, Append, AppendOutcome, Arrival, Error, ListedMatch, MatchFilter, MatchSummary,
    NewMatch, Owner, PageRequest, Store,
};

/// Old matches found per query and deleted per change; larger changes would delay moves.
const OLD_MATCHES_MAX: u32 = 2000;
const RETENTION_BATCH_MATCHES: usize = 20;

/// Changes of matches.
#[async_trait]
pub trait MatchWriter: Send {
    /// Creates a match, if the quota of its owner allows it.
    async fn create_match(&mut self, owner: Owner, new: NewMatch) -> Result<Version, Error>;

    /// Creates matches, all of them or none.
    async fn create_matches(&mut self, owner: Owner, new: Vec<NewMatch>) -> Result<(), Error>;

    /// Appends to different matches. Each has an answer of its own.
    async fn append_all(
        &mut self,
        appends: &[&Append],
    ) -> Result<Vec<Result<AppendOutcome, Error>>, Error>;

    /// Replaces the summary of a match that is at the version of the summary; leaves any other alone.
    async fn put_match_summary(&mut self, id: String, summary: MatchSummary) -> Result<(), Error>;

    /// Stores how well a finished match was played, if it is at this version and its summary is up to date.
    async fn put_accuracy(
        &mut self,
        id: String,
        version: Version,
        accuracy: Accuracy,
    ) -> Result<(), Error>;

    /// Adds a match to the list of a profile that did not create it, or plays for another player in it, too.
    async fn add_participant(
        &mut self,
        id: String,
        profile: String,
        player: Option<Player>,
    ) -> Result<(), Error>;

    /// Sets the key with which another device plays in a match at one screen.
    async fn set_seat_key(&mut self, id: String, key: SeatKey) -> Result<(), Error>;

    /// Marks a match in which a player was helped by the engine before it was over.
    async fn mark_helped(&mut self, id: String) -> Result<(), Error>;

    /// Notes when players have come to matches.
    async fn record_arrivals(&mut self, arrivals: Vec<Arrival>, at: Time) -> Result<(), Error>;

    /// Removes matches from the list of a profile, and counts those that were in it. A match that is in no other list is
    /// deleted; in any other the profile's player has no name any more, and the match belongs to somebody who is left. One
    /// that two play at two screens at the moment, as far as its summary tells, stays as it is.
    async fn forget_matches(&mut self, profile: String, ids: Vec<String>) -> Result<u64, Error>;

    /// Deletes those of the matches in which nothing has happened since, and counts them.
    async fn delete_matches(&mut self, ids: Vec<String>, before: Time) -> Result<u64, Error>;
}

/// Questions about matches.
#[async_trait]
pub trait MatchReader: Send {
    /// All events of a match, at least one.
    async fn load(&mut self, id: String) -> Result<Vec<Event>, Error>;

    /// The events of a match after a version; none if there are no more, or no such match.
    async fn load_tail(&mut self, id: String, after: Version) -> Result<Vec<Event>, Error>;

    /// The versions of those of the matches that exist, in one query.
    async fn versions(&mut self, ids: Vec<String>) -> Result<Vec<(String, Version)>, Error>;

    /// Whether a match at one screen is the profile's to play: its own, or one that it has come to with the key.
    async fn may_command(
        &mut self,
        id: String,
        profile: String,
        key: Option<SeatKey>,
    ) -> Result<bool, Error>;

    /// The version that a command led to, if it has been applied.
    async fn find_command(
        &mut self,
        id: String,
        idempotency_key: String,
    ) -> Result<Option<Version>, Error>;

    /// The matches of a profile that the filter selects, the last changed first.
    async fn find_matches(
        &mut self,
        profile: String,
        filter: MatchFilter,
        page: PageRequest,
    ) -> Result<Vec<ListedMatch>, Error>;

    /// The ids of matches that begin with `prefix` and come after `after`, in their order.
    async fn match_ids(
        &mut self,
        prefix: String,
        after: String,
        limit: u32,
    ) -> Result<Vec<String>, Error>;

    /// Ids of matches in which nothing has happened since.
    async fn old_matches(&mut self, before: Time, limit: u32) -> Result<Vec<String>, Error>;
}

/// Changes of matches.
impl Store {
    /// Creates a match of `owner`, if the quota allows it.
    pub async fn create_match(
        &self,
        owner: impl Into<Owner>,
        new: NewMatch,
    ) -> Result<Version, Error> {
        let owner = owner.into();
        #[cfg(feature = "runtime")]
        if let Some(drafts) = self.drafts() {
            return drafts.create(owner, new).await;
        }
        let scope = ChangeScope::of_owner(&owner.profile).creating_matches([new.id.as_str()]);
        self.change(scope, move |writer| writer.create_match(owner, new)).await
    }

    /// Creates several matches of `owner`: all or none.
    pub async fn create_matches(
        &self,
        owner: impl Into<Owner>,
        new: Vec<NewMatch>,
    ) -> Result<(), Error> {
        let owner = owner.into();
        let ids = new.iter().map(|new| new.id.as_str());
        let scope = ChangeScope::of_owner(&owner.profile).creating_matches(ids);
        self.change(scope, move |writer| writer.create_matches(owner, new)).await
    }

    /// Replaces the summary of a match, if the match is at the version of the summary.
    pub async fn put_match_summary(
        &self,
        id: impl Into<String>,
        summary: MatchSummary,
    ) -> Result<(), Error> {
        let id = id.into();
        let scope = ChangeScope::of_match(&id);
        self.change(scope, move |writer| writer.put_match_summary(id, summary)).await
    }

    /// Stores the accuracy of a finished match, if the match is at this version.
    pub async fn put_accuracy(
        &self,
        id: impl Into<String>,
        version: Version,
        accuracy: Accuracy,
    ) -> Result<(), Error> {
        let id = id.into();
        let scope = ChangeScope::of_match(&id);
        self.change(scope, move |writer| writer.put_accuracy(id, version, accuracy)).await
    }

    /// Adds a match that another created to the list of `profile`, which plays for `player`, if that is known.
    pub async fn add_participant(
        &self,
        id: impl Into<String>,
        profile: impl Into<String>,
        player: Option<Player>,
    ) -> Result<(), Error> {
        let (id, profile) = (id.into(), profile.into());
        let scope = ChangeScope::of_match(&id);
        self.change(scope, move |writer| writer.add_participant(id, profile, player)).await
    }

    /// Sets the key with which another device plays in a match at one screen.
    pub async fn set_seat_key(&self, id: impl Into<String>, key: SeatKey) -> Result<(), Error> {
        let id = id.into();
        let scope = ChangeScope::of_match(&id);
        self.change(scope, move |writer| writer.set_seat_key(id, key)).await
    }

    /// Marks a match in which a player was helped by the engine before it was over.
    pub async fn mark_helped(&self, id: impl Into<String>) -> Result<(), Error> {
        let id = id.into();
        #[cfg(feature = "runtime")]
        if let Some(drafts) = self.drafts() {
            return drafts.mark_helped(&id).await;
        }
        let scope = ChangeScope::of_match(&id);
        self.change(scope, move |writer| writer.mark_helped(id)).await
    }

    /// Notes when players have come to matches, which [`Append::absence`] depends on.
    pub async fn record_arrivals(&self, arrivals: Vec<Arrival>, at: Time) -> Result<(), Error> {
        let ids = arrivals.iter().map(|arrival| arrival.match_id.as_str());
        let scope = ChangeScope::service().locking_matches(ids);
        self.change(scope, move |writer| writer.record_arrivals(arrivals, at)).await
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
            let locked = ids.iter().map(String::as_str);
            let scope = ChangeScope::of_owner(&profile).locking_matches(locked);
            forgotten +=
                self.change(scope, move |writer| writer.forget_matches(profile, ids)).await?;
        }
        Ok(forgotten)
    }

    /// Deletes matches in which nothing has happened since `before`, and counts them.
    pub(crate) async fn delete_old_matches(&self, before: Time) -> Result<u64, Error> {
        let mut deleted = 0;
        loop {
            let limit = OLD_MATCHES_MAX;
            let old = self.read(move |reader| reader.old_matches(before, limit)).await?;
            for ids in old.chunks(RETENTION_BATCH_MATCHES) {
                let ids = ids.to_vec();
                let scope = ChangeScope::service().locking_matches(ids.iter().map(String::as_str));
                deleted +=
                    self.change(scope, move |writer| writer.delete_matches(ids, before)).await?;
            }
            if old.len() < limit as usize {
                return Ok(deleted);
            }
        }
    }
}

/// Questions about matches. Whatever was acknowledged before one is asked is seen.
impl Store {
    /// All events of a match.
    pub async fn load(&self, id: impl Into<String>) -> Result<Vec<Event>, Error> {
        let id = id.into();
        #[cfg(feature = "runtime")]
        if let Some(drafts) = self.drafts() {
            return drafts.load(&id).await;
        }
        let events = self.read(move |reader| reader.load(id)).await;
        self.meter().count_loaded(&events);
        events
    }

    /// The events of a match after a version; none if there are no more, or no such match.
    pub async fn load_tail(
        &self,
        id: impl Into<String>,
        after: Version,
    ) -> Result<Vec<Event>, Error> {
        let id = id.into();
        #[cfg(feature = "runtime")]
        if let Some(drafts) = self.drafts() {
            return drafts.load_tail(&id, after).await;
        }
        let events = self.read(move |reader| reader.load_tail(id, after)).await;
        self.meter().count_loaded(&events);
        events
    }

    /// The versions of those of the matches that exist, in one query.
    pub async fn versions(&self, ids: Vec<String>) -> Result<Vec<(String, Version)>, Error> {
        self.read(move |reader| reader.versions(ids)).await
    }

    /// Whether a match at one screen is the profile's to play: its own, or one that it has come to with the key.
    pub async fn may_command(
        &self,
        id: impl Into<String>,
        profile: impl Into<String>,
        key: Option<SeatKey>,
    ) -> Result<bool, Error> {
        let (id, profile) = (id.into(), profile.into());
        #[cfg(feature = "runtime")]
        if let Some(drafts) = self.drafts() {
            return drafts.may_command(&id, profile, key).await;
        }
        self.read(move |reader| reader.may_command(id, profile, key)).await
    }

    /// The version of a match after a command, if that has been applied.
    pub async fn find_command(
        &self,
        id: impl Into<String>,
        idempotency_key: impl Into<String>,
    ) -> Result<Option<Version>, Error> {
        let (id, idempotency_key) = (id.into(), idempotency_key.into());
        #[cfg(feature = "runtime")]
        if self.drafts().is_some() {
            return Ok(None);
        }
        self.read(move |reader| reader.find_command(id, idempotency_key)).await
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
        self.read(move |reader| reader.find_matches(profile, filter, page)).await
    }

    /// The ids of at most `limit` matches that begin with `prefix` and come after `after`.
    pub async fn match_ids(
        &self,
        prefix: impl Into<String>,
        after: impl Into<String>,
        limit: u32,
    ) -> Result<Vec<String>, Error> {
        let (prefix, after) = (prefix.into(), after.into());
        self.read(move |reader| reader.match_ids(prefix, after, limit)).await
    }
}
