//! `damier train othello`: making the patterns of its evaluation.

mod files;
mod fit;
mod generate;
mod spread;
mod test;

use crate::context::Context;
use crate::failure::Failure;

/// Learn what the patterns of Othello are worth
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Games are made first, by the engine against itself; then weights are fitted to the positions in them, \
and tested on games that were left out. docs/training-othello.md tells the whole story.

Examples:
  damier train othello generate --out games.bin --count 100000
  damier train othello fit --out weights.bin games.bin
  damier train othello test --weights weights.bin games.bin --wthor wthor
  damier train othello test --weights new.bin --against old.bin --games 100")]
pub(super) struct PatternsCommand {
    #[command(subcommand)]
    command: PatternsSubcommand,
}

#[derive(clap::Subcommand, Debug)]
enum PatternsSubcommand {
    Generate(generate::PatternsGenerateCommand),
    Fit(fit::PatternsFitCommand),
    Test(test::PatternsTestCommand),
    Spread(spread::PatternsSpreadCommand),
}

impl PatternsCommand {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        match &self.command {
            PatternsSubcommand::Generate(command) => command.run(context),
            PatternsSubcommand::Fit(command) => command.run(context),
            PatternsSubcommand::Test(command) => command.run(context),
            PatternsSubcommand::Spread(command) => command.run(context),
        }
    }
}
