//! `damier train` of engines that weigh terms: self-play, fit and test.

mod games;
mod weights;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use engine::{Trainer, TrainingConfig, TrainingReport, Weight};
use rules::SplitMix64;
use texts::text;

use crate::context::Context;
use crate::failure::Failure;
use crate::output_file::{OutputFormat, Overwrite};
use crate::parallel::work_in_order;
use crate::{args, messages, output_file, progress};

/// Learn the weights of the terms of an estimate
#[derive(Args, Debug)]
#[command(after_help = "\
Three steps: the engine plays against itself on random boards of the box, the weights are fitted to \
the results, and the new weights play the old ones. docs/training.md says more.

Examples:
  damier train katarenga play games.txt --games 20000 --nodes 3000 --seed 11
  damier train katarenga fit games.txt --out weights.rs
  damier train katarenga test weights.rs --games 400 --nodes 5000")]
pub(super) struct TermsCommand {
    #[command(subcommand)]
    step: TermsSubcommand,
}

#[derive(Subcommand, Debug)]
enum TermsSubcommand {
    Play(TermsPlayCommand),
    Fit(TermsFitCommand),
    Test(TermsTestCommand),
}

/// Let the engine play itself, and add the games to a file
#[derive(Args, Debug)]
#[command(after_help = "\
Games that are in the file are not played again. A line is First's score, the number of random moves \
at the beginning, the start, the moves and the values of those that are not random, with tabs \
between.

Examples:
  damier train congress play games.txt --games 1000
  damier train congress play more.txt --games 9000 --seed 2 --weights weights.rs")]
struct TermsPlayCommand {
    /// The file of the games
    file: PathBuf,
    /// How many games there should be
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u32,
    /// How many positions to look at for a move
    #[arg(long, value_name = "N", default_value_t = 3000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The number that boards and openings are drawn from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Play with these weights, not with the engine's own
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// How many games to play at a time; one for each processor otherwise
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// End after so long, with the games that are done by then
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds)]
    time: Option<Duration>,
}

/// Fit the weights to games
#[derive(Args, Debug)]
#[command(after_help = "\
Every tenth game is kept out of the fit, to test it with. The loss is the mean surprise of the \
results, in nats: 0.693 for who knows nothing.

Examples:
  damier train katarenga fit games.txt more.txt --out weights.rs
  damier train congress fit games.txt --rounds 30 --out weights.rs")]
