//! `damier book`: makes the opening book of a solved game.

mod parallel_solve;
mod score_file;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use engine::check_table;
use games::connect_four::{ConnectFourSolver, OpeningBook, opening_positions};
use texts::text;

use crate::args;
use crate::context::Context;
use crate::failure::Failure;
use crate::output_file::Overwrite;
use crate::{output_file, progress};
use parallel_solve::{BookPosition, parallel_solve};
use score_file::ScoreFile;

/// Template of the progress bar.
const PROGRESS_TEMPLATE: &str = "{bar:40} {pos}/{len}  {elapsed} ({eta})  {msg}";

/// Make the opening book of a game that can be solved
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Every position with so many discs is solved, mirror images once, and each score is added to the file \
as a line: the moves and the score. The same command goes on where the last one ended. When all are \
there, --pack writes the book that the program is built with; the scores of positions with fewer \
discs follow from those.

Examples:
  damier book connect-four --plies 4 --out scores.txt
  damier book connect-four --threads 16 --table 8192 --time 540 --out scores.txt
  damier book connect-four --out scores.txt --pack book.bin")]
pub struct BookCommand {
    /// The game: connect-four
    game: String,
    /// How many discs the deepest positions have
    #[arg(long, value_name = "N", default_value_t = 8)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=10))]
    plies: u32,
    /// The file of the scores, to which new ones are added
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Write the finished book to this file
    #[arg(long, value_name = "FILE")]
    pack: Option<PathBuf>,
    /// Write the book over a file that exists
    #[arg(long, requires = "pack")]
    force: bool,
    /// How many positions are solved at the same time; as many as there are processors otherwise
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The size of the table that they share, in MiB
    #[arg(long, value_name = "MB", default_value_t = 1024)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=262_144))]
    table: u32,
    /// End after so long, with what is done by then
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds)]
    time: Option<Duration>,
}

impl BookCommand {
    pub fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        args::require_solver(&args::find(&self.game, context.catalogue)?)?;
        let mut scores = ScoreFile::open(&self.out)?;
        let all = opening_positions(self.plies);
        let missing: Vec<_> =
            all.iter().filter(|(_, position)| scores.get(position).is_none()).collect();
        if !missing.is_empty() {
            self.solve(&missing, all.len(), &mut scores, context)?;
        }
        let left = all.iter().filter(|(_, position)| scores.get(position).is_none()).count();
        let done = all.len() - left;
        context.print(&text!("book-done", done, all = all.len()))?;
        if context.stop.load(Relaxed) {
            return Err(Failure::interrupted());
        }
        match &self.pack {
            None => Ok(()),
            Some(_) if left > 0 => Err(Failure::failed(text!("book-unfinished", left))),
            Some(path) => self.write(path, &scores),
        }
    }

    /// Solves positions and appends their scores to the file.
    fn solve(
        &self,
        missing: &[&BookPosition],
        all: usize,
        scores: &mut ScoreFile,
        context: &Context<'_>,
    ) -> Result<(), Failure> {
        let bar = progress::bar(context, all as u64, PROGRESS_TEMPLATE);
        bar.set_position((all - missing.len()) as u64);
        bar.reset_eta();
        let threads = self.threads.map_or_else(args::processors, usize::from);
        check_table(self.table as usize).map_err(|error| args::too_large(&error))?;
        let solver = ConnectFourSolver::new(1, self.table as usize, None);
        let deadline = self.time.map(|time| Instant::now() + time);
        let stop: &AtomicBool = context.stop;
        let solved = parallel_solve(missing, threads, &solver, stop, deadline, |opening, score| {
            bar.inc(1);
            scores.add(opening, score)
        });
        bar.finish_and_clear();
        solved
    }

    /// Writes the finished book.
    fn write(&self, path: &Path, scores: &ScoreFile) -> Result<(), Failure> {
        let bytes = OpeningBook::encode(self.plies, |position| scores.get(position))
            .map_err(|error| Failure::failed(error.text()))?;
        let overwrite = if self.force { Overwrite::Always } else { Overwrite::Never };
        output_file::save(path, &bytes, overwrite)
    }
}
