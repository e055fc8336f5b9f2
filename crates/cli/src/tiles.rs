//! The player's own quadrants, which the page and the terminal share.

use std::ops::Range;
use std::path::{Path, PathBuf};

use engine::Entry;
use rules::{AnyGame, Field, Fields, ParseError, Setup, Tile, tile_word};
use store::{Added, LOCAL, Sqlite, Store};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

use crate::context::Context;
use crate::data;
use crate::failure::Failure;
use crate::words;

/// Where own quadrants are kept.
#[derive(clap::Args, Debug, Default)]
pub(crate) struct DataArgs {
    /// The folder of the page's data, where your own quadrants are
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl DataArgs {
    /// The player's own tiles; none if nothing has been kept yet.
    pub(crate) fn tiles(&self, context: &Context<'_>) -> Result<Vec<Tile>, Failure> {
        let kept = data::find(self.data.as_deref(), context)
            .is_some_and(|folder| folder.join(data::FILE).exists());
        if kept { self.shelf(context)?.list() } else { Ok(Vec::new()) }
    }

    /// The player's own tiles, to change them.
    pub(crate) fn shelf(&self, context: &Context<'_>) -> Result<Shelf, Failure> {
        Shelf::open(&data::folder(self.data.as_deref(), context)?.join(data::FILE))
    }

    /// A board for `game` in which own quadrants are written as their rows.
    pub(crate) fn spell(
        &self,
        board: &str,
        game: &dyn AnyGame,
        context: &Context<'_>,
    ) -> Result<String, Failure> {
        if game.info().tiles.is_empty() {
            return Ok(board.to_owned());
        }
        self.spell_if(board, context, |text| {
            let setup = Setup { board: Some(text.to_owned()), ..Setup::default() };
            game.preview(&setup).map(drop).map_err(|error| error.error)
        })
    }

    /// The same for whatever reads boards. The tiles are looked up only if it cannot read this one.
    pub(crate) fn spell_if(
        &self,
        board: &str,
        context: &Context<'_>,
        read: impl Fn(&str) -> Result<(), ParseError>,
    ) -> Result<String, Failure> {
        if read(board).is_ok() {
            return Ok(board.to_owned());
        }
        let spelled = Spelled::new(board, &self.tiles(context)?);
        match read(&spelled.text) {
            Ok(()) => Ok(spelled.text),
            Err(ParseError { at, text }) => {
                let at = spelled.back(at.start)..spelled.back(at.end);
                Err(Failure::unreadable(board, ParseError { at, text }))
            }
        }
    }
}

/// The first game that is played with quadrants.
pub(crate) fn tiled_game(catalogue: &[Entry]) -> Result<&'static dyn AnyGame, Failure> {
    let mut games = catalogue.iter().map(|entry| entry.game);
    let game = games.find(|game| !game.info().tiles.is_empty());
    game.ok_or_else(|| Failure::failed(words::quadrants::no_game()))
}

/// The player's own tiles. The file may be open in a running page at the same time.
pub(crate) struct Shelf {
    runtime: Runtime,
    store: Store,
    actor: Option<JoinHandle<Result<(), store::Error>>>,
}

impl Shelf {
    fn open(file: &Path) -> Result<Self, Failure> {
        let unusable =
            |error: &dyn std::fmt::Display| Failure::failed(words::serve::no_data(file, error));
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| unusable(&error))?;
        let backend = runtime.block_on(Sqlite::open(file)).map_err(|error| unusable(&error))?;
        let (store, actor) = store::channel(backend);
        let actor = Some(runtime.spawn(actor.run()));
        Ok(Self { runtime, store, actor })
    }

    pub(crate) fn list(&self) -> Result<Vec<Tile>, Failure> {
        let tiles = self.runtime.block_on(self.store.tiles(LOCAL));
        tiles.map_err(|error| Failure::failed(words::quadrants::not_kept(&error)))
    }

    /// The own tile of that name.
    pub(crate) fn find(&self, name: &str) -> Result<Option<Tile>, Failure> {
        Ok(find(&self.list()?, name).cloned())
    }

    /// Makes, changes, renames or removes a tile: see [`Store::change_tile`].
    pub(crate) fn change(&self, before: Option<Tile>, after: Option<Tile>) -> Result<(), Failure> {
        let name = after.as_ref().or(before.as_ref()).map(|tile| tile.name.clone());
        let changed = self.runtime.block_on(self.store.change_tile(LOCAL, before, after));
        let refused = |error| words::quadrants::refused(&error, &name.unwrap_or_default());
        changed.map_err(|error| Failure::failed(refused(error)))
    }

    pub(crate) fn add(&self, tiles: Vec<Tile>) -> Result<Vec<Added>, Failure> {
        let added = self.runtime.block_on(self.store.add_tiles(LOCAL, tiles));
        added.map_err(|error| Failure::failed(words::quadrants::not_kept(&error)))
    }
}

impl Drop for Shelf {
    fn drop(&mut self) {
        // What was answered is stored; this only tidies the file, and may fail.
        if let Some(actor) = self.actor.take() {
            self.runtime.block_on(async {
                self.store.close().await;
                let _ = actor.await;
            });
        }
    }
}

/// The tile of that name, in which capitals and blanks do not count.
pub(crate) fn find<'a>(tiles: &'a [Tile], name: &str) -> Option<&'a Tile> {
    tiles.iter().find(|tile| tile.word() == tile_word(name))
}

/// A board in which own quadrants are written as their rows.
struct Spelled {
    text: String,
    /// Where each word stood, and where it stands now.
    words: Vec<[Range<usize>; 2]>,
}

impl Spelled {
    fn new(board: &str, tiles: &[Tile]) -> Self {
        let mut spelled = Self { text: String::new(), words: Vec::new() };
        for field in Fields::new(board) {
            if !spelled.text.is_empty() {
                spelled.text.push(' ');
            }
            let start = spelled.text.len();
            spelled.text += &spell_word(&field, tiles);
            spelled.words.push([field.range(), start..spelled.text.len()]);
        }
        spelled
    }

    /// Where something stood. Behind a name it is as far from the end of the word as before.
    fn back(&self, at: usize) -> usize {
        match self.words.iter().rev().find(|[_, now]| now.start <= at) {
            Some([before, now]) if at <= now.end => {
                before.start.max(before.end.saturating_sub(now.end - at))
            }
            Some([before, now]) => before.end + at - now.end,
            None => at,
        }
    }
}

/// A word of a board with rows instead of the name of an own tile, and what follows it. Flipped, a
/// name has an `f` behind it, unless that is the name of another tile.
fn spell_word(field: &Field<'_>, tiles: &[Tile]) -> String {
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
            assert_eq!(Spelled::new(board, &TILES).text, text);
        }
    }

    #[test]
    fn places_are_found_again() {
        let board = "A mine+45 mine X";
        let spelled = Spelled::new(board, &TILES);
        for part in ["+45", "X", "45", "A"] {
            let at = spelled.text.rfind(part).expect("a part");
            let back = spelled.back(at)..spelled.back(at + part.len());
            assert_eq!(&board[back], part);
        }
        assert_eq!(spelled.back(0)..spelled.back(spelled.text.len()), 0..board.len());
    }
}