struct TermsFitCommand {
    /// The files of the games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write the weights to this file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How often every position is seen
    #[arg(long, value_name = "N", default_value_t = 12)]
    rounds: u32,
    /// The number from which the order of the positions comes
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Let new weights play the engine's own
#[derive(Args, Debug)]
#[command(after_help = "\
Games are played in pairs from the same opening on a random board, the two changing seats.

Examples:
  damier train katarenga test weights.rs
  damier train congress test weights.rs --games 1000 --nodes 20000")]
struct TermsTestCommand {
    /// The file of the weights
    weights: PathBuf,
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: u32,
    /// How many positions to look at for a move
    #[arg(long, value_name = "N", default_value_t = 5000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The number that boards and openings are drawn from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many games to play at a time; one for each processor otherwise
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl TermsCommand {
    pub(super) fn run(&self, game: &str, context: &mut Context<'_>) -> Result<(), Failure> {
        let entry = args::find(game, context.catalogue)?;
        let info = entry.game.info();
        let nothing = || Failure::wrong(text!("train-nothing", game = &info.title));
        let trainer = entry.trainer.ok_or_else(nothing)?;
        match &self.step {
            TermsSubcommand::Play(step) => step.run(trainer, context),
            TermsSubcommand::Fit(step) => step.run(info.id, trainer, context),
            TermsSubcommand::Test(step) => step.run(trainer, context),
        }
    }
}

/// The seed of the game of a number.
fn seed_of(seed: u64, number: u32) -> u64 {
    SplitMix64::mix(seed) ^ SplitMix64::mix(u64::from(number) + 1)
}

fn threads(asked: Option<u16>) -> usize {
    asked.map_or_else(args::processors, usize::from)
}

impl TermsPlayCommand {
    fn run(&self, trainer: Trainer, context: &mut Context<'_>) -> Result<(), Failure> {
        let weights = weights::read_or(self.weights.as_deref(), trainer)?;
        let mut file = games::TrainingFile::open(&self.file)?;
        let begun = file.games();
        let end = self.time.map(|time| Instant::now() + time);
        let is_over = || end.is_some_and(|end| Instant::now() >= end);
        let bar = progress::bar(context, self.games.into(), progress::MESSAGE_TEMPLATE);
        bar.set_position(begun.into());
        let next = AtomicU32::new(begun);
        let work = |halt: &AtomicBool| {
            let number = next.fetch_add(1, Relaxed);
            if number >= self.games || is_over() {
                return Ok(None);
            }
            let seed = seed_of(self.seed, number);
            Ok(trainer.play(&weights, seed, self.nodes, halt).map(|game| (number, game)))
        };
        work_in_order(threads(self.threads), begun, context.stop, work, |_, game| {
            file.append(&game)?;
            bar.inc(1);
            Ok(ControlFlow::Continue(()))
        })?;
        bar.finish_and_clear();
        let done = text!("train-played", done = file.games(), all = self.games);
        writeln!(context.out, "{}", done.get(context.lang))?;
        if context.stop.load(Relaxed) { Err(Failure::interrupted()) } else { Ok(()) }
    }
}

impl TermsFitCommand {
    fn run(&self, game: &str, trainer: Trainer, context: &mut Context<'_>) -> Result<(), Failure> {
        let mut games = Vec::new();
        for file in &self.files {
            games.extend(games::read(file)?);
        }
        let config =
            TrainingConfig { epochs: self.rounds, seed: self.seed, weight_decay: WEIGHT_DECAY };
        let (out, lang) = (&mut context.out, context.lang);
        let mut failure = Ok(());
        let report = trainer.fit(&games, &config, context.stop, &mut |report: &TrainingReport| {
            let line = messages::train::round(report.epoch, report.losses);
            failure = failure.as_mut().map_or(Ok(()), |()| writeln!(out, "{}", line.get(lang)));
        });
        failure?;
        let text = weights::write(game, trainer, &report, games.len());
        output_file::save(&self.out, text.as_bytes(), WEIGHTS)?;
        if context.stop.load(Relaxed) { Err(Failure::interrupted()) } else { Ok(()) }
    }
}

/// A module of weights may be replaced.
const WEIGHTS: Overwrite = Overwrite::Same(OutputFormat::FirstLine("//! The weights of"));

/// Weight decay: enough to settle the weights that games say nothing about.
const WEIGHT_DECAY: f64 = 1e-5;

impl TermsTestCommand {
    fn run(&self, trainer: Trainer, context: &mut Context<'_>) -> Result<(), Failure> {
        let weights: Vec<Weight> = weights::read_or(Some(&self.weights), trainer)?;
        let pairs = self.games.div_ceil(2);
        let bar = progress::bar(context, pairs.into(), progress::MESSAGE_TEMPLATE);
        let next = AtomicU32::new(0);
        let work = |halt: &AtomicBool| {
            let number = next.fetch_add(1, Relaxed);
            if number >= pairs {
                return Ok(None);
            }
            let seed = seed_of(self.seed, number);
            let scores = trainer.compare(&weights, seed, self.nodes, halt);
            Ok(scores.map(|scores| (number, scores)))
        };
        let mut means: Vec<f64> = Vec::new();
        work_in_order(threads(self.threads), 0, context.stop, work, |_, [one, other]| {
            means.push(f64::from(one + other) / 2.0);
            bar.inc(1);
            Ok(ControlFlow::Continue(()))
        })?;
        bar.finish_and_clear();
        let count = means.len() as f64;
        let mean = means.iter().sum::<f64>() / count;
        let spread = means.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / count;
        let error = 1.96 * (spread / count).sqrt();
        let said = messages::train::compared(2 * means.len(), mean, error);
        writeln!(context.out, "{}", said.get(context.lang))?;
        if context.stop.load(Relaxed) { Err(Failure::interrupted()) } else { Ok(()) }
    }
}
