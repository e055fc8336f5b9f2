//! What was chosen last time.

use engine::Entry;
use rules::Tile;

use super::{BoardSource, CLOCKS, Quadrant, SetupScreen};
use crate::preferences::{PlayMode, SetupChoices};

impl SetupScreen {
    /// Takes the player's own tiles, by which what was chosen last time may become possible.
    pub(super) fn receive_tiles(&mut self, tiles: Vec<Tile>, catalogue: &[Entry]) {
        let is_first = self.own_tiles.is_empty();
        self.own_tiles = tiles;
        if let Some(entry) = self.entry(catalogue).filter(|_| is_first) {
            self.recall_board(entry);
        }
    }

    /// Chooses what was chosen last time for the game, as far as it exists.
    pub(super) fn recall(&mut self, entry: &Entry) {
        let info = entry.game.info();
        let Some(last) = self.remembered.iter().find(|one| one.game == info.id).cloned() else {
            return;
        };
        let rules = info.rule_sets.iter().position(|rules| rules.id == last.rules);
        self.rules = rules.unwrap_or_default();
        // A table stays one, whatever its game.
        if self.mode != PlayMode::Online {
            (self.mode, self.starts) = (last.mode, last.starts);
        }
        for (opponent, id) in self.opponents.iter_mut().zip(&last.levels) {
            let known = entry.opponents().position(|one| one.id == *id);
            *opponent = known.unwrap_or(*opponent);
        }
        self.clock = CLOCKS.iter().position(|clock| *clock == last.clock).unwrap_or_default();
        self.swap = last.swap && info.swap;
        self.recall_board(entry);
    }

    fn recall_board(&mut self, entry: &Entry) {
        let id = entry.game.info().id;
        let last = self.remembered.iter().find(|one| one.game == id);
        let Some(places) = last.and_then(|last| last.places.clone()) else { return };
        let tiles = self.tiles(entry);
        let quadrants: Option<Vec<_>> =
            places.iter().map(|word| Quadrant::read(word, &tiles)).collect();
        if let Some(quadrants) = quadrants.and_then(|found| found.try_into().ok()) {
            (self.source, self.quadrants) = (BoardSource::Quadrants, quadrants);
        }
    }

    /// What is chosen now.
    pub(super) fn choices(&self, entry: &Entry) -> SetupChoices {
        let info = entry.game.info();
        let tiles = self.tiles(entry);
        let id = |index: usize| {
            entry.opponents().nth(index).map(|opponent| opponent.id.to_owned()).unwrap_or_default()
        };
        let uses_tiles = !tiles.is_empty() && self.source == BoardSource::Quadrants;
        SetupChoices {
            game: info.id.to_owned(),
            rules: info.rule_sets.get(self.rules).map_or("", |rules| rules.id).to_owned(),
            mode: self.mode,
            levels: self.opponents.map(id),
            starts: self.starts,
            clock: CLOCKS[self.clock],
            swap: self.swap,
            places: uses_tiles.then(|| self.quadrants.map(|one| one.board_word(&tiles))),
        }
    }
}
