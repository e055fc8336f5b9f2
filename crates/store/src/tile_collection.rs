//! A profile's own tiles: what a change does to them, whichever backend keeps them.
//!
//! A change names the tile as the client knew it and as it shall be, so that two clients cannot undo
//! each other's work without seeing it, and the same change twice is one.

use std::collections::HashMap;

use rules::{TILE_NAME_MAX_CHARS, Tile, tile_word};
use serde::{Deserialize, Serialize};

use crate::Error;

/// The most tiles of a profile.
pub const MOST_TILES: usize = 200;

/// What became of a tile that was to be added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Added {
    /// It is there now, under another name if its own was taken.
    New(Tile),
    /// It was there before, under its own name or one that it was given then.
    Same(Tile),
    /// There is no room for it.
    Full,
}

impl Added {
    /// The tile as it is kept now, if it is.
    pub const fn kept(&self) -> Option<&Tile> {
        match self {
            Self::New(tile) | Self::Same(tile) => Some(tile),
            Self::Full => None,
        }
    }
}

/// The tiles of a profile with their places, in that order.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct TileCollection(pub(crate) Vec<(i64, Tile)>);

/// What is to be done to a collection: a tile to take away, by its word, and then one to put there.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    pub(crate) remove: Option<String>,
    pub(crate) put: Option<(i64, Tile)>,
}

impl TileCollection {
    fn find(&self, word: &str) -> Option<&(i64, Tile)> {
        self.0.iter().find(|(_, tile)| tile.word() == word)
    }

    /// The tiles alone.
    pub(crate) fn into_tiles(self) -> Vec<Tile> {
        self.0.into_iter().map(|(_, tile)| tile).collect()
    }

    fn next_place(&self) -> i64 {
        self.0.last().map_or(0, |(place, _)| place + 1)
    }

    /// What turns `before` into `after`, where `None` is a tile that is not there; `None` if that has
    /// been done already.
    pub(crate) fn change(
        &self,
        before: Option<&Tile>,
        after: Option<&Tile>,
    ) -> Result<Option<Edit>, Error> {
        let old = before.map(Tile::word);
        let new = after.map(Tile::word);
        let now = old.as_deref().and_then(|word| self.find(word));
        let there = new.as_deref().and_then(|word| self.find(word)).map(|(_, tile)| tile);
        if there == after && (now.is_none() || old == new) {
            return Ok(None);
        }
        if now.map(|(_, tile)| tile) != before {
            return Err(Error::Changed);
        }
        if there.is_some() && old != new {
            return Err(Error::Taken);
        }
        if before.is_none() && self.0.len() >= MOST_TILES {
            return Err(Error::Full);
        }
        let place = now.map_or_else(|| self.next_place(), |(place, _)| *place);
        Ok(Some(Edit { remove: old, put: after.map(|tile| (place, tile.clone())) }))
    }

    /// What puts another tile there, under the first free of its names if its own is taken.
    pub(crate) fn add(&self, tile: &Tile) -> (Added, Option<Edit>) {
        // Once for all names that are tried, which may be as many as there are tiles.
        let tiles: HashMap<_, _> = self.0.iter().map(|(_, tile)| (tile.word(), tile)).collect();
        for number in 1.. {
            let name = numbered(&tile.name, number);
            match tiles.get(&tile_word(&name)) {
                Some(&there) if there.rows == tile.rows => {
                    return (Added::Same(there.clone()), None);
                }
                Some(_) => {}
                None if self.0.len() >= MOST_TILES => break,
                None => {
                    let tile = Tile { name: name.into(), rows: tile.rows.clone() };
                    let put = Some((self.next_place(), tile.clone()));
                    return (Added::New(tile), Some(Edit { remove: None, put }));
                }
            }
        }
        (Added::Full, None)
    }

    /// What puts more tiles there, and what becomes of each.
    pub(crate) fn add_all(mut self, tiles: &[Tile]) -> (Vec<Added>, Vec<Edit>) {
        let (mut all, mut edits) = (Vec::with_capacity(tiles.len()), Vec::new());
        for tile in tiles {
            let (added, edit) = self.add(tile);
            all.push(added);
            if let Some(edit) = edit {
                self.apply(edit.clone());
                edits.push(edit);
            }
        }
        (all, edits)
    }

    pub(crate) fn apply(&mut self, Edit { remove, put }: Edit) {
        self.0.retain(|(_, tile)| Some(tile.word()) != remove);
        self.0.extend(put);
        self.0.sort_by_key(|(place, _)| *place);
    }
}

/// The first name of a tile is its own, the others have a number behind it.
fn numbered(name: &str, number: usize) -> String {
    if number == 1 {
        return name.to_owned();
    }
    let number = format!(" {number}");
    let front: String = name.chars().take(TILE_NAME_MAX_CHARS - number.len()).collect();
    front.trim_end().to_owned() + &number
}
