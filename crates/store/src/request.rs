//! What the actor is asked: each request carries the sender of its own type of answer.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use play::{Event, Player, SeatKey, Time, Version};
use rules::Tile;
use tokio::sync::oneshot;

use crate::visitors::{VisitorRead, VisitorWrite};
use crate::{
    Accuracy, Added, Analysis, AnalysisSummary, Append, AppendOutcome, Arrival, Error,
    ListedAnalysis, ListedMatch, MatchFilter, MatchSummary, Meter, NewMatch, Outage, Owner,
    PageRequest, PutAnalysis, Reader, RetentionBatch, Writer,
};

/// Where an answer goes.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, Error>>;

/// A change.
#[derive(Debug)]
pub(crate) enum WriteRequest {
    CreateMatch { owner: Owner, new: NewMatch, reply: Reply<Version> },
    CreateMatches { owner: Owner, new: Vec<NewMatch>, reply: Reply<()> },
    Append { append: Append, reply: Reply<AppendOutcome> },
    PutMatchSummary { id: String, summary: MatchSummary, reply: Reply<()> },
    PutAccuracy { id: String, version: Version, accuracy: Accuracy, reply: Reply<()> },
    AddParticipant { id: String, profile: String, player: Option<Player>, reply: Reply<()> },
    ForgetMatches { profile: String, ids: Vec<String>, reply: Reply<u64> },
    DeleteProfile { profile: String, reply: Reply<()> },
    SetSeatKey { id: String, key: SeatKey, reply: Reply<()> },
    RecordArrivals { arrivals: Vec<Arrival>, at: Time, reply: Reply<()> },
    DeleteMatches { ids: Vec<String>, before: Time, reply: Reply<u64> },
    DeleteLeftovers { before: Time, now: Time, limit: u32, reply: Reply<RetentionBatch> },
    RecordHeartbeat { at: Time, reply: Reply<()> },
    RecordStart { at: Time, outage_min_ms: u64, reply: Reply<Vec<Outage>> },
    PutProfile { owner: Owner, document: String, reply: Reply<()> },
    PutAnalysis { put: PutAnalysis, reply: Reply<Version> },
    PutAnalysisSummary(Box<PutAnalysisSummary>),
    DeleteAnalysis { owner: String, id: String, reply: Reply<()> },
    ChangeTile { owner: Owner, before: Option<Tile>, after: Option<Tile>, reply: Reply<()> },
    AddTiles { owner: Owner, tiles: Vec<Tile>, reply: Reply<Vec<Added>> },
    MarkHelped { id: String, reply: Reply<()> },
    Visitor(VisitorWrite),
    Close,
}

#[derive(Debug)]
pub(crate) struct PutAnalysisSummary {
    pub(crate) owner: String,
    pub(crate) id: String,
    pub(crate) version: Version,
    pub(crate) summary: AnalysisSummary,
    pub(crate) reply: Reply<()>,
}

/// Locks for matches that one request creates.
const CREATION_LOCKS_MAX: usize = 64;

/// What the changes of a transaction lock, so that they find it as they leave it. All transactions lock in the same
/// order and cannot wait for each other in a circle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LockKeys<'a> {
    /// Ids of matches.
    pub matches: BTreeSet<&'a str>,
    /// Profiles that store something.
    pub profiles: BTreeSet<&'a str>,
    /// Ids of matches that are created. Of very many at once only some, so that there are not too many locks.
    pub new_matches: BTreeSet<&'a str>,
}

