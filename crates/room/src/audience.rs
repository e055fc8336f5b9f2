//! Everybody who follows a match.

use std::collections::BTreeMap;

use play::{Player, SeatKey, Table};

use crate::Reader;

/// Everybody who follows a match.
#[derive(Debug, Default)]
pub(crate) struct Audience {
    readers: BTreeMap<Reader, Entry>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: Option<SeatKey>,
    /// Milliseconds to the reader and back.
    lag: u64,
    /// The player has said that they leave.
    left: bool,
}

impl Audience {
    pub(crate) fn add(&mut self, reader: Reader, key: Option<SeatKey>) {
        let entry = self.readers.entry(reader).or_default();
        *entry = Entry { key, left: false, ..*entry };
    }

    pub(crate) fn remove(&mut self, reader: Reader) {
        self.readers.remove(&reader);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.readers.is_empty()
    }

    pub(crate) fn has(&self, reader: Reader) -> bool {
        self.readers.contains_key(&reader)
    }

    pub(crate) fn key(&self, reader: Reader) -> Option<SeatKey> {
        self.readers.get(&reader)?.key
    }

    pub(crate) fn set_lag(&mut self, reader: Reader, millis: u64) {
        if let Some(entry) = self.readers.get_mut(&reader) {
            entry.lag = millis;
        }
    }

    /// The shortest way to a player.
    pub(crate) fn lag(&self, table: &Table, player: Player) -> u64 {
        let lags = self.entries_of(table, player).map(|entry| entry.lag);
        lags.min().unwrap_or(0)
    }

    /// Whether a player can be reached.
    pub(crate) fn is_here(&self, table: &Table, player: Player) -> bool {
        self.entries_of(table, player).any(|entry| !entry.left)
    }

    /// The player says that they leave, from wherever they follow the match.
    pub(crate) fn leave(&mut self, table: &Table, player: Player) {
        for entry in self.readers.values_mut() {
            if entry.key.is_some_and(|key| table.holder(&key) == Some(player)) {
                entry.left = true;
            }
        }
    }

    /// How many only watch.
    pub(crate) fn watchers(&self, table: &Table) -> usize {
        let seated = |entry: &&Entry| entry.key.is_some_and(|key| table.holder(&key).is_some());
        self.readers.len() - self.readers.values().filter(seated).count()
    }

    /// All readers, by the player whose seat they have.
    pub(crate) fn parted(&self, table: &Table) -> Vec<(Option<Player>, Vec<Reader>)> {
        let mut parts: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (reader, entry) in &self.readers {
            let player = entry.key.and_then(|key| table.holder(&key));
            parts.entry(player).or_default().push(*reader);
        }
        parts.into_iter().collect()
    }

    pub(crate) fn all(&self) -> Vec<Reader> {
        self.readers.keys().copied().collect()
    }

    fn entries_of<'a>(
        &'a self,
        table: &'a Table,
        player: Player,
    ) -> impl Iterator<Item = &'a Entry> {
        let is_theirs =
            move |entry: &&Entry| entry.key.is_some_and(|key| table.holder(&key) == Some(player));
        self.readers.values().filter(is_theirs)
    }
}
