//! Quadrants of the board that is put together.

use rules::Tile;

/// A tile that a quadrant may be.
pub(super) struct SetupTile {
    /// What players call it.
    name: String,
    /// How a board names it: an own tile by its rows, so that nothing depends on what becomes of it.
    word: String,
}

impl SetupTile {
    pub(super) fn built_in(tile: &Tile) -> Self {
        Self { name: tile.name.to_string(), word: tile.name.to_string() }
    }

    pub(super) fn own(tile: &Tile) -> Self {
        Self { name: tile.name.to_string(), word: tile.rows.to_string() }
    }
}

/// A quadrant of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Quadrant {
    /// Tile among all of the game's sets and the player's own.
    pub(super) tile: usize,
    /// Quarter turns clockwise.
    pub(super) turns: u8,
    pub(super) flipped: bool,
}

impl Quadrant {
    /// The quadrant in the words of a board: the tile, `f` if it is flipped, then its turns.
    pub(super) fn board_word(self, tiles: &[SetupTile]) -> String {
        self.described(tiles.get(self.tile).map(|tile| &*tile.word))
    }

    /// The same with the name of the tile, for people.
    pub(super) fn label(self, tiles: &[SetupTile]) -> String {
        self.described(tiles.get(self.tile).map(|tile| &*tile.name))
    }

    fn described(self, tile: Option<&str>) -> String {
        let flipped = if self.flipped { "f" } else { "" };
        let turns = match self.turns {
            0 => String::new(),
            turns => format!("+{}", u32::from(turns) * 90),
        };
        format!("{}{flipped}{turns}", tile.unwrap_or("-"))
    }

    /// The quadrant that a word of a board names; `None` if there is no such tile.
    pub(super) fn read(word: &str, tiles: &[SetupTile]) -> Option<Self> {
        let (side, turns) = word.split_once('+').unwrap_or((word, "0"));
        let turns = match turns {
            "0" => 0,
            "90" => 1,
            "180" => 2,
            "270" => 3,
            _ => return None,
        };
        let find = |word: &str| tiles.iter().position(|tile| tile.word.eq_ignore_ascii_case(word));
        let flipped = || side.strip_suffix(['f', 'F']).and_then(find);
        let (tile, flipped) = match find(side) {
            Some(tile) => (tile, false),
            None => (flipped()?, true),
        };
        Some(Self { tile, turns, flipped })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_board_are_read_as_they_are_written() {
        let tiles =
            [Tile::new("A", "YBGR/RGYY/GRBB/BYRG"), Tile::new("mine", "YYYY/GGGG/BBBB/RRRR")];
        let tiles = [SetupTile::built_in(&tiles[0]), SetupTile::own(&tiles[1])];
        for word in ["A", "Af+90", "YYYY/GGGG/BBBB/RRRR+270", "YYYY/GGGG/BBBB/RRRRf"] {
            let quadrant = Quadrant::read(word, &tiles).expect(word);
            assert_eq!(quadrant.board_word(&tiles), word);
        }
        for word in ["-", "B", "A+45", "mine", ""] {
            assert_eq!(Quadrant::read(word, &tiles), None, "{word}");
        }
    }
}
