//! The games of the program.

use std::sync::Arc;

use engine::Entry;
use play::Event;
use rules::AnyGame;
use store::NewMatch;

/// The games, by their ids and in the order in which they are shown. Cheap to clone.
#[derive(Clone)]
pub struct Games(Arc<[Entry]>);

impl Games {
    /// The games of a catalogue.
    pub const fn new(catalogue: Arc<[Entry]>) -> Self {
        Self(catalogue)
    }

    /// All of them.
    pub fn iter(&self) -> std::slice::Iter<'_, Entry> {
        self.0.iter()
    }

    /// All of them, as a catalogue.
    pub fn catalogue(&self) -> &[Entry] {
        &self.0
    }

    /// All of them, without their players.
    pub fn all(&self) -> Vec<&'static dyn AnyGame> {
        self.iter().map(|entry| entry.game).collect()
    }

    /// The game with that id, and everybody who can play it.
    pub fn entry(&self, id: &str) -> Option<Entry> {
        self.iter().find(|entry| entry.game.info().id == id).copied()
    }

    /// The game with that id.
    pub fn find(&self, id: &str) -> Option<&'static dyn AnyGame> {
        self.entry(id).map(|entry| entry.game)
    }

    /// The place of the game with that id.
    pub fn index(&self, id: &str) -> Option<usize> {
        self.iter().position(|entry| entry.game.info().id == id)
    }

    /// The game at that place.
    pub fn get(&self, index: usize) -> Option<Entry> {
        self.0.get(index).copied()
    }

    /// A match to be created, with its summary.
    pub fn new_match(&self, id: String, events: Vec<Event>) -> NewMatch {
        room::new_match(|game| self.find(game), id, events)
    }
}

impl<'a> IntoIterator for &'a Games {
    type Item = &'a Entry;
    type IntoIter = std::slice::Iter<'a, Entry>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl room::Catalogue for Games {
    fn game(&self, id: &str) -> Option<&'static dyn AnyGame> {
        self.find(id)
    }

    fn has_opponent(&self, game: &str, opponent: &str) -> bool {
        // A program of the owner sits at no table between two screens.
        let found = self.entry(game).and_then(|entry| entry.opponent(opponent));
        found.is_some_and(|opponent| !opponent.is_bot())
    }
}
