//! `damier train othello spread`: how far deep searches stray from shallow ones.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use games::othello::training::{DepthPairError, ProbcutStatistics, TrainingSet};
use texts::text;

use super::files;
use crate::context::Context;
use crate::failure::Failure;
use crate::{args, progress};

/// Fewest empty squares of a position: with fewer the search does not use ProbCut.
const MIN_EMPTIES: u32 = 12;

/// Measure how far deep searches stray from shallow ones, for the cuts of the search
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Positions are searched at every depth, with nothing left out, and to the end where that is near. The last \
line has the numbers of the formula that fits the differences best; the search has them in `probcut.rs`.

Examples:
  damier train othello spread games.bin
  damier train othello spread games.bin --count 5000 --weights weights.bin")]
pub(super) struct PatternsSpreadCommand {
    /// Files of games that `generate` made
    #[arg(value_name = "GAMES", required = true)]
    games: Vec<PathBuf>,
    /// How many positions are searched, evenly chosen
    #[arg(long, value_name = "N", default_value_t = 2000)]
    count: usize,
    /// The greatest depth
    #[arg(long, value_name = "N", default_value_t = 8)]
    #[arg(value_parser = clap::value_parser!(u32).range(2..=16))]
    depth: u32,
    /// From how many empty squares on positions are searched to the end
    #[arg(long, value_name = "N", default_value_t = 16)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=24))]
    end: u32,
    /// The weights; those of the program otherwise
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// How many positions are searched at a time; as many as there are processors otherwise
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl PatternsSpreadCommand {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let mut samples = TrainingSet::default();
        files::read_games(&self.games, &mut |_, game| samples.add(game))?;
        let positions = samples.boards(self.count, MIN_EMPTIES);
        if positions.is_empty() {
            return Err(Failure::failed(text!("train-no-positions")));
        }
        let statistics = self.search(&positions, context)?;
        for DepthPairError { pair, count, deviation } in statistics.summary() {
            let (from, to, shallow) = (pair.empties, pair.empties + 9, pair.shallow);
            let deep = if pair.to_the_end { "end".to_owned() } else { pair.deep.to_string() };
            writeln!(
                context.out,
                "empties={from}-{to} deep={deep} shallow={shallow} n={count} deviation={deviation:.2}"
            )?;
        }
        let formula = statistics.fit_coefficients().map(|number| format!("{number:.4}")).join(", ");
        writeln!(context.out, "formula=[{formula}]")?;
        Ok(())
    }

    fn search(
        &self,
        positions: &[(u64, u64)],
        context: &Context<'_>,
    ) -> Result<ProbcutStatistics, Failure> {
        let threads = self.threads.map_or_else(args::processors, usize::from);
        let searchers: Result<Vec<_>, _> =
            (0..threads).map(|_| files::searcher(self.weights.as_deref())).collect();
        let bar = progress::bar(context, positions.len() as u64, progress::COUNT_TEMPLATE);
        let (next, stop) = (AtomicUsize::new(0), context.stop);
        let (sender, receiver) = mpsc::channel();
        let mut all = ProbcutStatistics::default();
        let searchers = searchers?;
        thread::scope(|scope| {
            for mut searcher in searchers {
                let (next, sender) = (&next, sender.clone());
                scope.spawn(move || {
                    while let Some(&(own, enemy)) = positions.get(next.fetch_add(1, Relaxed)) {
                        let empties = (!(own | enemy)).count_ones();
                        let mut depths: Vec<u32> = (0..empties.min(self.depth + 1)).collect();
                        if empties <= self.end {
                            depths.push(empties);
                        }
                        let Some(scores) = searcher.scores_at_depths((own, enemy), &depths, stop)
                        else {
                            break;
                        };
                        let mut statistics = ProbcutStatistics::default();
                        statistics.add(empties, &scores);
                        if sender.send(statistics).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for statistics in receiver {
                all.merge(&statistics);
                bar.inc(1);
            }
        });
        bar.finish_and_clear();
        if stop.load(Relaxed) { Err(Failure::interrupted()) } else { Ok(all) }
    }
}
