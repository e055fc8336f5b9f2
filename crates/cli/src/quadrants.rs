//! `damier quadrants`: the tiles that the coloured boards are made of.

use std::io::{self, Write};
use std::iter;
use std::ops::Range;

use clap::{Args, Subcommand};
use games::terrain::{BoardText, SETS, Terrain, check_tile};
use rules::{Info, ParseError, Square, Text, Tile, TileSet};
use serde::Serialize;

use crate::context::Context;
use crate::failure::Failure;
use crate::words;

/// How many quadrants stand side by side.
const ABREAST: usize = 4;

/// The quadrants of Katarenga, Congress and Isolation
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier quadrants list
  damier quadrants compose A Bf+90 C+180 D
  damier quadrants check 'mine: YBGR/RGYY/GRBB/BYRG'
  damier quadrants random --seed 7")]
pub(crate) struct Quadrants {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    List(List),
    Compose(Compose),
    Check(Check),
    Random(Random),
}

impl Quadrants {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        match &self.command {
            Command::List(command) => command.run(context),
            Command::Compose(command) => command.run(context),
            Command::Check(command) => command.run(context),
            Command::Random(command) => command.run(context),
        }
    }
}

/// Show the built-in quadrants
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier quadrants list
  damier quadrants list --json")]
struct List {
    /// Print JSON: every set with its tiles
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct SetJson<'a> {
    set: &'a str,
    title: &'a Text,
    tiles: Vec<TileJson<'a>>,
}

#[derive(Serialize)]
struct TileJson<'a> {
    name: &'a str,
    rows: &'a str,
}

impl List {
    fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        if self.json {
            let sets: Vec<_> = SETS.iter().map(SetJson::from).collect();
            context.print_json(&sets)?;
            return Ok(());
        }
        for (index, set) in SETS.iter().enumerate() {
            if index > 0 {
                writeln!(context.out)?;
            }
            writeln!(context.out, "{}", set.title.get(context.lang))?;
            for tiles in set.tiles.chunks(ABREAST) {
                writeln!(context.out)?;
                print_tiles(context.out, tiles)?;
            }
        }
        Ok(())
    }
}

impl<'a> From<&'a TileSet> for SetJson<'a> {
    fn from(set: &'a TileSet) -> Self {
        let tiles = set.tiles.iter().map(|Tile { name, rows }| TileJson { name, rows }).collect();
        Self { set: set.id, title: &set.title, tiles }
    }
}

/// Prints tiles side by side, each below its name.
fn print_tiles(out: &mut dyn Write, tiles: &[Tile]) -> io::Result<()> {
    let lines =
        |tile: &Tile| iter::once(tile.name.to_owned()).chain(tile.rows.split('/').map(spaced));
    for number in 0..5 {
        let parts: Vec<_> = tiles
            .iter()
            .map(|tile| format!("{:<7}", lines(tile).nth(number).unwrap_or_default()))
            .collect();
        writeln!(out, "  {}", parts.join("    ").trim_end())?;
    }
    Ok(())
}

/// The letters with a space between.
fn spaced(row: &str) -> String {
    let letters: Vec<_> = row.chars().map(String::from).collect();
    letters.join(" ")
}

/// Put a board together and show it
#[derive(Args, Debug)]
#[command(after_help = "\
The last line printed can be given to --board.

Examples:
  damier quadrants compose 1 2 5 7
  damier quadrants compose A Bf+90 C+180 D
  damier quadrants compose seed:7")]
struct Compose {
    /// Four quadrants (top left, top right, bottom left, bottom right; f is flipped, then turned
    /// clockwise), seed:N, or eight rows
    #[arg(required = true)]
    board: Vec<String>,
    /// Print JSON: board, rows and whether the tiles of the box can make it
    #[arg(long)]
    json: bool,
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

impl Compose {
    fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let text = self.board.join(" ");
        let unreadable = |error| Failure::unreadable(&text, error);
        let board: BoardText = text.parse().map_err(unreadable)?;
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

/// Prints the letters of a board, with ranks before and files below.
fn print_terrain(out: &mut dyn Write, terrain: &Terrain) -> io::Result<()> {
    for rank in (0..8).rev() {
        let letter = |file| terrain.colour(Square::new(file, rank)).letter();
        let row: String = (0..8).map(letter).collect();
        writeln!(out, "{} {}", rank + 1, spaced(&row))?;
    }
    writeln!(out, "  {}", Info::FILES.join(" "))
}

/// Check quadrants that somebody has drawn
#[derive(Args, Debug)]
#[command(after_help = "\
Says ok, what is unusual, or what must be mended; only the last ends with exit status 2.

Examples:
  damier quadrants check YBGR/RGYY/GRBB/BYRG
  damier quadrants check YBGR/RGYY/GRBB/BYRG 'mine: YYYY/GGGG/BBBB/RRRR'")]
struct Check {
    /// Four rows from the top in the letters Y G B R, with a name before if you like
    #[arg(required = true, value_name = "ROWS")]
    tiles: Vec<String>,
    /// Print JSON: for each its name, rows, warnings and error
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Checked<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    rows: &'a str,
    warnings: Vec<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<CheckError>,
}

#[derive(Serialize)]
struct CheckError {
    text: Text,
    at: Range<usize>,
}

impl<'a> Checked<'a> {
    /// Judges `name: rows`, or rows alone.
    fn new(text: &'a str) -> Self {
        let (name, rows) = match text.rsplit_once(':') {
            Some((name, rows)) => (Some(name.trim()), rows.trim()),
            None => (None, text.trim()),
        };
        let (warnings, error) = match check_tile(rows) {
            Ok(warnings) => (warnings, None),
            Err(ParseError { at, text }) => (Vec::new(), Some(CheckError { text, at })),
        };
        Self { name, rows, warnings, error }
    }
}

impl Check {
    fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let tiles: Vec<_> = self.tiles.iter().map(|text| Checked::new(text)).collect();
        if self.json {
            context.print_json(&tiles)?;
        } else {
            for tile in &tiles {
                tile.print(context)?;
            }
        }
        if tiles.iter().any(|tile| tile.error.is_some()) { Err(Failure::said()) } else { Ok(()) }
    }
}

impl Checked<'_> {
    fn print(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let name = self.name.unwrap_or(self.rows);
        if let Some(CheckError { text, at }) = &self.error {
            let text = self.name.map_or_else(|| text.clone(), |name| words::about(name, text));
            Failure::unreadable(self.rows, ParseError { at: at.clone(), text })
                .report(context.lang, context.err);
        } else if self.warnings.is_empty() {
            writeln!(context.out, "{}", words::about(name, &words::ok()).get(context.lang))?;
        }
        for warning in &self.warnings {
            let warning = words::about(name, &words::warning(warning));
            writeln!(context.out, "{}", warning.get(context.lang))?;
        }
        Ok(())
    }
}

/// Draw a board of the box at random
#[derive(Args, Debug)]
#[command(after_help = "\
Prints the seed, the quadrants and the rows: each of the three can be given to --board.

Examples:
  damier quadrants random
  damier quadrants random --seed 7")]
struct Random {
    /// The number that the board is drawn from; a new one otherwise
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Print JSON: seed, board and rows
    #[arg(long)]
    json: bool,
}

impl Random {
    fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let seed = self.seed.unwrap_or_else(|| context.draw_seed());
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
