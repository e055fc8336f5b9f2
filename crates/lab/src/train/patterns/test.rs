//! `damier train othello test`: how good weights are.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use engine::Limits;
use games::othello::OthelloSolver;
use games::othello::training::{PairedGamesScore, TrainingSet, play_paired_games};

use super::files::{self, HELD_OUT, WTHOR_HELD_OUT};
use crate::context::Context;
use crate::failure::Failure;
use crate::{args, progress};

/// Say how far weights miss positions that they were not fitted to, or let them play
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  damier train othello test games.bin
  damier train othello test --wthor wthor
  damier train othello test --weights new.bin --against old.bin --time 0.05")]
pub(super) struct PatternsTestCommand {
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

impl PatternsTestCommand {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let searcher = files::searcher(self.weights.as_deref())?;
        let mut own = TrainingSet::default();
        files::read_games(&self.games, &mut |index, game| {
            if index.is_multiple_of(HELD_OUT) {
                own.add(game);
            }
        })?;
        print_errors("games", &searcher, &own, context)?;
        if let Some(folder) = &self.wthor {
            let mut people = TrainingSet::default();
            files::read_wthor_folder(folder, &mut |index, game| {
                if index.is_multiple_of(WTHOR_HELD_OUT) {
                    people.add_wthor_exact(game);
                }
            })?;
            print_errors("wthor", &searcher, &people, context)?;
        }
        self.against.as_ref().map_or(Ok(()), |path| self.play(searcher, path, context))
    }

    fn play(
        &self,
        searcher: OthelloSolver,
        against: &Path,
        context: &mut Context<'_>,
    ) -> Result<(), Failure> {
        let mut pair = [searcher, files::searcher(Some(against))?];
        let limits = Limits::time(self.time.unwrap_or(Duration::from_millis(50)));
        let mut sum = PairedGamesScore::default();
        let pairs = u64::from(self.count.div_ceil(2));
        let bar = progress::bar(context, pairs, progress::COUNT_TEMPLATE);
        for number in 0..pairs {
            let Some(score) = play_paired_games(&mut pair, number, &limits, context.stop) else {
                break;
            };
            bar.inc(1);
            sum.won += score.won;
            sum.drawn += score.drawn;
            sum.lost += score.lost;
            sum.discs += score.discs;
        }
        bar.finish_and_clear();
        let PairedGamesScore { won, drawn, lost, discs } = sum;
        let (share, error) = (100.0 * sum.share(), 100.0 * sum.standard_error());
        writeln!(
            context.out,
            "won={won} drawn={drawn} lost={lost} discs={discs:+} score={share:.1}±{error:.1}%"
        )?;
        if context.stop.load(Relaxed) { Err(Failure::interrupted()) } else { Ok(()) }
    }
}

/// Prints how far weights miss what they were not fitted to.
pub(super) fn print_errors(
    name: &str,
    searcher: &OthelloSolver,
    samples: &TrainingSet,
    context: &mut Context<'_>,
) -> Result<(), Failure> {
    for empties in EMPTIES {
        let errors = searcher.evaluation_error(samples, empties);
        if errors.count > 0 {
            let (count, mae, rmse) = (errors.count, errors.mean_absolute, errors.root_mean_square);
            writeln!(
                context.out,
                "{name} empties={empties} n={count} mae={mae:.3} rmse={rmse:.3}"
            )?;
        }
    }
    Ok(())
}
