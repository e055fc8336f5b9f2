//! `damier train`: learning what an engine knows from its own games.

mod patterns;
mod terms;

use clap::{Args, Subcommand};

use crate::context::Context;
use crate::failure::Failure;

/// Learn what an engine knows from its own games
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier train othello generate --out games.bin --count 20000
  damier train katarenga play games.txt --games 20000 --seed 11")]
pub struct TrainCommand {
    #[command(subcommand)]
    game: TrainSubcommand,
}

#[derive(Subcommand, Debug)]
enum TrainSubcommand {
    Othello(patterns::PatternsCommand),
    Katarenga(terms::TermsCommand),
    Congress(terms::TermsCommand),
}

impl TrainCommand {
    pub fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        match &self.game {
            TrainSubcommand::Othello(train) => train.run(context),
            TrainSubcommand::Katarenga(train) => train.run("katarenga", context),
            TrainSubcommand::Congress(train) => train.run("congress", context),
        }
    }
}
