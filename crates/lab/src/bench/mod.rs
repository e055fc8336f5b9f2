//! `damier bench`: nodes and speed of the search.

mod cancels;
mod followers;
mod kills;
mod othello;
mod robot_seat;
mod robots;
mod server;
mod server_memory;
mod server_process;
mod socket;
mod solver;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use engine::{
    BENCH_DEPTH, BenchCost, Entry, Limits, Resources, bench, bench_positions, check_table,
};
use games::connect_four::SolverQuery;
use rules::{Record, Text};
use serde::Serialize;
use texts::text;

use crate::args;
use crate::context::Context;
use crate::failure::Failure;
use crate::messages;
pub(crate) use server::ServerBenchResult;

/// Measure the search of one game or of all
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Without --time, eight positions of each game are searched to the same depth. With one thread the \
nodes are always the same, and change only when the search does.

With --time, the start of each game is searched for so long with one thread, then with several; \
the last column says how many times as many nodes that makes.

With a FILE of positions and their scores, a line each such as \"4453 -2\", the solver of the game solves \
them one by one: on one thread, without its book, with a table that is emptied before each. Times are \
those of the processor, and bad counts the scores that differ from the file's. Othello's files have a \
board a line, such as \"…OX…XO… X; F5:+0;\"; there, with several threads, times are those of the clock.

Examples:
  damier bench
  damier bench othello --depth 10
  damier bench --time 1
  damier bench katarenga --time 5 --threads 8 --table 256
  damier bench connect-four Test_L2_R1 --limit 100 --table 84
  damier bench othello ffo40-49.obf --threads 2
  damier bench server --games 500")]
#[command(args_conflicts_with_subcommands = true)]
pub struct BenchCommand {
    #[command(subcommand)]
    command: Option<BenchSubcommand>,
    /// The game, by a name that `damier --help` lists; all of them otherwise
    game: Option<String>,
    /// Solve the positions of this file instead
    #[arg(value_name = "FILE", conflicts_with_all = ["depth", "time"])]
    file: Option<PathBuf>,
    /// Solve the first so many positions of the file only
    #[arg(long, value_name = "N", requires = "file")]
    limit: Option<usize>,
    /// Find out who wins, but not how soon
    #[arg(long, requires = "file")]
    weak: bool,
    /// How many moves deep to search
    #[arg(long, value_name = "N", default_value_t = BENCH_DEPTH, conflicts_with = "time")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    depth: u16,
    /// Search the start of each game for so long instead
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds)]
    time: Option<Duration>,
    /// How many threads search: 1 otherwise, and 2 to compare with where --time is given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The size of the transposition table, in MiB: 16 otherwise, and 84 or 256 for a FILE
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    table: Option<u32>,
    /// Print JSON: for each game its nodes, depth, seconds and nodes per second
    #[arg(long)]
    json: bool,
}

#[derive(clap::Subcommand, Debug)]
enum BenchSubcommand {
    Server(server::ServerBenchCommand),
}

/// Cost of the searches of a game.
#[derive(Serialize)]
struct BenchRow {
    game: &'static str,
    threads: usize,
    depth: u16,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
}

#[derive(Serialize)]
struct BenchJson {
    games: Vec<BenchRow>,
    nodes: u64,
}

