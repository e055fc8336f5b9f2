//! The player's own tiles, and board texts that name them.

use std::ops::Range;
use std::path::PathBuf;

use engine::Entry;
use rules::{AnyGame, Field, Fields, ParseError, Setup, Tile, tile_word};
use texts::text;

use crate::blocking_store::BlockingStore;
use crate::context::Context;
use crate::data;
use crate::failure::Failure;

/// Data folder with the player's own tiles.
#[derive(clap::Args, Debug, Default)]
pub struct DataArgs {
    /// The folder of the page's data, where your own quadrants are
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl DataArgs {
    /// The player's own tiles; none if there is no database yet.
    pub fn tiles(&self, context: &Context<'_>) -> Result<Vec<Tile>, Failure> {
        let exists = data::find(self.data.as_deref(), context)
            .is_some_and(|folder| folder.join(data::DATABASE_FILE).exists());
        if exists { self.store(context)?.tiles() } else { Ok(Vec::new()) }
    }

    /// Path of the data folder, which need not exist.
    pub fn folder(&self, context: &Context<'_>) -> Option<PathBuf> {
        data::find(self.data.as_deref(), context)
    }

    /// The store of the tiles.
    pub fn store(&self, context: &Context<'_>) -> Result<BlockingStore, Failure> {
        BlockingStore::open(&data::database(self.data.as_deref(), context)?)
    }

    /// Replaces the names of own tiles in a board text for `game` by their rows.
    pub fn expand_tiles(
        &self,
        board: &str,
        game: &dyn AnyGame,
        context: &Context<'_>,
    ) -> Result<String, Failure> {
        if game.info().tiles.is_empty() {
            return Ok(board.to_owned());
        }
        self.expand_tiles_for(board, context, |text| {
            let setup = Setup { board: Some(text.to_owned()), ..Setup::default() };
            game.preview(&setup).map(drop).map_err(|error| error.error)
        })
    }

    /// Replaces the names of own tiles in a board text for any parser. The tiles are loaded only if `parse`
    /// refuses the text as it is.
    pub fn expand_tiles_for(
        &self,
        board: &str,
        context: &Context<'_>,
        parse: impl Fn(&str) -> Result<(), ParseError>,
    ) -> Result<String, Failure> {
        if parse(board).is_ok() {
            return Ok(board.to_owned());
        }
        let expanded = ExpandedBoard::new(board, &self.tiles(context)?);
        match parse(&expanded.text) {
            Ok(()) => Ok(expanded.text),
            Err(ParseError { at, text }) => {
                let at = expanded.original_offset(at.start)..expanded.original_offset(at.end);
                Err(Failure::unreadable(board, ParseError { at, text }))
            }
        }
    }
}

/// The first game that is played with quadrants.
pub fn tiled_game(catalogue: &[Entry]) -> Result<&'static dyn AnyGame, Failure> {
    let mut games = catalogue.iter().map(|entry| entry.game);
    let game = games.find(|game| !game.info().tiles.is_empty());
    game.ok_or_else(|| Failure::failed(text!("problem-no-tiles")))
}

/// Finds a tile by name, ignoring case and blanks.
pub fn find<'a>(tiles: &'a [Tile], name: &str) -> Option<&'a Tile> {
    tiles.iter().find(|tile| tile.word() == tile_word(name))
}

/// Board text in which own tiles are written as their rows.
struct ExpandedBoard {
    text: String,
    /// Byte range of each word in the original text and in this one.
    words: Vec<[Range<usize>; 2]>,
}

impl ExpandedBoard {
    fn new(board: &str, tiles: &[Tile]) -> Self {
        let mut expanded = Self { text: String::new(), words: Vec::new() };
        for field in Fields::new(board) {
            if !expanded.text.is_empty() {
                expanded.text.push(' ');
            }
            let start = expanded.text.len();
            expanded.text += &expand_word(&field, tiles);
            expanded.words.push([field.range(), start..expanded.text.len()]);
        }
        expanded
    }

    /// Byte offset in the original text. What follows a name keeps its distance from the end of the word.
    fn original_offset(&self, at: usize) -> usize {
        match self.words.iter().rev().find(|[_, now]| now.start <= at) {
            Some([before, now]) if at <= now.end => {
                before.start.max(before.end.saturating_sub(now.end - at))
            }
            Some([before, now]) => before.end + at - now.end,
            None => at,
        }
    }
}

/// A word of a board text with the rows of an own tile instead of its name. The `f` of a flipped tile
/// follows the name, unless name and `f` together name another tile.
fn expand_word(field: &Field<'_>, tiles: &[Tile]) -> String {
    let turn = field.text.find('+').unwrap_or(field.text.len());
    let (side, turn) = field.text.split_at(turn);
    if let Some(tile) = find(tiles, side) {
        return format!("{}{turn}", tile.rows);
    }
    match side.strip_suffix(['f', 'F']).and_then(|name| find(tiles, name)) {
        Some(tile) => format!("{}f{turn}", tile.rows),
        None => field.text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TILES: [Tile; 3] = [
        Tile::new("mine", "YBGR/RGYY/GRBB/BYRG"),
        Tile::new("my leaf", "RGBY/YYGR/BBRG/GRYB"),
        Tile::new("my lea", "GBYR/RBYG/YRGB/BGRY"),
    ];

    #[test]
    fn names_of_own_tiles_become_their_rows() {
        for (board, text) in [
            ("A Bf+90 C D", "A Bf+90 C D"),
            (
                "A  mine+90 Mine MINEf+180",
                "A YBGR/RGYY/GRBB/BYRG+90 YBGR/RGYY/GRBB/BYRG YBGR/RGYY/GRBB/BYRGf+180",
            ),
            (
                "my_leaf my_leaff my_lea other",
                "RGBY/YYGR/BBRG/GRYB RGBY/YYGR/BBRG/GRYBf GBYR/RBYG/YRGB/BGRY other",
            ),
        ] {
            assert_eq!(ExpandedBoard::new(board, &TILES).text, text);
        }
    }

    #[test]
    fn offsets_lead_back_to_the_original_text() {
        let board = "A mine+45 mine X";
        let expanded = ExpandedBoard::new(board, &TILES);
        for part in ["+45", "X", "45", "A"] {
            let at = expanded.text.rfind(part).expect("a part");
            let back = expanded.original_offset(at)..expanded.original_offset(at + part.len());
            assert_eq!(&board[back], part);
        }
        assert_eq!(
            expanded.original_offset(0)..expanded.original_offset(expanded.text.len()),
            0..board.len()
        );
    }
}