impl<'a> LockKeys<'a> {
    pub(crate) fn of(requests: &'a [WriteRequest]) -> Self {
        let mut keys = Self::default();
        for request in requests {
            match request {
                WriteRequest::Append { append, .. } => {
                    keys.matches.insert(&append.match_id);
                    keys.new_matches.extend(append.next.as_ref().map(|next| next.id.as_str()));
                }
                WriteRequest::PutMatchSummary { id, .. }
                | WriteRequest::PutAccuracy { id, .. }
                | WriteRequest::AddParticipant { id, .. }
                | WriteRequest::SetSeatKey { id, .. }
                | WriteRequest::MarkHelped { id, .. } => {
                    keys.matches.insert(id);
                }
                WriteRequest::RecordArrivals { arrivals, .. } => {
                    keys.matches.extend(arrivals.iter().map(|arrival| arrival.match_id.as_str()));
                }
                WriteRequest::DeleteMatches { ids, .. }
                | WriteRequest::ForgetMatches { ids, .. } => {
                    keys.matches.extend(ids.iter().map(String::as_str));
                }
                WriteRequest::PutProfile { owner, .. }
                | WriteRequest::PutAnalysis { put: PutAnalysis { owner, .. }, .. }
                | WriteRequest::ChangeTile { owner, .. }
                | WriteRequest::AddTiles { owner, .. } => {
                    keys.profiles.insert(&owner.profile);
                }
                WriteRequest::PutAnalysisSummary(put) => {
                    keys.profiles.insert(&put.owner);
                }
                WriteRequest::DeleteAnalysis { owner: profile, .. }
                | WriteRequest::DeleteProfile { profile, .. } => {
                    keys.profiles.insert(profile);
                }
                WriteRequest::Visitor(change) => keys.profiles.extend(change.profile()),
                WriteRequest::CreateMatch { new, .. } => {
                    keys.new_matches.insert(&new.id);
                }
                WriteRequest::CreateMatches { new, .. } => {
                    let ids = new.iter().map(|new| new.id.as_str());
                    keys.new_matches.extend(ids.take(CREATION_LOCKS_MAX));
                }
                WriteRequest::DeleteLeftovers { .. }
                | WriteRequest::RecordHeartbeat { .. }
                | WriteRequest::RecordStart { .. }
                | WriteRequest::Close => {}
            }
        }
        keys
    }
}

/// An answer that is sent once the transaction has ended.
pub(crate) struct Held {
    /// Why the transaction cannot go on.
    pub(crate) failure: Option<Error>,
    send: Box<dyn FnOnce(Result<(), Error>) + Send>,
}

impl Held {
    pub(crate) fn new<T: Send + 'static>(reply: Reply<T>, result: Result<T, Error>) -> Self {
        let failure = result.as_ref().err().filter(|error| error.is_retryable()).cloned();
        // Who does not wait any more need not be told.
        let send = move |ended: Result<(), Error>| drop(reply.send(ended.and(result)));
        Self { failure, send: Box::new(send) }
    }

    /// Sends the answer, or why the transaction failed.
    pub(crate) fn send(self, ended: Result<(), Error>) {
        (self.send)(ended);
    }
}

impl WriteRequest {
    /// Which of so many writers carries it out. Changes of a match, and what a profile stores, have one writer each, so
    /// that they keep their order.
    pub(crate) fn partition(&self, writers: usize) -> usize {
        let key: &str = match self {
            Self::Append { append, .. } => &append.match_id,
            Self::PutMatchSummary { id, .. }
            | Self::PutAccuracy { id, .. }
            | Self::AddParticipant { id, .. }
            | Self::SetSeatKey { id, .. }
            | Self::MarkHelped { id, .. } => id,
            // By owner, whose quota is counted.
            Self::CreateMatch { owner, .. }
            | Self::CreateMatches { owner, .. }
            | Self::PutProfile { owner, .. }
            | Self::PutAnalysis { put: PutAnalysis { owner, .. }, .. }
            | Self::ChangeTile { owner, .. }
            | Self::AddTiles { owner, .. } => &owner.profile,
            Self::PutAnalysisSummary(put) => &put.owner,
            Self::DeleteAnalysis { owner, .. } => owner,
            Self::ForgetMatches { profile, .. } | Self::DeleteProfile { profile, .. } => profile,
            Self::Visitor(change) => change.profile().unwrap_or_default(),
            Self::RecordArrivals { .. }
            | Self::DeleteMatches { .. }
            | Self::DeleteLeftovers { .. }
            | Self::RecordHeartbeat { .. }
            | Self::RecordStart { .. }
            | Self::Close => return 0,
        };
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        (hasher.finish() % writers.max(1) as u64) as usize
    }

    /// The append that it is, if it is one.
    pub(crate) const fn append(&self) -> Option<&Append> {
        match self {
            Self::Append { append, .. } => Some(append),
            _ => None,
        }
    }

