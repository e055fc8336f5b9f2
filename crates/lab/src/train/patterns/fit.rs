//! `damier train othello fit`: weights from games.

use std::path::PathBuf;

use games::othello::training::{GradientDescent, GradientDescentConfig, TrainingSet};
use texts::text;

use super::files::{self, HELD_OUT, WTHOR_HELD_OUT};
use super::test::print_errors;
use crate::context::Context;
use crate::failure::Failure;
use crate::output_file::{OutputFormat, Overwrite};
use crate::{output_file, progress};

/// A network file may be replaced: each pass writes it again.
const NETWORK: Overwrite = Overwrite::Same(OutputFormat::Magic(b"dmrOTHL"));

/// Template of the progress bar.
const PROGRESS_TEMPLATE: &str = "{bar:40} {percent} %  {elapsed} ({eta})";

/// Fit weights to the positions of games
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Every fiftieth game is left out, to be tested on. The same games, seed and settings give the same \
weights, which are saved after every pass.

Examples:
  damier train othello fit --out weights.bin games-1.bin games-2.bin
  damier train othello fit --out first.bin --wthor wthor")]
pub(super) struct PatternsFitCommand {
    /// Files of games that `generate` made
    #[arg(value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// The file of the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Learn from the games of this folder of WTHOR files too
    #[arg(long, value_name = "FOLDER")]
    wthor: Option<PathBuf>,
    /// How often every position is looked at
    #[arg(long, value_name = "N", default_value_t = GradientDescentConfig::default().epochs as u16)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    passes: u16,
    /// The number that all chance comes from
    #[arg(long, value_name = "N", default_value_t = GradientDescentConfig::default().seed)]
    seed: u64,
    /// How far the rows of patterns move at first
    #[arg(long, value_name = "RATE", default_value_t = GradientDescentConfig::default().embedding_learning_rate)]
    rate: f32,
    /// How far the heads of the network move at first
    #[arg(long, value_name = "RATE", default_value_t = GradientDescentConfig::default().head_learning_rate)]
    head_rate: f32,
    /// How strongly rows are drawn to nothing
    #[arg(long, value_name = "PART", default_value_t = GradientDescentConfig::default().weight_decay)]
    decay: f32,
    /// How much of a sample's label is what the search thought; the rest is the result of the game
    #[arg(long, value_name = "PART", default_value_t = GradientDescentConfig::default().search_score_share)]
    thought: f32,
}

impl PatternsFitCommand {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let (mut samples, mut test) = (TrainingSet::default(), TrainingSet::default());
        files::read_games(&self.games, &mut |index, game| {
            if index.is_multiple_of(HELD_OUT) { test.add(game) } else { samples.add(game) }
        })?;
        if let Some(folder) = &self.wthor {
            files::read_wthor_folder(folder, &mut |index, game| {
                if !index.is_multiple_of(WTHOR_HELD_OUT) {
                    samples.add_wthor_endings(game);
                }
            })?;
        }
        if samples.is_empty() {
            return Err(Failure::failed(text!("train-no-positions")));
        }
        writeln!(context.out, "positions={}", samples.len())?;
        context.out.flush()?;
        let mut descent = GradientDescent::new(GradientDescentConfig {
            epochs: self.passes.into(),
            seed: self.seed,
            embedding_learning_rate: self.rate,
            head_learning_rate: self.head_rate,
            weight_decay: self.decay,
            search_score_share: self.thought,
        });
        let bar = progress::bar(
            context,
            u64::from(self.passes) * samples.len() as u64,
            PROGRESS_TEMPLATE,
        );
        for pass in 1..=self.passes {
            let progress = &mut |more| bar.inc(more as u64);
            let error = descent.epoch(&mut samples, context.stop, progress);
            let error = error.ok_or_else(Failure::interrupted)?;
            bar.suspend(|| writeln!(context.out, "pass={pass} rmse={error:.3}"))?;
            context.out.flush()?;
            output_file::save(&self.out, &descent.to_bytes(), NETWORK)?;
        }
        bar.finish_and_clear();
        let searcher = files::searcher(Some(&self.out))?;
        print_errors("games", &searcher, &test, context)
    }
}
