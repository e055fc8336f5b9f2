//! The backend that keeps everything in memory, for tests and for guests.

use std::collections::{BTreeSet, HashMap};
use std::future::{Future, ready};

use play::{Event, Time, Version};

use crate::backend::newest;
use crate::tiles::Shelf;
use crate::{Analysis, Answer, Append, Backend, Error, Operation, Outage, PutAnalysis, Stored};

/// Keeps everything in memory: gone when the program ends.
#[derive(Debug, Default)]
pub struct Memory {
    matches: HashMap<String, Kept>,
    profiles: HashMap<String, String>,
    heartbeat: Option<Time>,
    outages: Vec<Outage>,
    /// By owner and name.
    analyses: HashMap<(String, String), Analysis>,
    shelves: HashMap<String, Shelf>,
}

#[derive(Debug)]
struct Kept {
    owner: String,
    /// Other profiles whose lists have it.
    others: BTreeSet<String>,
    changed: Time,
    events: Vec<Event>,
    commands: HashMap<String, Version>,
}

impl Backend for Memory {
    fn perform(
        &mut self,
        operations: &[Operation],
    ) -> impl Future<Output = Result<Vec<Result<Answer, Error>>, Error>> + Send {
        ready(Ok(operations.iter().map(|operation| self.perform_one(operation)).collect()))
    }

    fn close(self) -> impl Future<Output = Result<(), Error>> + Send {
        ready(Ok(()))
    }
}

impl Memory {
    /// All that has happened in a match, if there is one of that name.
    pub fn events(&self, id: &str) -> Option<&[Event]> {
        self.matches.get(id).map(|kept| kept.events.as_slice())
    }

    /// Carries out one operation at once.
    pub fn perform_one(&mut self, operation: &Operation) -> Result<Answer, Error> {
        match operation {
            Operation::Create { id, owner, events } => self.create(id, owner, events),
            Operation::CreateAll { owner, matches } => {
                if matches.iter().any(|(id, _)| self.matches.contains_key(id)) {
                    return Err(Error::Taken);
                }
                for (id, events) in matches {
                    self.create(id, owner, events)?;
                }
                Ok(Answer::Done)
            }
            Operation::Append(append) => self.append(append),
            Operation::Load { id } => {
                let kept = self.matches.get(id).ok_or(Error::NotFound)?;
                Ok(Answer::Events(kept.events.clone()))
            }
            Operation::Find { id, command } => {
                let kept = self.matches.get(id);
                Ok(Answer::Found(kept.and_then(|kept| kept.commands.get(command).copied())))
            }
            Operation::List { owner, limit } => Ok(Answer::Matches(self.list(owner, *limit))),
            Operation::Attend { id, profile } => {
                let kept = self.matches.get_mut(id).ok_or(Error::NotFound)?;
                kept.others.insert(profile.clone());
                Ok(Answer::Done)
            }
            Operation::Ids { prefix, after, limit } => {
                let found = self.matches.keys();
                let found = found.filter(|id| id.starts_with(prefix) && *id > after);
                let mut ids: Vec<_> = found.cloned().collect();
                ids.sort_unstable();
                ids.truncate(*limit as usize);
                Ok(Answer::Ids(ids))
            }
            Operation::Forget { before } => {
                let all = self.matches.len();
                self.matches.retain(|_, kept| kept.changed >= *before);
                Ok(Answer::Count((all - self.matches.len()) as u64))
            }
            Operation::Beat { at } => {
                self.heartbeat = Some(*at);
                Ok(Answer::Done)
            }
            Operation::Wake { at } => {
                let began = self.heartbeat.replace(*at).filter(|began| began < at);
                self.outages.extend(began.map(|began| Outage { began, ended: *at }));
                Ok(Answer::Outages(self.outages.clone()))
            }
            Operation::Profile { id } => Ok(Answer::Document(self.profiles.get(id).cloned())),
            Operation::PutProfile { id, document } => {
                self.profiles.insert(id.clone(), document.clone());
                Ok(Answer::Done)
            }
            Operation::Analysis { owner, id } => {
                let found = self.analyses.get(&(owner.clone(), id.clone()));
                Ok(Answer::Analysis(found.cloned()))
            }
            Operation::PutAnalysis(put) => self.put_analysis(put),
            Operation::Analyses { owner, limit } => {
                let own = self.analyses.iter().filter(|((other, _), _)| other == owner);
                let mut found: Vec<_> = own.map(|(_, analysis)| analysis.clone()).collect();
                found.sort_by(|a, b| (b.changed, &b.id).cmp(&(a.changed, &a.id)));
                found.truncate(*limit as usize);
                Ok(Answer::Analyses(found))
            }
            Operation::RemoveAnalysis { owner, id } => {
                self.analyses.remove(&(owner.clone(), id.clone()));
                Ok(Answer::Done)
            }
            Operation::Tiles { profile } => {
                let tiles = &self.shelves.get(profile).cloned().unwrap_or_default().0;
                Ok(Answer::Tiles(tiles.iter().map(|(_, tile)| tile.clone()).collect()))
            }
            Operation::ChangeTile { profile, before, after } => {
                let shelf = self.shelves.entry(profile.clone()).or_default();
                if let Some(edit) = shelf.change(before.as_ref(), after.as_ref())? {
                    shelf.apply(edit);
                }
                Ok(Answer::Done)
            }
            Operation::AddTiles { profile, tiles } => {
                let shelf = self.shelves.entry(profile.clone()).or_default();
                let add = |tile| {
                    let (added, edit) = shelf.add(tile);
                    if let Some(edit) = edit {
                        shelf.apply(edit);
                    }
                    added
                };
                Ok(Answer::Added(tiles.iter().map(add).collect()))
            }
        }
    }

