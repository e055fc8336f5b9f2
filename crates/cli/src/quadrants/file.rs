//! `damier quadrants import` and `export`.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use rules::{TileFile, TileForm, write_tiles};
use store::Added;
use texts::text;
use wire::http::{ImportedTile, TileReport};

use crate::context::Context;
use crate::failure::Failure;
use crate::output_file::Overwrite;
use crate::tiles::{DataArgs, tiled_game};
use crate::{messages, output_file};

/// Take quadrants in from a file
#[derive(Args, Debug)]
#[command(after_help = "\
Reads lines as in 'mine: YBGR/RGYY/GRBB/BYRG', JSON as export writes it, and the
original's quadrants.json. None of your own is replaced: where a name is taken, the
newcomer gets a number. What is damaged is reported by its place, the rest is taken in,
and the file stays as it is; the exit status is 1 then.

Examples:
  damier quadrants import quadrants.json
  damier quadrants import - < mine.txt")]
pub(super) struct QuadrantsImportCommand {
    /// The file; - is what is typed or piped
    file: PathBuf,
    /// Print JSON: what became of every quadrant, and what is wrong where
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    data: DataArgs,
}

impl QuadrantsImportCommand {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let game = tiled_game(context.catalogue)?;
        let name = self.file.display().to_string();
        let text = read_tile_file(&self.file, context)?;
        let mut file = TileFile::read(&text, game);
        let tiles = std::mem::take(&mut file.tiles);
        let added = match &tiles[..] {
            [] => Vec::new(),
            tiles => self.data.store(context)?.add_tiles(tiles.to_vec())?,
        };
        let imported = tiles.into_iter().zip(added).map(|(tile, added)| ImportedTile {
            name: tile.name.into_owned(),
            rows: tile.rows.into_owned(),
            kept: added.kept().map(|tile| tile.name.to_string()),
            new: matches!(added, Added::New(_)),
        });
        let report = TileReport::new(&text, file, imported.collect());
        if self.json {
            context.print_json(&report)?;
        } else {
            for tile in &report.tiles {
                let message = messages::about(&tile.name, &messages::quadrants::imported(tile));
                context.print(&message)?;
            }
            for problem in &report.problems {
                Failure::in_line(&name, &text, problem).report(context.lang, context.err);
            }
            if report.more_problems > 0 {
                let more = text!("quadrants-more-problems", count = report.more_problems);
                Failure::failed(messages::about(&name, &more)).report(context.lang, context.err);
            }
        }
        let lost = report.tiles.iter().any(|tile| tile.kept.is_none());
        if lost || !report.problems.is_empty() { Err(Failure::reported()) } else { Ok(()) }
    }
}

/// The text of a file, or of the input.
pub(crate) fn read_tile_file(path: &Path, context: &mut Context<'_>) -> Result<String, Failure> {
    let name = path.display().to_string();
    let failed = |error| Failure::failed(messages::not_read(&name, &error));
    let mut bytes = Vec::new();
    let enough = TileFile::MAX_BYTES as u64 + 1;
    if path == Path::new("-") {
        context.input.take(enough).read_to_end(&mut bytes).map_err(failed)?;
    } else {
        let file = File::open(path).map_err(failed)?;
        file.take(enough).read_to_end(&mut bytes).map_err(failed)?;
    }
    if bytes.len() > TileFile::MAX_BYTES {
        return Err(Failure::failed(messages::about(&name, &text!("problem-too-large"))));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::failed(messages::about(&name, &text!("quadrants-no-text", byte = at)))
    })
}

/// Give your own quadrants out, as lines or as JSON
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier quadrants export
  damier quadrants export mine.json --json
  damier quadrants export quadrants.json --original")]
pub(super) struct QuadrantsExportCommand {
    /// Write this new file instead of printing
    file: Option<PathBuf>,
    /// Write JSON: name and rows of each
    #[arg(long)]
    json: bool,
    /// Write JSON as the original's quadrants.json: grids of numbers by name
    #[arg(long, conflicts_with = "json")]
    original: bool,
    /// Write over a file that exists
    #[arg(long, requires = "file")]
    force: bool,
    #[command(flatten)]
    data: DataArgs,
}

impl QuadrantsExportCommand {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let info = tiled_game(context.catalogue)?.info();
        let tiles = self.data.tiles(context)?;
        let form = match (self.json, self.original) {
            (true, _) => TileForm::Json,
            (_, true) => TileForm::Grids,
            _ => TileForm::Lines,
        };
        let text = write_tiles(&tiles, form, info);
        let Some(path) = &self.file else {
            if tiles.is_empty() {
                context.remark(&text!("quadrants-none"));
            }
            write!(context.out.data(), "{text}")?;
            return Ok(());
        };
        if tiles.is_empty() {
            return Err(Failure::failed(text!("quadrants-none")));
        }
        let name = path.display().to_string();
        let overwrite = if self.force { Overwrite::Always } else { Overwrite::Never };
        output_file::write(path, text.as_bytes(), overwrite).map_err(|error| {
            match error.kind() {
                ErrorKind::AlreadyExists => {
                    Failure::failed(text!("quadrants-exists", file = &name))
                }
                _ => Failure::failed(messages::not_saved(&name, &error)),
            }
        })?;
        let message = text!("quadrants-written", count = tiles.len(), file = &name);
        context.print(&message)?;
        Ok(())
    }
}