impl BenchCommand {
    pub fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        if let Some(BenchSubcommand::Server(command)) = &self.command {
            return command.run(context);
        }
        let games = match &self.game {
            Some(name) => vec![args::find(name, context.catalogue)?],
            None => context.catalogue.to_vec(),
        };
        if let (Some(path), [entry]) = (&self.file, games.as_slice()) {
            if entry.game.info().id == "othello" {
                return self.solve_othello(path, context);
            }
            args::require_solver(entry)?;
            return self.solve(path, context);
        }
        let rows = match self.time {
            None => self.count(&games, context)?,
            Some(time) => self.race(&games, time, context)?,
        };
        if self.json {
            let nodes = rows.iter().map(|row| row.nodes).sum();
            context.print_json(&BenchJson { games: rows, nodes })?;
        }
        Ok(())
    }

    /// Solves the positions of a file; an error if a score differs from that of the file.
    fn solve(&self, path: &Path, context: &mut Context<'_>) -> Result<(), Failure> {
        let query = if self.weak { SolverQuery::Outcome } else { SolverQuery::Score };
        let (limit, table) = (self.limit.unwrap_or(usize::MAX), self.table.unwrap_or(84));
        check_table(table as usize).map_err(|error| args::too_large(&error))?;
        let measured = solver::measure(path, limit, query, table as usize, context)?;
        if self.json {
            context.print_json(&measured)?;
        } else {
            writeln!(context.out, "{}", measured.line())?;
        }
        if measured.is_right() { Ok(()) } else { Err(Failure::reported()) }
    }

    /// Solves the Othello positions of a file; an error if a score differs from that of the file.
    fn solve_othello(&self, path: &Path, context: &mut Context<'_>) -> Result<(), Failure> {
        let task = othello::OthelloBench {
            path,
            limit: self.limit.unwrap_or(usize::MAX),
            threads: self.threads.unwrap_or(1).into(),
            table: self.table.unwrap_or(256) as usize,
        };
        check_table(task.table).map_err(|error| args::too_large(&error))?;
        let measured = task.run(self.json, context)?;
        if self.json {
            context.print_json(&measured)?;
        } else {
            writeln!(context.out, "{}", measured.line())?;
        }
        if measured.is_right() { Ok(()) } else { Err(Failure::reported()) }
    }

    /// Counts the nodes to a fixed depth.
    fn count(&self, games: &[Entry], context: &mut Context<'_>) -> Result<Vec<BenchRow>, Failure> {
        let threads = self.threads.unwrap_or(1).into();
        let limits = Limits::depth(self.depth);
        let mut rows = Vec::new();
        let mut total = BenchCost::default();
        for entry in games {
            let positions = bench_positions(entry.game);
            let cost = self.measure(entry, &positions, &limits, threads, context)?;
            rows.push(BenchRow::new(entry, threads, &cost));
            self.print(&messages::bench::count(entry.game.info().id, &cost), context)?;
            total.nodes += cost.nodes;
            total.time += cost.time;
        }
        if games.len() > 1 {
            let name = text!("bench-total");
            self.print(&messages::bench::count(name.get(context.lang), &total), context)?;
        }
        Ok(rows)
    }

    /// Searches the first position that is not answered from a book for a fixed time, on one thread and on several.
    fn race(
        &self,
        games: &[Entry],
        time: Duration,
        context: &mut Context<'_>,
    ) -> Result<Vec<BenchRow>, Failure> {
        let many = self.threads.unwrap_or(2).into();
        let limits = Limits::time(time);
        let mut rows = Vec::new();
        for entry in games {
            let mut positions = bench_positions(entry.game).into_iter();
            let (mut searched, mut alone) = (Vec::new(), None);
            for threads in [1, many] {
                let mut cost = self.measure(entry, &searched, &limits, threads, context)?;
                while cost.nodes == 0
                    && let Some(next) = positions.next()
                {
                    searched = vec![next];
                    cost = self.measure(entry, &searched, &limits, threads, context)?;
                }
                let times = alone.map(|nodes: u64| cost.nodes as f64 / nodes.max(1) as f64);
                alone = Some(cost.nodes);
                let name = entry.game.info().id;
                self.print(&messages::bench::race(name, threads, &cost, times), context)?;
                rows.push(BenchRow::new(entry, threads, &cost));
            }
        }
        Ok(rows)
    }

    /// Searches positions; an error if the user interrupts.
    fn measure(
        &self,
        entry: &Entry,
        positions: &[Record],
        limits: &Limits,
        threads: usize,
        context: &Context<'_>,
    ) -> Result<BenchCost, Failure> {
        let table = self.table.unwrap_or(16) as usize;
        entry.check_table(table).map_err(|error| args::too_large(&error))?;
        let resources = Resources { threads, table };
        let cost = bench(entry, positions, limits, resources, context.stop);
        if context.stop.load(Relaxed) { Err(Failure::interrupted()) } else { Ok(cost) }
    }

    /// Prints a line at once, unless JSON is printed at the end.
    fn print(&self, line: &Text, context: &mut Context<'_>) -> Result<(), Failure> {
        if !self.json {
            writeln!(context.out, "{}", line.get(context.lang))?;
            context.out.flush()?;
        }
        Ok(())
    }
}

impl BenchRow {
    fn new(entry: &Entry, threads: usize, cost: &BenchCost) -> Self {
        Self {
            game: entry.game.info().id,
            threads,
            depth: cost.depth,
            nodes: cost.nodes,
            seconds: (cost.time.as_secs_f64() * 1e3).round() / 1e3,
            nodes_per_second: cost.speed() as u64,
        }
    }
}
