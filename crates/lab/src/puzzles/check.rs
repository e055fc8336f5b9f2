//! `damier puzzles check`.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use engine::PuzzleCollection;
use texts::text;

use super::make::find_miner;
use crate::context::Context;
use crate::failure::Failure;
use crate::{messages, progress};

/// Prove the puzzles in a file again
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  damier puzzles check puzzles.txt")]
pub(crate) struct PuzzlesCheckCommand {
    /// The file, as `damier puzzles make` writes it
    file: PathBuf,
}

impl PuzzlesCheckCommand {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let name = self.file.display().to_string();
        let file = fs::read_to_string(&self.file)
            .map_err(|error| Failure::failed(messages::not_read(&name, &error)))?;
        let collection = PuzzleCollection::read(&file).map_err(|error| {
            Failure::failed(text!("in-file", path = &name, line = error.line, text = &error.text))
        })?;
        let miner = find_miner(&collection.game, context.catalogue)?;
        let bar = progress::bar(context, collection.puzzles.len() as u64, progress::COUNT_TEMPLATE);
        for puzzle in &collection.puzzles {
            let verified = miner.verify(puzzle, context.stop);
            if context.stop.load(Relaxed) {
                return Err(Failure::interrupted());
            }
            verified
                .map_err(|error| Failure::failed(messages::about(&puzzle.id, &error.text())))?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(context.print(&text!("puzzle-proved", count = collection.puzzles.len()))?)
    }
}
