//! `damier solve`: the exact score of a position.

mod solve_result;

use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use engine::{Entry, Limits, Resources};
use games::connect_four::{ConnectFour, ConnectFourSolver, OpeningBook, ScoreBounds, SolverQuery};
use rules::{Live, ParseError};
use wire::report::AnalysisJson;

use crate::args::{self, GameArgs};
use crate::context::Context;
use crate::failure::Failure;
use crate::{analyse, messages, progress};
use solve_result::SolveResult;

/// Game that is solved by its analysis.
const ISOLATION: &str = "isolation";

/// Solve a position: who wins, and how soon
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A score is 22 minus the number of discs that the winner has played when the game ends: positive if the \
side to move wins, negative if it loses, 0 for a draw. The empty board is worth 1. Positions of Isolation are \
solved, too, as far as time and memory allow; the answer is that of `damier analyse`.

Examples:
  damier solve connect-four 4453
  damier solve connect-four --columns
  damier solve connect-four 44444 --weak --no-book --json
  damier solve isolation --board '1 2 5 7' d1 --time 60
  damier solve connect-four --position '7/7/7/7/3o3/2xx3 o' --threads 2")]
#[expect(clippy::struct_excessive_bools, reason = "a switch each")]
pub(crate) struct SolveCommand {
    #[command(flatten)]
    game: GameArgs,
    /// Find out who wins, but not how soon: the score is 1, 0 or -1
    #[arg(long)]
    weak: bool,
    /// Do not look into the opening book
    #[arg(long)]
    no_book: bool,
    /// Solve every column
    #[arg(long)]
    columns: bool,
    /// End after so long, with the bounds that are known by then
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds)]
    time: Option<Duration>,
    /// How many threads search; as many as there are processors otherwise
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The size of the transposition table, in MiB
    #[arg(long, value_name = "MB", default_value_t = 84)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=65_536))]
    table: u32,
    /// Print JSON: the score first, then outcome, moves, plies, line, columns and cost
    #[arg(long)]
    json: bool,
}

impl SolveCommand {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let (entry, live) = self.game.open(context)?;
        if entry.game.info().id == ISOLATION {
            return self.solve_isolation(&entry, live.as_ref(), context);
        }
        args::require_solver(&entry)?;
        let text = live.position();
        let position: ConnectFour =
            text.parse().map_err(|error: ParseError| Failure::unreadable(&text, error))?;
        let result = self.solve(position, context);
        if self.json {
            context.print_json(&result.json())?;
        } else {
            for line in result.lines() {
                writeln!(context.out, "{}", line.get(context.lang))?;
            }
        }
        match result.is_complete() {
            true => Ok(()),
            false if context.stop.load(Relaxed) => Err(Failure::interrupted()),
            false => Err(Failure::reported()),
        }
    }

    /// Solves a position of Isolation, whose solver is the first step of its analysis.
    fn solve_isolation(
        &self,
        entry: &Entry,
        live: &dyn Live,
        context: &mut Context<'_>,
    ) -> Result<(), Failure> {
        if self.weak || self.no_book || self.columns {
            return Err(Failure::wrong(messages::solve::connect_four_only()));
        }
        let resources = Resources {
            threads: self.threads.map_or_else(args::processors, usize::from),
            table: self.table as usize,
        };
        let limits = Limits { time: self.time, ..Limits::default() };
        let record = live.record();
        let report = entry.analyst(resources).search(record, &limits, context.stop, &mut |_| {});
        let report = report.map_err(|error| Failure::replay(&record.start, error))?;
        if self.json {
            context.print_json(&AnalysisJson::new(entry.game.info().id, live, &report))?;
        } else {
            analyse::print(live, &report, context)?;
        }
        let solved = report.lines.first().is_none_or(|best| best.value.is_exact());
        match solved {
            true => Ok(()),
            false if context.stop.load(Relaxed) => Err(Failure::interrupted()),
            false => Err(Failure::reported()),
        }
    }

    /// Solves the position, with a status line on a terminal.
    fn solve(&self, position: ConnectFour, context: &Context<'_>) -> SolveResult {
        let threads = self.threads.map_or_else(args::processors, usize::from);
        let book = OpeningBook::get().filter(|_| !self.no_book);
        let mut solver = ConnectFourSolver::new(threads, self.table as usize, book);
        let query = if self.weak { SolverQuery::Outcome } else { SolverQuery::Score };
        let start = Instant::now();
        let end = self.time.map(|time| start + time);
        let halt = |_| context.stop.load(Relaxed) || end.is_some_and(|end| Instant::now() >= end);

        let status = progress::bar(context, 0, "{msg}");
        let mut bounds = ScoreBounds::UNKNOWN;
        let found = solver.solve(&position, query, &halt, &mut |now| {
            bounds = now;
            status.set_message(messages::solve::status(now).get(context.lang).to_owned());
        });
        let mut result = SolveResult::new(position, self.weak, found.unwrap_or(bounds));
        if self.columns && result.is_complete() {
            result.columns = solver.columns(&position, query, &halt, &mut |column, now| {
                let text = messages::solve::column(&column.to_string(), now.low);
                status.set_message(text.get(context.lang).to_owned());
            });
        }
        if let (false, Some(score)) = (self.weak, result.score()) {
            result.line = solver.line(&position, score, &halt);
        }
        status.finish_and_clear();
        result.nodes = solver.nodes();
        result.time = start.elapsed();
        result
    }
}
