//! `damier games`: all stored games, to files and from them, and files of games of any kind.

mod convert;
mod export;
mod import;
mod list;

use clap::{Args, Subcommand};

use crate::context::Context;
use crate::failure::Failure;
use convert::Convert;
use export::Export;
use import::Import;
use list::List;

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
pub(crate) struct Games {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Export(Export),
    Import(Import),
    List(List),
    Convert(Convert),
}

impl Games {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        match &self.command {
            Command::Export(command) => command.run(context),
            Command::Import(command) => command.run(context),
            Command::List(command) => command.run(context),
            Command::Convert(command) => command.run(context),
        }
    }
}
