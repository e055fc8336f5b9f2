//! The program `damier`: reads its arguments, finds the game, and prints.
//!
//! Each command is a file with what it reads (for clap) and what it does (`run`). Arguments are
//! first parsed, which needs no game, then resolved, which finds the game and replays the moves.

mod analyse;
mod block;
mod bots;
mod date;
mod embedded_server;
mod games;
mod help;
mod lan;
mod lang;
mod log;
mod lossy_output;
mod manual;
mod messages;
mod moves;
mod own_server;
mod perft;
mod picture;
mod play;
mod prove;
mod public_url;
mod puzzle;
mod quadrants;
mod reports;
mod serve;
mod server_lock;
mod show;
mod solve;
mod store_backup;
mod store_copy;
mod supervisor;
mod think;
mod usage;
mod verify;
mod worker;

use std::ffi::OsString;
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, SystemTime};

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use engine::Entry;
use rules::Lang;
use texts::text;
use tui::Charset;

pub use command::Terminal;
use command::context::Context;
use command::failure::Failure;
use command::output::Output;
use command::{
    args, blocking_store, board_picture, color_mode, context, data, failure, files, location,
    nats_args, output_file, parallel, platform, progress, tiles,
};

use lossy_output::LossyOutput;

/// Everything that the program takes from the process: variables, time, entropy, streams. Tests pass their
/// own.
pub struct Environment<'a> {
    /// Looks up an environment variable.
    pub env: &'a dyn Fn(&str) -> Option<String>,
    /// Entropy: the seed of random boards and players.
    pub entropy: u64,
    /// Start time of the program.
    pub now: SystemTime,
    /// Monotonic clock: the time since [`now`](Self::now).
    pub elapsed: &'a dyn Fn() -> Duration,
    /// Stop flag: raised when the user interrupts the program.
    pub stop: &'a AtomicBool,
    /// Raised by a command that stops by itself when the stop flag is raised, but needs seconds for it.
    pub slow_shutdown: &'a AtomicBool,
    /// Standard input.
    pub input: &'a mut (dyn BufRead + Send),
    /// Standard output: results.
    pub out: &'a mut (dyn Write + Send),
    /// Standard error: errors and remarks.
    pub err: &'a mut (dyn Write + Send),
    /// Which of the streams are terminals.
    pub terminal: Terminal,
}

