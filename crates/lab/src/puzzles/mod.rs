//! `damier puzzles`: mining of puzzles, and proof of those in a file.

mod check;
mod make;

use clap::{Args, Subcommand};

use crate::context::Context;
use crate::failure::Failure;
use check::PuzzlesCheckCommand;
use make::PuzzlesMakeCommand;

/// Make puzzles that are proved, and prove those in a file
#[derive(Args, Debug)]
#[command(after_help = "\
docs/puzzles.md says what is proved and has the format of the file. `damier puzzle` lets you solve them.

Examples:
  damier puzzles make connect-four --count 20 --seed 7 --out puzzles.txt
  damier puzzles make othello --from records --record games.txt --count 5
  damier puzzles check puzzles.txt")]
pub struct PuzzlesCommand {
    #[command(subcommand)]
    command: PuzzlesSubcommand,
}

#[derive(Subcommand, Debug)]
enum PuzzlesSubcommand {
    Make(PuzzlesMakeCommand),
    Check(PuzzlesCheckCommand),
}

impl PuzzlesCommand {
    pub fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        match &self.command {
            PuzzlesSubcommand::Make(command) => command.run(context),
            PuzzlesSubcommand::Check(command) => command.run(context),
        }
    }
}
