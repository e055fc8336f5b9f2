//! `damier quadrants list` and `show`.

use std::io::{self, Write};
use std::iter;

use clap::Args;
use games::terrain::{SETS, check_tile};
use rules::{Text, Tile};
use serde::Serialize;
use texts::text;

use super::spaced;
use crate::context::Context;
use crate::failure::Failure;
use crate::messages;
use crate::tiles::{self, DataArgs};

/// How many quadrants stand side by side.
const TILES_ABREAST: usize = 4;
/// The name of the set of own quadrants, for programs.
const OWN_SET_ID: &str = "own";

/// Show the quadrants that there are, your own last
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier quadrants list
  damier quadrants list --json")]
pub(super) struct QuadrantsListCommand {
    /// Print JSON: every set with its tiles
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    data: DataArgs,
}

#[derive(Serialize)]
struct TileSetJson<'a> {
    set: &'a str,
    title: Text,
    tiles: &'a [Tile],
}

impl QuadrantsListCommand {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let own = self.data.tiles(context)?;
        let mut sets: Vec<_> = SETS
            .iter()
            .map(|set| TileSetJson { set: set.id, title: set.title.clone(), tiles: set.tiles })
            .collect();
        sets.push(TileSetJson { set: OWN_SET_ID, title: text!("quadrants-own"), tiles: &own });
        if self.json {
            context.print_json(&sets)?;
            return Ok(());
        }
        let shown = sets.iter().filter(|set| !set.tiles.is_empty());
        for (index, set) in shown.enumerate() {
            if index > 0 {
                writeln!(context.out)?;
            }
            context.print(&set.title)?;
            for tiles in set.tiles.chunks(TILES_ABREAST) {
                writeln!(context.out)?;
                print_tiles(context.out, tiles)?;
            }
        }
        Ok(())
    }
}

/// Prints tiles side by side, each below its name.
fn print_tiles(out: &mut dyn Write, tiles: &[Tile]) -> io::Result<()> {
    let columns: Vec<Vec<String>> = tiles
        .iter()
        .map(|Tile { name, rows }| {
            iter::once(name.to_string()).chain(rows.split('/').map(spaced)).collect()
        })
        .collect();
    let width = |lines: &[String]| lines.iter().map(|line| line.chars().count()).max();
    for number in 0..5 {
        let parts: Vec<_> = columns
            .iter()
            .map(|lines| {
                let (line, width) = (lines.get(number), width(lines).unwrap_or_default());
                format!("{:<width$}", line.map_or("", String::as_str))
            })
            .collect();
        writeln!(out, "  {}", parts.join("    ").trim_end())?;
    }
    Ok(())
}

/// Show quadrants by their names
#[derive(Args, Debug)]
#[command(after_help = "\
The last line of each can be given to add.

Examples:
  damier quadrants show mine
  damier quadrants show 1 A 'my castle' --json")]
pub(super) struct QuadrantsShowCommand {
    /// The names of built-in quadrants, or of your own
    #[arg(required = true, value_name = "NAME")]
    names: Vec<String>,
    /// Print JSON: for each its name, rows, warnings and whether it is your own
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    data: DataArgs,
}

#[derive(Serialize)]
struct OwnedTileJson {
    #[serde(flatten)]
    tile: Tile,
    own: bool,
    warnings: Vec<Text>,
}

impl QuadrantsShowCommand {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let own = self.data.tiles(context)?;
        let find = |name: &String| {
            let built_in = SETS.iter().find_map(|set| tiles::find(set.tiles, name));
            let tile = built_in.or_else(|| tiles::find(&own, name)).cloned();
            let tile = tile.ok_or_else(|| Failure::failed(text!("quadrants-unknown", name)))?;
            let warnings = check_tile(&tile.rows).warnings;
            Ok(OwnedTileJson { tile, own: built_in.is_none(), warnings })
        };
        let shown = self.names.iter().map(find).collect::<Result<Vec<_>, Failure>>()?;
        if self.json {
            context.print_json(&shown)?;
            return Ok(());
        }
        for (index, OwnedTileJson { tile, warnings, .. }) in shown.iter().enumerate() {
            if index > 0 {
                writeln!(context.out)?;
            }
            for row in tile.rows.split('/') {
                writeln!(context.out, "  {}", spaced(row))?;
            }
            print_warnings(context, tile, warnings)?;
            writeln!(context.out, "{}: {}", tile.name, tile.rows)?;
        }
        Ok(())
    }
}

/// Prints the warnings about a tile.
pub(super) fn print_warnings(
    context: &mut Context<'_>,
    tile: &Tile,
    warnings: &[Text],
) -> io::Result<()> {
    for warning in warnings {
        let warning = messages::about(&tile.name, &text!("warning", text = warning));
        context.print(&warning)?;
    }
    Ok(())
}