/// Five board games: Connect Four, Othello, Katarenga, Congress and Isolation
#[derive(Parser, Debug)]
#[command(name = "damier", version, term_width = 80)]
struct Cli {
    /// Speak this language, not the environment's
    #[arg(long, global = true, value_parser = lang::parser(), display_order = 100)]
    lang: Option<Lang>,
    #[command(flatten)]
    page: serve::PageCommand,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

impl Cli {
    /// Whether the program goes on until it is told to end, whatever becomes of its output.
    fn serves(&self) -> bool {
        match &self.command {
            None | Some(CliCommand::Worker(_)) => true,
            Some(CliCommand::Serve(command)) => command.serves(),
            Some(_) => false,
        }
    }
}

const EXAMPLES: &str = "\
Without a command, damier opens the page in the browser.

Examples:
  damier
  damier play connect-four --second difficult
  damier analyse connect-four 4453
  damier solve connect-four 4453
  damier think connect-four 4453 --alpha-beta
  damier duel othello difficult minimax:3
  damier ladder othello easy normal difficult
  damier show connect-four 4453
  damier picture othello f5d6c3 --output board.png
  damier moves othello f5 d6 c3
  damier perft katarenga --board '1 2 5 7' --depth 3
  damier quadrants random";

#[derive(Subcommand, Debug)]
enum CliCommand {
    Serve(serve::ServeCommand),
    Worker(worker::WorkerCommand),
    Block(block::BlockCommand),
    Play(play::PlayCommand),
    Moves(moves::MovesCommand),
    Show(show::ShowCommand),
    Picture(picture::PictureCommand),
    Perft(perft::PerftCommand),
    Quadrants(quadrants::QuadrantsCommand),
    Analyse(analyse::AnalyseCommand),
    Solve(solve::SolveCommand),
    Prove(prove::ProveCommand),
    Puzzle(puzzle::PuzzleCommand),
    Puzzles(lab::PuzzlesCommand),
    Think(think::ThinkCommand),
    Duel(lab::DuelCommand),
    Ladder(lab::LadderCommand),
    Levels(lab::LevelsCommand),
    Bench(lab::BenchCommand),
    Games(games::GamesCommand),
    Store(store_copy::StoreCommand),
    Book(lab::BookCommand),
    Train(lab::TrainCommand),
    Protocol(lab::ProtocolCommand),
    Completions(manual::CompletionsCommand),
    #[command(hide = true)]
    ManPages(manual::ManPagesCommand),
}

/// Runs the program with `args`, of which the first is its name, and returns its exit status: 0; 1 if the
/// command fails; 2 if the arguments are wrong; 130 if it was interrupted, unless it is a server.
pub fn run(
    args: impl IntoIterator<Item = OsString>,
    catalogue: &[Entry],
    environment: Environment<'_>,
) -> u8 {
    let args: Vec<_> = args.into_iter().map(args::escape_pass).collect();
    let Environment { env, entropy, now, elapsed, stop, slow_shutdown, .. } = environment;
    let Environment { input, out, err, terminal, .. } = environment;
    let charset = Charset::detect(env);
    let err = &mut Output::new(err, charset);
    let default_lang = lang::from_environment(env);
    let asked_lang = lang::from_arguments(&args).unwrap_or(default_lang);
    let cli = match parse(&args, catalogue, asked_lang) {
        Ok(cli) => cli,
        Err(error) => {
            return usage::print(error, asked_lang, &mut Output::new(out, charset), err);
        }
    };
    let lang = cli.lang.unwrap_or(default_lang);
    let mut lossy_out;
    let out: &mut (dyn Write + Send) = if cli.serves() {
        lossy_out = LossyOutput(out);
        &mut lossy_out
    } else {
        out
    };
    let out = &mut Output::new(out, charset);
    let mut context = Context {
        catalogue,
        lang,
        asked_lang: cli.lang,
        env,
        entropy,
        now,
        elapsed,
        stop,
        slow_shutdown,
        input,
        out,
        err,
        terminal,
    };
    let is_server = cli.serves();
    let result = match cli.command {
        None => cli.page.run(&mut context),
        Some(_) if cli.page != serve::PageCommand::default() => {
            Err(Failure::wrong(text!("serve-page-with-command")))
        }
        Some(command) => command.run(&mut context),
    };
    platform::yield_to_termination();
    // Ctrl-C is how a server is ended; a command has printed what it knows so far.
    let is_interrupted = !is_server && stop.load(Relaxed);
    let result = result.and_then(|()| Ok(context.out.flush()?));
    match result.and_then(|()| if is_interrupted { Err(Failure::interrupted()) } else { Ok(()) }) {
        Ok(()) => 0,
        Err(failure) => {
            failure.report(lang, context.err);
            failure.status()
        }
    }
}

/// Parses the arguments; help is in `lang`.
fn parse(args: &[OsString], catalogue: &[Entry], lang: Lang) -> Result<Cli, clap::Error> {
    let matches = help::translate(command(catalogue, lang), lang).try_get_matches_from(args)?;
    Cli::from_arg_matches(&matches)
}

/// The command with the list of the games in a language; everything else is in English.
fn command(catalogue: &[Entry], lang: Lang) -> clap::Command {
    let games = args::game_ids(catalogue);
    let games = match lang {
        Lang::En => format!("Games: {games}"),
        Lang::Fr => texts::say(Lang::Fr, "usage-help-games", &[("games", games.into())]),
    };
    Cli::command().after_help(format!("{games}\n\n{EXAMPLES}"))
}

impl CliCommand {
    fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        match self {
            Self::Serve(command) => command.run(context),
            Self::Worker(command) => command.run(context),
            Self::Block(command) => command.run(context),
            Self::Play(command) => command.run(context),
            Self::Moves(command) => command.run(context),
            Self::Show(command) => command.run(context),
            Self::Picture(command) => command.run(context),
            Self::Perft(command) => command.run(context),
            Self::Quadrants(command) => command.run(context),
            Self::Analyse(command) => command.run(context),
            Self::Solve(command) => command.run(context),
            Self::Prove(command) => command.run(context),
            Self::Puzzle(command) => command.run(context),
            Self::Puzzles(command) => command.run(context),
            Self::Think(command) => command.run(context),
            Self::Duel(command) => command.run(context),
            Self::Ladder(command) => command.run(context),
            Self::Levels(command) => command.run(context),
            Self::Bench(command) => command.run(context),
            Self::Games(command) => command.run(context),
            Self::Store(command) => command.run(context),
            Self::Book(command) => command.run(context),
            Self::Train(command) => command.run(context),
            Self::Protocol(command) => command.run(context),
            Self::Completions(command) => command.run(context),
            Self::ManPages(command) => command.run(context),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A command and all below it.
    fn all(command: &clap::Command) -> Vec<clap::Command> {
        let below = command.get_subcommands().filter(|one| one.get_name() != "help").flat_map(all);
        [command.clone()].into_iter().chain(below).collect()
    }

    #[test]
    fn help_fits_into_eighty_columns() {
        let mut command = Cli::command().after_help(EXAMPLES);
        command.build();
        for mut command in all(&command) {
            let help = command.render_help().to_string();
            for line in help.lines() {
                assert!(line.chars().count() <= 80, "{line}");
            }
            let (_, examples) = help.split_once("Examples:\n").expect("examples");
            for line in examples.lines() {
                assert!(line.starts_with("  damier"), "an example in two lines: {help}");
            }
        }
    }
}
