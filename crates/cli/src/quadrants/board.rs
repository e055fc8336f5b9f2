//! `damier quadrants compose` and `random`.

use std::io::{self, Write};

use clap::Args;
use games::terrain::{BoardText, Terrain};
use rules::{Info, SplitMix64, Square};
use serde::Serialize;

use super::spaced;
use crate::context::{BOARD_SEED_BOUND, Context};
use crate::failure::Failure;
use crate::tiles::DataArgs;

/// Put a board together and show it
#[derive(Args, Debug)]
#[command(after_help = "\
The last line printed can be given to --board.

Examples:
  damier quadrants compose 1 2 5 7
  damier quadrants compose A Bf+90 C+180 my_castle
  damier quadrants compose seed:7")]
pub(super) struct QuadrantsComposeCommand {
    /// Four quadrants (top left, top right, bottom left, bottom right; f is flipped, then turned
    /// clockwise; your own by their names), seed:N, or eight rows
    #[arg(required = true)]
    board: Vec<String>,
    /// Print JSON: board, rows and whether the tiles of the box can make it
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    data: DataArgs,
}

#[derive(Serialize)]
struct BoardJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    board: String,
    rows: String,
    #[serde(rename = "box")]
    is_box: bool,
}

impl BoardJson {
    fn new(seed: Option<u64>, board: &BoardText, terrain: &Terrain) -> Self {
        Self { seed, board: board.to_string(), rows: terrain.to_string(), is_box: terrain.is_box() }
    }
}

impl QuadrantsComposeCommand {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let text = self.board.join(" ");
        let unreadable = |error| Failure::unreadable(&text, error);
        let expanded = self
            .data
            .expand_tiles_for(&text, context, |text| text.parse::<BoardText>().map(drop))?;
        let board: BoardText = expanded.parse().map_err(unreadable)?;
        let terrain = board.terrain().map_err(unreadable)?;
        if self.json {
            context.print_json(&BoardJson::new(None, &board, &terrain))?;
        } else {
            print_terrain(context.out, &terrain)?;
            writeln!(context.out, "{terrain}")?;
        }
        Ok(())
    }
}

/// Prints the letters of a board with the labels of ranks and files.
fn print_terrain(out: &mut dyn Write, terrain: &Terrain) -> io::Result<()> {
    for rank in (0..8).rev() {
        let letter = |file| terrain.colour(Square::new(file, rank)).letter();
        let row: String = (0..8).map(letter).collect();
        writeln!(out, "{} {}", rank + 1, spaced(&row))?;
    }
    writeln!(out, "  {}", Info::FILES.join(" "))
}

/// Draw a board of the box at random
#[derive(Args, Debug)]
#[command(after_help = "\
Prints the seed, the quadrants and the rows: each of the three can be given to --board.

Examples:
  damier quadrants random
  damier quadrants random --seed 7")]
pub(super) struct QuadrantsRandomCommand {
    /// The number that the board is drawn from; a new one otherwise
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Print JSON: seed, board and rows
    #[arg(long)]
    json: bool,
}

impl QuadrantsRandomCommand {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let seed =
            self.seed.unwrap_or_else(|| SplitMix64::new(context.entropy).below(BOARD_SEED_BOUND));
        let board = BoardText::random(seed);
        let text = board.to_string();
        let terrain = board.terrain().map_err(|error| Failure::unreadable(&text, error))?;
        if self.json {
            context.print_json(&BoardJson::new(Some(seed), &board, &terrain))?;
        } else {
            writeln!(context.out, "seed:{seed}\n{board}\n{terrain}")?;
        }
        Ok(())
    }
}