    /// Carries out the change within the transaction.
    pub(crate) async fn perform(self, writer: &mut impl Writer) -> Option<Held> {
        Some(match self {
            Self::CreateMatch { owner, new, reply } => {
                Held::new(reply, writer.create_match(&owner, &new).await)
            }
            Self::CreateMatches { owner, new, reply } => {
                Held::new(reply, writer.create_matches(&owner, &new).await)
            }
            Self::Append { append, reply } => {
                let answers = writer.append_all(&[&append]).await;
                let answer =
                    answers.map(|mut answers| answers.pop().unwrap_or(Err(Error::NotFound)));
                Held::new(reply, answer.flatten())
            }
            Self::PutMatchSummary { id, summary, reply } => {
                Held::new(reply, writer.put_match_summary(&id, &summary).await)
            }
            Self::PutAccuracy { id, version, accuracy, reply } => {
                Held::new(reply, writer.put_accuracy(&id, version, accuracy).await)
            }
            Self::AddParticipant { id, profile, player, reply } => {
                Held::new(reply, writer.add_participant(&id, &profile, player).await)
            }
            Self::ForgetMatches { profile, ids, reply } => {
                Held::new(reply, writer.forget_matches(&profile, &ids).await)
            }
            Self::DeleteProfile { profile, reply } => {
                Held::new(reply, writer.delete_profile(&profile).await)
            }
            Self::SetSeatKey { id, key, reply } => {
                Held::new(reply, writer.set_seat_key(&id, key).await)
            }
            Self::RecordArrivals { arrivals, at, reply } => {
                Held::new(reply, writer.record_arrivals(&arrivals, at).await)
            }
            Self::DeleteMatches { ids, before, reply } => {
                Held::new(reply, writer.delete_matches(&ids, before).await)
            }
            Self::DeleteLeftovers { before, now, limit, reply } => {
                Held::new(reply, writer.delete_leftovers(before, now, limit).await)
            }
            Self::RecordHeartbeat { at, reply } => {
                Held::new(reply, writer.record_heartbeat(at).await)
            }
            Self::RecordStart { at, outage_min_ms, reply } => {
                Held::new(reply, writer.record_start(at, outage_min_ms).await)
            }
            Self::PutProfile { owner, document, reply } => {
                Held::new(reply, writer.put_profile(&owner, &document).await)
            }
            Self::PutAnalysis { put, reply } => Held::new(reply, writer.put_analysis(&put).await),
            Self::PutAnalysisSummary(put) => {
                let PutAnalysisSummary { owner, id, version, summary, reply } = *put;
                let answer = writer.put_analysis_summary(&owner, &id, version, &summary).await;
                Held::new(reply, answer)
            }
            Self::DeleteAnalysis { owner, id, reply } => {
                Held::new(reply, writer.delete_analysis(&owner, &id).await)
            }
            Self::ChangeTile { owner, before, after, reply } => {
                let changed = writer.change_tile(&owner, before.as_ref(), after.as_ref()).await;
                Held::new(reply, changed)
            }
            Self::AddTiles { owner, tiles, reply } => {
                Held::new(reply, writer.add_tiles(&owner, &tiles).await)
            }
            Self::MarkHelped { id, reply } => Held::new(reply, writer.mark_helped(&id).await),
            Self::Visitor(change) => change.perform(writer).await,
            Self::Close => return None,
        })
    }

    /// Answers with an error.
    pub(crate) fn refuse(self, error: &Error) {
        let refused = |held: Held| held.send(Err(error.clone()));
        match self {
            Self::CreateMatch { reply, .. } | Self::PutAnalysis { reply, .. } => {
                refused(Held::new(reply, Ok(Version(0))));
            }
            Self::Append { reply, .. } => {
                refused(Held::new(reply, Ok(AppendOutcome::Stored(Version(0)))));
            }
            Self::CreateMatches { reply, .. }
            | Self::PutMatchSummary { reply, .. }
            | Self::PutAccuracy { reply, .. }
            | Self::AddParticipant { reply, .. }
            | Self::DeleteProfile { reply, .. }
            | Self::SetSeatKey { reply, .. }
            | Self::RecordArrivals { reply, .. }
            | Self::MarkHelped { reply, .. }
            | Self::RecordHeartbeat { reply, .. }
            | Self::PutProfile { reply, .. }
            | Self::DeleteAnalysis { reply, .. }
            | Self::ChangeTile { reply, .. } => refused(Held::new(reply, Ok(()))),
            Self::PutAnalysisSummary(put) => refused(Held::new(put.reply, Ok(()))),
            Self::DeleteMatches { reply, .. } | Self::ForgetMatches { reply, .. } => {
                refused(Held::new(reply, Ok(0)));
            }
            Self::DeleteLeftovers { reply, .. } => {
                refused(Held::new(reply, Ok(RetentionBatch { deleted: 0, is_last: true })));
            }
            Self::RecordStart { reply, .. } => refused(Held::new(reply, Ok(Vec::new()))),
            Self::AddTiles { reply, .. } => refused(Held::new(reply, Ok(Vec::new()))),
            Self::Visitor(change) => refused(change.refuse()),
            Self::Close => {}
        }
    }
}

