//! `damier quadrants add`, `rename` and `remove`.

use clap::Args;
use rules::{Tile, TileCheck, TileFile, tile_name};
use texts::text;

use super::list::print_warnings;
use crate::blocking_store::BlockingStore;
use crate::context::Context;
use crate::failure::Failure;
use crate::messages;
use crate::tiles::{DataArgs, tiled_game};

/// Add quadrants of your own
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier quadrants add 'mine: YBGR/RGYY/GRBB/BYRG'
  damier quadrants add 'mine: YYYY/GGGG/BBBB/RRRR' --replace")]
pub(super) struct QuadrantsAddCommand {
    /// A name, a colon and four rows from the top in the letters Y G B R
    #[arg(required = true, value_name = "TILE")]
    tiles: Vec<String>,
    /// Put them in the place of those that have their names
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    data: DataArgs,
}

impl QuadrantsAddCommand {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let game = tiled_game(context.catalogue)?;
        let mut tiles = Vec::new();
        for text in &self.tiles {
            let file = TileFile::read(text, game);
            if let Some(problem) = file.problems.into_iter().next() {
                return Err(Failure::unreadable(text, problem));
            }
            tiles.extend(file.tiles);
        }
        let store = self.data.store(context)?;
        for tile in tiles {
            let there = store.find_tile(&tile.name)?;
            let same = there.as_ref() == Some(&tile);
            if there.is_some() && !same && !self.replace {
                return Err(Failure::failed(text!("quadrants-taken", name = &tile.name)));
            }
            store.change_tile(there, Some(tile.clone()))?;
            let done = if same { text!("quadrants-same") } else { text!("quadrants-added") };
            context.print(&messages::about(&tile.name, &done))?;
            let TileCheck { warnings, .. } = game.check_tile(&tile.rows);
            print_warnings(context, &tile, &warnings)?;
        }
        Ok(())
    }
}

/// Give one of your own quadrants another name
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier quadrants rename mine 'my castle'")]
pub(super) struct QuadrantsRenameCommand {
    /// Its name
    name: String,
    /// Its name afterwards
    new: String,
    #[command(flatten)]
    data: DataArgs,
}

impl QuadrantsRenameCommand {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let info = tiled_game(context.catalogue)?.info();
        let name =
            tile_name(&self.new, info).map_err(|error| Failure::unreadable(&self.new, error))?;
        let store = self.data.store(context)?;
        let before = existing_tile(&store, &self.name)?;
        let after = Tile { name: name.into(), rows: before.rows.clone() };
        let message = text!("quadrants-renamed", before = &before.name, after = &after.name);
        store.change_tile(Some(before), Some(after))?;
        context.print(&message)?;
        Ok(())
    }
}

/// Remove quadrants of your own
#[derive(Args, Debug)]
#[command(after_help = "\
Prints what is removed: add takes it back.

Examples:
  damier quadrants remove mine")]
pub(super) struct QuadrantsRemoveCommand {
    /// Their names
    #[arg(required = true, value_name = "NAME")]
    names: Vec<String>,
    #[command(flatten)]
    data: DataArgs,
}

impl QuadrantsRemoveCommand {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let store = self.data.store(context)?;
        for name in &self.names {
            let before = existing_tile(&store, name)?;
            let message = messages::quadrants::removed(&before);
            store.change_tile(Some(before), None)?;
            context.print(&message)?;
        }
        Ok(())
    }
}

fn existing_tile(store: &BlockingStore, name: &str) -> Result<Tile, Failure> {
    store.find_tile(name)?.ok_or_else(|| Failure::failed(text!("quadrants-unknown", name)))
}
