//! `damier solve`: the exact score of a position.

mod solve_result;
mod winner_result;

use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use engine::{Entry, Limits, Resources, check_table};
use games::connect_four::{ConnectFour, ConnectFourSolver, OpeningBook, ScoreBounds, SolverQuery};
use games::isolation::{Isolation, solve_winner};
use rules::{Live, ParseError};
use texts::text;
use wire::report::AnalysisJson;

use crate::args::{self, GameArgs};
use crate::context::Context;
use crate::failure::Failure;
use crate::{analyse, messages, progress};
use solve_result::SolveResult;
use winner_result::WinnerResult;

/// Game that is solved by its analysis.
const ISOLATION: &str = "isolation";

/// Solve a position: who wins, and how soon
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A score is 22 minus the number of discs that the winner has played when the game ends: positive if the \
side to move wins, negative if it loses, 0 for a draw. The empty board is worth 1. Positions of Isolation are \
solved, too, as far as time and memory allow; the answer is that of `damier analyse`, or with --weak who wins.

Examples:
  damier solve connect-four 4453
  damier solve connect-four --columns
  damier solve connect-four 44444 --weak --no-book --json
  damier solve isolation --board '1 2 5 7' d1 --time 60
  damier solve isolation --rules mutual --board seed:6 --weak
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
        let result = self.solve(position, context)?;
        if self.json {
            context.print_json(&result.json())?;
        } else {
            for line in result.lines() {
                writeln!(context.out, "{}", line.get(context.lang))?;
            }
        }
        Self::end(result.is_complete(), context)
    }

    /// Solves a position of Isolation by its analysis, which is left to the solver where the depth is limited.
    fn solve_isolation(
        &self,
        entry: &Entry,
        live: &dyn Live,
        context: &mut Context<'_>,
    ) -> Result<(), Failure> {
        if self.no_book || self.columns {
            return Err(Failure::wrong(text!("solve-connect-four-only")));
        }
        let resources = args::resources(entry, self.threads, self.table)?;
        let limits = Limits { time: self.time, ..Limits::depth(u16::MAX) };
        if self.weak {
            return self.solve_winner(live, resources, &limits, context);
        }
        let record = live.record();
        let report = entry.analyst(resources).search(record, &limits, context.stop, &mut |_| {});
        let report = report.map_err(|error| Failure::replay(&record.start, error))?;
        if self.json {
            context.print_json(&AnalysisJson::new(entry.game.info().id, live, &report))?;
        } else {
            analyse::print(live, &report, context)?;
        }
        let solved = report.lines.first().is_none_or(|best| best.value.is_exact());
        Self::end(solved, context)
    }

    /// Finds out who wins a position of Isolation.
    fn solve_winner(
        &self,
        live: &dyn Live,
        resources: Resources,
        limits: &Limits,
        context: &mut Context<'_>,
    ) -> Result<(), Failure> {
        let text = live.position();
        let position: Isolation =
            text.parse().map_err(|error: ParseError| Failure::unreadable(&text, error))?;
        let start = Instant::now();
        let winner = solve_winner(&position, resources, limits, context.stop);
        let result = WinnerResult::new(live, winner, start.elapsed());
        if self.json {
            context.print_json(&result.json())?;
        } else {
            for line in result.lines() {
                writeln!(context.out, "{}", line.get(context.lang))?;
            }
        }
        Self::end(winner.wins.is_some(), context)
    }

    /// How the command ends.
    fn end(is_complete: bool, context: &Context<'_>) -> Result<(), Failure> {
        match is_complete {
            true => Ok(()),
            false if context.stop.load(Relaxed) => Err(Failure::interrupted()),
            false => Err(Failure::reported()),
        }
    }

    /// Solves the position, with a status line on a terminal.
    fn solve(&self, position: ConnectFour, context: &Context<'_>) -> Result<SolveResult, Failure> {
        let threads = self.threads.map_or_else(args::processors, usize::from);
        check_table(self.table as usize).map_err(|error| args::too_large(&error))?;
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
        Ok(result)
    }
}
