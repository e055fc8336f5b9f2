//! What a screen may know of a game before one is played.

use crate::Text;

/// A game as its players and screens know it.
#[derive(Debug)]
pub struct Info {
    /// The name in commands, links and records, such as `connect-four`. The game's folder has the
    /// same name with underscores.
    pub id: &'static str,
    /// The name for people.
    pub title: Text,
    /// What the seats are called, First and Second.
    pub seats: [Text; 2],
    /// How squares look; [`Cell::ground`](crate::Cell) counts in it.
    pub grounds: &'static [Style],
    /// How pieces look; [`Cell::piece`](crate::Cell) counts in it. First's is 0, Second's is 1.
    pub pieces: &'static [Style],
    /// The labels of the board's columns, from the left; empty where a column has none.
    pub files: &'static [&'static str],
    /// The labels of the board's rows, from the top; empty where a row has none.
    pub ranks: &'static [&'static str],
    /// How many characters every move has: that many make a move where moves are run together.
    pub move_width: usize,
    /// The ways to play; the first is the usual one.
    pub rule_sets: &'static [RuleSet],
    /// The tiles that a board can be put together from; none if every board is the same.
    pub tiles: &'static [TileSet],
    /// Whether a match may be played with the swap rule.
    pub swap: bool,
    /// The rules, in Markdown.
    pub rules: Text,
}

impl Info {
    /// The rule set of that name; the usual one for `None`.
    pub fn rule_set(&self, id: Option<&str>) -> Option<&'static RuleSet> {
        match id {
            None => self.rule_sets.first(),
            Some(id) => self.rule_sets.iter().find(|set| set.id.eq_ignore_ascii_case(id)),
        }
    }

    /// The moves that stand in a text with blanks or commas between, or run together.
    pub fn moves(&self, text: &str) -> Vec<String> {
        text.split(|c: char| c == ',' || c.is_whitespace())
            .filter(|word| !word.is_empty())
            .flat_map(|word| entries(word, self.move_width))
            .collect()
    }

    /// The labels of the squares of an 8x8 board, from the left.
    pub const FILES: &'static [&'static str] = &["a", "b", "c", "d", "e", "f", "g", "h"];
}

/// A word as one move, or as several of `width` characters that are run together. Letters alone
/// are always one: they spell `swap`, or a pass.
fn entries(word: &str, width: usize) -> Vec<String> {
    let chars: Vec<_> = word.chars().collect();
    let several = chars.len() > width && chars.len().is_multiple_of(width);
    if several && !chars.iter().all(|c| c.is_alphabetic()) {
        chars.chunks(width).map(|entry| entry.iter().collect()).collect()
    } else {
        vec![word.to_owned()]
    }
}

/// How a piece or a square looks: enough for a terminal, a page, a screen reader and a player who
/// does not see colours.
#[derive(Debug)]
pub struct Style {
    /// Its name.
    pub label: Text,
    /// It in one character of Unicode.
    pub glyph: char,
    /// It in one ASCII letter.
    pub letter: char,
    /// Its colour, 0xRRGGBB.
    pub rgb: u32,
}

/// One way to play a game.
#[derive(Debug)]
pub struct RuleSet {
    /// The name in commands and position texts.
    pub id: &'static str,
    /// The name for people.
    pub title: Text,
    /// What is special about it, in one sentence.
    pub about: Text,
}

/// A set of tiles that belong together.
#[derive(Debug)]
pub struct TileSet {
    /// The name in commands.
    pub id: &'static str,
    /// The name for people.
    pub title: Text,
    /// The tiles.
    pub tiles: &'static [Tile],
}

/// A square piece of a board.
#[derive(Debug)]
pub struct Tile {
    /// The name of the tile, unique among all sets of the game.
    pub name: &'static str,
    /// Its rows from the top, `/` between, in the letters of the grounds.
    pub rows: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_told_apart_by_their_width() {
        assert_eq!(entries("4453", 1), ["4", "4", "5", "3"]);
        assert_eq!(entries("f5d6--", 2), ["f5", "d6", "--"]);
        assert_eq!(entries("b8>lb2b5", 4), ["b8>l", "b2b5"]);
        assert_eq!(entries("b2-b5", 4), ["b2-b5"]);
        assert_eq!(entries("f5d", 2), ["f5d"]);
        assert_eq!(entries("é5è6", 2), ["é5", "è6"]);
    }

    #[test]
    fn words_of_letters_are_one_move() {
        for (word, width) in [("swap", 2), ("swap", 1), ("pass", 2), ("SWAP", 4), ("é", 1)] {
            assert_eq!(entries(word, width), [word]);
        }
    }
}
