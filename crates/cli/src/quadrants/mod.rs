//! `damier quadrants`: tiles of the coloured boards, built in and own.

mod board;
mod check;
mod fairness;
mod file;
mod list;
mod own;

pub(crate) use file::read_tile_file;

use clap::{Args, Subcommand};

use crate::context::Context;
use crate::failure::Failure;

/// The quadrants of Katarenga, Congress and Isolation
#[derive(Args, Debug)]
#[command(after_help = "\
Your own quadrants are those of the page: what is drawn there can be used here, and back.
In a board their blanks are written _, as in my_castle, and capitals do not count.

Examples:
  damier quadrants list
  damier quadrants add 'mine: YBGR/RGYY/GRBB/BYRG'
  damier quadrants compose A Bf+90 mine+180 D
  damier quadrants import quadrants.json
  damier quadrants fairness seed:7
  damier quadrants random --seed 7")]
pub(crate) struct QuadrantsCommand {
    #[command(subcommand)]
    command: QuadrantsSubcommand,
}

#[derive(Subcommand, Debug)]
enum QuadrantsSubcommand {
    List(list::QuadrantsListCommand),
    Show(list::QuadrantsShowCommand),
    Compose(board::QuadrantsComposeCommand),
    Random(board::QuadrantsRandomCommand),
    Check(check::QuadrantsCheckCommand),
    Fairness(fairness::QuadrantsFairnessCommand),
    Add(own::QuadrantsAddCommand),
    Rename(own::QuadrantsRenameCommand),
    Remove(own::QuadrantsRemoveCommand),
    Import(file::QuadrantsImportCommand),
    Export(file::QuadrantsExportCommand),
}

impl QuadrantsCommand {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        match &self.command {
            QuadrantsSubcommand::List(command) => command.run(context),
            QuadrantsSubcommand::Show(command) => command.run(context),
            QuadrantsSubcommand::Compose(command) => command.run(context),
            QuadrantsSubcommand::Random(command) => command.run(context),
            QuadrantsSubcommand::Check(command) => command.run(context),
            QuadrantsSubcommand::Fairness(command) => command.run(context),
            QuadrantsSubcommand::Add(command) => command.run(context),
            QuadrantsSubcommand::Rename(command) => command.run(context),
            QuadrantsSubcommand::Remove(command) => command.run(context),
            QuadrantsSubcommand::Import(command) => command.run(context),
            QuadrantsSubcommand::Export(command) => command.run(context),
        }
    }
}

/// Row of a tile with a space between its letters.
fn spaced(row: &str) -> String {
    let letters: Vec<_> = row.chars().map(String::from).collect();
    letters.join(" ")
}
