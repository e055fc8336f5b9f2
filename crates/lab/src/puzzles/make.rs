//! `damier puzzles make`.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use clap::ValueEnum;
use engine::{
    Entry, MinedPuzzles, MiningTask, PuzzleCollection, PuzzleMiner, PuzzleRefusal, PuzzleSource,
};
use rules::Record;
use serde::Serialize;
use texts::text;

use crate::context::Context;
use crate::failure::Failure;
use crate::files::GameFiles;
use crate::output_file::{OutputFile, OutputFormat, Overwrite, unwritten};
use crate::{args, messages, progress};

/// Template of the progress bar.
const PROGRESS_TEMPLATE: &str = "{bar:30} {pos}/{len}  {msg}";
/// A file of an earlier run, which may be replaced.
const PUZZLE_FILE: Overwrite = Overwrite::Same(OutputFormat::FirstLine("damier puzzles"));

/// Look for positions with exactly one right move, prove them, and write them to a file
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The same command gives the same file. Ctrl-C ends it, with the puzzles that were found.

Examples:
  damier puzzles make connect-four --count 20 --seed 7 --out puzzles.txt
  damier puzzles make isolation --from random --count 5 --json
  damier puzzles make othello --from records --record games.txt --count 5")]
pub(crate) struct PuzzlesMakeCommand {
    /// The game, by a name that `damier --help` lists
    game: String,
    /// The games in which puzzles are looked for
    #[arg(long, value_enum, default_value_t = PuzzleOrigin::SelfPlay)]
    from: PuzzleOrigin,
    /// The files of the games, with --from records; may be given several times
    #[arg(long, value_name = "FILE", required_if_eq("from", "records"))]
    record: Vec<PathBuf>,
    /// How many puzzles are wanted
    #[arg(long, value_name = "N", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// The seed of all random choices
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The file of the puzzles; they are printed otherwise
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON: how many positions were looked at, kept and refused, and why
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum PuzzleOrigin {
    /// Games of the engine against itself, weak and with random moves
    SelfPlay,
    /// Random moves
    Random,
    /// The games of record files
    Records,
}

impl PuzzleOrigin {
    const fn id(self) -> &'static str {
        match self {
            Self::SelfPlay => "self-play",
            Self::Random => "random",
            Self::Records => "records",
        }
    }
}

#[derive(Serialize)]
struct MiningJson<'a> {
    game: &'a str,
    games: u64,
    positions: u64,
    kept: usize,
    refused: std::collections::BTreeMap<&'static str, u64>,
    seconds: f64,
    seconds_per_puzzle: Option<f64>,
}

impl PuzzlesMakeCommand {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let entry = args::find(&self.game, context.catalogue)?;
        let id = entry.game.info().id;
        let miner = find_miner(id, context.catalogue)?;
        let records = self.records(id, context)?;
        let out = self.out.as_deref();
        let file = out.map(|path| {
            OutputFile::create(path, PUZZLE_FILE).map_err(|error| unwritten(path, &error))
        });
        let file = file.transpose()?;
        let source = match self.from {
            PuzzleOrigin::SelfPlay => PuzzleSource::SelfPlay,
            PuzzleOrigin::Random => PuzzleSource::Random,
            PuzzleOrigin::Records => PuzzleSource::Records(&records),
        };
        let task = MiningTask { source, count: self.count as usize, seed: self.seed };
        let (bar, lang) =
            (progress::bar(context, self.count.into(), PROGRESS_TEMPLATE), context.lang);
        let before = (context.elapsed)();
        let mined = miner.mine(&task, context.stop, &mut |progress| {
            bar.set_position(progress.kept as u64);
            let positions = text!("puzzle-positions", positions = progress.positions);
            bar.set_message(positions.get(lang).to_owned());
        });
        bar.finish_and_clear();
        let time = (context.elapsed)().saturating_sub(before);
        self.report(id, &mined, time, context)?;
        let collection = PuzzleCollection {
            game: id.to_owned(),
            command: self.command(id),
            puzzles: mined.puzzles,
        };
        match (file, out) {
            (Some(mut file), Some(path)) => {
                let written = file.write_all(collection.write().as_bytes());
                let written = written.and_then(|()| file.finish());
                written.map_err(|error| unwritten(path, &error))?;
            }
            _ if self.json => {}
            _ => write!(context.out.data(), "{}", collection.write())?,
        }
        if context.stop.load(Relaxed) { Err(Failure::interrupted()) } else { Ok(()) }
    }

    /// The command that makes the same puzzles.
    fn command(&self, game: &str) -> String {
        let Self { from, count, seed, .. } = self;
        let files = self.record.iter().map(|path| format!(" --record '{}'", path.display()));
        let files = messages::printable(&files.collect::<String>());
        let from = from.id();
        format!("damier puzzles make {game} --from {from}{files} --count {count} --seed {seed}")
    }

    /// The games of the record files; those of other games are left aside.
    fn records(&self, id: &str, context: &mut Context<'_>) -> Result<Vec<Record>, Failure> {
        if self.from != PuzzleOrigin::Records {
            return if self.record.is_empty() {
                Ok(Vec::new())
            } else {
                Err(Failure::wrong(text!("puzzle-records-unused")))
            };
        }
        let mut records = Vec::new();
        GameFiles::new(&self.record, context)?.for_each(context, |at, reading, _| {
            let one = reading.map_err(|error| Failure::failed(at.describe(error)))?;
            if one.game.info().id == id {
                records.push(one.saved.record);
            }
            Ok(())
        })?;
        if records.is_empty() { Err(Failure::failed(messages::no_game())) } else { Ok(records) }
    }

    /// Prints the numbers: to standard error where the puzzles themselves are printed.
    fn report(
        &self,
        game: &str,
        mined: &MinedPuzzles,
        time: Duration,
        context: &mut Context<'_>,
    ) -> Result<(), Failure> {
        let progress = &mined.progress;
        let seconds = time.as_secs_f64();
        let per_puzzle = (progress.kept > 0).then(|| seconds / progress.kept as f64);
        if self.json {
            let refused = progress.refused.iter().map(|(refusal, &count)| (refusal.id(), count));
            context.print_json(&MiningJson {
                game,
                games: progress.games,
                positions: progress.positions,
                kept: progress.kept,
                refused: refused.collect(),
                seconds,
                seconds_per_puzzle: per_puzzle,
            })?;
            return Ok(());
        }
        let mut lines = vec![messages::puzzles::mined(progress)];
        for refusal in PuzzleRefusal::ALL {
            let count = progress.refused.get(&refusal);
            lines.extend(count.map(|&count| messages::puzzles::refused(refusal, count)));
        }
        lines.extend(per_puzzle.map(messages::puzzles::time_per_puzzle));
        for line in lines {
            if self.out.is_some() {
                context.print(&line)?;
            } else {
                context.remark(&line);
            }
        }
        Ok(())
    }
}

/// The miner of a game.
pub(super) fn find_miner(id: &str, catalogue: &[Entry]) -> Result<&'static PuzzleMiner, Failure> {
    let entry = catalogue.iter().find(|entry| entry.game.info().id == id);
    entry
        .and_then(|entry| entry.miner)
        .ok_or_else(|| Failure::wrong(text!("puzzle-none", game = id)))
}
