//! Static description of a game.

use crate::{IntroductionStep, Seat, Text, TileSet};

/// Static description of a game for players and screens.
#[derive(Debug)]
pub struct Info {
    /// The name in commands, links and records, such as `connect-four`. The game's folder has the
    /// same name with underscores.
    pub id: &'static str,
    /// The name for people.
    pub title: Text,
    /// What the game is about, in one line.
    pub goal: Text,
    /// What to do on the first turn, for somebody who has never played the game.
    pub first_turn: Text,
    /// What the seats are called, First and Second.
    pub seats: [Text; 2],
    /// How squares look; [`Cell::ground`](crate::Cell) counts in it.
    pub grounds: &'static [Style],
    /// How pieces look; [`Cell::piece`](crate::Cell) counts in it. First's is 0, Second's is 1.
    pub pieces: &'static [Style],
    /// How the board is drawn.
    pub look: BoardLook,
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
    /// The playable introduction: five to eight steps.
    pub introduction: &'static [IntroductionStep],
}

impl Info {
    /// The rule set of that name; the usual one for `None`.
    pub fn rule_set(&self, id: Option<&str>) -> Option<&'static RuleSet> {
        match id {
            None => self.rule_sets.first(),
            Some(id) => self.rule_sets.iter().find(|set| set.id.eq_ignore_ascii_case(id)),
        }
    }

    /// The rule set of a start text, whose last word names it where a game has several.
    pub fn rule_set_of(&self, start: &str) -> Option<&'static RuleSet> {
        let named = start.split_whitespace().last().and_then(|id| self.rule_set(Some(id)));
        named.or_else(|| self.rule_set(None))
    }

    /// The letters that tiles are drawn with, in the order of the grounds.
    pub fn tile_letters(&self) -> Vec<char> {
        let drawn = |letter: char| {
            self.tiles.iter().flat_map(|set| set.tiles).any(|tile| tile.rows.contains(letter))
        };
        self.grounds.iter().map(|ground| ground.letter).filter(|&letter| drawn(letter)).collect()
    }

    /// The labels of the squares of an 8x8 board, from the left.
    pub const FILES: &'static [&'static str] = &["a", "b", "c", "d", "e", "f", "g", "h"];
}

/// How a board is drawn: what a screen would otherwise have to guess from the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardLook {
    /// What the pieces stand on.
    pub surface: Surface,
    /// Whether a piece falls down its column. Such a board is never turned upside down.
    pub falling: bool,
    /// The seat whose pieces begin at the lower edge; `None` where the seats have no edges.
    pub lower: Option<Seat>,
}

/// The material of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Surface {
    /// One cloth with a grid of lines.
    Cloth,
    /// Squares of different grounds, each with its sign.
    Tiles,
    /// An upright rack with a round hole for each cell.
    Rack,
}

impl BoardLook {
    /// A cloth on which pieces are placed: nobody has an edge.
    pub const CLOTH: Self = Self { surface: Surface::Cloth, falling: false, lower: None };
    /// Tiles on which pieces are placed: nobody has an edge.
    pub const TILES: Self = Self { surface: Surface::Tiles, ..Self::CLOTH };
}

/// How a piece or a square looks: enough for a terminal, a page, a screen reader and a player who
/// does not see colours.
#[derive(Debug)]
pub struct Style {
    /// What a screen reader says.
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
