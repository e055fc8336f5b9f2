//! Drafts: the matches of a program that plays by itself, for whose player it must go on whatever the file does.
//!
//! A match is created in the file with its first change, so that one without a move leaves nothing behind. What the file
//! refuses stays in memory, and the next change takes it along. Other programs may play on in the same file: the store
//! answers with the conflict as it does without drafts.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use play::{Event, SeatKey, Version};

use crate::request::BoxFuture;
use crate::{Append, AppendOutcome, Error, LOCAL, NewMatch, Owner, Store};

/// Matches in memory, in front of a store.
#[derive(Debug)]
pub struct Drafts {
    file: Store,
    matches: Mutex<HashMap<String, Draft>>,
    /// Why a match is not stored, until it is asked for.
    failure: Mutex<Option<Error>>,
}

#[derive(Clone, Debug)]
struct Draft {
    /// All events, of which the first `stored` are in the file.
    events: Vec<Event>,
    stored: usize,
    owner: Owner,
    /// Whether it is never stored.
    is_held: bool,
    /// Whether the player was helped, and the file does not say so yet.
    is_helped: bool,
    /// Whether the file has refused a change: that is told once.
    has_failed: bool,
}

impl Draft {
    const fn is_whole(&self) -> bool {
        self.stored > 0 && self.stored == self.events.len()
    }

    fn version(&self) -> Version {
        Version(self.events.len() as u64)
    }
}

impl Drafts {
    pub(crate) fn new(file: Store) -> Self {
        Self { file, matches: Mutex::default(), failure: Mutex::default() }
    }

    /// Why a match is not stored: once for each match.
    pub fn take_failure(&self) -> Option<Error> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Keeps a match that has just been created out of the file.
    pub fn hold(&self, id: &str) {
        if let Some(draft) = self.lock().get_mut(id) {
            draft.is_held = true;
        }
    }

    /// Whether all events of a match are in the file.
    pub fn is_stored(&self, id: &str) -> bool {
        self.lock().get(id).is_some_and(Draft::is_whole)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Draft>> {
        self.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn draft(&self, id: &str) -> Option<Draft> {
        self.lock().get(id).cloned()
    }

    fn keep(&self, id: &str, draft: Draft) {
        self.lock().insert(id.to_owned(), draft);
    }

    pub(crate) fn create(
        &self,
        owner: Owner,
        new: NewMatch,
    ) -> BoxFuture<'_, Result<Version, Error>> {
        Box::pin(async move {
            let NewMatch { id, events, .. } = new;
            let in_file = self.file.versions(vec![id.clone()]).await.unwrap_or_default();
            if self.lock().contains_key(&id) || !in_file.is_empty() {
                return Err(Error::Taken);
            }
            let draft = Draft {
                events,
                stored: 0,
                owner,
                is_held: false,
                is_helped: false,
                has_failed: false,
            };
            let version = draft.version();
            self.keep(&id, draft);
            Ok(version)
        })
    }

    pub(crate) fn append(&self, append: Append) -> BoxFuture<'_, Result<AppendOutcome, Error>> {
        Box::pin(async move {
            let id = append.match_id.clone();
            let Some(mut draft) = self.draft(&id) else { return self.file.append(append).await };
            let version = draft.version();
            if version != append.expected_version {
                return Err(Error::Conflict { version });
            }
            let outcome = AppendOutcome::Stored(append.version());
            draft.events.extend(append.events.iter().cloned());
            if !draft.is_held {
                match self.write(&id, &draft, append).await {
                    Ok(()) => draft.stored = draft.events.len(),
                    Err(error @ Error::Conflict { .. }) => {
                        // The match is loaded from the file next.
                        self.lock().remove(&id);
                        return Err(error);
                    }
                    Err(error) if !draft.has_failed => {
                        draft.has_failed = true;
                        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    }
                    Err(_) => {}
                }
            }
            self.keep(&id, draft);
            self.write_help(&id).await;
            Ok(outcome)
        })
    }

    /// Writes the events of a draft that are not in the file yet.
    async fn write(&self, id: &str, draft: &Draft, append: Append) -> Result<(), Error> {
        if draft.stored == 0 {
            let (events, summary) = (draft.events.clone(), append.summary);
            let new = NewMatch { id: id.to_owned(), events, summary };
            return self.file.create_match(draft.owner.clone(), new).await.map(drop);
        }
        let written = self.file.append(Append {
            expected_version: Version(draft.stored as u64),
            events: draft.events[draft.stored..].to_vec(),
            // Nobody sends a command twice within a program.
            idempotency_key: None,
            ..append
        });
        let written = written.await;
        match written {
            // The answer to an earlier append was lost.
            Err(Error::Conflict { .. })
                if self.file.load(id).await.is_ok_and(|events| events == draft.events) =>
            {
                Ok(())
            }
            written => written.map(drop),
        }
    }

    /// Stores that the player was helped, once the match is stored. What fails is tried again with the next change.
    async fn write_help(&self, id: &str) {
        let is_due = |draft: &Draft| draft.is_helped && draft.stored > 0;
        if self.draft(id).is_some_and(|draft| is_due(&draft))
            && self.file.mark_helped(id).await.is_ok()
            && let Some(draft) = self.lock().get_mut(id)
        {
            draft.is_helped = false;
        }
    }

    pub(crate) fn mark_helped<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move {
            match self.lock().get_mut(id) {
                Some(draft) => draft.is_helped = true,
                None => return Err(Error::NotFound),
            }
            self.write_help(id).await;
            Ok(())
        })
    }

    /// The events of a match: those of the file, in which another program may have played on, unless some are missing there.
    pub(crate) fn load<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Vec<Event>, Error>> {
        Box::pin(async move {
            let draft = self.draft(id);
            if let Some(draft) = draft.as_ref().filter(|draft| !draft.is_whole()) {
                return Ok(draft.events.clone());
            }
            match (self.file.load(id).await, draft) {
                (Ok(events), draft) => {
                    let before = draft.unwrap_or_else(|| Draft {
                        events: Vec::new(),
                        stored: 0,
                        owner: LOCAL.into(),
                        is_held: false,
                        is_helped: false,
                        has_failed: false,
                    });
                    let loaded = Draft { stored: events.len(), events: events.clone(), ..before };
                    self.keep(id, loaded);
                    Ok(events)
                }
                (Err(error), Some(draft)) if error.is_retryable() => Ok(draft.events),
                (Err(error), _) => Err(error),
            }
        })
    }

    pub(crate) fn load_tail<'a>(
        &'a self,
        id: &'a str,
        after: Version,
    ) -> BoxFuture<'a, Result<Vec<Event>, Error>> {
        Box::pin(async move {
            let events = self.load(id).await?;
            Ok(events.get(after.0 as usize..).unwrap_or_default().to_vec())
        })
    }

    pub(crate) fn may_command<'a>(
        &'a self,
        id: &'a str,
        profile: String,
        key: Option<SeatKey>,
    ) -> BoxFuture<'a, Result<bool, Error>> {
        Box::pin(async move {
            match self.draft(id) {
                Some(draft) if draft.owner.profile == profile && !draft.is_whole() => Ok(true),
                _ => self.file.may_command(id, profile, key).await,
            }
        })
    }
}
