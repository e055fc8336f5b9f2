//! `damier quadrants`: the tiles that the coloured boards are made of, built in and own.

mod board;
mod check;
mod fairness;
mod file;
mod list;
mod own;

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
pub(crate) struct Quadrants {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    List(list::List),
    Show(list::Show),
    Compose(board::Compose),
    Random(board::Random),
    Check(check::Check),
    Fairness(fairness::Fairness),
    Add(own::Add),
    Rename(own::Rename),
    Remove(own::Remove),
    Import(file::Import),
    Export(file::Export),
}

impl Quadrants {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        match &self.command {
            Command::List(command) => command.run(context),
            Command::Show(command) => command.run(context),
            Command::Compose(command) => command.run(context),
            Command::Random(command) => command.run(context),
            Command::Check(command) => command.run(context),
            Command::Fairness(command) => command.run(context),
            Command::Add(command) => command.run(context),
            Command::Rename(command) => command.run(context),
            Command::Remove(command) => command.run(context),
            Command::Import(command) => command.run(context),
            Command::Export(command) => command.run(context),
        }
    }
}

/// The letters with a space between.
fn spaced(row: &str) -> String {
    let letters: Vec<_> = row.chars().map(String::from).collect();
    letters.join(" ")
}
