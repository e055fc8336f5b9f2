//! `damier games`: import and export of stored games, and files of games in any format.

mod convert;
mod export;
mod import;
mod list;

use clap::{Args, Subcommand};

use crate::context::Context;
use crate::failure::Failure;
use convert::GamesConvertCommand;
use export::GamesExportCommand;
use import::GamesImportCommand;
use list::GamesListCommand;

/// Keep all games elsewhere, and bring games in
#[derive(Args, Debug)]
#[command(after_help = "\
Games are written as `damier play` saves them, one after the other in one file. Read are such files, and \
those of other programs: of Othello GGF, WTHOR and OBF.

Examples:
  damier games export all.txt
  damier games export --data games > all.txt
  damier games import all.txt
  damier games list WTH_2001.wtb
  damier games convert WTH_2001.wtb --out 2001.txt")]
pub(crate) struct GamesCommand {
    #[command(subcommand)]
    command: GamesSubcommand,
}

#[derive(Subcommand, Debug)]
enum GamesSubcommand {
    Export(GamesExportCommand),
    Import(GamesImportCommand),
    List(GamesListCommand),
    Convert(GamesConvertCommand),
}

impl GamesCommand {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        match &self.command {
            GamesSubcommand::Export(command) => command.run(context),
            GamesSubcommand::Import(command) => command.run(context),
            GamesSubcommand::List(command) => command.run(context),
            GamesSubcommand::Convert(command) => command.run(context),
        }
    }
}