    fn create(&mut self, id: &str, owner: &str, events: &[Event]) -> Result<Answer, Error> {
        if self.matches.contains_key(id) {
            return Err(Error::Taken);
        }
        let kept = Kept {
            owner: owner.to_owned(),
            others: BTreeSet::new(),
            changed: newest(events).unwrap_or_default(),
            events: events.to_vec(),
            commands: HashMap::new(),
        };
        self.matches.insert(id.to_owned(), kept);
        Ok(Answer::Version(Version(events.len() as u64)))
    }

    fn append(&mut self, append: &Append) -> Result<Answer, Error> {
        let kept = self.matches.get(&append.id).ok_or(Error::NotFound)?;
        if let Some(command) = &append.command
            && let Some(version) = kept.commands.get(command)
        {
            return Err(Error::AlreadyApplied { version: *version });
        }
        let version = Version(kept.events.len() as u64);
        if version != append.after {
            return Err(Error::Conflict { version });
        }
        if let Some(next) = &append.next {
            let (owner, others) = (kept.owner.clone(), kept.others.clone());
            self.create(&next.id, &owner, &next.events)?;
            self.matches.entry(next.id.clone()).and_modify(|made| made.others = others);
        }
        let kept = self.matches.get_mut(&append.id).ok_or(Error::NotFound)?;
        kept.events.extend(append.events.iter().cloned());
        kept.changed = newest(&append.events).unwrap_or(kept.changed);
        let version = append.version();
        kept.commands.extend(append.command.clone().map(|command| (command, version)));
        Ok(Answer::Version(version))
    }

    fn put_analysis(&mut self, put: &PutAnalysis) -> Result<Answer, Error> {
        let PutAnalysis { owner, id, after, changed, document } = put.clone();
        let key = (owner, id.clone());
        let version = self.analyses.get(&key).map_or(Version(0), |kept| kept.version);
        if version != after {
            return Err(Error::Conflict { version });
        }
        let version = Version(version.0 + 1);
        self.analyses.insert(key, Analysis { id, version, changed, document });
        Ok(Answer::Version(version))
    }

    fn list(&self, owner: &str, limit: u32) -> Vec<Stored> {
        let mut found: Vec<_> = self
            .matches
            .iter()
            .filter(|(_, kept)| kept.owner == owner || kept.others.contains(owner))
            .collect();
        found.sort_by(|(a_id, a), (b_id, b)| (b.changed, b_id).cmp(&(a.changed, a_id)));
        found.truncate(limit as usize);
        let stored = |(id, kept): (&String, &Kept)| Stored {
            id: id.clone(),
            changed: kept.changed,
            events: kept.events.clone(),
        };
        found.into_iter().map(stored).collect()
    }
}
