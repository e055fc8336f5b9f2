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
pub(crate) struct Train {
    #[command(subcommand)]
    game: Game,
}

#[derive(Subcommand, Debug)]
enum Game {
    Othello(patterns::Train),
    Katarenga(terms::Train),
    Congress(terms::Train),
}

impl Train {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        match &self.game {
            Game::Othello(train) => train.run(context),
            Game::Katarenga(train) => train.run("katarenga", context),
            Game::Congress(train) => train.run("congress", context),
        }
    }
}
