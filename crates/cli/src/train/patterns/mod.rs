//! `damier train othello`: making the patterns of its evaluation.

mod files;
mod generate;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use engine::Limits;
use games::othello::Searcher;
use games::othello::training::{Fit, Tally, contest};

use crate::args;
use crate::context::Context;
use crate::failure::Failure;
use crate::words;
use files::{HELD_OUT, WTHOR_HELD_OUT};

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
pub(super) struct Train {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    Generate(generate::Generate),
    Fit(FitArgs),
    Test(TestArgs),
}

/// Fit weights to the positions of games
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Every fiftieth game is left out, to be tested on.

Examples:
  damier train othello fit --out weights.bin games-1.bin games-2.bin
  damier train othello fit --out first.bin --wthor wthor")]
struct FitArgs {
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
    #[arg(long, value_name = "N", default_value_t = 15)]
    epochs: usize,
    /// How far weights move at first, as a part of the error
    #[arg(long, value_name = "PART", default_value_t = 0.008)]
    rate: f32,
    /// How many threads; as many as there are processors otherwise
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Say how far weights miss positions that they were not fitted to, or let them play
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  damier train othello test games.bin
  damier train othello test --wthor wthor
  damier train othello test --weights new.bin --against old.bin --time 0.05")]
struct TestArgs {
    /// Files of games that `generate` made; every fiftieth is looked at
    #[arg(value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// The weights; those of the program otherwise
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// A folder of WTHOR files, of which every 68th game is looked at
    #[arg(long, value_name = "FOLDER")]
    wthor: Option<PathBuf>,
    /// Play against these weights
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// How many games, two from each opening
    #[arg(long = "games", value_name = "N", default_value_t = 100, requires = "against")]
    count: u32,
    /// Time for each move
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds, requires = "against")]
    time: Option<Duration>,
}

/// Empty squares at which errors are told.
const EMPTIES: [usize; 4] = [12, 24, 36, 48];

impl Train {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        match &self.command {
            Command::Generate(command) => command.run(context),
            Command::Fit(command) => command.run(context),
            Command::Test(command) => command.run(context),
        }
    }
}

impl FitArgs {
    fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let threads = self.threads.map_or_else(args::processors, usize::from);
        let mut fit = Fit::new(self.epochs, self.rate, threads);
        let mut test = Fit::new(0, 0.0, 1);
        files::read_games(&self.games, &mut |index, game| {
            if index.is_multiple_of(HELD_OUT) { test.add(game) } else { fit.add(game) }
        })?;
        if let Some(folder) = &self.wthor {
            files::read_wthor_folder(folder, &mut |index, game| {
                if !index.is_multiple_of(WTHOR_HELD_OUT) {
                    fit.add_wthor(game);
                }
            })?;
        }
        if fit.is_empty() {
            return Err(Failure::failed(words::train::no_positions()));
        }
        writeln!(context.out, "positions={}", fit.len())?;
        context.out.flush()?;
        let heard = Mutex::new(Vec::new());
        let bytes = fit.weights(&|stage, error| {
            if let Ok(mut heard) = heard.lock() {
                heard.push((stage, error));
            }
        });
        let mut heard = heard.into_inner().unwrap_or_default();
        heard.sort_by_key(|&(stage, _)| stage);
        for (stage, error) in heard {
            writeln!(context.out, "stage={stage} rmse={error:.3}")?;
        }
        let name = self.out.display().to_string();
        fs::write(&self.out, &bytes)
            .map_err(|error| Failure::failed(words::not_saved(&name, &error)))?;
        writeln!(context.out, "bytes={}", bytes.len())?;
        let searcher = files::searcher(Some(&self.out))?;
        print_errors("games", &searcher, &test, context)
    }
}

impl TestArgs {
    fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let searcher = files::searcher(self.weights.as_deref())?;
        let mut own = Fit::new(0, 0.0, 1);
        files::read_games(&self.games, &mut |index, game| {
            if index.is_multiple_of(HELD_OUT) {
                own.add(game);
            }
        })?;
        print_errors("games", &searcher, &own, context)?;
        if let Some(folder) = &self.wthor {
            let mut people = Fit::new(0, 0.0, 1);
            files::read_wthor_folder(folder, &mut |index, game| {
                if index.is_multiple_of(WTHOR_HELD_OUT) {
                    people.add_perfect(game);
                }
            })?;
            print_errors("wthor", &searcher, &people, context)?;
        }
        self.against.as_ref().map_or(Ok(()), |path| self.play(searcher, path, context))
    }

    fn play(
        &self,
        searcher: Searcher,
        against: &Path,
        context: &mut Context<'_>,
    ) -> Result<(), Failure> {
        let mut pair = [searcher, files::searcher(Some(against))?];
        let limits = Limits::time(self.time.unwrap_or(Duration::from_millis(50)));
        let mut sum = Tally::default();
        for number in 0..u64::from(self.count.div_ceil(2)) {
            let Some(tally) = contest(&mut pair, number, &limits, context.stop) else { break };
            sum.won += tally.won;
            sum.drawn += tally.drawn;
            sum.lost += tally.lost;
            sum.discs += tally.discs;
        }
        let Tally { won, drawn, lost, discs } = sum;
        let share = 100.0 * sum.share();
        writeln!(
            context.out,
            "won={won} drawn={drawn} lost={lost} discs={discs:+} score={share:.1}%"
        )?;
        if context.stop.load(Relaxed) { Err(Failure::interrupted()) } else { Ok(()) }
    }
}

/// Prints how far weights miss what they were not fitted to.
fn print_errors(
    name: &str,
    searcher: &Searcher,
    test: &Fit,
    context: &mut Context<'_>,
) -> Result<(), Failure> {
    for empties in EMPTIES {
        let errors = searcher.errors(test, empties);
        if errors.count > 0 {
            let (count, mae, rmse) = (errors.count, errors.absolute, errors.square);
            writeln!(
                context.out,
                "{name} empties={empties} n={count} mae={mae:.3} rmse={rmse:.3}"
            )?;
        }
    }
    Ok(())
}
