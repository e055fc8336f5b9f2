//! The backend that keeps everything in memory, and every change as rows elsewhere: for a database that is asked from
//! outside, such as that of a browser.

use std::collections::HashMap;
use std::future::{Future, ready};
use std::hash::Hash;
use std::sync::Arc;

use play::Time;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::visitors::VisitorState;
use super::{Memory, MemoryState};
use crate::{Backend, Error, Outage};

/// Number of the format of rows. A program reads those of every earlier one.
const FORMAT: u32 = 1;
/// Tables of rows: the first part of their keys.
const FORMAT_TABLE: &str = "format";
const MATCHES: &str = "match";
const PROFILES: &str = "profile";
const ANALYSES: &str = "analysis";
const TILES: &str = "tiles";
const PUZZLE_RESULTS: &str = "puzzle";
const SERVICE: &str = "service";

/// Change of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowChange {
    /// Its key: a table, and what is unique in it.
    pub key: String,
    /// What it says from now on, as JSON; `None` if it is deleted.
    pub row: Option<String>,
}

/// Where rows are kept.
pub trait RowLog: Send + 'static {
    /// Makes all changes durably, or none of them.
    fn commit(&mut self, changes: Vec<RowChange>)
    -> impl Future<Output = Result<(), Error>> + Send;
}

/// Keeps everything in memory, and as rows in a log. What is not in the log yet nobody sees: a transaction works on a
/// copy, which shares all that it does not change and takes the place of the original when the log has it.
#[derive(Debug)]
pub struct RowBackend<L> {
    committed: Memory,
    transaction: Memory,
    log: L,
    has_format: bool,
    unreadable: Vec<String>,
}

/// What concerns the service itself, in one row.
#[derive(PartialEq, Serialize, Deserialize)]
struct ServiceRow {
    heartbeat: Option<Time>,
    outages: Vec<Outage>,
    visitors: VisitorState,
}

impl<L: RowLog> RowBackend<L> {
    /// A backend with these rows, by their keys, whose changes go to the log. Rows that cannot be read stay in the log
    /// as they are.
    pub fn open(rows: impl IntoIterator<Item = (String, String)>, log: L) -> Result<Self, Error> {
        let mut state = MemoryState::default();
        let (mut has_format, mut unreadable) = (false, Vec::new());
        for (key, row) in rows {
            if key.starts_with(FORMAT_TABLE) {
                has_format = true;
                check_format(&row)?;
            } else if state.insert_row(&key, &row).is_err() {
                unreadable.push(key);
            }
        }
        let (committed, transaction) = (Memory::of(state), Memory::default());
        Ok(Self { committed, transaction, log, has_format, unreadable })
    }

    /// Keys of rows that cannot be read.
    pub fn unreadable(&self) -> &[String] {
        &self.unreadable
    }

    fn changes(&self) -> Result<Vec<RowChange>, Error> {
        let (before, after) = (self.committed.state(), self.transaction.state());
        let mut changes = Vec::new();
        diff(MATCHES, &before.matches, &after.matches, &mut changes)?;
        diff(PROFILES, &before.profiles, &after.profiles, &mut changes)?;
        diff(ANALYSES, &before.analyses, &after.analyses, &mut changes)?;
        diff(TILES, &before.tiles, &after.tiles, &mut changes)?;
        diff(PUZZLE_RESULTS, &before.puzzle_results, &after.puzzle_results, &mut changes)?;
        let service = service(&after);
        if service != self::service(&before) {
            changes.push(put(SERVICE, &(), &service)?);
        }
        if !self.has_format && !changes.is_empty() {
            changes.push(put(FORMAT_TABLE, &(), &FORMAT)?);
        }
        Ok(changes)
    }
}

impl<L: RowLog> Backend for RowBackend<L> {
    type Writer = Memory;
    type Reader = Memory;

    fn reader(&self) -> Memory {
        self.committed.clone()
    }

    fn begin(&mut self) -> impl Future<Output = Result<&mut Memory, Error>> + Send {
        self.transaction = Memory::of(self.committed.state().clone());
        ready(Ok(&mut self.transaction))
    }

    async fn commit(&mut self) -> Result<(), Error> {
        let changes = self.changes()?;
        if !changes.is_empty() {
            self.log.commit(changes).await?;
            self.has_format = true;
        }
        let committed = std::mem::take(&mut *self.transaction.state());
        *self.committed.state() = committed;
        Ok(())
    }

    async fn rollback(&mut self) {
        self.transaction = Memory::default();
    }

    fn close(self) -> impl Future<Output = Result<(), Error>> + Send {
        ready(Ok(()))
    }
}

impl MemoryState {
    fn insert_row(&mut self, key: &str, row: &str) -> Result<(), Error> {
        let (table, id) = key.split_once('/').unwrap_or((key, ""));
        match table {
            MATCHES => insert(&mut self.matches, id, row),
            PROFILES => insert(&mut self.profiles, id, row),
            ANALYSES => insert(&mut self.analyses, id, row),
            TILES => insert(&mut self.tiles, id, row),
            PUZZLE_RESULTS => insert(&mut self.puzzle_results, id, row),
            SERVICE => {
                let ServiceRow { heartbeat, outages, visitors } = read(row)?;
                (self.heartbeat, self.outages, self.visitors) = (heartbeat, outages, visitors);
                Ok(())
            }
            _ => Err(Error::Damaged(key.to_owned())),
        }
    }
}

fn service(state: &MemoryState) -> ServiceRow {
    let (outages, visitors) = (state.outages.clone(), state.visitors.clone());
    ServiceRow { heartbeat: state.heartbeat, outages, visitors }
}

fn check_format(row: &str) -> Result<(), Error> {
    let format: u32 = read(row)?;
    if format > FORMAT {
        let why = format!("rows of format {format}, of a newer version of the program");
        return Err(Error::Unopenable(why));
    }
    Ok(())
}

/// Adds the rows of a table that differ: what two states share, they have in common.
fn diff<K: Eq + Hash + Serialize, V: Serialize>(
    table: &str,
    before: &HashMap<K, Arc<V>>,
    after: &HashMap<K, Arc<V>>,
    changes: &mut Vec<RowChange>,
) -> Result<(), Error> {
    for (id, value) in after {
        if before.get(id).is_none_or(|old| !Arc::ptr_eq(old, value)) {
            changes.push(put(table, id, &**value)?);
        }
    }
    for id in before.keys().filter(|id| !after.contains_key(*id)) {
        changes.push(RowChange { key: key(table, id)?, row: None });
    }
    Ok(())
}

fn put(table: &str, id: &impl Serialize, value: &impl Serialize) -> Result<RowChange, Error> {
    Ok(RowChange { key: key(table, id)?, row: Some(write(value)?) })
}

fn key(table: &str, id: &impl Serialize) -> Result<String, Error> {
    Ok(format!("{table}/{}", write(id)?))
}

fn insert<K: Eq + Hash + DeserializeOwned, V: DeserializeOwned>(
    table: &mut HashMap<K, Arc<V>>,
    id: &str,
    row: &str,
) -> Result<(), Error> {
    table.insert(read(id)?, Arc::new(read(row)?));
    Ok(())
}

fn write(value: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(value).map_err(|error| Error::Damaged(error.to_string()))
}

fn read<T: DeserializeOwned>(row: &str) -> Result<T, Error> {
    serde_json::from_slice(row.as_bytes()).map_err(|error| Error::Damaged(error.to_string()))
}
