//! The half of a board that the user lays: two quadrants.

use play::Command;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use rules::Info;

use crate::message::Effect;
use crate::screens::{ListKey, cycle, list_key};

/// Quadrants of a half.
const HALF_QUADRANTS: usize = 2;
/// Word of an empty place.
const EMPTY_PLACE: &str = "-";

/// The user's half.
pub(crate) struct Laying {
    /// Names of the game's tiles.
    tiles: Vec<String>,
    /// The quadrants in the words of the game.
    words: [String; HALF_QUADRANTS],
    /// The quadrant that keys change.
    pub(super) chosen: usize,
    /// The half that the server was told and has not confirmed yet.
    told: Option<String>,
}

/// A quadrant: a tile, flipped or not, and its quarter turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct LaidTile {
    tile: usize,
    is_flipped: bool,
    turns: u32,
}

impl LaidTile {
    /// Reads the words of a quadrant; `None` for an empty place, and for tiles that are no tiles of the game.
    fn read(word: &str, tiles: &[String]) -> Option<Self> {
        let (name, turns) = match word.split_once('+') {
            Some((name, degrees)) => (name, degrees.parse::<u32>().ok()? / 90),
            None => (word, 0),
        };
        let find = |name: &str| tiles.iter().position(|tile| tile == name);
        let plain = find(name).map(|tile| (tile, false));
        let (tile, is_flipped) = plain.or_else(|| Some((find(name.strip_suffix('f')?)?, true)))?;
        Some(Self { tile, is_flipped, turns: turns % 4 })
    }

    fn word(self, tiles: &[String]) -> String {
        let name = tiles.get(self.tile).map_or(EMPTY_PLACE, |name| name);
        let flipped = if self.is_flipped { "f" } else { "" };
        match self.turns {
            0 => format!("{name}{flipped}"),
            turns => format!("{name}{flipped}+{}", turns * 90),
        }
    }
}

impl Laying {
    pub(crate) fn new(info: &Info) -> Self {
        let tiles = info.tiles.iter().flat_map(|set| set.tiles).map(rules::Tile::word).collect();
        Self { tiles, words: [EMPTY_PLACE; 2].map(str::to_owned), chosen: 0, told: None }
    }

    /// Takes the half as the server has it.
    pub(super) fn receive(&mut self, half: &str) {
        match &self.told {
            Some(told) if told != half => return,
            _ => self.told = None,
        }
        let mut words = half.split(' ');
        self.words = std::array::from_fn(|_| words.next().unwrap_or(EMPTY_PLACE).to_owned());
    }

    /// The server has refused something: its word counts.
    pub(super) fn forget_changes(&mut self) {
        self.told = None;
    }

    /// Whether the server has confirmed the half as it is shown; before that, nobody can agree with it.
    pub(super) fn is_settled(&self) -> bool {
        self.told.is_none()
    }

    /// The quadrant at a place, in words.
    pub(super) fn word(&self, place: usize) -> &str {
        &self.words[place]
    }

    /// A key that chooses, changes, turns or flips a quadrant; Enter agrees with a complete board.
    pub(super) fn key(&mut self, key: KeyEvent, is_complete: bool) -> Vec<Effect> {
        let laid = LaidTile::read(&self.words[self.chosen], &self.tiles);
        let next = match (key.code, list_key(key)) {
            (KeyCode::Char('r'), _) => {
                laid.map(|laid| LaidTile { turns: (laid.turns + 1) % 4, ..laid })
            }
            (KeyCode::Char('f'), _) => {
                laid.map(|laid| LaidTile { is_flipped: !laid.is_flipped, ..laid })
            }
            (_, Some(ListKey::Up | ListKey::Down)) => {
                self.chosen = cycle(self.chosen, HALF_QUADRANTS, true);
                None
            }
            (_, Some(step @ (ListKey::Less | ListKey::More))) => {
                Some(self.other_tile(laid, matches!(step, ListKey::More)))
            }
            (_, Some(ListKey::Enter)) if is_complete && self.is_settled() => {
                return vec![Effect::Command(Command::Confirm)];
            }
            _ => None,
        };
        let Some(next) = next else { return Vec::new() };
        self.words[self.chosen] = next.word(&self.tiles);
        let half = self.words.join(" ");
        self.told = Some(half.clone());
        vec![Effect::Command(Command::Lay { half })]
    }

    /// The next tile that does not lie at the other place already.
    fn other_tile(&self, laid: Option<LaidTile>, forward: bool) -> LaidTile {
        let other = LaidTile::read(&self.words[1 - self.chosen], &self.tiles);
        let is_used = |tile: usize| other.is_some_and(|other| other.tile == tile);
        let count = self.tiles.len();
        let mut next = match laid {
            Some(laid) => LaidTile { tile: cycle(laid.tile, count, forward), ..laid },
            None => LaidTile { tile: 0, is_flipped: false, turns: 0 },
        };
        if is_used(next.tile) {
            next.tile = cycle(next.tile, count, forward);
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quadrants_are_read_as_they_are_written() {
        let tiles: Vec<_> = ["A", "Af", "1"].map(str::to_owned).into();
        for word in ["A", "Af", "Aff", "1f+90", "1+270", "A+180"] {
            let laid = LaidTile::read(word, &tiles).expect(word);
            assert_eq!(laid.word(&tiles), word);
        }
        for word in ["", "-", "B", "A+x", "+90"] {
            assert_eq!(LaidTile::read(word, &tiles), None, "{word}");
        }
    }
}