/// A question.
#[derive(Debug)]
pub(crate) enum ReadRequest {
    Load {
        id: String,
        reply: Reply<Vec<Event>>,
    },
    LoadTail {
        id: String,
        after: Version,
        reply: Reply<Vec<Event>>,
    },
    Versions {
        ids: Vec<String>,
        reply: Reply<Vec<(String, Version)>>,
    },
    MayCommand {
        id: String,
        profile: String,
        key: Option<SeatKey>,
        reply: Reply<bool>,
    },
    OldMatches {
        before: Time,
        limit: u32,
        reply: Reply<Vec<String>>,
    },
    FindCommand {
        id: String,
        idempotency_key: String,
        reply: Reply<Option<Version>>,
    },
    ListMatches {
        profile: String,
        filter: MatchFilter,
        page: PageRequest,
        reply: Reply<Vec<ListedMatch>>,
    },
    MatchIds {
        prefix: String,
        after: String,
        limit: u32,
        reply: Reply<Vec<String>>,
    },
    Profile {
        id: String,
        reply: Reply<Option<String>>,
    },
    Analysis {
        owner: String,
        id: String,
        reply: Reply<Option<Analysis>>,
    },
    ListAnalyses {
        owner: String,
        page: PageRequest,
        reply: Reply<Vec<ListedAnalysis>>,
    },
    Tiles {
        profile: String,
        reply: Reply<Vec<Tile>>,
    },
    Now {
        reply: Reply<Time>,
    },
    Visitor(VisitorRead),
}

impl ReadRequest {
    /// Answers the question.
    pub(crate) async fn perform(self, reader: &mut impl Reader, meter: &Meter) {
        let held = match self {
            Self::Load { id, reply } => {
                let events = reader.load(&id).await;
                meter.count_loaded(&events);
                Held::new(reply, events)
            }
            Self::LoadTail { id, after, reply } => {
                let events = reader.load_tail(&id, after).await;
                meter.count_loaded(&events);
                Held::new(reply, events)
            }
            Self::Versions { ids, reply } => Held::new(reply, reader.versions(&ids).await),
            Self::MayCommand { id, profile, key, reply } => {
                Held::new(reply, reader.may_command(&id, &profile, key).await)
            }
            Self::OldMatches { before, limit, reply } => {
                Held::new(reply, reader.old_matches(before, limit).await)
            }
            Self::FindCommand { id, idempotency_key, reply } => {
                Held::new(reply, reader.find_command(&id, &idempotency_key).await)
            }
            Self::ListMatches { profile, filter, page, reply } => {
                Held::new(reply, reader.list_matches(&profile, &filter, &page).await)
            }
            Self::MatchIds { prefix, after, limit, reply } => {
                Held::new(reply, reader.match_ids(&prefix, &after, limit).await)
            }
            Self::Profile { id, reply } => Held::new(reply, reader.profile(&id).await),
            Self::Analysis { owner, id, reply } => {
                Held::new(reply, reader.analysis(&owner, &id).await)
            }
            Self::ListAnalyses { owner, page, reply } => {
                Held::new(reply, reader.list_analyses(&owner, &page).await)
            }
            Self::Tiles { profile, reply } => Held::new(reply, reader.tiles(&profile).await),
            Self::Now { reply } => Held::new(reply, reader.now().await),
            Self::Visitor(question) => question.perform(reader).await,
        };
        meter.count_read();
        if held.failure.is_some() {
            meter.count_error();
        }
        held.send(Ok(()));
    }
}
